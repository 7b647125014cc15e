/** Decides which seconds of a movement are followed. */
import type { Track } from './tracks.ts'

/** Seconds that are looked at, in so many frames. */
export type Span = { start: number; seconds: number; frames: number }
/** Finds the times in a span at which most of the picture changes, and in how many fields. */
type Search = (span: Span) => [time: number, fields: number][]

/** Often enough to see every flash. */
const FRAME = 1 / 32
const FRAMES_LEAST = 24
/** A longer movement is followed only around its quickest parts, and where a coarse search finds most changes. */
const FOLLOWED_SECONDS = 6
const WINDOWS_MAX = 6
const WINDOW_SECONDS = 1.2
const FRAMES_OF_SEARCH = 96
const BUSIEST_MAX = 2
/** Movements that are repeated more often than this are endless. */
const RUNS_MAX = 9

/** The period is undefined if it is not known when the movements coincide, and infinite if they do not come again. */
export function spansOf(tracks: readonly Track[], search: Search): { period: number | undefined; spans: Span[] } {
  const cycles = tracks.map(({ timing: { seconds, alternates } }) => seconds * (alternates ? 2 : 1))
  const [cycle = 1] = cycles
  const isKnown = tracks.every(({ delay }) => !Number.isNaN(delay))
  const isEndless = tracks.every(({ timing: { count } }) => count > RUNS_MAX)
  const areFinite = tracks.every(({ timing: { count } }) => count <= RUNS_MAX)
  const areAlike = cycles.every((each) => Math.abs(each - cycle) < 1e-6)
  const lastEnd = Math.max(...tracks.map(endOf))
  if (isKnown && isEndless && areAlike) {
    const first = Math.max(0, ...tracks.map(({ delay }) => delay))
    return {
      period: cycle,
      spans: spansIn(tracks, { start: first + cycle, seconds: cycle }, { period: cycle, search }),
    }
  }
  if (isKnown && areFinite) {
    const begin = Math.min(...tracks.map(({ delay }) => delay)) - FRAME
    const period = Number.POSITIVE_INFINITY
    return { period, spans: spansIn(tracks, { start: begin, seconds: lastEnd + FRAME - begin }, { period, search }) }
  }
  // After the finite movements have ended, the endless ones may pass other edges.
  const starts = [...quickest(tracks), ...(isEndless || areFinite ? [] : [lastEnd])]
  return { period: undefined, spans: starts.map(windowAt) }
}

/** When a movement ends that does not go on for ever. */
const endOf = ({ delay, timing: { seconds, count } }: Track) => (delay || 0) + (count > RUNS_MAX ? 0 : seconds * count)

const windowAt = (start: number): Span => ({
  start,
  seconds: WINDOW_SECONDS,
  frames: Math.round(WINDOW_SECONDS / FRAME),
})

function spansIn(
  tracks: readonly Track[],
  whole: Pick<Span, 'start' | 'seconds'>,
  { period, search }: { period: number; search: Search },
): Span[] {
  if (whole.seconds <= FOLLOWED_SECONDS)
    return [{ ...whole, frames: Math.max(FRAMES_LEAST, Math.round(whole.seconds / FRAME)) }]
  const busiest = search({ ...whole, frames: FRAMES_OF_SEARCH })
    .sort((one, other) => other[1] - one[1])
    .map(([time]) => time - WINDOW_SECONDS / 2)
  // An edge that passes where two windows meet would count twice.
  const apart = { seconds: 2 * WINDOW_SECONDS, period }
  return withStarts(quickest(tracks), busiest, { most: BUSIEST_MAX, apart }).map(windowAt)
}

/** When the quickest parts of the movements begin. */
function quickest(tracks: readonly Track[]): number[] {
  const parts = tracks.flatMap(({ stops, timing: { seconds, alternates, count }, delay }) =>
    stops.slice(1).map(({ at }, n) => {
      const from = stops[n]?.at ?? 0
      const run = count > RUNS_MAX ? (alternates ? 2 : 1) : 0
      return { lasts: (at - from) * seconds, start: (delay || 0) + (run + from) * seconds }
    }),
  )
  const starts = parts.sort((one, other) => one.lasts - other.lasts).map(({ start }) => start - FRAME)
  return withStarts([], starts, {
    most: WINDOWS_MAX,
    apart: { seconds: WINDOW_SECONDS, period: Number.POSITIVE_INFINITY },
  })
}

/** Adds as many as may be, each so far from all others, also across the end of the period. */
function withStarts(
  known: readonly number[],
  found: readonly number[],
  { most, apart: { seconds, period } }: { most: number; apart: { seconds: number; period: number } },
): number[] {
  const starts = [...known]
  const isApart = (one: number, other: number) => {
    const distance = Math.abs(one - other) % period
    return Math.min(distance, period - distance) >= seconds
  }
  for (const start of found)
    if (starts.length < known.length + most && starts.every((other) => isApart(start, other))) starts.push(start)
  return starts
}
