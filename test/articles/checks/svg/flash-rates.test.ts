/** Three flashes a second pass, and a little more than three are refused, however a drawing says how fast it changes. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { sanitizeSvg } from '../../../../src/articles/checks/svg/sanitize.ts'

const times = (count: number, text: (n: number) => string) => Array.from({ length: count }, (_, n) => text(n)).join('')
const svg = (content: string, attributes = '') =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9" ${attributes}>${content}</svg>`
const rect = (content: string) => svg(`<rect width="9" height="9">${content}</rect>`)
const styled = (css: string) => svg(`<style>${css}</style><rect class="a" width="9" height="9"/>`)
const endless = 'repeatCount="indefinite"'
const animate = (attributeName: string, values: string, dur: string, more = endless) =>
  rect(`<animate attributeName="${attributeName}" values="${values}" dur="${dur}" ${more}/>`)
const onAndOff = (dur: string, more = endless) => animate('opacity', '0;1;0', dur, more)
const blinking = '@keyframes b{50%{opacity:0}}'

const flashes = (source: string, what: string) => {
  const found = sanitizeSvg(source)
  assert.equal(found.outcome, 'forbidden', `${what} must flash: ${source}`)
  assert.match(JSON.stringify(found), /flash at most 3 times a second/, what)
}
const isCalm = (source: string, what: string) =>
  assert.equal(sanitizeSvg(source).outcome, 'clean', `${what} must not flash: ${source}`)

/** Each drawing flashes three times a second if `second` is 1, and faster if it is less. */
const animations: Record<string, (second: number) => string> = {
  ...Object.fromEntries(
    Object.entries({
      opacity: '0;1;0',
      'fill-opacity': '0%;100%;0%',
      'stroke-opacity': '.2;.9;.2',
      'flood-opacity': '0;2;0',
      visibility: 'visible;hidden;visible',
      display: 'none;inline;none',
      filter: 'none;url(#f);none',
      fill: '#000;#fff;#000',
      stroke: 'red;black;red',
      color: 'purple;teal;purple',
      'stop-color': 'white;blue;white',
      'lighting-color': '#888;lime;#888',
    }).map(([property, values]) => [property, (second: number) => animate(property, values, `${second / 3}s`)]),
  ),
  'a duration in milliseconds': (second) => onAndOff(`${(1_000 * second) / 3}ms`),
  'a duration in minutes': (second) => onAndOff(`${second / 180}min`),
  'a duration in hours': (second) => onAndOff(`${(second / 10_800).toFixed(9)}h`),
  'a duration of minutes and seconds': (second) => onAndOff(`00:${second / 3}`),
  'a duration of hours, minutes and seconds': (second) => onAndOff(`00:00:${second / 3}`),
  'a duration with spaces': (second) => onAndOff(` +${second / 3} `),
  'from and to': (second) => rect(`<animate attributeName="opacity" from="0" to="1" dur="${second / 3}s" ${endless}/>`),
  'to alone': (second) => rect(`<animate attributeName="fill" to="#fff" dur="${second / 3}s" ${endless}/>`),
  'by alone': (second) => rect(`<animate attributeName="fill" by="#fff" dur="${second / 3}s" ${endless}/>`),
  'values one after the other': (second) =>
    animate('opacity', '0;1', `${second / 3}s`, `calcMode="discrete" ${endless}`),
  'a semicolon at the end': (second) => animate('opacity', ' 0; 1 ;0 ;', `${second / 3}s`),
  'four changes in each run': (second) => animate('opacity', '0;1;0;1;0', `${(2 * second) / 3}s`),
  'values at their times': (second) =>
    animate('opacity', '0;1;0;1;0;1;0;1;1', `${(100 * second) / 6}s`, 'keyTimes="0;.01;.02;.03;.04;.05;.06;.07;1"'),
  'four times': (second) => onAndOff(`${second / 3}s`, 'repeatCount="4"'),
  'for some time': (second) => onAndOff(`${second / 3}s`, 'repeatDur="9s"'),
  'many starts': (second) => onAndOff(`${second / 3}s`, `begin="0s;${second / 3}s;${second / 1.5}s;${second}s"`),
  'a set with many starts': (second) =>
    rect(
      `<set attributeName="opacity" to="0" dur="${second / 6}s" begin="0s;${second / 3}s;${second / 1.5}s;${second}s"/>`,
    ),
  'one that starts itself again': (second) => onAndOff(`${second / 3}s`, 'id="a" begin="0s;a.end"'),
  'two that start each other': (second) =>
    rect(
      `<animate id="a" attributeName="fill" values="#000;#fff;#000" begin="0s;b.end" dur="${second / 6}s"/><set id="b" attributeName="x" to="0" begin="a.end" dur="${second / 6}s"/>`,
    ),
  'another element': (second) =>
    svg(
      `<rect id="r" width="9" height="9"/><animate href="#r" attributeName="opacity" values="0;1;0" dur="${second / 3}s" ${endless}/>`,
    ),
  'keyframes in the middle': (second) => styled(`${blinking}.a{animation:b ${second / 3}s infinite}`),
  'keyframes with all three': (second) =>
    styled(`@keyframes b{from{opacity:0}50%{opacity:1}to{opacity:0}}.a{animation:${second / 3}s b infinite}`),
  'keyframes that jump back': (second) =>
    styled(`@keyframes b{0%{opacity:0}100%{opacity:1}}.a{animation:b ${second / 3}s infinite}`),
  'keyframes without an end': (second) =>
    styled(`@keyframes b{from{opacity:0}}.a{animation:b ${second / 3}s infinite}`),
  'keyframes in another order': (second) =>
    styled(`@keyframes b{100%{opacity:1}50%{opacity:0}0%{opacity:1}}.a{animation:b ${second / 3}s infinite}`),
  'frames with two places': (second) =>
    styled(`@keyframes b{0%,50%{opacity:0}25%,75%{opacity:1}}.a{animation:b ${(2 * second) / 3}s infinite}`),
  'keyframes to and fro': (second) =>
    styled(`@keyframes b{from{opacity:0}to{opacity:1}}.a{animation:b ${second / 6}s infinite alternate}`),
  'keyframes, four times': (second) => styled(`${blinking}.a{animation:b ${second / 3}s 4}`),
  ...Object.fromEntries(
    ['3.5', '4.', '1e9', '+4', '4!important', 'INFINITE', 'calc(4)', 'max(1, 4)', 'calc(2*(1 + 1))', 'var(--n)'].map(
      (count) => [
        `keyframes, as often as ${count}`,
        (second: number) => styled(`:root{--n:4}${blinking}.a{animation:b ${second / 3}s ${count}}`),
      ],
    ),
  ),
  'keyframes whose name is a string': (second) => styled(`${blinking}.a{animation:'b' ${second / 3}s infinite}`),
  'keyframes with a string as their name': (second) =>
    styled(`@keyframes "b"{50%{opacity:0}}.a{animation:b ${second / 3}s infinite}`),
  'keyframes after a comment': (second) =>
    styled(`@keyframes/**/b{50%{opacity:0}}.a{animation:${second / 3}s/**/b/**/infinite}`),
  'keyframes with a count of its own': (second) =>
    styled(`${blinking}.a{animation:b ${second / 3}s;animation-iteration-count:4}`),
  'keyframes with an endless count elsewhere': (second) =>
    styled(`${blinking}.a{animation:b ${second / 3}s}rect{animation-iteration-count:infinite}`),
  'keyframes with a duration of its own': (second) =>
    styled(
      `${blinking}.a{animation-name:b;animation-duration:${(1_000 * second) / 3}ms;animation-iteration-count:infinite}`,
    ),
  'keyframes with a duration elsewhere': (second) =>
    styled(`${blinking}.a{animation-name:b;animation-iteration-count:infinite}rect{animation-duration:${second / 3}s}`),
  'keyframes with the shortest of two durations': (second) =>
    styled(`${blinking}.a{animation:b 2s infinite}rect{animation:b ${second / 3}s infinite}`),
  'keyframes with a duration of zero beside': (second) =>
    styled(`${blinking}.a{animation:c 0s,b ${second / 3}s infinite}`),
  'keyframes with a duration in a variable': (second) =>
    styled(`${blinking}.a{--d:${second / 3}s;animation:b var(--d) infinite}`),
  'keyframes after a delay': (second) => styled(`${blinking}.a{animation:b ${second / 3}s .05s infinite}`),
  'keyframes of a small part that also change its font': (second) =>
    styled(`@keyframes b{50%{opacity:0;font-size:9px}}.a{animation:b ${second / 3}s infinite}`).replace(
      '"9" h',
      '"1" h',
    ),
  'keyframes with a prefix': (second) =>
    styled(`@-webkit-keyframes b{50%{opacity:0}}.a{-webkit-animation:b ${second / 3}s infinite}`),
  'keyframes of which one animation of two is quick': (second) =>
    styled(`@keyframes c{50%{x:1px}}${blinking}.a{animation:c 9s infinite,b ${second / 3}s infinite}`),
  'keyframes by a style attribute': (second) =>
    svg(`<style>${blinking}</style><rect style="fill:red;animation:b ${second / 3}s infinite" width="9" height="9"/>`),
  'keyframes in a query': (second) =>
    styled(`@media screen{${blinking}.a{fill:red;animation:b ${second / 3}s infinite}}`),
}

