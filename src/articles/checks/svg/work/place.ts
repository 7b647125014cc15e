/** Finds where an element is drawn, and what it inherits from the elements around it. */
import type { CleanElement } from '../serialize.ts'
import type { Drawing } from './drawing.ts'
import {
  type Box,
  coverage,
  type Fonts,
  identity,
  isComputed,
  lengthOf,
  lengthsIn,
  type Matrix,
  multiply,
  nowhere,
  overlaps,
  partOf,
  sidesOf,
  usualFonts,
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

const fontProperties = `font font-family font-feature-settings font-size-adjust font-stretch font-style font-variant
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
  /** The sides of the nearest <svg> or symbol in user units, of which percentages are parts. */
  viewport: readonly [across: number, down: number]
  fonts: Fonts
  isEverywhere: boolean
  isFloating: boolean
  /** The innermost element that is painted here. */
  inside: Painted | undefined
  /** In a marker, where the shapes are that it may be on. */
  onMarked?: Box
  /** The number of moving elements, each inside the next, up to this one. */
  motions: number
  /**
   * The number of elements with a filter up to this one. Each filter enlarges the picture on which the next one works.
   */
  filters: number
  inherited: Inherited
}
/**
 * A gradient or pattern that paints a shape, with those from which it takes over what it does not say itself. The
 * matrix leads from the units of the shape, in which its box is, to the canvas.
 */
export type Fill = {
  servers: readonly CleanElement[]
  box: Box
  matrix: Matrix
  above: Painted | undefined
  /** What a tile of a pattern shows, and the map from its units to the canvas. */
  marks: readonly Mark[]
  inside: Matrix
}
/** A painted shape, and the map from its coordinates to the canvas. */
export type Mark = {
  element: CleanElement
  values: Values
  place: Place
  isFilled: boolean
  /** The width of its stroke on the canvas. */
  stroke: number
  fills: readonly Fill[]
}
/** Describes a painted element: its place, the map from its coordinates to the canvas, and what it is in. */
export type Painted = {
  element: CleanElement
  values: Values
  box: Box
  canvas: Box
  isFloating: boolean
  /** The map from the coordinates of what is around it. */
  outer: Matrix
  matrix: Matrix
  /** A hundred percent in the units of the matrix. */
  whole: readonly [across: number, down: number]
  above: Painted | undefined
  /** For a marker: the shape on whose vertices it is. */
  on?: Mark
}

/** A <use> gives a size to the element that it shows. */
export type OuterPlace = Place & { window?: { width: number; height: number } }

export const outermost: Place = {
  matrix: identity,
  viewport: [0, 0],
  fonts: usualFonts,
  isEverywhere: false,
  isFloating: false,
  inside: undefined,
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
  const font = fontSizeOf(values, outer, drawing)
  const isRoot = outer === outermost
  const fonts = { font, rootFont: isRoot ? font : outer.fonts.rootFont }
  const { inside, viewport } = isRoot
    ? { inside: identity, viewport: sidesOf(drawing.canvas) }
    : viewportOf(element, drawing.canvas, { ...outer, fonts })
  return {
    matrix: [ownTransform(element, values), [larger, 0, 0, larger, 0, 0] as const, inside].reduce(
      multiply,
      outer.matrix,
    ),
    viewport,
    fonts,
    isFloating: outer.isFloating || motion === 'floating',
    inside: outer.inside,
    ...(outer.onMarked && { onMarked: outer.onMarked }),
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
        ...fontProperties.flatMap((property) => values.get(property)?.map((value) => `${property}:${value}`) ?? []),
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

/** The map that an inner <svg> or a symbol applies to its content, and its sides for that content. */
function viewportOf({ name, attributes }: CleanElement, canvas: Box, outer: OuterPlace) {
  if (name !== 'svg' && name !== 'symbol') return { inside: identity, viewport: outer.viewport }
  const { window } = outer
  const { across, down } = lengthsAt(outer, attributes)
  const [x, y] = [across('x'), down('y')]
  const viewBox = viewBoxOf(attributes.get('viewBox'))
  const [width, height] = [
    window?.width || across('width') || canvas.right - canvas.left,
    window?.height || down('height') || canvas.bottom - canvas.top,
  ]
  if (!viewBox) return { inside: [1, 0, 0, 1, x, y] as const, viewport: [width, height] as const }
  const [w, h] = sidesOf(viewBox)
  const [wider, higher] = [width / w, height / h]
  const inside = [wider, 0, 0, higher, x - viewBox.left * wider, y - viewBox.top * higher] as const
  return { inside, viewport: sidesOf(viewBox) }
}

/** How lengths of an element are read at this place. A length in no direction is a part of the diagonal. */
export function lengthsAt(place: Pick<Place, 'viewport' | 'fonts'>, attributes: CleanElement['attributes']) {
  const [width, height] = place.viewport
  const by = (whole: number) => (name: string) => lengthOf(attributes.get(name), { whole, ...place.fonts })
  return { across: by(width), down: by(height), along: by(diagonalOf(place)) }
}

export const diagonalOf = ({ viewport: [width, height] }: Pick<Place, 'viewport'>) =>
  Math.hypot(width, height) / Math.SQRT2

const largestKeyword = 48 // xxx-large

function fontSizeOf(values: Values, { fonts }: Place, { canvas }: Drawing): number {
  const { font } = fonts
  const bases = { ...fonts, whole: font }
  // The shorthand also has numbers without units, which are no sizes.
  const shorthands = values
    .get('font')
    ?.map((value) => value.match(/[\d.]+(?:e[+-]?\d+)?(?:%|[a-z]+)/gi)?.join(' ') ?? '')
  const sizes = [...(shorthands ?? []), ...(values.get('font-size') ?? [])].map((value) =>
    isComputed(value)
      ? canvas.right - canvas.left
      : Math.max(...lengthsIn(value, bases), /\d/.test(value) ? 0 : Math.max(largestKeyword, 1.5 * font)),
  )
  return sizes.length > 0 ? Math.max(...sizes) : font
}

/** The part of the canvas that a box covers at this place, from 0 to 1. */
export function partAt(box: Box, { isEverywhere, isFloating }: Place, canvas: Box): number {
  if (isEverywhere) return box === nowhere ? 0 : 1
  return isFloating ? partOf(box, canvas) : coverage(box, canvas)
}

export const isSeenAt = (box: Box, { isEverywhere, isFloating }: Place, canvas: Box): boolean =>
  isEverywhere || isFloating || overlaps(box, canvas)

/** The largest width that a stroke may have. One that CSS computes may be as wide as the picture. */
export function strokeWidthOf({ inherited, viewport, fonts }: Place, { canvas }: Drawing): number {
  const bases = { ...fonts, whole: diagonalOf({ viewport }) }
  const widths = inherited.strokeWidth.map((value) =>
    isComputed(value) ? canvas.right - canvas.left : lengthOf(value, bases),
  )
  return widths.length > 0 ? Math.max(...widths) : 1
}
