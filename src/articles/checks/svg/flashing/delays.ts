/** Finds when animation elements begin. */
import type { CleanElement } from '../serialize.ts'

const durations = /^\s*([+-])?\s*(?:(\d+):)?(?:(\d+):)?([\d.]+)(ms|s|min|h)?\s*$/
const units: Readonly<Record<string, number>> = { ms: 0.001, s: 1, min: 60, h: 3_600 }

export function secondsOf(text = ''): number {
  const [, sign, hours = 0, minutes = 0, number, unit = 's'] = durations.exec(text) ?? []
  const seconds = Number(hours) * 3_600 + Number(minutes) * 60 + Number(number) * (units[unit] ?? 1)
  return sign === '-' ? -seconds : seconds
}

/** A time, or an offset from the begin or end of another animation. */
type Start = number | { after: CleanElement; edge: string; offset: number }

/** The delay of each animation. It is NaN if several are possible, and undefined if the animation never begins. */
export function delaysOf(animations: readonly CleanElement[]): ReadonlyMap<CleanElement, number | undefined> {
  const byId = new Map(animations.map((element) => [element.attributes.get('id') ?? '', element]))
  const delays = new Map<CleanElement, number | undefined>()
  for (const first of animations) {
    const chain = new Map<CleanElement, Start[]>()
    for (let next: CleanElement | undefined = first; next && !delays.has(next) && !chain.has(next); ) {
      const starts: Start[] = startsOf(next, byId)
      chain.set(next, starts)
      const [start] = starts
      next = typeof start === 'object' ? start.after : undefined
    }
    for (const [element, starts] of [...chain].reverse()) delays.set(element, delayOf(starts, delays))
  }
  return delays
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

function delayOf([start, ...others]: readonly Start[], delays: ReadonlyMap<CleanElement, number | undefined>) {
  if (others.length > 0) return Number.NaN
  if (typeof start !== 'object') return start
  const { after, edge, offset } = start
  if (!delays.has(after)) return Number.NaN // the animation waits for itself
  const before = delays.get(after)
  if (before === undefined) return undefined
  const lasts = secondsOf(after.attributes.get('dur')) * Number(after.attributes.get('repeatCount') ?? 1)
  return before + offset + (edge === 'begin' ? 0 : edge === 'end' ? lasts : Number.NaN)
}
