/** The shortest duration with which each animation passes, and the smallest part of the picture that fails if it flashes. */
import { describe, it } from 'node:test'
import { isCalm, recordedLimits } from './flash-record.ts'

const svg = (inside: string, attributes = '') =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100" ${attributes}>${inside}</svg>`
const rect = (inside: string, attributes = '') => `<rect width="100" height="100" ${attributes}>${inside}</rect>`
const endless = 'repeatCount="indefinite"'
const animate = (attributes: string, tag = 'animate') => `<${tag} ${attributes}/>`
const changing =
  (values: string, more = endless) =>
  (ms: number) =>
    rect(animate(`attributeName="opacity" values="${values}" dur="${ms}ms" ${more}`))
const property = (name: string, values: string) => (ms: number) =>
  rect(animate(`attributeName="${name}" values="${values}" dur="${ms}ms" ${endless}`))
const turning =
  (type: string, values: string, more = '') =>
  (ms: number) =>
    rect(
      animate(
        `attributeName="transform" type="${type}" values="${values}" dur="${ms}ms" ${endless} ${more}`,
        'animateTransform',
      ),
    )
const css = (keyframes: string, animation: (ms: number) => string) => (ms: number) =>
  `<style>@keyframes b{${keyframes}}.a{animation:${animation(ms)}}</style>${rect('', 'class="a"')}`
const blink = '50%{opacity:0}'
/** Two animations over the same, of which the second begins later. */
const pair = (one: string, other: string) => (ms: number) =>
  [one, other]
    .map((more) => rect(animate(`attributeName="opacity" values="0;1;0" dur="${ms}ms" ${endless} ${more}`)))
    .join('')
const many = (count: number, make: (n: number) => string) => Array.from({ length: count }, (_, n) => make(n)).join('')
const stripes = (count: number, inside: string) =>
  `<g>${many(count, (n) => `<rect x="${(200 * n) / count - 50}" width="${100 / count}" height="100"/>`)}${inside}</g>`
const moving =
  (inside: (ms: number) => string, count = 20) =>
  (ms: number) =>
    stripes(count, inside(ms))
const by =
  (attributes: string, tag = 'animateTransform') =>
  (ms: number) =>
    `<${tag} dur="${ms}ms" ${endless} ${attributes}/>`

