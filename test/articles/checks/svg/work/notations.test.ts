/** What a drawing costs depends on the picture that it shows, and not on how it is written. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { ingredients } from '../../../../../bench/drawings/ingredients.ts'
import { seeded } from '../../../../mutation/sample.ts'
import { workOf } from './estimate.ts'

const near = (one: number, other: number) => Math.abs(one - other) <= 1e-7 * Math.max(Math.abs(one), Math.abs(other))
const same = (one: number, other: number, what: string) => assert.ok(near(one, other), `${what}: ${one} and ${other}`)

/** The same picture, drawn in other coordinates. */
const coordinates: Record<string, (inside: string) => [inside: string, attributes?: string]> = {
  moved: (inside) => [`<g transform="translate(7 3)">${inside}</g>`, 'viewBox="7 3 100 100"'],
  'in smaller units': (inside) => [`<g transform="scale(4)">${inside}</g>`, 'viewBox="0 0 400 400"'],
  mirrored: (inside) => [`<g transform="matrix(-1 0 0 1 100 0)">${inside}</g>`],
  'turned to and fro': (inside) => [`<g transform="rotate(30 20 10) rotate(-30 20 10)">${inside}</g>`],
  'with a size and no viewBox': (inside) => [`<g>${inside}</g>`, 'width="100" height="100"'],
}
/** The same picture, shown through another element; beside it, as many elements around it that do nothing. */
const windows: Record<string, (inside: string) => [shown: string, plain: string]> = {
  'an inner <svg>': (inside) => [
    `<svg width="100" height="100" viewBox="20 40 200 200"><g transform="translate(20 40) scale(2)">${inside}</g></svg>`,
    `<g><g>${inside}</g></g>`,
  ],
  'an inner <svg> at another place': (inside) => [
    `<svg x="10" y="20"><g transform="translate(-10 -20)">${inside}</g></svg>`,
    `<g><g>${inside}</g></g>`,
  ],
  'an inner <svg> without a size': (inside) => [
    `<svg viewBox="0 0 200 200"><g transform="scale(2)">${inside}</g></svg>`,
    `<g><g>${inside}</g></g>`,
  ],
  'a <symbol> with another size of its own': (inside) => [
    `<symbol id="shown" viewBox="0 0 200 200" width="7" height="8"><g transform="scale(2)">${inside}</g></symbol><use href="#shown" width="100" height="100"/>`,
    `<g><g><g>${inside}</g></g></g>`,
  ],
  'a <symbol> with its own size': (inside) => [
    `<symbol id="shown" viewBox="0 0 200 200" width="100" height="100"><g transform="scale(2)">${inside}</g></symbol><use href="#shown"/>`,
    `<g><g><g>${inside}</g></g></g>`,
  ],
  '<use>': (inside) => [
    `<defs><g id="shown" transform="translate(-30 -40)">${inside}</g></defs><use href="#shown" x="30" y="40"/>`,
    `<defs/><g><g>${inside}</g></g>`,
  ],
  'a <symbol>': (inside) => [
    `<symbol id="shown" viewBox="0 0 200 200"><g transform="scale(2)">${inside}</g></symbol><use href="#shown" width="100" height="100"/>`,
    `<g><g><g>${inside}</g></g></g>`,
  ],
}
const isForTheWholePicture = (name: string) => name === 'boxShadow' || name === 'backgrounds'

describe('the estimate of painting work', () => {
  for (const [name, make] of Object.entries(ingredients)) {
    const inside = make(3, 20, seeded(7))
    it(`is the same in other coordinates: ${name}`, () => {
      const usual = workOf(`<g>${inside}</g>`)
      for (const [how, form] of Object.entries(coordinates)) same(workOf(...form(inside)), usual, how)
    })
    if (!isForTheWholePicture(name))
      it(`is the same through another element: ${name}`, () => {
        for (const [how, form] of Object.entries(windows)) {
          const [shown, plain] = form(inside)
          same(workOf(shown), workOf(plain), how)
        }
      })
  }
})

