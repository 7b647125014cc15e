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
  'a curve of time and a delay': styled(
    '@keyframes b{50%{opacity:0}}.a{animation:b .1s cubic-bezier(.4,0,.6,1) 2s infinite}',
  ),
  'a duration in a variable': styled('@keyframes b{50%{filter:invert(1)}}.a{--d:80ms;animation:b var(--d) infinite}'),
  'a style attribute': svg(
    '<style>@keyframes b{50%{opacity:0}}</style><rect style="animation:b 0.1s infinite" width="9" height="9"/>',
  ),
  'a rule inside of another, after a string with braces': styled(
    "@keyframes b{50%{opacity:0}}text{font-family:'}{';}@media screen{.a{animation:b 80ms infinite}}",
  ),
}

/** Each of these animations alone flashes three times a second at most. */
const blink = (begin: number) =>
  `<rect width="9" height="9"><animate attributeName="opacity" values="0;1;0" dur=".4s" begin="${begin}s" repeatCount="indefinite"/></rect>`
const times = (count: number, text: (n: number) => string) => Array.from({ length: count }, (_, n) => text(n)).join('')
const together: Record<string, string> = {
  'two over each other, one after the other': svg(blink(0) + blink(0.13)),
  'two on one element': rect(
    '<animate attributeName="opacity" values="0;1;0" dur=".4s" repeatCount="indefinite"/><animate attributeName="fill" values="#000;#fff;#000" dur=".37s" repeatCount="indefinite"/>',
  ),
  'a group and what is in it': svg(
    `<g>${blink(0)}<animate attributeName="opacity" values="0;1;0" dur=".35s" repeatCount="indefinite"/></g>`,
  ),
  'many that last long, and flash one after the other': svg(
    times(
      10,
      (n) =>
        `<rect width="9" height="9"><animate attributeName="opacity" values="0;1;0;0" keyTimes="0;.005;.01;1" dur="10s" begin="${n / 20}s" repeatCount="indefinite"/></rect>`,
    ),
  ),
  'many that are set once': svg(
    times(
      9,
      (n) => `<rect width="9" height="9"><set attributeName="opacity" to="0" begin="${n / 10}s" dur=".05s"/></rect>`,
    ),
  ),
  'tiles, each of two': svg(
    times(16, (n) =>
      [0, 0.13]
        .map((delay) =>
          blink(delay).replace(
            'width="9" height="9"',
            `x="${(n % 4) * 2.25}" y="${Math.floor(n / 4) * 2.25}" width="2.25" height="2.25"`,
          ),
        )
        .join(''),
    ),
  ),
  'keyframes with a delay': svg(
    `<style>@keyframes b{50%{opacity:0}}rect{animation:b .4s infinite}.c{animation-delay:.1s}</style><rect width="9" height="9"/><rect class="c" width="9" height="9"/>`,
  ),
  'keyframes and an animation element': svg(
    `<style>@keyframes b{50%{opacity:0}}.c{animation:b .4s steps(1) infinite}</style><rect class="c" width="9" height="9"/>${blink(0.1)}`,
  ),
  'delays before and after the beginning': svg(
    `<style>@keyframes b{50%{opacity:0}}.c{animation:b .4s .05s infinite}.d{animation:b .4s -.05s infinite}</style><rect class="c" width="9" height="9"/><rect class="d" width="9" height="9"/>`,
  ),
  'delays that are computed': svg(
    `<style>@keyframes b{50%{opacity:0}}rect{animation:b .4s infinite}</style><rect style="animation-delay:calc(.1s*1)" width="9" height="9"/><rect style="animation-delay:calc(.1s*3)" width="9" height="9"/>`,
  ),
  'stops of one gradient': svg(
    `<linearGradient id="g"><stop stop-color="#000"><animate attributeName="stop-color" values="#000;#fff;#000" dur=".4s" repeatCount="indefinite"/></stop><stop stop-color="#fff"><animate attributeName="stop-color" values="#000;#fff;#000" dur=".37s" repeatCount="indefinite"/></stop></linearGradient><rect fill="url(#g)" width="9" height="9"/>`,
  ),
  'a picture that is moved in': svg(
    `<style>rect{transform:translate(-20px)}</style>${(blink(0) + blink(0.13)).replaceAll('<rect', '<rect x="20"')}`,
  ),
}

/** Twenty black stripes, half a unit wide each, in a picture of nine. */
const stripes = times(40, (n) => `<rect x="${n - 20}" width=".5" height="9"/>`)
const shift = (values: string, dur: string, more = '') =>
  `<animateTransform attributeName="transform" type="translate" values="${values}" dur="${dur}" repeatCount="indefinite" ${more}/>`
const tiled = (inside: string, more = '') =>
  svg(
    `<pattern id="p" width="1" height="9" patternUnits="userSpaceOnUse"><rect width=".5" height="9"/>${inside}</pattern><rect x="-20" width="40" height="9" fill="url(#p)">${more}</rect>`,
  )
