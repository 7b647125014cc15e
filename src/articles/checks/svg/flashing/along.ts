/** Follows the path of an `animateMotion` or of an `offset-path`. */
import type { CleanElement } from '../serialize.ts'
import { type Matrix, numbersIn } from '../work/geometry.ts'
import { framesOf } from './smil.ts'
import { ofPath } from './subpaths.ts'
import { turnIn } from './texts.ts'
import type { Run } from './turns.ts'

/** The map that leads to a part of the path, from 0 to 1, and its length. */
export type Along = { at: (part: number) => Matrix; length: number }
/** `turned` is a fixed angle in degrees, `isAuto` adds the direction of the path. */
export type Turn = { turned: number; isAuto: boolean }

export function along(points: readonly number[], { turned, isAuto }: Turn): Along {
  const lines: { x: number; y: number; dx: number; dy: number; length: number; from: number }[] = []
  let total = 0
  for (let n = 2; n + 1 < points.length; n += 2) {
    const [x, y] = [points[n - 2] as number, points[n - 1] as number]
    const [dx, dy] = [(points[n] as number) - x, (points[n + 1] as number) - y]
    const length = Math.hypot(dx, dy)
    if (length > 0) lines.push({ x, y, dx, dy, length, from: total })
    total += length
  }
  const at = (part: number): Matrix => {
    const way = part * total
    const line = lines.findLast(({ from }) => from <= way) ?? lines[0]
    if (!line) return [1, 0, 0, 1, points[0] ?? 0, points[1] ?? 0]
    const done = (way - line.from) / line.length
    const angle = (isAuto ? Math.atan2(line.dy, line.dx) : 0) + (turned * Math.PI) / 180
    const [cos, sin] = [Math.cos(angle), Math.sin(angle)]
    return [cos, sin, -sin, cos, line.x + done * line.dx, line.y + done * line.dy]
  }
  return { at, length: total }
}

const turnOf = (text: string): Turn => ({ isAuto: /auto|reverse/.test(text), turned: turnIn(text) })

/** The path of an `animateMotion`, and how far it has gone at its times. */
export function pathOf(
  { attributes, children }: CleanElement,
  pathById: (id: string) => string | undefined,
): { along: Along; frames: Omit<Run, 'property'> } {
  const [child] = children.filter((each) => typeof each !== 'string')
  const data = (child && pathById(child.attributes.get('href')?.slice(1) ?? '')) ?? attributes.get('path')
  const own = framesOf(attributes)
  const numbers = own.frames.map(({ value }) => numbersIn(value === 'by' ? (attributes.get('by') ?? '') : value))
  const points = data ? ofPath(data).flat() : numbers.flatMap(([x = 0, y = 0]) => [x, y])
  const way = along(points, turnOf(attributes.get('rotate') ?? '0'))
  const keyPoints = attributes.get('keyPoints')?.split(';').map(Number)
  // Otherwise it goes as fast everywhere, which is usual for a motion.
  const goesByTimes = keyPoints || (data ? /discrete/ : /discrete|linear|spline/).test(attributes.get('calcMode') ?? '')
  const times = goesByTimes ? attributes.get('keyTimes')?.split(';').map(Number) : undefined
  const places = keyPoints ?? (goesByTimes ? lengthsAlong(points) : [0, 1])
  const gaps = places.length - (attributes.get('calcMode') === 'discrete' ? 0 : 1)
  const frames = places.map((place, n) => ({ at: times?.[n] ?? n / (gaps || 1), value: String(place) }))
  return { along: way, frames: { frames, isSudden: own.isSudden } }
}

function lengthsAlong(points: readonly number[]): number[] {
  const steps = points
    .slice(2)
    .flatMap((to, n) => (n % 2 ? [] : [Math.hypot(to - (points[n] ?? 0), (points[n + 3] ?? 0) - (points[n + 1] ?? 0))]))
  const total = steps.reduce((sum, step) => sum + step, 0) || 1
  const sums = [0]
  for (const step of steps) sums.push((sums.at(-1) ?? 0) + step / total)
  return sums
}
