/** Drawings of which every part of the estimate is recorded: each thing is shown in each of several surroundings. */

type Shown = (inside: string) => string
type Surroundings = { around: Shown; picture?: string }

export const definitions = `<defs>
  <linearGradient id="l" x1=".1" x2=".6" y2=".3" spreadMethod="repeat" gradientTransform="rotate(30)"><stop/><stop offset="1"/></linearGradient>
  <radialGradient id="r" href="#l" r=".2" gradientUnits="userSpaceOnUse"><stop/></radialGradient>
  <pattern id="p" width="20%" height=".3" viewBox="1 2 8 5" patternTransform="skewX(10)"><rect width="5" height="4"/></pattern>
  <marker id="m" markerWidth="4" markerHeight="50%" viewBox="1 2 8 5"><rect x="1" width="6" height="3"/></marker>
  <mask id="k"><circle r="30"/></mask>
  <clipPath id="c"><ellipse rx="30" ry="9"/></clipPath>
  <filter id="f" width="150%" height="1.7"><feOffset/><feGaussianBlur stdDeviation="2"/></filter>
</defs>`

const g =
  (attributes: string): Shown =>
  (inside) =>
    `<g ${attributes}>${inside}</g>`

export const surroundings: Record<string, Surroundings> = {
  none: { around: (inside) => inside },
  'a larger scale': { around: g('transform="scale(1.5 1.7)"') },
  'a smaller scale': { around: g('transform="scale(.2 .5)"') },
  'a turn': { around: g('transform="rotate(20 10 5)"') },
  'a matrix': { around: g('transform="matrix(1 .3 -.4 1.2 5 7)"') },
  'half outside': { around: g('transform="translate(70 -30)"') },
  outside: { around: g('transform="translate(300)"') },
  'a flat picture': { around: (inside) => inside, picture: 'viewBox="3 5 600 10"' },
  'a picture with a font': { around: (inside) => inside, picture: 'viewBox="0 0 100 100" font-size="7"' },
  'a wide picture': { around: (inside) => inside, picture: 'viewBox="5 -5 100 50" width="300" height="70"' },
  'an inner picture': {
    around: (inside) => `<svg x="10%" y="20%" width="50%" height="70%" viewBox="-10 -20 80 90">${inside}</svg>`,
  },
  'a copy': {
    around: (inside) =>
      `<symbol id="s" viewBox="3 4 50 60">${inside}</symbol><use href="#s" x="7" y="9" width="30" height="80"/>`,
  },
  'a movement by CSS': { around: g('style="translate:3px;scale:2"') },
  'a size by CSS': { around: g('style="width:50px"') },
  'a movement that is animated': {
    around: (inside) =>
      `<g><animateTransform attributeName="transform" type="rotate" values="0;9" dur="3s"/>${inside}</g>`,
  },
  'no fill': { around: g('fill="none" stroke="red" stroke-width="3"') },
  'a fill and a stroke': { around: g('stroke="red"') },
  'thin dashes': { around: g('stroke="red" stroke-width="1%" stroke-dasharray="2 3%"') },
  'thick dashes': { around: g('stroke="red" stroke-width="40" stroke-dasharray=".5em 1" stroke-linecap="round"') },
  gradients: { around: g('fill="url(#l)" stroke="url(#r)" stroke-width="5"') },
  'a pattern': { around: g('fill="url(#p)"') },
  markers: { around: g('style="marker:url(#m);stroke-width:.5"') },
  opacity: { around: g('opacity=".5"') },
  'a blend mode': { around: g('style="mix-blend-mode:hue"') },
  'a clip path and a mask': { around: g('clip-path="url(#c)" mask="url(#k)"') },
  'a filter': { around: g('filter="url(#f)"') },
  'a filter by CSS': { around: g('style="filter:drop-shadow(1px 2px 3px #123456) sepia(1)"') },
  'a large font': { around: g('font-size="30" letter-spacing="1"') },
}

const defined = (inside: string, shown: string) => `<defs>${inside}</defs>${shown}`
const path = (data: string, attributes = '') => `<path d="${data}" ${attributes}/>`
const rect = (attributes = '', inside = '') =>
  `<rect x="10" y="20" width="50" height="30" ${attributes}>${inside}</rect>`
const text = (attributes: string, inside = 'Aa b') => `<text y="50" ${attributes}>${inside}</text>`

