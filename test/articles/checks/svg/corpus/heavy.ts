/** Small drawings that keep a browser from painting the page, and what the check must say is the cause. */
export type Heavy = { name: string; source: string; because: RegExp }

const repeated = (times: number, text: (n: number) => string) =>
  Array.from({ length: times }, (_, n) => text(n)).join('')
const inSvg = (inside: string) => `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100">${inside}</svg>`
const full = 'width="100" height="100"'
const rects = (times: number, attributes: string) => repeated(times, () => `<rect ${full} ${attributes}/>`)
const filtered = (primitives: string, times: number) =>
  inSvg(`<filter id="f">${primitives}</filter>${rects(times, 'filter="url(#f)"')}`)
const colour = (n: number) => `#${(n % 4096).toString(16).padStart(3, '0')}`
const animate = (attributeName: string, values: string) =>
  `<animate attributeName="${attributeName}" values="${values}" dur="1s" repeatCount="indefinite"/>`

const filters: Record<string, string> = {
  'blurs inside of each other': inSvg(
    `<filter id="f"><feGaussianBlur stdDeviation="8"/></filter>${'<g filter="url(#f)">'.repeat(30)}<rect width="47" height="47"/>${'</g>'.repeat(30)}`,
  ),
  'drop shadows of drop shadows': filtered('<feDropShadow stdDeviation=".1"/>'.repeat(24), 1).replace(
    full,
    'width="9" height="9"',
  ),
  'drop shadows of drop shadows, by CSS': inSvg(
    `<rect width="2" height="2" style="filter:${'drop-shadow(0px 0px .1px red) '.repeat(24)}"/>`,
  ),
  'merges of the same twice': filtered('<feMerge><feMergeNode/><feMergeNode/></feMerge>'.repeat(24), 1).replace(
    full,
    'width="9" height="9"',
  ),
  'blends of a result with itself': filtered(
    repeated(24, (n) => `<feBlend in="r${n - 1}" in2="r${n - 1}" result="r${n}"/>`),
    1,
  ).replace(full, 'width="9" height="9"'),
  'displacements of displacements': filtered(
    '<feDisplacementMap in2="SourceGraphic" scale="98"/>'.repeat(18),
    1,
  ).replace(full, 'width="91" height="91"'),
  'displacements that an animation takes from the same': filtered(
    repeated(
      24,
      (n) =>
        `<feDisplacementMap in2="SourceGraphic" result="r${n}">${animate('in2', `r${n - 1};r${n - 1}`)}</feDisplacementMap>`,
    ),
    1,
  ).replace(full, 'width="9" height="9"'),
  'a filter whose region an animation widens': inSvg(
    `<filter id="f">${'<feColorMatrix type="hueRotate" values="9"/>'.repeat(40)}${animate('width', '5;20')}</filter><rect width="10" height="10" filter="url(#f)"/>`,
  ),
  'blurs that only an animation sets': inSvg(
    `<filter id="f"><feGaussianBlur stdDeviation="3"/></filter>${repeated(100, (n) => `<rect x="${n % 50}" width="50" height="50"><set attributeName="filter" to="url(#f)"/></rect>`)}`,
  ),
  'blurs taken over from the group around': inSvg(
    `<style>rect{filter:inherit}</style><g style="filter:blur(5px)">${rects(100, '')}</g>`,
  ),
  'blurs taken over with everything else': inSvg(
    `<style>rect{all:inherit}</style><g style="filter:blur(5px)">${rects(100, '')}</g>`,
  ),
  'blurs of a computed size': inSvg(`<style>rect{filter:blur(calc(3px * 3 * 3))}</style>${rects(20, '')}`),
  'a morphology that an animation elsewhere widens': inSvg(
    `<filter id="f"><feMorphology id="m" radius=".1"/></filter><animate href="#m" attributeName="radius" values="5;20" dur="3s" repeatCount="indefinite"/>${rects(5, 'filter="url(#f)"')}`,
  ),
  'twenty animated turbulences, displaced and blurred': filtered(
    `<feTurbulence baseFrequency=".05" numOctaves="3">${animate('baseFrequency', '.01;.1')}</feTurbulence><feDisplacementMap in="SourceGraphic" scale="9"/><feGaussianBlur stdDeviation="3"/>`,
    20,
  ),
  'one filter of a thousand primitives': filtered('<feGaussianBlur stdDeviation="1"/>'.repeat(1_000), 1),
  'fifteen thousand blurred rectangles': inSvg(
    `<filter id="f"><feGaussianBlur stdDeviation="1"/></filter>${repeated(15_000, (n) => `<rect filter="url(#f)" x="${n % 100}" y="${(n * 7) % 100}" width="4" height="4"/>`)}`,
  ),
  'three hundred large blurs': filtered('<feGaussianBlur stdDeviation="5"/>', 300),
  'blurs by a rule': inSvg(`<style>rect{filter:blur(9px) drop-shadow(1px 1px 9px red)}</style>${rects(300, '')}`),
  'blurs by a variable': inSvg(`<style>:root{--f:blur(9px)}rect{filter:var(--f)}</style>${rects(300, '')}`),
  'a blur in keyframes': inSvg(
    `<style>@keyframes k{to{filter:blur(9px)}}rect{animation:k 1s infinite}</style>${rects(30, '')}`,
  ),
  'filters that turn inside of each other': inSvg(
    `<style>@keyframes k{to{transform:rotate(1turn)}}g{animation:k 3s infinite}</style><filter id="f"><feColorMatrix type="hueRotate" values="90"/></filter>${'<g filter="url(#f)">'.repeat(20)}<rect width="28" height="28"/>${'</g>'.repeat(20)}`,
  ),
  'large kernels': filtered(`<feConvolveMatrix order="20" kernelMatrix="${'1 '.repeat(400)}"/>`, 2),
  'an animated kernel': filtered(`<feConvolveMatrix order="3">${animate('order', '3;30')}</feConvolveMatrix>`, 2),
  'a wide morphology': filtered('<feMorphology radius="30"/>', 5),
  'many octaves': filtered('<feTurbulence baseFrequency=".05" numOctaves="200"/>', 30),
  lights: filtered('<feSpecularLighting><fePointLight x="5" y="5" z="9"/></feSpecularLighting>', 60),
  'a wide morphology by a fraction of its box': filtered('<feMorphology radius=".3"/>', 1).replace(
    '<filter',
    '<filter primitiveUnits="objectBoundingBox"',
  ),
  'a wide morphology of something small that is enlarged': inSvg(
    '<filter id="f"><feMorphology radius=".3"/></filter><g transform="scale(100)"><rect width="1" height="1" filter="url(#f)"/></g>',
  ),
  'blurs that reach into the picture from beside it': inSvg(
    `<filter id="f" x="-2" width="5"><feGaussianBlur stdDeviation="5"/></filter>${repeated(300, (n) => `<rect x="${101 + (n % 9)}" width="100" height="100" filter="url(#f)"/>`)}`,
  ),
  'a morphology that is wide after many steps': filtered(
    `<feMorphology radius=".1">${animate('radius', `${'.1;'.repeat(150)}30`)}</feMorphology>`,
    1,
  ),
  'wide blurs': filtered('<feGaussianBlur stdDeviation="20"/>', 20),
  'simple primitives on many elements': filtered('<feColorMatrix/>', 150),
  'blurs by CSS that reach far': inSvg(
    `<style>rect{filter:blur(9px)}</style>${repeated(100, (n) => `<rect x="${n}" y="50" width="1" height="1"/>`)}`,
  ),
  'blurs by a prefixed property': inSvg(`<style>rect{-webkit-filter:blur(9px)}</style>${rects(300, '')}`),
  'a filter that reaches beyond its element': inSvg(
    `<filter id="f" x="-50" y="-50" width="100" height="100"><feGaussianBlur stdDeviation="5"/></filter>${repeated(200, (n) => `<rect x="${n % 100}" y="50" width="2" height="2" filter="url(#f)"/>`)}`,
  ),
}

