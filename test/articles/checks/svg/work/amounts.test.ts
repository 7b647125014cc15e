/** How the estimate of painting work grows with what a drawing contains. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { WorkKind } from '../../../../../src/articles/checks/svg/work/account.ts'
import { workOf, workOfKind } from './estimate.ts'

const times = (count: number, text: (n: number) => string) => Array.from({ length: count }, (_, n) => text(n)).join('')
const full = 'width="100" height="100"'
const loop = 'dur="3s" repeatCount="indefinite"'
const animate = (attribute: string, values: string) =>
  `<animate attributeName="${attribute}" values="${values}" ${loop}/>`
const rect = (attributes: string, inside = '') => `<rect ${full} ${attributes}>${inside}</rect>`
const square = (side: number, attributes: string) =>
  `<rect x="${50 - side / 2}" y="${50 - side / 2}" width="${side}" height="${side}" ${attributes}/>`
const filtered = (inside: string, shown = rect('filter="url(#f)"'), attributes = '') =>
  `<defs><filter id="f" ${attributes}>${inside}</filter></defs>${shown}`
const words = (attributes: string, inside = 'aa aa') => `<text y="50" font-size="5" ${attributes}>${inside}</text>`
const line = (attributes: string) => `<path stroke="red" d="M0 50h100" ${attributes}/>`
const straight = (count: number) => times(count + 1, (n) => `${(100 * n) / count},50 `)

const defs = `<defs>
  <linearGradient id="l"><stop/></linearGradient><radialGradient id="r"><stop/></radialGradient>
  <pattern id="p"><g/></pattern><mask id="k"><g/></mask><clipPath id="c"><circle r="9"/></clipPath>
  <filter id="o"><feOffset/></filter>
</defs>`

/** Each step of one adds the same. */
const linear: Record<string, (n: number) => string> = {
  'plain shapes': (n) => rect('').repeat(n),
  'points of a straight line': (n) => `<polyline stroke="red" points="${straight(10 * n)}"/>`,
  'the length of a line': (n) => `<line y1="50" y2="50" x1="10" x2="${10 + 20 * n}" stroke="red"/>`,
  'equal letters': (n) => words('', 'a'.repeat(n)),
  'different letters': (n) => words('', 'abcdefgh'.slice(0, n)),
  'letters that common fonts lack': (n) => words('', '漢'.repeat(n)),
  'letters that are turned': (n) => words('rotate="9"', 'a'.repeat(n)),
  'letters along a path': (n) => words('', `<textPath href="#x">${'a'.repeat(n)}</textPath>`),
  'places of letters': (n) => words(`x="${'1 '.repeat(n)}"`),
  'distances of letters': (n) => words(`dy="${'1 '.repeat(n)}"`),
  'parts of a text': (n) => words('', '<tspan>a</tspan>'.repeat(n)),
  'parts of a text in small capitals': (n) => words('font-variant="small-caps"', '<tspan>a</tspan>'.repeat(n)),
  fonts: (n) => times(n, (at) => words(`font-family="f${at}"`)),
  'shadows of a text': (n) => words(`style="text-shadow:${'1px 1px red,'.repeat(n)}0 0 red"`),
  dashes: (n) => `<path stroke="red" stroke-dasharray="${1 / n}" d="M0 50h100"/>`,
  'the width of dashes': (n) => `<path stroke="red" stroke-width="${n}" stroke-dasharray="1" d="M0 -99h100"/>`,
  'dashes of letters': (n) => words(`stroke="red" stroke-dasharray="${1 / n}"`),
  'stops of a gradient': (n) =>
    `<defs><linearGradient id="g">${'<stop/>'.repeat(n)}</linearGradient></defs>${rect('fill="url(#g)"')}`,
  gradients: (n) => defs + rect('fill="url(#l)"').repeat(n),
  patterns: (n) => defs + rect('stroke="url(#p)"').repeat(n),
  'shapes in a pattern': (n) => `<defs><pattern id="g">${rect('').repeat(n)}</pattern></defs>${rect('fill="url(#g)"')}`,
  'groups with opacity': (n) => `<g opacity=".5">${rect('')}</g>`.repeat(n),
  'groups with opacity inside of each other': (n) => `${'<g opacity=".5">'.repeat(n)}${rect('')}${'</g>'.repeat(n)}`,
  'blend modes': (n) => `<g style="mix-blend-mode:hue">${rect('')}</g>`.repeat(n),
  'isolated groups': (n) => `<g style="isolation:isolate">${rect('')}</g>`.repeat(n),
  'layers of a browser': (n) => `<g style="will-change:opacity">${rect('')}</g>`.repeat(n),
  masks: (n) => defs + rect('mask="url(#k)"').repeat(n),
  'shapes in a mask': (n) => `<defs><mask id="m">${rect('').repeat(n)}</mask></defs>${rect('mask="url(#m)"')}`,
  'layers of a mask': (n) => rect(`style="mask:${'linear-gradient(red,#000),'.repeat(n)}linear-gradient(red,#000)"`),
  'clip paths': (n) => defs + rect('clip-path="url(#c)"').repeat(n),
  'points of a polygon that cuts': (n) => rect(`style="clip-path:polygon(0 0${',1% 2%'.repeat(n)})"`),
  'clip paths that are cut': (n) =>
    `<defs>${times(n, (at) => `<clipPath id="c${at}" clip-path="url(#c${at + 1})"><circle r="9"/></clipPath>`)}</defs>${rect('clip-path="url(#c0)"')}`,
  'shadows of the picture': (n) => `<style>svg{box-shadow:${'0 0 1px red,'.repeat(n)}0 0 1px red}</style>`,
  'gradients behind the picture': (n) =>
    `<style>svg{background:${'linear-gradient(rgb(1,2,3),red),'.repeat(n)}red}</style>`,
  'primitives of a filter': (n) => filtered('<feOffset/>'.repeat(n)),
  'inputs of a merge': (n) => filtered(`<feOffset/><feMerge>${'<feMergeNode/>'.repeat(n)}</feMerge>`),
  'the size of a blur': (n) => filtered(`<feGaussianBlur stdDeviation="${n}"/>`),
  'the size of a shadow': (n) => filtered(`<feDropShadow stdDeviation="${n}"/>`),
  'the size of a morphology': (n) => filtered(`<feMorphology radius="${n}"/>`),
  'octaves of a turbulence': (n) => filtered(`<feTurbulence numOctaves="${n}"/>`),
  'the size of a blur by CSS': (n) => rect(`style="filter:blur(${n}px)"`),
  'CSS filters': (n) => rect(`style="filter:${'sepia(1) '.repeat(n)}"`),
  'elements with a filter': (n) => filtered('<feOffset/>', rect('filter="url(#f)"').repeat(n)),
  'pictures of a filter': (n) =>
    filtered('<feImage href="#x"/>'.repeat(n), `<g id="x">${rect('')}</g>${rect('filter="url(#f)"')}`),
  'filters behind the picture': (n) => `<style>svg{backdrop-filter:${'sepia(1) '.repeat(n)}}</style>`,
  copies: (n) => `<defs><g id="x">${rect('opacity=".5"')}</g></defs>${'<use href="#x"/>'.repeat(n)}`,
  'markers of a line': (n) =>
    `<defs><marker id="m"><path d="M0 0h9v9"/></marker></defs><polyline marker-mid="url(#m)" points="${straight(n)}"/>`,
  'CSS animations of an element': (n) => rect(`style="animation:${'a 1s cubic-bezier(0,0,1,1),'.repeat(n)}b 1s"`),
  'CSS animations of an element that also has others': (n) =>
    rect(`style="animation:${'a 1s,'.repeat(n)}b 1s"`, animate('fill', 'red;blue')),
  'rules for the same': (n) => `<style>${'rect{fill:red}'.repeat(n + 1)}</style>${rect('')}`,
}

