/** An animation of brightness: what it changes, how fast, and where. */
import type { CleanElement } from '../serialize.ts'
import type { Run, Timing } from './turns.ts'

/** `delay` is not a number where several are possible. */
export type Target = { element: CleanElement; delay: number }
/** Rules of a style sheet apply an animation by its name. */
export type Animation = { runs: Run[]; timing: Timing; target: Target | string | undefined }
