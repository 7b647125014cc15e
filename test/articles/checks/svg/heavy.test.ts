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
    assert.equal(problemsOf(sanitizeSvg(source.replace('</svg>', '<script/></svg>'))).length, 2)
  })
})

describe('a drawing that is not too costly', () => {
  const inSvg = (inside: string) => `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100">${inside}</svg>`
  const many = (times: number, text: (n: number) => string) => Array.from({ length: times }, (_, n) => text(n)).join('')
  const cheap: Record<string, string> = {
    'many small points': many(15_000, (n) => `<circle cx="${n % 100}" cy="${n % 97}" r=".5" fill-opacity=".5"/>`),
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
  for (const [name, inside] of Object.entries(cheap))
    it(`passes: ${name}`, () => assert.deepEqual(problemsOf(sanitizeSvg(inSvg(inside))), []))
})