const durations: Record<string, (ms: number) => string> = {
  'on and off': changing('0;1;0'),
  'a jump back': changing('0;1'),
  'a change of a tenth': changing('.5;.6;.5'),
  'a smaller change': changing('.5;.59;.5'),
  'two changes': changing('0;1;0;1;0'),
  'changes of which one is small': changing('0;1;.95;1;0'),
  'a rise in steps': changing('0;.3;.6;1;0'),
  'a rise with a small fall': changing('0;.6;.55;1;0'),
  'a rise with a fall': changing('0;.6;.3;1;0'),
  'from beyond one': changing('1;7;1'),
  'a percentage': changing('100%;50%;100%'),
  'one after the other': changing('0;1;0', `${endless} calcMode="discrete"`),
  'four times': changing('0;1;0', 'repeatCount="4"'),
  'three times': changing('0;1;0', 'repeatCount="3"'),
  'two and a half times': changing('0;1;0;1', 'repeatCount="2.5"'),
  'for some time': changing('0;1;0', 'repeatDur="5s"'),
  'at once': changing('0;1;0', 'repeatCount="1"'),
  'in a part of its time': changing('0;1;0;1;0;0', `${endless} keyTimes="0;.1;.2;.3;.4;1"`),
  'in a part of its time, eight changes': changing(
    '0;1;0;1;0;1;0;1;0;0',
    'keyTimes="0;.01;.02;.03;.04;.05;.06;.07;.08;1"',
  ),
  'along a steep curve': changing('0;1;0', `${endless} calcMode="spline" keySplines="1 0 0 1;0 0 1 1"`),
  'along a flat curve': changing('0;1;0', `${endless} calcMode="spline" keySplines=".5 0 .5 1;0 0 1 1"`),
  'from and to': (ms) => rect(animate(`attributeName="opacity" from=".2" to="1" dur="${ms}ms" ${endless}`)),
  'to alone': (ms) => rect(animate(`attributeName="opacity" to="0" dur="${ms}ms" ${endless}`)),
  'by alone': (ms) => rect(animate(`attributeName="opacity" by="-1" dur="${ms}ms" ${endless}`)),
  'a set with many starts': (ms) =>
    rect(animate(`attributeName="opacity" to="0" dur="${ms}ms" begin="${many(7, (n) => `${2 * n * ms}ms;`)}"`, 'set')),
  'a set that starts itself': (ms) =>
    rect(animate(`id="a" attributeName="opacity" to="0" dur="${ms}ms" begin="0s;a.end+${ms}ms"`, 'set')),
  'two that start each other': (ms) =>
    rect(
      animate(`id="a" attributeName="fill" values="#000;#fff;#000" begin="0s;b.end" dur="${ms}ms"`) +
        animate(`id="b" attributeName="fill" values="#000;#fff;#000" begin="a.end" dur="100ms"`),
    ),
  'three that start each other': (ms) =>
    rect(
      animate(`id="a" attributeName="fill" values="#000;#fff" begin="0s;c.end" dur="${ms}ms"`) +
        animate(`id="b" attributeName="fill" values="#000;#fff" begin="a.end" dur="${ms}ms"`) +
        animate(`id="c" attributeName="fill" values="#000;#fff" begin="b.end" dur="${ms}ms"`),
    ),
  ...Object.fromEntries(
    Object.entries({
      fill: '#000;#fff;#000',
      stroke: '#555;#888;#555',
      color: 'red;blue;red',
      'stop-color': 'rgb(0,0,0);rgb(50,60,70);rgb(0,0,0)',
      'flood-color': 'teal;navy;teal',
      visibility: 'visible;hidden;visible',
      display: 'none;inline;none',
      filter: 'none;url(#a);none',
      r: '1;9;1',
      width: '100;90;100',
      height: '100;91;100',
      d: 'M0 0h9;M0 0h90;M0 0h9',
      points: '1 1;1 1 2 2;1 1',
      class: 'a;b;a',
      x: '1;9;1',
      cy: '1;9;1',
      'stroke-dasharray': '1 1;1 50;1 1',
      viewBox: '0 0 9 9;0 0 90 90;0 0 9 9',
    }).map(([name, values]) => [`values of ${name}`, property(name, values)]),
  ),
  'a turn': turning('rotate', '0;360'),
  'a quarter of a turn': turning('rotate', '0;90'),
  'two turns': turning('rotate', '0;720'),
  'a turn to and fro': turning('rotate', '0;180;0'),
  'a turn around a point': turning('rotate', '0 50 50;360 50 50'),
  'another size': turning('scale', '1;2;1'),
  'nearly the same size': turning('scale', '1;1.05;1'),
  'another slant': turning('skewX', '0;30;0'),
  'another place': turning('translate', '0;30;0'),
  'keyframes in the middle': css(blink, (ms) => `b ${ms}ms infinite`),
  'keyframes of a jump': css('from{opacity:0}to{opacity:1}', (ms) => `b ${ms}ms infinite`),
  'keyframes to and fro': css('from{opacity:0}to{opacity:1}', (ms) => `b ${ms}ms infinite alternate`),
  'keyframes, four times': css(blink, (ms) => `b ${ms}ms 4`),
  'keyframes, three times': css(blink, (ms) => `b ${ms}ms 3`),
  'keyframes, four times in a rule': (ms) =>
    `<style>@keyframes b{${blink}}.a{animation:b ${ms}ms;animation-iteration-count:4}</style>${rect('', 'class="a"')}`,
  'keyframes after a delay': css(blink, (ms) => `b ${ms}ms 50ms infinite`),
  'keyframes in seconds': css(blink, (ms) => `b ${ms / 1000}s infinite`),
  'keyframes in parts of a second': css(blink, (ms) => `b ${ms}e-3s infinite`),
  'keyframes of a part of the time': css('10%,30%,50%{opacity:0}20%,40%,60%{opacity:1}', (ms) => `b ${ms}ms infinite`),
  'keyframes of a part of the time, once': css('1%,3%,5%,7%{opacity:0}2%,4%,6%,8%{opacity:1}', (ms) => `b ${ms}ms`),
  'keyframes without a beginning': css('80%{opacity:0}to{opacity:1}', (ms) => `b ${ms}ms infinite`),
  'keyframes of a turn': css('to{transform:rotate(360deg)}', (ms) => `b ${ms}ms infinite`),
  'keyframes of a turn by its property': css('from{rotate:0deg}to{rotate:90deg}', (ms) => `b ${ms}ms infinite`),
  'keyframes of a size': css('50%{transform:scale(.5)}', (ms) => `b ${ms}ms infinite`),
  'keyframes of a place': css('50%{transform:translate(5px)}', (ms) => `b ${ms}ms infinite`),
  'keyframes in steps': css('from{opacity:0}to{opacity:1}', (ms) => `b ${ms}ms steps(4) infinite`),
  'keyframes along a steep curve': css(blink, (ms) => `b ${ms}ms cubic-bezier(1,0,0,1) infinite`),
  'keyframes along a flat curve': css(blink, (ms) => `b ${ms}ms cubic-bezier(.4,0,.6,1) infinite`),
  'keyframes along a curve that turns back': css('to{opacity:0}', (ms) => `b ${ms}ms linear(0, 1, 0) infinite`),
  'keyframes along a curve that turns back twice': css(
    'to{opacity:0}',
    (ms) => `b ${ms}ms linear(0, 1, 0, 1) infinite`,
  ),
  'keyframes of a duration in a variable': (ms) =>
    `<style>@keyframes b{${blink}}.a{--d:${ms}ms;animation:b var(--d) infinite}</style>${rect('', 'class="a"')}`,
  'keyframes of several durations': (ms) =>
    `<style>@keyframes b{${blink}}.a{animation:b 9s infinite}.c{animation:b ${ms}ms infinite}</style>${rect('', 'class="a"')}`,
  'keyframes of several counts': (ms) =>
    `<style>@keyframes b{${blink}}.a{animation:b ${ms}ms 2}.c{animation:b ${2 * ms}ms infinite}</style>${rect('', 'class="a"')}`,
  'keyframes of a duration elsewhere': (ms) =>
    `<style>@keyframes b{${blink}}.a{animation:b 9s infinite}rect{animation-duration:${ms}ms}</style>${rect('', 'class="a"')}`,
  'two animations of one element': (ms) =>
    `<style>@keyframes b{${blink}}@keyframes c{50%{fill:#fff}}.a{animation:b ${ms}ms infinite,c ${ms}ms infinite}</style>${rect('', 'class="a"')}`,
  'two animations with two delays': (ms) =>
    `<style>@keyframes b{${blink}}.a{animation:b ${ms}ms infinite}.c{animation:b ${ms}ms ${ms / 4}ms infinite}</style>${rect('', 'class="a"')}${rect('', 'class="c"')}`,
  'two together': pair('', ''),
  'two, a quarter apart': (ms) => pair('', `begin="${ms / 4}ms"`)(ms),
  'two, half a period apart': (ms) => pair('', `begin="${ms / 2}ms"`)(ms),
  'two, a period apart': (ms) => pair('', `begin="${ms}ms"`)(ms),
  'two, before the beginning': (ms) => pair('', `begin="-${ms / 4}ms"`)(ms),
  'two, of which one ends': (ms) =>
    pair('', 'repeatCount="1"')(ms).replace(`${endless} repeatCount="1"`, 'repeatCount="4"'),
  'two, of which one begins after the other': (ms) => pair('id="a"', 'begin="a.begin+100ms"')(ms),
  'two, of which one begins by a click': (ms) => pair('', 'begin="click"')(ms),
  'two, of which one begins several times': (ms) => pair('', 'begin="0s;50ms"')(ms),
  'two of different periods': (ms) =>
    rect(animate(`attributeName="opacity" values="0;1;0" dur="${ms}ms" ${endless}`)) +
    rect(animate(`attributeName="opacity" values="0;1;0" dur="${1.5 * ms}ms" ${endless}`)),
  'three, each a third apart': (ms) =>
    [0, 1, 2]
      .map((n) =>
        rect(animate(`attributeName="opacity" values="0;1;0" dur="${ms}ms" begin="${(n * ms) / 3}ms" ${endless}`)),
      )
      .join(''),
  'three of slow changes': (ms) =>
    [0, 1, 2]
      .map((n) =>
        rect(
          animate(
            `attributeName="opacity" values="0;1;0" keyTimes="0;.05;1" dur="${ms}ms" begin="${(n * ms) / 3}ms" ${endless}`,
          ),
        ),
      )
      .join(''),
  'one after the other, once each': (ms) =>
    many(12, (n) => rect(animate(`attributeName="opacity" values="0;1;0" dur="200ms" begin="${n * ms}ms"`))),
  'one that starts the next': (ms) =>
    many(12, (n) =>
      rect(
        animate(
          `id="a${n}" attributeName="opacity" to="0" dur="${ms}ms" ${n > 0 ? `begin="a${n - 1}.end"` : ''}`,
          'set',
        ),
      ),
    ),
  'unknown colours': property('fill', 'teal;navy;olive;teal'),
  'an unknown colour and black': property('fill', '#000;teal;#000'),
  'black alone': (ms) => rect(animate(`attributeName="fill" to="#000" dur="${ms}ms" ${endless}`)),
  'a word instead of an opacity': property('opacity', 'inherit;0;inherit'),
  'an opacity below zero': property('opacity', '-1;.05;-1'),
  'one of several numbers': property('d', 'M0 0h90v90;M0 0h90v50;M0 0h90v90'),
  'one of several numbers, a little': property('d', 'M0 0h90v90;M0 0h90v85;M0 0h90v90'),
  'other commands': property('d', 'M0 0h90;M0 0v90;M0 0h90'),
  'numbers in words': property('class', 'a1;a1b;a1'),
  'a slant to and fro': turning('skewY', '10;12;10'),
  'half a turn and back': turning('rotate', '0;90;0'),
  'a turn in steps': turning('rotate', '0;180', 'calcMode="discrete"'),
  'a turn that is added': turning('rotate', '0;360', 'additive="sum"'),
  ...Object.fromEntries(
    [
      '.8 0 .2 1',
      '.7 0 .3 1',
      '.04 .6 .5 1',
      '.06 .6 .5 1',
      '.04 .4 .5 1',
      '.5 0 .96 .4',
      '.5 0 .94 .4',
      '.5 0 .96 .6',
    ].flatMap((curve) => [
      [
        `slow changes along the curve ${curve}`,
        (ms: number) =>
          many(8, (n) =>
            rect(
              animate(
                `attributeName="opacity" values="0;1;0" calcMode="spline" keySplines="${curve};${curve}" dur="1100ms" begin="${(n * ms) / 8}ms" ${endless}`,
              ),
            ),
          ),
      ],
      [
        `slow keyframes along the curve ${curve}`,
        (ms: number) =>
          `<style>@keyframes b{50%{opacity:0}}${many(8, (n) => `.a${n}{animation:b 1100ms ${(n * ms) / 8}ms cubic-bezier(${curve.replaceAll(' ', ',')}) infinite}`)}</style>${many(8, (n) => rect('', `class="a${n}"`))}`,
      ],
    ]),
  ),
  ...Object.fromEntries(
    [
      '1s',
      '-100ms',
      '+.1s',
      '00:00.1',
      '0:0:1',
      '.001min',
      '.0001h',
      'a.begin',
      'a.end',
      'a.begin+100ms',
      'a.end-50ms',
      'a.repeat(1)',
      'b.begin',
      '0s;100ms',
      'click',
      'indefinite',
    ].map((begin) => [
      `one beside another that begins at ${begin}`,
      (ms: number) =>
        rect(animate(`id="a" attributeName="opacity" values="0;1;0" dur="${ms}ms" repeatCount="7"`)) +
        rect(animate(`attributeName="opacity" values="0;1;0" dur="${ms}ms" begin="${begin}" ${endless}`)),
    ]),
  ),
  ...Object.fromEntries(
    [
      'animation-name:b;animation-duration:Dms;animation-iteration-count:infinite',
      'animation-name:b;animation-duration:Dms;animation-iteration-count:3.5',
      'animation-name:b;animation-duration:Dms;animation-iteration-count:3',
      'animation-name:b;animation-duration:Dms;animation-iteration-count:7;animation-direction:alternate',
      'animation:b Dms infinite;animation-direction:alternate-reverse',
      'animation:b Dms infinite reverse',
      'animation:b Dms infinite paused',
      "animation:'b' Dms infinite",
      '-webkit-animation:b Dms infinite',
      'animation:b calc(Dms / 3) infinite',
      'animation:b calc(Dms + 1ms) infinite',
      'animation:b min(Dms, 9s) infinite',
      'animation:b var(--d, Dms) infinite',
      'animation:c 9s infinite,b Dms infinite',
      'animation:b Dms infinite,c 9s infinite',
      'animation:b 0s infinite;animation-duration:Dms',
      'animation:b Dms infinite;animation-delay:1s',
      'animation:b Dms ease-in 20ms infinite both',
      'animation:b Dms infinite steps(2, end)',
      'animation:b Dms infinite step-end',
      'animation:other Dms infinite',
    ].map((style) => [
      `keyframes by ${style}`,
      (ms: number) =>
        `<style>@keyframes b{50%{opacity:0}}@keyframes c{50%{x:1px}}</style>${rect('', `style="${style.replace('D', String(ms))}"`)}`,
    ]),
  ),
  ...Object.fromEntries(
    [
      '0%,100%{opacity:1}12.5%{opacity:0}25%{opacity:1}',
      '50%{opacity:.95}',
      '50%{fill:#fff;opacity:1}',
      '50%{visibility:hidden}',
      '50%{stroke-dashoffset:9px}',
      '50%{transform:rotate(20deg) scale(2)}',
      '50%{transform:rotateX(180deg)}',
      '30%{opacity:0}30%{opacity:1}60%{opacity:0}',
      'from,to{opacity:0}50%{opacity:1;animation-timing-function:step-end}',
      '50%{opacity:0;}75%{fill:#fff}',
      '50%{}',
      '',
    ].map((keyframes) => [`the keyframes ${keyframes}`, css(keyframes, (ms) => `b ${ms}ms infinite`)]),
  ),
  'prefixed keyframes in a query': (ms) =>
    `<style>@media screen{@-webkit-keyframes b{50%{opacity:0}}.a{fill:red;animation:b ${ms}ms infinite}}</style>${rect('', 'class="a"')}`,
  'keyframes in two sheets': (ms) =>
    `<style>@keyframes b{50%{opacity:0}}</style><style>.a{animation:b ${ms}ms infinite}</style>${rect('', 'class="a"')}`,
  'keyframes and marks in a string': (ms) =>
    `<style>@keyframes b{50%{opacity:0}}.a{font-family:'};{:';animation:b ${ms}ms infinite}</style>${rect('', 'class="a"')}`,
  'stripes that move': moving(by('attributeName="transform" type="translate" values="0;50"')),
  'fewer stripes that move': moving(by('attributeName="transform" type="translate" values="0;50"'), 8),
  'stripes that move down': moving(by('attributeName="transform" type="translate" values="0 0;0 50"')),
  'stripes that move askew': moving(by('attributeName="transform" type="translate" values="0;20 40;50 10"')),
  'stripes that jump': moving(by('attributeName="transform" type="translate" values="0;5;10" calcMode="discrete"')),
  'stripes that jump far': moving(
    by('attributeName="transform" type="translate" values="0;500;0" calcMode="discrete"'),
  ),
  'stripes along a path': moving(by('path="M0 0H30V40"', 'animateMotion')),
  'stripes along a named path': (ms) =>
    `<path id="p" d="M0 0H30V40"/>${stripes(20, `<animateMotion dur="${ms}ms" ${endless}><mpath href="#p"/></animateMotion>`)}`,
  'stripes that move four times': moving((ms) =>
    animate(
      `attributeName="transform" type="translate" values="0;50" dur="${ms}ms" repeatCount="4"`,
      'animateTransform',
    ),
  ),
  'stripes that move once': moving((ms) =>
    animate(`attributeName="transform" type="translate" values="0;50" dur="${ms}ms"`, 'animateTransform'),
  ),
  'stripes that move in a part of the time': moving(
    by('attributeName="transform" type="translate" values="0;50;50" keyTimes="0;.1;1"'),
  ),
  'stripes that move by CSS': (ms) =>
    `<style>@keyframes b{to{transform:translate(50px)}}.a{animation:b ${ms}ms infinite}</style><g class="a">${stripes(20, '')}</g>`,
  'stripes that move to and fro by CSS': (ms) =>
    `<style>@keyframes b{to{translate:30px 5%}}.a{animation:b ${ms}ms infinite alternate}</style><g class="a">${stripes(20, '')}</g>`,
  'stripes that move down by CSS': (ms) =>
    `<style>@keyframes b{from{transform:translateY(-20px)}50%{transform:translate3d(3px,20px,0)}}.a{animation:b ${ms}ms infinite}</style><g class="a">${stripes(20, '')}</g>`,
  'a moving rectangle': (ms) => rect(by('attributeName="x" values="0;90;0"', 'animate')(ms)),
  'a moving rectangle in percent': (ms) => rect(by('attributeName="y" values="0;50%;0"', 'animate')(ms)),
  'moving dashes': (ms) =>
    many(
      10,
      (n) =>
        `<path stroke="red" stroke-width="10" stroke-dasharray="5" d="M0 ${10 * n + 5}h100">${by('attributeName="stroke-dashoffset" values="0;50"', 'animate')(ms)}</path>`,
    ),
  'moving dashes by CSS': (ms) =>
    `<style>@keyframes b{to{stroke-dashoffset:50px}}path{animation:b ${ms}ms infinite}</style>${many(10, (n) => `<path stroke="red" stroke-width="10" stroke-dasharray="5" d="M0 ${10 * n + 5}h100"/>`)}`,
  'a moving gradient': (ms) =>
    `<linearGradient id="g" x2=".1" spreadMethod="repeat">${by('attributeName="x1" values="0;1"', 'animate')(ms)}<stop/></linearGradient>${rect('', 'fill="url(#g)"')}`,
  'a moving pattern': (ms) =>
    `<pattern id="g" width="10" height="10" patternUnits="userSpaceOnUse">${by('attributeName="x" values="0;50"', 'animate')(ms)}<rect width="5" height="10"/></pattern>${rect('', 'fill="url(#g)"')}`,
}

