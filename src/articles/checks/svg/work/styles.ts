/**
 * Finds which values a property may have on an element: by its attribute, its `style`, or a rule of a sheet. Rules are
 * matched only by the last name of their selector. So there may be more values than a browser would apply, but never
 * fewer.
 */
import { type CleanElement, elementsIn } from '../serialize.ts'
import { declarationsIn, keysOf, readRules, topLevelCommas } from '../sheets.ts'
import type { Animated } from './animated.ts'

/** The values of the properties that affect the work of painting, by property. */
export type Values = ReadonlyMap<string, readonly string[]>
export type Styles = { of: (element: CleanElement) => Values; moves: (element: CleanElement) => boolean }

const moving = ['animation', 'animation-name', 'transition']
const none: Values = new Map()
/** The animation of these properties is judged by its effect on the place of an element. */
const placing = new Set(['rotate', 'scale', 'transform', 'transform-box', 'transform-origin', 'translate'])
/** An element inherits these properties only if it says `inherit`. */
const effects = ['clip-path', 'filter', 'mask', 'mix-blend-mode', 'opacity']
const isInherited = (value: string) => /^\s*inherit\b/i.test(value)

const isCustom = (property: string) => property.startsWith('--') || property === 'initial-value'
const isRelevant = (property: string) => isCustom(property) || relevant.has(property)
const relevant = new Set(
  `all animation animation-delay animation-name backdrop-filter background background-image border-image
  border-image-source box-reflect box-shadow clip-path cx cy d fill filter font font-family font-feature-settings font-size
  font-size-adjust font-stretch font-style font-variant font-variant-caps font-variation-settings font-weight height
  isolation letter-spacing marker marker-end marker-mid marker-start mask
  mask-border mask-border-source mask-box-image mask-box-image-source mask-image mix-blend-mode
  offset offset-distance offset-path offset-rotate opacity points r
  rotate rx ry scale stroke stroke-dasharray stroke-linecap stroke-width text-shadow transform transform-box transform-origin transition translate will-change width
  x y zoom`
    .trim()
    .split(/\s+/),
)

export function readStyles(root: CleanElement, animated: Animated): Styles {
  const data = new Set(dataOf(root))
  const byKey = new Map<string, Map<string, string[]>>()
  const byKeyframes = new Map<string, Map<string, string[]>>()
  const custom: string[] = []
  const add = (values: Map<string, string[]>, property: string, value: string) => {
    if (isCustom(property)) custom.push(value)
    else if (!values.get(property)?.push(value)) values.set(property, [value])
  }
  for (const { selectors, text, keyframes } of readRules(root)) {
    const keys = selectors
      .split(topLevelCommas)
      .filter((selector) => canApply(selector, data))
      .flatMap(keysOf)
    for (const [property, value] of declaredIn(text)) {
      if (keyframes !== undefined) add(entry(byKeyframes, keyframes), property, value)
      else for (const key of keys) add(entry(byKey, key), property, value)
    }
  }
  const known = new Map<CleanElement, Values>()
  const movingKeys = new Set([...byKey].flatMap(([key, values]) => (moving.some((p) => values.has(p)) ? [key] : [])))

  const read = (element: CleanElement): Values => {
    const values = new Map<string, string[]>()
    for (const [property, value] of animated(element))
      if (relevant.has(property) && !placing.has(property)) add(values, property, value)
    for (const [property, value] of element.attributes) {
      if (property === 'style') for (const [name, own] of declaredIn(value)) add(values, name, own)
      else if (relevant.has(property)) add(values, property, value)
    }
    for (const key of keysFor(element))
      for (const [property, found] of byKey.get(key) ?? none) for (const value of found) add(values, property, value)
    for (const name of animationsOf(values, byKeyframes.keys()))
      for (const [property, found] of byKeyframes.get(name) ?? none)
        for (const value of found) add(values, property, value)
    return values
  }
  const given = new Map<string, string[]>()
  const takenOver = (values: Values): Values => {
    const properties = effects.filter((effect) =>
      ['all', effect].some((property) => values.get(property)?.some(isInherited)),
    )
    if (properties.length === 0) return values
    if (given.size === 0) collectGiven(root)
    return new Map([...values, ...properties.map((p) => [p, given.get(p) ?? []] as const)])
  }
  const collectGiven = (element: CleanElement): void => {
    for (const [property, all] of read(element)) for (const value of all) add(given, property, value)
    for (const child of elementsIn(element)) collectGiven(child)
  }
  /** A variable may have any value that is given to any variable. */
  const resolved = (values: Values): Values => {
    if (![...values.values()].some((all) => all.some((value) => value.includes('var(')))) return values
    return new Map(
      [...values].map(([property, all]) => [property, all.some((v) => v.includes('var(')) ? [...all, ...custom] : all]),
    )
  }
  return {
    moves: (element) =>
      /animation|transition/.test(element.attributes.get('style') ?? '') ||
      [...keysFor(element)].some((key) => movingKeys.has(key)),
    of: (element) => {
      const values = known.get(element) ?? resolved(takenOver(read(element)))
      known.set(element, values)
      return values
    },
  }
}

const dataTests = /\[(data-[\w-]+='[^']*')\]/g
/** A rule that tests a `data-` attribute for a value which no element has applies to nothing. */
const canApply = (selector: string, data: ReadonlySet<string>) =>
  selector.includes('(') || [...selector.matchAll(dataTests)].every(([, test = '']) => data.has(test))

function* dataOf(element: CleanElement): Generator<string> {
  for (const [name, value] of element.attributes) if (name.startsWith('data-')) yield `${name}='${value}'`
  for (const child of elementsIn(element)) yield* dataOf(child)
}

const entry = (table: Map<string, Map<string, string[]>>, key: string) => {
  const found = table.get(key) ?? new Map<string, string[]>()
  table.set(key, found)
  return found
}

/** The words of a value that may be names of animations. A variable may hold any name. */
export const namesIn = (value: string, all: Iterable<string>): string[] =>
  value.includes('var(') ? [...all] : value.split(/[\s,'()]+/).filter(Boolean)

const animationsOf = (values: Values, all: Iterable<string>) => {
  const written = ['animation', 'animation-name'].flatMap((property) => values.get(property) ?? [])
  return new Set(namesIn(written.join(), all))
}

function* declaredIn(text: string): Generator<[string, string]> {
  for (const [written, value] of declarationsIn(text)) {
    const property = written.replace(/^-(?:webkit|moz)-/, '')
    if (isRelevant(property)) yield [property, value]
  }
}

function* keysFor({ name, attributes }: CleanElement) {
  yield '*'
  yield name
  if (attributes.has('id')) yield `#${attributes.get('id')}`
  for (const word of attributes.get('class')?.split(/\s+/) ?? []) yield `.${word}`
}
