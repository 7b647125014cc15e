/** The functions through which shapes, text and effects paint other elements, and the estimate that they share. */
import type { CleanElement } from '../serialize.ts'
import type { WorkAccount } from './account.ts'
import type { Drawing } from './drawing.ts'
import type { Box, Matrix } from './geometry.ts'
import type { Edges, Outline } from './outline.ts'
import type { OuterPlace, Place } from './place.ts'
import type { Values } from './styles.ts'

/** A painted shape, and the map from its coordinates to the canvas. */
export type Mark = {
  element: CleanElement
  values: Values
  place: Place
  outline: Outline
  isFilled: boolean
  /** The width of its stroke on the canvas. */
  stroke: number
}
/** Describes a painted element: its place, the map from its coordinates to the canvas, and the edges in it. */
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
  /** The edges inside of shapes, by gradients, patterns and dashes. */
  edges: Edges
  /** The shapes in it. May be called only while it is reported. */
  marks: () => readonly Mark[]
}
export type OnPainted = (painted: Painted) => void

export type Painter = {
  readonly drawing: Drawing
  readonly account: WorkAccount
  /** The edges inside of all shapes painted so far, on the canvas. */
  readonly edges: Edges
  /** The shapes painted so far. */
  readonly marks: Mark[]
  /** Where markers may be on the shapes of the present element. */
  marked: Box
  readonly onPainted: OnPainted
  /** Adds the work of an element and returns the part of the canvas that it may cover. */
  paint(element: CleanElement, outer: OuterPlace): Box
  children(element: CleanElement, place: Place): Box
  /**
   * Calls `act`. If the element is painted again inside `act`, the result is `otherwise`, because browsers do not draw
   * an element inside itself.
   */
  once<T>(element: CleanElement, otherwise: T, act: () => T): T
}