const gradients: Record<string, string> = {
  'three thousand layers of a gradient': inSvg(
    `<linearGradient id="g"><stop stop-color="red"/><stop offset="1" stop-color="blue"/></linearGradient>${rects(3_000, 'fill="url(#g)"')}`,
  ),
  'transparent radial gradients': inSvg(
    `<radialGradient id="g"><stop stop-opacity=".5"/><stop offset="1"/></radialGradient>${rects(1_500, 'fill="url(#g)"')}`,
  ),
  'gradients of hundreds of colours that move': inSvg(
    `<linearGradient id="g" spreadMethod="repeat">${repeated(470, (n) => `<stop offset="${n / 470}" stop-color="${colour(n * 97)}" stop-opacity="${n % 2 ? 1 : 0.5}"/>`)}</linearGradient><g>${repeated(19, (n) => `<rect x="${n % 16}" y="${n % 15}" width="84" height="84" fill="url(#g)"/>`)}<animateMotion path="M0 0L9 9" dur="3s" repeatCount="indefinite"/></g>`,
  ),
  'fine patterns': inSvg(
    `<pattern id="p" width=".1" height=".1" patternUnits="userSpaceOnUse"><rect width=".05" height=".05"/></pattern>${rects(800, 'fill="url(#p)"')}`,
  ),
}

