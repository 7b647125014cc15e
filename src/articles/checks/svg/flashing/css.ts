/** Reads CSS animations that change brightness. */
import type { CleanElement } from '../serialize.ts'
import { topLevelCommas } from '../sheets.ts'
import type { Values } from '../work/styles.ts'
import type { Animation } from './animations.ts'
import { BASE, changesPicture, isSteep, type Run, type Timing } from './turns.ts'

const strings = /'(?:[^'\\]|\\.)*'/g
const curves = /cubic-bezier\(([^)]*)/g
const times = /(?<![\w.])\d*\.?\d+(?:e[+-]?\d+)?m?s\b/gi
const secondsIn = (text: string) =>
  [...text.matchAll(times)].map(([time]) => Number.parseFloat(time) * (/ms$/i.test(time) ? 0.001 : 1))

/**
 * The CSS of an element without the marks in its strings that would divide rules. In the canonical form all strings have
 * single quotes.
 */
function cssOf({ name, attributes, children }: CleanElement): string {
  const style = attributes.get('style')
  const sheet = name === 'style' ? children.filter((child) => typeof child === 'string').join('') : ''
  return `${withPlainStrings(sheet)}${style ? `x{${withPlainStrings(style)}}` : ''}`
}

const withPlainStrings = (text: string) => text.replace(strings, (string) => string.replace(/[{}:;]/g, ' '))

type Frame = { selectors: string; declarations: string }

/**
 * Reads, in one pass over the text, the frames of every animation by its name and the declarations of all other rules.
 */
function readRules(css: string) {
  const frames = new Map<string, Frame[]>()
  const rules: string[] = []
  const open: string[] = []
  let text = ''
  for (const [part] of css.matchAll(/[^{}]+|[{}]/g)) {
    if (part !== '{' && part !== '}') {
      text = part
      continue
    }
    const end = part === '{' ? text.lastIndexOf(';') + 1 : text.length
    const [, name] = /^@(?:-webkit-)?keyframes (\S+)$/i.exec(open.at(-2) ?? '') ?? []
    const declarations = text.slice(0, end)
    if (name === undefined) rules.push(declarations)
    else {
      const own = frames.get(name) ?? []
      own.push({ selectors: open.at(-1) ?? '', declarations })
      frames.set(name, own)
    }
    if (part === '{') open.push(text.slice(end).trim())
    else open.pop()
    text = ''
  }
  return { frames, rules }
}

type Keyframes = {
  name: string
  frames: { at: number; values: Map<string, string> }[]
  timings: Timing[]
  isSudden: boolean
}

