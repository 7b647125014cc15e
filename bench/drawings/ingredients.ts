/** What drawings can be made of to cost a browser much: each makes `count` elements of a relative size, with chosen details. */
export type Random = () => number
export type Ingredient = (count: number, size: number, random: Random) => string

export const pick = <Item>(items: readonly Item[], random: Random): Item =>
  items[Math.floor(random() * items.length)] as Item
export const many = (count: number, text: (n: number) => string) =>
  Array.from({ length: count }, (_, n) => text(n)).join('')
export const id = (random: Random) => `i${Math.floor(random() * 1e9)}`
export const at = (n: number, size: number) => {
  const room = Math.max(0.001, 100 - size)
  return `x="${((n * 37.7) % room).toFixed(2)}" y="${((n * 91.3) % room).toFixed(2)}" width="${size}" height="${size}"`
}
export const rects = (count: number, size: number, attributes: string) =>
  many(count, (n) => `<rect ${at(n, size)} fill="#${(n % 4096).toString(16).padStart(3, '0')}" ${attributes}/>`)
export const circle = (n: number, size: number) =>
  `<circle cx="${(n * 37.7) % 100}" cy="${(n * 91.3) % 100}" r="${size / 2}"`

export const primitives: ((random: Random) => string)[] = [
  (random) => `<feGaussianBlur stdDeviation="${(random() * 20).toFixed(1)}"/>`,
  (random) =>
    `<feTurbulence type="${pick(['turbulence', 'fractalNoise'], random)}" baseFrequency="${(0.001 + random()).toFixed(3)}" numOctaves="${1 + Math.floor(random() * 12)}" stitchTiles="${pick(['stitch', 'noStitch'], random)}"/>`,
  (random) => `<feMorphology operator="${pick(['erode', 'dilate'], random)}" radius="${(random() * 30).toFixed(1)}"/>`,
  (random) => {
    const order = 2 + Math.floor(random() * 12)
    return `<feConvolveMatrix order="${order}" kernelMatrix="${'1 '.repeat(order * order)}" preserveAlpha="${pick(['true', 'false'], random)}"/>`
  },
  () =>
    '<feSpecularLighting surfaceScale="5" specularExponent="20"><feSpotLight x="50" y="50" z="40" limitingConeAngle="40"/></feSpecularLighting>',
  () => '<feDiffuseLighting><feDistantLight azimuth="40" elevation="30"/></feDiffuseLighting>',
  (random) => `<feDisplacementMap in2="SourceGraphic" scale="${Math.floor(random() * 100)}"/>`,
  () =>
    '<feComponentTransfer><feFuncR type="gamma" exponent="2"/><feFuncA type="table" tableValues="0 1 0"/></feComponentTransfer>',
  () => '<feColorMatrix type="hueRotate" values="90"/>',
  () => '<feFlood flood-color="red"/><feComposite operator="arithmetic" in2="SourceGraphic" k1="1" k2="1" k3="1"/>',
  () => '<feTile/>',
  (random) => `<feDropShadow stdDeviation="${(random() * 9).toFixed(1)}"/>`,
  () => '<feBlend mode="luminosity" in2="SourceGraphic"/>',
  () => '<feOffset dx="1"/><feMerge><feMergeNode/><feMergeNode in="SourceGraphic"/></feMerge>',
]

export const gradient = (random: Random, name: string, stops: number) => {
  const kind = pick(['linearGradient', 'radialGradient'], random)
  return `<${kind} id="${name}" spreadMethod="${pick(['pad', 'repeat', 'reflect'], random)}" ${random() < 0.5 ? '' : 'gradientTransform="scale(.01)"'}>${many(stops, (n) => `<stop offset="${n / stops}" stop-color="#${(n * 97) % 900}" stop-opacity="${random() < 0.5 ? 1 : 0.5}"/>`)}</${kind}>`
}

