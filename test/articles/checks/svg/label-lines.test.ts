/** Where the lines of a label in HTML break, and which HTML is more than a label. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { sanitizeSvg } from '../../../../src/articles/checks/svg/sanitize.ts'
import { fixed } from '../../../../src/settings/limits.ts'

const xhtml = 'xmlns="http://www.w3.org/1999/xhtml"'
const inSvg = (inside: string) => `<svg xmlns="http://www.w3.org/2000/svg">${inside}</svg>`
const label = (inside: string, box: string, style = '') =>
  `<foreignObject ${box}><div ${xhtml} style="${style}">${inside}</div></foreignObject>`

/** The words of each line. */
function linesOf(inside: string, width: number, height: number | string, style = ''): string[] {
  const found = sanitizeSvg(inSvg(label(inside, `width="${width}" height="${height}"`, style)))
  assert.equal(found.outcome, 'clean')
  const text = found.outcome === 'clean' ? found.canonical : ''
  return [...text.matchAll(/<tspan[^>]*x=[^>]*>(.*?)<\/tspan>(?=<tspan|<\/text>)/g)].map(([, line]) => line as string)
}

/** The estimated width of each of these characters in font sizes. */
const widths: [ems: number, characters: string, style?: string][] = [
  [0.26, "ijl.,:;'|!"],
  [0.35, 'frtI()[]{}/\\"`-'],
  [0.85, 'mwMW@%'],
  [0.556, '0123456789'],
  [0.68, 'ABZÉЖΩ'],
  [1, '漢한ᄀ⺀豈！😀'],
  [0.54, 'abxéж_ｱ'],
  [0.6, 'iWa1漢', 'font-family:DejaVu Sans Mono'],
  [0.6, 'iWa1漢', "font-family:'Courier New'"],
  [0.6, 'iWa1漢', 'font-family:consolas'],
  [0.54, 'a', 'font-family:Arial'],
  [0.54 * 1.07, 'a', 'font-weight:bold'],
  [0.54 * 1.07, 'a', 'font-weight:600'],
  [0.54, 'a', 'font-weight:500'],
]
const spaceOf = (style = '') =>
  (/family:[^A]/.test(style) && !style.includes('Arial') ? 0.6 : 0.35) * (/bold|600/.test(style) ? 1.07 : 1)

describe('a line of a label', () => {
  for (const [ems, characters, style] of widths)
    it(`breaks between words that are estimated as wider than its box: ${characters} ${style ?? ''}`, () => {
      for (const character of characters)
        for (const size of [16, 20]) {
          const word = character.repeat(10)
          const needed = (20 * ems + spaceOf(style)) * size
          const lines = (width: number) => linesOf(`${word} ${word}`, width, 200, `font-size:${size}px;${style}`).length
          assert.deepEqual([lines(needed - 0.01), lines(needed + 0.01)], [2, 1], `${character} ${size}`)
        }
    })

  /** A hundred of these words are as wide as the box. */
  const wordsInFirst = (count: number, height: number | string, style = '') =>
    linesOf('i '.repeat(count), 100 * (0.26 + 0.35) * 16, height, `line-height:20px;${style}`)[0]?.split(' ').length

  it('is as wide as the others, if the tool made the box as high as its lines', () => {
    const rows: [words: number, inFirst: number][] = [
      [150, 75],
      [151, 80],
      [160, 80],
      [161, 85],
      [170, 85],
      [171, 90],
      [181, 95],
      [191, 100],
      [200, 100],
      [201, 105],
      [211, 110],
      [221, 120],
      [241, 135],
      [271, 150],
      [300, 150],
      [301, 100],
    ]
    for (const [words, inFirst] of rows) assert.equal(wordsInFirst(words, 40), inFirst, String(words))
  })

  it('is not broken for a box whose height is nearly that of some lines, but not quite', () => {
    for (const height of [60, 60.9, 59.1]) assert.equal(wordsInFirst(170, height), 75, String(height))
    for (const height of [61.1, 58.9, '60%']) assert.equal(wordsInFirst(170, height), 85, String(height))
    assert.equal(wordsInFirst(170, 60, 'height:60px'), 85)
  })

  it('may be one of as many as a label may have', () => {
    const outcome = (count: number) => {
      const [wrapped, written] = ['a '.repeat(count), 'a<br/>'.repeat(count)]
      return [wrapped, written].map((inside) => sanitizeSvg(inSvg(label(inside, 'width="1" height="1"'))).outcome)
    }
    assert.deepEqual(outcome(fixed.svgLabelLinesMax), ['clean', 'clean'])
    assert.deepEqual(outcome(fixed.svgLabelLinesMax + 1), ['forbidden', 'forbidden'])
  })

  it('may be as deep inside the drawing as elements may be', () => {
    const outcome = (depth: number) =>
      sanitizeSvg(
        inSvg('<g>'.repeat(depth) + label('<b>a</b>', 'width="9" height="9"', 'color:red') + '</g>'.repeat(depth)),
      ).outcome
    assert.deepEqual([fixed.svgDepthMax - 6, fixed.svgDepthMax - 5, fixed.svgDepthMax - 4].map(outcome), [
      'clean',
      'clean',
      'forbidden',
    ])
  })
})