const moving: Record<string, string> = {
  'a group': svg(`<g>${stripes}${shift('0;8', '2s')}</g>`),
  'a group that jumps to and fro': svg(`<g>${stripes}${shift('0;.5', '.2s', 'calcMode="discrete"')}</g>`),
  'a long way, once': svg(`<g>${stripes}${shift('0;20', '4s').replace('repeatCount="indefinite"', '')}</g>`),
  'a group by keyframes': svg(
    `<style>@keyframes m{to{transform:translateX(8px)}}g{animation:m 2s linear infinite}</style><g>${stripes}</g>`,
  ),
  'one path': svg(`<path d="${times(40, (n) => `M${n - 20} 0h.5v9h-.5z`)}">${shift('0;8', '2s')}</path>`),
  'lines down the picture': svg(
    `<g stroke="#000" stroke-width=".5">${times(40, (n) => `<path d="M0 ${n - 20}h9"/>`)}<animateMotion path="M0 0V8" dur="2s" repeatCount="indefinite"/></g>`,
  ),
  'each by its own': svg(
    times(
      40,
      (n) =>
        `<rect x="${n - 20}" width=".5" height="9"><animate attributeName="x" from="${n - 20}" to="${n - 12}" dur="2s" repeatCount="indefinite"/></rect>`,
    ),
  ),
  'a pattern with what it fills': tiled('', shift('0;8', '2s')),
  'a pattern in what it fills': tiled('<animate attributeName="x" values="0;8" dur="2s" repeatCount="indefinite"/>'),
  'a pattern by its transform': tiled(shift('0;8', '2s').replace('"transform"', '"patternTransform"')),
  'a gradient that is repeated': svg(
    `<linearGradient id="g" x2="1" gradientUnits="userSpaceOnUse" spreadMethod="repeat"><stop/><stop offset="1" stop-color="#fff"/>${shift('0;8', '2s').replace('"transform"', '"gradientTransform"')}</linearGradient><rect width="9" height="9" fill="url(#g)"/>`,
  ),
  'dashes along a thick line': svg(
    '<path d="M0 4.5H9" stroke="#000" stroke-width="9" stroke-dasharray=".5"><animate attributeName="stroke-dashoffset" values="0;8" dur="2s" repeatCount="indefinite"/></path>',
  ),
  'the picture over them': svg(
    `${stripes}<animate attributeName="viewBox" values="0 0 9 9;8 0 9 9" dur="2s" repeatCount="indefinite"/>`,
  ),
}

const calm: Record<string, string> = {
  'stripes that move slowly': svg(`<g>${stripes}${shift('0;5', '2s')}</g>`),
  'stripes that move along themselves': svg(`<g>${stripes}${shift('0;0 20', '1.5s')}</g>`),
  'stripes that return to the same picture': tiled('', shift('0;1', '.4s')),
  'small stripes that move': svg(`<g>${stripes.replaceAll('height="9"', 'height="2"')}${shift('0;8', '2s')}</g>`),
  'a large shape that crosses the picture': svg(`<g><circle r="4"/>${shift('-9 4;18 4', '1.5s')}</g>`),
  'stripes that are moved in': svg(`<g>${stripes}${shift('20;0', '.8s').replace('repeatCount="indefinite"', '')}</g>`),
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
  'a short delay after a curve of time': styled(
    '@keyframes b{50%{opacity:0}}.a{animation:b 2s cubic-bezier(.4,0,.6,1) .1s infinite}',
  ),
  'two at the same time': svg(blink(0) + blink(0)),
  'small ones beside each other': svg(
    times(9, (n) => blink(n / 20).replace('width="9" height="9"', `x="${n}" width=".9" height="9"`)),
  ),
  'small ones over each other': svg((blink(0) + blink(0.13)).replaceAll('width="9"', 'width="1.5"')),
  'slides, one every two seconds': svg(
    times(
      10,
      (n) =>
        `<rect width="9" height="9"><animate attributeName="visibility" values="visible;hidden" keyTimes="0;.1" calcMode="discrete" dur="20s" begin="${n * 2}s" repeatCount="indefinite"/></rect>`,
    ),
  ),
  'many slow fades': svg(
    times(
      20,
      (n) =>
        `<rect width="9" height="9"><animate attributeName="opacity" values="0;1;0" dur="${2 + n / 7}s" repeatCount="indefinite"/></rect>`,
    ),
  ),
  'a chain without an end': rect(
    '<set id="a" attributeName="opacity" to="0" begin="0s" dur="0.05s"/><set attributeName="opacity" to="1" begin="a.end" dur="0.05s"/>',
  ),
}

describe('flashing', () => {
  for (const [name, source] of Object.entries({ ...flashing, ...together, ...moving }))
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

  it(`is found in none of ${animated.length} real animated drawings`, () => {
    for (const { name, source } of animated) assert.equal(sanitizeSvg(source).outcome, 'clean', name)
  })
})
