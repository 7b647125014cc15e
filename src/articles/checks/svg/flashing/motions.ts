/**
 * Finds when edges pass the middle of each field of the picture, because something moves, turns or grows. The points
 * are followed in the units of what moves, from frame to frame.
 */
import type { CleanElement } from '../serialize.ts'
import type { Mark, Painted } from '../work/place.ts'
import { type Keyframes, namedBy } from './css.ts'
import { type Look, spread } from './held.ts'
import type { SmilAnimation } from './smil.ts'
import { type Span, spansOf } from './spans.ts'
import { type Group, keyIn, Stage } from './stage.ts'
import { cssTracks, smilTrack, type Track } from './tracks.ts'
import { LEAST_PART } from './turns.ts'

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
  /** Calls `changed` with each moment at which something else is at a point than a frame before. */
  const look = ({ start, seconds, frames }: Span, changed: (n: number, time: number) => void) => {
    let before: number[] | undefined
    for (let frame = 0; frame <= frames; frame++) {
      // Not evenly, because what moves by a whole stripe from frame to frame would seem to rest. A moment later,
      // because rounding may lead to the end of the run before.
      const at = Math.min(frames, frame + spread(frame) / 2)
      const time = start + (at * seconds) / frames + 1e-7
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
  const { period, spans } = spansOf(group.tracks, (whole) => {
    const changes = new Map<number, number>()
    look(whole, (_, time) => changes.set(time, (changes.get(time) ?? 0) + 1))
    return [...changes].filter(([, fields]) => fields >= points.length * LEAST_PART)
  })
  const times: number[][] = points.map(() => [])
  for (const span of spans) look(span, (n, time) => times[n]?.push(time))
  return {
    times,
    period: period ?? Number.POSITIVE_INFINITY,
    line: String(period ?? spans.map(({ start }) => start)),
  }
}
