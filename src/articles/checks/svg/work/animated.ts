/** Collects the values that animation elements give to attributes, by the element that they change. */
import { animationElements } from '../names.ts'
import type { CleanElement } from '../serialize.ts'

export type Animated = (element: CleanElement) => [attribute: string, value: string][]

export function readAnimated(root: CleanElement): Animated {
  const byTarget = new Map<string, CleanElement[]>()
  collect(root, byTarget)
  return ({ attributes, children }) => {
    const inside = children.filter((child) => typeof child !== 'string').filter(isInside)
    return [...inside, ...(byTarget.get(`#${attributes.get('id')}`) ?? [])].flatMap(valuesOf)
  }
}

const isInside = ({ name, attributes }: CleanElement) => animationElements.has(name) && !attributes.has('href')

function collect({ name, attributes, children }: CleanElement, byTarget: Map<string, CleanElement[]>): void {
  const href = attributes.get('href')
  for (const child of children) if (typeof child !== 'string') collect(child, byTarget)
  if (href === undefined) return
  const element = { name, attributes, children: [] }
  if (!byTarget.get(href)?.push(element)) byTarget.set(href, [element])
}

function valuesOf({ attributes }: CleanElement): [string, string][] {
  const target = attributes.get('attributeName')?.trim() ?? ''
  const values = ['from', 'to', 'by', 'values'].flatMap((name) => attributes.get(name)?.split(';') ?? [])
  return values.map((value) => [target, value.trim()])
}
