/** More ingredients: ways to paint much that an estimate could overlook, because it stands in an unusual place. */
import { at, circle, gradient, type Ingredient, id, many, pick, primitives, type Random, rects } from './ingredients.ts'

const loop = 'dur="3s" repeatCount="indefinite"'
const filterOf = (name: string, random: Random) => `<filter id="${name}">${pick(primitives, random)(random)}</filter>`
const points = (count: number, size: number) =>
  many(count, (n) => `${((n * 37.3) % size).toFixed(1)},${((n * 91.7) % size).toFixed(1)} `)
const shape = (n: number, size: number, inside: string) =>
  `<rect ${at(n, size)} fill="#${(n % 900) + 100}">${inside}</rect>`

/** Properties that only an animation gives to an element. */
const onlyAnimated: Record<string, (name: string) => string> = {
  filter: (name) => `url(#${name})`,
  mask: (name) => `url(#${name}m)`,
  'clip-path': (name) => `url(#${name}c)`,
  fill: (name) => `url(#${name}g)`,
  opacity: () => '.5',
  'mix-blend-mode': () => 'luminosity',
  'stroke-dasharray': () => '.01',
}

export const overlooked: Record<string, Ingredient> = {
  animatedIn: (count, size, random) => {
    const name = id(random)
    const attribute = pick(Object.keys(onlyAnimated), random)
    const value = onlyAnimated[attribute]?.(name)
    const start = pick(
      [
        `<set attributeName="${attribute}" to="${value}"/>`,
        `<animate attributeName="${attribute}" values="${value};${value}" ${loop}/>`,
      ],
      random,
    )
    return `${filterOf(name, random)}<mask id="${name}m">${rects(3, 90, '')}</mask><clipPath id="${name}c">${circle(50, 70)}/></clipPath>${gradient(random, `${name}g`, 4)}<g stroke="red">${many(count, (n) => shape(n, size, start))}</g>`
  },
  inherited: (count, size, random) => {
    const name = id(random)
    const [property, value] = pick(
      [
        ['filter', `url(#${name})`],
        ['filter', 'blur(5px)'],
        ['mask', `url(#${name}m)`],
        ['opacity', '.9'],
      ] as const,
      random,
    )
    return `${filterOf(name, random)}<mask id="${name}m">${rects(3, 90, '')}</mask><style>.${name}{${property}:${value}}.${name} *{${pick([property, 'all'], random)}:inherit}</style><g class="${name}">${rects(count, size, '')}</g>`
  },
  computed: (count, size, random) =>
    `<g stroke="red" fill="none">${many(count, (n) => `<path style="${pick(['stroke-dasharray:calc(1px/500)', 'stroke-width:calc(9px*9)', 'filter:blur(calc(3px*3*3))', 'stroke-dasharray:.001%', 'stroke-width:max(1px,90%)', 'stroke-width:9em', 'stroke-width:50%'], random)}" d="M0 ${n % 100}h${size}v9z"/>`)}</g>`,
  dashedText: (count, size, random) =>
    many(
      count,
      (n) =>
        `<text y="${(n * 7) % 100}" font-size="${Math.max(1, size).toFixed(1)}" stroke="red" stroke-width="${pick([0.1, 1, 9], random)}" stroke-linejoin="round" stroke-dasharray="${(10 ** -(random() * 3)).toFixed(4)}">@&amp;g</text>`,
    ),
  wideText: (count, size, random) =>
    many(
      count,
      (n) =>
        `<text x="${n % 50}" y="${(n * 7) % 100}" font-size="${(size * 3).toFixed(1)}" stroke="#${(n % 900) + 100}" stroke-width="${(random() * 50).toFixed(1)}" stroke-linejoin="round" fill-opacity=".5">@%</text>`,
    ),
  features: (count, size, random) =>
    `<text y="50" font-size="${Math.max(1, size / 9)}" style="letter-spacing:${pick([-3, 0.01, 99], random)}px;font-feature-settings:'liga','dlig','frac','smcp','ss01','swsh' 2;font-variant:small-caps;text-rendering:geometricPrecision">${many(count, (n) => `<tspan font-weight="${(n % 9) * 100 + 100}" dy="${(n % 5) - 2}">fi½ffl</tspan>`)}</text>`,
  scripts: (count, size) =>
    many(
      count,
      (n) =>
        `<text x="${n % 90}" y="${(n * 7) % 100}" font-size="${Math.max(1, size / 3).toFixed(1)}" direction="${n % 2 ? 'rtl' : 'ltr'}">السلام नमस्ते 漢字 👩‍👩‍👧 ${String.fromCodePoint(0x4e00 + (n % 9_000))}</text>`,
    ),
  subpaths: (count, size, random) =>
    `<path fill-rule="${pick(['evenodd', 'nonzero'], random)}" ${random() < 0.4 ? 'stroke="red"' : ''} d="${many(count * 5, (n) => `M${(n * 37.7) % 90} ${(n * 91.3) % 90}h${size}v${size}h-${size}z`)}"/>`,
  rings: (count, size, random) =>
    `<path fill-rule="evenodd" ${random() < 0.4 ? 'stroke="red" stroke-width="3"' : ''} d="${many(count, (n) => `M${(n * 37.7) % 90} ${(n * 91.3) % 90}a${size} ${size} 0 1 1 .1 0z`)}"/>`,
  roundStrokes: (count, size, random) =>
    many(
      Math.ceil(count / 20),
      () =>
        `<polyline fill="none" stroke="red" stroke-opacity=".5" stroke-width="${(random() * 60).toFixed(1)}" stroke-linejoin="round" stroke-linecap="round" points="${points(20, size)}"/>`,
    ),
  unscaledStrokes: (count, size, random) =>
    many(
      count,
      (n) =>
        `<rect ${at(n, size)} transform="scale(.01)" fill="none" stroke="#${(n % 900) + 100}" stroke-width="${Math.floor(random() * 300)}" vector-effect="non-scaling-stroke" paint-order="stroke" ${random() < 0.3 ? 'stroke-dasharray=".1"' : ''}/>`,
    ),
  miters: (count, size) =>
    many(
      count,
      (n) =>
        `<path fill="none" stroke="#${(n % 900) + 100}" stroke-width="${(size / 30).toFixed(2)}" stroke-miterlimit="9999" d="M0 ${n % 100}L9 ${(n % 100) + 0.01}L0 ${(n % 100) + 0.02}"/>`,
    ),
  overflowing: (count, size) =>
    many(
      count,
      (n) =>
        `<svg overflow="visible" x="${n % 9}" width="${size}" height="${size}" viewBox="0 0 1 1"><svg overflow="visible" width="1" height="1" viewBox="0 0 .1 .1"><rect width="1" height="1" fill="#${(n % 900) + 100}" opacity=".5"/></svg></svg>`,
    ),
  cssClipPath: (count, size) =>
    rects(
      count,
      size,
      `style="clip-path:path(evenodd,'M0 0${many(40, (n) => `L${(n * 37) % 100} ${(n * 91) % 100}`)}')"`,
    ),
  cssShape: (count, size, random) =>
    rects(
      count,
      size,
      `style="clip-path:${pick(['circle(40%)', 'ellipse(40% 20%)', 'inset(1% round 30%)'], random)};mask:radial-gradient(#000,#0000)"`,
    ),
  offsetPath: (count, size) =>
    `<style>@keyframes o{to{offset-distance:100%}}rect{offset-path:path('M0 0${many(Math.min(count, 500), (n) => `L${(n * 37) % 100} ${(n * 91) % 100}`)}');animation:o 3s infinite}</style>${rects(Math.ceil(count / 5), size, '')}`,
  backdrop: (count, size) => rects(count, size, 'style="backdrop-filter:blur(9px) hue-rotate(9deg);opacity:.9"'),
  keyframes: (count, size) =>
    `<style>@keyframes k{${many(200, (n) => `${n / 2}%{transform:translate(${n % 9}px,${n % 7}px);stroke-width:${n % 5}px}`)}}rect{animation:k 3s infinite steps(7)}</style>${rects(count, size, 'stroke="red"')}`,
  animations: (count, size) =>
    `<style>${many(Math.min(20, count), (n) => `@keyframes k${n}{to{translate:${n}px}}`)}rect{animation:${many(Math.min(20, count), (n) => `k${n} ${n + 3}s infinite,`)}k0 3s}</style>${rects(count, size, '')}`,
  transitions: (count, size) =>
    `<style>@media (min-width:1px){rect{transition:all 3s;fill:red}@starting-style{rect{fill:blue;x:9px}}}</style>${rects(count, size, '')}`,
  contextPaint: (count, size, random) => {
    const name = id(random)
    return `${gradient(random, `${name}g`, 9)}<marker id="${name}" markerWidth="${size}" markerHeight="${size}" markerUnits="userSpaceOnUse"><rect width="${size}" height="${size}" fill="context-stroke" stroke="context-fill"/></marker><polyline fill="url(#${name}g)" stroke="url(#${name}g)" marker-mid="url(#${name})" points="${points(count, 100)}"/>`
  },
  stops: (count, size, random) => {
    const name = id(random)
    return (
      gradient(random, name, Math.min(count * 5, 3_000)) +
      rects(Math.ceil(count / 5), size, '').replaceAll(/fill="[^"]*"/g, `fill="url(#${name})"`)
    )
  },
  animatedPoints: (count, size) =>
    many(
      Math.ceil(count / 300),
      (n) =>
        `<polygon stroke="red" points="0,0"><animate attributeName="points" values="${points(300, size)};${points(299, size)} ${n},1" ${loop}/></polygon>`,
    ),
  farAnimation: (count, size, random) => {
    const name = id(random)
    const [primitive, attribute, values] = pick(
      [
        ['<feMorphology radius=".1"', 'radius', '5;20'],
        ['<feGaussianBlur stdDeviation=".1"', 'stdDeviation', '9;30'],
        ['<feTurbulence baseFrequency=".1" numOctaves="1"', 'numOctaves', '9;9'],
        ['<feConvolveMatrix order="2" kernelMatrix="1 1 1 1"', 'order', '9;9'],
      ] as const,
      random,
    )
    return `<filter id="${name}">${primitive} id="${name}p"/></filter><animate href="#${name}p" attributeName="${attribute}" values="${values}" ${loop}/>${rects(count, size, `filter="url(#${name})"`)}`
  },
  clippedText: (count, size, random) => {
    const name = id(random)
    return `<clipPath id="${name}"><text y="60" font-size="50" font-weight="900">${'@'.repeat(9)}</text></clipPath>${rects(count, size, `clip-path="url(#${name})"`)}`
  },
  filteredMask: (count, size, random) => {
    const name = id(random)
    return `${filterOf(`${name}f`, random)}<mask id="${name}"><g filter="url(#${name}f)">${rects(2, 90, '')}</g></mask>${rects(count, size, `mask="url(#${name})"`)}`
  },
  filteredPattern: (count, size, random) => {
    const name = id(random)
    return `${filterOf(`${name}f`, random)}<pattern id="${name}" width="${pick([5, 50, 100], random)}" height="50" patternUnits="userSpaceOnUse"><g filter="url(#${name}f)">${rects(2, 90, '')}</g></pattern>${rects(count, size, '').replaceAll(/fill="[^"]*"/g, `fill="url(#${name})"`)}`
  },
  smallUnits: (count, size, random) => {
    const name = id(random)
    return `<pattern id="${name}" width=".02" height=".02" patternContentUnits="objectBoundingBox"><circle r=".01"/></pattern>${rects(count, size, '').replaceAll(/fill="[^"]*"/g, `fill="url(#${name})"`)}`
  },
  labels: (count, size) =>
    many(
      Math.ceil(count / 3),
      (n) =>
        `<foreignObject ${at(n, size)}><div xmlns="http://www.w3.org/1999/xhtml" style="font-size:${Math.max(1, size / 9)}px">a <b>label</b> of <i>HTML</i></div></foreignObject>`,
    ),
}
