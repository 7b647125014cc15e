/** Estimates what a filter costs, by its primitives, if it is applied to the whole picture. */
import { type CleanElement, elementsIn } from '../serialize.ts'
import type { Animated } from './animated.ts'
import { filterCost } from './costs.ts'
import { isComputed, numbersIn } from './geometry.ts'

const octavesMax = 10 // Chromium computes no more

/**
 * The work of each primitive over the whole picture. `width` is the width of the picture in the units of the filter.
 */
export function primitivesOf(filter: CleanElement, width: number, animated: Animated): number[] {
  const isFraction = filter.attributes.get('primitiveUnits')?.trim() === 'objectBoundingBox'
  const primitives = primitivesIn(filter)
  const isAlone = primitives.length === 1
  return primitives.map((child) => primitiveWork(child, isFraction ? 1 : width, animated(child), isAlone))
}

/**
 * Counts the primitives on all ways through a filter. A browser computes a result again for each use. In a chain of
 * primitives that each use the one before twice, every primitive doubles the work.
 */
export function passesOf(filter: CleanElement, animated: Animated): number {
  const named = new Map(sources.map((name) => [name, 0]))
  let [before, most] = [0, 0]
  for (const child of primitivesIn(filter)) {
    const changes = animated(child)
    const inputs = inputsOf(child, changes).map((name) => (name === undefined ? before : (named.get(name) ?? before)))
    before = 1 + inputs.reduce((sum, passes) => sum + passes, 0)
    for (const name of [child.attributes.get('result'), ...valuesOf('result', changes)])
      if (name !== undefined && !sources.includes(name)) named.set(name, before)
    most = Math.max(most, before)
  }
  return most
}

const primitivesIn = (filter: CleanElement) => elementsIn(filter).filter(({ name }) => name.startsWith('fe'))

type Changes = [attribute: string, value: string][]
const valuesOf = (attribute: string, changes: Changes) =>
  changes.flatMap(([name, value]) => (name === attribute ? [value] : []))

/** The names of the results that a primitive uses. The result of the primitive before it has no name. */
function inputsOf(primitive: CleanElement, changes: Changes): (string | undefined)[] {
  const { name, attributes } = primitive
  if (name === 'feMerge') return elementsIn(primitive).map((node) => node.attributes.get('in'))
  const first = [attributes.get('in'), ...valuesOf('in', changes)]
  if (name === 'feDropShadow') return [...first, ...first]
  return twoInputs.has(name) ? [...first, attributes.get('in2'), ...valuesOf('in2', changes)] : first
}
const sources = ['SourceGraphic', 'SourceAlpha', 'FillPaint', 'StrokePaint']
const twoInputs = new Set(['feBlend', 'feComposite', 'feDisplacementMap'])

const blurWork = (reach: number) => (reach > 0 ? filterCost.blur + filterCost.wideBlur * Math.min(1, reach) : 0)

/** A blurred shadow of the shape itself needs no work beyond its blur. */
const shadowWork = (blur: number, isAlone: boolean) => (isAlone && blur > 0 ? blur : blur + filterCost.mixture)

function primitiveWork(
  { name, attributes }: CleanElement,
  width: number,
  animated: [attribute: string, value: string][],
  isAlone: boolean,
): number {
  const numbers = (attribute: string) => [
    ...numbersIn(attributes.get(attribute) ?? ''),
    ...animated.flatMap(([name, value]) => (name === attribute ? numbersIn(value) : [])),
  ]
  const largest = (attribute: string, fallback: number) => {
    const [first = fallback, ...others] = numbers(attribute)
    return others.reduce((most, number) => Math.max(most, number), first)
  }
  switch (name) {
    case 'feGaussianBlur':
      return blurWork(largest('stdDeviation', 0) / width)
    case 'feDropShadow':
      return shadowWork(blurWork(largest('stdDeviation', 2) / width), isAlone)
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

/**
 * The work of the CSS filters in a value such as `blur(2px) sepia(1)`. A drop shadow also blurs. `width` is the width
 * of the picture.
 */
export const cssFilterWork = (value: string, width: number): number[] =>
  (value.match(/[\w-]+\(/g) ?? []).flatMap((name) =>
    /^(?:url|var|rgba?|hsla?|calc)\($/.test(name)
      ? []
      : [/^(?:blur|drop-shadow)\($/.test(name) ? blurWork(cssFilterReach(value) / 3 / width) : filterCost.simple],
  )

/** Each CSS drop shadow uses the picture before it twice. */
export const cssPassesOf = (value: string): number => 2 ** ((value.match(/drop-shadow\(/g)?.length ?? 0) + 1)

/** How far CSS blurs and shadows reach beyond their element. A blur reaches three times its size. */
export function cssFilterReach(value: string): number {
  if (isComputed(value)) return Number.POSITIVE_INFINITY
  const functions = value.replace(colours, '').match(/(?:blur|drop-shadow)\([^)]*\)/g) ?? []
  return functions.reduce((reach, text) => reach + 3 * Math.max(0, ...lengthsIn(text)), 0)
}

const colours = /#[\da-f]+|(?:rgb|hsl|hwb|lab|lch|oklab|oklch|color|color-mix|light-dark)a?\((?:[^()]|\([^()]*\))*\)/gi

/** The size of other units than pixels is not known here, so they count as large ones. */
const lengthsIn = (text: string) =>
  [...text.matchAll(/([+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?)([a-z]*)/gi)].map(
    ([, number, unit]) => Math.abs(Number(number)) * (unit === 'px' ? 1 : 100),
  )
