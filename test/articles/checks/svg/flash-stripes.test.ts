/** Ways to let stripes pass without moving the shape that shows them: each passes while it is slow. */
import { describe, it } from 'node:test'
import { type Kind, limitedRun, recordedLimits } from './flash-record.ts'

const times = (count: number, text: (n: number) => string) => Array.from({ length: count }, (_, n) => text(n)).join('')
const svg = (content: string) => `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9">${content}</svg>`
const run = (seconds: number, begin = '') => `dur="${seconds}s" repeatCount="indefinite" ${begin}`
const animate = (name: string, values: string, seconds: number) =>
  `<animate attributeName="${name}" values="${values}" ${run(seconds)}/>`
const change = (type: string, values: string, seconds: number, name = 'transform') =>
  `<animateTransform attributeName="${name}" type="${type}" values="${values}" ${run(seconds)}/>`
const css = (seconds: number, frame: string, rule: string, content: string) =>
  svg(`<style>@keyframes k{to{${frame}}}.a{${rule};animation:k ${seconds}s linear infinite}</style>${content}`)

const comb = (at: number, wide = 0.5, apart = 1) => times(40, (n) => `M${at + apart * (n - 20)} 0h${wide}v9h-${wide}z`)
const stripes = `<path d="${comb(0)}"/>`
const points = (at: number) =>
  times(20, (n) => `${at + n - 10},0 ${at + n - 9.5},0 ${at + n - 9.5},9 ${at + n - 10},9 `)
const stops = '<stop/><stop offset="1" stop-color="#fff"/>'
const linear = (attributes: string, inside: string) =>
  svg(
    `<linearGradient id="g" x2="1" gradientUnits="userSpaceOnUse" spreadMethod="repeat" ${attributes}>${stops}${inside}</linearGradient><rect width="9" height="9" fill="url(#g)"/>`,
  )
const radial = (attributes: string, inside: string) =>
  linear(attributes, inside).replaceAll('linearGradient', 'radialGradient').replace('x2="1"', 'r="1"')
const pattern = (inside: string, more = 'width="1" height="9"') =>
  svg(
    `<pattern id="p" patternUnits="userSpaceOnUse" ${more}>${inside}</pattern><rect width="9" height="9" fill="url(#p)"/>`,
  )
const tile = '<rect width=".5" height="9"/>'
const marker = (inside: string, path: string, more = '') =>
  svg(
    `<marker id="m" markerWidth="40" markerHeight="9" markerUnits="userSpaceOnUse" overflow="visible" ${more}><path d="${comb(0)}"/>${inside}</marker>${path}`,
  )
const onPath = (inside: string, d = 'M0 0h.1') => `<path d="${d}" marker-start="url(#m)">${inside}</path>`
const wheel = `<path d="${times(24, (n) => {
  const at = (part: number) =>
    `${9 * Math.cos((Math.PI * (n + part)) / 12)} ${9 * Math.sin((Math.PI * (n + part)) / 12)}`
  return `M0 0L${at(0)}L${at(0.5)}z`
})}"/>`
const offset = (path: string, more = '') => `offset-path:${path};${more}`
const onWheel = `<g class="a">${wheel}</g>`
const still = "path('M4.5 4.5h1')"
/** A clock whose run begins again after each end, and a wait. */
const loop = (seconds: number) =>
  `<set id="a" attributeName="x" to="0" begin="0s;b.end" dur="${seconds / 2}s"/><set id="b" attributeName="x" to="0" begin="a.end" dur="${seconds / 2}s"/>`
const follower = (begin: string, dur: string) =>
  `<animate attributeName="opacity" values="0;1;0" begin="${begin}" dur="${dur}"/>`