const effects: Record<string, string> = {
  'shapes that a text cuts': inSvg(
    `<clipPath id="c"><text y="60" font-size="50">@@@@@@@@@</text></clipPath>${repeated(1_700, (n) => `<rect clip-path="url(#c)" x="${n % 90}" y="${(n * 7) % 90}" width="9" height="9"/>`)}`,
  ),
  'shadows of text from the group around it': inSvg(
    `<g style="text-shadow:${repeated(500, () => '0 0 9px red,')}0 0 9px red"><text y="90" font-size="90">Large</text></g>`,
  ),
  'small shapes that a long polygon cuts, in motion': inSvg(
    `<style>rect{clip-path:polygon(0 0${repeated(2_000, (n) => `,${(n * 37) % 100}% ${(n * 91) % 100}%`)})}</style><g>${repeated(130, (n) => `<rect x="${n % 90}" width="9" height="9"/>`)}<animateMotion path="M0 0L9 9" dur="3s" repeatCount="indefinite"/></g>`,
  ),
  'groups with opacity': inSvg(repeated(4_000, (n) => `<g opacity=".5"><rect ${full} fill="${colour(n)}"/></g>`)),
  'blend modes': inSvg(repeated(1_500, (n) => `<rect ${full} style="mix-blend-mode:hue" fill="${colour(n)}"/>`)),
  masks: inSvg(`<mask id="m"><rect ${full} fill="#888"/></mask>${rects(1_200, 'mask="url(#m)"')}`),
  'clip paths': inSvg(
    `<clipPath id="c"><circle cx="50" cy="50" r="50"/></clipPath>${rects(4_000, 'clip-path="url(#c)"')}`,
  ),
  'clip paths that are cut by clip paths': inSvg(
    `${repeated(40, (n) => `<clipPath id="c${n}" clip-path="url(#c${n + 1})"><circle cx="50" cy="50" r="${50 + n}"/></clipPath>`)}${rects(400, 'clip-path="url(#c0)"')}`,
  ),
  'layers of a mask': inSvg(
    `<rect ${full} style="mask:${repeated(600, (n) => `linear-gradient(${n}deg,#000,#0000),`)}linear-gradient(red,red)"/>`,
  ),
  'shadows of the whole picture': inSvg(
    `<style>svg{box-shadow:${repeated(500, (n) => `inset 0 0 ${n}px red,`)}0 0 1px red}</style>`,
  ),
  'backgrounds of the whole picture': inSvg(
    `<style>svg{background:${repeated(900, (n) => `conic-gradient(#${(n % 900) + 100}8,#0000) 0 0/9px 9px,`)}red}</style>`,
  ),
  'shadows of text': inSvg(
    `<text y="90" font-size="90" style="text-shadow:${repeated(500, () => '0 0 9px red,')}0 0 9px red">Large</text>`,
  ),
}

const shapes: Record<string, string> = {
  'one outline that crosses itself, filled and with a stroke': inSvg(
    `<path stroke="red" stroke-linejoin="round" d="M0 0${repeated(6_000, (n) => `L${(n * 37) % 65} ${(n * 91) % 65}`)}"/>`,
  ),
  'one outline that crosses itself again and again': inSvg(
    `<path d="M50 0${repeated(4_000, (n) => `L${(50 + 50 * Math.sin(n * 2.9)).toFixed(2)} ${(50 - 50 * Math.cos(n * 2.9)).toFixed(2)}`)}z"/>`,
  ),
  'two animations of each of many shapes': inSvg(
    `<style>@keyframes s{to{transform:rotate(1turn)}}rect{animation:s 2s infinite linear}</style>${repeated(1_000, (n) => `<rect x="${n % 100}" width="3" height="3">${animate('stroke-dashoffset', '0;9')}</rect>`)}`,
  ),
  'many shapes that turn by CSS and have an animation element each': inSvg(
    `<style>@keyframes s{to{transform:rotate(1turn)}}rect{animation:s 2s infinite linear}</style>${repeated(500, (n) => `<rect x="${n % 100}" width="1" height="1" fill="${colour(n)}">${animate('stroke-dashoffset', '0;9')}</rect>`)}`,
  ),
  'many shapes that turn by CSS and are animated from elsewhere': inSvg(
    `<style>@keyframes s{to{transform:rotate(1turn)}}rect{animation:s 2s infinite linear}</style>${repeated(500, (n) => `<rect id="r${n}" width="1" height="1" fill="${colour(n)}"/><animate href="#r${n}" attributeName="stroke-dashoffset" values="0;9" dur="3s" repeatCount="indefinite"/>`)}`,
  ),
  'gradients that markers take over from their line': inSvg(
    `<radialGradient id="g"><stop/><stop offset="1" stop-color="red"/></radialGradient><marker id="m" markerWidth="80" markerHeight="80" markerUnits="userSpaceOnUse"><rect width="80" height="80" fill="context-stroke"/></marker><polyline fill="none" stroke="url(#g)" marker-mid="url(#m)" points="${repeated(2_000, (n) => `${n % 100},${(n * 7) % 100} `)}"/>`,
  ),
  'polygons that only an animation gives their points': inSvg(
    repeated(
      50,
      () =>
        `<polygon stroke="red"><animate attributeName="points" values="${repeated(300, (n) => `${(n * 37) % 100},${(n * 91) % 100} `)};0,0" dur="3s" repeatCount="indefinite"/></polygon>`,
    ),
  ),
  'twenty animations of each shape': inSvg(
    `<style>${repeated(20, (n) => `@keyframes k${n}{to{translate:${n}px}}`)}rect{animation:${repeated(20, (n) => `k${n} ${n + 3}s infinite,`)}k0 3s}</style>${repeated(500, (n) => `<rect x="${n % 100}" width="1" height="1"/>`)}`,
  ),
  'one path over itself': inSvg(`<path d="M0 0${repeated(80_000, (n) => `L${(n * 37) % 100} ${(n * 91) % 100}`)}"/>`),
  'one small path over itself': inSvg(
    `<path stroke="red" d="M0 0${repeated(60_000, (n) => `L${((n * 37) % 50) / 10} ${((n * 91) % 50) / 10}`)}"/>`,
  ),
  'one path over itself, by a style sheet': inSvg(
    `<style>path{d:path("M0 0${repeated(9_000, (n) => `L${(n * 37) % 100} ${(n * 91) % 100}`)}")}</style>${'<path/>'.repeat(20)}`,
  ),
  'large shapes that move': inSvg(
    repeated(4_000, (n) => `<rect ${full} fill="${colour(n)}">${n === 0 ? animate('x', '0;9') : ''}</rect>`),
  ),
  'small shapes that CSS makes large': inSvg(
    `<style>rect{transform:scale(100)}@keyframes k{to{opacity:.5}}svg{animation:k 1s infinite}</style>${repeated(4_000, () => '<rect width="1" height="1"/>')}`,
  ),
  'shapes of no size that CSS makes large': inSvg(
    `<style>rect{transform:scale(100)}@keyframes k{to{opacity:.5}}svg{animation:k 1s infinite}</style>${repeated(4_000, () => '<rect width="1" height="1" transform="scale(0)"/>')}`,
  ),
  'markers at every point': inSvg(
    `<marker id="m" markerWidth="100" markerHeight="100">${rects(20, '')}</marker><polyline fill="none" stroke="red" marker-mid="url(#m)" points="${repeated(9_000, (n) => `${n % 100},${(n * 7) % 100} `)}"/>`,
  ),
  'copies of copies': inSvg(
    `<g id="a">${repeated(300, (n) => `<circle r="60" cx="${n % 100}"/>`)}</g>${repeated(300, (n) => `<use href="#a" y="${n % 100}"/>`)}`,
  ),
  'a window with another ratio': `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1" width="1000" height="1">${repeated(19_000, (n) => `<rect x="-999" width="1999" height="1" fill="${colour(n)}"/>`)}${animate('x', '0')}</svg>`,
}

const dashes: Record<string, string> = {
  'dashes of arcs without spaces': inSvg(
    `<g stroke="red" stroke-dasharray=".01">${repeated(900, (n) => `<path d="M0 ${n % 9}a50 50 0 1150 ${n % 7}"/>`)}</g>`,
  ),
  'fine dashes of letters': inSvg(
    repeated(200, (n) => `<text y="${n % 100}" font-size="10" stroke="red" stroke-dasharray=".01">@&amp;g</text>`),
  ),
  'dashes across a wide stroke': inSvg(
    '<circle r="40" cx="50" cy="50" fill="none" stroke="red" stroke-width="90" stroke-dasharray=".02"/>',
  ),
  'round dashes': inSvg(
    '<path stroke="red" stroke-width="2" stroke-linecap="round" stroke-dasharray=".001" d="M0 50H100"/>',
  ),
  'dashes with square ends, by a style sheet': inSvg(
    '<style>path{stroke-linecap:square}</style><path fill="none" stroke="red" stroke-width="2" stroke-dasharray=".0005" d="M0 0h28c28 9 9 28 28 28"/>',
  ),
  'dashes of a computed length': inSvg(
    repeated(5, (n) => `<path stroke="red" style="stroke-dasharray:calc(1px / 500)" d="M0 ${n}H100"/>`),
  ),
  'fine dashes': inSvg(repeated(100, (n) => `<path stroke="red" stroke-dasharray=".001" d="M0 ${n}H100"/>`)),
  'fine dashes from a group': inSvg(
    `<g stroke="red" stroke-dasharray=".001 .002">${repeated(150, (n) => `<line y1="${n}" x2="100" y2="${n}"/>`)}</g>`,
  ),
  'dashes of a long pathLength': inSvg(
    repeated(5, () => '<circle r="9" stroke="red" stroke-dasharray="1" pathLength="900000"/>'),
  ),
}

const selectors: Record<string, string> = {
  'rules with :has()': inSvg(
    `<style>${repeated(120, (n) => `g:has(.a${n}) rect{fill:red}`)}</style>${'<g>'.repeat(100)}${repeated(10_000, () => '<rect width="1" height="1"/>')}${'</g>'.repeat(100)}`,
  ),
  'rules that look at all elements before': inSvg(
    `<style>${repeated(9, (n) => `.a${n}~rect{fill:red}`)}</style>${repeated(900, () => '<rect class="a1" width="1" height="1"/>')}`,
  ),
  'rules of a moving drawing': inSvg(
    `<style>${repeated(200, (n) => `g g .a${n % 9}{fill:#00${n % 10}}`)}</style><g><g>${repeated(900, (n) => `<rect class="a${n % 9}" width=".1" height=".1"/>`)}</g></g><rect>${animate('x', '0;9')}</rect>`,
  ),
  'rules for every element': inSvg(
    `<style>${repeated(1_000, (n) => `:nth-child(${n + 1}n+3):not(.a${n}){fill:#00${n % 10}}`)}</style>${repeated(15_000, () => '<rect width="1" height="1"/>')}`,
  ),
}

const text: Record<string, string> = {
  'large letters with a wide stroke, again and again': inSvg(
    repeated(
      1_000,
      (n) => `<text y="${n % 100}" font-size="60" stroke="${colour(n)}" stroke-width="40">@&amp;%</text>`,
    ),
  ),
  'many emoji': inSvg(repeated(2_500, (n) => `<text y="${n % 100}" font-size="30">\u{1F600}</text>`)),
  'a font of its own for each text': inSvg(
    repeated(2_000, (n) => `<text x="${n % 90}" y="${n % 100}" font-size="${5 + n / 100}">@&amp;g</text>`),
  ),
  'a family of its own for each text': inSvg(
    repeated(2_000, (n) => `<text x="${n % 90}" y="${n % 100}" font-size="5" font-family="f${n}">@</text>`),
  ),
  'letters with strokes of many widths': inSvg(
    repeated(
      1_000,
      (n) => `<text x="${n % 90}" y="${n % 100}" font-size="20" stroke="red" stroke-width="${n / 50}">@%</text>`,
    ),
  ),
  'small capitals in thousands of pieces': inSvg(
    `<text font-size="3" style="font-variant:small-caps">${repeated(6_000, () => '<tspan>office</tspan>')}</text>`,
  ),
  'letters that are turned one by one': inSvg(
    repeated(8_000, (n) => `<text y="${n % 100}" font-size="9" rotate="${n % 90}">stretch</text>`),
  ),
  'parts of a text that turn by CSS and have an animation element each': inSvg(
    `<style>@keyframes s{to{transform:rotate(1turn)}}tspan{animation:s 2s infinite linear}</style><text>${repeated(300, (n) => `<tspan x="${n % 90}" fill="${colour(n)}">a${animate('stroke-dashoffset', '0;9')}</tspan>`)}</text>`,
  ),
  'stroked letters whose spacing moves': inSvg(
    `<style>@keyframes m{to{letter-spacing:1px}}text{animation:m 3s infinite}</style>${repeated(90, (n) => `<text y="${n}" font-size="30" stroke="red" stroke-width="${n / 2}" stroke-linejoin="round">@%</text>`)}`,
  ),
  'stroked letters beside something that moves': inSvg(
    `${repeated(90, (n) => `<text y="${n}" font-size="30" stroke="red" stroke-width="${n / 2}" stroke-linejoin="round">@%</text>`)}<rect width="1" height="1">${animate('x', '0;9')}</rect>`,
  ),
  'texts in many scripts': inSvg(
    repeated(
      1_800,
      (n) =>
        `<text x="${n % 90}" y="${n % 100}" font-size="3">السلام नमस्ते 漢字 👩‍👩‍👧 ${String.fromCodePoint(0x4e00 + n)}</text>`,
    ),
  ),
  'moving text at thousands of places': inSvg(
    `<text font-size="3">${repeated(6_000, (n) => `<tspan x="${n % 90}" y="${n % 100}">abc</tspan>`)}</text><rect>${animate('x', '0;9')}</rect>`,
  ),
}

const named = (table: Record<string, string>, because: RegExp): Heavy[] =>
  Object.entries(table).map(([name, source]) => ({ name, source, because }))

export const heavy: Heavy[] = [
  ...named(filters, /its filters have too many primitives/),
  ...named(gradients, /gradients and patterns fill too much/),
  ...named(effects, /opacity, blend modes, masks, clip paths and shadows/),
  ...named(shapes, /its shapes cover too much/),
  ...named(dashes, /too many dashes/),
  ...named(selectors, /use fewer rules, plain class names, and no :has\(\) or ~/),
  ...named(text, /too much text/),
]
