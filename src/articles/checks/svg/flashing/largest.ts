/**
 * Makes the form of a drawing in which animation elements have given every part its largest size. The estimate of work
 * knows no place for a part whose size changes, so the fields that a flash covers are read from this form.
 */
import { animationElements } from '../names.ts'
import type { CleanElement } from '../serialize.ts'
import { lengthOf, numbersIn, usualFonts } from '../work/geometry.ts'

const sizes = /^(?:r|rx|ry|width|height|markerWidth|markerHeight|stroke-width|font-size)$/
const outlines = /^(?:d|points)$/

/** Also returns, for each element of the form, the element of the drawing from which it was made. */
export function largestForm(root: CleanElement): { root: CleanElement; originals: Map<CleanElement, CleanElement> } {
  const elsewhere = new Map<string, CleanElement[]>()
  const originals = new Map<CleanElement, CleanElement>()
  const collect = ({ children }: CleanElement): void => {
    for (const child of children) {
      if (typeof child === 'string') continue
      const href = animationElements.has(child.name) && child.attributes.get('href')
      if (href) elsewhere.set(href, [...(elsewhere.get(href) ?? []), child])
      else collect(child)
    }
  }
  const copy = (element: CleanElement): CleanElement => {
    const kept = element.children.filter((child) => typeof child === 'string' || !animationElements.has(child.name))
    const inside = element.children.filter((child) => typeof child !== 'string').filter(isInside)
    const animations = [...inside, ...(elsewhere.get(`#${element.attributes.get('id')}`) ?? [])]
    const form = {
      name: element.name,
      attributes: enlarged(element.attributes, animations),
      children: [
        ...kept.map((child) => (typeof child === 'string' ? child : copy(child))),
        ...(animations.some(moves) ? [movement] : []),
      ],
    }
    originals.set(form, element)
    return form
  }
  collect(root)
  return { root: copy(root), originals }
}

/** With this in it, the place of an element is not known, only its size. */
const movement: CleanElement = { name: 'animateMotion', attributes: new Map(), children: [] }
const places = /^(?:c?[xy]|[xy][12]|transform)$/
const moves = ({ name, attributes }: CleanElement) =>
  name === 'animateMotion' || places.test(attributes.get('attributeName')?.trim() ?? '')

const isInside = ({ name, attributes }: CleanElement) => animationElements.has(name) && !attributes.has('href')

function enlarged(attributes: CleanElement['attributes'], animations: readonly CleanElement[]) {
  if (animations.length === 0) return attributes
  // A rectangle with a transform is not taken for a plain one, which clips at no cost and is not looked at.
  const form = new Map([['transform', ''], ...attributes])
  for (const { name, attributes: animation } of animations) {
    const property = animation.get('attributeName')?.trim() ?? ''
    const values = ['from', 'to', 'by', 'values'].flatMap((each) => animation.get(each)?.split(';') ?? [])
    const own = form.get(property)
    if (name === 'animateTransform') form.set(property, transformed(own, animation, values))
    else if (sizes.test(property)) form.set(property, largestLength([own ?? '0', ...values]))
    else if (outlines.test(property)) form.set(property, [own ?? '', ...values].join(' '))
    // What paints more than the element itself, such as a marker, is there at its largest.
    else form.set(property, values.find((value) => value.includes('url(')) ?? own ?? '')
  }
  return form
}

/** Lengths of a font and percentages count as in a picture of usual size. */
const usualBases = { ...usualFonts, whole: 500 }

const largestLength = (lengths: readonly string[]): string =>
  lengths.reduce((one, other) => (lengthOf(other, usualBases) > lengthOf(one, usualBases) ? other : one))

function transformed(own = '', animation: CleanElement['attributes'], values: readonly string[]): string {
  const type = animation.get('type')?.trim()
  const before = animation.get('additive')?.trim() === 'sum' ? own : ''
  if (type === 'scale') {
    const factors = values.flatMap(numbersIn).map(Math.abs)
    return `${before} scale(${Math.max(0, ...factors)})`
  }
  return type === 'translate' ? `${before} translate(${values.at(-1) ?? ''})` : own
}