const plain = [
  'Ada',
  '<a href="https://example.org/">Ada</a>',
  '<a href="mailto:a@example.org">Ada</a>',
  '<a href="#a">Ada</a>',
  '<b title="x" class="y" id="z" data-a="1">Ada</b>',
  '<blockquote>Ada</blockquote>',
  '<ol><li>Ada</li></ol>',
  '<p style="position:absolute">Ada</p>',
  '',
]
const more = [
  '<a href="javascript:alert(1)">Ada</a>',
  '<a href="  JavaScript:alert(1)">Ada</a>',
  '<a href="vbscript:x">Ada</a>',
  '<b href="https://example.org/">Ada</b>',
  '<a src="https://example.org/">Ada</a>',
  '<p onclick="x()">Ada</p>',
  '<p ONCLICK="x()">Ada</p>',
  '<img/>',
  '<table/>',
  '<svg xmlns="http://www.w3.org/2000/svg"/>',
  '<b xmlns="http://www.w3.org/2000/svg">Ada</b>',
  '<b xmlns="">Ada</b>',
  '<p style="background:url(https://example.org/a.png)">Ada</p>',
]

describe('HTML in a drawing', () => {
  const outcome = (inside: string) => sanitizeSvg(inSvg(label(inside, 'width="90" height="9"'))).outcome
  for (const inside of plain) it(`is a label: ${inside}`, () => assert.equal(outcome(inside), 'clean'))
  for (const inside of more) it(`is more than a label: ${inside}`, () => assert.equal(outcome(inside), 'forbidden'))
})

const html = label('Ada', 'width="90" height="9"')
const table = label('<table/>', 'width="90" height="9"')
const fallback = '<text>Bob</text>'
/** What a <switch> contains, and the names of the elements that stay, or nothing if the drawing is refused. */
const switches: [inside: string, names: string | undefined][] = [
  [html, 'g text tspan'],
  [html + fallback, 'g text tspan'],
  [`${html}${fallback}<rect/>${fallback}`, 'g text tspan rect'],
  [`${html}<g>${fallback}</g>`, 'g text tspan g text'],
  [fallback + html, 'text g text tspan'],
  [html + html, 'g text tspan g text tspan'],
  [table + fallback, 'text'],
  [`${table}<rect/>`, 'rect'],
  [table + html, undefined],
  [table + table + fallback, 'text'],
  [`${table}<p ${xhtml}/>`, undefined],
  [`${table}<o:x xmlns:o="urn:o"/>`, undefined],
  [fallback + table, undefined],
  [table, undefined],
  [`<g>${table}${fallback}</g>`, undefined],
  ...['image', 'img', 'IMG', 'foreignObject', 'table'].map((name): [string, string] => [
    label(`<i><${name}/></i>`, '') + fallback,
    'text',
  ]),
  ...['script', 'iframe', 'object', 'embed'].map((name): [string, undefined] => [
    label(`<i><${name}/></i>`, '') + fallback,
    undefined,
  ]),
  [label('<table onclick="x()"/>', '') + fallback, undefined],
  [label('<table><b onload="x()"/></table>', '') + fallback, undefined],
  [label('<table/>', 'onload="x()"') + fallback, undefined],
]

describe('a <switch> with HTML', () => {
  for (const [inside, names] of switches)
    it(`${names ? `keeps ${names}` : 'is refused'}: ${inside.replaceAll(xhtml, '')}`, () => {
      const found = sanitizeSvg(inSvg(`<switch>${inside}</switch>`))
      const kept = found.outcome === 'clean' ? found.canonical : undefined
      assert.equal(
        kept &&
          [...kept.matchAll(/<([a-z]\w*)/g)]
            .map(([, name]) => name)
            .slice(2)
            .join(' '),
        names,
      )
    })
})
