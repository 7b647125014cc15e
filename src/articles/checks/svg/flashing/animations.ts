/** Describes an animation of brightness: what it changes, how fast, and where. */
import type { CleanElement } from '../serialize.ts'
import type { Run, Timing } from './turns.ts'

/** `delay` is NaN if several delays are possible. */
export type Target = { element: CleanElement; delay: number }
/** A target by name is every element to which a rule of a style sheet gives the animation of this name. */
export type Animation = { runs: Run[]; timing: Timing; target: Target | string | undefined }

/** A change in these is seen wherever they are used, or where the rest of their text is. */
export const isUsedElsewhere = ({ name }: CleanElement) =>
  /^(?:stop|fe.*|filter|mask|clipPath|marker|symbol|tspan|textPath)$/.test(name)
