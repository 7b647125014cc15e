/** What the parts of the estimate ask of each other: shapes, text and effects all lead to other elements. */
import type { CleanElement } from '../serialize.ts'
import type { WorkAccount } from './account.ts'
import type { Drawing } from './drawing.ts'
import type { Box, Matrix } from './geometry.ts'
import type { Edges } from './outline.ts'
import type { OuterPlace, Place } from './place.ts'
import type { Values } from './styles.ts'

/** Where an element is painted, and the edges in it. */
export type Painted = {
  element: CleanElement
  values: Values
  box: Box
  canvas: Box
  isFloating: boolean
  matrix: Matrix
  edges: Edges
}
export type OnPainted = (painted: Painted) => void

export type Painter = {
  readonly drawing: Drawing
  readonly account: WorkAccount
  /** Of everything that was painted so far, on the canvas. */
  readonly edges: Edges
  readonly onPainted: OnPainted
  /** Adds the work of an element and returns the part of the canvas that it may cover. */
  paint(element: CleanElement, outer: OuterPlace): Box
  children(element: CleanElement, place: Place): Box
  /** Browsers do not draw what refers to itself, so inside of `act` the same element is left out. */
  once<T>(element: CleanElement, otherwise: T, act: () => T): T
}