const gradient = '<linearGradient id="g"><stop/><stop offset="1"/></linearGradient>'
const pattern = '<pattern id="p" width="5" height="5"><rect width="3" height="3"/></pattern>'
const blur = '<filter id="f"><feGaussianBlur stdDeviation="3"/></filter>'
const marker = '<marker id="m" markerWidth="4" markerHeight="4"><rect width="3" height="3"/></marker>'
const defs = (inside: string) => `<defs>${inside}</defs>`
const rectangle = 'x="20" y="30" width="40" height="30"'
const rect = (attributes = '') => `<rect ${rectangle} ${attributes}/>`
const line = (attributes: string) => `<polyline points="10,10 60,20 30,70" ${attributes}/>`
const text = (attributes: string) => `<text y="50" ${attributes}>Words @ %</text>`
const path = (data: string) => `<path stroke="red" d="${data}"/>`
const polyline = (points: string) => `<polyline stroke="red" points="${points}"/>`
const filtered = (inside: string, attributes = '') =>
  `${defs(`<filter id="f" ${attributes}>${inside}</filter>`)}${rect('filter="url(#f)"')}`

/** A property, its value, and what shows it. `isInherited`: a group gives it to its content. */
const properties: [property: string, value: string, shown: (attributes: string) => string, isInherited?: boolean][] = [
  ['fill', 'url(#g)', rect, true],
  ['fill', 'url(#p)', rect, true],
  ['stroke', 'url(#g)', rect, true],
  ['stroke', 'red', rect, true],
  ['stroke-width', '9', (attributes) => rect(`stroke="url(#g)" ${attributes}`), true],
  ['stroke-dasharray', '1 2', (attributes) => rect(`stroke="red" ${attributes}`), true],
  ['stroke-linecap', 'round', (attributes) => rect(`stroke="red" stroke-dasharray="1" ${attributes}`), true],
  ['marker-start', 'url(#m)', line, true],
  ['marker-mid', 'url(#m)', line, true],
  ['marker-end', 'url(#m)', line, true],
  ['font-size', '31', text, true],
  ['opacity', '.5', rect],
  ['mask', 'url(#k)', rect],
  ['clip-path', 'url(#c)', rect],
  ['filter', 'url(#f)', rect],
]
const definitions = `<defs>${gradient}${pattern}${blur}${marker}<mask id="k"><circle r="50"/></mask><clipPath id="c"><circle r="20"/></clipPath></defs>`
const sheet = (css: string) => `<style>${css}</style>`

const waysToStyle = (property: string, value: string, shown: (attributes: string) => string): string[] => [
  sheet('') + shown(`${property}="${value}"`),
  sheet('') + shown(`style="${property}:${value}"`),
  sheet('') + shown(`style="${value.includes('url') ? '' : '-webkit-'}${property}:${value}"`),
  sheet(`*{${property}:${value}}`).replace('*', '.a') + shown('class="a"'),
  sheet(`.b .a,g{${property}:${value}}`) + shown('class="c a"'),
  sheet(`#a{${property}:${value}}`) + shown('id="a"'),
  sheet(`@media screen{rect:not(.x),polyline,text{${property}:${value}}}`) + shown(''),
  sheet(`.a[data-b='1']:hover{${property}:${value}}`) + shown('class="a" data-b="1"'),
  sheet(`.a[data-b='2']{${property}:none}.a{${property}:${value}}`) + shown('class="a" data-b="1"'),
  sheet(`.x{${property}:${value}}rect,polyline,text{${property}:${value}}`) + shown(''),
]

describe('the estimate of what a property costs', () => {
  for (const [property, value, shown, isInherited] of properties) {
    it(`is the same wherever the property is written: ${property}: ${value}`, () => {
      const [usual, ...others] = waysToStyle(property, value, shown).map((inside) => workOf(definitions + inside))
      for (const [n, other] of others.entries()) same(other, usual as number, `way ${n + 1}`)
      assert.ok((usual as number) > workOf(definitions + sheet('') + shown('')), 'it costs something')
    })
    if (isInherited)
      it(`is the same if a group gives the property to its content: ${property}: ${value}`, () => {
        const around = (attributes: string, own = '') => workOf(`${definitions}<g ${attributes}>${shown(own)}</g>`)
        same(around(`${property}="${value}"`), around('', `${property}="${value}"`), 'inherited')
      })
  }
})

