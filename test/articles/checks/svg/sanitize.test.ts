/** The limits of a whole drawing, and what is said about one that exceeds several. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type SvgOutcome, sanitizeSvg, stillFormOf } from '../../../../src/articles/checks/svg/sanitize.ts'
import { problemsOf } from '../../../../src/articles/checks/svg-safety.ts'
import { fixed } from '../../../../src/settings/limits.ts'

const inSvg = (inside: string) => `<svg xmlns="http://www.w3.org/2000/svg">${inside}</svg>`
const outcomeOf = (inside: string) => sanitizeSvg(inSvg(inside)).outcome
/** The beginnings of what is said. */
const said = (inside: string) => problemsOf(sanitizeSvg(inSvg(inside))).map((problem) => problem.slice(0, 23))

const nodes = (count: number) => '<g/> '.repeat(count - 1)
const commands = (count: number) => `<defs><path d="M0 0${'h1'.repeat(count - 1)}"/></defs>`
/** Each part draws the next one ten times. */
const copies = [1, 2, 3, 4, 5].map((n) => `<g id="a${n}">${`<use href="#a${n + 1}"/>`.repeat(10)}</g>`).join('')
const label = (text: string) =>
  `<foreignObject width="99" height="9"><p xmlns="http://www.w3.org/1999/xhtml">${text}</p></foreignObject>`

describe('a drawing', () => {
  it('may have so many nodes and commands', () => {
    const { svgNodesMax, svgPathCommandsMax } = fixed
    assert.deepEqual([svgNodesMax, svgNodesMax + 1].map(nodes).map(outcomeOf), ['clean', 'malformed'])
    assert.deepEqual([svgPathCommandsMax, svgPathCommandsMax + 1].map(commands).map(outcomeOf), ['clean', 'malformed'])
  })

  it('may have so many nodes after its labels were drawn again', () => {
    const withLabel = (count: number) => `${nodes(count - 4)}${label('a')}`
    assert.deepEqual([fixed.svgNodesMax, fixed.svgNodesMax + 1].map(withLabel).map(outcomeOf), ['clean', 'malformed'])
  })

  it('is refused for one thing alone that makes it too large to be judged further', () => {
    assert.deepEqual(said(`${copies}${nodes(fixed.svgNodesMax + 1)}`), ['An SVG may have at most'])
    assert.deepEqual(said(copies), ['With every reference fo'])
    const moving = `${'<rect width="300" height="150" fill="url(#g)"/>'.repeat(2_000)}<animateTransform attributeName="transform" type="rotate" values="0;360" dur="9s" repeatCount="indefinite"/>`
    assert.deepEqual(said(`<linearGradient id="g"/><g>${moving}</g>`), ['Painting an SVG may tak'])
  })

  it('may be so long in its canonical form', () => {
    const canonical = inSvg('<desc></desc>').length
    const text = (more: number) =>
      `<desc>${'>'.repeat(1_000)}${'x'.repeat(fixed.svgMaxBytes - canonical - 4_000 + more)}</desc>`
    assert.deepEqual([0, 1].map(text).map(outcomeOf), ['clean', 'forbidden'])
  })

  it('has a still form that is not longer than a drawing may be', () => {
    const moving = (length: number) =>
      inSvg(
        `<style>@keyframes k{to{opacity:1;}}g{animation:k 9s forwards;}</style><desc>${'x'.repeat(length)}</desc><g/>`,
      )
    const added = 'opacity:1!important;'
    const rest = fixed.svgMaxBytes - moving(0).length
    for (const [room, isAdded] of [
      [added.length, true],
      [added.length - 1, false],
    ] as const) {
      const found = sanitizeSvg(moving(rest - room)) as Extract<SvgOutcome, { still: string | null }>
      assert.equal(found.canonical, moving(rest - room))
      assert.equal(found.still?.includes(added), isAdded)
      assert.equal(stillFormOf(found.canonical), found.still)
    }
  })
})
