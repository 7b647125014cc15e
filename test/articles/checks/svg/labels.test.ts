/** HTML in a drawing: labels of the usual tools are drawn again as text, and nothing of the HTML stays. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type SvgOutcome, sanitizeSvg } from '../../../../src/articles/checks/svg/sanitize.ts'
import { problemsOf } from '../../../../src/articles/checks/svg-safety.ts'
import { fixed } from '../../../../src/settings/limits.ts'
import { canonicalOf, labelled } from './corpus/drawings.ts'

const xhtml = 'xmlns="http://www.w3.org/1999/xhtml"'
const root = '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink">'
const html = (inside: string, attributes = '') =>
  `<foreignObject width="90" height="24" ${attributes}><div ${xhtml} style="text-align: center; line-height: 1.5">${inside}</div></foreignObject>`
const drawing = (inside: string) => sanitizeSvg(`${root}${inside}</svg>`)
const redrawn = 'HTML labels (drawn again as plain text)'

/** The words of a drawing in their order, without marks. */
const wordsOf = (canonical: string) =>
  [...canonical.matchAll(/<text[^>]*>(.*?)<\/text>/gs)].map(([, text]) =>
    (text as string).replace(/<\/tspan><tspan[^>]*x=/g, ' $&').replace(/<[^>]*>/g, ''),
  )

const cleanOf = (found: SvgOutcome): string => {
  assert.equal(found.outcome, 'clean', problemsOf(found).join('\n'))
  return found.outcome === 'clean' ? found.canonical : ''
}

describe('a label in HTML', () => {
  it('is drawn as text in the middle of its box', () => {
    const found = drawing(`<g>${html('<p>Ada</p>', 'x="10" class="c"')}</g>`)
    assert.deepEqual(found, {
      outcome: 'clean',
      still: null,
      canonical:
        '<svg xmlns="http://www.w3.org/2000/svg"><g><g class="c"><text style="fill:black;stroke:none;font-size:16px;font-style:normal;font-weight:normal;text-decoration:none"><tspan style="text-anchor:middle" x="55" y="17.6">Ada</tspan></text></g></g></svg>',
      dropped: [redrawn],
    })
  })

  it('keeps its lines and the style of its words', () => {
    const sheet =
      '<style>.c{color:#123} g .c b{color:red;font-size:20px} .d{color:blue} @media print{.c{color:lime}}</style>'
    const canonical = cleanOf(
      drawing(`${sheet}<g>${html('<span class="c">one <b>two</b><br/>three<ul><li>four</li></ul></span>')}</g>`),
    )
    assert.deepEqual(wordsOf(canonical), ['one two three • four'])
    assert.match(canonical, /<text style="fill:#123;[^"]*font-size:16px/)
    assert.match(canonical, /<tspan style="fill:red;font-size:20px;font-weight:bold">two<\/tspan>/)
  })

  it('is broken into as many lines as its box has', () => {
    const label = (height: number) =>
      drawing(
        `<foreignObject width="200" height="${height}"><div ${xhtml} style="white-space: break-spaces; line-height: 1.5">some words that have to be broken</div></foreignObject>`,
      )
    const linesOf = (found: SvgOutcome) => cleanOf(found).match(/<tspan/g)?.length
    assert.deepEqual([24, 48, 72].map(label).map(linesOf), [1, 2, 2])
  })

  it('passes in drawings of real tools, with every word', () => {
    const words: Record<string, RegExp> = {
      'drawio-queue.svg': /^Take the next message from the queue\|retry &lt; 3\|Notes: two lines, large\|a table\|/,
      'mermaid-flowchart.svg': /\|Bold and italic second line\|A longer markdown text that wraps by itself in a box\|/,
      'mermaid-journey.svg': /Make a cup of hot tea/,
      'mermaid-kanban.svg': /Create a rather long documentation of everything/,
      'mermaid-requirements.svg': /Text: the test text that is long\./,
    }
    assert.equal(labelled.length, Object.keys(words).length)
    for (const label of labelled) {
      const found = sanitizeSvg(label.source)
      const canonical = cleanOf(found)
      assert.ok(found.dropped.includes(redrawn))
      assert.match(
        wordsOf(canonical).join('|').replaceAll('\u00a0', ' '),
        words[label.name.replace('labels/', '')] as RegExp,
      )
      assert.doesNotMatch(canonical, /foreignObject|xhtml|<(?:div|p|span|font|image)\b/)
      assert.deepEqual(sanitizeSvg(canonicalOf(label)), { outcome: 'clean', canonical, still: null, dropped: [] })
    }
  })

  it('fails when it is more than a short text', () => {
    const long = 'x'.repeat(fixed.svgLabelMaxChars + 1)
    for (const inside of [
      html(long),
      html('<br/>'.repeat(fixed.svgLabelLinesMax + 1).concat('x')),
      html('<table/>'),
      html('<input/>'),
      html('x', 'onclick="alert(1)"'),
      html('<p style="background:url(https://x.example/a.png)">x</p>'),
      `${'<g>'.repeat(fixed.svgDepthMax - 4)}${html('x')}${'</g>'.repeat(fixed.svgDepthMax - 4)}`,
    ])
      assert.equal(drawing(inside).outcome, 'forbidden', inside.slice(0, 200))
    assert.equal(drawing(html(long.slice(1))).outcome, 'clean')
  })

  it('counts as the nodes that it is drawn with', () => {
    const narrow = `<foreignObject width="1" height="1"><p ${xhtml}>${'a '.repeat(90)}</p></foreignObject>`
    const found = drawing(narrow.repeat(300))
    assert.equal(found.outcome, 'malformed')
    assert.match(problemsOf(found).join(), /at most 20000 elements and texts/)
    assert.equal(drawing(narrow.repeat(50)).outcome, 'clean')
  })

  it('counts with its group, its text, its lines and its words', () => {
    const label = html('Ada<br/>Bob <b>Eve</b>') // a group, a text, two lines, a run and three words
    const outcome = (others: number) => drawing(label + '<g/>'.repeat(others)).outcome
    const most = fixed.svgNodesMax - 1 - 8
    assert.deepEqual([most, most + 1].map(outcome), ['clean', 'malformed'])
  })

  it('fails where sheets would have to be tried too often', () => {
    const sheet = `<style>${'i b b b b b b b p{color:red}'.repeat(200)}</style>`
    const nested = `${'<b>'.repeat(60)}<p>x</p>${'</b>'.repeat(60)}`
    assert.equal(drawing(`${sheet}<g>${html(nested).repeat(50)}</g>`).outcome, 'forbidden')
  })
})