/** These never flash three times a second. */
const calm: Record<string, string> = {
  'two flashes': onAndOff('.1s', 'repeatCount="2"'),
  'two flashes, by keyframes': styled(`${blinking}.a{animation:b .1s 2}`),
  'once, at any speed': onAndOff('.01s', ''),
  'sets that begin together': svg(
    times(4, () => '<rect width="9" height="9"><set attributeName="opacity" to="0" dur=".65s"/></rect>'),
  ),
  'a set, once': rect('<set attributeName="opacity" to="0" dur=".01s" repeatCount="9"/>'),
  'a set with two starts': rect('<set attributeName="opacity" to="0" dur=".1s" begin="0s;.3s"/>'),
  'a small change of opacity': animate('opacity', '1;.91;1', '.1s'),
  'a small change of a colour': animate('fill', '#fff;#f5f5f5;#fff', '.1s'),
  'opacity beyond its bounds': animate('opacity', '1;3;1', '.1s'),
  'keyframes that nothing uses': styled(`${blinking}.a{animation:c .1s infinite}`),
  'an animation without an end': onAndOff('indefinite'),
  'a duration of nothing': onAndOff('0s'),
  'one value': animate('opacity', '1', '.1s'),
  'a slow ramp': animate(
    'opacity',
    times(100, (n) => `${n / 100};`),
    '.9s',
  ),
}
/** These flash although they look like one of those. */
const quick: Record<string, string> = {
  'sets, one after the other, and their ends': svg(
    times(
      4,
      (n) => `<rect width="9" height="9"><set attributeName="opacity" to="0" begin="${n / 10}s" dur=".55s"/></rect>`,
    ),
  ),
  'four flashes': onAndOff('.1s', 'repeatCount="4"'),
  'a larger change of opacity': animate('opacity', '1;.88;1', '.1s'),
  'a larger change of a colour': animate('fill', '#fff;#e8e8e8;#fff', '.1s'),
  'a curve that is steep at first': animate(
    'opacity',
    '0;1;0',
    '.2s',
    `calcMode="spline" keySplines="0 .9 1 1;0 .9 1 1" ${endless}`,
  ),
}

