/** A drawing that flashes more than three times a second is refused, with what to do; others that move pass. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { sanitizeSvg } from '../../../../src/articles/checks/svg/sanitize.ts'
import { animated } from './corpus/drawings.ts'

const svg = (content: string) => `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9">${content}</svg>`
const rect = (content: string) => svg(`<rect width="9" height="9">${content}</rect>`)
const styled = (css: string) => svg(`<style>${css}</style><rect class="a" width="9" height="9"/>`)

const flashing: Record<string, string> = {
  'red and white, twelve a second': rect(
    '<animate attributeName="fill" values="red;white" calcMode="discrete" dur="0.0833s" repeatCount="indefinite"/>',
  ),
  'opacity from and to': rect('<animate attributeName="opacity" from="0" to="1" dur="200ms" repeatCount="99"/>'),
  'a burst in a long animation': rect(
    '<animate attributeName="visibility" values="visible;hidden;visible;hidden;visible;hidden;visible;hidden;visible" keyTimes="0;0.01;0.02;0.03;0.04;0.05;0.06;0.07;1" dur="10s"/>',
  ),
  'two that start each other': rect(
    '<set id="a" attributeName="fill" to="#fff" begin="0s;b.end" dur="0.05s"/><set id="b" attributeName="fill" to="#000" begin="a.end" dur="0.05s"/>',
  ),
  'many starts': rect(
    `<animate attributeName="opacity" values="1;0;1" dur="0.1s" begin="${Array.from({ length: 9 }, (_, n) => `${n / 10}s`).join(';')}"/>`,
  ),
  keyframes: styled('@keyframes b{50%{opacity:0}}.a{animation:b 80ms infinite}'),
  'keyframes that alternate': styled(
    '@keyframes b{from{fill:#000}to{fill:#fff}}.a{animation:b .1s infinite alternate}',
  ),
  'steps in many frames': styled(
    `@keyframes b{${Array.from({ length: 21 }, (_, n) => `${n * 5}%{fill:${n % 2 ? 'rgb(255, 0, 0)' : 'white'}}`).join('')}}.a{animation:b 2s steps(1) infinite}`,
  ),
  'a duration elsewhere': styled(
    '@keyframes b{50%{visibility:hidden}}.a{animation-name:b;animation-iteration-count:infinite}rect{animation-duration:8e-2s}',
  ),
  'a duration in a variable': styled('@keyframes b{50%{filter:invert(1)}}.a{--d:80ms;animation:b var(--d) infinite}'),
  'a style attribute': svg(
    '<style>@keyframes b{50%{opacity:0}}</style><rect style="animation:b 0.1s infinite" width="9" height="9"/>',
  ),
  'a rule inside of another, after a string with braces': styled(
    "@keyframes b{50%{opacity:0}}text{font-family:'}{';}@media screen{.a{animation:b 80ms infinite}}",
  ),
}

const calm: Record<string, string> = {
  'three a second': rect('<animate attributeName="opacity" values="0;1;0" dur="0.3334s" repeatCount="indefinite"/>'),
  'a quick change, once': rect('<animate attributeName="opacity" from="0" to="1" dur="0.05s" fill="freeze"/>'),
  'a quick change of a small difference': rect(
    '<animate attributeName="opacity" values="1;.95" dur="0.05s" repeatCount="indefinite"/>',
  ),
  'a quick turn': rect(
    '<animateTransform attributeName="transform" type="rotate" values="0;360" dur="0.1s" repeatCount="indefinite"/>',
  ),
  'a slow ramp in many steps': styled(
    `@keyframes b{${Array.from({ length: 101 }, (_, n) => `${n}%{opacity:${n / 100}}`).join('')}}.a{animation:b 1s infinite}`,
  ),
  'delays that are short': styled(
    '@keyframes b{50%{opacity:0}}.a{animation:b 1s infinite}.b{animation-delay:.1s}.c{animation-delay:.2s}',
  ),
  'a chain without an end': rect(
    '<set id="a" attributeName="opacity" to="0" begin="0s" dur="0.05s"/><set attributeName="opacity" to="1" begin="a.end" dur="0.05s"/>',
  ),
}

describe('flashing', () => {
  for (const [name, source] of Object.entries(flashing))
    it(`is refused: ${name}`, () => {
      const answer = sanitizeSvg(source)
      assert.equal(answer.outcome, 'forbidden', JSON.stringify(answer))
      assert.match(JSON.stringify(answer), /flash at most 3 times a second.*longer/)
    })

  for (const [name, source] of Object.entries(calm))
    it(`is not: ${name}`, () => assert.equal(sanitizeSvg(source).outcome, 'clean'))

  it('is found in the largest drawings without much work', () => {
    const frames = Array.from({ length: 15_000 }, (_, n) => `${n % 101}%{opacity:.5${n % 2}}`).join('')
    const rules = Array.from({ length: 5_000 }, (_, n) => `.a${n}{animation:b ${n + 9}s ${n} infinite}`).join('')
    assert.equal(sanitizeSvg(styled(`@keyframes b{${frames}}${rules}`)).outcome, 'clean')
    const chain = Array.from(
      { length: 5_000 },
      (_, n) => `<set id="s${n}" attributeName="fill" to="red" begin="s${n + 1}.end" dur="1s"/>`,
    )
    assert.equal(sanitizeSvg(rect(chain.join(''))).outcome, 'clean')
  })

  it(`is in none of ${animated.length} real animated drawings`, () => {
    for (const { name, source } of animated) assert.equal(sanitizeSvg(source).outcome, 'clean', name)
  })
})