/** What covers a square grows with its area. */
const squares: [kind: WorkKind, name: string, shown: (side: number) => string][] = [
  ['shapes', 'a colour', (side) => square(side, '')],
  ['gradients', 'a linear gradient', (side) => square(side, 'fill="url(#l)"')],
  ['gradients', 'a radial gradient', (side) => square(side, 'fill="url(#r)"')],
  ['gradients', 'a pattern', (side) => square(side + 50, 'fill="url(#p)"')],
  ['gradients', 'a gradient of a stroke', (side) => square(side, 'stroke="url(#l)"')],
  ['gradients', 'a gradient of letters', (side) => `<text fill="url(#l)" font-size="${side}">a</text>`],
  ['text', 'letters', (side) => `<text font-size="${side}">a</text>`],
  ['text', 'letters with a stroke', (side) => `<text stroke="red" stroke-width="9" font-size="${side}">a</text>`],
  ['effects', 'shadows of letters', (side) => `<text font-size="${side}" style="text-shadow:1px 1px red">a</text>`],
  ['effects', 'opacity', (side) => square(side + 20, 'opacity=".5"')],
  ['effects', 'a blend mode', (side) => square(side + 20, 'style="mix-blend-mode:hue"')],
  ['effects', 'a mask', (side) => square(side + 20, 'mask="url(#k)"')],
  ['effects', 'a clip path', (side) => square(side + 30, 'clip-path="url(#c)"')],
  ['filters', 'a filter', (side) => square(side + 50, 'filter="url(#o)"')],
  ['filters', 'a filter by CSS', (side) => square(side + 50, 'style="filter:sepia(1)"')],
  ['filters', 'a kernel', (side) => filtered(`<feConvolveMatrix order="${side}"/>`)],
  [
    'effects',
    'a text that cuts',
    (side) => `<defs><clipPath id="t"><text/></clipPath></defs>${square(side + 40, 'clip-path="url(#t)"')}`,
  ],
]

