/** Reads timing functions: how much of a change has happened after a part of its time. */
/** A turning point of a curve: a part of the time, and what it has reached there. */
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

const written = /\b(?:cubic-bezier|steps|linear)\([^()]*\)|\b(?:step-start|step-end|linear|ease(?:-in)?(?:-out)?)\b/gi
/** The timing functions in a text, as they are written. */
export const curvesIn = (text: string): string[] => text.toLowerCase().match(written) ?? []

export const curveOf = (text: string): Curve => timingOf(text).curve
/** The places inside a curve where it turns back, with its levels there. */
export const bendsOf = (text: string): readonly Bend[] => timingOf(text).bends

const known = new Map<string, { curve: Curve; bends: readonly Bend[] }>()
const KNOWN_MAX = 1_000
function timingOf(text: string) {
  const found = known.get(text)
  if (found) return found
  const curve = read(text)
  const timing = { curve, bends: bendsIn(curve) }
  if (known.size >= KNOWN_MAX) known.clear()
  known.set(text, timing)
  return timing
}

function read(text: string): Curve {
  const inside = named[text] ?? /\((.*)\)/.exec(text)?.[1] ?? ''
  if (text === 'step-end') return atEnd
  if (text === 'step-start') return atStart
  if (text.startsWith('steps')) return stepped(Number.parseInt(inside, 10) || 1, /start|jump-both/.test(inside))
  if (text.startsWith('linear')) return inside === '' ? linear : throughPoints(inside)
  return bezier(inside.split(',').map(Number))
}

const stepped =
  (count: number, isAtStart: boolean): Curve =>
  (part) =>
    Math.min(1, (Math.floor(part * count) + (isAtStart ? 1 : 0)) / count)

/** Points of `linear()` without a place of their own are taken to be as far from each other. */
function throughPoints(inside: string): Curve {
  const levels = inside.split(',').map(Number.parseFloat)
  return (part) => {
    const at = Math.min(1, Math.max(0, part)) * (levels.length - 1)
    const [before = 0, after = 1] = [levels[Math.floor(at)], levels[Math.ceil(at)]]
    return before + (after - before) * (at % 1)
  }
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

function bendsIn(curve: Curve): Bend[] {
  const levels = Array.from({ length: SAMPLES + 1 }, (_, n) => curve(n / SAMPLES))
  const bends: Bend[] = []
  let rises = 0
  for (let n = 1; n < levels.length; n++) {
    const [before = 0, level = 0] = [levels[n - 1], levels[n]]
    const sign = Math.sign(level - before)
    if (sign * rises < 0) bends.push({ at: (n - 1) / SAMPLES, level: before })
    rises = sign || rises
  }
  return bends
}
