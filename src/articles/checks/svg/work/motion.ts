/** Finds how CSS and animations may change the place and the size of an element. */
import { animationElements } from '../names.ts'
import { type CleanElement, elementsIn } from '../serialize.ts'
import { topLevelCommas } from '../sheets.ts'
import { least } from './costs.ts'
import { identity, isComputed, type Matrix, numbersIn, readTransform, scaleOf } from './geometry.ts'
import type { Values } from './styles.ts'

/** `floating`: its size is known, but it may be anywhere. `everywhere`: it may cover the whole picture. */
export type Motion = 'still' | 'floating' | 'everywhere'

const sizes = ['cx', 'cy', 'height', 'r', 'rx', 'ry', 'width', 'x', 'y', 'zoom']
const moves = ['offset-path', 'rotate', 'translate']
const animatedSizes = new Set([...sizes, 'points', 'x1', 'x2', 'y1', 'y2', 'stroke-width', 'viewBox', 'transform'])

export function motionOf(element: CleanElement, values: Values): Motion {
  const { attributes } = element
  const byCss = (property: string) => values.get(property)?.filter((value) => value !== attributes.get(property)) ?? []
  const animations = elementsIn(element).map(animationOf)
  if (values.has('all') || byCss('scale').some(isComputed)) return 'everywhere'
  if (animations.includes('everywhere') || sizes.some((property) => byCss(property).length > 0)) return 'everywhere'
  const transforms = byCss('transform')
  if (!transforms.every((value) => plainMoves.test(value))) return 'everywhere'
  const isMoved = transforms.length > 0 || [...moves, 'scale'].some((property) => byCss(property).length > 0)
  return isMoved || animations.includes('floating') ? 'floating' : 'still'
}

function animationOf({ name, attributes }: CleanElement): Motion {
  if (name === 'animateMotion') return 'floating'
  if (name === 'animateTransform')
    return /^(?:translate|rotate)$/.test(attributes.get('type') ?? '') ? 'floating' : 'everywhere'
  return animatedSizes.has(attributes.get('attributeName')?.trim() ?? '') ? 'everywhere' : 'still'
}

const plainMoves = /^(?:\s*(?:translate[xyXY]?|rotate|scale[xyXY]?|matrix)\([^()]*\)|\s*none)*\s*(?:!\s*important)?\s*$/

/**
 * The map of an element's own attribute. A value of CSS replaces it, and may show what the attribute makes infinitely
 * small.
 */
export function ownTransform({ attributes }: CleanElement, values: Values): Matrix {
  const own = attributes.get('transform')
  const matrix = readTransform(own ?? '')
  const isReplaced = values.get('transform')?.some((value) => value !== own)
  return isReplaced && scaleOf(matrix) === 0 ? identity : matrix
}

/** The factor by which CSS may enlarge an element beyond its attributes. */
export function enlargementOf(element: CleanElement, values: Values): number {
  const own = element.attributes.get('transform')
  const before = scaleOf(ownTransform(element, values))
  const transforms = (values.get('transform') ?? []).filter((value) => value !== own).map(scaleOfCss)
  const factors = (values.get('scale') ?? []).flatMap(numbersIn).map(Math.abs)
  return Math.max(1, ...transforms.map((scale) => scale / before)) * Math.max(1, ...factors)
}

const scaleOfCss = (value: string) => scaleOf(readTransform(value.replace(/scale[xyXY]\(([^()]*)\)/g, 'scale($1)')))

/** If CSS and animation elements change the same element, a browser restarts the CSS animations for every frame. */
export function animationWork(element: CleanElement, values: Values, isTargeted: boolean): number {
  const named = (values.get('animation') ?? values.get('animation-name') ?? []).flatMap((value) =>
    value.split(topLevelCommas),
  )
  const byCss = named.length * least.animation
  const hasElements = isTargeted || elementsIn(element).some(({ name }) => animationElements.has(name))
  return hasElements ? byCss + least.animationElements + named.length * least.animatedTwice : byCss
}
