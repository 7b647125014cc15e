/** Finds when animation elements begin, and how long it takes until they begin again. */
import type { CleanElement } from '../serialize.ts'

const durations = /^\s*([+-])?\s*(?:(?:(\d+):)?(\d+):)?([\d.]+)(ms|s|min|h)?\s*$/
const units: Readonly<Record<string, number>> = { ms: 0.001, s: 1, min: 60, h: 3_600 }

export function secondsOf(text = ''): number {
  const [, sign, hours = 0, minutes = 0, number, unit = 's'] = durations.exec(text) ?? []
  const seconds = Number(hours) * 3_600 + Number(minutes) * 60 + Number(number) * (units[unit] ?? 1)
  return sign === '-' ? -seconds : seconds
}

/** A time, or an offset from the begin, a repeat or the end of another animation. */
type Start = number | Follow
type Follow = { after: CleanElement; edge: string; offset: number }

/**
 * `delay` is when an animation begins: NaN if that is not known, or at several times, and undefined if it never begins.
 * `gap` is the shortest time between two begins: infinite if there is only one, and NaN if it is not known. `count` is
 * how often it begins. In a circle of animations that start each other this has no end.
 */
export type Begin = { delay: number | undefined; gap: number; count: number }

/** If there are more, they count as not known. */
const TIMES_MAX = 200

export function beginsOf(animations: readonly CleanElement[]): (element: CleanElement) => Begin {
  const byId = new Map(animations.map((element) => [element.attributes.get('id') ?? '', element]))
  const starts = new Map(animations.map((element) => [element, startsOf(element, byId)]))
  const times = timesOf(starts)
  const circles = circlesOf(starts)
  /** What follows several animations of a circle, or one of them at several times, begins as often. */
  const gapInCircle = (followed: readonly Follow[], circle: number): number => {
    if (followed.some(({ after }) => circles.get(after) !== circle)) return Number.NaN
    const all = followed.map((start) => timesAt(start, times).filter((time) => !Number.isNaN(time)))
    const offsets = all.flat().map((time) => ((time % circle) + circle) % circle)
    return all.every(({ length }) => length > 0)
      ? leastGap([...offsets, ...offsets.map((offset) => offset + circle)])
      : Number.NaN
  }
  return (element) => {
    const own = times.get(element) ?? []
    const delay = own.length > 1 ? Number.NaN : own[0]
    if (element.attributes.get('restart') === 'never') return { delay, gap: Number.POSITIVE_INFINITY, count: 1 }
    const circle = circles.get(element)
    const known = own.filter((time) => !Number.isNaN(time))
    if (circle !== undefined && circle > 0) {
      const followed = (starts.get(element) ?? []).filter((start) => typeof start === 'object')
      return {
        delay: known.length === 1 ? known[0] : Number.NaN,
        gap: followed.length > 1 ? gapInCircle(followed, circle) : circle,
        count: Number.POSITIVE_INFINITY,
      }
    }
    const gap = circle === undefined ? leastGap(own) : Number.NaN
    return { delay, gap, count: Number.isNaN(gap) ? Number.POSITIVE_INFINITY : Math.max(1, own.length) }
  }
}

/** A start by an event, such as a click, is left out: a picture in a page gets no events. */
function startsOf({ attributes }: CleanElement, byId: ReadonlyMap<string, CleanElement>): Start[] {
  return (attributes.get('begin') ?? '0').split(';').flatMap((part): Start[] => {
    if (durations.test(part)) return [secondsOf(part)]
    const [, id = '', edge = '', offset = ''] = /^\s*([\w-]+)\.(begin|end|repeat\(\d+\))\s*(.*)$/.exec(part) ?? []
    const after = byId.get(id)
    return after && id ? [{ after, edge, offset: offset ? secondsOf(offset) : 0 }] : []
  })
}

const afterOf = (start: Start | undefined) => (typeof start === 'object' ? start.after : undefined)