const kinds: Record<string, Kind> = {
  'an angle to the path': [9, 2, (s) => css(s, 'offset-rotate:360deg', `${offset(still)}offset-rotate:0deg`, onWheel)],
  'an angle added to that of the path': [9, 2, (s) => css(s, 'offset-rotate:auto 1turn', offset(still), onWheel)],
  'a path that another one becomes': [
    9,
    2,
    (s) => css(s, "offset-path:path('M9 0h1')", offset("path('M0 0h1')"), `<g class="a">${stripes}</g>`),
  ],
  'a path in a shorthand': [
    9,
    2,
    (s) => css(s, 'offset:path("M0 0h9") 100%', 'offset:path("M0 0h9")', `<g class="a">${stripes}</g>`),
  ],
  'a path that is a circle': [
    20,
    2,
    (s) => css(s, 'offset-distance:100%', offset('circle(2px at 4.5px 4.5px)'), onWheel),
  ],
  'a length along a path': [
    9,
    2,
    (s) => css(s, 'offset-distance:9px', offset("path('M0 0h9')", 'offset-rotate:0deg'), `<g class="a">${stripes}</g>`),
  ],
  'an outline that moves': [
    9,
    2,
    (s) => svg(`<path d="${comb(0)}">${animate('d', `${comb(0)};${comb(9)}`, s)}</path>`),
  ],
  'an outline that moves by CSS': [
    9,
    2,
    (s) => css(s, `d:path('${comb(9)}')`, `d:path('${comb(0)}')`, `<path class="a" d="${comb(0)}"/>`),
  ],
  'an outline that stretches': [
    60,
    2,
    (s) => svg(`<path d="${comb(0)}">${animate('d', `${comb(0, 0.1, 0.2)};${comb(0, 1, 2)}`, s)}</path>`),
  ],
  'points that move': [
    9,
    2,
    (s) => svg(`<polygon points="${points(0)}">${animate('points', `${points(0)};${points(9)}`, s)}</polygon>`),
  ],
  'lines whose ends move': [
    9,
    2,
    (s) =>
      svg(
        times(
          20,
          (n) =>
            `<line x1="${n}" x2="${n}" y2="9" stroke="#000" stroke-width=".5">${animate('x1', `${n};${n - 9}`, s)}${animate('x2', `${n};${n - 9}`, s)}</line>`,
        ),
      ),
  ],
  'a gradient that is scaled': [60, 2, (s) => linear('', change('scale', '1;.1', s, 'gradientTransform'))],
  'a gradient that is turned': [60, 2, (s) => linear('', change('rotate', '0;180', s, 'gradientTransform'))],
  'a gradient that becomes longer': [60, 2, (s) => linear('', animate('x2', '1;.1', s))],
  'a gradient of many stops': [
    20,
    2,
    (s) =>
      svg(
        `<linearGradient id="g" x2="20" gradientUnits="userSpaceOnUse">${times(40, (n) => `<stop offset="${n / 40}" stop-color="${n % 2 ? '#fff' : '#000'}"/>`)}${change('translate', '0;-10', s, 'gradientTransform')}</linearGradient><rect width="9" height="9" fill="url(#g)"/>`,
      ),
  ],
  'a gradient whose stops another one has': [
    20,
    2,
    (s) =>
      svg(
        `<linearGradient id="h">${times(40, (n) => `<stop offset="${n / 40}" stop-color="${n % 2 ? '#fff' : '#000'}"/>`)}</linearGradient><linearGradient id="g" href="#h" x2="20" gradientUnits="userSpaceOnUse">${change('translate', '0;-10', s, 'gradientTransform')}</linearGradient><rect width="9" height="9" fill="url(#g)"/>`,
      ),
  ],
  'a gradient down whose end moves': [
    60,
    2,
    (s) => linear('y1="9" y2="10"', animate('y2', '10;9.1', s)).replace('x2="1"', 'x2="0"'),
  ],
  'rings that grow': [60, 2, (s) => radial('cx="4" cy="4"', animate('r', '1;.1', s))],
  'rings that are scaled': [60, 2, (s) => radial('', change('scale', '1;.1', s, 'gradientTransform'))],
  'rings whose focus moves': [300, 2, (s) => radial('cx="4" cy="4"', animate('fx', '3.2;4.8;3.2', s))],
  'rings that move': [9, 1, (s) => radial('cx="0" cy="4"', animate('cx', '0;9', s))],
  'a gradient of what moves': [9, 2, (s) => linear('', animate('x1', '0;9', s) + animate('x2', '1;10', s))],
  'a gradient that moves down': [
    9,
    2,
    (s) => linear('', animate('y1', '0;9', s) + animate('y2', '1;10', s)).replace('x2="1"', 'x2="0"'),
  ],
  'rings whose focus moves up': [300, 2, (s) => radial('cx="4" cy="4"', animate('fy', '3.2;4.8;3.2', s))],
  'tiles that are scaled': [60, 2, (s) => pattern(tile + change('scale', '1;.1', s, 'patternTransform'))],
  'tiles that are turned': [60, 2, (s) => pattern(tile + change('rotate', '0;180', s, 'patternTransform'))],
  'tiles that become wider': [60, 2, (s) => pattern(tile + animate('width', '1;5', s))],
  'tiles that move': [9, 2, (s) => pattern(tile + animate('x', '0;9', s))],
  'tiles whose content moves': [
    9,
    2,
    (s) =>
      pattern(
        `<g>${times(3, (n) => `<rect x="${n - 1}" width=".5" height="9"/>`)}${change('translate', '0;1', s / 9)}</g>`,
      ),
  ],
  'tiles whose shape moves': [
    9,
    2,
    (s) => pattern(`<rect width=".5" height="9">${animate('x', '-.5;1', s / 9)}</rect>`),
  ],
  'tiles whose window moves': [
    9,
    2,
    (s) =>
      pattern(
        `${tile}<rect x="1" width=".5" height="9"/>${animate('viewBox', '0 0 1 9;1 0 1 9', s / 9)}`,
        'width="1" height="9" viewBox="0 0 1 9"',
      ),
  ],
  'tiles of tiles that move': [
    9,
    2,
    (s) =>
      pattern(
        `<pattern id="q" patternUnits="userSpaceOnUse" width="1" height="9">${tile}${animate('x', '0;9', s)}</pattern><rect width="9" height="9" fill="url(#q)"/>`,
        'width="9" height="9"',
      ),
  ],
  'two movements inside of each other': [
    9,
    2.5,
    (s) => svg(`<g><g>${stripes}${change('translate', '0;5', s)}</g>${change('translate', '0;5', s)}</g>`),
  ],
  'three movements inside of each other': [
    9,
    2.5,
    (s) =>
      svg(
        `<g><g><g>${stripes}${change('translate', '0;3', s)}</g>${change('translate', '0;3', s)}</g><animateMotion path="M0 0h4" ${run(s)}/></g>`,
      ),
  ],
  'a turn inside of a movement': [
    9,
    2.5,
    (s) =>
      svg(
        `<g><g transform="translate(4.5 4.5)"><g>${wheel}${change('rotate', '0;75', s)}</g></g>${change('rotate', '0 4.5 4.5;75 4.5 4.5', s)}</g>`,
      ),
  ],
  'a movement along stripes that something has turned': [
    9,
    1.5,
    (s) =>
      svg(
        `<g><g>${stripes}<animateTransform attributeName="transform" type="rotate" values="0 4.5 4.5;90 4.5 4.5" dur="9s" fill="freeze"/></g>${change('translate', '0 0;0 9', s)}</g>`,
      ),
  ],
  'a movement along stripes that something has turned one and a half times': [
    9,
    1.5,
    (s) =>
      svg(
        `<g><g>${stripes}<animateTransform attributeName="transform" type="rotate" values="0 4.5 4.5;180 4.5 4.5" dur="18s" repeatCount="1.5" fill="freeze"/></g>${change('translate', '0 0;0 9', s)}</g>`,
      ),
  ],
  'a movement of which the last part is the quickest': [
    9,
    1,
    (s) =>
      svg(
        `<g><g>${stripes}<animateTransform attributeName="transform" type="translate" values="0${';0'.repeat(8)};9" keyTimes="0;.1;.2;.3;.4;.5;.6;.7;.99;1" ${run(100 * s)}/></g>${change('translate', '0;0', 90 * s)}</g>`,
      ),
  ],
  'shapes that move by a difference': [
    60,
    2,
    (s) =>
      svg(
        times(
          40,
          (n) => `<rect x="${n - 20}" width=".5" height="9"><animate attributeName="x" by="9" ${run(s)}/></rect>`,
        ),
      ),
  ],
  'shapes that move from where they are': [
    60,
    2,
    (s) =>
      svg(
        times(
          40,
          (n) =>
            `<rect x="${n - 20}" width=".5" height="9"><animate attributeName="x" to="${n - 11}" ${run(s)}/></rect>`,
        ),
      ),
  ],
  'a shape that moves in what moves': [
    9,
    2.5,
    (s) =>
      svg(
        `<g>${times(20, (n) => `<rect x="${n - 10}" width=".5" height="9">${animate('x', `${n - 10};${n - 5}`, s)}</rect>`)}${change('translate', '0;5', s)}</g>`,
      ),
  ],
  'what is used in what moves': [
    9,
    2.5,
    (s) =>
      svg(
        `<defs><g id="u">${stripes}${change('translate', '0;5', s)}</g></defs><use href="#u">${animate('x', '0;5', s)}</use>`,
      ),
  ],
  'movements by CSS inside of each other': [
    9,
    2.5,
    (s) => css(s, 'translate:5px', '', `<g class="a"><g class="a">${stripes}</g></g>`),
  ],
  'a gradient that moves in what moves': [
    9,
    2.5,
    (s) =>
      svg(
        `<linearGradient id="g" x2="1" gradientUnits="userSpaceOnUse" spreadMethod="repeat">${stops}${change('translate', '0;5', s, 'gradientTransform')}</linearGradient><rect x="-20" width="40" height="9" fill="url(#g)">${change('translate', '0;5', s)}</rect>`,
      ),
  ],
  'dashes that move in what moves': [
    9,
    2.5,
    (s) =>
      svg(
        `<path d="M-20 4.5H20" stroke="#000" stroke-width="9" stroke-dasharray=".5">${animate('stroke-dashoffset', '0;-5', s)}${change('translate', '0;5', s)}</path>`,
      ),
  ],
  'dashes that become longer': [
    60,
    2,
    (s) =>
      svg(
        `<path d="M0 4.5H20" stroke="#000" stroke-width="9" stroke-dasharray=".2">${animate('stroke-dasharray', '.2;1', s)}</path>`,
      ),
  ],
  'dashes of a longer list': [
    60,
    2,
    (s) =>
      svg(
        `<path d="M0 4.5H20" stroke="#000" stroke-width="9" stroke-dasharray=".2">${animate('stroke-dasharray', '.2;1 1', s)}</path>`,
      ),
  ],
  'dashes of another unit': [
    60,
    2,
    (s) =>
      svg(
        `<path d="M0 4.5H20" stroke="#000" stroke-width="9" stroke-dasharray="1" pathLength="10">${animate('pathLength', '10;200', s)}</path>`,
      ),
  ],
  'dashes that a group moves': [
    9,
    2,
    (s) =>
      svg(
        `<g stroke="#000" stroke-width="9" stroke-dasharray=".5">${animate('stroke-dashoffset', '0;9', s)}<path d="M0 4.5H9"/></g>`,
      ),
  ],
  'a movement that stops when another one follows the loop': [
    9,
    0.3,
    (s) =>
      svg(
        `${loop(s)}<g>${stripes}<animateTransform attributeName="transform" type="translate" values="0;1;9" keyTimes="0;.25;1" begin="a.begin" dur="${s}s"/><animateTransform attributeName="transform" type="translate" values="0;0" begin="a.begin+${s / 4}s" dur="${s}s"/></g>`,
      ),
  ],
  'one that follows a loop several times': [
    6,
    0.6,
    (s) =>
      svg(
        `${loop(s)}<rect width="9" height="9">${follower(times(4, (n) => `a.begin+${(n * s) / 4}s;`).slice(0, -1), `${s / 4}s`)}</rect>`,
      ),
  ],
  'one that follows each part of a loop': [
    3,
    0.4,
    (s) => svg(`${loop(s)}<rect width="9" height="9">${follower('a.begin;b.begin', `${s / 2}s`)}</rect>`),
  ],
  'one that follows the end of a follower': [
    3,
    0.4,
    (s) =>
      svg(
        `${loop(s)}<rect width="9" height="9"><animate id="c" attributeName="opacity" values="0;1;0" begin="a.begin" dur="${s / 2}s"/>${follower('c.end', `${s / 2}s`)}</rect>`,
      ),
  ],
  'followers of the repeats of a clock': [
    3,
    0.4,
    (s) =>
      svg(
        `<animate id="a" attributeName="x" to="0" dur="${s / 2}s" repeatCount="20"/><rect width="9" height="9">${follower(times(15, (n) => `a.repeat(${n + 1});`).slice(0, -1), `${s / 2}s`)}</rect>`,
      ),
  ],
  ...Object.fromEntries(
    Object.entries({
      'is quick at first': 'values="0,0;9,0;9,0" keyTimes="0;.1;1"',
      'waits in between': `values="0,0${';9,0'.repeat(10)}"`,
    }).map(([name, values]): [string, Kind] => [
      `a motion that ${name}`,
      [60, 9, (s) => svg(`<g>${stripes}<animateMotion ${values} calcMode="linear" ${run(s)}/></g>`)],
    ]),
  ),
  ...Object.fromEntries(
    ['values="0,0;18,0"', 'from="0,0" to="18,0"', 'path="M0 0H18"', 'path="M0 0H18M0 0h18z"'].map(
      (way): [string, Kind] => [
        `jumps from place to place: ${way}`,
        [1, 0.3, (s) => svg(`<rect width="9" height="9"><animateMotion ${way} calcMode="discrete" ${run(s)}/></rect>`)],
      ],
    ),
  ),
  'a turn at the only point of a path': [
    30,
    2,
    (s) =>
      svg(
        `<g><g transform="scale(.5)">${wheel}</g><animateMotion path="M4.5 4.5" ${run(s)}/>${change('rotate', '0;360', s)}</g>`,
      ),
  ],
  ...Object.fromEntries(
    ['rotate:400grad', 'rotate:6.2832rad', 'offset-rotate:400grad', 'offset-rotate:6.2832rad'].map(
      (turn): [string, Kind] => [
        `a turn as ${turn}`,
        [9, 2, (s) => css(s, turn, `${offset(still)}offset-rotate:0deg`, onWheel)],
      ],
    ),
  ),
  ...Object.fromEntries(
    ['repeatCount="indefinite"', 'repeatCount="1"'].map((often): [string, Kind] => [
      `stripes that arrive later, ${often}`,
      [
        240,
        60,
        (s) =>
          svg(
            `<g><path d="${comb(320)}"/><animateTransform attributeName="transform" type="translate" values="0;-600" dur="${s}s" ${often}/></g>`,
          ),
      ],
    ]),
  ),
  ...Object.fromEntries(
    ['letter-spacing:60px', 'word-spacing:60px', 'font-size:99px', 'font:99px serif', 'text-shadow:99px 0 red'].map(
      (frame): [string, Kind] => [
        `letters with ${frame}`,
        [9, 0.4, (s) => css(s, frame, '', `<text class="a" y="9" font-size="9">${'I '.repeat(40)}</text>`)],
      ],
    ),
  ),
  'letters that have more room': [
    9,
    0.4,
    (s) => svg(`<text y="9" font-size="9">${'I'.repeat(40)}${animate('textLength', '9;999', s)}</text>`),
  ],
  'noise that becomes finer': [
    9,
    1,
    (s) =>
      svg(
        `<filter id="f"><feTurbulence>${animate('baseFrequency', '.05;.5', s)}</feTurbulence></filter><rect width="9" height="9" filter="url(#f)"/>`,
      ),
  ],
  'stripes below seven gradients': [
    9,
    2,
    (s) =>
      svg(
        `<linearGradient id="g">${stops}</linearGradient><g>${stripes}${'<rect x="-20" width="40" height="9" fill="url(#g)" fill-opacity=".1"/>'.repeat(7)}${change('translate', '0;9', s)}</g>`,
      ),
  ],
  'stripes over a shape, in a style that lets it through': [
    9,
    2,
    (s) =>
      svg(
        `<style>path{opacity:.5}</style><g><rect x="-20" width="40" height="9"/>${stripes}${change('translate', '0;9', s)}</g>`,
      ),
  ],
  'stripes that jump': [
    1,
    0.1,
    (s) => svg(`<g>${stripes}${change('translate', '0;10.3', s).replace('/>', ' calcMode="discrete"/>')}</g>`),
  ],
  'a gradient in shares of a shape that moves': [
    9,
    2,
    (s) =>
      svg(
        `<linearGradient id="g" x2=".025" spreadMethod="repeat">${stops}</linearGradient><rect x="-20" width="40" height="9" fill="url(#g)">${animate('x', '-20;-11', s)}</rect>`,
      ),
  ],
  'tiles in shares of a shape that becomes wider': [
    60,
    1,
    (s) =>
      svg(
        `<pattern id="p" width=".1" height="1" patternContentUnits="objectBoundingBox"><rect width=".05" height="1"/></pattern><rect width="9" height="9" fill="url(#p)">${animate('width', '9;90;9', s)}</rect>`,
      ),
  ],
  'tiles that move by a whole one in each frame': [128, 2, (s) => pattern(tile + animate('x', '0;64', s))],
  'a marker that its path moves': [9, 2, (s) => marker('', onPath(animate('d', 'M0 0h.1;M9 0h.1', s)))],
  'a marker that its path turns': [
    9,
    2,
    (s) => marker('', onPath(`<animateTransform attributeName="transform" type="translate" values="0;9" ${run(s)}/>`)),
  ],
  'a marker that its path bends': [
    30,
    2,
    (s) =>
      svg(
        `<marker id="m" markerWidth="40" markerHeight="40" orient="auto" markerUnits="userSpaceOnUse" overflow="visible">${wheel}</marker><path d="M4.5 4.5h.1" marker-start="url(#m)"><animate attributeName="d" values="M4.5 4.5l.1 0;M4.5 4.5l0 .1;M4.5 4.5l-.1 0;M4.5 4.5l0-.1;M4.5 4.5l.1 0" ${run(s)}/></path>`,
      ),
  ],
  'a marker that turns itself': [
    30,
    2,
    (s) =>
      marker('', onPath('', 'M4.5 4.5h.1')).replace(
        /<marker(.*?)>.*<\/marker>/,
        `<marker$1>${wheel}${animate('orient', '0;360', s)}</marker>`,
      ),
  ],
  'a marker whose reference moves': [9, 2, (s) => marker(animate('refX', '0;9', s), onPath(''))],
  'a marker in what moves': [9, 2, (s) => marker('', `<g>${onPath('')}${change('translate', '0;9', s)}</g>`)],
  'a marker on a line that moves': [
    9,
    2,
    (s) => marker('', `<line y2=".1" marker-end="url(#m)">${animate('x2', '0;9', s)}${animate('x1', '0;9', s)}</line>`),
  ],
  ...Object.fromEntries(
    Object.entries({ dx: '0;-60', x: '0;-60' }).map(([name, values]): [string, Kind] => [
      `letters whose ${name} changes`,
      [60, 1, (s) => svg(`<text y="18" dy="-9" font-size="9">${'I'.repeat(40)}${animate(name, values, s)}</text>`)],
    ]),
  ),
  'letters along a path': [
    60,
    1,
    (s) =>
      svg(
        `<path id="p" d="M0 9H99" fill="none"/><text font-size="9"><textPath href="#p">${'I'.repeat(40)}${animate('startOffset', '0;-60', s)}</textPath></text>`,
      ),
  ],
  'the window of a symbol': [
    9,
    2,
    (s) =>
      svg(
        `<symbol id="u" viewBox="0 0 9 9">${stripes}${animate('viewBox', '0 0 9 9;9 0 9 9', s)}</symbol><use href="#u" width="9" height="9"/>`,
      ),
  ],
  'the window of a picture in the picture': [
    9,
    2,
    (s) =>
      svg(`<svg viewBox="0 0 9 9" width="9" height="9">${stripes}${animate('viewBox', '0 0 9 9;9 0 9 9', s)}</svg>`),
  ],
  'a matrix of three dimensions': [
    9,
    2,
    (s) => css(s, 'transform:matrix3d(1,0,0,0,0,1,0,0,0,0,1,0,9,0,0,1)', '', `<g class="a">${stripes}</g>`),
  ],
  'a variable with a length': [
    9,
    2,
    (s) =>
      css(s, '--x:9px', 'translate:var(--x)', `<g class="a">${stripes}</g>`).replace(
        '<style>',
        "<style>@property --x{syntax:'&lt;length>';inherits:false;initial-value:0px}",
      ),
  ],
  'the background': [
    9,
    2,
    (s) =>
      css(s, 'background-position:9px', '', '<rect width="1" height="1"/>').replace(
        '.a{',
        'svg{background:repeating-linear-gradient(90deg,#000,#fff 1px);',
      ),
  ],
  'a polygon that cuts': [
    60,
    2,
    (s) => {
      const cut = (at: number) =>
        `clip-path:polygon(${times(40, (n) => `${at + n / 2 - 9}px ${n % 2 ? 0 : 99}px,`).slice(0, -1)})`
      return css(s, cut(9), cut(0), '<rect class="a" width="9" height="9"/>')
    },
  ],
  ...Object.fromEntries(
    Object.entries({
      'of the same outline': `<animate attributeName="d" values="${comb(0)};${comb(0)}" dur=".01s" repeatCount="indefinite"/>`,
      'that begins before it': `<animate attributeName="d" to="${comb(0)}" begin="-9s" dur=".1s" repeatCount="indefinite"/>`,
    }).flatMap(([name, other]): [string, Kind][] => [
      [
        `an outline that moves after an animation ${name}`,
        [9, 2, (s) => svg(`<path d="${comb(0)}">${other}${animate('d', `${comb(0)};${comb(9)}`, s)}</path>`)],
      ],
    ]),
  ),
  'what moves after something that has ended': [
    9,
    2,
    (s) =>
      svg(
        `<g>${stripes}${change('translate', '0;9', s)}<animateTransform attributeName="transform" type="translate" values="0;0" begin=".1s" dur=".01s"/></g>`,
      ),
  ],
  'what moves before something that began earlier': [
    9,
    2,
    (s) =>
      svg(
        `<g>${stripes}<animateTransform attributeName="transform" type="translate" values="0;9" begin=".1s" ${run(s)}/><animateTransform attributeName="transform" type="translate" values="0;0" ${run(s)}/></g>`,
      ),
  ],
  'what CSS moves beside an animation element': [
    9,
    2,
    (s) => css(s, 'transform:translate(9px)', '', `<g class="a">${stripes}${change('translate', '0;0', s)}</g>`),
  ],
  'letters that move': [
    9,
    1,
    (s) => svg(`<text y="9" font-size="9" textLength="9">${'I'.repeat(40)}${animate('x', '0;-60', s)}</text>`),
  ],
}

describe('stripes', () => {
  for (const { name, check } of recordedLimits('stripes', kinds, limitedRun))
    it(`pass only as slowly as is safe: ${name}`, check)
})
