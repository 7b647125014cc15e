/** What a browser would need long to paint fails the check, with the cause; the same idea in a small dose passes. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { sanitizeSvg } from '../../../../src/articles/checks/svg/sanitize.ts'
import { problemsOf } from '../../../../src/articles/checks/svg-safety.ts'
import { heavy } from './corpus/heavy.ts'

describe('a drawing that is too costly to paint', () => {
  for (const { name, source, because } of heavy)
    it(`fails with its cause: ${name}`, () => {
      const found = sanitizeSvg(source)
      assert.equal(found.outcome, 'forbidden')
      assert.ok(
        problemsOf(found).some((problem) => because.test(problem)),
        problemsOf(found).join('\n'),
      )
    })

  it('is refused with this and its other problems', () => {
    const [{ source }] = heavy as [(typeof heavy)[number]]
    const problemsWith = (more: string) => problemsOf(sanitizeSvg(source.replace('</svg>', `${more}</svg>`)))
    assert.equal(problemsWith('<script/>').length, 2)
    const blink = '<animate attributeName="opacity" values="0;1;0" dur=".1s" repeatCount="indefinite"/>'
    assert.match(problemsWith(`<rect width="99" height="99">${blink}</rect>`).join(), /flash at most/)
  })

  it('is not followed as it moves', () => {
    const [{ source }] = heavy as [(typeof heavy)[number]]
    const stripes = Array.from({ length: 40 }, (_, n) => `<rect x="${n * 4}" width="2" height="99"/>`).join('')
    const moving = `<g>${stripes}<animateTransform attributeName="transform" type="translate" values="0;-60" dur="1s" repeatCount="indefinite"/></g></svg>`
    assert.match(
      problemsOf(sanitizeSvg(`${source.slice(0, source.indexOf('>') + 1)}${moving}`)).join(),
      /flash at most/,
    )
    assert.equal(problemsOf(sanitizeSvg(source.replace('</svg>', moving))).length, 1)
  })
})

describe('a drawing that is not too costly', () => {
  const inSvg = (inside: string) => `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100">${inside}</svg>`
  const many = (times: number, text: (n: number) => string) => Array.from({ length: times }, (_, n) => text(n)).join('')
  const cheap: Record<string, string> = {
    'many small points': many(15_000, (n) => `<circle cx="${n % 100}" cy="${n % 97}" r=".5" fill-opacity=".5"/>`),
    'arcs of enormous circles, which are nearly lines': `<path d="M9 9${many(99, (n) => `a295794.354 295794.354 0 00${n % 3}.536-3.277`)}z"/>`,
    'many shapes beside the picture': many(9_000, (n) => `<rect x="${200 + n}" width="100" height="100"/>`),
    'a shadow under each of fifty boxes': `<filter id="f"><feDropShadow/></filter>${many(50, (n) => `<rect x="${(n % 10) * 10}" y="${Math.floor(n / 10) * 10}" width="8" height="8" filter="url(#f)"/>`)}`,
    'a long filter that uses each result once': `<filter id="f">${many(24, () => '<feOffset dx=".1"/><feBlend in2="SourceGraphic"/>')}</filter><rect width="9" height="9" filter="url(#f)"/>`,
    'a dashed grid': many(100, (n) => `<path stroke="#ccc" stroke-dasharray="1 1" d="M0 ${n}H100M${n} 0V100"/>`),
    'a long curve': `<path fill="none" stroke="red" d="M0 50${many(20_000, (n) => `L${n / 200} ${50 + (n % 3)}`)}"/>`,
    'a spinning shape':
      '<rect width="9" height="9"><animateTransform attributeName="transform" type="rotate" values="0;360" dur="2s" repeatCount="indefinite"/></rect>',
    'a shape that CSS lets grow from nothing':
      '<style>@keyframes k{0%{transform:scale(0,0)}}path{animation:k 1s both}</style><path d="M9 9h9v9z" transform="matrix(0,0,0,0,9,9)"/>',
    'bars that each have a rule and an animation': `<style>${many(200, (n) => `.a${n}:hover{fill:red}.b${n}{animation:k${n} 1s both}@keyframes k${n}{0%{opacity:0}100%{opacity:1}}`)}</style>${many(200, (n) => `<rect class="a${n} b${n}" x="${n / 2}" width=".4" height="9"/>`)}`,
    'curves of many points in a frame that opens': `<style>@keyframes k{0%{d:path("M0 0h0v100h0z")}100%{d:path("M0 0h100v100h-100z")}}.k{animation:k 1s both}</style><clipPath id="c"><path class="k" d="M0 0h100v100h-100z"/></clipPath>${many(5, (y) => `<g clip-path="url(#c)"><polyline fill="none" stroke="red" points="${many(900, (n) => `${n / 9},${y * 20 + (n % 3)} `)}"/></g>`)}`,
    'an area that grows with its shadow':
      '<filter id="f" x="-100%" y="-100%" width="300%" height="300%"><feDropShadow dy="1" stdDeviation="1"/></filter><style>@keyframes k{0%{d:path("M9 90h80v0h-80z")}100%{d:path("M9 90h80v-80h-80z")}}path{animation:k 1s both}</style><path d="M9 90h80v-80h-80z" filter="url(#f)"/>',
    'points that appear along a curve of time': `<style>@keyframes k{0%{transform:scale(0,0)}}circle{animation:k 1s cubic-bezier(.65,0,.35,1) both}</style>${many(300, (n) => `<circle cx="${n % 100}" cy="${n % 97}" r=".3"/>`)}`,
    'a part that refers to itself':
      '<g id="a"><use href="#a"/><pattern id="p"><rect fill="url(#p)" mask="url(#m)"/></pattern><mask id="m"><rect mask="url(#m)"/></mask></g>',
    'a shape without a size':
      '<rect fill="url(#nothing)" filter="url(#nothing)" marker-end="url(#nothing)" stroke-dasharray="none"/><path d=""/><use/>',
  }
  Object.assign(cheap, {
    'shapes that a polygon of a thousand points cuts': `<style>rect{clip-path:polygon(${many(1_000, (n) => `${n ? ',' : ''}${n % 100}% ${n % 97}%`)})}</style>${many(5, () => '<rect width="9" height="9"/>')}`,
    'gradients that describe each other':
      '<linearGradient id="a" href="#b"/><linearGradient id="b" href="#a"/><rect width="9" height="9" fill="url(#a)"/>',
    'half a point': '<polyline points="1,1 2,2 3" stroke="red"/>',
    'ten small shadows by CSS': `<rect width="9" height="9" style="filter:${'drop-shadow(0px 0px 1px red) '.repeat(10)}"/>`,
    'a page of text': many(60, (n) => `<text y="${n}" font-size="1.5">${'The quick brown fox. '.repeat(5)}</text>`),
    'labels in ten fonts': many(
      300,
      (n) => `<text x="${n % 90}" y="${n % 99}" font-size="3" font-family="f${n % 10}">Label</text>`,
    ),
    'text in another script': many(60, (n) => `<text y="${n}" font-size="1.5">${'漢字'.repeat(20)}</text>`),
    'letters with a stroke': many(
      20,
      (n) => `<text y="${5 * n}" font-size="3" stroke="red" stroke-width=".1">Stroked</text>`,
    ),
    'bars with gradients': `<linearGradient id="g"><stop/><stop offset="1" stop-color="red"/></linearGradient>${many(500, (n) => `<rect x="${n / 5}" width=".1" height="${n / 5}" fill="url(#g)"/>`)}`,
    'bars with a pattern': `<pattern id="p" width="1" height="1" patternUnits="userSpaceOnUse"><path stroke="red" d="M0 0L1 1"/></pattern>${many(100, (n) => `<rect x="${n}" width=".5" height="50" fill="url(#p)"/>`)}`,
    'points with opacity': many(2_000, (n) => `<circle cx="${n % 100}" cy="${n % 97}" r=".5" opacity=".5"/>`),
    'a map': many(
      300,
      (n) => `<path stroke="red" d="M${n % 90} ${n % 80}${many(60, (at) => `l${at % 3} ${(at * 7) % 5}`)}z"/>`,
    ),
    'lines with arrows': `<marker id="m" markerWidth="4" markerHeight="4"><path d="M0 0L4 2L0 4z"/></marker>${many(300, (n) => `<path stroke="red" stroke-width=".2" marker-end="url(#m)" d="M0 ${n / 3}h50h50"/>`)}`,
    'a hundred shapes that move by CSS': `<style>@keyframes k{to{transform:rotate(1turn)}}rect{animation:k 3s infinite}</style>${many(100, (n) => `<rect x="${n}" width=".5" height="9"/>`)}`,
    'fifty shapes with an animation element each': many(
      50,
      (n) =>
        `<rect x="${n}" width=".5" height="9"><animate attributeName="height" values="9;50" dur="3s" repeatCount="indefinite"/></rect>`,
    ),
    'a chart with rules for everything': `<style>${many(100, (n) => `.a${n}{fill:red}.a${n}{stroke:red}`)}*{stroke-width:.1}</style>${many(2_000, (n) => `<rect class="a${n % 100}" x="${n % 100}" width=".5" height="1"/>`)}`,
  })
  for (const [name, inside] of Object.entries(cheap))
    it(`passes: ${name}`, () => assert.deepEqual(problemsOf(sanitizeSvg(inSvg(inside))), []))

  it('says that a moving drawing may have less, and only then', () => {
    const lines = many(9_500, () => '<rect width="100" height="100"/>')
    const rules = `<style>${many(120, (n) => `g:has(.a${n}) rect{fill:red}`)}</style>${many(900, () => '<rect width="1" height="1"/>')}`
    const moving = '<rect width="1" height="1"><animate attributeName="fill" values="red;blue" dur="9s"/></rect>'
    for (const inside of [lines, rules]) {
      assert.doesNotMatch(problemsOf(sanitizeSvg(inSvg(inside))).join(), /A moving drawing/)
      assert.match(problemsOf(sanitizeSvg(inSvg(moving + inside))).join(), /^.*A moving drawing is painted again/)
    }
  })

  it('may test elements against selectors a million times', () => {
    const tested = (rules: number) => `<style>${'*{fill:red}'.repeat(rules)}</style>${'<g/>'.repeat(998)}`
    const tests = (rules: number) =>
      problemsOf(sanitizeSvg(inSvg(tested(rules)))).filter((one) => /selectors/.test(one))
    assert.deepEqual(tests(500), [])
    const others = '</style><style>@keyframes k{to{fill:red}}@media print{}@layer a{}</style>'
    const withOthers = tested(500).replace('</style><g/>', others)
    assert.deepEqual(
      problemsOf(sanitizeSvg(inSvg(withOthers))).filter((one) => /selectors/.test(one)),
      [],
    )
    assert.equal(tests(501).length, 1)
  })
})