/** These are shown in all surroundings. */
export const shapes: Record<string, string> = {
  'a rectangle': rect(),
  'a rectangle in other units': '<rect x="1em" y="5%" width="30%" height="3rem"/>',
  'a circle': '<circle cx="30" cy="40%" r="12"/>',
  'an ellipse': '<ellipse cx="30" cy="40" rx="12" ry="22"/>',
  'a line': '<line x1="10" y1="20" x2="70" y2="35"/>',
  'a polyline': '<polyline points="10,10 60,20 30,70 35,15"/>',
  'a path': path('M10 20L40 25V60H15L30 10Z'),
  'relative curves': path('m10 20c5 6 7 8 20 9s10-20 25 5q-4 9 9 9t3 20z'),
  'small and large arcs': path('M20 20A30 10 0 0 1 40 25a8 9 0 11 10-7'),
  'a crossing line': path('M10 10L80 80L10 80L80 10L10 40L70 30'),
  'a line without height': path('M10 20h70'),
  'two forms': '<path d="M10 20h30v20z"><animate attributeName="d" values="M5 5h80v3z;M9 9h9v60z" dur="3s"/></path>',
  'a text': text('x="10"'),
  'a text of many kinds': text(
    'x="1 2 3" dy="1"',
    'é漢<tspan rotate="5" dx="1 2" style="font:900 150% serif">b😀</tspan><textPath href="#x">c</textPath>',
  ),
  'a text with shadows': text('style="text-shadow:1px 1px red,2px 2px 3px lime;font-variant:small-caps"'),
  'a group': '<g><rect x="10" y="20" width="50" height="30"/><circle cx="80" cy="70" r="9"/></g>',
  nothing: '<g/>',
}

const filter = (primitives: string, attributes = '') =>
  defined(`<filter id="own" ${attributes}>${primitives}</filter>`, rect('filter="url(#own)"'))
const gradient = (attributes: string, name = 'linearGradient') =>
  defined(`<${name} id="own" ${attributes}><stop/><stop/></${name}>`, rect('fill="url(#own)"'))
const pattern = (attributes: string, inside = '<rect width="3" height="2"/>') =>
  defined(`<pattern id="own" ${attributes}>${inside}</pattern>`, rect('fill="url(#own)"'))
const marker = (attributes: string, line = '<polyline points="10,10 60,20 30,70" marker-end="url(#own)"/>') =>
  defined(`<marker id="own" ${attributes}><rect x="1" width="6" height="3"/></marker>`, line)
const animated = (attributes: string) => rect('', `<animate dur="3s" ${attributes}/>`)

/** The surroundings in which the other drawings are shown. */
export const few = [
  'none',
  'a matrix',
  'half outside',
  'a movement by CSS',
  'an inner picture',
  'a wide picture',
  'a size by CSS',
]

const primitives = [
  '<feGaussianBlur stdDeviation="1 3"/>',
  '<feDropShadow/>',
  '<feDropShadow stdDeviation="0"/>',
  '<feDropShadow/><feOffset/>',
  '<feDiffuseLighting/>',
  '<feSpecularLighting/>',
  '<feDisplacementMap in2="SourceGraphic"/>',
  '<feTurbulence numOctaves="4"/>',
  '<feTurbulence numOctaves="40"/>',
  '<feConvolveMatrix order="5 2"/>',
  '<feMorphology radius="2 1"/>',
  '<feBlend in="SourceAlpha" in2="SourceGraphic"/>',
  '<feComposite/>',
  '<feFlood/>',
  '<feMerge><feMergeNode/><feMergeNode in="SourceGraphic"/></feMerge>',
  '<feOffset result="a"/><feOffset/><feComposite in="a" in2="a"/>',
]