/** Each animation comes after those that start it, except in a circle. */
function timesOf(starts: ReadonlyMap<CleanElement, readonly Start[]>): ReadonlyMap<CleanElement, number[]> {
  const times = new Map<CleanElement, number[]>()
  const path: { element: CleanElement; next: number }[] = []
  const waiting = new Set<CleanElement>()
  const enter = (element: CleanElement) => {
    path.push({ element, next: 0 })
    waiting.add(element)
  }
  for (const first of starts.keys()) {
    if (!times.has(first)) enter(first)
    for (let top = path.at(-1); top; top = path.at(-1)) {
      const own = starts.get(top.element) ?? []
      const after = afterOf(own[top.next++])
      if (after && !waiting.has(after)) enter(after)
      else if (top.next > own.length) {
        const all = own.flatMap((start) => timesAt(start, times))
        times.set(top.element, all.length > TIMES_MAX ? [Number.NaN, Number.NaN] : all)
        path.pop()
      }
    }
  }
  spreadInCircles(starts, times)
  return times
}

/** Where a circle was entered in its middle, the time at which it begins was not known yet. */
function spreadInCircles(starts: ReadonlyMap<CleanElement, readonly Start[]>, times: Map<CleanElement, number[]>) {
  for (let round = 0; round < ROUNDS_MAX; round++)
    for (const [element, [start, ...others]] of starts)
      if (start && others.length === 0 && times.get(element)?.every(Number.isNaN)) {
        const found = timesAt(start, times).filter((time) => !Number.isNaN(time))
        if (found.length > 0) times.set(element, found)
      }
}

/** An animation that waits for itself begins at times that are not known. */
const timesAt = (start: Start, times: ReadonlyMap<CleanElement, number[]>): number[] =>
  typeof start === 'object' ? (times.get(start.after)?.map((time) => time + waitOf(start)) ?? [Number.NaN]) : [start]

/** How long after the beginning of an animation the next one begins. */
function waitOf({ after, edge, offset }: Follow): number {
  if (edge === 'begin') return offset
  const [, repeats] = /\((\d+)\)/.exec(edge) ?? []
  return offset + (repeats === undefined ? lastingOf(after) : Number(repeats) * secondsOf(after.attributes.get('dur')))
}

/** NaN if something else than its runs ends the animation. */
function lastingOf({ attributes }: CleanElement): number {
  if (['end', 'max', 'min', 'repeatDur'].some((name) => attributes.has(name))) return Number.NaN
  return secondsOf(attributes.get('dur')) * Number(attributes.get('repeatCount') ?? 1)
}

function leastGap(times: readonly number[]): number {
  if (times.length > 1 && times.some(Number.isNaN)) return Number.NaN
  const sorted = times.toSorted((a, b) => a - b)
  const gaps = sorted.slice(1).map((time, n) => time - (sorted[n] ?? 0))
  return Math.min(Number.POSITIVE_INFINITY, ...gaps.map(rounded).filter((gap) => gap > 0))
}

/** Periods are compared, so errors of floating point must not make them different. */
const rounded = (seconds: number) => Math.round(seconds * 1e6) / 1e6

/** In a longer circle it is not known when an animation begins, only how often. */
const ROUNDS_MAX = 20

/** The time that the circle takes in which an animation is, or after which it comes. */
function circlesOf(starts: ReadonlyMap<CleanElement, readonly Start[]>): ReadonlyMap<CleanElement, number> {
  const circles = new Map<CleanElement, number>()
  const known = new Set<CleanElement>()
  const followOf = (element: CleanElement) => starts.get(element)?.find((start) => typeof start === 'object')
  for (const first of starts.keys()) {
    const path = new Map<CleanElement, number>()
    let total = 0
    let element: CleanElement | undefined = first
    while (element && !known.has(element)) {
      path.set(element, total)
      known.add(element)
      const follow: Follow | undefined = followOf(element)
      total += follow ? waitOf(follow) : 0
      element = follow?.after
    }
    const before = element && path.get(element)
    const circle = before === undefined ? element && circles.get(element) : rounded(total - before)
    if (circle !== undefined) for (const each of path.keys()) circles.set(each, circle)
  }
  return circles
}
