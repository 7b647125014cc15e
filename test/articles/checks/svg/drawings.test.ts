/** Real drawings pass, lose only invisible parts, and have one canonical form. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type SvgOutcome, sanitizeSvg } from '../../../../src/articles/checks/svg/sanitize.ts'
import * as corpus from './corpus/drawings.ts'

type Clean = Extract<SvgOutcome, { outcome: 'clean' }>

/** Each is checked once here; it takes long. */
const checked = Object.entries({
  exports: corpus.exports,
  flags: corpus.sampleOf(corpus.flags),
  emoji: corpus.sampleOf(corpus.emoji),
  animated: corpus.sampleOf(corpus.animated),
}).map(([set, drawings]) => ({
  set,
  drawings: drawings.map(({ name, source }) => ({ name, found: sanitizeSvg(source) as Clean })),
}))
const all = checked.flatMap(({ set, drawings }) => drawings.map((drawing) => ({ set, ...drawing })))

const noise = /^(?:<!DOCTYPE>$|(?:inkscape|sodipodi|ai):\w|x(?:link)?:(?:title|type)$|metadata$|content$|name$)/
/** What a drawing of each set may lose. A few icons animate an attribute that does not exist. */
const lost: Record<string, RegExp> = { exports: noise, flags: noise, emoji: /^$/, animated: /^animate$/ }

describe('a drawing', () => {
  for (const { set, drawings } of checked)
    it(`passes and stays as it is when it is sanitized again: ${drawings.length} of ${set}`, () => {
      assert.ok(drawings.length >= 20)
      for (const { name, found } of drawings) {
        const { outcome, canonical } = found
        assert.equal(outcome, 'clean', name)
        assert.partialDeepStrictEqual(sanitizeSvg(canonical), { outcome, canonical, dropped: [] }, name)
      }
    })

  it('that moves has a still form, which is canonical and does not move', () => {
    const moving = all.filter(({ found }) => found.still !== null)
    assert.ok(moving.length >= 100)
    for (const { name, found } of moving) {
      const still = found.still as string
      assert.deepEqual(sanitizeSvg(still), { outcome: 'clean', canonical: still, still: null, dropped: [] }, name)
    }
  })

  it("loses an editor's names, and nothing else", () => {
    const poster = all.find(({ name }) => name === 'inkscape-poster.svg')
    assert.ok(poster?.found.dropped.includes('sodipodi:namedview'))
    for (const { set, name, found } of all)
      for (const dropped of found.dropped) assert.match(dropped, lost[set] as RegExp, name)
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
