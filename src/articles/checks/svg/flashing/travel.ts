/** Counts the edges that pass a point of the picture while something moves. */
import type { Edges } from '../work/outline.ts'
import type { Timing } from './turns.ts'

/** `percent` is the part of the place that is written in percent, as a share. */
export type Stop = { at: number; x: number; y: number; percent: { x: number; y: number } }
/** The area of what moves, and the sides of its part that is visible at a time. */
export type Extent = { area: number; width: number; height: number }
/** `isSudden`: it jumps from one stop to the next. `isOfDashes`: only the dashes of lines move, along their line. */
export type Travel = { stops: Stop[]; timing: Timing; isSudden: boolean; isOfDashes: boolean }

/** One frame. Nothing repeats visibly in less time. */
const SHORTEST = 1 / 60
const WINDOW = 1 + 1e-9

/** Counts the edges that pass a point in the busiest second. A movement that ends within a second counts as none. */
export function edgesPerSecond(
  { stops, timing, isSudden, isOfDashes }: Travel,
  edges: Edges,
  { area, width, height }: Extent,
): number {
  const { count, alternates } = timing
  const seconds = Math.max(SHORTEST, timing.seconds)
  if (!(seconds < Number.POSITIVE_INFINITY) || seconds * count <= 1) return 0
  const { across, down } = isOfDashes ? { across: edges.dashes, down: edges.dashes } : edges
  const crossed = (one: Stop, other: Stop) =>
    (Math.abs(other.x - one.x) * down + Math.abs(other.y - one.y) * across) / area
  const jumped = (one: Stop, other: Stop) =>
    Math.abs(other.x - one.x) >= width || Math.abs(other.y - one.y) >= height ? 1 : changed(crossed(one, other))
  const steps = stops.slice(1).map((stop, n) => {
    const before = stops[n] as Stop
    return {
      start: before.at * seconds,
      lasts: (stop.at - before.at) * seconds,
      changes: isSudden ? jumped(before, stop) : crossed(before, stop),
    }
  })
  const [first, last] = [stops[0], stops.at(-1)]
  const back = alternates || !first || !last ? 0 : jumped(last, first)
  const run = steps.reduce((sum, { changes }) => sum + changes, back)
  if (seconds <= 1) return run / seconds
  const within = (start: number) =>
    steps.reduce((sum, step) => {
      const shared = Math.min(start + WINDOW, step.start + step.lasts) - Math.max(start, step.start)
      return shared < 0 ? sum : sum + step.changes * (step.lasts > 0 ? Math.min(1, shared / step.lasts) : 1)
    }, 0)
  return Math.max(...steps.map(({ start }) => within(start)))
}

/**
 * A jump changes a point at most once. What leaves its place changes it. After an even number of edges the picture is the same again, and nothing
 * changes.
 */
const changed = (passed: number) => Math.min(1, Math.abs(passed - 2 * Math.round(passed / 2)))
