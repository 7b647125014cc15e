/** Finds where an element is drawn, and what it inherits from the elements around it. */
import type { CleanElement } from '../serialize.ts'
import type { Drawing } from './drawing.ts'
import {
  type Box,
  coverage,
  identity,
  isComputed,
  lengthOf,
  type Matrix,
  multiply,
  nowhere,
  numbersIn,
  overlaps,
  partOf,
  sidesOf,
  viewBoxOf,
} from './geometry.ts'
import { enlargementOf, motionOf, ownTransform } from './motion.ts'
import type { Values } from './styles.ts'

/**
 * If more elements than this move inside each other, the innermost may be everywhere: each of them adds to the room it
 * needs.
 */
const MOTIONS_MAX = 3

const markers = ['marker', 'marker-start', 'marker-mid', 'marker-end']

const fonts = `font font-family font-feature-settings font-size-adjust font-stretch font-style font-variant
  font-variant-caps font-variation-settings font-weight letter-spacing`.split(/\s+/)

type Inherited = Record<
  'context' | 'fill' | 'stroke' | 'dashes' | 'caps' | 'strokeWidth' | 'font' | 'fontSize' | 'textShadow' | 'markers',
  readonly string[]
>
/**
 * If a place is floating, only the size of the element is known. If it is everywhere, the element may cover the
 * picture.
 */
export type Place = {
  matrix: Matrix
  isEverywhere: boolean
  isFloating: boolean
  /** The number of moving elements, each inside the next, up to this one. */
  motions: number
  /**
   * The number of elements with a filter up to this one. Each filter enlarges the picture on which the next one works.
   */
  filters: number
  inherited: Inherited
}
/** A <use> gives a size to the element that it shows. */
export type OuterPlace = Place & { window?: { width: number; height: number } }

export const outermost: Place = {
  matrix: identity,
  isEverywhere: false,
  isFloating: false,
  motions: 0,
  filters: 0,
  inherited: {
    context: [],
    fill: [],
    stroke: [],
    dashes: [],
    caps: [],
    strokeWidth: [],
    font: [],
    fontSize: [],
    textShadow: [],
    markers: [],
  },
}

export function placeOf(element: CleanElement, values: Values, outer: OuterPlace, drawing: Drawing): Place {
  const own = (property: string, inherited: readonly string[]) => values.get(property) ?? inherited
  const { context } = outer.inherited
  const painted = (property: 'fill' | 'stroke') =>
    own(property, outer.inherited[property]).flatMap((value) => (/context-/.test(value) ? context : [value]))
  const motion = motionOf(element, values)
  const larger = enlargementOf(element, values)
  const motions = outer.motions + (motion === 'floating' ? 1 : 0)
  return {
    matrix: [
      ownTransform(element, values),
      [larger, 0, 0, larger, 0, 0] as const,
      viewportOf(element, drawing.canvas, outer),
    ].reduce(multiply, outer.matrix),
    isFloating: outer.isFloating || motion === 'floating',
    isEverywhere: outer.isEverywhere || motion === 'everywhere' || motions > MOTIONS_MAX || drawing.isTargeted(element),
    motions,
    filters: outer.filters + (values.has('filter') ? 1 : 0),
    inherited: {
      context,
      fill: painted('fill'),
      stroke: painted('stroke'),
      dashes: own('stroke-dasharray', outer.inherited.dashes),
      caps: own('stroke-linecap', outer.inherited.caps),
      strokeWidth: own('stroke-width', outer.inherited.strokeWidth),
      font: [
        ...outer.inherited.font,
        ...fonts.flatMap((property) => values.get(property)?.map((value) => `${property}:${value}`) ?? []),
      ],
      fontSize: [...(values.get('font') ?? []), ...own('font-size', outer.inherited.fontSize)],
      textShadow: own('text-shadow', outer.inherited.textShadow),
      markers:
        element.name === 'marker'
          ? []
          : [...markers.flatMap((marker) => values.get(marker) ?? []), ...outer.inherited.markers],
    },
  }
}

/** The map that an inner <svg> or a symbol applies to its content. */
function viewportOf({ name, attributes }: CleanElement, canvas: Box, outer: OuterPlace): Matrix {
  if (outer === outermost || (name !== 'svg' && name !== 'symbol')) return identity
  const { window } = outer
  const number = (attribute: string) => lengthOf(attributes.get(attribute))
  const [x, y] = [number('x'), number('y')]
  const viewBox = viewBoxOf(attributes.get('viewBox'))
  if (!viewBox) return [1, 0, 0, 1, x, y]
  const [w, h] = sidesOf(viewBox)
  const [width, height] = [
    window?.width || number('width') || canvas.right - canvas.left,
    window?.height || number('height') || canvas.bottom - canvas.top,
  ]
  const [across, down] = [width / w, height / h]
  return [across, 0, 0, down, x - viewBox.left * across, y - viewBox.top * down]
}

/** The part of the canvas that a box covers at this place, from 0 to 1. */
export function partAt(box: Box, { isEverywhere, isFloating }: Place, canvas: Box): number {
  if (isEverywhere) return box === nowhere ? 0 : 1
  return isFloating ? partOf(box, canvas) : coverage(box, canvas)
}

export const isSeenAt = (box: Box, { isEverywhere, isFloating }: Place, canvas: Box): boolean =>
  isEverywhere || isFloating || overlaps(box, canvas)

/**
 * The largest length that a property may have. `whole` is the base of percentages, and the result for a computed value.
 */
export function largestOf(values: readonly string[], usual: number, whole: number): number {
  const share = (text: string) => (/%/.test(text) ? (whole * (numbersIn(text)[0] ?? 0)) / 100 : lengthOf(text))
  return values.length > 0 ? Math.max(...values.map((value) => (isComputed(value) ? whole : share(value)))) : usual
}
