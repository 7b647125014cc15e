/** What a filter costs for every full picture that it is applied to, by its primitives. */
import type { CleanElement } from '../serialize.ts'
import { numbersIn } from './geometry.ts'

/** Measured in Chromium without a graphics card, in paintings of the whole picture with one colour. */
const cost = { simple: 20, blur: 300, light: 600, displacement: 150, octave: 150, kernelCell: 100, radius: 40_000 }
const octavesMax = 10 // Chromium computes no more

/** The work of each primitive over the whole picture. `width` is the picture's, in the units of the filter. */
export const primitivesOf = (filter: CleanElement, width: number): number[] =>
  filter.children.flatMap((child) =>
    typeof child !== 'string' && child.name.startsWith('fe') ? [primitiveWork(child, width)] : [],
  )

function primitiveWork({ name, attributes, children }: CleanElement, width: number): number {
  const numbers = (attribute: string) => [
    ...numbersIn(attributes.get(attribute) ?? ''),
    ...children.flatMap((child) => animatedNumbers(child, attribute)),
  ]
  const largest = (attribute: string, fallback: number) => Math.max(fallback, ...numbers(attribute).slice(0, 100))
  switch (name) {
    case 'feGaussianBlur':
    case 'feDropShadow':
      return cost.blur
    case 'feDiffuseLighting':
    case 'feSpecularLighting':
      return cost.light
    case 'feDisplacementMap':
      return cost.displacement
    case 'feTurbulence':
      return cost.octave * Math.min(octavesMax, largest('numOctaves', 1))
    case 'feConvolveMatrix':
      return cost.kernelCell * largest('order', 3) ** 2
    case 'feMorphology':
      return cost.simple + cost.radius * Math.min(1, largest('radius', 0) / width)
    default:
      return cost.simple
  }
}

const animatedNumbers = (child: CleanElement | string, attribute: string): number[] =>
  typeof child !== 'string' && child.attributes.get('attributeName')?.trim() === attribute
    ? ['from', 'to', 'by', 'values'].flatMap((name) => numbersIn(child.attributes.get(name) ?? ''))
    : []

/** CSS filters by name, as in `blur(2px) sepia(1)`; every drop shadow blurs. */
export const cssFilterWork = (value: string): number[] =>
  (value.match(/[\w-]+\(/g) ?? []).flatMap((name) =>
    name === 'url(' || name === 'var(' ? [] : [/^(?:blur|drop-shadow)\($/.test(name) ? cost.blur : cost.simple],
  )
