/** Finds when an animation turns from dark to bright or back. Flashes are counted from these turns. */
import { luminanceOf } from '../luminance.ts'
import type { CleanElement } from '../serialize.ts'
import { numbersIn } from '../work/geometry.ts'
import type { Bend } from './curves.ts'

/**
 * The values of one property during a run of an animation, at times from 0 to 1. `bends` are the beginning, the turning
 * points and the end of the time on the way to the next value.
 */
export type Run = { property: string; frames: Frame[]; isSudden: boolean }
export type Frame = { at: number; value: string; bends?: readonly Bend[] }
export type Timing = { seconds: number; count: number; alternates: boolean }
/** `since` is when the change began that led to the turn, and `isQuick` that it took less than half a second. */
export type Turn = { time: number; since: number; level: number; isQuick: boolean }

const opacities = /^(?:(?:fill|stroke|stop|flood)-)?opacity$/
const colours = /^(?:fill|stroke|color|stop-color|flood-color|lighting-color)$/
const switches = /^(?:visibility|display|filter|mix-blend-mode)$/
export const changesBrightness = (property: string) =>
  opacities.test(property) || colours.test(property) || switches.test(property)

const places =
  /^(?:c?[xy]|[xy][12]|viewBox|translate|rotate|scale|skew[XY]|(?:(?:pattern|gradient)?[Tt]ransform)|transform-(?:origin|box)|offset(?:-distance|-rotate)?|stroke-dashoffset)$/
const forms =
  /^(?:d|points|c?[xy]|[xy][12]|viewBox|r|rx|ry|f[xyr]|width|height|pathLength|orient|ref[XY]|d[xy]|stroke-(?:width|dasharray|dashoffset)|offset-(?:path|distance|rotate))$/
/** The form of a shape, a gradient, a pattern, a marker or a path. */
export const isForm = (property: string) => forms.test(property)
/** What moves, turns, grows or takes another form is followed to see which edges pass. */
export const isPlacing = (property: string) => places.test(property) || forms.test(property)
const withForms =
  /^(?:rect|circle|ellipse|line|poly(?:line|gon)|path|g|linearGradient|radialGradient|pattern|marker|text)$/
/** Elements whose form is followed. */
export const hasForm = ({ name }: CleanElement) => withForms.test(name)
/**
 * Timings show nothing, and movements are followed. All other properties can change what is painted, and so can the
 * form of an element that is not followed.
 */
export const changesPicture = (property: string) =>
  property !== '' && !places.test(property) && !property.startsWith('animation')

/** The value of an animation that begins or ends with what the drawing shows without it. */
export const BASE = 'as it was before'

/** The part of the picture below which flashes are harmless. */
export const LEAST_PART = 1 / 4
/** A smaller change is not seen as a flash. */
export const LEAST_CHANGE = 0.1
/** More than three flashes a second are more than six changes, so none of them takes as long as this. */
const SLOW_SECONDS = 0.5

/** Whether most of a change happens in a small part of its time. `curve` holds the two control points. */
export function isSteep(curve: string): boolean {
  const [x1 = 0, y1 = 0, x2 = 1, y2 = 1] = curve
    .trim()
    .split(/[\s,]+/)
    .map(Number)
  return x1 - x2 > 0.5 || (x1 < 0.05 && y1 > 0.5) || (x2 > 0.95 && y2 < 0.5)
}

/** What changes all that it concerns at once, or moves one edge. */
const fewEdges = /^(?:offset|stdDeviation|radius|values|slope|intercept|amplitude|exponent|k[1-4]|class)$/
/** Of everything else it is not known how many edges a change moves: such as those of letters, of noise and of shadows. */
const UNKNOWN_EDGES = 24
/** How many edges may pass while a property changes once. A jump is one change. */
export function edgesOf({ property, frames, isSudden }: Run): number {
  if (isSudden) return 1
  // Each edge of a polygon has two ends, and two numbers say where an end is.
  if (property === 'clip-path')
    return Math.max(1, ...frames.map(({ value }) => (/polygon|path/.test(value) ? numbersIn(value).length / 4 : 1)))
  const isOne = changesBrightness(property) || places.test(property) || fewEdges.test(property)
  return isOne || (isForm(property) && !/^d[xy]$/.test(property)) ? 1 : UNKNOWN_EDGES
}

