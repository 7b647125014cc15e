/** A length costs as much as it is long, in whatever unit it is written. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { sanitizeSvg } from '../../../../../src/articles/checks/svg/sanitize.ts'
import { inSvg, workOf } from './estimate.ts'

const picture = 'viewBox="0 0 400 300"'
const diagonal = Math.hypot(400, 300) / Math.SQRT2
const line = (attributes: string) => `<polyline points="10,10 60,20 30,70" stroke="red" ${attributes}/>`
const text = (attributes: string) => `<text y="50" ${attributes}>Words</text>`
const nested = (inside: string) => `<svg viewBox="0 0 4 3">${inside}</svg>`
const marker = (attributes: string) =>
  `<marker id="m" ${attributes}><rect width="3" height="3"/></marker>${line('marker-start="url(#m)"')}`
const inMarker = (attributes: string) =>
  `<marker id="m" viewBox="0 0 40 30"><rect ${attributes}/></marker>${line('marker-start="url(#m)"')}`
const symbol = (attributes: string) =>
  `<symbol id="s" viewBox="0 0 4 3"><rect width="4" height="3"/></symbol><use href="#s" ${attributes}/>`

const pairs: Record<string, [written: string, plain: string]> = {
  'a percentage of the width and of the height': [
    '<rect x="10%" y="10%" width="50%" height="50%"/>',
    '<rect x="40" y="30" width="200" height="150"/>',
  ],
  'a percentage of the diagonal': ['<circle r="10%"/>', `<circle r="${diagonal / 10}"/>`],
  'both radii': ['<ellipse cx="50%" cy="50%" rx="50%" ry="50%"/>', '<ellipse cx="200" cy="150" rx="200" ry="150"/>'],
  'the ends of a line': [
    '<line x1="10%" y1="10%" x2="100%" y2="100%" stroke="red"/>',
    '<line x1="40" y1="30" x2="400" y2="300" stroke="red"/>',
  ],
  'inches and millimetres': ['<rect width="2in" height="50.8mm"/>', '<rect width="192" height="192"/>'],
  'points and picas': ['<rect width="72pt" height="6pc"/>', '<rect width="96" height="96"/>'],
  'centimetres, quarters of millimetres and pixels': [
    '<rect x="96PX" width="2.54cm" height="101.6Q"/>',
    '<rect x="96" width="96" height="96"/>',
  ],
  'sizes of the font': [
    '<g font-size="50"><rect width="2em" height="1em"/></g>',
    '<g font-size="50"><rect width="100" height="50"/></g>',
  ],
  'a font as large as a part of the font around': [
    `<g font-size="50"><g font-size="200%">${text('font-size="1.5em"')}</g></g>`,
    `<g font-size="50"><g font-size="100">${text('font-size="150"')}</g></g>`,
  ],
  'a font in points': [text('font-size="75pt"'), text('font-size="100"')],
  'a font by the shorthand': [text('style="font:900 20pt/3 serif"'), text('style="font:900 20pt serif"')],
  'the width of a stroke': [line('stroke-width="10%"'), line(`stroke-width="${diagonal / 10}"`)],
  dashes: [line('stroke-dasharray="1% 1%"'), line(`stroke-dasharray="${diagonal / 100} ${diagonal / 100}"`)],
  'the size of a marker': [
    marker('markerWidth="10%" markerHeight="10%"'),
    marker('markerWidth="40" markerHeight="30"'),
  ],
  'the content of a marker': [inMarker('width="100%" height="100%"'), inMarker('width="40" height="30"')],
  'the content of an inner <svg>': [
    nested('<rect width="100%" height="50%"/>'),
    nested('<rect width="4" height="1.5"/>'),
  ],
  'an inner <svg>': [
    '<svg x="50%" width="50%" height="50%" viewBox="0 0 4 3"><rect width="4" height="3"/></svg>',
    '<svg x="200" width="200" height="150" viewBox="0 0 4 3"><rect width="4" height="3"/></svg>',
  ],
  'what <use> shows': [symbol('x="25%" width="50%" height="50%"'), symbol('x="100" width="200" height="150"')],
}

describe('a length with a unit', () => {
  for (const [what, [written, plain]] of Object.entries(pairs))
    it(`costs as much as it is long: ${what}`, () => {
      const [one, other] = [workOf(written, picture), workOf(plain, picture)]
      assert.ok(Math.abs(one - other) <= 1e-9 * other, `${one} and ${other}`)
    })

  it('may be a word for a size of the font', () => {
    const sized = (size: string) => workOf(`<g font-size="100">${text(`font-size="${size}"`)}</g>`, picture)
    assert.ok(sized('larger') >= sized('120') && sized('larger') <= sized('200'))
    const shown = (size: string) => workOf(text(`font-size="${size}"`), picture)
    assert.equal(shown('xxx-large'), shown('48'))
    assert.equal(sized('xxx-large'), sized('150'))
  })

  it('that CSS computes may be as large as the picture, wherever that is', () => {
    const computed = {
      font: '<text style="font-size:calc(1px)">a</text>',
      stroke: '<rect width="9" height="9" stroke="red" style="stroke-width:calc(1px)"/>',
      'inner picture':
        '<svg viewBox="0 0 10 10"><rect width="9" height="5" fill="url(#g)"/></svg><linearGradient id="g"/>',
    }
    for (const [what, inside] of Object.entries(computed)) {
      const moved = workOf(`<g transform="translate(50 70)">${inside}</g>`, 'viewBox="50 70 100 100"')
      assert.equal(moved, workOf(`<g>${inside}</g>`, 'viewBox="0 0 100 100"'), what)
    }
  })

  it('never makes a large picture cheap', () => {
    const filter = '<filter id="f"><feTurbulence baseFrequency=".05" numOctaves="5"/></filter>'
    const sides = ['100%', '10000', '10000px', '105in', '265cm', '2650mm', '7600pt', '640pc', '1em', '1rem', '100vw']
    for (const side of sides) {
      const shapes = `<rect width="${side}" height="${side}" filter="url(#f)"/>`.repeat(400)
      const drawing = side === '1rem' ? `<g font-size="1">${filter}${shapes}</g>` : filter + shapes
      const root = 'viewBox="0 0 10000 10000" font-size="10000"'
      assert.equal(sanitizeSvg(inSvg(drawing, root)).outcome, 'forbidden', side)
    }
  })

  it('is no reason to refuse a small one', () => {
    const drawing = inSvg(
      '<rect width="100%" height="100%" stroke="red" stroke-width="1%"/>',
      'width="9" height="9" viewBox="0 0 .01 .01"',
    )
    assert.equal(sanitizeSvg(drawing).outcome, 'clean')
  })

  it('is no reason to refuse a flat one', () => {
    const drawing = inSvg('<rect width="100%" height="100%"/>', 'viewBox="0 0 10000 1"')
    assert.equal(sanitizeSvg(drawing).outcome, 'clean')
  })
})
