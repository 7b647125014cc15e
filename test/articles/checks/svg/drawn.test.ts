/** How many elements a drawing draws when every reference is followed. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { isTooMuchToDraw } from '../../../../src/articles/checks/svg/drawn.ts'
import { fixed } from '../../../../src/settings/limits.ts'
import { cleanOf } from './work/estimate.ts'

/** A part of a thousand elements. With it, the root and `<defs>` there are 1,002. */
const part = (name: string, id = 'x') => `<defs><${name} id="${id}">${'<g/>'.repeat(999)}</${name}></defs>`
const isTooMuch = (inside: string) => isTooMuchToDraw(cleanOf(inside))
const most = fixed.svgDrawnNodesMax

/** Each refers once to the part with the id `x`. */
const references: Record<string, [shown: string, inside: string]> = {
  'a copy': ['<use href="#x"/>', part('g')],
  'a fill': ['<g fill="url(#x)"/>', part('pattern')],
  'a mask': ['<g mask="url(#x)"/>', part('mask')],
  'a style': ['<g style="clip-path:url(\'#x\')"/>', part('clipPath')],
  'a filter': ['<g filter="url(#x)"/>', part('filter')],
  'an id in another notation': ['<use href="#%78"/>', part('g')],
  'an id that cannot be decoded': ['<use href="#%x"/>', part('g', '%x')],
  'a rule for a type': ['<a/>', `${part('mask')}<style>a{mask:url(#x)}</style>`],
  'a rule for a class': ['<g class="b a"/>', `${part('mask')}<style>.a{mask:url(#x)}</style>`],
  'a rule for an id': ['<g id="i"/>', `${part('mask')}<style>#i{mask:url(#x)}</style>`],
}

/** These refer to nothing that is drawn. */
const others: Record<string, [shown: string, inside: string]> = {
  'a link': ['<a href="#x"/>', part('g')],
  'an animation': ['<animate href="#x" attributeName="fill" to="url(#x)"/>', part('g')],
  'another id': ['<use href="#y"/>', part('g')],
  'the second of two ids': ['<use href="#x"/>', `<g id="x"/>${part('g')}`],
  'a rule for others': ['<g class="b"/>', `${part('mask')}<style>.a{mask:url(#x)}</style>`],
  'a word': ['<g class="url" id="x#x"/>', part('g')],
}

describe('what a drawing draws', () => {
  for (const [name, [shown, inside]] of Object.entries(references))
    it(`counts each reference: ${name}`, () => {
      const extra = inside.includes('<style') ? 1 : 0
      const rest = (more: number) => '<g/>'.repeat(most - 1_002 - extra - 98 * 1_001 + more)
      assert.equal(isTooMuch(inside + shown.repeat(98) + rest(0)), false)
      assert.equal(isTooMuch(inside + shown.repeat(98) + rest(1)), true)
    })

  for (const [name, [shown, inside]] of Object.entries(others))
    it(`counts no more than itself: ${name}`, () => assert.equal(isTooMuch(inside + shown.repeat(200)), false))

  it('counts a rule that is hard to judge for every element', () => {
    const sheet = "<style>[class~='a']{mask:url(#x)}</style>"
    assert.equal(isTooMuch(part('mask') + sheet + '<g/>'.repeat(97)), true)
    assert.equal(isTooMuch(part('mask') + sheet.replace('#x', '#y') + '<g/>'.repeat(97)), false)
  })

  it('counts references that lead nowhere up to the same limit', () => {
    const nowhere = (count: number) => `<g style="mask:${'url(#y)'.repeat(count)}"/><g/>`
    assert.deepEqual(
      [most, most + 1].map((count) => isTooMuch(nowhere(count))),
      [false, true],
    )
  })

  it('counts the last of so many references', () => {
    const drawing = (last: string) =>
      `${part('mask')}<g style="mask:${'url(#x)'.repeat(98)}${'url(#y)'.repeat(most - 99)}${last}"/>`
    assert.deepEqual(
      ['url(#y)', 'url(#x)'].map((last) => isTooMuch(drawing(last))),
      [false, true],
    )
  })

  it('counts a part inside itself once', () => {
    assert.equal(isTooMuch(`<g id="x">${'<use href="#x"/>'.repeat(400)}</g>`), false)
  })

  it('ends where elements and references are followed too deep', () => {
    const nested = (depth: number, n: number) =>
      `<g id="u${n}">${'<g>'.repeat(depth - 2)}<use href="#u${n + 1}"/>${'</g>'.repeat(depth - 1)}`
    const chain = (last: number) => [100, 100, 100, 100, last].map(nested).join('')
    const left = fixed.svgReferenceDepthMax - 400
    assert.deepEqual([left, left + 1].map(chain).map(isTooMuch), [false, true])
  })
})
