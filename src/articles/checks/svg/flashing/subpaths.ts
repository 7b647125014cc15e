/** Draws the outline of a shape as lines, close enough to see which points of the picture it holds. */
import type { CleanElement } from '../serialize.ts'
import { numbersIn } from '../work/geometry.ts'
import { type Lengths, pathParts } from '../work/outline.ts'
import type { Values } from '../work/styles.ts'

/** The points of one line: x and y in turns. */
export type Subpath = number[]

export function subpathsOf(
  { name, children }: CleanElement,
  values: Values,
  { across, down, along, font }: Lengths & { font: number },
): Subpath[] {
  switch (name) {
    case 'text':
    case 'tspan':
    case 'textPath': {
      // Letters are about as wide as half of their distance, and as high as their font.
      const letters = [...children.filter((child) => typeof child === 'string').join('')]
      const [x, y] = [across('x') + across('dx'), down('y') + down('dy')]
      const step = LETTER * font
      return letters.map((_, n) => {
        const [left, right] = [x + n * step, x + (n + 0.5) * step]
        return [left, y - font, right, y - font, right, y, left, y, left, y - font]
      })
    }
    case 'rect': {
      const [x, y, width, height] = [across('x'), down('y'), across('width'), down('height')]
      return [[x, y, x + width, y, x + width, y + height, x, y + height, x, y]]
    }
    case 'circle':
      return [ellipse(across('cx'), down('cy'), along('r'), along('r'))]
    case 'ellipse':
      return [ellipse(across('cx'), down('cy'), across('rx') || down('ry'), down('ry') || across('rx'))]
    case 'line':
      return [[across('x1'), down('y1'), across('x2'), down('y2')]]
    case 'polyline':
    case 'polygon':
      return (values.get('points') ?? []).map(numbersIn)
    default:
      return (values.get('d') ?? []).flatMap((value) => ofPath(/path\(\s*'([^']*)'/.exec(value)?.[1] ?? value))
  }
}

/** The usual distance of letters, in font sizes. */
const LETTER = 0.6

/** As many lines stand for a full circle. */
const SIDES = 24
const ellipse = (x: number, y: number, rx: number, ry: number): Subpath =>
  Array.from({ length: SIDES + 1 }, (_, n) => (2 * Math.PI * n) / SIDES).flatMap((angle) => [
    x + rx * Math.cos(angle),
    y + ry * Math.sin(angle),
  ])

export function ofPath(data: string): Subpath[] {
  const paths: Subpath[] = []
  let path: Subpath = []
  for (const { letter, from, numbers } of pathParts(data)) {
    if (letter === 'm') {
      path = []
      paths.push(path)
    }
    if (letter === 'a') path.push(...arc(from, numbers))
    else if (/[csq]/.test(letter)) path.push(...bent([...from, ...numbers]))
    else path.push(...numbers)
  }
  return paths
}

const BENDS = [0.25, 0.5, 0.75, 1]

/** A curve with one or two control points between its ends. */
function bent(points: readonly number[]): number[] {
  const at = (own: readonly number[], t: number): number =>
    own.length === 1
      ? (own[0] as number)
      : at(
          own.slice(1).map((to, n) => (own[n] as number) * (1 - t) + to * t),
          t,
        )
  const [xs, ys] = [points.filter((_, n) => n % 2 === 0), points.filter((_, n) => n % 2 === 1)]
  return BENDS.flatMap((t) => [at(xs, t), at(ys, t)])
}

/** An arc from its end points to its centre (SVG 2, appendix B.2.4), without its rotation. */
function arc([x1, y1]: readonly [number, number], numbers: readonly number[]): number[] {
  const [rx0 = 0, ry0 = 0, , large = 0, sweep = 0, x2 = 0, y2 = 0] = numbers
  const chord = Math.hypot((x2 - x1) / 2 / rx0, (y2 - y1) / 2 / ry0)
  if (!(chord > 0) || !Number.isFinite(chord)) return [x2, y2]
  const [rx, ry] = [Math.abs(rx0) * Math.max(1, chord), Math.abs(ry0) * Math.max(1, chord)]
  // In the units of the radii the arc is a part of a circle.
  const [halfX, halfY] = [(x2 - x1) / 2 / rx, (y2 - y1) / 2 / ry]
  const half = Math.hypot(halfX, halfY)
  const off = (Math.sqrt(Math.max(0, 1 - half ** 2)) / half) * (large === sweep ? -1 : 1)
  const [cx, cy] = [x1 / rx + halfX - off * halfY, y1 / ry + halfY + off * halfX]
  const start = Math.atan2(y1 / ry - cy, x1 / rx - cx)
  const end = Math.atan2(y2 / ry - cy, x2 / rx - cx)
  const whole = 2 * Math.PI
  const turn = sweep ? (end - start + whole) % whole : -((start - end + whole) % whole)
  const count = Math.max(1, Math.ceil((Math.abs(turn) / whole) * SIDES))
  return Array.from({ length: count }, (_, n) => start + (turn * (n + 1)) / count).flatMap((angle) => [
    rx * (cx + Math.cos(angle)),
    ry * (cy + Math.sin(angle)),
  ])
}
