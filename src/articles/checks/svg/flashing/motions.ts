/**
 * Finds when edges pass the middle of each field of the picture, because something moves, turns or grows. The points
 * are followed in the units of what moves, from frame to frame.
 */
import type { CleanElement } from '../serialize.ts'
import { areaOf, type Box, identity, type Matrix, multiply, nowhere, union } from '../work/geometry.ts'
import type { Painted } from '../work/painter.ts'
import { type Keyframes, namedBy } from './css.ts'
import { keyAt, type Look, type Shape, shapesOf } from './held.ts'
import { inverseOf, Pose } from './pose.ts'
import type { SmilAnimation } from './smil.ts'
import { cssTracks, lengthsIn, smilTrack, type Track } from './tracks.ts'

/** Often enough to see every flash, and no whole part of the frames of a screen. */
const FRAME = 1 / 32
/** A longer movement is followed only around its quickest parts. */
const FOLLOWED_SECONDS = 6
const WINDOWS_MAX = 6
const WINDOW_SECONDS = 1.2
/** Movements that are repeated more often than this are endless. */
const RUNS_MAX = 9
const FRAMES_LEAST = 24
/** To make the lines of a shape takes as long as to compare so many with a point. */
const LINES_TO_DRAW = 20

/** The middles of the fields, how each element looks, and who counts the lines that are compared with the points. */
export type Watched = {
  points: readonly Point[]
  looks: ReadonlyMap<CleanElement, Look>
  count: (lines: number) => void
}
export type Point = readonly [x: number, y: number]
/** The times at which an edge passes a point. The period is undefined if it is not known when they come again. */
export type Passed = { times: number[][]; period: number | undefined }

export class Motions {
  readonly #byElement = new Map<CleanElement, Track[]>()
  readonly #byName = new Map<string, Omit<Track, 'delay'>[]>()

  constructor(
    smil: readonly SmilAnimation[],
    byId: ReadonlyMap<string, CleanElement>,
    keyframes: readonly Keyframes[],
  ) {
    for (const animation of smil) {
      const track = smilTrack(animation, (id) => byId.get(id)?.attributes.get('d'))
      if (!track || !animation.target || animation.delay === undefined) continue
      this.#byElement.set(animation.target, [...(this.#byElement.get(animation.target) ?? []), track])
    }
    for (const each of keyframes) {
      const tracks = cssTracks(each)
      if (tracks.length > 0) this.#byName.set(each.name, tracks)
    }
  }

  get areAny(): boolean {
    return this.#byElement.size + this.#byName.size > 0
  }

  passed(painted: Painted, original: CleanElement, { points, looks, count }: Watched): Passed | undefined {
    const tracks = this.#tracksOf(painted, original)
    const isUnclear = tracks.some(
      ({ delay, timing }) => Number.isNaN(delay) && timing.seconds !== tracks[0]?.timing.seconds,
    )
    if (tracks.length === 0 || isUnclear) return undefined
    const [edges, marks] = [densityOf(painted), painted.marks()]
    if (marks.length === 0 && !edges) return undefined
    const shapes = shapesOf(marks, looks)
    count(shapes.reduce((sum, { lines }) => sum + lines, 0) * LINES_TO_DRAW)
    const view = new View(painted, original, tracks, shapes, edges)
    const { starts, seconds, period, step } = framesOf(tracks)
    const times: number[][] = points.map(() => [])
    for (const start of starts) view.follow({ start, seconds, step, count }, points, times)
    return { times, period }
  }

