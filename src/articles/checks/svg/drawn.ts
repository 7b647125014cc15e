/**
 * Counts how much a browser draws for a drawing: every <use>, pattern, mask, marker and filter counts what it refers
 * to. A few lines of doubling references could otherwise keep a reader's browser busy for hours.
 */
import { fixed } from '../../../settings/limits.ts'
import { animationElements } from './names.ts'
import { type CleanElement, elementsById, elementsIn } from './serialize.ts'
import { readSheets, references, referencesBySheet, type SheetReferences } from './sheet-references.ts'

export function isTooMuchToDraw(root: CleanElement): boolean {
  const byId = elementsById(root)
  const sheets = readSheets(root)
  const counted = new Map<CleanElement, number>()
  let followed = 0

  /** Browsers do not draw a part inside itself, so such a part counts nothing the second time. */
  const count = (element: CleanElement, depth: number): number => {
    const known = counted.get(element)
    if (known !== undefined) return known
    if (depth > fixed.svgReferenceDepthMax || followed > fixed.svgDrawnNodesMax) return Number.POSITIVE_INFINITY
    counted.set(element, 0)
    let total = 1
    for (const child of elementsIn(element)) total += count(child, depth + 1)
    for (const id of referencesOf(element, sheets)) {
      const target = byId.get(decoded(id))
      if (++followed > fixed.svgDrawnNodesMax) break
      if (target) total += count(target, depth + 1)
    }
    counted.set(element, total)
    return total
  }
  return count(root, 0) > fixed.svgDrawnNodesMax || followed > fixed.svgDrawnNodesMax
}

function* referencesOf(element: CleanElement, sheets: SheetReferences) {
  const { name, attributes } = element
  if (animationElements.has(name)) return
  for (const [attribute, value] of attributes) {
    if (attribute === 'href' && name !== 'a') yield value.slice(1)
    else if (value.includes('url(')) for (const [, id = ''] of value.matchAll(references)) yield id
  }
  yield* referencesBySheet(element, sheets)
}

function decoded(id: string): string {
  try {
    return decodeURIComponent(id)
  } catch {
    return id
  }
}
