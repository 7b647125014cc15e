/** Reads animation elements that change brightness. */
import { animationElements } from '../names.ts'
import type { CleanElement } from '../serialize.ts'
import { type Animation, isUsedElsewhere } from './animations.ts'
import { delaysOf, secondsOf } from './delays.ts'
import { BASE, changesPicture, isSteep, type Run, type Timing } from './turns.ts'

/** `delay` is NaN if several are possible, and undefined if the animation never begins. */
export type SmilAnimation = {
  element: CleanElement
  target: CleanElement | undefined
  timing: Timing
  delay: number | undefined
}

export function smilAnimations(root: CleanElement, byId: Map<string, CleanElement>): SmilAnimation[] {
  const animations: CleanElement[] = []
  const targets = new Map<CleanElement, CleanElement | undefined>()
  collect(root, (element, parent) => {
    byId.set(element.attributes.get('id') ?? '', element)
    if (animationElements.has(element.name)) animations.push(element)
    targets.set(element, parent)
  })
  const [loops, delays] = [loopsOf(animations), delaysOf(animations)]
  return animations.map((element) => {
    const { attributes, name } = element
    const href = attributes.get('href')
    const target = href ? byId.get(href.slice(1)) : targets.get(element)
    const starts = (attributes.get('begin') ?? '').split(';').length
    const restarts = loops.has(element) ? Number.POSITIVE_INFINITY : starts
    const count = countOf(attributes)
    const timing = {
      seconds: loops.get(element) ?? (attributes.has('dur') ? secondsOf(attributes.get('dur')) : AT_ONCE),
      // Repeating a `set` changes nothing. Between its starts the value is not set.
      count: (name === 'set' ? 1 : count) * restarts,
      alternates: false,
    }
    return { element, target, timing, delay: delays.get(element) }
  })
}

export const readSmil = (animations: readonly SmilAnimation[]): Animation[] =>
  animations.flatMap(({ element, target, timing, delay }) => {
    const run = runOf(element, target)
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

function runOf({ name, attributes }: CleanElement, target: CleanElement | undefined): Run | undefined {
  const isTransform = name === 'animateTransform'
  const property = attributes.get(isTransform ? 'type' : 'attributeName')?.trim() ?? ''
  const isMovement = !changesPicture(property) && !(target && isUsedElsewhere(target))
  if (name === 'animateMotion' || isMovement) return undefined
  return { property, ...framesOf(attributes, name) }
}

/** The values of an animation element at their times. A value that is not written counts as the first state. */
export function framesOf(attributes: ReadonlyMap<string, string>, name = ''): Omit<Run, 'property'> {
  if (name === 'set') {
    const [to, isLasting] = [attributes.get('to')?.trim() ?? '', !attributes.has('dur')]
    const frames = [BASE, to, isLasting ? to : BASE].map((value, n) => ({ value, at: n === 2 ? 1 : 0 }))
    return { isSudden: true, frames }
  }
  const listed = attributes.get('values')?.split(';') ?? [attributes.get('from') ?? BASE, attributes.get('to') ?? 'by']
  const values = listed.map((value) => value.trim()).filter((value, n) => value !== '' || n < listed.length - 1)
  const times = attributes.get('keyTimes')?.split(';').map(Number)
  const mode = attributes.get('calcMode')
  const gaps = mode === 'discrete' ? values.length : values.length - 1
  const frames = values.map((value, n) => ({ value, at: times?.[n] ?? n / gaps }))
  const splines = mode === 'spline' ? (attributes.get('keySplines') ?? '').split(';') : []
  return { isSudden: mode === 'discrete' || splines.some(isSteep), frames }
}

/** A circle of more animations than this is too slow to flash. */
const LOOP_MAX = 20

/** Animations that start each other in a circle repeat for ever. The result is the time that each circle takes. */
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