const styles = [
  'all:unset',
  'animation:a 1s,b 2s',
  'backdrop-filter:blur(1em) sepia(1)',
  'background:linear-gradient(red,lime),linear-gradient(red,lime)',
  'border-image:linear-gradient(red,lime)',
  'box-shadow:0 0 1px red,0 0 2px rgb(1,2,3)',
  'clip-path:circle(9% at 3px 4px)',
  'clip-path:none',
  'cx:3px',
  'd:path("M1 2h70v60z")',
  'fill:none',
  'filter:blur(2px)',
  'filter:blur(1vw)',
  'filter:blur(.3px)',
  'filter:blur(0) drop-shadow(0 0 -.2px red)',
  'filter:blur(calc(1px + 2px))',
  'filter:drop-shadow(1px 2px 3px hsl(1 2% 3%)) drop-shadow(1px 2px 0px red)',
  'filter:none',
  'isolation:isolate',
  'mask:linear-gradient(red,lime)',
  'mask:none',
  'mix-blend-mode:normal',
  'offset-path:path("M0 0h9")',
  'opacity:1',
  'opacity:.5',
  'rotate:9deg',
  'scale:1.5 2',
  'scale:calc(2)',
  'scale:.5',
  'stroke:red;stroke-width:calc(9px)',
  'stroke:red;stroke-width:20%',
  'stroke:red;stroke-dasharray:calc(9px)',
  'stroke:red;stroke-dasharray:none',
  'transform:none',
  'transform:perspective(1px)',
  'transform:scaleX(3)',
  'transform:scale(2, 3) rotate(9deg)!important',
  'transform:translate(3px)',
  'transition:fill 1s',
  'will-change:opacity',
  'zoom:2',
  '-webkit-box-reflect:below',
]

