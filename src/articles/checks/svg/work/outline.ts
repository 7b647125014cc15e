/**
 * Measures the box, the length and the vertices of a shape. Control points stand for curves, so no result is too small.
 */
import { must } from '../../../../kernel/must.ts'
import type { CleanElement } from '../serialize.ts'
import { type Box, boxOf, nowhere, numbersIn, union } from './geometry.ts'
import type { Values } from './styles.ts'

/** `crossings` is the approximate number of pairs of its lines that cross. */
export type Outline = { box: Box; length: number; vertices: number; crossings: number }

const empty: Outline = { box: nowhere, length: 0, vertices: 0, crossings: 0 }

type Length = (attribute: string) => number
/** Reads attributes that are lengths, by the direction of which a percentage is a part. */
export type Lengths = { across: Length; down: Length; along: Length }

/** `known` stores the outlines of path data, because a style sheet may give the same data to many elements. */
export function outlineOf(
  { name }: CleanElement,
  values: Values,
  { across, down, along, known }: Lengths & { known: Map<string, Outline> },
): Outline {
  switch (name) {
    case 'rect':
      return rectangle(across('x'), down('y'), across('width'), down('height'))
    case 'circle':
      return ellipse(across('cx'), down('cy'), along('r'), along('r'))
    case 'ellipse':
      return ellipse(across('cx'), down('cy'), across('rx') || down('ry'), down('ry') || across('rx'))
    case 'line':
      return polyline([across('x1'), down('y1'), across('x2'), down('y2')])
    case 'polyline':
    case 'polygon':
      return largest(values.get('points'), numbersIn, known)
    case 'path':
      return largest(values.get('d'), (value) => pathPoints(/path\(\s*'([^']*)'/.exec(value)?.[1] ?? value), known)
    default:
      return empty
  }
}

/** A shape may have several forms: by its attribute, a style sheet or an animation. The result covers all of them. */
function largest(
  forms: readonly string[] | undefined,
  points: (form: string) => number[],
  known: Map<string, Outline>,
): Outline {
  let whole = empty
  for (const form of forms ?? []) {
    const outline = known.get(form) ?? polyline(points(form))
    known.set(form, outline)
    whole = larger(whole, outline)
  }
  return whole
}

const larger = (one: Outline, other: Outline): Outline => ({
  box: union(one.box, other.box),
  length: Math.max(one.length, other.length),
  vertices: Math.max(one.vertices, other.vertices),
  crossings: Math.max(one.crossings, other.crossings),
})

const rectangle = (x: number, y: number, width: number, height: number): Outline => ({
  box: { left: x, top: y, right: x + width, bottom: y + height },
  length: 2 * (width + height),
  vertices: 4,
  crossings: 0,
})

const ellipse = (x: number, y: number, rx: number, ry: number): Outline => ({
  box: { left: x - rx, top: y - ry, right: x + rx, bottom: y + ry },
  length: Math.PI * (rx + ry),
  vertices: 4,
  crossings: 0,
})

function polyline(points: number[]): Outline {
  let [length, across, down] = [0, 0, 0]
  for (let n = 2; n + 1 < points.length; n += 2) {
    const dx = Math.abs((points[n] as number) - (points[n - 2] as number))
    const dy = Math.abs((points[n + 1] as number) - (points[n - 1] as number))
    length += Math.hypot(dx, dy)
    across += dx
    down += dy
  }
  const box = boxOf(points)
  // Lines that run back and forth over the same place in both directions cross each other. A long series of data does
  // not.
  const crossings = (across / (box.right - box.left)) * (down / (box.bottom - box.top))
  return {
    box,
    length,
    vertices: points.length / 2,
    crossings: Number.isFinite(crossings) ? crossings : 0,
  }
}

const numbersOf: Record<string, number> = { m: 2, l: 2, t: 2, h: 1, v: 1, s: 4, q: 4, c: 6, a: 7 }
const commands = /([mlthvsqcaz])([^mlthvsqcaz]*)/gi

/** In an arc the fourth and fifth numbers are flags, which need no space after them. */
function arcNumbers(text: string): number[] {
  const [number, flag] = [/[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?/gi, /[01]/g]
  const numbers: number[] = []
  for (let at = 0; ; ) {
    const next = numbers.length % 7 === 3 || numbers.length % 7 === 4 ? flag : number
    next.lastIndex = at
    const found = next.exec(text)
    if (!found) return numbers
    numbers.push(Number(found[0]))
    at = next.lastIndex
  }
}

/** How far an arc may reach beyond its ends: a small one by no more than a half circle over its ends would. */
function reachOf(rx: number, ry: number, isLarge: boolean, chord: number): readonly [x: number, y: number] {
  const most = isLarge ? Number.POSITIVE_INFINITY : (chord * Math.max(rx, ry)) / Math.min(rx, ry) / 2
  return [Math.min(rx, most), Math.min(ry, most)]
}

/**
 * One command of path data with its numbers in absolute coordinates. `from` is where it begins. A part that goes across
 * or down is a line, and one that closes the path leads back to its start.
 */
type PathPart = { letter: string; from: readonly [x: number, y: number]; numbers: number[] }

export function* pathParts(data: string): Generator<PathPart> {
  let [x, y] = [0, 0]
  let [startX, startY] = [x, y]
  for (const [, written = '', text = ''] of data.matchAll(commands)) {
    const lower = written.toLowerCase()
    const isRelative = written === lower
    if (lower === 'z') {
      const from = [x, y] as const
      ;[x, y] = [startX, startY]
      yield { letter: 'z', from, numbers: [x, y] }
      continue
    }
    const size = must(numbersOf[lower], 'a command of a path')
    const all = lower === 'a' ? arcNumbers(text) : numbersIn(text)
    for (let at = 0; at + size <= all.length; at += size) {
      const from = [x, y] as const
      const [fromX, fromY] = isRelative ? from : [0, 0]
      const part = (n: number) => all[at + n] ?? 0
      if (lower === 'h') x = fromX + part(0)
      else if (lower === 'v') y = fromY + part(0)
      else [x, y] = [fromX + part(size - 2), fromY + part(size - 1)]
      const before: number[] = []
      if (lower === 'a') for (let n = 0; n < 5; n++) before.push(part(n))
      else for (let n = 0; n + 2 < size; n += 2) before.push(fromX + part(n), fromY + part(n + 1))
      const letter = lower === 'm' && at > 0 ? 'l' : lower
      if (letter === 'm') [startX, startY] = [x, y]
      yield { letter, from, numbers: [...before, x, y] }
    }
  }
}

/** The end points and control points of path data, in absolute coordinates. */
export function pathPoints(data: string): number[] {
  const points: number[] = []
  for (const { letter, from, numbers } of pathParts(data)) {
    if (letter !== 'a') {
      points.push(...numbers)
      continue
    }
    // An arc reaches beyond its ends by its radii at most. Without a radius it is a straight line.
    const [rx, ry, , isLarge, , endX, endY] = numbers as [number, number, number, number, number, number, number]
    const [x, y] = from
    const chord = Math.hypot(endX - x, endY - y)
    const [reachX, reachY] = reachOf(Math.abs(rx), Math.abs(ry), isLarge === 1, chord)
    if (rx !== 0 && ry !== 0) {
      points.push(Math.min(x, endX) - reachX, Math.min(y, endY) - reachY)
      points.push(Math.max(x, endX) + reachX, Math.max(y, endY) + reachY)
    }
    points.push(endX, endY)
  }
  return points
}