/** Two lamps over each other, each with a period of this length, the second a quarter of it later. */
const lamp = (period: number, begin = '0s', place = 'width="9" height="9"') =>
  `<rect ${place}><animate attributeName="opacity" values="0;1;0" dur="${period}s" begin="${begin}" ${endless}/></rect>`
const cssLamp = (animation: string) => `<rect style="animation:${animation}" width="9" height="9"/>`
const cssLamps = (...all: string[]) => svg(`<style>${blinking}</style>${all.map(cssLamp).join('')}`)

const pairs: Record<string, (second: number) => string> = {
  'two elements': (second) => svg(lamp((2 * second) / 3) + lamp((2 * second) / 3, `${second / 6}s`)),
  'one of two periods as long': (second) =>
    svg(lamp((2 * second) / 3, `${second}s`) + lamp((2 * second) / 3, `${(5 * second) / 6}s`)),
  'two by CSS': (second) =>
    cssLamps(`b ${(2 * second) / 3}s infinite`, `b ${(2 * second) / 3}s ${second / 6}s infinite`),
  'three, a third later each': (second) => svg([0, 1, 2].map((n) => lamp(second, `${(n * second) / 6}s`)).join('')),
}

/** How a lamp of .4 s may say that it begins .4 s later than another one, or .1 s. */
const starts = {
  'in step': {
    smil: [
      '.4s',
      '400ms',
      '0:00.4',
      '0:00:00.4',
      '1:00.4',
      '1:00:00.4',
      '1min',
      '1h',
      '-.4s',
      '+.8s',
      '0',
      'a.begin+.4s',
      'a.begin',
      'b.end',
      'b.end+.4s',
      'b.end-.4s',
      'c.begin+.3s',
      'd.repeat(1)-.2s',
      'click',
      'no.end+.1s',
    ],
    css: ['.4s', '400ms', '4e2ms', '-.4s', '+.8s', '0s', 'steps(9) .4s', 'cubic-bezier(.4,0,.6,1) .4s', '1.2s both'],
  },
  'out of step': {
    smil: [
      '.1s',
      '100ms',
      '0:00.1',
      '0:00:00.1',
      '1:00.1',
      '1:00:00.1',
      '-.1s',
      '+.5s',
      'a.begin+.1s',
      'b.end+.1s',
      'b.end-.1s',
      'c.begin',
      'c.begin+.4s',
      'b.repeat(1)-.1s',
    ],
    css: [
      '.1s',
      '100ms',
      '1e2ms',
      '-.1s',
      '+.5s',
      'steps(9) .1s',
      'cubic-bezier(.4,0,.6,1) .1s',
      'calc(.1s)',
      'var(--d)',
    ],
  },
}
const clocks =
  '<g><set id="a" attributeName="x" to="1" begin="0s" dur="9s"/><set id="b" attributeName="x" to="1" dur=".2s" repeatCount="2"/><set id="c" attributeName="x" to="1" begin=".1s" dur="9s"/><set id="d" attributeName="x" to="1" dur="1s" repeatCount="2"/></g>'

