/** Ways to let a drawing move, from a small part beside everything to each of its elements. They change slowly: a flash fails. */
export type Motion = (inside: string) => string

const loop = 'dur="3s" repeatCount="indefinite"'
const animate = (attribute: string, values: string) =>
  `<animate attributeName="${attribute}" values="${values}" ${loop}/>`
const transform = (type: string, values: string) =>
  `<animateTransform attributeName="transform" type="${type}" values="${values}" ${loop}/>`
const group = (animation: string) => (inside: string) => `<g>${inside}${animation}</g>`
const css = (selector: string, declarations: string) => (inside: string) =>
  `<style>@keyframes m{to{${declarations}}}${selector}{animation:m 3s infinite}</style><g class="m">${inside}</g>`

const shapes = /<(rect|circle|path|polyline|use)( [^<>]*)\/>/g
const inEach = (animation: string) => (inside: string) => inside.replaceAll(shapes, `<$1$2>${animation}</$1>`)

/** What can be animated of the elements that others refer to. */
const definitions: Record<string, string> = {
  feGaussianBlur: animate('stdDeviation', '0;9'),
  feDropShadow: animate('stdDeviation', '0;9'),
  feTurbulence: animate('baseFrequency', '.01;.3'),
  feMorphology: animate('radius', '0;9'),
  feConvolveMatrix: animate('bias', '0;1'),
  feDistantLight: animate('azimuth', '0;360'),
  feSpotLight: animate('x', '0;100'),
  feDisplacementMap: animate('scale', '0;50'),
  feColorMatrix: animate('values', '0;90'),
  feFuncR: animate('exponent', '1;3'),
  feComposite: animate('k1', '0;1'),
  feOffset: animate('dx', '0;9'),
  stop: animate('offset', '0;1'),
}
const containers = /(<(pattern|linearGradient|radialGradient|marker|mask|clipPath|filter)[^>]*>)/g

export const motions: Record<string, Motion> = {
  still: (inside) => inside,
  beside: (inside) => `${inside}<rect width="1" height="1">${animate('x', '0;9')}</rect>`,
  besideCss: (inside) =>
    `<style>@keyframes m{to{transform:translateX(9px)}}.m{animation:m 3s infinite}</style>${inside}<rect class="m" width="1" height="1"/>`,
  shifted: group(transform('translate', '0 0;9 9')),
  turned: group(transform('rotate', '0;360')),
  scaled: group(transform('scale', '1;1.5')),
  alongPath: group(`<animateMotion path="M0 0L9 9" ${loop}/>`),
  fadedGroup: group(animate('opacity', '.9;.5')),
  shiftedCss: css('.m', 'transform:translate(9px,9px)'),
  turnedCss: css('.m', 'transform:rotate(1turn)'),
  scaledCss: css('.m', 'transform:scale(1.5)'),
  fadedCss: css('.m', 'opacity:.6'),
  filteredCss: css('.m', 'filter:blur(2px)'),
  cutCss: css('.m', 'clip-path:circle(40%)'),
  eachShiftedCss: css('.m *', 'transform:translate(9px,9px)'),
  eachTurnedCss: css('.m *', 'transform:rotate(1turn)'),
  eachColouredCss: css('.m *', 'fill:#345'),
  eachFadedCss: css('.m *', 'opacity:.6'),
  eachStrokedCss: css('.m *', 'stroke:#234;stroke-width:2px'),
  eachDashedCss: css('.m *', 'stroke-dashoffset:9px'),
  eachSizedCss: css('.m *', 'width:20px;r:9px;font-size:9px'),
  eachBlurredCss: css('.m *', 'filter:blur(1px)'),
  spacedCss: css('.m *', 'letter-spacing:1px;word-spacing:2px'),
  variableCss: (inside) =>
    `<style>@keyframes m{to{--m:9px}}svg{animation:m 3s infinite}.m *{transform:translateX(var(--m,0))}</style><g class="m">${inside}</g>`,
  rootCss: css('svg', 'transform:scale(1.1);background-position:9px 9px'),
  eachShifted: inEach(transform('translate', '0 0;9 9')),
  eachTurned: inEach(transform('rotate', '0;360')),
  eachSized: inEach(animate('width', '1;20') + animate('r', '1;9')),
  eachColoured: inEach(animate('fill', '#123;#345')),
  eachFaded: inEach(animate('opacity', '.9;.5')),
  eachStroked: inEach(animate('stroke-width', '0;3')),
  eachDashed: inEach(animate('stroke-dashoffset', '0;9')),
  window: (inside) => inside + animate('viewBox', '0 0 100 100;10 10 80 80'),
  definitions: (inside) =>
    Object.entries(definitions).reduce(
      (text, [name, animation]) =>
        text.replaceAll(new RegExp(`<${name}( [^<>]*)?/>`, 'g'), `<${name}$1>${animation}</${name}>`),
      inside,
    ),
  containers: (inside) =>
    inside.replaceAll(
      containers,
      `$1${animate('width', '5;20')}${animate('x', '0;5')}<animateTransform attributeName="gradientTransform" type="rotate" values="0;90" ${loop}/><animateTransform attributeName="patternTransform" type="rotate" values="0;90" ${loop}/>`,
    ),
}
