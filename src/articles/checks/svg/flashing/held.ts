/** Finds which points of the picture a shape holds. */
import type { CleanElement } from '../serialize.ts'
import { type Box, boxOf, grow, type Matrix, scaleOf } from '../work/geometry.ts'
import { lengthsAt, type Mark } from '../work/place.ts'
import { type Subpath, subpathsOf } from './subpaths.ts'

/** A point of the canvas; `n` is the number of its field. */
export type Spot = { x: number; y: number; n: number }
/** A share for each number, so that shares of numbers that follow each other are spread evenly. */
export const spread = (n: number) => (n * 0.618034) % 1
/** What is at a point: a number that changes when an edge passes, and how many lines were compared with the point. */
export type Filling = (point: Spot) => { key: number; lines: number }
/** The lengths of dashes and gaps in turns, their sum, and how far the first one is moved. */
type Dashes = { lengths: readonly number[]; sum: number; offset: number }
/** The width of a stroke and its dashes, in the units of its shape. */
export type Stroke = { width: number; dashes: readonly number[]; offset: number }
/** A shape with its lines on the canvas, and their number. Shapes that look alike have the same key. */
export type Shape = {
  box: Box
  paths: Subpath[]
  lines: number
  isFilled: boolean
  reach: number
  dashes: Dashes | undefined
  fillings: readonly Filling[]
} & Look

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

export const linesOf = ({ element, values, place }: Mark, form = element): Subpath[] =>
  subpathsOf(form, values, { ...lengthsAt(place, form.attributes), font: place.fonts.font })

/** `form` is the element as it is at some time. */
export function shapeOf(
  mark: Mark,
  form: CleanElement,
  { stroke, look, fillings }: { stroke: Stroke; look: Look; fillings: readonly Filling[] },
): Shape {
  const { place, isFilled } = mark
  const lines = linesOf(mark, form)
  const paths = lines.map((path) => moved(path, place.matrix))
  const scale = mark.stroke > 0 ? scaleOf(place.matrix) : 0
  const reach = (stroke.width * scale) / 2
  const paint = [...place.inherited.fill, '', ...place.inherited.stroke].join()
  const sum = stroke.dashes.reduce((all, length) => all + length, 0) * scale
  const whole = Number.parseFloat(form.attributes.get('pathLength') ?? '')
  const unit = scale * (whole > 0 && sum > 0 ? lengthOf(lines) / whole : 1)
  return {
    box: grow(boxOf(paths.flat()), reach),
    paths,
    lines: paths.reduce((all, path) => all + path.length / 2, 0),
    isFilled,
    reach,
    dashes:
      sum > 0
        ? {
            lengths: stroke.dashes.map((length) => length * unit),
            sum: sum * (unit / scale),
            offset: stroke.offset * unit,
          }
        : undefined,
    fillings,
    key: hashOf(look.key, paint),
    hides: look.hides && !seeThrough.test(paint),
  }
}

function lengthOf(paths: readonly Subpath[]): number {
  let length = 0
  for (const path of paths)
    for (let n = 2; n + 1 < path.length; n += 2)
      length += Math.hypot(
        (path[n] as number) - (path[n - 2] as number),
        (path[n + 1] as number) - (path[n - 1] as number),
      )
  return length
}

/** Whether a place on a line is on a dash. */
function isOnDash({ lengths, sum, offset }: Dashes, way: number): boolean {
  const at = (((way + offset) % sum) + sum) % sum
  let [from, isDash] = [0, false]
  for (const length of lengths) {
    isDash = !isDash
    from += length
    if (at < from) return isDash
  }
  return isDash
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
export function keyAt(shapes: readonly Shape[], point: Spot): { key: number; lines: number } {
  const { x, y } = point
  let [key, last, lines] = [0, 0, shapes.length]
  for (const shape of shapes) {
    const { left, top, right, bottom } = shape.box
    if (x < left || x > right || y < top || y > bottom || (shape.hides && shape.key === last)) continue
    lines += shape.lines
    if (!holds(shape, x, y)) continue
    key = Math.imul(key, 31) + shape.key
    last = shape.key
    for (const filling of shape.fillings) {
      const found = filling(point)
      key = Math.imul(key, 31) + found.key
      lines += found.lines
    }
  }
  return { key, lines }
}

/** Whether a shape holds a point in its box. */
function holds({ paths, isFilled, reach, dashes }: Shape, x: number, y: number): boolean {
  let isInside = false
  const near = reach ** 2
  for (const path of paths) {
    const end = path.length - 2
    let way = 0
    for (let n = 0; n < path.length; n += 2) {
      const [x1, y1] = [path[n] as number, path[n + 1] as number]
      // The last point is joined to the first one, where a fill ends.
      const next = n === end ? 0 : n + 2
      const [x2, y2] = [path[next] as number, path[next + 1] as number]
      if (isFilled && y1 > y !== y2 > y && x < ((x2 - x1) * (y - y1)) / (y2 - y1) + x1) isInside = !isInside
      if (near === 0 || n === end) continue
      const [dx, dy] = [x2 - x1, y2 - y1]
      const along = Math.min(1, Math.max(0, ((x - x1) * dx + (y - y1) * dy) / (dx * dx + dy * dy || 1)))
      const isNear = (x - x1 - along * dx) ** 2 + (y - y1 - along * dy) ** 2 <= near
      if (!dashes) {
        if (isNear) return true
        continue
      }
      const length = Math.sqrt(dx * dx + dy * dy)
      if (isNear && isOnDash(dashes, way + along * length)) return true
      way += length
    }
  }
  return isInside
}
