/** Reads animation elements that change brightness. */
import { animationElements } from '../names.ts'
import type { CleanElement } from '../serialize.ts'
import { numbersIn } from '../work/geometry.ts'
import { type Animation, isUsedElsewhere } from './animations.ts'
import { type Begin, beginsOf, secondsOf } from './delays.ts'
import { sumOf } from './texts.ts'
import { BASE, changesPicture, isSteep, type Run, type Timing } from './turns.ts'

/** `delay` is NaN if several are possible, and undefined if the animation never begins. */
export type SmilAnimation = {
  element: CleanElement
  target: CleanElement | undefined
  timing: Timing
  delay: number | undefined
  /** The share of a run that its values take. */
  share: number
  /** Whether each run is a new beginning, and no repetition. */
  beginsAgain: boolean
}

export function smilAnimations(root: CleanElement, byId: Map<string, CleanElement>): SmilAnimation[] {
  const animations: CleanElement[] = []
  const targets = new Map<CleanElement, CleanElement | undefined>()
  collect(root, (element, parent) => {
    byId.set(element.attributes.get('id') ?? '', element)
    if (animationElements.has(element.name)) animations.push(element)
    targets.set(element, parent)
  })
  const beginOf = beginsOf(animations)
  return animations.map((element) => {
    const { attributes } = element
    const href = attributes.get('href')
    const target = href ? byId.get(href.slice(1)) : targets.get(element)
    const begin = beginOf(element)
    return { element, target, delay: begin.delay, ...timingOf(element, begin) }
  })
}

/** How long a run lasts if something unknown begins it again. */
const UNKNOWN_GAP = 1 / 8
/** Three quick flashes and then no more pass. What repeats goes on afterwards as if it had begun once. */
const FEW_BEGINS = 3

/** If an animation begins again, a run is what is seen until then. */
function timingOf({ name, attributes }: CleanElement, { gap, count: begins }: Begin) {
  const own = attributes.has('dur') ? secondsOf(attributes.get('dur')) : AT_ONCE
  const next = Number.isNaN(gap) ? UNKNOWN_GAP : gap
  // Repeating a `set` changes nothing. Between its starts the value is not set.
  const repeats = name === 'set' ? 1 : countOf(attributes)
  const isCut = next < own && begins > FEW_BEGINS
  if (next === Number.POSITIVE_INFINITY || (repeats > 1 && !isCut))
    return { timing: { seconds: own, count: repeats * begins, alternates: false }, share: 1, beginsAgain: false }
  return { timing: { seconds: next, count: begins, alternates: false }, share: own / next, beginsAgain: true }
}

export const readSmil = (animations: readonly SmilAnimation[]): Animation[] =>
  animations.flatMap(({ element, target, timing, delay, share }) => {
    const run = runOf(element, target, share)
    if (!run) return []
    return [{ runs: [run], timing, target: target && delay !== undefined ? { element: target, delay } : undefined }]
  })

function countOf(attributes: ReadonlyMap<string, string>): number {
  const repeats = Number(attributes.get('repeatCount') ?? 1)
  return Number.isNaN(repeats) || attributes.has('repeatDur') ? Number.POSITIVE_INFINITY : repeats
}

function collect(
  element: CleanElement,
  found: (element: CleanElement, parent: CleanElement | undefined) => void,
  parent?: CleanElement,
) {
  found(element, parent)
  for (const child of element.children) if (typeof child !== 'string') collect(child, found, element)
}

/** The duration of an animation that has none: it changes the drawing once, when it begins. */
const AT_ONCE = 1 / 60

function runOf({ name, attributes }: CleanElement, target: CleanElement | undefined, share: number): Run | undefined {
  const isTransform = name === 'animateTransform'
  const property = attributes.get(isTransform ? 'type' : 'attributeName')?.trim() ?? ''
  const isMovement = !changesPicture(property) && !(target && isUsedElsewhere(target))
  if (name === 'animateMotion' || isMovement) return undefined
  return { property, ...fitted(framesOf(attributes, name), share, attributes) }
}

/** The values of an animation element at their times. A value that is not written counts as the first state. */
export function framesOf(attributes: ReadonlyMap<string, string>, name = ''): Omit<Run, 'property'> {
  if (name === 'set') {
    const [to, isLasting] = [attributes.get('to')?.trim() ?? '', !attributes.has('dur')]
    const frames = [BASE, to, isLasting ? to : BASE].map((value, n) => ({ value, at: n === 2 ? 1 : 0 }))
    return { isSudden: true, frames }
  }
  const [from, to, by] = ['from', 'to', 'by'].map((each) => attributes.get(each))
  const sum = from !== undefined && by !== undefined ? reachedFrom(from, by) : 'by'
  const listed = attributes.get('values')?.split(';') ?? [from ?? BASE, to ?? sum]
  const values = listed.map((value) => value.trim()).filter((value, n) => value !== '' || n < listed.length - 1)
  const times = attributes.get('keyTimes')?.split(';').map(Number)
  const mode = attributes.get('calcMode')
  const gaps = mode === 'discrete' ? values.length : values.length - 1
  const frames = values.map((value, n) => ({ value, at: times?.[n] ?? n / gaps }))
  const splines = mode === 'spline' ? (attributes.get('keySplines') ?? '').split(';') : []
  return { isSudden: mode === 'discrete' || splines.some(isSteep), frames }
}

/** Of colours that are not written as numbers the sum is only another value. */
function reachedFrom(value: string, by: string): string {
  if (/#/.test(value + by) || !/\d/.test(value)) return 'by'
  const missing = numbersIn(by).slice(numbersIn(value).length)
  return sumOf(value + ' 0'.repeat(missing.length), by)
}

/** The frames in a run of which an animation takes a share, or in which only its beginning is seen. */
export function fitted(
  { frames, isSudden }: Omit<Run, 'property'>,
  share: number,
  attributes: ReadonlyMap<string, string>,
): Omit<Run, 'property'> {
  const last = frames.at(-1)
  if (!(share !== 1 && share > 0) || !last) return { isSudden, frames }
  const placed = frames.map((frame) => ({ ...frame, at: frame.at * share }))
  if (share > 1) {
    const end = placed.findIndex(({ at }) => at >= 1)
    const isLeftOut = end === -1 || attributes.get('calcMode') === 'discrete'
    const cut = { ...(placed[end] ?? last), at: 1 }
    return { isSudden, frames: [...placed.filter(({ at }) => at < 1), ...(isLeftOut ? [] : [cut])] }
  }
  const left = attributes.get('fill') === 'freeze' ? last.value : BASE
  return { isSudden, frames: [...placed, ...[share, 1].map((at) => ({ at, value: left }))] }
}