describe('the rate of flashes', () => {
  for (const [name, drawing] of Object.entries({ ...animations, ...pairs }))
    it(`is measured for ${name}`, () => {
      isCalm(drawing(1.04), name)
      flashes(drawing(0.96), name)
    })
  for (const [name, source] of Object.entries(calm)) it(`is low for ${name}`, () => isCalm(source, name))
  for (const [name, source] of Object.entries(quick)) it(`is high for ${name}`, () => flashes(source, name))

  it('depends on when each animation begins', () => {
    for (const begin of starts['in step'].smil) isCalm(svg(clocks + lamp(0.4) + lamp(0.4, begin)), begin)
    for (const begin of starts['out of step'].smil) flashes(svg(clocks + lamp(0.4) + lamp(0.4, begin)), begin)
    for (const delay of starts['in step'].css) isCalm(cssLamps('b .4s infinite', `b .4s ${delay} infinite`), delay)
    for (const delay of starts['out of step'].css) flashes(cssLamps('b .4s infinite', `b .4s ${delay} infinite`), delay)
    const longhand = (delay: string) =>
      svg(
        `<style>${blinking}rect{animation-name:b;animation-duration:.4s;animation-iteration-count:infinite}</style><rect width="9" height="9"/><rect style="animation-delay:${delay}" width="9" height="9"/>`,
      )
    isCalm(longhand('.4s'), 'longhand')
    flashes(longhand('100ms'), 'longhand')
    flashes(longhand('.4s,.1s'), 'two delays')
  })

  it('counts for the part of the picture that flashes, from a quarter on', () => {
    const two = (place: string) => lamp(0.4, '0s', place) + lamp(0.4, '.13s', place)
    const places: [large: string, small: string][] = [
      ['width="4.1" height="4.1"', 'width="3.9" height="4.1"'],
      ['x="4.9" y="4.9" width="5" height="5"', 'x="5.1" y="4.9" width="5" height="5"'],
      ['x="4.9" width="5" height="4.1"', 'x="4.9" width="5" height="3.9"'],
      ['y="4.9" width="4.1" height="5"', 'y="5.1" width="4.1" height="5"'],
      ['width="2.9" height="6.2"', 'width="1" height="9"'],
      [
        'transform="translate(5 5)" x="-5" y="-5" width="4.1" height="4.1"',
        'transform="translate(9 9)" width="9" height="9"',
      ],
    ]
    for (const [large, small] of places) {
      flashes(svg(two(large)), large)
      isCalm(svg(two(small)), small)
      const moved = (place: string) => `<g transform="translate(30 40)">${two(place)}</g>`
      flashes(svg(moved(large)).replace('0 0 9 9', '30 40 9 9'), large)
      isCalm(svg(moved(small)).replace('0 0 9 9', '30 40 9 9'), small)
    }
    const ways = [
      `<animateMotion path="M-20 0h1" dur="9s" ${endless}/>`,
      `<animateTransform attributeName="transform" type="translate" values="-20;-20;0" dur="9s" ${endless}/>`,
      `<animateTransform attributeName="transform" type="rotate" values="0;90" dur="9s" ${endless}/>`,
    ]
    for (const way of ways) {
      const travelling = (side: number) => svg(`<g>${two(`x="20" width="${side}" height="${side}"`)}${way}</g>`)
      flashes(travelling(4.6), way)
      isCalm(travelling(4.4), way)
    }
  })
})

