/**
 * Which values a property can have on an element: by its attribute, its `style`, or a rule of a sheet. Rules are matched
 * by the last name of their selector alone, so there may be more values than a browser would apply, never fewer.
 */
import type { CleanElement } from '../serialize.ts'
import { declarationsIn, keysOf, readRules } from '../sheets.ts'

/** The values of the properties that matter to the work of painting, by their names. */
export type Values = ReadonlyMap<string, readonly string[]>
export type Styles = { of: (element: CleanElement) => Values; moves: (element: CleanElement) => boolean }

const moving = ['animation', 'animation-name', 'transition']
const none: Values = new Map()

const isRelevant = (property: string) => property.startsWith('--') || relevant.has(property)
const relevant = new Set(
  `animation animation-delay animation-name backdrop-filter background background-image border-image border-image-source box-reflect
  box-shadow clip-path cx cy d fill filter font-size height isolation marker marker-end marker-mid marker-start mask
  mask-border mask-border-source mask-box-image mask-box-image-source mask-image mix-blend-mode offset-path opacity r
  rotate rx ry scale stroke stroke-dasharray stroke-width text-shadow transform transition translate will-change width
  x y zoom`
    .trim()
    .split(/\s+/),
)

export function readStyles(root: CleanElement): Styles {
  const rules = readRules(root)
  const byKey = new Map<string, Map<string, string[]>>()
  const byKeyframes = new Map<string, Map<string, string[]>>()
  const custom: string[] = []
  const add = (values: Map<string, string[]>, property: string, value: string) => {
    if (property.startsWith('--')) custom.push(value)
    else if (!values.get(property)?.push(value)) values.set(property, [value])
  }
  for (const { selectors, text, keyframes } of rules)
    for (const [property, value] of declaredIn(text)) {
      if (keyframes !== undefined) add(entry(byKeyframes, keyframes), property, value)
      else for (const key of keysOf(selectors)) add(entry(byKey, key), property, value)
    }
  const known = new Map<CleanElement, Values>()
  const movingKeys = new Set([...byKey].flatMap(([key, values]) => (moving.some((p) => values.has(p)) ? [key] : [])))

  const read = (element: CleanElement): Values => {
    const values = new Map<string, string[]>()
    for (const [property, value] of element.attributes) {
      if (property === 'style') for (const [name, own] of declaredIn(value)) add(values, name, own)
      else if (relevant.has(property)) add(values, property, value)
    }
    if (byKey.size > 0)
      for (const key of keysFor(element))
        for (const [property, found] of byKey.get(key) ?? none) for (const value of found) add(values, property, value)
    for (const name of animationsOf(values))
      for (const [property, found] of byKeyframes.get(name) ?? none)
        for (const value of found) add(values, property, value)
    return values
  }
  /** A variable may stand for anything that is given to any variable. */
  const resolved = (values: Values): Values => {
    if (![...values.values()].some((all) => all.some((value) => value.includes('var(')))) return values
    return new Map(
      [...values].map(([property, all]) => [property, all.some((v) => v.includes('var(')) ? [...all, ...custom] : all]),
    )
  }
  return {
    moves: (element) =>
      /animation|transition/.test(element.attributes.get('style') ?? '') ||
      (movingKeys.size > 0 && [...keysFor(element)].some((key) => movingKeys.has(key))),
    of: (element) => {
      const values = known.get(element) ?? resolved(read(element))
      known.set(element, values)
      return values
    },
  }
}

const entry = (table: Map<string, Map<string, string[]>>, key: string) => {
  const found = table.get(key) ?? new Map<string, string[]>()
  table.set(key, found)
  return found
}

/** Every word could be the name of an animation. */
const animationsOf = (values: Values) =>
  new Set(['animation', 'animation-name'].flatMap((p) => values.get(p) ?? []).flatMap((v) => v.split(/[\s,'"]+/)))

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
