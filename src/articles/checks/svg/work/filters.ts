/** What a filter costs for every full picture that it is applied to, by its primitives. */
import type { CleanElement } from '../serialize.ts'
import type { Animated } from './animated.ts'
import { isComputed, numbersIn } from './geometry.ts'

/** Measured in Chromium without a graphics card, in paintings of the whole picture with one colour. */
export const filterCost = {
  /** For every element that a filter is applied to, whatever the filter does. */
  application: 180,
  simple: 85,
  mixture: 140,
  blur: 180,
  light: 980,
  displacement: 240,
  octave: 180,
  kernelCell: 630,
  /** More for a blur, and for a morphology, that reaches as far as the picture is wide. */
  wideBlur: 9_100,
  wideMorphology: 280_000,
}
const octavesMax = 10 // Chromium computes no more

/** The work of each primitive over the whole picture. `width` is the picture's, in the units of the filter. */
export function primitivesOf(filter: CleanElement, width: number, animated: Animated): number[] {
  const isFraction = filter.attributes.get('primitiveUnits')?.trim() === 'objectBoundingBox'
  return filter.children.flatMap((child) =>
    typeof child !== 'string' && child.name.startsWith('fe')
      ? [primitiveWork(child, isFraction ? 1 : width, animated(child))]
      : [],
  )
}

const blurWork = (reach: number) => (reach > 0 ? filterCost.blur + filterCost.wideBlur * Math.min(1, reach) : 0)

function primitiveWork(
  { name, attributes }: CleanElement,
  width: number,
  animated: [attribute: string, value: string][],
): number {
  const numbers = (attribute: string) => [
    ...numbersIn(attributes.get(attribute) ?? ''),
    ...animated.flatMap(([name, value]) => (name === attribute ? numbersIn(value) : [])),
  ]
  const largest = (attribute: string, fallback: number) => {
    const given = numbers(attribute).slice(0, 100)
    return given.length > 0 ? Math.max(...given) : fallback
  }
  switch (name) {
    case 'feGaussianBlur':
      return blurWork(largest('stdDeviation', 0) / width)
    case 'feDropShadow':
      return blurWork(largest('stdDeviation', 2) / width) + filterCost.mixture
    case 'feDiffuseLighting':
    case 'feSpecularLighting':
      return filterCost.light
    case 'feDisplacementMap':
      return filterCost.displacement
    case 'feTurbulence':
      return filterCost.octave * Math.min(octavesMax, largest('numOctaves', 1))
    case 'feConvolveMatrix':
      return filterCost.kernelCell * largest('order', 3) ** 2
    case 'feMorphology':
      return filterCost.simple + filterCost.wideMorphology * Math.min(1, largest('radius', 0) / width)
    case 'feBlend':
    case 'feComposite':
      return filterCost.mixture
    default:
      return filterCost.simple
  }
}

/** CSS filters by name, as in `blur(2px) sepia(1)`; every drop shadow blurs. `width` is the picture's. */
export const cssFilterWork = (value: string, width: number): number[] =>
  (value.match(/[\w-]+\(/g) ?? []).flatMap((name) =>
    /^(?:url|var|rgba?|hsla?|calc)\($/.test(name)
      ? []
      : [/^(?:blur|drop-shadow)\($/.test(name) ? blurWork(cssFilterReach(value) / 3 / width) : filterCost.simple],
  )

/** How far blurs and shadows by CSS reach beyond their element; a blur reaches three times its size. */
export function cssFilterReach(value: string): number {
  if (isComputed(value)) return Number.POSITIVE_INFINITY
  const functions = value.replace(colours, '').match(/(?:blur|drop-shadow)\([^)]*\)/g) ?? []
  return functions.reduce((reach, text) => reach + 3 * Math.max(0, ...lengthsIn(text)), 0)
}

const colours = /#[\da-f]+|(?:rgb|hsl|hwb|lab|lch|oklab|oklch|color|color-mix|light-dark)a?\((?:[^()]|\([^()]*\))*\)/gi

/** Other units than pixels are taken for a large one. */
const lengthsIn = (text: string) =>
  [...text.matchAll(/([+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?)([a-z]*)/gi)].map(
    ([, number, unit]) => Math.abs(Number(number)) * (unit === 'px' || unit === '' ? 1 : 100),
  )
