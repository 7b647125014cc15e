/** Reads how animations move elements, and the dashes of their lines. */
import { animationElements } from '../names.ts'
import type { CleanElement } from '../serialize.ts'
import { numbersIn } from '../work/geometry.ts'
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
    const stops = stopsOf(element, frames)
    if (!target || !isMoved(stops)) continue
    const timing = { seconds: secondsOf(attributes.get('dur')), count: countOf(attributes), alternates: false }
    const isOfDashes = attributes.get('attributeName')?.trim() === dashes
    moves.set(target, [...(moves.get(target) ?? []), { stops, timing, isSudden, isOfDashes }])
  }
  return moves
}

const isMoved = ([first, ...others]: readonly Stop[]) => others.some(({ x, y }) => x !== first?.x || y !== first?.y)

function stopsOf({ name, attributes }: CleanElement, frames: { at: number; value: string }[]): Stop[] {
  const property = attributes.get('attributeName')?.trim() ?? ''
  const data = attributes.get('path')
  if (name === 'animateMotion' && data) return stopsAlong(data)
  const isShift = name === 'animateTransform' && attributes.get('type')?.trim() === 'translate'
  const isPair = name === 'animateMotion' || isShift || property === 'viewBox'
  const isSideways = sideways.has(property) || property === dashes
  if (!isPair && !isSideways && !upright.has(property)) return []
  return frames.map(({ at, value }) => {
    const [first = 0, second = 0] = value === BASE ? [] : numbersIn(value)
    if (isPair) return { at, x: first, y: second }
    return isSideways ? { at, x: first, y: 0 } : { at, x: 0, y: first }
  })
}

function stopsAlong(data: string): Stop[] {
  const points = pathPoints(data)
  const last = Math.max(1, points.length / 2 - 1)
  return Array.from({ length: points.length / 2 }, (_, n) => ({
    at: n / last,
    x: points[2 * n] ?? 0,
    y: points[2 * n + 1] ?? 0,
  }))
}

/** The movements by CSS, by the name of their keyframes. */
export function readCssMoves(root: CleanElement): Map<string, Travel[]> {
  const moves = new Map<string, Travel[]>()
  for (const { name, frames, timings, isSudden } of readKeyframes(root))
    for (const isOfDashes of [false, true]) {
      const stops = frames.map(({ at, values }): Stop => ({ at, ...(isOfDashes ? offsetIn(values) : placeIn(values)) }))
      if (stops[0]?.at !== 0) stops.unshift({ at: 0, x: 0, y: 0 })
      if (stops.at(-1)?.at !== 1) stops.push({ at: 1, x: 0, y: 0 })
      if (!isMoved(stops)) continue
      const travels = timings.map((timing) => ({ stops, timing, isSudden, isOfDashes }))
      moves.set(name, [...(moves.get(name) ?? []), ...travels])
    }
  return moves
}

type Declarations = ReadonlyMap<string, string>
const numberIn = (values: Declarations, property: string) => numbersIn(values.get(property) ?? '')[0] ?? 0
const offsetIn = (values: Declarations) => ({ x: numberIn(values, dashes), y: 0 })

const shifts = /(translate(?:3d|[xy])?)\(([^()]*)\)/gi

function placeIn(values: Declarations): { x: number; y: number } {
  let [x = 0, y = 0] = numbersIn(values.get('translate') ?? '')
  for (const [, name = '', inside = ''] of (values.get('transform') ?? '').matchAll(shifts)) {
    const [first = 0, second = 0] = numbersIn(inside)
    const isUpright = /y$/i.test(name)
    x += isUpright ? 0 : first
    y += isUpright ? first : second
  }
  const add = (properties: Iterable<string>) => [...properties].reduce((sum, each) => sum + numberIn(values, each), 0)
  return { x: x + add(sideways), y: y + add(upright) }
}