/** More of it costs no more. */
const bounded: [kind: WorkKind, name: string, most: string, more: string][] = [
  [
    'effects',
    'opacity of a group with a filter, which reaches a tenth farther',
    `<g opacity=".5"><rect x="10" y="30" width="60" height="30"/></g>`,
    `${defs}<g opacity=".5"><rect x="15" y="35" width="50" height="20" filter="url(#o)"/></g>`,
  ],
  [
    'gradients',
    'a circle',
    `${defs}<rect x="-20" y="80" width="40" height="40" fill="url(#l)"/>`,
    `${defs}<circle cx="0" cy="100" r="20" fill="url(#l)"/>`,
  ],
  [
    'gradients',
    'a circle in another corner',
    `${defs}<rect x="80" y="-20" width="40" height="40" fill="url(#l)"/>`,
    `${defs}<circle cx="100" cy="0" r="20" fill="url(#l)"/>`,
  ],
  [
    'gradients',
    'an ellipse',
    `${defs}<rect x="70" y="-20" width="60" height="40" fill="url(#l)"/>`,
    `${defs}<ellipse cx="100" cy="0" rx="30" ry="20" fill="url(#l)"/>`,
  ],
  [
    'gradients',
    'a shape of unknown size',
    defs + rect('fill="url(#l)"'),
    `${defs}<rect width="1e999" height="100" fill="url(#l)"/>`,
  ],
  [
    'gradients',
    'a moving shape larger than the picture',
    `${defs}<g style="rotate:9deg">${rect('fill="url(#l)"')}</g>`,
    `${defs}<g style="rotate:9deg">${square(900, 'fill="url(#l)"')}</g>`,
  ],
  [
    'gradients',
    'half a point',
    `${defs}<polygon fill="url(#l)" points="50,50 90,50 90,90"/>`,
    `${defs}<polygon fill="url(#l)" points="50,50 90,50 90,90 10"/>`,
  ],
  [
    'effects',
    'a mask with text',
    `<defs><mask id="m"><g/></mask></defs>${rect('mask="url(#m)"')}`,
    `<defs><mask id="m"><text/></mask></defs>${rect('mask="url(#m)"')}`,
  ],
  ['filters', 'octaves', filtered('<feTurbulence numOctaves="10"/>'), filtered('<feTurbulence numOctaves="11"/>')],
  [
    'filters',
    'a blur as wide as the picture',
    filtered('<feGaussianBlur stdDeviation="100"/>'),
    filtered('<feGaussianBlur stdDeviation="900"/>'),
  ],
  [
    'filters',
    'a morphology as wide as the picture',
    filtered('<feMorphology radius="100"/>'),
    filtered('<feMorphology radius="900"/>'),
  ],
  [
    'filters',
    'a filter for a shape larger than the picture',
    filtered('<feOffset/>', square(200, 'filter="url(#f)"')),
    filtered('<feOffset/>', square(900, 'filter="url(#f)"')),
  ],
  [
    'filters',
    'a region larger than the picture',
    filtered('<feOffset/>', undefined, 'width="9" height="9"'),
    filtered('<feOffset/>', undefined, 'width="99" height="99"'),
  ],
  [
    'gradients',
    'a gradient as large as the picture',
    defs + rect('fill="url(#l)"'),
    defs + square(900, 'fill="url(#l)"'),
  ],
  [
    'gradients',
    'a gradient of the visible part',
    defs + rect('fill="url(#l)"'),
    `${defs}<rect x="-50" y="-50" width="150" height="900" fill="url(#l)"/>`,
  ],
  ['effects', 'opacity of the whole picture', rect('opacity=".5"'), square(900, 'opacity=".5"')],
  [
    'dashes',
    'dashes of a computed length',
    '<path stroke="red" stroke-dasharray=".0001" d="M0 50h100"/>',
    '<path stroke="red" stroke-dasharray=".00001" d="M0 50h100"/>',
  ],
]

/** It costs as much as the second drawing, mostly the same without what has no effect. */
const ineffective: Record<string, [drawing: string, same: string, attributes?: string]> = {
  'a CSS filter of nothing': ['<g style="filter:blur(2px)"/>', '<g style="filter:blur(20px)"/>'],
  'a shape that an attribute makes infinitely small': [
    '<rect transform="scale(0)" width="90" height="9"/>',
    '<rect transform="scale(0)"/>',
  ],
  'a description in a filter': [filtered('<desc>Words</desc><feDropShadow/>'), filtered('<feDropShadow/>')],
  'an animation that points elsewhere': [
    filtered(`<feMorphology radius="1"><animate href="#x" attributeName="radius" values="1;9"/></feMorphology>`),
    filtered(`<feMorphology radius="1"><animate href="#x" attributeName="radius" values="1;1"/></feMorphology>`),
  ],
  'shapes on the left': ['<rect x="-50" width="40" height="40"/>', '<g/>'],
  'shapes on the right': ['<rect x="101" width="40" height="40"/>', '<g/>'],
  'shapes above': ['<rect y="-50" width="40" height="40"/>', '<g/>'],
  'shapes below': ['<rect y="101" width="40" height="40"/>', '<g/>'],
  'shapes that are moved out': ['<g transform="translate(200)"><path d="M0 0h9v9z"/></g>', '<g><g/></g>'],
  'shapes without a form': ['<path/><polygon/><polyline points=""/><path d=""/>', '<g/><g/><g/><g/>'],
  'what is only defined': [
    `<defs>${rect('')}</defs><linearGradient id="g"><stop/></linearGradient><pattern>${rect('')}</pattern><marker>${rect('')}</marker><mask>${rect('')}</mask><symbol>${rect('')}</symbol>`,
    '<g/><g/><g/><g/><g/>',
  ],
  'a copy of nothing': ['<use href="#no"/>', '<g/>'],
  'a copy of itself': ['<g id="g"><use href="#g"/></g>', '<g><g/></g>'],
  'a paint that does not exist': [rect('fill="url(#no)" stroke="none"'), rect('')],
  'a filter that is another element': [`<g id="f"/>${rect('filter="url(#f)"')}`, `<g id="f"/>${rect('')}`],
  'a marker that is another element': [
    `<g id="f"/><path d="M0 0h9" marker-mid="url(#f)"/>`,
    '<g id="f"/><path d="M0 0h9"/>',
  ],
  'dashes of a line that is not painted': ['<path d="M0 0h99" stroke-dasharray=".1"/>', '<path d="M0 0h99"/>'],
  'no dashes': ['<path d="M0 0h99" stroke="red" stroke-dasharray="none"/>', '<path d="M0 0h99" stroke="red"/>'],
  'full opacity': [
    rect('opacity="1" clip-path="none" mask="none" style="mix-blend-mode:normal;box-shadow:none"'),
    rect(''),
  ],
  'a normal font': [words('style="font-variant:normal"'), words('style="font-weight:normal"')],
  'a rectangle that cuts': [
    `<defs><clipPath id="a"><rect width="9" height="9"/></clipPath></defs>${rect('clip-path="url(#a)"')}`,
    `<defs/>${rect('')}`,
  ],
  'a filter of nothing': [
    filtered('<feOffset/>', '<g filter="url(#f)"/>'),
    filtered('<feFlood/>', '<g filter="url(#f)"/>'),
  ],
  'a rule for other elements': ['<style>.x{opacity:.5}</style><g/>', '<style/><g/>'],
  'a rule for a value that no element has': [
    `<style>rect[data-a='1']{opacity:.5}</style>${rect('data-a="2"')}`,
    `<style/>${rect('data-a="2"')}`,
  ],
  'the left third of a wide picture': [
    rect('x="-100"'),
    rect('x="100"'),
    'viewBox="0 0 100 100" width="200" height="100"',
  ],
  'the middle of a wide picture': [rect('x="-100"'), rect(''), 'viewBox="0 0 100 100" width="200" height="100"'],
  'beside a wide picture': [rect('x="-201"'), '<g/>', 'viewBox="0 0 100 100" width="200" height="100"'],
  'on the right of a wide picture': [rect('x="201"'), '<g/>', 'viewBox="0 0 100 100" width="200" height="100"'],
  'above a wide picture': [rect('y="-101"'), '<g/>', 'viewBox="0 0 100 100" width="200" height="100"'],
  'the upper third of a high picture': [
    rect('y="-100"'),
    rect('y="100"'),
    'viewBox="0 0 100 100" width="50" height="100"',
  ],
  'the middle of a high picture': [rect('y="-100"'), rect(''), 'viewBox="0 0 100 100" width="50" height="100"'],
  'above a high picture': [rect('y="-201"'), '<g/>', 'viewBox="0 0 100 100" width="50" height="100"'],
  'below a high picture': [rect('y="201"'), '<g/>', 'viewBox="0 0 100 100" width="50" height="100"'],
  'beside a high picture': [rect('x="-101"'), '<g/>', 'viewBox="0 0 100 100" width="50" height="100"'],
  'the usual size': [
    '<rect width="300" height="150"/>',
    '<rect width="9000" height="150" x="-100"/>'.replace('9000', '300').replace(' x="-100"', ''),
    '',
  ],
}

