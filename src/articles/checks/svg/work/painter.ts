/** The functions through which shapes, text and effects paint other elements, and the estimate that they share. */
import type { CleanElement } from '../serialize.ts'
import type { WorkAccount } from './account.ts'
import type { Drawing } from './drawing.ts'
import type { Box, Matrix } from './geometry.ts'
import type { Edges } from './outline.ts'
import type { OuterPlace, Place } from './place.ts'
import type { Values } from './styles.ts'

/** Describes a painted element: its place, the map from its coordinates to the canvas, and the edges in it. */
export type Painted = {
  element: CleanElement
  values: Values
  box: Box
  canvas: Box
  isFloating: boolean
  matrix: Matrix
  /** A hundred percent in the units of the matrix. */
  whole: readonly [across: number, down: number]
  edges: Edges
}
export type OnPainted = (painted: Painted) => void

export type Painter = {
  readonly drawing: Drawing
  readonly account: WorkAccount
  /** The edges of everything painted so far, on the canvas. */
  readonly edges: Edges
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
