/** Collects the values that animation elements give to attributes, by the element that they change. */
import { animationElements } from '../names.ts'
import { type CleanElement, elementsIn } from '../serialize.ts'

export type Animated = (element: CleanElement) => [attribute: string, value: string][]

export function readAnimated(root: CleanElement): Animated {
  const byTarget = new Map<string, CleanElement[]>()
  collect(root, byTarget)
  return (element) => {
    const elsewhere = byTarget.get(`#${element.attributes.get('id')}`) ?? []
    return [...elementsIn(element).filter(isInside), ...elsewhere].flatMap(valuesOf)
  }
}

const isInside = ({ name, attributes }: CleanElement) => animationElements.has(name) && !attributes.has('href')

function collect(element: CleanElement, byTarget: Map<string, CleanElement[]>): void {
  for (const child of elementsIn(element)) collect(child, byTarget)
  const href = element.attributes.get('href')
  if (href !== undefined && !byTarget.get(href)?.push(element)) byTarget.set(href, [element])
}

function valuesOf({ attributes }: CleanElement): [string, string][] {
  const target = attributes.get('attributeName')?.trim() ?? ''
  const values = ['from', 'to', 'by', 'values'].flatMap((name) => attributes.get(name)?.split(';') ?? [])
  return values.map((value) => [target, value.trim()])
}
