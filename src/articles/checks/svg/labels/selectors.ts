/** Matches plain CSS selectors: types, classes, ids, descendants and children. Other selectors match nothing. */
import { must } from '../../../../kernel/must.ts'
import { fixed } from '../../../../settings/limits.ts'
import type { Element } from '../parse.ts'
import { NotALabel } from './not-a-label.ts'

/**
 * The parts of a selector begin with the element itself and go outwards; `isChild` says that the next part is its
 * parent.
 */
type Part = { type: string; id: string; classes: string[]; isChild: boolean }
export type Selector = { parts: [Part, ...Part[]]; specificity: number }

const compound = /^(\*|[\w-]+)?((?:[.#][\w-]+)*)$/

export function readSelector(text: string): Selector | undefined {
  const parts: Part[] = []
  for (const word of text
    .replace(/\s*>\s*/g, ' >')
    .trim()
    .split(/\s+/)) {
    const found = compound.exec(word.replace('>', ''))
    if (!found || word === '') return undefined
    const names = found[2]?.match(/[.#][^.#]+/g) ?? []
    parts.unshift({
      type: found[1] === undefined || found[1] === '*' ? '' : found[1],
      id: names.find((name) => name.startsWith('#'))?.slice(1) ?? '',
      classes: names.filter((name) => name.startsWith('.')).map((name) => name.slice(1)),
      isChild: word.startsWith('>'),
    })
  }
  const [first, ...outer] = parts
  if (!first) return undefined
  const specificity = parts.reduce(
    (sum, { id, classes, type }) => sum + (id ? 1e6 : 0) + 1e3 * classes.length + (type ? 1 : 0),
    0,
  )
  return { parts: [first, ...outer], specificity }
}

/** A table of rules stores a selector under this key. */
export const keyOf = ({ parts: [{ id, classes, type }] }: Selector) =>
  id ? `#${id}` : classes[0] ? `.${classes[0]}` : type || '*'

export const keysFor = (element: Element) => [
  '*',
  element.local,
  `#${attributeOf(element, 'id')}`,
  ...new Set(classesOf(element).map((name) => `.${name}`)),
]

/** The element to which a path from the root leads. */
export const innermost = (path: readonly Element[]) => must(path.at(-1), 'an element of a path')

export const attributeOf = ({ attributes }: Element, name: string) =>
  attributes.find(({ local, uri }) => local === name && uri === '')?.value ?? ''

const classesOf = (element: Element) => attributeOf(element, 'class').split(/\s+/).filter(Boolean)

/** A selector can be tried in many ways against nested elements, so all tries in a drawing are counted and limited. */
export class Matcher {
  #tests = 0

  matches({ parts }: Selector, path: readonly Element[]): boolean {
    return this.#from(parts, 0, path, path.length - 1)
  }

  #from(parts: Part[], at: number, path: readonly Element[], depth: number): boolean {
    const part = parts[at]
    if (!part || !this.#isLike(path[depth], part)) return false
    if (at + 1 === parts.length) return true
    if (part.isChild) return this.#from(parts, at + 1, path, depth - 1)
    for (let outer = depth - 1; outer >= 0; outer--) if (this.#from(parts, at + 1, path, outer)) return true
    return false
  }

  #isLike(element: Element | undefined, { type, id, classes }: Part): boolean {
    if (++this.#tests > fixed.svgSelectorTestsMax) throw new NotALabel()
    if (!element || (type !== '' && type !== element.local) || (id !== '' && id !== attributeOf(element, 'id')))
      return false
    if (classes.length === 0) return true
    const own = classesOf(element)
    return classes.every((name) => own.includes(name))
  }
}
