/** How often a browser would test elements against the selectors of a drawing. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { countSelectorTests } from '../../../../../src/articles/checks/svg/work/selectors.ts'
import { cleanOf } from './estimate.ts'

/** With the root and its sheet there are eight elements, of which three are `<rect>` and two have the class `a`. */
const shown = '<g id="i"><rect class="a b a"/><rect class="a"/><rect/></g><circle class="c"/><path id="j"/>'

const counts: Record<string, number> = {
  '': 0,
  'rect{fill:red}': 6,
  '.a{fill:red}': 4,
  '.b{fill:red}': 2,
  '#i{fill:red}': 2,
  '.none{fill:red}': 0,
  '*{fill:red}': 16,
  'rect,circle{fill:red}': 8,
  'rect{fill:red}rect{fill:blue}': 12,
  'g rect{fill:red}': 12,
  'svg > g > rect{fill:red}': 18,
  'rect + rect{fill:red}': 12,
  ' rect {fill:red}': 6,
  'rect ~ rect{fill:red}': 96,
  'g:has(rect){fill:red}': 16,
  'g:has(rect) ~ path{fill:red}': 256,
  'rect:not(.a,.b){fill:red}': 6,
  "rect[data-a~='b']{fill:red}": 12,
  '@keyframes k{to{fill:red}}': 0,
  '@media print{rect{fill:red}}': 6,
}

describe('the tests of selectors', () => {
  for (const [css, count] of Object.entries(counts))
    it(`are counted by what a browser finds by the last name: ${css}`, () =>
      assert.equal(countSelectorTests(cleanOf(`<style><![CDATA[${css}]]></style>${shown}`)), count))
})