/** The second costs more. */
const dearer: Record<string, [cheap: string, dear: string]> = {
  ...Object.fromEntries(
    [
      'opacity:.5',
      'mix-blend-mode:hue',
      'isolation:isolate',
      'will-change:transform',
      'filter:sepia(1)',
      'backdrop-filter:blur(1px)',
      'mask:linear-gradient(red,red)',
      'clip-path:circle(9%)',
    ].map((css) => [css, [rect('style="fill:red"'), rect(`style="${css}"`)]]),
  ),
  'a wider blur behind the picture': [
    rect('style="backdrop-filter:blur(1px)"'),
    rect('style="backdrop-filter:blur(2px)"'),
  ],
  'a blur': [filtered('<feGaussianBlur/>'), filtered('<feOffset/>')],
  'a shadow that is not blurred': [filtered('<feOffset/>'), filtered('<feDropShadow stdDeviation="0"/>')],
  'the larger of two numbers': [
    filtered('<feGaussianBlur stdDeviation="1 2"/>'),
    filtered('<feGaussianBlur stdDeviation="1 3"/>'),
  ],
  'the first of two numbers': [
    filtered('<feGaussianBlur stdDeviation="2 1"/>'),
    filtered('<feGaussianBlur stdDeviation="3 1"/>'),
  ],
  'the last of many numbers': [
    filtered(`<feMorphology radius="1"><animate attributeName="radius" values="${'1;'.repeat(300)}1"/></feMorphology>`),
    filtered(`<feMorphology radius="1"><animate attributeName="radius" values="${'1;'.repeat(300)}9"/></feMorphology>`),
  ],
  'a primitive that is animated from elsewhere': [
    `${filtered('<feMorphology id="m" radius="1"/>')}<g><animate href="#m" attributeName="radius" values="1;1"/></g>`,
    `${filtered('<feMorphology id="m" radius="1"/>')}<g><animate href="#m" attributeName="radius" values="1;9"/></g>`,
  ],
  'a primitive that is animated from elsewhere twice': [
    `${filtered('<feMorphology id="m" radius="1"/>')}<animate href="#m" attributeName="radius" to="1"/><animate href="#m" attributeName="radius" to="1"/>`,
    `${filtered('<feMorphology id="m" radius="1"/>')}<animate href="#m" attributeName="radius" to="1"/><animate href="#m" attributeName="radius" to="9"/>`,
  ],
  'a filter whose region is animated from elsewhere': [
    `${filtered('<feOffset/>', square(9, 'filter="url(#f)"'))}<animate href="#x" attributeName="width" to="9"/>`,
    `${filtered('<feOffset/>', square(9, 'filter="url(#f)"'))}<animate href="#f" attributeName="width" to="9"/>`,
  ],
  'a filter that reaches into the picture from beside it': [
    filtered('<feOffset/>', '<rect x="101" width="90" height="90" filter="url(#f)"/>'),
    filtered('<feOffset/>', '<rect x="101" width="90" height="90" filter="url(#f)"/>', 'x="-1" width="2"'),
  ],
  'a picture in a filter': [
    filtered('<feImage/>', `<g id="x">${rect('')}</g>${rect('filter="url(#f)"')}`),
    filtered('<feImage href="#x"/>', `<g id="x">${rect('')}</g>${rect('filter="url(#f)"')}`),
  ],
  ...Object.fromEntries(
    ['style="rotate:9deg"', 'transform="skewX(1)"', 'transform="skewY(1)"', 'style="all:unset"'].map((place) => [
      `a rectangle that cuts, in a group with ${place}`,
      [
        `<defs><clipPath id="a"><rect width="9" height="9"/></clipPath></defs><g ${place}><g>${rect('')}</g></g>`,
        `<defs><clipPath id="a"><rect width="9" height="9"/></clipPath></defs><g ${place}><g clip-path="url(#a)">${rect('')}</g></g>`,
      ],
    ]),
  ),
  'a clip path that is turned': [
    `<defs><clipPath id="a"><rect width="9" height="9"/></clipPath></defs>${rect('clip-path="url(#a)"')}`,
    `<defs><clipPath id="a" transform="rotate(9)"><rect width="9" height="9"/></clipPath></defs>${rect('clip-path="url(#a)"')}`,
  ],
  'a rectangle that cuts with round corners by a rule': [
    `<style>.a{rx:2px}</style><defs><clipPath id="a"><rect width="9" height="9"/></clipPath></defs>${rect('clip-path="url(#a)"')}`,
    `<style>.a{rx:2px}</style><defs><clipPath id="a"><rect class="a" width="9" height="9"/></clipPath></defs>${rect('clip-path="url(#a)"')}`,
  ],
  'a shape that is enlarged more in one direction': [
    '<g transform="scale(2)"><path d="M0 0h1v1z"/></g>',
    '<g transform="scale(2 3)"><path d="M0 0h1v1z"/></g>',
  ],
  'a shape that touches the picture from above': [
    '<rect y="-51" width="50" height="50"/>',
    '<rect y="-50" width="50" height="50"/>',
  ],
  'an upright line': ['<line x1="200" x2="200" y2="9"/>', '<line x1="50" x2="50" y2="9"/>'],
  'a scale that is computed': [square(9, 'style="scale:2"'), square(9, 'style="scale:calc(2)"')],
  'a shape over one pixel and beside the picture': [
    '<rect x="200" width="50" height="50"/>',
    '<rect x="99" width="50" height="50"/>',
  ],
  'a shape that touches the picture': [
    '<rect x="101" width="50" height="50"/>',
    '<rect x="100" width="50" height="50"/>',
  ],
  'a stroke that reaches into the picture': [
    '<rect x="105" width="50" height="50"/>',
    '<rect x="105" width="50" height="50" stroke="red" stroke-width="9"/>',
  ],
  'round dashes': [
    '<path d="M0 0h99" stroke="red" stroke-dasharray="1"/>',
    '<path d="M0 0h99" stroke="red" stroke-dasharray="1" stroke-linecap="round"/>',
  ],
  'a stroke as wide as a share of the picture': [
    `${defs}<path d="M0 0h99" stroke="url(#l)" stroke-width="20"/>`,
    `${defs}<path d="M0 0h99" stroke="url(#l)" stroke-width="30%"/>`,
  ],
  'small capitals': [words(''), words('style="font-variant-caps:small-caps"')],
  'letters with a stroke': [words(''), words('stroke="red"')],
  'the same letters in two sizes': [
    words('') + words(''),
    words('') + words('font-size="9"').replace('font-size="5" ', ''),
  ],
  'the same letters, enlarged': [
    `<g>${words('')}</g>${words('')}`,
    `<g transform="scale(.9)">${words('')}</g>${words('')}`,
  ],
  'the same letters, turned': [
    `<g>${words('')}</g>${words('')}`,
    `<g transform="rotate(20)">${words('')}</g>${words('')}`,
  ],
  'strokes of letters in two widths': [
    words('stroke="red"').repeat(2),
    words('stroke="red"') + words('stroke="red" stroke-width="1.1"'),
  ],
  'letters on a path': [words('', '<tspan>abc</tspan>'), words('', '<textPath href="#no">abc</textPath>')],
  'a place in the text around': [
    words('rotate="1"', 'a<tspan>b</tspan>').replace('rotate="1"', ''),
    words('rotate="1"', 'a<tspan>b</tspan>'),
  ],
  'a text that cuts': [
    `<defs><clipPath id="a"><circle r="9"/></clipPath></defs>${rect('clip-path="url(#a)"')}`,
    `<defs><clipPath id="a"><text/></clipPath></defs>${rect('clip-path="url(#a)"')}`,
  ],
  'a text in a copy that cuts': [
    `<defs><clipPath id="a"><circle r="9"/></clipPath></defs>${rect('clip-path="url(#a)"')}`,
    `<defs><clipPath id="a"><use href="#no"/></clipPath></defs>${rect('clip-path="url(#a)"')}`,
  ],
  ...Object.fromEntries(
    ['clip-path="url(#c)"', 'filter="url(#f)"', 'transform="rotate(9)"', 'rx="2"', 'ry="2"'].map((changing) => [
      `a rectangle that cuts, with ${changing}`,
      [
        `<defs><clipPath id="a"><rect width="9" height="9"/></clipPath></defs>${rect('clip-path="url(#a)"')}`,
        `<defs><clipPath id="a"><rect width="9" height="9" ${changing}/></clipPath></defs>${rect('clip-path="url(#a)"')}`,
      ],
    ]),
  ),
  'two rectangles that cut': [
    `<defs><clipPath id="a"><rect width="9" height="9"/></clipPath></defs>${rect('clip-path="url(#a)"')}`,
    `<defs><clipPath id="a"><rect width="9" height="9"/><rect width="9" height="9"/></clipPath></defs>${rect('clip-path="url(#a)"')}`,
  ],
  'a rectangle that cuts what is turned': [
    `<defs><clipPath id="a"><rect width="9" height="9"/></clipPath></defs><g transform="rotate(180 50 50)"><g>${rect('')}</g></g>`,
    `<defs><clipPath id="a"><rect width="9" height="9"/></clipPath></defs><g transform="rotate(180 50 50)"><g clip-path="url(#a)">${rect('')}</g></g>`,
  ],
  'a filter that uses a result twice': [
    filtered('<feOffset/><feBlend in2="SourceGraphic"/>'),
    filtered('<feOffset result="a"/><feBlend in2="a"/>'),
  ],
  'a shadow of a shadow': [
    filtered('<feGaussianBlur stdDeviation="2"/><feOffset/>'),
    filtered('<feGaussianBlur stdDeviation="2"/><feDropShadow/>'),
  ],
  'two shadows by CSS': [
    rect('style="filter:drop-shadow(0 0 9px red) sepia(1)"'),
    rect('style="filter:drop-shadow(0 0 9px red) drop-shadow(0 0 0 red)"'),
  ],
  'a filter in a filter': [
    filtered('<feOffset/>', `<g><g filter="url(#f)">${rect('')}</g></g>`.repeat(2)),
    filtered('<feOffset/>', `<g filter="url(#f)"><g filter="url(#f)">${rect('')}</g></g><g><g>${rect('')}</g></g>`),
  ],
  'a region in the units of the picture': [
    filtered('<feOffset/>', square(50, 'filter="url(#f)"')),
    filtered('<feOffset/>', square(50, 'filter="url(#f)"'), 'filterUnits="userSpaceOnUse"'),
  ],
  'a wider region': [
    filtered('<feOffset/>', square(50, 'filter="url(#f)"'), 'width="130%"'),
    filtered('<feOffset/>', square(50, 'filter="url(#f)"'), 'width="140%"'),
  ],
  'a higher region': [
    filtered('<feOffset/>', square(50, 'filter="url(#f)"'), 'height="1.3"'),
    filtered('<feOffset/>', square(50, 'filter="url(#f)"'), 'height="1.4"'),
  ],
  'a blur that reaches far': [square(20, 'style="filter:blur(3px)"'), square(20, 'style="filter:blur(4px)"')],
  'a blur in other units': [square(20, 'style="filter:blur(2px)"'), square(20, 'style="filter:blur(2em)"')],
  'a morphology of what is enlarged': [
    filtered('<feMorphology radius="2"/>', `<g>${square(20, 'filter="url(#f)"')}</g>`),
    filtered(
      '<feMorphology radius="2"/>',
      `<g transform="translate(-50 -50) scale(2)">${square(10, 'filter="url(#f)"').replace('<rect', '<rect transform="translate(0 0)"')}</g>`,
    ),
  ],
  'boxes in units of what they cover': [
    `${defs}<defs><mask id="m">${square(1, '')}</mask></defs>${rect('mask="url(#m)"')}`,
    `${defs}<defs><mask id="m" maskContentUnits="objectBoundingBox">${square(1, '')}</mask></defs>${rect('mask="url(#m)"')}`,
  ],
  'a gradient in the content of a pattern': [
    `${defs}<defs><pattern id="q"><g/></pattern></defs>${rect('fill="url(#q)"')}`,
    `${defs}<defs><pattern id="q"><rect fill="url(#l)"/></pattern></defs>${rect('fill="url(#q)"')}`,
  ],
  'a mirror of the picture': ['<g/>', '<g style="-webkit-box-reflect:below"/>'],
  'the widest of several strokes': [
    `<style>.a{stroke-width:2}.b{stroke-width:3}</style>${line('class="a b"')}`,
    `<style>.a{stroke-width:20}.b{stroke-width:3}</style>${line('class="a b"')}`,
  ],
  'a group that is animated from elsewhere and may be anywhere': [
    `<g opacity=".5">${square(50, '')}${animate('fill', 'red;blue')}</g>`,
    `<g id="a" opacity=".5">${square(50, '')}</g><animate href="#a" attributeName="fill" values="red;blue" ${loop}/>`,
  ],
  'a shape that is animated from elsewhere': [
    `<g id="a">${square(9, '')}</g><animate href="#b" attributeName="fill"/>`,
    `<g id="a">${square(9, '')}</g><animate href="#a" attributeName="fill"/>`,
  ],
  'a shape whose size is animated': [
    square(9, '').replace('/>', `>${animate('fill', 'red;blue')}</rect>`),
    square(9, '').replace('/>', `>${animate('width', '9;90')}</rect>`),
  ],
  'a shape that is enlarged by an animation': [
    square(9, '').replace(
      '/>',
      `><animateTransform attributeName="transform" type="translate" values="0;9" ${loop}/></rect>`,
    ),
    square(9, '').replace(
      '/>',
      `><animateTransform attributeName="transform" type="scale" values="0;9" ${loop}/></rect>`,
    ),
  ],
  'a shape that is moved in by an animation': [
    `<rect x="200" width="9" height="9">${animate('fill', 'red;blue')}</rect>`,
    `<rect x="200" width="9" height="9"><animateMotion path="M0 0h9" ${loop}/></rect>`,
  ],
  'a shape that is turned in by an animation': [
    `<rect x="200" width="9" height="9">${animate('fill', 'red;blue')}</rect>`,
    `<rect x="200" width="9" height="9"><animateTransform attributeName="transform" type="rotate" values="0;9" ${loop}/></rect>`,
  ],
  ...Object.fromEntries(
    [
      'transform:rotate(9deg)',
      'translate:9px',
      'rotate:9deg',
      'scale:1',
      "offset-path:path('M0 0h9')",
      'transform:translateX(-200px)',
    ].map((css) => [
      `a shape that CSS may move in by ${css}`,
      [`<rect x="200" width="9" height="9" style="fill:red"/>`, `<rect x="200" width="9" height="9" style="${css}"/>`],
    ]),
  ),
  ...Object.fromEntries(
    [
      'x:9px',
      'width:50px',
      'cx:9px',
      'r:9px',
      'zoom:2',
      'all:unset',
      'transform:rotate3d(1,1,1,9deg)',
      'transform:scale(calc(1 + 1))',
      'scale:calc(2)',
    ].map((css) => [
      `a shape that CSS may make as large as the picture by ${css}`,
      [square(9, 'style="transform:rotate(9deg)"'), square(9, `style="${css}"`)],
    ]),
  ),
  'a shape that CSS enlarges': [square(9, 'style="transform:scale(2)"'), square(9, 'style="transform:scale(3)"')],
  'a shape that CSS stretches': [square(9, 'style="transform:scaleX(2)"'), square(9, 'style="transform:scaleY(3)"')],
  'a shape that the property scale enlarges': [square(9, 'style="scale:2"'), square(9, 'style="scale:-3"')],
  'four moving groups inside of each other': [
    `${'<g style="rotate:9deg">'.repeat(3)}<g style="fill:red">${square(9, '')}${'</g>'.repeat(4)}`,
    `${'<g style="rotate:9deg">'.repeat(4)}${square(9, '')}${'</g>'.repeat(4)}`,
  ],
  'a CSS animation and an animation element': [
    rect('style="animation:a 1s"', '<g/>') + rect('', animate('fill', 'red;blue')),
    rect('style="animation:a 1s"', animate('fill', 'red;blue')) + rect(''),
  ],
  'a path over itself': [
    `<path stroke="red" d="M0 0${times(50, (n) => `L${2 * n} ${2 * n}`)}"/>`,
    `<path stroke="red" d="M0 0${times(50, (n) => `L${(n * 37) % 100} ${(n * 91) % 100}`)}"/>`,
  ],
  'the larger of two forms': [
    '<path d="M0 0h50v50z"><animate attributeName="d" values="M0 0h9v9z"/></path>',
    '<path d="M0 0h50v50z"><animate attributeName="d" values="M0 0h90v90z"/></path>',
  ],
  'each attribute of an animation': [
    '<path d="M0 0h50v50z"><animate attributeName="d" from="M0 0h9v9z" to="M0 0h9v9z" by="M0 0h9v9z"/></path>',
    '<path d="M0 0h50v50z"><animate attributeName="d" from="M0 0h9v9z" to="M0 0h9v9z" by="M0 0h90v90z"/></path>',
  ],
  'a variable that any rule sets': [
    '<style>rect{--x:1}</style>'.concat(rect('opacity="1"')),
    '<style>rect{--x:.5}</style>'.concat(rect('style="opacity:var(--x)"')),
  ],
  'an effect that is inherited': [
    `<g opacity=".5">${rect('')}</g>`,
    `<g opacity=".5">${rect('opacity="inherit"')}</g>`,
  ],
  'everything that is inherited': [
    `<g opacity=".5">${rect('style="all:initial"')}</g>`,
    `<g opacity=".5">${rect('style="all:inherit"')}</g>`,
  ],
  'an animation that is named': [
    `<style>@keyframes a{to{opacity:.5}}</style>${rect('style="animation:b 1s"')}`,
    `<style>@keyframes a{to{opacity:.5}}</style>${rect('style="animation:a 1s"')}`,
  ],
  'an animation that is named by its property': [
    `<style>@keyframes a{to{opacity:.5}}</style>${rect('style="animation-name:b"')}`,
    `<style>@keyframes a{to{opacity:.5}}</style>${rect('style="animation-name:c,a"')}`,
  ],
  'a marker at more points': [
    '<defs><marker id="m"><path d="M0 0h9"/></marker></defs><path d="M0 0h9h9" marker-mid="url(#m)"/>',
    '<defs><marker id="m"><path d="M0 0h9"/></marker></defs><path d="M0 0h6h6h6" marker-mid="url(#m)"/>',
  ],
}

