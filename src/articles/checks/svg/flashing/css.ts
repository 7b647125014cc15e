/** Reads CSS animations that change brightness. */
import type { CleanElement } from '../serialize.ts'
import { topLevelCommas } from '../sheets.ts'
import { namesIn, type Values } from '../work/styles.ts'
import type { Animation } from './animations.ts'
import { bendsOf, curveFrom, curvesIn } from './curves.ts'
import { BASE, changesPicture, type Frame, isPlacing, isSteep, type Run, type Timing } from './turns.ts'

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

type Rule = { selectors: string; declarations: string }
export type CssTiming = Timing & { curve: string }

/**
 * Reads, in one pass over the text, the frames of every animation by its name and the declarations of all other rules.
 */
function readRules(css: string) {
  const frames = new Map<string, Rule[]>()
  const rules: string[] = []
  const open: string[] = []
  let text = ''
  for (const [part] of css.matchAll(/[^{}]+|[{}]/g)) {
    if (part !== '{' && part !== '}') {
      text = part
      continue
    }
    const end = part === '{' ? text.lastIndexOf(';') + 1 : text.length
    const [, name] = /^@(?:-webkit-)?keyframes '?([^\s']+)'?$/i.exec(open.at(-2) ?? '') ?? []
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

export type Keyframes = {
  name: string
  frames: { at: number; values: Map<string, string> }[]
  timings: CssTiming[]
  isSudden: boolean
}

