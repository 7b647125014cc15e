/** What readers see of a moving drawing who asked for less motion. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { sanitizeSvg } from '../../../../src/articles/checks/svg/sanitize.ts'
import { LastFrames } from '../../../../src/articles/checks/svg/still-css.ts'

/** What moves, and its still form; null for what does not move by itself. */
const cases: readonly (readonly [string, string | null])[] = [
  [
    '<rect width="9" height="9"><animate attributeName="x" to="5" dur="9s" fill="freeze"/></rect>',
    '<rect height="9" width="9" x="5"/>',
  ],
  ['<rect width="9" height="9"><animate attributeName="x" to="5" dur="9s"/></rect>', '<rect height="9" width="9"/>'],
  [
    '<rect width="9" height="9"><animate attributeName="x" values="1; 2 ;3;" dur="9s" fill="freeze"/></rect>',
    '<rect height="9" width="9" x="3"/>',
  ],
  [
    '<rect width="9" height="9"><animate attributeName="x" values="1;2" to="7" dur="9s" fill="freeze" repeatCount="indefinite"/></rect>',
    '<rect height="9" width="9"/>',
  ],
  [
    '<rect width="9" height="9"><animate attributeName="x" to="7" dur="9s" fill="freeze" repeatDur="indefinite"/></rect>',
    '<rect height="9" width="9"/>',
  ],
  [
    '<rect width="9" height="9"><animate attributeName="x" to="7" dur="9s" fill="freeze" repeatCount="3"/></rect>',
    '<rect height="9" width="9" x="7"/>',
  ],
  [
    '<rect width="9" height="9"><animate attributeName="x" to="7" dur="9s" fill="freeze" begin="click"/></rect>',
    '<rect height="9" width="9"/>',
  ],
  [
    '<rect width="9" height="9"><animate attributeName="x" to="7" dur="9s" fill="freeze" begin="click;2s"/></rect>',
    '<rect height="9" width="9" x="7"/>',
  ],
  [
    '<rect width="9" height="9"><animate attributeName="x" to="7" dur="9s" fill="freeze" begin="a.end+1s"/></rect>',
    '<rect height="9" width="9" x="7"/>',
  ],
  [
    '<rect width="9" height="9"><animate attributeName="x" to="7" dur="9s" fill="freeze" begin="indefinite"/></rect>',
    '<rect height="9" width="9"/>',
  ],
  [
    '<rect width="9" height="9"><animate attributeName="x" to="7" dur="9s" fill="freeze" begin="-.5s"/></rect>',
    '<rect height="9" width="9" x="7"/>',
  ],
  ['<rect width="9" height="9"><set attributeName="x" to="7"/></rect>', '<rect height="9" width="9" x="7"/>'],
  [
    '<rect width="9" height="9"><set attributeName="x" to="7" dur="indefinite"/></rect>',
    '<rect height="9" width="9" x="7"/>',
  ],
  ['<rect width="9" height="9"><set attributeName="x" to="7" dur="3s"/></rect>', '<rect height="9" width="9"/>'],
  ['<rect width="9" height="9"><set attributeName="x" to="7" end="3s"/></rect>', '<rect height="9" width="9"/>'],
  [
    '<rect width="9" height="9"><set attributeName="x" to="7" dur="3s" fill="freeze"/></rect>',
    '<rect height="9" width="9" x="7"/>',
  ],
  [
    '<rect width="9" height="9"><animate attributeName="fill" to="red" dur="9s" fill="freeze"/></rect>',
    '<rect height="9" style="fill:red" width="9"/>',
  ],
  [
    '<rect width="9" height="9" style="stroke:blue"><animate attributeName="fill" to="red" dur="9s" fill="freeze"/><animate attributeName="opacity" to=".5" dur="9s" fill="freeze"/></rect>',
    '<rect height="9" style="stroke:blue;fill:red;opacity:.5" width="9"/>',
  ],
  [
    '<rect width="9" height="9" transform="scale(2)"><animateTransform attributeName="transform" type="rotate" to="90" dur="9s" fill="freeze"/></rect>',
    '<rect height="9" transform="rotate(90)" width="9"/>',
  ],
  [
    '<rect width="9" height="9" transform="scale(2)"><animateTransform attributeName="transform" type="rotate" to="90" additive="sum" dur="9s" fill="freeze"/></rect>',
    '<rect height="9" transform="scale(2) rotate(90)" width="9"/>',
  ],
  [
    '<rect width="9" height="9"><animateTransform attributeName="transform" type="rotate" to="90" additive="sum" dur="9s" fill="freeze"/></rect>',
    '<rect height="9" transform="rotate(90)" width="9"/>',
  ],
  [
    '<rect width="9" height="9"><animateTransform attributeName="transform" to="9" dur="9s" fill="freeze"/><animateTransform attributeName="transform" type="scale" to="2" additive="sum" dur="9s" fill="freeze"/></rect>',
    '<rect height="9" transform="translate(9) scale(2)" width="9"/>',
  ],
  [
    '<rect width="9" height="9"><animateMotion dur="9s" path="M0 0H9" fill="freeze"/></rect>',
    '<rect height="9" width="9"/>',
  ],
  [
    '<rect width="9" height="9"><animateMotion attributeName="x" to="5" dur="9s" path="M0 0H9" fill="freeze"/></rect>',
    '<rect height="9" width="9"/>',
  ],
  [
    '<rect id="r" width="9" height="9"/><rect id="r" width="8" height="8"/><animate href="#r" attributeName="x" to="5" dur="9s" fill="freeze"/>',
    '<rect height="9" id="r" width="9" x="5"/><rect height="8" id="r" width="8"/>',
  ],
  [
    '<rect width="9" height="9"/><rect id="" width="8" height="8"/><animate href="#" attributeName="x" to="5" dur="9s" fill="freeze"/>',
    '<rect height="9" width="9"/><rect height="8" id="" width="8"/>',
  ],
  [
    '<rect width="9" height="9"><animate attributeName="x" to=" " dur="9s" fill="freeze"/></rect>',
    '<rect height="9" width="9"/>',
  ],
  [
    '<style>@keyframes k{to{opacity:1}}</style><rect width="9" height="9" style="animation:k 9s forwards;fill:red"></rect><rect width="9" height="9" style="animation:k 9s;fill:red"></rect>',
    '<style></style><rect height="9" style="fill:red;opacity:1!important" width="9"/><rect height="9" style="fill:red" width="9"/>',
  ],
  ['<rect width="9" height="9"><animate attributeName="x" to="5"/></rect>', '<rect height="9" width="9"/>'],
  [
    '<style>@keyframes k{to{opacity:1!important;fill:red}}rect{--x:{b:c};animation:k 9s forwards}</style><rect width="9" height="9"></rect>',
    '<style>rect{--x:{b:c};fill:red!important;}</style><rect height="9" width="9"/>',
  ],
  [
    '<rect id="r" width="9" height="9"/><animate href="#r" attributeName="x" to="5" dur="9s" fill="freeze"/><animate href="#no" attributeName="x" to="6" dur="9s" fill="freeze"/>',
    '<rect height="9" id="r" width="9" x="5"/>',
  ],
  [
    '<style>@keyframes k{from{opacity:0}to{opacity:1}}rect{animation:k 9s forwards}</style><rect width="9" height="9"></rect>',
    '<style>rect{opacity:1!important;}</style><rect height="9" width="9"/>',
  ],
  [
    '<style>@keyframes k{from{opacity:0}100%{opacity:1;fill:red}}rect{fill:blue;animation:k 9s both;stroke:red}</style><rect width="9" height="9"></rect>',
    '<style>rect{fill:blue;stroke:red;opacity:1!important;fill:red!important;}</style><rect height="9" width="9"/>',
  ],
  [
    '<style>@keyframes k{to{opacity:1}}rect{animation:k 9s}</style><rect width="9" height="9"></rect>',
    '<style>rect{}</style><rect height="9" width="9"/>',
  ],
  [
    '<style>@keyframes k{to{opacity:1}}rect{animation:k 9s infinite forwards}</style><rect width="9" height="9"></rect>',
    '<style>rect{}</style><rect height="9" width="9"/>',
  ],
  [
    '<style>@keyframes k{to{opacity:1}}rect{animation:k 9s alternate forwards}</style><rect width="9" height="9"></rect>',
    '<style>rect{}</style><rect height="9" width="9"/>',
  ],
  [
    '<style>@keyframes k{to{opacity:1}}rect{animation-name:k;animation-duration:9s;animation-fill-mode:forwards}</style><rect width="9" height="9"></rect>',
    '<style>rect{opacity:1!important;}</style><rect height="9" width="9"/>',
  ],
  [
    '<style>@keyframes k{to{opacity:1}}@keyframes l{50%,to{fill:red}}rect{animation:k 9s forwards,l 9s}circle{animation:l 9s steps(2,end) forwards,k 9s infinite forwards}</style><rect width="9" height="9"></rect><circle r="3"/>',
    '<style>rect{opacity:1!important;}circle{fill:red!important;}</style><rect height="9" width="9"/><circle r="3"/>',
  ],
  [
    '<style>@media screen{@keyframes k{to{opacity:1;animation-timing-function:ease}}rect{animation:k 9s forwards}}rect{fill:red}</style><rect width="9" height="9"></rect>',
    '<style>@media screen{rect{opacity:1!important;}}rect{fill:red;}</style><rect height="9" width="9"/>',
  ],
  [
    '<style>@keyframes k{to{opacity:1}}</style><rect width="9" height="9" style="fill:red;animation:k 9s forwards"></rect><rect width="9" height="9" style="animation:k 9s"></rect>',
    '<style></style><rect height="9" style="fill:red;opacity:1!important" width="9"/><rect height="9" width="9"/>',
  ],
  [
    '<style>@keyframes k{to{opacity:1}}rect{fill:red}rect:hover{transition:fill 1s;fill:blue}circle{animation:k 9s}</style><rect width="9" height="9"></rect><circle r="3"/>',
    '<style>rect{fill:red;}rect:hover{fill:blue;}circle{}</style><rect height="9" width="9"/><circle r="3"/>',
  ],
  ['<style>@keyframes k{to{opacity:1}}rect{fill:red}</style><rect width="9" height="9"></rect>', null],
  ['<style>rect{transition:fill 1s}</style><rect width="9" height="9"></rect>', null],
]

describe('the still form of a drawing', () => {
  it('has the last values of what ends and stays, and the own values of everything else', () => {
    for (const [inside, still] of cases) {
      const found = sanitizeSvg(`<svg xmlns="http://www.w3.org/2000/svg">${inside}</svg>`)
      assert.equal(found.outcome, 'clean', inside)
      const shown = found.outcome === 'clean' ? found.still : ''
      assert.equal(shown === null ? null : shown.replace(/^<svg[^>]*>|<\/svg>$/g, ''), still, inside)
    }
  })
})

describe('the last values of animations', () => {
  it('are added up to a length in all', () => {
    const frames = new LastFrames('opacity:1!important;'.length)
    frames.read('@keyframes k{to{opacity:1}}@keyframes l{to{fill:red}}@keyframes none{from{fill:red}}')
    const given = ['k 9s forwards', 'l 9s forwards', 'm 9s forwards'].map((one) => frames.leftBy([`animation:${one}`]))
    assert.deepEqual(given, ['opacity:1!important;', '', ''])
  })
})