/** Reads each animation with the timings that rules give it. */
export function readKeyframes(root: CleanElement): Keyframes[] {
  const elements = [...everyElement(root)]
  const css = elements.map((element) => cssOf(element)).join(';')
  const { frames, rules } = readRules(css)
  if (frames.size === 0) return []
  const timings = timingsByName(rules, css)
  const isSudden =
    /\bsteps?[-(]|\blinear\(/.test(css) || [...css.matchAll(curves)].some(([, points = '']) => isSteep(points))
  const reversals = reversalsIn(css)
  return [...frames].map(([name, own]) => ({
    name,
    frames: repeated(
      own
        .flatMap(({ selectors, declarations }) =>
          selectors.split(',').map((selector) => ({ at: placeOf(selector.trim()), values: valuesOf(declarations) })),
        )
        .sort((a, b) => a.at - b.at),
      reversals,
    ),
    timings: (timings.get(name) ?? []).sort((a, b) => a.seconds - b.seconds),
    isSudden,
  }))
}

/** How often the time of an animation turns back on its way, by a curve such as `linear(0, 1, 0)`. */
function reversalsIn(css: string): number {
  const turns = [...css.matchAll(/\blinear\(([^()]*)/g)].map(([, points = '']) => {
    const levels = points.split(',').map(Number.parseFloat)
    const steps = levels.slice(1).map((level, n) => Math.sign(level - (levels[n] ?? 0)))
    return steps.filter((step, n) => n > 0 && step * (steps[n - 1] ?? 0) < 0).length
  })
  return Math.max(0, ...turns)
}

/** The frames with each pair gone through again as often as the time turns back between them. */
function repeated(frames: Keyframes['frames'], reversals: number): Keyframes['frames'] {
  if (reversals === 0) return frames
  const base = new Map(frames.flatMap(({ values }) => [...values.keys()].map((property) => [property, BASE])))
  const all = [...(frames[0]?.at === 0 ? [] : [{ at: 0, values: base }]), ...frames]
  return all.flatMap((frame, n) => {
    const next = all[n + 1] ?? frame
    const part = (next.at - frame.at) / (reversals + 1)
    return [
      frame,
      ...Array.from({ length: part > 0 ? reversals : 0 }, (_, k) => ({
        at: frame.at + (k + 1) * part,
        values: k % 2 === 0 ? next.values : frame.values,
      })),
    ]
  })
}

export const readCss = (keyframes: readonly Keyframes[]): Animation[] =>
  keyframes.flatMap(({ name, frames, timings, isSudden }) => {
    const runs = runsOf(frames, isSudden)
    if (runs.length === 0) return []
    // Where animations are judged together, the quickest timing stands for all.
    const [quickest, ...others] = timings
    if (!quickest) return []
    return [{ runs, timing: quickest, target: name }, ...others.map((timing) => ({ runs, timing, target: undefined }))]
  })

function* everyElement(element: CleanElement): Generator<CleanElement> {
  yield element
  for (const child of element.children) if (typeof child !== 'string') yield* everyElement(child)
}

/** The animations that the values of an element name, and the delay before they begin. */
export function namedBy(values: Values): { names: Set<string>; delay: number } {
  const [shorthands = [], longhands = [], delays = []] = ['animation', 'animation-name', 'animation-delay'].map(
    (property) => values.get(property),
  )
  const times = new Set([...shorthands.map(delayOf), ...delays.map((value) => delayOf(`0s ${value}`))])
  return {
    names: new Set([...shorthands, ...longhands].flatMap((value) => value.split(/[\s,']+/))),
    delay: times.size > 1 ? Number.NaN : ([...times][0] ?? 0),
  }
}

/** A duration that CSS multiplies or divides can be as short as a frame. */
const arithmetic = /^(?:(?!\d*\.?\d+m?s\b).)*\bcalc\([^;]*[*/]/
const SHORTEST = 1 / 60
const computed = /\b(?:var|calc|min|max|clamp)\(/
const curvesAndSteps = /[\w-]+\([^()]*\)/g

/** The delay is the second time of a shorthand. It is NaN if it is computed or if there are several animations. */
function delayOf(shorthand: string): number {
  const plain = shorthand.replace(curvesAndSteps, '')
  if (computed.test(shorthand) || plain.includes(',')) return Number.NaN
  const [, delay = '0s'] = plain.match(/(?<![\w.])[+-]?\d*\.?\d+(?:e[+-]?\d+)?m?s\b/gi) ?? []
  return Number.parseFloat(delay) * (/ms$/i.test(delay) ? 0.001 : 1)
}

/** The timings that rules give each animation. Of timings that differ only in the duration, the shortest counts. */
function timingsByName(rules: readonly string[], css: string): Map<string, Timing[]> {
  const read = rules.filter((rule) => rule.includes('animation')).map(readTiming)
  const unnamed = read.filter(({ names }) => names.length === 0)
  const elsewhere = least(unnamed.map(({ seconds }) => seconds))
  const isEndlessElsewhere = unnamed.some(({ isEndless }) => isEndless)
  const shortest = /--[^:;{}]*:[^;{}]*\bcalc\(/.test(css) ? SHORTEST : least(secondsIn(css))
  const timings = new Map<string, Timing[]>()
  for (const { names, seconds: own, isComputed, isEndless, count, alternates } of read) {
    const seconds = Math.min(own, elsewhere, isComputed ? shortest : own)
    const timing = { seconds, alternates, count: isEndless || isEndlessElsewhere ? Number.POSITIVE_INFINITY : count }
    for (const name of names) {
      const known = timings.get(name) ?? []
      timings.set(name, known)
      const alike = known.find((other) => other.alternates === alternates && other.count === timing.count)
      if (alike) alike.seconds = Math.min(alike.seconds, seconds)
      else if (known.length < TIMINGS_MAX) known.push({ ...timing })
    }
  }
  return timings
}

/** The shortest duration that is not zero. */
const least = (seconds: readonly number[]) =>
  seconds.reduce((found, each) => (each > 0 && each < found ? each : found), Number.POSITIVE_INFINITY)

/** The most timings that are examined for one animation. */
const TIMINGS_MAX = 20

function runsOf(frames: Keyframes['frames'], isSudden: boolean): Run[] {
  const properties = new Set(frames.flatMap(({ values }) => [...values.keys()].filter(changesPicture)))
  return [...properties].map((property) => {
    const set = frames.flatMap(({ at, values }) => (values.has(property) ? [{ at, value: values.get(property)! }] : []))
    if (set[0]?.at !== 0) set.unshift({ at: 0, value: BASE })
    if (set.at(-1)?.at !== 1) set.push({ at: 1, value: BASE })
    return { property, isSudden, frames: set }
  })
}

const placeOf = (selector: string) =>
  selector === 'from' ? 0 : selector === 'to' ? 1 : Number.parseFloat(selector) / 100

const valuesOf = (declarations: string) =>
  new Map(
    declarations.split(';').flatMap((declaration) => {
      const colon = declaration.indexOf(':')
      return colon < 0 ? [] : [[declaration.slice(0, colon).trim(), declaration.slice(colon + 1).trim()] as const]
    }),
  )

/** Reads what a rule says about animations. `names` holds every word that may be the name of one. */
function readTiming(rule: string) {
  const values = [...valuesOf(rule)].filter(([property]) => /^(?:-webkit-)?animation/.test(property))
  const valuesIn = (pattern: RegExp) => values.filter(([property]) => pattern.test(property)).map(([, value]) => value)
  // In a shorthand the first time is the duration and the second one the delay.
  const durations = valuesIn(/animation(?:-duration)?$/)
    .flatMap((value) => value.split(topLevelCommas))
    .flatMap((part) => (arithmetic.test(part) ? SHORTEST : (secondsIn(part)[0] ?? [])))
  const text = valuesIn(/animation(?:-duration|-iteration-count|-direction)?$/).join(' ')
  return {
    names: [
      ...new Set(
        valuesIn(/animation(?:-name)?$/)
          .join(' ')
          .split(/[\s,]+/),
      ),
    ].filter(Boolean),
    seconds: least(durations),
    isComputed: computed.test(text),
    isEndless: /\binfinite\b/.test(text),
    count: [...text.matchAll(/(?<![\w.#(-])\d+(?=[\s,]|$)/g)].reduce(
      (most, [count]) => Math.max(most, Number(count)),
      1,
    ),
    alternates: /\balternate\b/.test(text),
  }
}
