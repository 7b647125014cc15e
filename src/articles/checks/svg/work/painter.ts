/** The functions through which shapes, text and effects paint other elements, and the estimate that they share. */
import type { CleanElement } from '../serialize.ts'
import type { WorkAccount } from './account.ts'
import type { Drawing } from './drawing.ts'
import type { Box } from './geometry.ts'
import type { Mark, OuterPlace, Painted, Place } from './place.ts'

export type Reported = Pick<Painted, 'element' | 'values' | 'box' | 'canvas' | 'isFloating'>
export type OnPainted = (painted: Reported) => void

export type Painter = {
  readonly drawing: Drawing
  readonly account: WorkAccount
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
