/** Finds which points of the picture a shape holds. */
import type { CleanElement } from '../serialize.ts'
import { type Box, boxOf, grow, type Matrix } from '../work/geometry.ts'
import type { Mark } from '../work/painter.ts'
import { lengthsAt } from '../work/place.ts'
import { type Subpath, subpathsOf } from './subpaths.ts'

/** A shape with its lines on the canvas, and their number. Shapes that look alike have the same key. */
export type Shape = { box: Box; paths: Subpath[]; lines: number; isFilled: boolean; reach: number } & Look

/** Attributes that only say where a shape is, and how large. */
const placing = /^(?:[cr]?[xy]|[xy][12]|r|d|points|width|height|transform|pathLength|stroke-(?:width|line.*))$/

/** What may let through what is below. */
const seeThrough =
  /opacity|blend|filter|mask|clip|transparent|url\(|var\(|\/|#(?:[\da-f]{4}|[\da-f]{8})\b|\b(?:rgb|hsl)a/i
/**
 * A number for each element, which is the same for those that look alike apart from their place. Of those that hide
 * what is below them, several over each other look like one.
 */
export type Look = { key: number; hides: boolean }

export function looksIn(root: CleanElement): Map<CleanElement, Look> {
  const looks = new Map<CleanElement, Look>()
  const read = (element: CleanElement, outer: Look) => {
    let { key, hides } = outer
    for (const [name, value] of element.attributes) {
      if (placing.test(name)) continue
      const text = `${name}=${value}`
      key = hashOf(key, text)
      if (seeThrough.test(text)) hides = false
    }
    looks.set(element, { key, hides })
    for (const child of element.children) if (typeof child !== 'string') read(child, { key, hides })
  }
  read(root, { key: 1, hides: !hasSheet(root) })
  return looks
}

/** Which elements a style sheet makes transparent is not examined. */
const hasSheet = ({ name, children }: CleanElement): boolean =>
  children.some((child) => (typeof child === 'string' ? name === 'style' && seeThrough.test(child) : hasSheet(child)))

function hashOf(before: number, text: string): number {
  let hash = before
  for (let n = 0; n < text.length; n++) hash = Math.imul(hash ^ text.charCodeAt(n), 0x01000193)
  return hash
}

export function shapesOf(marks: readonly Mark[], looks: ReadonlyMap<CleanElement, Look>): Shape[] {
  return marks.map(({ element, values, place, isFilled, stroke }) => {
    const paths = subpathsOf(element, values, { ...lengthsAt(place, element.attributes), font: place.fonts.font }).map(
      (path) => moved(path, place.matrix),
    )
    const reach = stroke / 2
    const box = grow(boxOf(paths.flat()), reach)
    const { key, hides } = looks.get(element) ?? { key: 1, hides: false }
    const paint = [...place.inherited.fill, '', ...place.inherited.stroke].join()
    const lines = paths.reduce((sum, path) => sum + path.length / 2, 0)
    return { box, paths, lines, isFilled, reach, key: hashOf(key, paint), hides: hides && !seeThrough.test(paint) }
  })
}

function moved(path: Subpath, [a, b, c, d, e, f]: Matrix): Subpath {
  const points: Subpath = []
  for (let n = 0; n + 1 < path.length; n += 2) {
    const [x, y] = [path[n] as number, path[n + 1] as number]
    points.push(a * x + c * y + e, b * x + d * y + f)
  }
  return points
}

/**
 * A number for the shapes that hold a point, from the lowest to the uppermost, and how many lines were compared with the
 * point.
 */
export function keyAt(shapes: readonly Shape[], x: number, y: number, wider: number): { key: number; lines: number } {
  let [key, last, lines] = [0, 0, shapes.length]
  for (const shape of shapes) {
    const { left, top, right, bottom } = shape.box
    if (x < left || x > right || y < top || y > bottom || (shape.hides && shape.key === last)) continue
    lines += shape.lines
    if (!holds(shape, x, y, wider)) continue
    key = Math.imul(key, 31) + shape.key
    last = shape.key
  }
  return { key, lines }
}

/** Whether a shape holds a point in its box. `wider` is by how much its stroke is wider than usual. */
function holds({ paths, isFilled, reach }: Shape, x: number, y: number, wider: number): boolean {
  let isInside = false
  const near = (reach * wider) ** 2
  for (const path of paths) {
    const end = path.length - 2
    for (let n = 0; n < path.length; n += 2) {
      const [x1, y1] = [path[n] as number, path[n + 1] as number]
      // The last point is joined to the first one, where a fill ends.
      const next = n === end ? 0 : n + 2
      const [x2, y2] = [path[next] as number, path[next + 1] as number]
      if (isFilled && y1 > y !== y2 > y && x < ((x2 - x1) * (y - y1)) / (y2 - y1) + x1) isInside = !isInside
      if (near === 0 || n === end) continue
      const [dx, dy] = [x2 - x1, y2 - y1]
      const along = Math.min(1, Math.max(0, ((x - x1) * dx + (y - y1) * dy) / (dx * dx + dy * dy || 1)))
      if ((x - x1 - along * dx) ** 2 + (y - y1 - along * dy) ** 2 <= near) return true
    }
  }
  return isInside
}
