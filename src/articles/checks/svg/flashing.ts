/**
 * Whether a drawing flashes more than three times a second, which can cause seizures (WCAG 2.3.1). A flash is a pair of
 * opposite changes of brightness. Each animation is judged alone, wherever it is applied.
 */
import { fixed } from '../../../limits.ts'
import { luminanceOf } from './luminance.ts'
import { animationElements } from './names.ts'
import type { CleanElement } from './serialize.ts'

/** Values of one property over a run of an animation, at times from 0 to 1. */
type Run = { property: string; frames: { at: number; value: string }[] }
type Timing = { seconds: number; count: number; alternates: boolean }

export function isFlashing(root: CleanElement): boolean {
  const elements = [...everyElement(root)]
  const css = elements.map((element) => cssOf(element)).join(';')
  return smilFlashes(elements) || cssFlashes(css)
}

function* everyElement(element: CleanElement): Generator<CleanElement> {
  yield element
  for (const child of element.children) if (typeof child !== 'string') yield* everyElement(child)
}

const opacities = /^(?:(?:fill|stroke|stop|flood)-)?opacity$/
const colours = /^(?:fill|stroke|color|stop-color|flood-color|lighting-color)$/
const switches = /^(?:visibility|display|filter|mix-blend-mode)$/
const changesBrightness = (property: string) =>
  opacities.test(property) || colours.test(property) || switches.test(property)

/** Smaller changes are not seen as a flash. */
const LEAST_CHANGE = 0.1

/** What cannot be told by its value counts as a change from one to the other. */
function levelsOf({ property, frames }: Run): { at: number; level: number }[] {
  const distinct = [...new Set(frames.map(({ value }) => value))].filter((value) => value !== BASE)
  const levels = frames.map(({ value }) => {
    if (value === BASE) return undefined
    const number = Number.parseFloat(value) / (value.endsWith('%') ? 100 : 1)
    if (opacities.test(property) && !Number.isNaN(number)) return Math.min(1, Math.max(0, number))
    return (colours.test(property) ? luminanceOf(value) : undefined) ?? distinct.indexOf(value) % 2
  })
  const isDark = levels.every((level) => level === undefined || level < 0.5)
  return frames.map(({ at }, n) => ({ at, level: levels[n] ?? (isDark ? 1 : 0) }))
}

function flashes(run: Run, { seconds, count, alternates }: Timing): boolean {
  const levels = levelsOf(run)
  const [first] = levels
  if (!(seconds > 0 && seconds < Number.POSITIVE_INFINITY) || !first || levels.length < 2) return false
  const turns: Turns = [{ time: 0, level: first.level }]
  const most = fixed.svgFlashesPerSecondMax * 2
  // A run that changes anything changes it once at least, so more runs show nothing new; of long runs a second spans two.
  const runs = Math.min(count, seconds >= 1 ? 2 : most + 3)
  for (let n = 0; n < runs; n++) {
    const isBack = alternates && n % 2 === 1
    for (const { at, level } of isBack ? levels.toReversed() : levels)
      addTurn(turns, { time: (n + (isBack ? 1 - at : at)) * seconds, level })
  }
  return turns.some(({ time }, n) => n > 0 && (turns[n + most]?.time ?? Number.POSITIVE_INFINITY) - time < 1 - 1e-9)
}

type Turns = [{ time: number; level: number }, ...{ time: number; level: number }[]]

/** Keeps the extremes only: a slow rise in many steps is one change. */
function addTurn(turns: Turns, next: Turns[0]) {
  const [before, last = turns[0]] = [turns.at(-2), turns.at(-1)]
  const change = next.level - last.level
  if (Math.abs(change) < LEAST_CHANGE) return
  const goesOn = before && Math.sign(last.level - before.level) === Math.sign(change)
  if (goesOn) turns[turns.length - 1] = next
  else turns.push(next)
}

/* SMIL */

const durations = /^\s*(?:(\d+):)?(?:(\d+):)?([\d.]+)(ms|s|min|h)?\s*$/
const units: Readonly<Record<string, number>> = { ms: 0.001, s: 1, min: 60, h: 3_600 }

function secondsOf(text = ''): number {
  const [, hours = 0, minutes = 0, number, unit = 's'] = durations.exec(text) ?? []
  return Number(hours) * 3_600 + Number(minutes) * 60 + Number(number) * (units[unit] ?? 1)
}

function smilFlashes(elements: readonly CleanElement[]): boolean {
  const animations = elements.filter(({ name }) => animationElements.has(name))
  const loops = loopsOf(animations)
  return animations.some((element) => {
    const run = smilRun(element)
    if (!run) return false
    const { attributes, name } = element
    const seconds = loops.get(element) ?? secondsOf(attributes.get('dur'))
    const repeats = Number(attributes.get('repeatCount') ?? 1)
    const restarts = loops.has(element) ? Number.POSITIVE_INFINITY : (attributes.get('begin') ?? '').split(';').length
    const count = Number.isNaN(repeats) || attributes.has('repeatDur') ? Number.POSITIVE_INFINITY : repeats
    // What is set once stays as it is; between its starts it is not set.
    return flashes(run, { seconds, count: (name === 'set' ? 1 : count) * restarts, alternates: false })
  })
}

const BASE = 'as it was before'

