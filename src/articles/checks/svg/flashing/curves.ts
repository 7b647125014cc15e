/** Reads timing functions: how much of a change has happened after a part of its time. */
/** A place of a curve: a part of the time, and what it has reached there. */
export type Bend = { at: number; level: number }
export type Curve = (part: number) => number

const named: Readonly<Record<string, string>> = {
  ease: '.25,.1,.25,1',
  'ease-in': '.42,0,1,1',
  'ease-out': '0,0,.58,1',
  'ease-in-out': '.42,0,.58,1',
}
export const linear: Curve = (part) => part
const atEnd: Curve = (part) => (part < 1 ? 0 : 1)
const atStart: Curve = (part) => (part > 0 ? 1 : 0)

/** Of `linear()` with a function in it only the beginning is read, because its points are not known. */
const written =
  /\b(?:cubic-bezier|steps)\([^()]*\)|\blinear\([^()]*\)?|\b(?:step-start|step-end|linear|ease(?:-in)?(?:-out)?)\b/gi
/** The timing functions in a text, as they are written. */
export const curvesIn = (text: string): string[] => text.toLowerCase().match(written) ?? []
/** The timing function that a keyframe has of its own. That of its animation stands for what a variable holds. */
export const curveFrom = (text = '', usual: string): string =>
  text.includes('var(') ? usual : (curvesIn(text)[0] ?? usual)

export const curveOf = (text: string): Curve => timingOf(text).curve
/** The beginning of a curve, the places where it turns back, and its end. */
export const bendsOf = (text: string): readonly Bend[] => timingOf(text).bends

type Reading = { curve: Curve; bends: readonly Bend[] }
const known = new Map<string, Reading>()
const KNOWN_MAX = 1_000
function timingOf(text: string): Reading {
  const found = known.get(text)
  if (found) return found
  const timing = read(text)
  if (known.size >= KNOWN_MAX) known.clear()
  known.set(text, timing)
  return timing
}

const once: readonly Bend[] = [
  { at: 0, level: 0 },
  { at: 1, level: 1 },
]

function read(text: string): Reading {
  const inside = named[text] ?? /\((.*)\)/.exec(text)?.[1] ?? ''
  if (text === 'step-end') return { curve: atEnd, bends: once }
  if (text === 'step-start') return { curve: atStart, bends: once }
  if (text.startsWith('steps')) return inSteps(inside)
  if (text === 'linear') return { curve: linear, bends: once }
  if (text.startsWith('linear')) return throughPoints(inside)
  const points = inside.split(',').map(Number)
  const isKnown = points.length === 4 && points.every((n, k) => (k % 2 === 0 ? n >= 0 && n <= 1 : Number.isFinite(n)))
  if (!isKnown) return unknown
  const curve = bezier(points)
  const samples = Array.from({ length: SAMPLES - 1 }, (_, n) => (n + 1) / SAMPLES)
  const inner = samples.map((at) => ({ at, level: curve(at) }))
  return { curve, bends: bendsIn([{ at: 0, level: 0 }, ...inner, { at: 1, level: 1 }]) }
}

const steps = /^\s*(\d+)\s*(?:,\s*(start|end|jump-(?:start|end|both|none))\s*)?$/

function inSteps(inside: string): Reading {
  const [, number, place = 'end'] = steps.exec(inside) ?? []
  const count = Number(number)
  const highest = place === 'jump-both' ? count + 1 : place === 'jump-none' ? count - 1 : count
  if (!(highest > 0)) return unknown
  const first = /start|both/.test(place) ? 1 : 0
  return { curve: (part) => Math.min(1, (Math.floor(part * count) + first) / highest), bends: once }
}

const numbers = /[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?%?/g

/** The points of `linear()`. Those without a place are as far from each other, and none is before the one before it. */
function pointsIn(inside: string): Bend[] {
  const levels: number[] = []
  const places: (number | undefined)[] = []
  for (const part of inside.split(',')) {
    const all = part.match(numbers) ?? []
    const level = Number(all.find((each) => !each.endsWith('%')))
    const own = all.filter((each) => each.endsWith('%')).map((each) => Number.parseFloat(each) / 100)
    for (const place of own.length > 0 ? own : [undefined]) {
      levels.push(level)
      places.push(place)
    }
  }
  const last = places.length - 1
  places[0] ??= 0
  places[last] ??= 1
  let [before, at] = [0, Number.NEGATIVE_INFINITY]
  for (const [n, place] of places.entries()) {
    if (place === undefined) continue
    const to = Math.max(at, place)
    for (let k = before + 1; k < n; k++) places[k] = at + ((to - at) * (k - before)) / (n - before)
    ;[before, at, places[n]] = [n, to, to]
  }
  return levels.map((level, n) => ({ at: places[n] ?? 0, level }))
}

function throughPoints(inside: string): Reading {
  const points = pointsIn(inside)
  if (points.some(({ at, level }) => Number.isNaN(at + level))) return unknown
  const curve = (part: number) => {
    const n = Math.max(
      0,
      Math.min(
        points.length - 2,
        points.findLastIndex(({ at }) => at <= part),
      ),
    )
    const before = points[n] ?? { at: 0, level: 0 }
    const after = points[n + 1] ?? before
    if (before.at === after.at) return part < before.at ? before.level : after.level
    return before.level + ((after.level - before.level) * (part - before.at)) / (after.at - before.at)
  }
  const inner = points.filter(({ at }) => at > 0 && at <= 1)
  const bends = bendsIn([{ at: 0, level: curve(0) }, ...inner, { at: 1, level: curve(1) }])
  return { curve, bends: bends.length > BENDS_MAX ? tooMany : bends }
}

const BISECTIONS = 20

function bezier([x1 = 0, y1 = 0, x2 = 1, y2 = 1]: readonly number[]): Curve {
  const at = (one: number, two: number, t: number) => 3 * (1 - t) ** 2 * t * one + 3 * (1 - t) * t ** 2 * two + t ** 3
  return (part) => {
    let [low, high] = [0, 1]
    for (let n = 0; n < BISECTIONS; n++) {
      const middle = (low + high) / 2
      if (at(x1, x2, middle) < part) low = middle
      else high = middle
    }
    return at(y1, y2, high)
  }
}

const SAMPLES = 240

const BENDS_MAX = 240
/** No movement turns back as often. It is taken for the quickest flashes, however long it lasts. */
const tooMany: readonly Bend[] = Array.from({ length: BENDS_MAX }, (_, n) => ({
  at: (n / BENDS_MAX) ** 3,
  level: n % 2,
}))

/** A browser leaves out what CSS does not know, and another curve counts. */
const unknown: Reading = { curve: linear, bends: tooMany }

/** Leaves out the places between which the level only rises or only falls. */
function bendsIn(places: readonly Bend[]): Bend[] {
  const bends: Bend[] = []
  let rises = 0
  let before: Bend | undefined
  for (const place of places) {
    const sign = before ? Math.sign(place.level - before.level) : 0
    if (before && (bends.length === 0 || sign * rises < 0)) bends.push(before)
    rises = sign || rises
    before = place
  }
  return before && rises !== 0 ? [...bends, before] : bends
}