/** Black stripes, half a unit wide, one unit apart: at three units a second each point flashes three times. */
const stripes = times(60, (n) => `<rect x="${n - 30}" width=".5" height="9"/>`)
const bars = times(60, (n) => `<rect y="${n - 30}" height=".5" width="9"/>`)
/** What may be anywhere is taken to be in the picture with all its edges. */
const [fewStripes, fewBars] = [
  times(9, (n) => `<rect x="${n}" width=".5" height="9"/>`),
  times(9, (n) => `<rect y="${n}" height=".5" width="9"/>`),
]
const shift = (values: string, more = '') =>
  `<animateTransform attributeName="transform" type="translate" values="${values}" dur="2s" ${endless} ${more}/>`
const keyframes = (frame: string, content = stripes, timing = '2s linear infinite') =>
  svg(`<style>@keyframes m{to{${frame}}}g{animation:m ${timing}}</style><g>${content}</g>`)
const gradientShift = (values: string) => shift(values).replace('"transform"', '"gradientTransform"')
const stops = '<stop/><stop offset="1" stop-color="#fff"/>'
const tiles = (pattern: string, inside = '') =>
  svg(`<pattern id="p" ${pattern}</pattern><rect x="-20" width="40" height="9" fill="url(#p)">${inside}</rect>`)
const tile = '<rect width=".5" height="9"/>'
const usual = `width="1" height="9" patternUnits="userSpaceOnUse">`
const gradient = (attributes: string, animation: string) =>
  svg(
    `<linearGradient id="g" ${attributes}>${stops}${animation}</linearGradient><rect width="9" height="9" fill="url(#g)"/>`,
  )