/** Reads each animation with the timings that rules give it. */
export function readKeyframes(root: CleanElement): Keyframes[] {
  const elements = [...everyElement(root)]
  const css = elements.map((element) => cssOf(element)).join(';')
  const { frames, rules } = readRules(css)
  if (frames.size === 0) return []
  const timings = timingsByName(rules, css, [...frames.keys()])
  const isSudden =
    /\bsteps?[-(]|\blinear\(/.test(css) || [...css.matchAll(curves)].some(([, points = '']) => isSteep(points))
  return [...frames].map(([name, own]) => ({
    name,
    frames: own
      .flatMap(({ selectors, declarations }) =>
        selectors.split(',').map((selector) => ({ at: placeOf(selector.trim()), values: valuesOf(declarations) })),
      )
      .sort((a, b) => a.at - b.at),
    timings: (timings.get(name) ?? []).sort((a, b) => a.seconds - b.seconds),
    isSudden,
  }))
}

export const readCss = (keyframes: readonly Keyframes[]): Animation[] =>
  keyframes.flatMap(({ name, frames, timings, isSudden }) => {
    // Where animations are judged together, the quickest timing stands for all.
    const runs = new Map(
      [...new Set(timings.map(({ curve }) => curve))].map((curve) => [curve, runsOf(frames, isSudden, curve)]),
    )
    const all = timings.map((timing, n) => ({
      runs: runs.get(timing.curve) ?? [],
      timing,
      target: n === 0 ? name : undefined,
    }))
    return all.filter(({ runs }) => runs.length > 0)
  })

function* everyElement(element: CleanElement): Generator<CleanElement> {
  yield element
  for (const child of element.children) if (typeof child !== 'string') yield* everyElement(child)
}

/** Those of all animations that the values of an element name, and the delay before they begin. */
export function namedBy(values: Values, all: Iterable<string>): { names: Set<string>; delay: number } {
  const [shorthands = [], longhands = [], delays = []] = ['animation', 'animation-name', 'animation-delay'].map(
    (property) => values.get(property),
  )
  const times = new Set([...shorthands.map(delayOf), ...delays.map((value) => delayOf(`0s ${value}`))])
  return {
    names: new Set(namesIn([...shorthands, ...longhands].join(), all)),
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
function timingsByName(rules: readonly string[], css: string, all: readonly string[]): Map<string, CssTiming[]> {
  const variables = css.match(/(?:--[^:;{}]*|\binitial-value):[^;{}]*/g)?.join(' ') ?? ''
  const read = rules.filter((rule) => rule.includes('animation')).map((rule) => readTiming(rule, variables, all))
  const unnamed = read.filter(({ names }) => names.length === 0)
  const elsewhere = least(unnamed.map(({ seconds }) => seconds))
  const isEndlessElsewhere = unnamed.some(({ isEndless }) => isEndless)
  const shortest = /--[^:;{}]*:[^;{}]*\bcalc\(/.test(css) ? SHORTEST : least(secondsIn(css))
  const curvesElsewhere = [...unnamed.flatMap(({ curves }) => curves), ...curvesIn(variables)]
  const timings = new Map<string, CssTiming[]>()
  for (const { names, seconds: own, isComputed, isEndless, count, alternates, curves } of read) {
    const seconds = Math.min(own, elsewhere, isComputed ? shortest : own)
    const curve = mostBent([...curves, ...curvesElsewhere])
    const isLong = isEndless || isEndlessElsewhere
    const timing = { seconds, alternates, curve, count: isLong ? Number.POSITIVE_INFINITY : count }
    for (const name of names) {
      const known = timings.get(name) ?? []
      timings.set(name, known)
      const alike = known.find((other) => other.alternates === alternates && other.count === timing.count)
      if (alike && alike.seconds > seconds) Object.assign(alike, { seconds, curve })
      else if (alike) continue
      else if (known.length < TIMINGS_MAX) known.push({ ...timing })
    }
  }
  return timings
}

/** If several timing functions are possible, the one that goes to and fro most often counts. */
const mostBent = (curves: readonly string[]): string =>
  curves.reduce((most, curve) => (bendsOf(curve).length > bendsOf(most).length ? curve : most), curves[0] ?? 'ease')

/** The shortest duration that is not zero. */
const least = (seconds: readonly number[]) =>
  seconds.reduce((found, each) => (each > 0 && each < found ? each : found), Number.POSITIVE_INFINITY)

/** The most timings that are examined for one animation. */
const TIMINGS_MAX = 20

function runsOf(frames: Keyframes['frames'], isSudden: boolean, curve: string): Run[] {
  // A movement that is computed is not known, so it counts as any other change.
  const isChange = ([property, value]: [string, string]) =>
    changesPicture(property) || (isPlacing(property) && computed.test(value))
  const properties = new Set(frames.flatMap(({ values }) => [...values].filter(isChange).map(([property]) => property)))
  return [...properties].map((property) => {
    const set: Frame[] = frames.flatMap(({ at, values }) => {
      const value = values.get(property)
      const bends = bendsOf(curveFrom(values.get('animation-timing-function'), curve))
      return value === undefined ? [] : [{ at, value, bends }]
    })
    if (set[0]?.at !== 0) set.unshift({ at: 0, value: BASE, bends: bendsOf(curve) })
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

const timingFunctions = /\b(?:cubic-bezier|steps|linear|var)\([^()]*\)/gi
/** A number without a unit may be computed to any count. */
const computedCount = /\((?:(?!\dm?s\b)[^()])*\)/i
const counts = /(?<![\w.#(+-])\+?(?:\d+\.?\d*|\.\d+)(?:e\+?\d+)?(?=[\s,!]|$)/gi

/** Reads what a rule says about animations. `names` holds every word that may be the name of one. */
function readTiming(rule: string, variables: string, all: readonly string[]) {
  const values = [...valuesOf(rule)].filter(([property]) => /^(?:-webkit-)?animation/.test(property))
  const valuesIn = (pattern: RegExp) => values.filter(([property]) => pattern.test(property)).map(([, value]) => value)
  // In a shorthand the first time is the duration and the second one the delay.
  const durations = valuesIn(/animation(?:-duration)?$/)
    .flatMap((value) => value.split(topLevelCommas))
    .flatMap((part) => (arithmetic.test(part) ? SHORTEST : (secondsIn(part)[0] ?? [])))
  const own = valuesIn(/animation(?:-duration|-iteration-count|-direction)?$/).join(' ')
  const text = own.includes('var(') ? `${own} ${variables}` : own
  const plain = text.replace(timingFunctions, '')
  return {
    names: [...new Set(namesIn(valuesIn(/animation(?:-name)?$/).join(), all))],
    seconds: least(durations),
    isComputed: computed.test(text),
    isEndless: /\binfinite\b/i.test(text) || computedCount.test(plain),
    count: [...plain.matchAll(counts)].reduce((most, [count]) => Math.max(most, Number(count)), 1),
    alternates: /\balternate\b/i.test(text),
    curves: valuesIn(/animation(?:-timing-function)?$/).flatMap(curvesIn),
  }
}
