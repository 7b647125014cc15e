/** A drawing that flashes more than three times a second is refused, with what to do; others that move pass. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { sanitizeSvg } from '../../../../src/articles/checks/svg/sanitize.ts'

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

const quick = 'dur=".2s" repeatCount="indefinite" calcMode="discrete"'
const between = (property: string, values: string) =>
  `<animate attributeName="${property}" values="${values}" ${quick}/>`
const jump = (type: string, values: string) =>
  `<animateTransform attributeName="transform" type="${type}" values="${values}" ${quick}/>`
const blinks = (from: string, to: string, more = '') =>
  styled(`@keyframes b{0%{${from}}50%,100%{${to}}}.a{animation:b .2s steps(1) infinite;${more}}`)
const filtered = (primitive: string) =>
  svg(`<filter id="f">${primitive}</filter><rect width="9" height="9" filter="url(#f)"/>`)

/** What changes is neither brightness nor colour, and yet all of the picture flashes. */
const changing: Record<string, string> = {
  'a width': rect(between('width', '0;9')),
  'a width of a rectangle that has none': svg(`<rect height="9">${between('width', '0;9')}</rect>`),
  'a radius': svg(`<circle>${between('r', '0;9')}</circle>`),
  'an outline': svg(`<path d="M0 0">${between('d', 'M0 0;M0 0H9V9H0z')}</path>`),
  'an outline by CSS': svg(
    `<style>@keyframes b{0%{d:path('M0 0')}50%,100%{d:path('M0 0H9V9H0z')}}path{animation:b .2s steps(1) infinite}</style><path/>`,
  ),
  'the width of a stroke': svg(`<path d="M0 4H9" stroke="red">${between('stroke-width', '0;9')}</path>`),
  'a class': svg(`<style>.b{fill:#fff}</style><rect width="9" height="9">${between('class', 'a;b')}</rect>`),
  'a scale': rect(jump('scale', '0;1')),
  'a scale that grows and shrinks': rect(jump('scale', '0;1;0').replace('calcMode="discrete"', '')),
  'a turn': rect(jump('rotate', '0;180')),
  'turns without a jump': rect(
    '<animateTransform attributeName="transform" type="rotate" values="0;3600" dur="2s" repeatCount="indefinite"/>',
  ),
  'a jump out of the picture': rect(jump('translate', '0;18')),
  'a jump of a group': svg(`<g><rect width="9" height="9"/>${jump('translate', '0 0;0 99')}</g>`),
  'a jump along a path': rect(`<animateMotion path="M0 0H99" keyPoints="0;1" keyTimes="0;.5" ${quick}/>`),
  'a jump along the path of another': svg(
    '<path id="p" d="M0 0H99"/><rect width="9" height="9"><animateMotion dur=".1s" repeatCount="indefinite"><mpath href="#p"/></animateMotion></rect>',
  ),
  'a jump of the picture': svg(`<rect width="9" height="9"/>${between('viewBox', '0 0 9 9;18 0 9 9')}`),
  'a jump of a gradient': svg(
    `<linearGradient id="g"><stop offset=".5"/><stop offset=".5" stop-color="#fff"/>${between('x1', '0;5')}</linearGradient><rect width="9" height="9" fill="url(#g)"/>`,
  ),
  'the stops of a gradient': svg(
    `<linearGradient id="g"><stop/><stop stop-color="#fff">${between('offset', '0;1')}</stop></linearGradient><rect width="9" height="9" fill="url(#g)"/>`,
  ),
  'the content of a clip path': svg(
    `<clipPath id="c"><rect width="9" height="9">${between('width', '0;9')}</rect></clipPath><rect width="9" height="9" clip-path="url(#c)"/>`,
  ),
  'the region of a mask': svg(
    `<mask id="m">${between('x', '0;9')}<rect width="9" height="9" fill="#fff"/></mask><rect width="9" height="9" mask="url(#m)"/>`,
  ),
  'a colour matrix': filtered(
    `<feColorMatrix>${between('values', `${'1 '.repeat(20)};${'0 '.repeat(20)}`)}</feColorMatrix>`,
  ),
  'the slope of a colour': filtered(
    `<feComponentTransfer><feFuncR type="linear">${between('slope', '0;1')}</feFuncR></feComponentTransfer>`,
  ),
  'the place of a flood': filtered(`<feFlood>${between('x', '0;99')}</feFlood>`),
  'parts that each become visible once': svg(
    times(
      60,
      (n) =>
        `<rect height="9" fill="${n % 2 ? '#000' : '#fff'}"><set attributeName="width" to="9" begin="${n / 10}s"/></rect>`,
    ),
  ),
  'a width that is set again and again': rect(
    `<set attributeName="width" to="0" dur=".1s" begin="${Array.from({ length: 50 }, (_, n) => `${n / 5}s`).join(';')}"/>`,
  ),
  'a clip path by CSS': blinks('clip-path:inset(0)', 'clip-path:inset(50%)'),
  'a mask by CSS': blinks('mask:linear-gradient(#000,#000)', 'mask:linear-gradient(#0000,#0000)'),
  'a scale by CSS': blinks('transform:scale(1)', 'transform:scale(0)'),
  'a turn over by CSS': blinks('transform:rotateX(0deg)', 'transform:rotateX(90deg)'),
  'a jump by CSS': blinks('translate:0', 'translate:18px'),
  'a jump in percent': blinks('translate:0', 'translate:100%')
    .replace('0 0 9 9', '0 0 900 900')
    .replaceAll('"9"', '"900"'),
  'a jump in other units': blinks('translate:0', 'translate:9em'),
  'a variable': blinks('--c:#000', '--c:#fff', 'fill:var(--c)'),
  'the background of the picture': svg(
    '<style>@keyframes b{0%{background:#000}50%,100%{background:#fff}}svg{animation:b .2s steps(1) infinite}</style><rect width="1" height="1"/>',
  ),
  'a curve of time that goes to and fro': styled(
    '@keyframes b{to{opacity:0}}.a{animation:b 1s linear(0,1,0,1,0,1,0,1,0,1) infinite}',
  ),
  'a movement whose time goes to and fro': styled(
    '@keyframes b{to{translate:9px}}.a{animation:b 1s linear(0,1,0,1,0,1,0,1,0,1) infinite}',
  ),
  'a duration that is computed': styled(
    '@keyframes b{0%{opacity:0}}.a{animation:b 20s steps(1) infinite;animation-duration:calc(1s/9)}',
  ),
  'a duration that is computed elsewhere': styled(
    '@keyframes b{0%{opacity:0}}.a{--d:calc(1s/9);animation:b var(--d) steps(1) infinite}',
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
  'a group that is moved in, once': svg(
    `<g>${stripes}${shift('20;0', '.8s').replace('repeatCount="indefinite"', '')}</g>`,
  ),
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
  'small stripes that move': svg(`<g>${stripes.replaceAll('height="9"', 'height="1.6"')}${shift('0;8', '2s')}</g>`),
  'shapes over each other that look like one, beside a style that hides nothing': svg(
    `<style>.b{fill:red}</style><g>${times(30, (n) => `<rect x="${n}" width="99" height="9"/>`)}${shift('0;-30;0', '2s')}</g>`,
  ),
  'a movement without values': svg(`<g>${stripes}${shift('', '1s')}</g>`),
  'keyframes that last no time': styled(
    `@keyframes b{${times(9, (n) => `${10 * n + 5}%{visibility:${n % 2 ? 'visible' : 'hidden'}}`)}}.a{animation-name:b;animation-delay:calc(1s/2)}`,
  ),
  'a large shape that crosses the picture': svg(`<g><circle r="4"/>${shift('-9 4;18 4', '1.5s')}</g>`),
  'three a second': rect('<animate attributeName="opacity" values="0;1;0" dur="0.3334s" repeatCount="indefinite"/>'),
  'a quick change, once': rect('<animate attributeName="opacity" from="0" to="1" dur="0.05s" fill="freeze"/>'),
  'a quick change of a small difference': rect(
    '<animate attributeName="opacity" values="1;.95" dur="0.05s" repeatCount="indefinite"/>',
  ),
  'a turn': rect(
    '<animateTransform attributeName="transform" type="rotate" values="0;360" dur="0.5s" repeatCount="indefinite"/>',
  ),
  'a quick trembling': rect(
    '<animateTransform attributeName="transform" type="rotate" values="-2;2;-2" dur="0.1s" repeatCount="indefinite"/>',
  ),
  'bars that rise and fall beside each other': svg(
    times(
      9,
      (n) =>
        `<rect x="${n}" y="9" width=".9" transform="scale(1 -1)"><animate attributeName="height" values="1;9;1" dur="0.5s" begin="${n / 20}s" repeatCount="indefinite"/></rect>`,
    ),
  ),
  'a large shape that pulses slowly': styled('@keyframes b{50%{transform:scale(.5)}}.a{animation:b .4s infinite}'),
  'a quick change of a small size': rect(
    '<animate attributeName="width" values="9;8.5;9" dur="0.1s" repeatCount="indefinite"/>',
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
  for (const [name, source] of Object.entries({ ...flashing, ...together, ...changing, ...moving }))
    it(`is refused: ${name}`, () => {
      const answer = sanitizeSvg(source)
      assert.equal(answer.outcome, 'forbidden', JSON.stringify(answer))
      assert.match(JSON.stringify(answer), /flash at most 3 times a second.*longer/)
    })

  for (const [name, source] of Object.entries(calm))
    it(`is not: ${name}`, () => assert.equal(sanitizeSvg(source).outcome, 'clean'))

  it('is not possible by a name that is hard to read, because such keyframes are dropped', () => {
    const answer = sanitizeSvg(styled('@keyframes b\\20 c{0%{opacity:0}}.a{animation:b\\20 c .1s infinite}'))
    assert.deepEqual([answer.outcome, answer.dropped], ['clean', ['@keyframes']])
  })

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
})