const slow = (n: number) =>
  animate(`attributeName="opacity" values="0;1;0" dur="900ms" begin="${n * 150}ms" ${endless}`)

/** Each of six animations changes slowly, and all over each other flash. `n` is the part of the picture in hundredths. */
const parts: Record<string, (n: number) => string> = {
  'a part on the left': (n) => many(6, (at) => `<rect width="${n}" height="100">${slow(at)}</rect>`),
  'a part at the bottom': (n) => many(6, (at) => `<rect y="${100 - n}" width="100" height="${n}">${slow(at)}</rect>`),
  'a circle': (n) => many(6, (at) => `<circle cx="50" cy="50" r="${n / 2}">${slow(at)}</circle>`),
  'a part that moves': (n) =>
    many(6, (at) => `<rect width="${n}" height="${n}">${slow(at)}<animateMotion path="M0 0h9" dur="9s"/></rect>`),
  'a part that grows': (n) =>
    many(
      6,
      (at) => `<rect width="1" height="100">${slow(at)}<animate attributeName="width" to="${n}" dur="9s"/></rect>`,
    ),
  'a part that is scaled': (n) =>
    many(
      6,
      (at) =>
        `<rect width="10" height="100">${slow(at)}<animateTransform attributeName="transform" type="scale" to="${n / 10}" dur="9s"/></rect>`,
    ),
  'a part that is moved in': (n) =>
    many(
      6,
      (at) =>
        `<rect x="100" width="${n}" height="100">${slow(at)}<animateTransform attributeName="transform" type="translate" to="-${n}" dur="9s"/></rect>`,
    ),
  'a group': (n) => many(6, (at) => `<g><rect width="9" height="9"/><rect width="${n}" height="100"/>${slow(at)}</g>`),
  'what is used': (n) =>
    many(
      6,
      (at) => `<defs><g id="a${at}"><rect width="${n}" height="100"/>${slow(at)}</g></defs><use href="#a${at}"/>`,
    ),
  'two parts': (n) =>
    many(6, (at) => `<rect width="${n}" height="50">${slow(at)}</rect>`) +
    many(6, (at) => `<rect x="50" y="50" width="${n / 2}" height="50">${slow(at)}</rect>`),
  'a part by CSS': (n) =>
    `<style>@keyframes b{50%{opacity:0}}${many(6, (at) => `.a${at}{animation:b 900ms ${at * 150}ms infinite}`)}</style>${many(6, (at) => `<rect class="a${at}" width="${n}" height="100"/>`)}`,
  'stripes that move over a part': (n) =>
    `<g>${many(60, (at) => `<rect x="${(n * at) / 60}" width="${n / 120}" height="100"/>`)}<animateTransform attributeName="transform" type="translate" values="0;5;0" dur="100ms" ${endless}/></g>`,
}

const passes = (inside: string) => isCalm(svg(inside))

const LONGEST_MS = 8_192
const durationLimits = recordedLimits('durations', durations, (make) => ({
  bounds: [0, LONGEST_MS],
  passes: (ms) => passes(make(ms)),
}))
const partLimits = recordedLimits('parts', parts, (make) => ({ bounds: [0, 128], passes: (n) => !passes(make(n)) }))

describe('the limits of flashes', () => {
  for (const { name, check } of durationLimits) it(`are the shortest duration in milliseconds: ${name}`, check)
  for (const { name, check } of partLimits) it(`are the smallest part in hundredths that may not flash: ${name}`, check)
})