const number = /(?<!#[\da-f]*)[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?/gi

/** If the brightness of values is not known, a change between them counts as one between dark and bright. */
type Level = { at: number; level: number }

function levelsOf(run: Run): Level[] {
  const { property, frames } = run
  const distinct = [...new Set(frames.map(({ value }) => value))].filter((value) => value !== BASE)
  if (!changesBrightness(property)) {
    const numbers = frames.map(({ value }) => numbersIn(value))
    const sizes = new Set(frames.map(({ value }) => value.replace(number, '0'))).size === 1 && shares(numbers)
    if (sizes) return frames.map(({ at }, n) => ({ at, level: sizes[n] ?? 0 }))
  }
  const levels = frames.map(({ value }) => {
    if (value === BASE) return undefined
    const number = Number.parseFloat(value) / (value.endsWith('%') ? 100 : 1)
    if (opacities.test(property) && !Number.isNaN(number)) return Math.min(1, Math.max(0, number))
    return (colours.test(property) ? luminanceOf(value) : undefined) ?? distinct.indexOf(value) % 2
  })
  const isDark = levels.every((level) => level === undefined || level < 0.5)
  return frames.map(({ at }, n) => ({ at, level: levels[n] ?? (isDark ? 1 : 0) }))
}

/** The number that changes most, as a share of the largest number. */
function shares(numbers: readonly number[][]): number[] | undefined {
  const [first = []] = numbers
  if (numbers.some(({ length }) => length !== first.length)) return undefined
  let [most, level] = [0, numbers.map(() => 0)]
  const largest = Math.max(...numbers.map((list) => list.reduce((max, number) => Math.max(max, Math.abs(number)), 0)))
  for (let n = 0; n < first.length; n++) {
    const each = numbers.map((list) => (list[n] ?? 0) / largest)
    const change = Math.max(...each) - Math.min(...each)
    if (change > most) [most, level] = [change, each]
  }
  return level
}

/**
 * More runs show nothing new: every run that changes anything changes it at least once. A second overlaps at most two
 * runs of a second or longer.
 */
const RUNS_MAX = 9
const LONG_RUNS_MAX = 3

const straight: readonly Bend[] = [
  { at: 0, level: 0 },
  { at: 1, level: 1 },
]

/** The levels that curves of time reach from one value to the next, even far beyond them. */
function bent({ property, frames }: Run, levels: readonly Level[]): Level[] {
  const within = (level: number) => (changesBrightness(property) ? Math.min(1, Math.max(0, level)) : level)
  return levels.slice(1).flatMap((to, n) => {
    const { at: start, level: first } = levels[n] ?? to
    return (frames[n]?.bends ?? straight).map(({ at, level }) => ({
      at: start + at * (to.at - start),
      level: within(first + level * (to.level - first)),
    }))
  })
}

export const runsSeen = (seconds: number) => (seconds >= 1 ? LONG_RUNS_MAX : RUNS_MAX)

/** The turns of the first runs, in order of time. */
export function turnsOf(run: Run, { seconds, count, alternates }: Timing): Turn[] {
  const levels = bent(run, levelsOf(run))
  const [first] = levels
  if (!(seconds > 0 && seconds < Number.POSITIVE_INFINITY) || !first) return []
  const path = new Path(first.level, run.isSudden || switches.test(run.property))
  const runs = Math.min(count, runsSeen(seconds))
  for (let n = 0; n < runs; n++) {
    const isBack = alternates && n % 2 === 1
    for (const { at, level } of isBack ? levels.toReversed() : levels)
      path.goTo((n + (isBack ? 1 - at : at)) * seconds, level)
  }
  return path.turns
}

/** Keeps only the extremes: a slow rise in many steps is one change. */
class Path {
  readonly turns: Turn[] = []
  readonly #isSudden: boolean
  #last: { time: number; level: number; rises: boolean | undefined }
  /** The time at which the present change began. */
  #since = 0

  constructor(level: number, isSudden: boolean) {
    this.#last = { time: 0, level, rises: undefined }
    this.#isSudden = isSudden
  }

  goTo(time: number, level: number): void {
    const change = level - this.#last.level
    if (Math.abs(change) < LEAST_CHANGE) {
      this.#last.time = time
      return
    }
    const rises = change > 0
    if (rises !== this.#last.rises) this.#since = this.#last.time
    const isQuick = this.#isSudden || time - this.#since < SLOW_SECONDS
    if (rises === this.#last.rises) this.turns.pop()
    this.turns.push({ time, since: this.#since, level, isQuick })
    this.#last = { time, level, rises }
  }
}
