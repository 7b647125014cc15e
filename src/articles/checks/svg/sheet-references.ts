/**
 * Finds the parts to which a style sheet makes an element refer. If a selector is hard to judge, it counts for every
 * element.
 */
import type { CleanElement } from './serialize.ts'
import { keysOf, readRules } from './sheets.ts'

export type SheetReferences = { everywhere: Set<string>; byName: Map<string, Set<string>> }

export const references = /url\(['"]?#([^'")]+)/g

export function readSheets(root: CleanElement): SheetReferences {
  const found: SheetReferences = { everywhere: new Set(), byName: new Map() }
  for (const { selectors, text } of readRules(root)) addReferences(selectors, text, found)
  return found
}

export function* referencesBySheet({ name, attributes }: CleanElement, { everywhere, byName }: SheetReferences) {
  yield* everywhere
  yield* byName.get(name) ?? []
  yield* byName.get(`#${attributes.get('id')}`) ?? []
  for (const word of attributes.get('class')?.split(/\s+/) ?? []) yield* byName.get(`.${word}`) ?? []
}

function addReferences(selectors: string, declarations: string, { everywhere, byName }: SheetReferences) {
  const ids = [...declarations.matchAll(references)].map(([, id = '']) => id)
  if (ids.length === 0) return
  for (const key of keysOf(selectors)) {
    const known = key === '*' ? everywhere : (byName.get(key) ?? new Set())
    for (const id of ids) known.add(id)
    if (key !== '*') byName.set(key, known)
  }
}
