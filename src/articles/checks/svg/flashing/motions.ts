/**
 * Finds when edges pass the middle of each field of the picture, because something moves, turns or grows. The points
 * are followed in the units of what moves, from frame to frame.
 */
import type { CleanElement } from '../serialize.ts'
import type { Mark, Painted } from '../work/place.ts'
import { type Keyframes, namedBy } from './css.ts'
import type { Look } from './held.ts'
import type { SmilAnimation } from './smil.ts'
import { type Group, keyIn, Stage } from './stage.ts'
import { cssTracks, smilTrack, type Track } from './tracks.ts'

/** Often enough to see every flash. */
const FRAME = 1 / 32
const GOLDEN = 0.618034
/** A longer movement is followed only around its quickest parts, and where most fields change between a few frames. */
const FOLLOWED_SECONDS = 6
const WINDOWS_MAX = 6
const WINDOW_SECONDS = 1.2
/** Movements that are repeated more often than this are endless. */
const RUNS_MAX = 9
const FRAMES_LEAST = 24
const FRAMES_OF_LONG = 96
const BUSIEST_MAX = 2

/** The middles of the fields, how each element looks, and who counts the lines that are compared with the points. */
export type Watched = {
  points: readonly Point[]
  looks: ReadonlyMap<CleanElement, Look>
  originals: ReadonlyMap<CleanElement, CleanElement>
  count: (lines: number) => void
}
export type Point = readonly [x: number, y: number]
/**
 * The times at which an edge passes a point. Times can be compared if they have the same line. The period is infinite
 * if they do not come again, or if it is not known when.
 */
export type Passed = { times: number[][]; period: number; line: string }

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

  /** Follows all marks that something moves. */
  passed(marks: readonly Mark[], { points, looks, originals, count }: Watched): Passed[] {
    const originalOf = (element: CleanElement) => originals.get(element) ?? element
    const known = new Map<CleanElement, Track[]>()
    const tracksOf = ({ element, values }: Pick<Painted, 'element' | 'values'>) => {
      const found = known.get(element) ?? this.#tracksOf(values, originalOf(element))
      known.set(element, found)
      return found
    }
    const stage = new Stage(tracksOf, originalOf, looks, count)
    return stage
      .groupsOf(marks)
      .filter(({ tracks }) => tracks.length > 0)
      .map((group) => follow(stage, group, points, count))
  }

  #tracksOf(values: Painted['values'], original: CleanElement): Track[] {
    const named =
      values.has('animation') || values.has('animation-name') ? namedBy(values, this.#byName.keys()) : undefined
    const byName = [...(named?.names ?? [])].flatMap((name) => this.#byName.get(name) ?? [])
    // CSS comes after animation elements.
    return [
      ...(this.#byElement.get(original) ?? []),
      ...byName.map((track) => ({ ...track, delay: named?.delay ?? 0 })),
    ].filter(({ timing: { seconds } }) => seconds > 0 && seconds < Number.POSITIVE_INFINITY)
  }
}

function follow(stage: Stage, group: Group, points: readonly Point[], count: Watched['count']): Passed {
  const { starts, seconds, period, step, long } = framesOf(group.tracks)
  const times: number[][] = points.map(() => [])
  /** Calls `changed` with each moment at which something else is at a point than a frame before. */
  const look = (start: number, length: number, frames: number, changed: (n: number, time: number) => void) => {
    let before: number[] | undefined
    for (let frame = 0; frame <= frames; frame++) {
      // Not evenly, because what moves by a whole stripe from frame to frame would seem to rest. A moment later,
      // because rounding may lead to the end of the run before.
      const at = Math.min(frames, frame + ((frame * GOLDEN) % 1) / 2)
      const time = start + (at * length) / frames + 1e-7
      const now = stage.at(group, time)
      let compared = points.length
      const keys = points.map(([x, y], n) => {
        const { key, lines } = keyIn([now], { x, y, n })
        compared += lines
        if (before && before[n] !== key) changed(n, time)
        return key
      })
      count(compared)
      before = keys
    }
  }
  if (long && period !== undefined) {
    const changes = new Map<number, number>()
    look(long.start, long.seconds, FRAMES_OF_LONG, (_, time) => changes.set(time, (changes.get(time) ?? 0) + 1))
    const busiest = [...changes]
      .filter(([, fields]) => fields >= points.length / 4)
      .sort((one, other) => other[1] - one[1])
    addStarts(
      starts,
      busiest.map(([time]) => time - WINDOW_SECONDS / 2),
      // An edge that passes where two windows meet would count twice.
      { most: BUSIEST_MAX, apart: 2 * WINDOW_SECONDS, period },
    )
  }
  for (const start of starts) look(start, seconds, Math.round(seconds / step), (n, time) => times[n]?.push(time))
  return { times, period: period ?? Number.POSITIVE_INFINITY, line: String(period ?? starts) }
}

/** When an animation ends that does not go on for ever. */
const endOf = ({ delay, timing: { seconds, count } }: Track) => (delay || 0) + (count > RUNS_MAX ? 0 : seconds * count)

/** Adds as many as may be, each at least `apart` seconds from all others, also across the end of the period. */
function addStarts(
  starts: number[],
  found: readonly number[],
  { most, apart, period }: { most: number; apart: number; period: number },
) {
  const isApart = (one: number, other: number) => {
    const distance = Math.abs(one - other) % period
    return Math.min(distance, period - distance) >= apart
  }
  let added = 0
  for (const start of found)
    if (added < most && starts.every((other) => isApart(start, other))) {
      starts.push(start)
      added++
    }
}

/** Which seconds are looked at, and in which others the busiest ones are searched for. */
function framesOf(tracks: readonly Track[]): {
  starts: number[]
  seconds: number
  period: number | undefined
  step: number
  long?: { start: number; seconds: number }
} {
  const cycles = tracks.map(({ timing: { seconds, alternates } }) => seconds * (alternates ? 2 : 1))
  const [cycle = 1] = cycles
  const isKnown = tracks.every(({ delay }) => !Number.isNaN(delay))
  const isEndless = tracks.every(({ timing: { count } }) => count > RUNS_MAX)
  const areFinite = tracks.every(({ timing: { count } }) => count <= RUNS_MAX)
  const areAlike = cycles.every((each) => Math.abs(each - cycle) < 1e-6)
  const first = Math.max(0, ...tracks.map(({ delay }) => delay || 0))
  const period = isKnown && isEndless && areAlike ? cycle : isKnown && areFinite ? Number.POSITIVE_INFINITY : undefined
  const begin = Math.min(...tracks.map(({ delay }) => delay)) - FRAME
  const all = isEndless
    ? { start: first + cycle, seconds: cycle }
    : { start: begin, seconds: Math.max(...tracks.map(endOf)) + FRAME - begin }
  if (period !== undefined && all.seconds <= FOLLOWED_SECONDS)
    return { starts: [all.start], seconds: all.seconds, period, step: Math.min(FRAME, all.seconds / FRAMES_LEAST) }
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
  addStarts(
    starts,
    quickest.map(({ start }) => start - FRAME),
    { most: WINDOWS_MAX, apart: WINDOW_SECONDS, period: Number.POSITIVE_INFINITY },
  )
  // What goes on after the others have ended may meet other edges.
  if (!isEndless && !areFinite) starts.push(Math.max(...tracks.map(endOf)))
  return { starts, seconds: WINDOW_SECONDS, period, step: FRAME, long: all }
}
