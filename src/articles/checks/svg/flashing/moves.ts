/** Reads how animations move elements, and the dashes of their lines. */
import { animationElements } from '../names.ts'
import type { CleanElement } from '../serialize.ts'
import { pathPoints } from '../work/outline.ts'
import { readKeyframes } from './css.ts'
import { secondsOf } from './delays.ts'
import { collect, countOf, framesOf } from './smil.ts'
import type { Stop, Travel } from './travel.ts'
import { BASE } from './turns.ts'

const sideways = new Set(['x', 'cx', 'x1', 'x2'])
const upright = new Set(['y', 'cy', 'y1', 'y2'])
const dashes = 'stroke-dashoffset'

export function readSmilMoves(root: CleanElement): Map<CleanElement, Travel[]> {
  const byId = new Map<string, CleanElement>()
  const found: { element: CleanElement; parent: CleanElement | undefined }[] = []
  collect(root, (element, parent) => {
    byId.set(element.attributes.get('id') ?? '', element)
    if (animationElements.has(element.name)) found.push({ element, parent })
  })
  const moves = new Map<CleanElement, Travel[]>()
  for (const { element, parent } of found) {
    const { attributes } = element
    const href = attributes.get('href')
    const target = href ? byId.get(href.slice(1)) : parent
    const { frames, isSudden } = framesOf(attributes)
    const stops = stopsOf(element, frames, byId)
    if (!target || !isMoved(stops)) continue
    const timing = { seconds: secondsOf(attributes.get('dur')), count: countOf(attributes), alternates: false }
    const isOfDashes = attributes.get('attributeName')?.trim() === dashes
    moves.set(target, [...(moves.get(target) ?? []), { stops, timing, isSudden, isOfDashes }])
  }
  return moves
}

const isMoved = ([first, ...others]: readonly Stop[]) =>
  others.some(
    ({ x, y, percent }) =>
      x !== first?.x || y !== first.y || percent.x !== first.percent.x || percent.y !== first.percent.y,
  )

function pathNamedBy({ children }: CleanElement, byId: ReadonlyMap<string, CleanElement>): string | undefined {
  const [child] = children.filter((each) => typeof each !== 'string')
  return child && byId.get(child.attributes.get('href')?.slice(1) ?? '')?.attributes.get('d')
}

function stopsOf(
  element: CleanElement,
  frames: { at: number; value: string }[],
  byId: ReadonlyMap<string, CleanElement>,
): Stop[] {
  const { name, attributes } = element
  const property = attributes.get('attributeName')?.trim() ?? ''
  const data = attributes.get('path') ?? pathNamedBy(element, byId)
  if (name === 'animateMotion' && data) return stopsAlong(data)
  const isShift = name === 'animateTransform' && attributes.get('type')?.trim() === 'translate'
  const isPair = name === 'animateMotion' || isShift || property === 'viewBox'
  const isSideways = sideways.has(property) || property === dashes
  if (!isPair && !isSideways && !upright.has(property)) return []
  return frames.map(({ at, value }) => {
    const [first, second] = value === BASE ? [] : lengthsIn(value)
    if (isPair) return placed(at, [first], [second])
    return isSideways ? placed(at, [first], []) : placed(at, [], [first])
  })
}

type Length = { number: number; isPercent: boolean }
const lengths = /([+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?)(%|em|rem)?/gi
const FONT_SIZE = 16

function lengthsIn(text: string): Length[] {
  return [...text.matchAll(lengths)].map(([, number, unit = '']) => {
    if (unit === '%') return { number: Number(number) / 100, isPercent: true }
    return { number: Number(number) * (unit ? FONT_SIZE : 1), isPercent: false }
  })
}

/** Adds up lengths sideways and upright. */
function placed(at: number, across: readonly (Length | undefined)[], down: readonly (Length | undefined)[]): Stop {
  const sum = (all: readonly (Length | undefined)[], percent: boolean) =>
    all.reduce((total, length) => total + (length?.isPercent === percent ? length.number : 0), 0)
  const stop = { at, x: sum(across, false), y: sum(down, false) }
  return { ...stop, percent: { x: sum(across, true), y: sum(down, true) } }
}

function stopsAlong(data: string): Stop[] {
  const points = pathPoints(data)
  const last = Math.max(1, points.length / 2 - 1)
  return Array.from({ length: points.length / 2 }, (_, n) => ({
    at: n / last,
    x: points[2 * n] ?? 0,
    y: points[2 * n + 1] ?? 0,
    percent: { x: 0, y: 0 },
  }))
}

/** The movements by CSS, by the name of their keyframes. */
export function readCssMoves(root: CleanElement): Map<string, Travel[]> {
  const moves = new Map<string, Travel[]>()
  for (const { name, frames, timings, isSudden } of readKeyframes(root))
    for (const isOfDashes of [false, true]) {
      const stops = frames.map(({ at, values }) =>
        isOfDashes ? placed(at, lengthsOf(values, dashes), []) : placeIn(at, values),
      )
      if (stops[0]?.at !== 0) stops.unshift(placed(0, [], []))
      if (stops.at(-1)?.at !== 1) stops.push(placed(1, [], []))
      if (!isMoved(stops)) continue
      const travels = timings.map((timing) => ({ stops, timing, isSudden, isOfDashes }))
      moves.set(name, [...(moves.get(name) ?? []), ...travels])
    }
  return moves
}

type Declarations = ReadonlyMap<string, string>
const lengthsOf = (values: Declarations, property: string) => lengthsIn(values.get(property) ?? '').slice(0, 1)

const shifts = /(translate(?:3d|[xy])?)\(([^()]*)\)/gi

function placeIn(at: number, values: Declarations): Stop {
  const [x, y] = lengthsIn(values.get('translate') ?? '')
  const [across, down] = [[x], [y]]
  for (const [, name = '', inside = ''] of (values.get('transform') ?? '').matchAll(shifts)) {
    const [first, second] = lengthsIn(inside)
    if (!/y$/i.test(name)) across.push(first)
    down.push(/y$/i.test(name) ? first : second)
  }
  for (const property of sideways) across.push(...lengthsOf(values, property))
  for (const property of upright) down.push(...lengthsOf(values, property))
  return placed(at, across, down)
}