describe('the estimate of painting work', () => {
  for (const [name, shown] of Object.entries(linear))
    it(`grows evenly with the number or the size: ${name}`, () => {
      const [one, two, three, four] = [1, 2, 3, 4].map((n) => workOf(shown(n))) as [number, number, number, number]
      const step = two - one
      assert.ok(step > 0)
      for (const other of [three - two, four - three])
        assert.ok(Math.abs(other - step) < 1e-7 * four, `${step} ${other}`)
    })

  for (const [kind, name, shown] of squares)
    it(`grows with the area: ${name}`, () => {
      const [a, b, c, d] = [10, 20, 30, 40].map((side) => workOfKind(kind, defs + shown(side))) as [
        number,
        number,
        number,
        number,
      ]
      assert.ok(b > a && c - b > b - a)
      assert.ok(Math.abs(d - c - 2 * (c - b) + (b - a)) < 1e-7 * d, [a, b, c, d].join())
    })

  for (const [kind, name, most, more] of bounded)
    it(`has a bound: ${name}`, () => assert.equal(workOfKind(kind, more), workOfKind(kind, most)))

  for (const [name, [drawing, other, attributes]] of Object.entries(ineffective))
    it(`counts nothing for what is not seen or has no effect: ${name}`, () =>
      assert.equal(workOf(drawing, attributes), workOf(other, attributes)))

  for (const [name, [cheap, dear]] of Object.entries(dearer))
    it(`counts more for ${name}`, () => {
      const [less, more] = [workOf(cheap), workOf(dear)]
      assert.ok(more > less, `${less} ${more}`)
    })

  it('takes 300 by 150 as the size of a drawing without one', () => {
    const inside = '<rect x="290" y="-5" width="300" height="300"/><rect y="140" width="20" height="20"/>'
    const usual = workOf(inside, 'width="300" height="150"')
    const others = ['', 'width="300"', 'height="150"', 'width="100%"']
    for (const viewBox of ['1 2', '0 0 9', '0 0 0 9', '0 0 9 0', '0 0 -9 9', '0 0 9 -9', 'none'])
      others.push(`viewBox="${viewBox}"`)
    for (const attributes of others) assert.equal(workOf(inside, attributes), usual, attributes)
  })

  it('sees more than the viewBox only if the picture has another ratio', () => {
    for (const more of ['', ' width="200"', ' height="100"', ' width="20" height="10"']) {
      const attributes = `viewBox="0 0 200 100"${more}`
      assert.equal(workOf('<rect y="-101" width="200" height="100"/>', attributes), workOf('<g/>', attributes), more)
    }
    const inSquare = (y: number) =>
      workOf(`<rect y="${y}" width="200" height="100"/>`, 'viewBox="0 0 200 100" width="9" height="9"')
    assert.equal(inSquare(-100), inSquare(0))
    assert.equal(inSquare(100), inSquare(0))
    assert.ok(inSquare(201) < inSquare(199))
  })

  it('counts a filter beside its primitives', () => {
    const byCss = [1, 2].map((n) => workOf(rect(`style="filter:${'sepia(1) '.repeat(n)}"`))) as [number, number]
    const byElements = [1, 2].map((n) => workOf(filtered('<feOffset/>'.repeat(n)))) as [number, number]
    for (const [one, two] of [byCss, byElements]) assert.ok(one - workOf(rect('')) > 1.5 * (two - one))
  })

  it('counts a blur by CSS like a blur by an element', () => {
    const byCss = (size: number) => workOf(rect(`style="filter:blur(${size}px)"`))
    const byElement = (size: number) =>
      workOf(filtered(`<feGaussianBlur stdDeviation="${size}"/>`, undefined, 'width="1" height="1"'))
    assert.ok(Math.abs(byCss(9) - byCss(3) - byElement(9) + byElement(3)) < 1e-6)
  })

  it('counts twice what is mirrored', () =>
    assert.equal(workOf('<g style="-webkit-box-reflect:below"/>'), 2 * workOf('<g/>')))

  it('is the sum of all kinds', () => {
    const kinds = ['shapes', 'text', 'dashes', 'gradients', 'effects', 'filters', 'rules'] as const
    const inside = `${defs}<style>text{fill:red}text{fill:blue}</style>${rect('fill="url(#l)" opacity=".5" filter="url(#o)" stroke="red" stroke-dasharray="1"')}${words('')}`
    const parts = kinds.map((kind) => workOfKind(kind, inside))
    assert.ok(
      parts.every((part) => part > 0),
      parts.join(),
    )
    assert.ok(Math.abs(parts.reduce((sum, part) => sum + part, 0) - workOf(inside)) < 1e-7)
  })

  it('counts a moving drawing for ten frames', () => {
    const still = `<defs><marker id="k9"><path d="M0 0h9"/></marker></defs><path d="M0 0h9h9" marker-mid="url(#k9)"/>${rect('opacity=".5"')}`
    const moving = [
      rect('', animate('stroke-miterlimit', '1;2')),
      '<g style="animation:none"/>',
      '<style>.m{transition:fill 1s}</style><g class="m"/>',
      '<style>#m{animation-name:m}</style><g id="m"/>',
    ]
    for (const one of moving) {
      const more = workOf(one + still + still) - workOf(one + still)
      const once = workOf(still + still) - workOf(still)
      assert.ok(Math.abs(more - 10 * once) < 1e-7 * more, one)
    }
    const rules = '<style>rect{fill:red}.m{animation:m}rect{fill:blue}</style>'
    assert.equal(workOfKind('rules', `${rules}<rect/><g class="m"/>`), workOfKind('rules', `${rules}<rect/>`))
  })
})

describe('the estimate of a copy that cuts', () => {
  const cutting = (inside: string) => workOfKind('effects', `<defs>${inside}</defs>${rect('clip-path="url(#a)"')}`)
  const copied = (inside: string) => cutting(`${inside}<clipPath id="a"><use href="#b"/></clipPath>`)

  it('is that of its shape', () => {
    assert.equal(copied('<circle id="b" r="9"/>'), cutting('<clipPath id="a"><circle r="9"/></clipPath>'))
  })

  it('is that of a text if it copies one', () => {
    const text = cutting('<clipPath id="a"><text/></clipPath>')
    assert.equal(copied('<text id="b"/>'), text)
    assert.ok(text > copied('<circle id="b" r="9"/>'))
  })
})