describe('HTML with a fallback in <switch>', () => {
  const fallback = '<text x="1">plain</text>'
  const inSwitch = (inside: string) => drawing(`<switch>${inside}${fallback}</switch>`)

  it('is dropped and reported if it cannot be drawn again, and the fallback is shown', () => {
    for (const inside of ['<table><tr><td>1</td></tr></table>', '<img src="https://x.example/a.png"/>'])
      assert.deepEqual(inSwitch(html(inside, 'requiredFeatures="http://www.w3.org/TR/SVG11/feature#Extensibility"')), {
        outcome: 'clean',
        still: null,
        canonical: `<svg xmlns="http://www.w3.org/2000/svg"><switch>${fallback}</switch></svg>`,
        dropped: ['HTML with a fallback in <switch>'],
      })
  })

  it('takes the place of the fallback if it can be drawn again', () => {
    const image = '<image xlink:href="data:image/png;base64,AA"/>'
    const found = drawing(`<switch>${html('the whole text')}${image}${fallback}</switch>`)
    assert.deepEqual(wordsOf(cleanOf(found)), ['the whole text'])
  })

  it('fails with a script or an event attribute, and without a fallback', () => {
    const table = '<table/>'
    for (const inside of [
      `<switch>${html(`${table}<script>alert(1)</script>`)}${fallback}</switch>`,
      `<switch>${html(`${table}<p onclick="alert(1)">x</p>`)}${fallback}</switch>`,
      `<switch>${html('<iframe src="https://x.example/"/>')}${fallback}</switch>`,
      `<switch>${html('x')}<script>alert(1)</script></switch>`,
      `<switch>${html(table)}</switch>`,
      `<switch>${fallback}${html(table)}</switch>`,
      `<g>${html(table)}${fallback}</g>`,
    ])
      assert.equal(drawing(inside).outcome, 'forbidden', inside)
  })
})