export const others: Record<string, string> = {
  ...Object.fromEntries(primitives.map((inside) => [inside, filter(inside)])),
  ...Object.fromEntries(styles.map((style) => [style, rect(`style='${style}'`)])),
  'a blur in fractions': filter('<feGaussianBlur stdDeviation=".1"/>', 'primitiveUnits="objectBoundingBox"'),
  'the region of a filter in user units': filter('<feFlood/>', 'filterUnits="userSpaceOnUse"'),
  'the region of a filter in fractions': filter('<feFlood/>', 'x="-.1" width="110%" height="2"'),
  'a small region of a filter': filter('<feFlood/>', 'width="50%" height=".1"'),
  'an enormous region of a filter': filter('<feFlood/>', 'width="500%" height="9"'),
  'an animated filter': filter('<animate attributeName="width" to="3" dur="3s"/><feFlood/>'),
  'an animated primitive': filter(
    '<feMorphology radius="2"><animate attributeName="radius" values="1;3" dur="3s"/></feMorphology>',
  ),
  'a filter of a filter': `<g filter="url(#f)">${filter('<feFlood/>')}</g>`,
  'a picture in a filter': `<g id="own2">${rect()}</g>${filter('<feImage href="#own2"/>')}`,
  'a plain gradient': gradient(''),
  'a gradient of another': gradient('href="#l"'),
  'a gradient that is reflected': gradient('x1="20%" x2="70%" y1=".1" y2=".3" spreadMethod="reflect"'),
  'a gradient in user units': gradient(
    'x1="1" x2="9" y2="3" spreadMethod="repeat" gradientUnits="userSpaceOnUse" gradientTransform="scale(2)"',
  ),
  'rings of a gradient': gradient('r="30%" spreadMethod="repeat"', 'radialGradient'),
  'rings of the usual size': gradient('spreadMethod="repeat"', 'radialGradient'),
  'a pattern of unknown size': pattern(''),
  'a pattern in fractions': pattern('width=".1" height="20%"'),
  'a pattern in user units': pattern('width="7" height="8" patternUnits="userSpaceOnUse" patternTransform="rotate(9)"'),
  'a pattern with a viewBox': pattern('width=".3" height=".2" viewBox="1 1 9 6"'),
  'a pattern of fractions': pattern('width=".3" height=".2" patternContentUnits="objectBoundingBox"'),
  'a pattern with the content of another': pattern('href="#p"', ''),
  'a pattern that shows itself': pattern('width=".3" height=".2"', '<rect fill="url(#own)" width="1" height="1"/>'),
  'a marker': marker(''),
  'a marker in user units': marker('markerUnits="userSpaceOnUse" markerWidth="5" markerHeight="7"'),
  'a marker with a viewBox': marker('viewBox="0 0 20 30" markerWidth="2" markerHeight="4"'),
  'a marker that takes over colours': defined(
    '<marker id="own"><rect fill="context-stroke" width="6" height="3"/></marker>',
    '<line x2="50" stroke="url(#l)" marker-start="url(#own)"/>',
  ),
  'a marker of one point': marker('', '<path d="M10 10" style="marker:url(#own)"/>'),
  'a marker with a wide stroke': marker('', '<line x2="50" stroke-width="5" marker-end="url(#own)"/>'),
  'a clip path with a rectangle': defined(
    '<clipPath id="own"><rect width="9" height="9"/></clipPath>',
    rect('clip-path="url(#own)"'),
  ),
  'a clip path with a text': defined(
    '<clipPath id="own"><g><text>a</text></g></clipPath>',
    rect('clip-path="url(#own)"'),
  ),
  'a clip path of fractions': defined(
    '<clipPath id="own" clipPathUnits="objectBoundingBox"><circle r=".5"/></clipPath>',
    rect('clip-path="url(#own)"'),
  ),
  'a mask that is masked': defined(
    '<mask id="own" mask="url(#k)"><rect width="9" height="9"/></mask>',
    rect('mask="url(#own)"'),
  ),
  'a pattern with a viewBox and no size': pattern('viewBox="1 1 9 6"'),
  'a pattern with a viewBox and no height': pattern('width=".3" viewBox="1 1 9 6"'),
  'a gradient that repeats': gradient('spreadMethod="repeat"'),
  'a gradient that repeats down': gradient('x2="0" y2=".2" spreadMethod="repeat"'),
  'gradients that describe each other': defined(
    '<linearGradient id="own" href="#own2"><stop/></linearGradient><linearGradient id="own2" href="#own" spreadMethod="repeat" x2=".2"><stop/></linearGradient>',
    rect('fill="url(#own)"'),
  ),
  'arcs of nearly straight lines': path('M20 30A30 10 0 0 1 22 31a10 30 0 0 0 3 1'),
  'large arcs over short distances': path('M20 30A30 10 0 1 1 22 31'),
  'numbers that end early': path('M20 30L40 50 60A9 9 0 0 1 30H'),
  'a form with half a point': '<polygon points="10,10 50,20 30,70 5"/>',
  'fills of which one is none': `<style>.a{fill:none}</style>${path('M10 10L80 80L10 80L80 10L10 40L70 30', 'class="a" fill="red" stroke="red"')}`,
  'thick dashes of a line':
    '<line x1="5" y1="20" x2="60" y2="35" stroke="red" stroke-width="60" stroke-dasharray="3 2"/>',
  'thick dashes of two lines':
    '<g stroke="red" stroke-width="70" stroke-dasharray="3"><path d="M0 50h90"/><path d="M0 20h70"/></g>',
  'an animated attribute of another kind': animated('attributeName="stroke-miterlimit" values="1;2;3"'),
  'an attribute of an animation elsewhere': '<g><rect attributeName="opacity" to=".5" width="9" height="9"/></g>',
  'a font by two ways': text('style="font:900 10px serif;font-size:30px"'),
  'fonts without a size': text('style="font:serif;font-size:smaller"'),
  'a font of a computed size': text('style="font-size:calc(3px)"'),
  'a text in parts alone': text('x="5" opacity=".5"', '<tspan>ab</tspan><tspan/>'),
  'a text of nothing': text('opacity=".5"', '<tspan/>'),
  'letters in two widths': `<g transform="scale(.5 1)">${text('')}</g>${text('')}`,
  'letters in nearly the same width': `<g transform="scale(.996 1)">${text('')}</g>${text('')}`,
  'nothing with an effect': '<g style="width:50px" opacity=".5" filter="url(#f)"/>',
  'a clip path with an animated rectangle': defined(
    '<clipPath id="own"><rect width="9" height="9"><animate attributeName="fill" to="red" dur="1s"/></rect></clipPath>',
    rect('clip-path="url(#own)"'),
  ),
  'letters in nearly the same size': `<g transform="scale(1.002)">${text('')}</g>${text('')}`,
  'letters in two places': `<g transform="translate(9 3)">${text('')}</g>${text('')}`,
  'an enormous letter with a stroke': text('stroke="red" font-size="300"', 'a'),
  'an enormous letter': text('font-size="300"', 'a'),
  'a tiny font': text('font-size=".5"'),
  'a stroke of letters of several colours': `<style>.a{stroke:none}</style>${text('class="a" stroke="red"')}`,
  'dashes that are nearly thick': path('M0 50h100', 'stroke="red" stroke-width="24.9" stroke-dasharray="4"'),
  'dashes that are just thick': path('M0 50h100', 'stroke="red" stroke-width="25.1" stroke-dasharray="4"'),
  'a rule that leaves out a value': `<style>rect:not([data-a='1']){opacity:.5}</style>${rect('data-a="2"')}`,
  'nothing with a filter by CSS': '<g style="filter:blur(2px)"/>',
  'what CSS shows in another size': '<rect width="5" height="6" transform="scale(0)" style="transform:scale(2)"/>',
  'two values of which one is inherited': `<style>.a{opacity:inherit}</style><g opacity=".5">${rect('class="a" opacity="1"')}</g>`,
  'two values of which one is a variable': `<style>.a{opacity:var(--x)}g{--x:.5}</style>${rect('class="a" opacity="1"')}`,
  'an animation of no element': `<style>.a{animation:b 1s}</style>${rect()}`,
  'a filter without primitives': filter(''),
  'strokes of several widths': `<style>.a{stroke-width:9}</style>${rect('class="a" stroke="red" stroke-width="3"')}`,
  'dashes in rem': path('M0 50h100', 'stroke="red" stroke-dasharray="1rem 2px"'),
  'a larger font': text('font-size="60"', '<tspan font-size="larger">abc</tspan>'),
  'a path without data': '<path stroke="red" stroke-width="40" stroke-dasharray="1"/>',
  'an animated input': filter(
    '<feOffset result="a"/><feOffset/><feBlend in2="SourceGraphic"><animate attributeName="in" to="a" dur="1s"/></feBlend>',
  ),
  'an animated result': filter(
    '<feOffset result="a"><animate attributeName="result" to="b" dur="1s"/></feOffset><feBlend in="b" in2="b"/>',
  ),
  'an animated colour': animated('attributeName="fill" values="red;blue"'),
  'an animated size': animated('attributeName="width" values="1;90"'),
  'an animated opacity': animated('attributeName="opacity" values="1;.5"'),
  'an animated gradient': animated('attributeName="fill" values="red;url(#l)"'),
  'an animated movement': rect('', '<animateMotion path="M0 0h9" dur="3s"/>'),
  'an animated scale': rect('', '<animateTransform attributeName="transform" type="scale" values="1;2" dur="3s"/>'),
  'an animation from elsewhere': `${rect('id="own"')}<animate href="#own" attributeName="fill" to="url(#l)" dur="3s"/>`,
  'an animation of each kind': `<style>@keyframes a{to{fill:url(#l)}}.a{animation:a 1s}</style>${rect('class="a"', '<animate attributeName="opacity" to="0" dur="1s"/>')}`,
  'a variable': `<style>*{--a:.5}g{--b:red}</style>${rect('style="opacity:var(--a);fill:var(--b)"')}`,
  'what is inherited': `<g opacity=".5" mask="url(#k)">${rect('opacity="inherit"')}${rect('style="all:inherit"')}</g>`,
  'rules for the same': `<style>rect{fill:red;opacity:1}.a{opacity:.5}#own{fill:url(#l)}*{stroke:red}</style>${rect('class="b a" id="own" fill="blue"')}`,
  'a copy of a copy': defined(
    `<g id="own">${rect()}</g><use id="own2" href="#own" x="3"/>`,
    '<use href="#own2" y="4" fill="url(#l)"/>',
  ),
  'a copy in the colours around': defined(
    '<rect id="own" fill="context-fill" stroke="context-stroke" width="20" height="20"/>',
    '<use href="#own" fill="url(#l)" stroke="url(#p)"/>',
  ),
  'a letter with a stroke': text('stroke="red" stroke-width="2" stroke-dasharray="3" font-size="20"', 'a'),
  'a text with a gradient': text('fill="url(#l)" stroke="url(#r)"'),
  'a text in parts': text('x="5"', '<tspan>a</tspan><tspan/><a>b</a>'),
  'a text that is turned': text('rotate="3 4"', '<tspan font-size="larger">abc</tspan>'),
  'a text by a path': text('', '<textPath href="#x">abc</textPath>'),
  'an animated text': text('', '<tspan>a<animate attributeName="fill" values="red;blue" dur="3s"/></tspan>'),
  'transforms of each kind':
    '<g transform="translate(3) translate(1,2) scale(1.5) rotate(9) rotate(9 5 6) skewX(5) skewY(6) other(1)"><path d="M0 0h9v8z"/></g>',
  'a matrix of too few numbers': '<g transform="matrix(1 2) matrix(0) scale(.5)"><path d="M0 0h9v8z"/></g>',
  'an inner picture without a size': '<svg viewBox="1 2 30 40"><path d="M0 0h9v8z"/></svg>',
  'an inner picture without a viewBox':
    '<svg x="5" y="10%" width="30" height="20"><rect width="50%" height="50%"/></svg>',
  'a symbol with its own size':
    '<symbol id="own" width="30" height="20" viewBox="0 0 9 9"><path d="M0 0h9v8z"/></symbol><use href="#own"/>',
}
