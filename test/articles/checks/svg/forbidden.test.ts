/** Which elements and attributes make a drawing unsafe, and which are only dropped. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { sanitizeSvg } from '../../../../src/articles/checks/svg/sanitize.ts'
import { problemsOf } from '../../../../src/articles/checks/svg-safety.ts'

const outcomeOf = (inside: string) =>
  sanitizeSvg(
    `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" xmlns:o="urn:o">${inside}</svg>`,
  ).outcome

const refused = [
  ...['script', 'SCRIPT', 'iframe', 'image', 'img', 'audio', 'video', 'object', 'embed', 'handler', 'base', 'meta'].map(
    (name) => `<${name}/>`,
  ),
  '<o:script/>',
  '<o:foreignObject/>',
  '<script xmlns=""/>',
  '<iframe xmlns=""/>',
  '<p xmlns="http://www.w3.org/1999/xhtml"/>',
  '<metadata><script/></metadata>',
  '<?xml-stylesheet href="a"?><?other a?>',
  '<a xmlns="" href="https://example.org/"/>',
  '<o:x><rect onclick="a()"/></o:x>',
  '<rect onclick="a()"/>',
  '<rect ONCLICK="a()"/>',
  '<rect xmlns="" onclick="a()"/>',
  '<rect on1=""/>',
  '<use href="other.svg#a"/>',
  '<use xlink:href="other.svg#a"/>',
  '<rect src="a"/>',
  '<rect SRC="a"/>',
  '<rect action="a"/>',
  '<rect xml:base="a"/>',
  ...['href', 'xlink:href', ' HREF ', 'src', 'onclick', 'xml:base', 'base'].map(
    (target) => `<rect><set attributeName="${target}" to="a"/></rect>`,
  ),
  '<rect><animate ATTRIBUTENAME="href" to="a"/></rect>',
]

const allowed = [
  '<o:image/>',
  '<o:iframe/>',
  '<o:x onclick="a()"/>',
  '<rect on=""/>',
  '<rect one="1"/>'.replace('one', 'none'),
  '<rect o:src="a"/>',
  '<rect xlink:src="a"/>',
  '<rect xml:href="a"/>',
  '<rect base="a"/>',
  '<use href=" #a"/>',
  '<use href=""/>',
  '<use href=" "/>',
  '<a href="https://example.org/"/>',
  '<a xlink:href="javascript:a()"/>',
  '<rect><set attributeName="fill" to="red"/></rect>',
  '<rect attributeName="href" to="a"/>',
  '<o:set attributeName="href" to="a"/>'.replace('o:set', 'o:sets'),
]

describe('a drawing', () => {
  it('is refused with the name of what loads something, also in HTML', () => {
    const found = sanitizeSvg(
      '<svg xmlns="http://www.w3.org/2000/svg"><iframe xmlns="http://www.w3.org/1999/xhtml"/></svg>',
    )
    assert.match(problemsOf(found).join(), /^<iframe> is not allowed; /)
  })

  for (const inside of refused) it(`is refused with ${inside}`, () => assert.equal(outcomeOf(inside), 'forbidden'))
  for (const inside of allowed) it(`passes with ${inside}`, () => assert.equal(outcomeOf(inside), 'clean'))
})