function smilRun({ name, attributes }: CleanElement): Run | undefined {
  const property = attributes.get('attributeName')?.trim() ?? ''
  if (!changesBrightness(property)) return undefined
  const listed = attributes.get('values')?.split(';') ?? [attributes.get('from') ?? BASE, attributes.get('to') ?? 'by']
  const values = listed.map((value) => value.trim()).filter((value, n) => value !== '' || n < listed.length - 1)
  const times = attributes.get('keyTimes')?.split(';').map(Number)
  const isDiscrete = name === 'set' || attributes.get('calcMode') === 'discrete'
  const gaps = isDiscrete ? values.length : values.length - 1
  return { property, frames: values.map((value, n) => ({ value, at: times?.[n] ?? n / gaps })) }
}

/** A longer circle takes longer than flashes do. */
const LOOP_MAX = 20

/** Animations that start each other in a circle repeat for ever, in the time that the circle takes. */
function loopsOf(animations: readonly CleanElement[]): Map<CleanElement, number> {
  const byId = new Map(animations.map((element) => [element.attributes.get('id') ?? '', element]))
  const loops = new Map<CleanElement, number>()
  for (const start of animations) {
    const seen = new Set<CleanElement>()
    let total = 0
    let element: CleanElement | undefined = start
    while (element && !seen.has(element) && seen.size < LOOP_MAX) {
      seen.add(element)
      total += secondsOf(element.attributes.get('dur')) || 0
      const [, id]: string[] = /([\w-]+)\.(?:begin|end|repeat)/.exec(element.attributes.get('begin') ?? '') ?? []
      element = id === undefined ? undefined : byId.get(id)
    }
    if (element === start) loops.set(start, total)
  }
  return loops
}

/* CSS */

const strings = /'(?:[^'\\]|\\.)*'/g
const times = /(?<![\w.])\d*\.?\d+(?:e[+-]?\d+)?m?s\b/gi
const secondsIn = (text: string) =>
  [...text.matchAll(times)].map(([time]) => Number.parseFloat(time) * (/ms$/i.test(time) ? 0.001 : 1))

/** Sheets are in their canonical form: strings in single quotes, so that no brace is hidden in one. */
function cssOf({ name, attributes, children }: CleanElement): string {
  const style = attributes.get('style')
  const sheet = name === 'style' ? children.filter((child) => typeof child === 'string').join('') : ''
  return `${sheet.replace(strings, "''")}${style ? `x{${style.replace(strings, "''")}}` : ''}`
}

type Frame = { selectors: string; declarations: string }

/** One walk over the text: the frames of every animation by its name, and the declarations of all other rules. */
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

function cssFlashes(css: string): boolean {
  const { frames, rules } = readRules(css)
  if (frames.size === 0) return false
  const timings = timingsByName(rules, css)
  for (const [name, own] of frames)
    for (const run of runsOf(own)) if (timings.get(name)?.some((timing) => flashes(run, timing))) return true
  return false
}

/** How the rules run each animation: of rules that differ in the duration alone the shortest counts. */
function timingsByName(rules: readonly string[], css: string): Map<string, Timing[]> {
  const read = rules.filter((rule) => rule.includes('animation')).map(readTiming)
  const unnamed = read.filter(({ names }) => names.length === 0)
  const elsewhere = least(unnamed.map(({ seconds }) => seconds))
  const isEndlessElsewhere = unnamed.some(({ isEndless }) => isEndless)
  const shortest = least(secondsIn(css))
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

/** Of those that last at all. */
const least = (seconds: readonly number[]) =>
  seconds.reduce((found, each) => (each > 0 && each < found ? each : found), Number.POSITIVE_INFINITY)

/** Of one animation; further counts of runs are not looked at. */
const TIMINGS_MAX = 20

function runsOf(own: readonly Frame[]): Run[] {
  const frames = own.flatMap(({ selectors, declarations }) =>
    selectors.split(',').map((selector) => ({ at: placeOf(selector.trim()), values: valuesOf(declarations) })),
  )
  frames.sort((a, b) => a.at - b.at)
  const properties = new Set(frames.flatMap(({ values }) => [...values.keys()].filter(changesBrightness)))
  return [...properties].map((property) => {
    const set = frames.flatMap(({ at, values }) => (values.has(property) ? [{ at, value: values.get(property)! }] : []))
    if (set[0]?.at !== 0) set.unshift({ at: 0, value: BASE })
    if (set.at(-1)?.at !== 1) set.push({ at: 1, value: BASE })
    return { property, frames: set }
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

/** What a rule says about animations; `names` holds every word that may be one, and nothing where none is named. */
function readTiming(rule: string) {
  const values = [...valuesOf(rule)].filter(([property]) => /^(?:-webkit-)?animation/.test(property))
  const valuesIn = (pattern: RegExp) => values.filter(([property]) => pattern.test(property)).map(([, value]) => value)
  // Of a shorthand the first time is the duration, and the second one a delay.
  const durations = valuesIn(/animation(?:-duration)?$/)
    .flatMap((value) => value.split(','))
    .flatMap((part) => secondsIn(part)[0] ?? [])
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
    isComputed: /\b(?:var|calc|min|max|clamp)\(/.test(text),
    isEndless: /\binfinite\b/.test(text),
    count: [...text.matchAll(/(?<![\w.#(-])\d+(?=[\s,]|$)/g)].reduce(
      (most, [count]) => Math.max(most, Number(count)),
      1,
    ),
    alternates: /\balternate\b/.test(text),
  }
}
