/** Real drawings pass, lose only invisible parts, and have one canonical form. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type SvgOutcome, sanitizeSvg } from '../../../../src/articles/checks/svg/sanitize.ts'
import * as corpus from './corpus/drawings.ts'
import { canonicalOf, type Drawing, exports } from './corpus/drawings.ts'

const [flags, emoji, animated] = [corpus.flags, corpus.emoji, corpus.animated].map(corpus.sampleOf) as [
  Drawing[],
  Drawing[],
  Drawing[],
]

const droppedFrom = ({ source }: Drawing) => (sanitizeSvg(source) as Extract<SvgOutcome, { dropped: string[] }>).dropped

const exported = (name: string) => exports.find((drawing) => drawing.name === name) as Drawing

describe('a drawing', () => {
  for (const [set, drawings] of Object.entries({ exports, flags, emoji, animated }))
    it(`passes and stays as it is when it is sanitized again: ${drawings.length} of ${set}`, () => {
      assert.ok(drawings.length >= 20)
      for (const drawing of drawings) {
        const canonical = canonicalOf(drawing)
        assert.partialDeepStrictEqual(
          sanitizeSvg(canonical),
          { outcome: 'clean', canonical, dropped: [] },
          drawing.name,
        )
      }
    })

  it('that moves has a still form, which is canonical and does not move', () => {
    const moving = [...exports, ...animated].flatMap(({ name, source }) => {
      const found = sanitizeSvg(source)
      return found.outcome === 'clean' && found.still !== null ? [{ name, still: found.still }] : []
    })
    assert.ok(moving.length >= 100)
    for (const { name, still } of moving)
      assert.deepEqual(sanitizeSvg(still), { outcome: 'clean', canonical: still, still: null, dropped: [] }, name)
  })

  it("loses an editor's names, and nothing else", () => {
    assert.ok(droppedFrom(exported('inkscape-poster.svg')).includes('sodipodi:namedview'))
    for (const drawing of exports)
      for (const name of droppedFrom(drawing))
        assert.match(
          name,
          /^(?:<!DOCTYPE>$|(?:inkscape|sodipodi|ai):\w|x(?:link)?:(?:title|type)$|metadata$|content$|name$)/,
          drawing.name,
        )
    for (const drawing of emoji) assert.deepEqual(droppedFrom(drawing), [], drawing.name)
    // A few icons animate an attribute that does not exist.
    for (const drawing of animated) assert.match(droppedFrom(drawing).join(), /^(?:animate)?$/, drawing.name)
  })

  it('is written in one form, whatever prefixes, quotes, order and spaces it came with', () => {
    const written = [
      `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"><use y="2" x="1" xlink:href="#a"/></svg>`,
      `<?xml version="1.0"?>\n<!-- made by hand -->\n<s:svg xmlns:s='http://www.w3.org/2000/svg'>\n <s:use\n x='1' href=" #a" y='2'></s:use>\n</s:svg>\n`,
    ]
    const canonical = '<svg xmlns="http://www.w3.org/2000/svg"><use href="#a" x="1" y="2"/></svg>'
    assert.deepEqual(
      written.map((source) => sanitizeSvg(source)),
      written.map(() => ({ outcome: 'clean', canonical, still: null, dropped: [] })),
    )
  })
})
