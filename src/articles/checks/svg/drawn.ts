/**
 * How much a browser draws for a drawing: every <use>, pattern, mask, marker and filter counts what it refers to. A few
 * lines of doubling references could otherwise keep a reader's browser busy for hours.
 */
import { fixed } from '../../../limits.ts'
import { animationElements } from './names.ts'
import type { CleanElement } from './serialize.ts'

const references = /url\(['"]?#([^'")]+)/g

export function isTooMuchToDraw(root: CleanElement): boolean {
  const byId = new Map<string, CleanElement>()
  collectIds(root, byId)
  const counted = new Map<CleanElement, number>()

  /** A part that refers to itself is not drawn by browsers, so it counts nothing the second time. */
  const count = (element: CleanElement, depth: number): number => {
    const known = counted.get(element)
    if (known !== undefined) return known
    if (depth > fixed.svgReferenceDepthMax) return Number.POSITIVE_INFINITY
    counted.set(element, 0)
    let total = 1
    for (const child of element.children) if (typeof child !== 'string') total += count(child, depth + 1)
    for (const id of referencesOf(element)) {
      const target = byId.get(id)
      if (target) total += count(target, depth + 1)
    }
    counted.set(element, total)
    return total
  }
  return count(root, 0) > fixed.svgDrawnNodesMax
}

function collectIds(element: CleanElement, byId: Map<string, CleanElement>) {
  const id = element.attributes.get('id')
  if (id !== undefined && !byId.has(id)) byId.set(id, element)
  for (const child of element.children) if (typeof child !== 'string') collectIds(child, byId)
}

function referencesOf({ name, attributes }: CleanElement): string[] {
  if (animationElements.has(name)) return []
  const ids: string[] = []
  for (const [attribute, value] of attributes) {
    if (attribute === 'href') ids.push(name === 'a' ? '' : value.slice(1))
    else if (value.includes('url(')) for (const [, id] of value.matchAll(references)) ids.push(id as string)
  }
  return ids
}
