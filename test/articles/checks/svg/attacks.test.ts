/** What a drawing may not do, entry by entry. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type SvgOutcome, sanitizeSvg } from '../../../../src/articles/checks/svg/sanitize.ts'
import { checkSvgSafety, problemsOf } from '../../../../src/articles/checks/svg-safety.ts'
import { attacks } from './corpus/attacks.ts'

const problemOf = (source: string) => (sanitizeSvg(source) as Extract<SvgOutcome, { problems: string[] }>).problems[0]!

describe('an SVG that attacks', () => {
  for (const { name, source, outcome } of attacks)
    it(`is ${outcome}: ${name}`, () => {
      const found = sanitizeSvg(source)
      assert.equal(found.outcome, outcome)
      if (found.outcome !== 'clean') return
      assert.doesNotMatch(found.canonical, /<script|outside\.example|<!|<\?|<[^>]*\son\w+=|url\((?!'?#)/i)
      assert.deepEqual(sanitizeSvg(found.canonical), { ...found, dropped: [] })
    })
})

describe('the sentences about an SVG', () => {
  it('say where the XML is broken and what would be right', () => {
    assert.equal(
      problemOf('<svg xmlns="http://www.w3.org/2000/svg">\n  <text>a & b; c</text>\n</svg>'),
      'The SVG is not well-formed XML: line 2, column 14: a & does not begin a reference; write it as &amp;.',
    )
    assert.match(problemOf('<html/>'), /must be <svg xmlns="http:\/\/www\.w3\.org\/2000\/svg">/)
  })

  it('are none about a missing namespace, which libraries for pages of HTML leave out', () => {
    const found = sanitizeSvg('<svg viewBox="0 0 9 9"><use xlink:href="#a"/><script/></svg>')
    assert.deepEqual([found.outcome, problemsOf(found).length], ['forbidden', 1])
    const { canonical } = sanitizeSvg('<svg viewBox="0 0 9 9"><use xlink:href="#a"/></svg>') as { canonical: string }
    assert.equal(canonical, '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><use href="#a"/></svg>')
  })

  it('never repeat the text of the author', () => {
    const marked = /tell-the-reader/i
    for (const source of [
      '<svg xmlns="http://www.w3.org/2000/svg"><tell-the-reader:g/></svg>',
      '<svg xmlns="http://www.w3.org/2000/svg"><g></tell-the-reader></svg>',
      '<svg xmlns="http://www.w3.org/2000/svg"><text>&tell-the-reader;</text></svg>',
      '<svg xmlns="http://www.w3.org/2000/svg"><a href="tell-the-reader"/></svg>',
      '<svg xmlns="http://www.w3.org/2000/svg"><style>@import "tell-the-reader"</style></svg>',
      `<svg xmlns="http://www.w3.org/2000/svg"><g on${'-tell-the-reader'.repeat(9)}=""/></svg>`,
      `<svg xmlns="http://www.w3.org/2000/svg"><g ${'tell-the-reader-'.repeat(9)}="" ü=""/></svg>`,
    ])
      assert.doesNotMatch(JSON.stringify({ ...sanitizeSvg(source), canonical: '' }), marked)
  })

  it('are one for each kind of problem, with at most twenty names, and fifty dropped names', () => {
    const many = (attribute: (n: number) => string) =>
      sanitizeSvg(
        `<svg xmlns="http://www.w3.org/2000/svg">${Array.from({ length: 99 }, (_, n) => `<g ${attribute(n)}="x"/>`).join('')}</svg>`,
      )
    const forbidden = many((n) => `on${n}`) as Extract<SvgOutcome, { problems: string[] }>
    assert.equal(forbidden.problems.length, 1)
    assert.equal(forbidden.problems[0]?.match(/on\d+/g)?.length, 20)
    assert.equal(many((n) => `x-${n}`).dropped.length, 50)
  })

  it('become one result for all drawings', () => {
    const clean: SvgOutcome = { outcome: 'clean', canonical: '', still: null, dropped: ['inkscape:label', 'metadata'] }
    const forbidden: SvgOutcome = {
      outcome: 'forbidden',
      canonical: '<svg/>',
      problems: ['No.'],
      dropped: ['metadata'],
    }
    assert.deepEqual(checkSvgSafety([]), { name: 'svg_safety', status: 'passed', reasons: [], notes: [] })
    assert.deepEqual(checkSvgSafety([clean]), {
      name: 'svg_safety',
      status: 'passed',
      reasons: [],
      notes: ['These parts were dropped: inkscape:label, metadata.'],
    })
    assert.deepEqual(checkSvgSafety([{ ...clean, dropped: [] }, forbidden]), {
      name: 'svg_safety',
      status: 'failed',
      reasons: ['Drawing 2: No.'],
      notes: ['Drawing 2: These parts were dropped: metadata.'],
    })
  })
})