/** In each list all drawings show the same. */
const equal: Record<string, string[]> = {
  'a stroke as wide as a share of the picture': [
    line('stroke="red" stroke-width="30%"'),
    line('stroke="red" stroke-width="30"'),
  ],
  'a rotation': [
    '<g transform="rotate(90 50 50)"><rect x="70" y="-5" width="20" height="15"/></g>',
    '<g transform="rotate(0)"><rect x="90" y="70" width="15" height="20"/></g>',
    '<g transform="translate(100) rotate(90)"><rect x="70" y="-5" width="20" height="15"/></g>',
    '<g transform="translate(100,0) rotate(90,0,0)"><rect x="70" y="-5" width="20" height="15"/></g>',
  ],
  'CSS and an attribute, of which either may apply': [
    rect('transform="scale(3)" style="transform:scale(2)"'),
    rect('transform="scale(3)" style="transform:scale(3,3)"'),
  ],
  'CSS that enlarges more than an attribute': [
    rect('transform="scale(.5)" style="transform:scale(2)"'),
    rect('transform="scale(1)" style="transform:scale(2)"'),
  ],
  'layers with commas inside': [
    rect('style="mask:linear-gradient(red,lime)"'),
    rect('style="mask:linear-gradient(red,lime,red,color-mix(in srgb,red,lime))"'),
  ],
  'the usual region': [filtered('<feOffset/>'), filtered('<feOffset/>', 'width="auto"')],
  'a result that is not the one before': [
    filtered('<feOffset result="a"/><feOffset/><feOffset/><feBlend in="a" in2="SourceGraphic"/>'),
    filtered('<feOffset/><feOffset/><feOffset/><feBlend in="SourceGraphic" in2="SourceGraphic"/>'),
  ],
  'a path with straight lines': [
    polyline('80,80 130,80 130,140 80,140 80,80'),
    path('M80 80H130V140H80Z'),
    path('M80 80h50v60h-50z'),
    path('M80 80L130 80 130 140 80 140 80 80'),
    path('M80 80 130 80 130 140 80 140 80 80'),
    path('m80,80 50,0 0,60 -50,0z'),
    path('M80 80l50 0l0 60l-50 0L80 80'),
  ],
  'path data by a style sheet': [
    `<style/><path d="M10 10H30V40H10Z"/>`,
    `<style>path{d:path('M10 10H30V40H10Z')}</style><path/>`,
  ],
  'numbers in each notation': [
    polyline('10,10 30,.5 3,-4'),
    polyline('1e1 10 +30 0.5 3-4'),
    path('M10,10 3E1.5L300e-2-4.0'),
  ],
  'a path with several parts': [
    polyline('10,10 20,10 10,10 15,15 25,15 15,15 17,19'),
    path('M10 10H20zm5 5h10zl2 4'),
    path('M10 10H20ZM15 15H25ZL17 19'),
  ],
  'curves, whose control points count': [
    polyline('10,10 11,12 13,14 25,16 27,28 29,30 31,22 33,24'),
    path('M10 10C11 12 13 14 25 16S27 28 29 30Q31 22 33 24'),
    path('m10 10c1 2 3 4 15 6s2 12 4 14q2-8 4-6'),
    path('M10 10c1 2 3 4 15 6Q27 28 29 30T31 22 33 24'),
    path('M10 10C11 12 13 14 25 16 27 28 29 30 31 22t2 2'),
  ],
  arcs: [path('M40 50A20 30 0 0 1 60 55'), path('M40 50a20 30 0 0 1 20 5'), path('m40 50a-20 -30 0 0120 5')],
  'arcs without a radius, which are straight lines': [
    polyline('40,50 20,55 20,55'),
    path('M40 50L20 55L20 55'),
    path('M40 50A0 0 0 0 1 20 55A0 0 0 0 1 20 55'),
    path('M40 50A0 9 0 1 1 20 55a7 0 0 0 0 0 0'),
  ],
  'a line': [
    '<line x1="10" y1="20" x2="30" y2="70" stroke="red"/>',
    polyline('10,20 30,70'),
    '<polygon stroke="red" points="10 20 30 70"/>',
  ],
  'a circle': [
    '<circle cx="20" cy="30" r="15"/>',
    '<ellipse cx="20" cy="30" rx="15" ry="15"/>',
    '<ellipse cx="20" cy="30" rx="15"/>',
    '<ellipse cx="20" cy="30" ry="15"/>',
  ],
  'a transform': [
    '<g transform="translate(10 20) scale(2)"><rect x="20" y="30" width="90" height="50"/></g>',
    '<g transform="matrix(2 0 0 2 10 20)"><rect x="20" y="30" width="90" height="50"/></g>',
    '<g transform="translate(10,20)scale(2,2)"><rect x="20" y="30" width="90" height="50"/></g>',
    '<g transform="translate(10)translate(0,20)scale(2)"><rect x="20" y="30" width="90" height="50"/></g>',
    '<g transform="scale(2)"><rect x="25" y="40" width="90" height="50"/></g>',
    '<g transform="scale(2 2)"><rect x="25" y="40" width="90" height="50"/></g>',
  ],
  'a transform that turns or leans': [
    '<g transform="rotate(90 30 40)"><rect x="5" width="9" height="5"/></g>',
    '<g transform="translate(30 40) rotate(90) translate(-30 -40)"><rect x="5" width="9" height="5"/></g>',
    '<g transform="matrix(0 1 -1 0 70 10)"><rect x="5" width="9" height="5"/></g>',
  ],
  leaning: [
    '<g transform="skewX(45)"><rect x="5" y="80" width="30" height="25"/></g>',
    '<g transform="matrix(1 0 1 1 0 0)"><rect x="5" y="80" width="30" height="25"/></g>',
  ],
  'leaning down': [
    '<g transform="skewY(45)"><rect x="5" y="80" width="30" height="25"/></g>',
    '<g transform="matrix(1 1 0 1 0 0)"><rect x="5" y="80" width="30" height="25"/></g>',
  ],
  dashes: [
    line('stroke="red" stroke-dasharray="3"'),
    line('stroke="red" stroke-dasharray="1 2"'),
    line('stroke="red" stroke-dasharray="2,1"'),
    line('stroke="red" stroke-dasharray="1.5,.5,1"'),
  ],
  'dashes counted by pathLength': [
    '<path stroke="red" stroke-dasharray="1" d="M10 10h50"/>',
    '<path stroke="red" stroke-dasharray="10" pathLength="500" d="M10 10h50"/>',
  ],
  'markers with the usual sizes': [
    `${defs('<marker id="m"><rect stroke="none" width="3" height="3"/></marker>')}${line('stroke="red" marker-mid="url(#m)"')}`,
    `${defs('<marker id="m" markerWidth="3" markerHeight="3" markerUnits="strokeWidth"><rect stroke="none" width="3" height="3"/></marker>')}${line('stroke="red" stroke-width="1" marker-mid="url(#m)"')}`,
    `${defs('<marker id="m" markerUnits="userSpaceOnUse"><rect stroke="none" width="3" height="3"/></marker>')}${line('stroke="red" marker-mid="url(#m)"')}`,
    `${defs('<marker id="m" viewBox="0 0 30 30"><rect stroke="none" width="30" height="30"/></marker>')}${line('stroke="red" marker-mid="url(#m)"')}`,
    `${defs('<marker id="m" viewBox="0 0 30 15"><rect stroke="none" width="30" height="30"/></marker>')}${line('stroke="red" marker-mid="url(#m)"')}`,
    `${defs('<marker id="m" markerWidth="6" viewBox="0 0 30 30"><rect stroke="none" width="30" height="30"/></marker>')}${line('stroke="red" marker-mid="url(#m)"')}`,
  ],
  'markers as wide as their line': [
    `${defs('<marker id="m"><rect stroke="none" width="30" height="30"/></marker>')}${line('stroke="red" stroke-width="2" marker-mid="url(#m)"')}`,
    `${defs('<marker id="m" markerUnits="userSpaceOnUse"><rect stroke="none" width="60" height="60"/></marker>')}${line('stroke="red" stroke-width="2" marker-mid="url(#m)"')}`,
    `${defs('<marker id="m"><rect stroke="none" width="30" height="30"/></marker>')}${line('stroke="red" stroke-width="2" style="marker:url(#m)"')}`,
  ],
  'a gradient with the stops of another one': [
    `${defs('<linearGradient id="g" href="#h"/><linearGradient id="h"><stop/><stop/></linearGradient>')}${rect('fill="url(#g)"')}`,
    `${defs('<linearGradient id="g"><stop/><stop/></linearGradient><linearGradient id="h"/>')}${rect('fill="url(#g)"')}`,
  ],
  'a pattern with the content of another one': [
    `${defs('<pattern id="p" href="#q"/><pattern id="q"><rect width="5" height="5"/></pattern>')}${rect('fill="url(#p)"')}`,
    `${defs('<pattern id="p"><rect width="5" height="5"/></pattern><pattern id="q"/>')}${rect('fill="url(#p)"')}`,
  ],
  'an id': [
    `${defs('<linearGradient id="g h"><stop/></linearGradient>')}${rect(`fill="url('#g%20h')"`)}`,
    `${defs('<linearGradient id="gh"><stop/></linearGradient>')}${rect('fill="url(#gh)"')}`,
    `${defs('<linearGradient id="gh"><stop/></linearGradient><linearGradient id="gh"><stop/><stop/></linearGradient>')}${rect('fill="url(#gh)"')}`,
    `${defs('<linearGradient id="g%h"><stop/></linearGradient>')}${rect(`fill="url('#g%h')"`)}`,
  ],
  'colours that a copy takes over from around it': [
    `${defs(`${gradient}<rect id="r" fill="context-fill" width="20" height="20"/>`)}<use href="#r" fill="url(#g)"/>`,
    `${defs(`${gradient}<rect id="r" width="20" height="20"/>`)}<use href="#r" fill="url(#g)"/>`,
  ],
  'a primitive in two units': [
    filtered('<feMorphology radius="10"/>'),
    filtered('<feMorphology radius=".1"/>', 'primitiveUnits="objectBoundingBox"'),
  ],
  'the region of a filter': [
    filtered('<feOffset/>'),
    filtered('<feOffset/>', 'width="1.2" height="1.2"'),
    filtered('<feOffset/>', 'width="120%" height="120%"'),
    filtered('<feOffset/>', 'width="144%" height="100%"'),
    filtered('<feOffset/>', 'width="1" height="1.44"'),
  ],
  'the usual values of primitives': [
    filtered('<feConvolveMatrix/><feTurbulence/><feDropShadow/><feGaussianBlur/><feMorphology/>'),
    filtered(
      '<feConvolveMatrix order="3"/><feTurbulence numOctaves="1"/><feDropShadow stdDeviation="2"/><feGaussianBlur stdDeviation="0"/><feMorphology radius="0"/>',
    ),
  ],
  'a chain of primitives': [
    filtered(
      '<feOffset in="SourceGraphic" result="a"/><feOffset in="a" result="b"/><feBlend in="b" in2="SourceAlpha"/>',
    ),
    filtered('<feOffset/><feOffset/><feBlend in2="SourceGraphic"/>'),
    filtered('<feOffset/><feOffset result="x"/><feBlend in="SourceAlpha" in2="x"/>'),
    filtered('<feOffset/><feOffset/><feBlend in2="FillPaint"/>'),
    filtered('<feOffset/><feOffset result="SourceGraphic"/><feBlend in2="SourceGraphic"/>'),
  ],
  'a merge': [
    filtered('<feOffset result="a"/><feMerge><feMergeNode in="a"/><feMergeNode in="SourceGraphic"/></feMerge>'),
    filtered('<feOffset/><feMerge><feMergeNode/><feMergeNode in="SourceGraphic"/></feMerge>'),
    filtered('<feOffset/><feMerge><feMergeNode in="StrokePaint"/><feMergeNode/></feMerge>'),
  ],
  'filters by CSS, in each notation of lengths and colours': [
    rect('style="filter:drop-shadow(1px 2px 3px red)"'),
    rect('style="filter:drop-shadow(1px 2px 3px #ff9900)"'),
    rect('style="filter:drop-shadow(1px 2px 3px rgb(255, 90, 80))"'),
    rect('style="filter:drop-shadow(1px 2px 3px hsl(200deg 90% 80%))"'),
    rect('style="filter:drop-shadow(-1px -2px 3px red)"'),
    rect('style="filter:drop-shadow(3px 3px 3e0px red)"'),
  ],
  'a clip path and a mask, in each form': [
    `${defs('<clipPath id="c"><circle r="9"/></clipPath>')}${rect('clip-path="url(#c)"')}`,
    `${defs('<clipPath id="c"><circle r="9"/></clipPath>')}${rect('style="clip-path:url(&quot;#c&quot;)"')}`,
    `${defs('<clipPath id="c"><circle r="9"/></clipPath>')}${rect('style="clip-path: url(#c) "')}`,
  ],
}

describe('the estimate of drawings that show the same', () => {
  for (const [name, drawings] of Object.entries(equal))
    it(`is the same: ${name}`, () => {
      const [usual, ...others] = drawings.map((inside) => workOf(inside))
      for (const [n, other] of others.entries()) same(other, usual as number, drawings[n + 1] as string)
    })
})