  #tracksOf({ values }: Painted, original: CleanElement): Track[] {
    const named =
      values.has('animation') || values.has('animation-name') ? namedBy(values, this.#byName.keys()) : undefined
    const byName = [...(named?.names ?? [])].flatMap((name) => this.#byName.get(name) ?? [])
    return [
      ...byName.map((track) => ({ ...track, delay: named?.delay ?? 0 })),
      ...(this.#byElement.get(original) ?? []),
    ].filter(({ timing: { seconds } }) => seconds > 0 && seconds < Number.POSITIVE_INFINITY)
  }
}

/** Which seconds are looked at. */
function framesOf(tracks: readonly Track[]): {
  starts: number[]
  seconds: number
  period: number | undefined
  step: number
} {
  const cycles = tracks.map(({ timing: { seconds, alternates } }) => seconds * (alternates ? 2 : 1))
  const [cycle = 1] = cycles
  const isKnown = tracks.every(({ delay }) => !Number.isNaN(delay))
  const isEndless = tracks.every(({ timing: { count } }) => count > RUNS_MAX)
  const areFinite = tracks.every(({ timing: { count } }) => count <= RUNS_MAX)
  const areAlike = cycles.every((each) => Math.abs(each - cycle) < 1e-6)
  const first = Math.max(0, ...tracks.map(({ delay }) => delay || 0))
  const period = isKnown && isEndless && areAlike ? cycle : isKnown && areFinite ? Number.POSITIVE_INFINITY : undefined
  if (period === cycle && cycle <= FOLLOWED_SECONDS)
    return { starts: [first + cycle], seconds: cycle, period, step: Math.min(FRAME, cycle / FRAMES_LEAST) }
  const quickest = tracks
    .flatMap(({ stops, timing: { seconds, alternates, count }, delay }) =>
      stops.slice(1).map(({ at }, n) => {
        const lasts = (at - (stops[n]?.at ?? 0)) * seconds
        const run = count > RUNS_MAX ? (alternates ? 2 : 1) : 0
        return { lasts, start: (delay || 0) + (run + (stops[n]?.at ?? 0)) * seconds }
      }),
    )
    .sort((one, other) => one.lasts - other.lasts)
  const starts: number[] = []
  for (const { start } of quickest)
    if (starts.length < WINDOWS_MAX && starts.every((other) => Math.abs(other - start) >= WINDOW_SECONDS))
      starts.push(start - FRAME)
  return { starts, seconds: WINDOW_SECONDS, period, step: FRAME }
}

/** How many edges a point meets on a way of one unit, by the gradients, patterns and dashes in an element. */
type Density = { box: Box; across: number; down: number; dashes: number }

function densityOf({ edges, box }: Painted): Density | undefined {
  const area = areaOf(box)
  if (!(area > 0) || edges.across + edges.down + edges.dashes === 0) return undefined
  return { box, across: edges.down / area, down: edges.across / area, dashes: edges.dashes / area }
}

type Span = { start: number; seconds: number; step: number } & Pick<Watched, 'count'>
/** The shapes that hold each point, and the edges that have passed it inside of them. `xs` is NaN outside of them. */
type Seen = { keys: Int32Array; passed: Float64Array; xs: Float64Array; ys: Float64Array; dash: number }
const seenNothing = (count: number): Seen => ({
  keys: new Int32Array(count),
  passed: new Float64Array(count),
  xs: new Float64Array(count),
  ys: new Float64Array(count),
  dash: 0,
})

/** Spreads the points evenly over the distance between two edges. */
const GOLDEN = 0.618034

/** After an even number of edges in one frame the picture is the same again, and nothing changes. */
const changedBy = (passed: number) => Math.abs(passed - 2 * Math.round(passed / 2))

class View {
  readonly #pose: Pose
  readonly #shapes: readonly Shape[]
  readonly #edges: Density | undefined
  readonly #base: Matrix
  readonly #back: Matrix | undefined
  readonly #all: Box
  readonly #strokeWidth: number
  /** A gradient or pattern moves inside of the shape that it fills. */
  readonly #fills: boolean

  constructor(
    painted: Painted,
    original: CleanElement,
    tracks: readonly Track[],
    shapes: readonly Shape[],
    edges: Density | undefined,
  ) {
    this.#pose = new Pose(tracks, painted, original)
    this.#shapes = shapes
    this.#all = shapes.reduce((all, { box }) => union(all, box), nowhere)
    this.#edges = edges
    this.#back = inverseOf(painted.outer)
    // An inner <svg> also has a map to its content, which an animation of its place does not replace.
    this.#base = /^(?:svg|symbol)$/.test(original.name) ? painted.outer : painted.matrix
    this.#fills = /^(?:pattern|linearGradient|radialGradient)$/.test(original.name)
    this.#strokeWidth = lengthsIn(painted.element.attributes.get('stroke-width') ?? '')[0]?.number ?? 1
  }

  follow({ start, seconds, step, count }: Span, points: readonly Point[], times: number[][]): void {
    const frames = Math.round(seconds / step)
    let [before, now] = [seenNothing(points.length), seenNothing(points.length)]
    for (let frame = 0; frame <= frames; frame++) {
      // A moment later, because rounding may lead to the end of the run before.
      const time = start + (frame * seconds) / frames + 1e-7
      count(points.length + this.#see(time, points, now, frame > 0 ? before : undefined))
      if (frame > 0)
        for (let n = 0; n < points.length; n++) {
          const isPassed = Math.floor(now.passed[n] as number) !== Math.floor(before.passed[n] as number)
          if (isPassed || now.keys[n] !== before.keys[n]) times[n]?.push(time)
        }
      ;[before, now] = [now, before]
    }
  }

  /** Returns how many lines were compared with the points. */
  #see(time: number, points: readonly Point[], now: Seen, before: Seen | undefined): number {
    let compared = 0
    const back = this.#mapAt(time)
    const wider = this.#numberAt('stroke-width', time, this.#strokeWidth) / (this.#strokeWidth || 1)
    now.keys.fill(0)
    now.dash = this.#edges?.dashes ? this.#numberAt('stroke-dashoffset', time, 0) : 0
    const { left, top, right, bottom } = this.#all
    const [a, b, c, d, e, f] = back ?? identity
    for (let n = 0; n < points.length; n++) {
      const [x, y] = points[n] as Point
      const [ownX, ownY] = [a * x + c * y + e, b * x + d * y + f]
      if (back && ownX >= left && ownX <= right && ownY >= top && ownY <= bottom) {
        const { key, lines } = keyAt(this.#shapes, ownX, ownY, wider)
        now.keys[n] = key
        compared += lines
      }
      if (this.#edges) this.#pass(this.#edges, n, { x, y, ownX, ownY }, now, before)
    }
    return compared
  }

  #numberAt = (property: string, time: number, usual: number) => this.#pose.numberAt(property, time, usual) ?? usual

  /** Adds the edges inside of shapes that have passed a point since the frame before. */
  #pass(
    edges: Density,
    n: number,
    { x, y, ownX, ownY }: Record<'x' | 'y' | 'ownX' | 'ownY', number>,
    now: Seen,
    before: Seen | undefined,
  ) {
    const { box, across, down, dashes } = edges
    const [placeX, placeY] = this.#fills ? [x, y] : [ownX, ownY]
    const isIn = placeX >= box.left && placeX <= box.right && placeY >= box.top && placeY <= box.bottom
    now.xs[n] = isIn ? ownX : Number.NaN
    now.ys[n] = ownY
    const dash = Math.abs(now.dash - (before?.dash ?? now.dash)) * dashes
    const by =
      Math.abs(ownX - (before?.xs[n] ?? Number.NaN)) * across + Math.abs(ownY - (before?.ys[n] ?? 0)) * down + dash
    const passed = before?.passed[n] ?? (n * GOLDEN) % 1
    now.passed[n] = isIn && by > 0 ? passed + (by > 1 ? changedBy(by) : by) : passed
  }

  #mapAt(time: number): Matrix | undefined {
    const inverse = inverseOf(this.#pose.mapAt(time))
    return inverse && this.#back && [this.#base, inverse, this.#back].reduce(multiply)
  }
}
