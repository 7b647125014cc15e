/** What CSS and animations may do to the place and the size of an element. */
import type { CleanElement } from '../serialize.ts'
import { numbersIn, readTransform } from './geometry.ts'
import type { Values } from './styles.ts'

/** Floating: it keeps its size or shrinks, but may be anywhere. Everywhere: it may cover the whole picture. */
export type Motion = 'still' | 'floating' | 'everywhere'

const sizes = ['cx', 'cy', 'd', 'height', 'r', 'rx', 'ry', 'width', 'x', 'y', 'zoom']
const moves = ['offset-path', 'rotate', 'translate']
const animatedSizes = new Set([...sizes, 'points', 'x1', 'x2', 'y1', 'y2', 'stroke-width', 'viewBox', 'transform'])

export function motionOf({ attributes, children }: CleanElement, values: Values): Motion {
  const byCss = (property: string) => values.get(property)?.filter((value) => value !== attributes.get(property)) ?? []
  const animations = children.flatMap((child) => (typeof child === 'string' ? [] : [animationOf(child)]))
  if (animations.includes('everywhere') || sizes.some((property) => byCss(property).length > 0)) return 'everywhere'
  const transforms = byCss('transform')
  if (!transforms.every(keepsSize) || !byCss('scale').every((value) => numbersIn(value).every(isSmall)))
    return 'everywhere'
  const isMoved = transforms.length > 0 || [...moves, 'scale'].some((property) => byCss(property).length > 0)
  return isMoved || animations.includes('floating') ? 'floating' : 'still'
}

function animationOf({ name, attributes }: CleanElement): Motion {
  if (name === 'animateMotion') return 'floating'
  if (name === 'animateTransform')
    return /^(?:translate|rotate)$/.test(attributes.get('type') ?? '') ? 'floating' : 'everywhere'
  return animatedSizes.has(attributes.get('attributeName')?.trim() ?? '') ? 'everywhere' : 'still'
}

const isSmall = (factor: number) => Math.abs(factor) <= 1
const plainMoves = /^(?:\s*(?:translate[xyXY]?|rotate|scale[xyXY]?|matrix)\([^()]*\)|\s*none)*\s*(?:!\s*important)?\s*$/

function keepsSize(value: string): boolean {
  if (!plainMoves.test(value)) return false
  const axes = value.replace(/scale[xyXY]\(([^()]*)\)/g, 'scale($1)')
  const [a, b, c, d] = readTransform(axes)
  return Math.hypot(a, b) <= 1.001 && Math.hypot(c, d) <= 1.001
}
