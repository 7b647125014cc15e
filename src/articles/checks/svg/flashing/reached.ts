/** Finds what an animation of a place or a form has reached at a time. */
import type { Matrix } from '../work/geometry.ts'
import { type Length, mapOf, type Part, type Stop, type Track } from './tracks.ts'

/** A share of the way from one stop to the next. */
export type Reached = { from: Stop; to: Stop; share: number }

/** Those that change the same, so that the one that counts comes last. */
export const inOrder = (tracks: readonly Track[], time: number): Track[] =>
  tracks.length < 2 ? [...tracks] : tracks.toSorted((one, other) => beginOf(one, time) - beginOf(other, time))

function beginOf({ order, timing: { seconds }, delay }: Track, time: number): number {
  if (order === 'last') return Number.MAX_VALUE
  return order === 'run' ? time - ((time - (delay || 0)) % seconds) : delay || 0
}

export function reachedBy({ stops, timing, delay, stays }: Track, time: number): Reached | undefined {
  const local = time - (delay || 0)
  const last = stops.at(-1)
  if (local < 0 || !last || (!stays && local > timing.seconds * timing.count)) return undefined
  const runs = Math.min(local / timing.seconds, timing.count)
  const run = runs >= timing.count ? Math.max(0, Math.ceil(timing.count) - 1) : Math.floor(runs)
  const isBack = timing.alternates && run % 2 === 1
  const at = isBack ? 1 - (runs - run) : runs - run
  const n = stops.findLastIndex((stop) => stop.at <= at)
  const from = stops[Math.max(0, n)] ?? last
  const to = stops[n + 1] ?? from
  return { from, to, share: to.at > from.at ? from.curve((at - from.at) / (to.at - from.at)) : 0 }
}

export const between = (from: number, to: number, share: number) => from + (to - from) * share

/** Lists of the same functions change number by number, and others by their maps. */
export function mapBetween({ from, to, share }: Reached, base: Part[], whole: readonly [number, number]): Matrix {
  const one = from.parts.length > 0 ? from.parts : likeIn(to.parts, base)
  const other = to.parts.length > 0 ? to.parts : likeIn(from.parts, base)
  const isAlike =
    one.length === other.length &&
    one.every(({ name, args }, n) => name === other[n]?.name && args.length === other[n]?.args.length)
  if (!isAlike)
    return mapOf(one, whole).map((number, n) =>
      between(number, mapOf(other, whole)[n] ?? 0, share),
    ) as unknown as Matrix
  return mapOf(
    one.map(({ name, args }, n) => ({
      name,
      args: args.map((arg, k) => lengthBetween(arg, other[n]?.args[k], share)),
    })),
    whole,
  )
}

export function lengthBetween(from: Length, to: Length = from, share: number): Length {
  if (from.isPercent === to.isPercent || from.number === 0)
    return { number: between(from.number, to.number, share), isPercent: to.isPercent }
  return to.number === 0 ? { number: from.number * (1 - share), isPercent: from.isPercent } : share < 0.5 ? from : to
}

/** Without animation: what is written, or functions that change nothing. */
const likeIn = (parts: readonly Part[], base: Part[]): Part[] =>
  base.length > 0
    ? base
    : parts.map(({ name, args }) => ({
        name,
        args: args.map(() => ({ number: name === 'scale' ? 1 : 0, isPercent: false })),
      }))