/** The stripes move by `way` units in two seconds; six are three flashes a second. */
const moving: Record<string, (way: number) => string> = {
  'a shift': (way) => svg(`<g>${stripes}${shift(`0;${way}`)}</g>`),
  'a shift back': (way) => svg(`<g>${stripes}${shift(`${way} 5;0 5`)}</g>`),
  'a shift down': (way) => svg(`<g>${bars}${shift(`0;0 ${way}`)}</g>`),
  'a shift from and to': (way) =>
    svg(
      `<g>${stripes}<animateTransform attributeName="transform" type="translate" from="1" to="${way + 1}" dur="2s" ${endless}/></g>`,
    ),
  'a shift from elsewhere': (way) =>
    svg(
      `<g id="s">${fewStripes}</g><animateTransform href="#s" attributeName="transform" type="translate" values="0;${way}" dur="2s" ${endless}/>`,
    ),
  'a shift there and back': (way) => svg(`<g>${stripes}${shift(`0;${way / 2};0`)}</g>`),
  'a shift at times': (way) => svg(`<g>${stripes}${shift(`0;0;${way / 2};${way / 2}`, 'keyTimes="0;.25;.75;1"')}</g>`),
  'a shift of what is enlarged': (way) =>
    svg(`<g transform="scale(2)"><g transform="scale(.5)"><g>${stripes}${shift(`0;${way}`)}</g></g></g>`),
  'a shift in smaller units': (way) =>
    svg(
      `<g transform="scale(2)"><g>${times(60, (n) => `<rect x="${n / 2 - 15}" width=".25" height="4.5"/>`)}${shift(`0;${way / 2}`)}</g></g>`,
    ),
  'a shift of what is turned': (way) =>
    svg(`<g transform="rotate(90 4.5 4.5)"><g>${stripes}${shift(`0;${way}`)}</g></g>`),
  'a shift of turned stripes': (way) => svg(`<g><g transform="rotate(90 4.5 4.5)">${bars}</g>${shift(`0;${way}`)}</g>`),
  'a path': (way) => svg(`<g>${stripes}<animateMotion path="M0 0H${way}" dur="2s" ${endless}/></g>`),
  'a path down': (way) => svg(`<g>${bars}<animateMotion path="M0 0v${way / 2}v${-way / 2}" dur="2s" ${endless}/></g>`),
  'a motion from and to': (way) =>
    svg(`<g>${stripes}<animateMotion from="0,0" to="${way},0" dur="2s" ${endless}/></g>`),
  'the attribute x of each': (way) =>
    svg(
      times(
        9,
        (n) =>
          `<rect x="${n}" width=".5" height="9"><animate attributeName="x" values="${n};${n + way}" dur="2s" ${endless}/></rect>`,
      ),
    ),
  'the attribute y of each': (way) =>
    svg(
      times(
        9,
        (n) =>
          `<rect y="${n}" width="9" height=".5"><animate attributeName="y" values="${n};${n + way}" dur="2s" ${endless}/></rect>`,
      ),
    ),
  'the window': (way) =>
    svg(`${fewStripes}<animate attributeName="viewBox" values="0 0 9 9;${way} 0 9 9" dur="2s" ${endless}/>`),
  translateX: (way) => keyframes(`transform:translateX(${way}px)`),
  translateY: (way) => keyframes(`transform:translateY(${way}px)`, bars),
  'translate()': (way) => keyframes(`transform:translate(${way}px,0px)`),
  'translate() down': (way) => keyframes(`transform:scale(1) translate(0px,${way}px)`, bars),
  translate3d: (way) => keyframes(`transform:translate3d(${way}px,0px,0px)`, fewStripes),
  'two shifts': (way) => keyframes(`transform:translate(${way / 2}px) translateX(${way / 2}px)`),
  'the property translate': (way) => keyframes(`translate:${way}px`),
  'the property translate, down': (way) => keyframes(`translate:0px ${way}px`, bars),
  'the property x': (way) =>
    svg(
      `<style>@keyframes m{to{x:${way}px}}use{animation:m 2s linear infinite}</style><defs><g id="s">${fewStripes}</g></defs><use href="#s"/>`,
    ),
  'the property y': (way) =>
    svg(
      `<style>@keyframes m{to{y:${way}px}}use{animation:m 2s linear infinite}</style><defs><g id="s">${fewBars}</g></defs><use href="#s"/>`,
    ),
  'keyframes from a place': (way) =>
    svg(`<style>@keyframes m{from{translate:${way}px}}g{animation:m 2s linear infinite}</style><g>${stripes}</g>`),
  'keyframes to and fro': (way) => keyframes(`translate:${way}px`, stripes, '2s linear infinite alternate'),
  'a pattern': (way) => tiles(`${usual + tile}<animate attributeName="x" values="0;${way}" dur="2s" ${endless}/>`),
  'what a pattern fills': (way) => tiles(usual + tile, shift(`0;${way}`)),
  'the transform of a pattern': (way) =>
    tiles(usual + tile + shift(`0;${way}`).replace('"transform"', '"patternTransform"')),
  'a pattern in smaller units': (way) =>
    tiles(
      `patternTransform="scale(.5)" ${usual.replace('"1"', '"2"').replace('"9"', '"18"')}<rect width="1" height="18"/>`,
      shift(`0;${way}`),
    ),
  'a repeated gradient': (way) =>
    gradient('x2="1" gradientUnits="userSpaceOnUse" spreadMethod="repeat"', gradientShift(`0;${way}`)),
  'a reflected gradient': (way) =>
    gradient('x1="2" x2="3" gradientUnits="userSpaceOnUse" spreadMethod="reflect"', gradientShift(`0;${way}`)),
  'a repeated gradient in shares': (way) =>
    gradient(`x2="${100 / 9}%" spreadMethod="repeat"`, gradientShift(`0;${way / 9}`)),
  'a repeated gradient down': (way) =>
    gradient(`x2="0" y2="${1 / 9}" spreadMethod="repeat"`, gradientShift(`0;0 ${way / 9}`)),
  'upright ellipses': (way) =>
    svg(`<g>${times(60, (n) => `<ellipse cx="${n - 30}" cy="4.5" rx=".25" ry="4.5"/>`)}${shift(`0;${way}`)}</g>`),
  'flat ellipses': (way) =>
    svg(`<g>${times(60, (n) => `<ellipse cy="${n - 30}" cx="4.5" ry=".25" rx="4.5"/>`)}${shift(`0;0 ${way}`)}</g>`),
  'dashes after others that rest': (way) =>
    svg(
      `<path d="M0 4.5H9" stroke="#000" stroke-width="9" stroke-dasharray=".5 .5"/><path d="M0 4.5H9" stroke="#000" stroke-width="9" stroke-dasharray=".5 .5"><animate attributeName="stroke-dashoffset" values="0;${way}" dur="2s" ${endless}/></path>`,
    ),
  'the ends of a repeated gradient': (way) =>
    gradient(
      'x2="1" gradientUnits="userSpaceOnUse" spreadMethod="repeat"',
      `<animate attributeName="x1" values="0;${way}" dur="2s" ${endless}/><animate attributeName="x2" values="1;${way + 1}" dur="2s" ${endless}/>`,
    ),
  'a repeated gradient with a transform': (way) =>
    svg(
      `<linearGradient id="g" x2="90" gradientUnits="userSpaceOnUse" spreadMethod="repeat" gradientTransform="scale(${1 / 90})">${stops}</linearGradient><g><rect x="-20" width="40" height="9" fill="url(#g)"/>${shift(`0;${way}`)}</g>`,
    ),
  'a repeated gradient that is turned': (way) =>
    svg(
      `<linearGradient id="g" y2="1" x2="0" gradientUnits="userSpaceOnUse" spreadMethod="repeat" gradientTransform="rotate(90)">${stops}</linearGradient><g><rect x="-20" width="40" height="9" fill="url(#g)"/>${shift(`0;${way}`)}</g>`,
    ),
  'a repeated gradient in a group': (way) =>
    svg(
      `<linearGradient id="g" x2="90" gradientUnits="userSpaceOnUse" spreadMethod="repeat">${stops}</linearGradient><g><g transform="scale(${1 / 90})"><rect x="-1800" width="3600" height="810" fill="url(#g)"/></g>${shift(`0;${way}`)}</g>`,
    ),
  'a repeated gradient that another one describes': (way) =>
    svg(
      `<linearGradient id="h" x2="1" gradientUnits="userSpaceOnUse" spreadMethod="repeat">${stops}${gradientShift(`0;${way}`)}</linearGradient><linearGradient id="g" href="#h"/><rect width="9" height="9" fill="url(#g)"/>`,
    ),
  'a pattern with a transform': (way) =>
    tiles(
      `width=".01" height=".09" patternUnits="userSpaceOnUse" patternTransform="scale(100)"><rect width=".005" height=".09"/>`,
      shift(`0;${way}`),
    ),
  'a pattern in a group': (way) =>
    svg(
      `<pattern id="p" width="90" height="810" patternUnits="userSpaceOnUse"><rect width="45" height="810"/></pattern><g><g transform="scale(${1 / 90})"><rect x="-1800" width="3600" height="810" fill="url(#p)"/></g>${shift(`0;${way}`)}</g>`,
    ),
  'a pattern in shares': (way) =>
    tiles(`width="${1 / 40}" height="1"><rect width=".5" height="9"/>`, shift(`0;${way}`)),
  'a pattern in shares with a transform': (way) =>
    tiles(
      `width="1" height="1" patternTransform="scale(${1 / 40} 1)"><rect width="20" height="9"/>`,
      shift(`0;${way}`),
    ),
  'a pattern whose place changes in shares': (way) =>
    svg(
      `<pattern id="p" width="${1 / 9}" height="1"><rect width="450" height="8100"/><animate attributeName="x" values="0;${way / 9}" dur="2s" ${endless}/></pattern><g transform="scale(${1 / 900})"><rect width="8100" height="8100" fill="url(#p)"/></g>`,
    ),
  'a pattern with a window of its own': (way) =>
    tiles(
      `width="1" height="9" patternUnits="userSpaceOnUse" viewBox="0 0 2 2"><rect width="1" height="2"/>`,
      shift(`0;${way}`),
    ),
  'a pattern that another one describes': (way) =>
    svg(
      `<pattern id="q" ${usual}${tile}<animate attributeName="x" values="0;${way}" dur="2s" ${endless}/></pattern><pattern id="p" href="#q"/><rect width="9" height="9" fill="url(#p)"/>`,
    ),
  'dashes along a thick line': (way) =>
    svg(
      `<path d="M0 4.5H9" stroke="#000" stroke-width="9" stroke-dasharray=".5 .5"><animate attributeName="stroke-dashoffset" values="0;${way}" dur="2s" ${endless}/></path>`,
    ),
  'dashes by keyframes': (way) =>
    svg(
      `<style>@keyframes m{to{stroke-dashoffset:${way}}}path{animation:m 2s linear infinite}</style><path d="M0 4.5H9" stroke="#000" stroke-width="9" stroke-dasharray=".5 .5"/>`,
    ),
}

/** Rings around a point, one unit apart, whose edges go in all directions. */
const rings = (way: number) =>
  svg(
    `<radialGradient id="g" r="1" cx="4" cy="4" gradientUnits="userSpaceOnUse" spreadMethod="repeat">${stops}</radialGradient><g><rect x="-20" width="40" height="9" fill="url(#g)"/>${shift(`0;${way}`)}</g>`,
  )

describe('the rate at which stripes pass', () => {
  it('is measured for rings', () => {
    isCalm(rings(5), 'rings')
    flashes(rings(12), 'rings')
    flashes(rings(12).replace('values="0;12"', 'values="0;0 12"'), 'rings that move down')
    flashes(rings(0.8).replace('r="1"', 'r=".1"').replace('values="0;0.8"', 'values="0;1.2"'), 'narrow rings')
  })
  for (const [name, drawing] of Object.entries(moving))
    it(`is measured for ${name}`, () => {
      isCalm(drawing(5), name)
      flashes(drawing(7), name)
    })
})