export const ingredients: Record<string, Ingredient> = {
  plain: (count, size) => rects(count, size, ''),
  transparent: (count, size) => rects(count, size, 'fill-opacity=".5"'),
  opacity: (count, size) => many(count, (n) => `<g opacity=".5">${rects(2, size * (1 - (n % 3) / 10), '')}</g>`),
  nestedOpacity: (count, size) => {
    const depth = Math.min(count, 100)
    return many(
      Math.ceil(count / depth),
      () => `${'<g opacity=".99">'.repeat(depth)}${rects(1, size, '')}${'</g>'.repeat(depth)}`,
    )
  },
  blend: (count, size, random) =>
    rects(
      count,
      size,
      `style="mix-blend-mode:${pick(['multiply', 'hue', 'color-dodge', 'luminosity', 'difference'], random)}"`,
    ),
  mask: (count, size, random) => {
    const name = id(random)
    return `<mask id="${name}">${rects(3, 90, 'fill-opacity=".5"')}</mask>${rects(count, size, `mask="url(#${name})"`)}`
  },
  clip: (count, size, random) => {
    const name = id(random)
    return `<clipPath id="${name}">${many(1 + Math.floor(random() * 9), (n) => `${circle(n, 60)}/>`)}</clipPath>${rects(count, size, `clip-path="url(#${name})"`)}`
  },
  cssClip: (count, size) => rects(count, size, 'style="clip-path:polygon(0 0,100% 0,50% 100%,10% 10%)"'),
  pattern: (count, size, random) => {
    const name = id(random)
    const tile = pick([0.01, 0.1, 1, 10], random)
    return `<pattern id="${name}" width="${tile}" height="${tile}" patternUnits="userSpaceOnUse" patternTransform="rotate(${Math.floor(random() * 90)})"><circle r="${tile / 3}"/></pattern>${rects(count, size, '').replaceAll(/fill="[^"]*"/g, `fill="url(#${name})"`)}`
  },
  gradient: (count, size, random) => {
    const name = id(random)
    return (
      gradient(random, name, 1 + Math.floor(random() * 20)) +
      rects(count, size, '').replaceAll(/fill="[^"]*"/g, `fill="url(#${name})"`)
    )
  },
  gradientStroke: (count, size, random) => {
    const name = id(random)
    return (
      gradient(random, name, 3) +
      many(
        count,
        (n) => `${circle(n, size)} fill="none" stroke="url(#${name})" stroke-width="${(random() * size).toFixed(1)}"/>`,
      )
    )
  },
  filter: (count, size, random) => {
    const name = id(random)
    const chain = many(1 + Math.floor(random() * 4), () => pick(primitives, random)(random))
    const region = random() < 0.5 ? '' : 'x="-1" y="-1" width="3" height="3"'
    return `<filter id="${name}" ${region}>${chain}</filter>${rects(count, size, `filter="url(#${name})"`)}`
  },
  filterChain: (count, size, random) => {
    const name = id(random)
    const one = pick(primitives, random)(random)
    return `<filter id="${name}">${one.repeat(count)}</filter>${rects(1, size, `filter="url(#${name})"`)}`
  },
  cssFilter: (count, size, random) =>
    rects(
      count,
      size,
      `style="filter:${pick(['blur(9px)', 'drop-shadow(2px 2px 5px red)', 'sepia(1) hue-rotate(9deg)'], random)}"`,
    ),
  filteredGroup: (count, size, random) => {
    const name = id(random)
    return `<filter id="${name}">${pick(primitives, random)(random)}</filter>${many(count, () => `<g filter="url(#${name})">${rects(2, size, '')}</g>`)}`
  },
  dashes: (count, size, random) => {
    const period = 10 ** -(random() * 4)
    return many(
      count,
      (n) =>
        `<path fill="none" stroke="#00${n % 10}" stroke-width="${(random() * 3).toFixed(2)}" stroke-linecap="${pick(['butt', 'round', 'square'], random)}" stroke-dasharray="${period}" d="M0 ${n % 100}h${size}c${size} 9 9 ${size} ${size} ${size}"/>`,
    )
  },
  strokes: (count, size, random) =>
    many(
      count,
      (n) =>
        `${circle(n, size)} fill="none" stroke="red" stroke-width="${(random() * 20).toFixed(1)}" stroke-linejoin="round"/>`,
    ),
  zigzag: (count, size, random) =>
    `<path fill-rule="${pick(['evenodd', 'nonzero'], random)}" ${random() < 0.5 ? 'stroke="red" stroke-linejoin="round"' : ''} d="M0 0${many(count * 10, (n) => `L${((n * 37) % size).toFixed(1)} ${((n * 91) % size).toFixed(1)}`)}"/>`,
  curves: (count, size) =>
    `<path fill="none" stroke="red" d="M0 0${many(count * 5, (n) => `C${(n * 37) % size} ${(n * 91) % size} ${(n * 17) % size} ${(n * 53) % size} ${(n * 71) % size} ${(n * 29) % size}`)}"/>`,
  text: (count, size, random) =>
    many(
      count,
      (n) =>
        `<text x="${n % 90}" y="${(n * 7) % 100}" font-size="${Math.max(0.5, size / 5).toFixed(1)}" ${random() < 0.3 ? 'stroke="red"' : ''}>Grüße ${n}</text>`,
    ),
  textPath: (count, size, random) => {
    const name = id(random)
    return `<path id="${name}" fill="none" d="M0 0c${size} 0 ${size} ${size} 99 99"/><text font-size="3">${many(count, () => `<textPath href="#${name}">along the path</textPath>`)}</text>`
  },
  spacedText: (count, size) =>
    `<text font-size="${size / 9}" x="${many(count, (n) => `${n % 100} `)}">${'x'.repeat(count)}</text>`,
  markers: (count, size, random) => {
    const name = id(random)
    return `<marker id="${name}" markerWidth="${size}" markerHeight="${size}" orient="auto"><circle r="${size / 3}"/></marker><polyline fill="none" stroke="red" marker-mid="url(#${name})" points="${many(count, (n) => `${(n * 37) % 100},${(n * 91) % 100} `)}"/>`
  },
  use: (count, size, random) => {
    const name = id(random)
    return `<g id="${name}">${rects(20, size, 'opacity=".9"')}</g>${many(count, (n) => `<use href="#${name}" x="${n % 50}"/>`)}`
  },
  nestedSvg: (count, size) =>
    many(
      count,
      (n) =>
        `<svg x="${n % 50}" width="${size}" height="${size}" viewBox="0 0 10 10"><rect width="10" height="10" opacity=".5"/></svg>`,
    ),
  rules: (count, size) =>
    `<style>${many(count, (n) => `.c${n % 50}:nth-child(${n + 2}n):not(.x) {fill:#00${n % 10}}`)}</style>${many(count, (n) => `<rect class="c${n % 50}" ${at(n, size)}/>`)}`,
  descendants: (count, size) =>
    `<style>${many(count, (n) => `g g > g .a${n % 9}~rect{fill:red}`)}</style><g><g><g>${rects(count, size, 'class="a1"')}</g></g></g>`,
  textShadow: (count, size) =>
    `<text y="60" font-size="${size}" style="text-shadow:${many(count, () => '1px 1px 5px red,')}0 0 1px red">Ag</text>`,
  boxShadow: (count) => `<style>svg{box-shadow:${many(count, (n) => `inset 0 0 ${n}px red,`)}0 0 1px red}</style>`,
  backgrounds: (count, size, random) =>
    `<style>svg{background:${many(count, (n) => `${pick(['linear', 'radial', 'conic', 'repeating-linear'], random)}-gradient(#${n % 900}8,#0000) ${n % 9}px 0/${size}px ${size}px,`)}red}</style>`,
  maskLayers: (count, size) =>
    rects(
      1,
      size,
      `style="mask:${many(count, (n) => `linear-gradient(${n}deg,#000,#0000),`)}linear-gradient(red,red)"`,
    ),
  prefixed: (count, size, random) =>
    rects(
      count,
      size,
      `style="-webkit-${pick(['filter:blur(5px)', 'opacity:.5', 'mask:linear-gradient(red,#0000)'], random)}"`,
    ),
  cssPath: (count, size) => {
    const data = many(Math.min(count, 9_000), (n) => `L${((n * 37) % size).toFixed(1)} ${((n * 91) % size).toFixed(1)}`)
    return `<style>path{d:path("M0 0${data}")}</style>${many(Math.ceil(count / 500), () => '<path/>')}`
  },
  clipPoints: (count, size) => {
    const points = many(Math.min(count, 2_000), (n) => `,${(n * 37) % 100}% ${(n * 91) % 100}%`)
    return `<style>rect{clip-path:polygon(0 0${points})}</style>${rects(Math.ceil(count / 100), size, '')}`
  },
  clipNest: (count, size, random) => {
    const name = id(random)
    const chain = many(
      Math.min(count, 40),
      (n) => `<clipPath id="${name}${n}" clip-path="url(#${name}${n + 1})">${circle(n, 90)}/></clipPath>`,
    )
    return chain + rects(Math.ceil(count / 40), size, `clip-path="url(#${name}0)"`)
  },
  maskNest: (count, size, random) => {
    const name = id(random)
    const chain = many(
      Math.min(count, 10),
      (n) => `<mask id="${name}${n}"><g mask="url(#${name}${n + 1})">${rects(2, 90, 'fill-opacity=".7"')}</g></mask>`,
    )
    return chain + rects(Math.ceil(count / 10), size, `mask="url(#${name}0)"`)
  },
  patternNest: (count, size, random) => {
    const name = id(random)
    const tile = pick([1, 7, 30], random)
    const effect = pick(['opacity=".5"', 'style="mix-blend-mode:hue"', 'style="filter:blur(1px)"', ''], random)
    const chain = many(
      4,
      (n) =>
        `<pattern id="${name}${n}" width="${tile}" height="${tile}" patternUnits="userSpaceOnUse" patternTransform="rotate(${n * 7})"><rect width="${tile}" height="${tile}" fill="url(#${name}${n + 1})" ${effect}/><circle r="${tile / 4}"/></pattern>`,
    )
    return chain + rects(count, size, '').replaceAll(/fill="[^"]*"/g, `fill="url(#${name}0)"`)
  },
  blendNest: (count, size) => {
    const depth = Math.min(count, 60)
    const group = '<g style="mix-blend-mode:luminosity;isolation:isolate">'
    return many(Math.ceil(count / depth), () => `${group.repeat(depth)}${rects(2, size, '')}${'</g>'.repeat(depth)}`)
  },
  filterNest: (count, size, random) => {
    const name = id(random)
    const depth = Math.min(count, 60)
    return `<filter id="${name}">${pick(primitives, random)(random)}</filter>${many(Math.ceil(count / depth), () => `${`<g filter="url(#${name})">`.repeat(depth)}${rects(1, size, '')}${'</g>'.repeat(depth)}`)}`
  },
  filteredText: (count, size, random) => {
    const name = id(random)
    return `<filter id="${name}">${pick(primitives, random)(random)}</filter>${many(count, (n) => `<text x="${n % 90}" y="${(n * 7) % 100}" font-size="${Math.max(1, size / 9).toFixed(1)}" filter="url(#${name})">Ag${n}</text>`)}`
  },
  gradientText: (count, size, random) => {
    const name = id(random)
    return `${gradient(random, name, 5)}${many(count, (n) => `<text x="${n % 90}" y="${(n * 7) % 100}" font-size="${Math.max(1, size / 3).toFixed(1)}" fill="url(#${name})" stroke="url(#${name})">Grüße 😀 ${n}</text>`)}`
  },
  decorated: (count, size) =>
    `<text y="50" font-size="${Math.max(1, size / 9)}" style="text-decoration:underline wavy;letter-spacing:-.3em">${'wavy '.repeat(count)}</text>`,
  stretched: (count, size) =>
    many(
      count,
      (n) =>
        `<text y="${n % 100}" font-size="${Math.max(1, size / 5)}" textLength="${n % 300}" lengthAdjust="spacingAndGlyphs" rotate="${n % 90} 5 9">stretch</text>`,
    ),
  spatial: (count, size) =>
    rects(
      count,
      size,
      'style="transform:perspective(20px) rotate3d(1,1,0,40deg) translateZ(3px);will-change:transform"',
    ),
  filterImage: (count, size, random) => {
    const name = id(random)
    return `<g id="${name}p">${rects(9, size, 'opacity=".5"')}</g><filter id="${name}">${`<feImage href="#${name}p"/><feBlend in2="SourceGraphic"/>`.repeat(3)}</filter>${rects(count, size, `filter="url(#${name})"`)}`
  },
  markedPaths: (count, size, random) => {
    const name = id(random)
    return `<marker id="${name}" markerWidth="9" markerHeight="9" orient="auto"><circle r="3" ${pick(['opacity=".5"', 'style="filter:blur(1px)"', 'style="mix-blend-mode:hue"'], random)}/></marker><polyline fill="none" stroke="red" stroke-width="${Math.max(0.1, size / 50)}" marker-mid="url(#${name})" points="${many(count, (n) => `${(n * 37) % 100},${(n * 91) % 100} `)}"/>`
  },
  usedFilter: (count, size, random) => {
    const name = id(random)
    return `<filter id="${name}f">${pick(primitives, random)(random)}</filter><g id="${name}" filter="url(#${name}f)">${rects(3, size, '')}</g>${many(count, (n) => `<use href="#${name}" x="${n % 50}" y="${n % 37}"/>`)}`
  },
  has: (count, size) =>
    `<style>${many(Math.ceil(count / 50), (n) => `g:has(.a${n % 9} ~ .b){fill:red}`)}</style>${many(Math.ceil(count / 9), () => `<g>${rects(3, size, 'class="a1"')}</g>`)}`,
  nth: (count, size) =>
    `<style>${many(Math.ceil(count / 20), (n) => `:nth-last-child(${n}n of .a${n % 9}){fill:red}`)}</style>${rects(count, size, 'class="a1"')}`,
  attributes: (count, size) =>
    `<style>${many(Math.ceil(count / 20), (n) => `[class*="x${n}"] [fill^="#${n % 9}"]:not([y="${n}"]){fill:red}`)}</style><g class="x1">${rects(count, size, '')}</g>`,
  spinning: (count, size) =>
    `<style>@keyframes s{to{transform:rotate(1turn)}}rect{animation:s 2s infinite linear}</style>${rects(count, size, '')}`,
  animatedFilter: (count, size, random) => {
    const name = id(random)
    return `<filter id="${name}"><feTurbulence baseFrequency=".05" numOctaves="3"><animate attributeName="baseFrequency" values=".01;.3" dur="2s" repeatCount="indefinite"/></feTurbulence><feDisplacementMap in2="SourceGraphic" scale="9"/></filter>${rects(count, size, `filter="url(#${name})"`)}`
  },
  animatedPath: (count, size) =>
    many(Math.ceil(count / 100), (k) => {
      const data = (shift: number) => `M0 0${many(100, (n) => `L${(n * 37 + shift + k) % size} ${(n * 91) % size}`)}`
      return `<path d="${data(0)}"><animate attributeName="d" values="${data(0)};${data(9)}" dur="2s" repeatCount="indefinite"/></path>`
    }),
  smil: (count, size) =>
    many(
      count,
      (n) =>
        `<rect ${at(n, size)}><animate attributeName="opacity" values="0;1" dur="1s" repeatCount="indefinite"/></rect>`,
    ),
}
