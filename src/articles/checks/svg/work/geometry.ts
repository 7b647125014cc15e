/** Computes with boxes and affine maps, just enough to say which part of the picture a shape can cover. */
export type Box = { left: number; top: number; right: number; bottom: number }
/** x' = a x + c y + e, y' = b x + d y + f. */
export type Matrix = readonly [a: number, b: number, c: number, d: number, e: number, f: number]

export const identity: Matrix = [1, 0, 0, 1, 0, 0]
export const nowhere: Box = {
  left: Number.POSITIVE_INFINITY,
  top: Number.POSITIVE_INFINITY,
  right: Number.NEGATIVE_INFINITY,
  bottom: Number.NEGATIVE_INFINITY,
}

export const multiply = ([a, b, c, d, e, f]: Matrix, [g, h, i, j, k, l]: Matrix): Matrix => [
  a * g + c * h,
  b * g + d * h,
  a * i + c * j,
  b * i + d * j,
  a * k + c * l + e,
  b * k + d * l + f,
]

/** The factor by which a map enlarges things, in the direction in which they grow most. */
export const scaleOf = ([a, b, c, d]: Matrix): number => Math.max(Math.hypot(a, b), Math.hypot(c, d))

export const union = (one: Box, other: Box): Box => ({
  left: Math.min(one.left, other.left),
  top: Math.min(one.top, other.top),
  right: Math.max(one.right, other.right),
  bottom: Math.max(one.bottom, other.bottom),
})

export const grow = ({ left, top, right, bottom }: Box, by: number): Box => ({
  left: left - by,
  top: top - by,
  right: right + by,
  bottom: bottom + by,
})

const intersect = (one: Box, other: Box): Box => ({
  left: Math.max(one.left, other.left),
  top: Math.max(one.top, other.top),
  right: Math.min(one.right, other.right),
  bottom: Math.min(one.bottom, other.bottom),
})

/** A box without area also overlaps, because a line is visible. */
export const overlaps = (one: Box, other: Box): boolean => {
  const { left, top, right, bottom } = intersect(one, other)
  return !(left > right || top > bottom)
}

export const sidesOf = ({ left, top, right, bottom }: Box) => [right - left, bottom - top] as const

export const areaOf = ({ left, top, right, bottom }: Box) => Math.max(0, right - left) * Math.max(0, bottom - top)

/** The part of the canvas that a box covers, from 0 to 1. A box that cannot be computed covers all of it. */
export const coverage = (box: Box, canvas: Box): number => partOf(intersect(box, canvas), canvas)

/** The part of the canvas that a box covers if only its size is known. */
export function partOf(box: Box, canvas: Box): number {
  const part = areaOf(box) / areaOf(canvas)
  return Number.isFinite(part) ? Math.min(1, part) : 1
}

export function boxOf(points: readonly number[]): Box {
  let box = nowhere
  for (let n = 0; n + 1 < points.length; n += 2) {
    const [x = 0, y = 0] = [points[n], points[n + 1]]
    box = union(box, { left: x, top: y, right: x, bottom: y })
  }
  return box
}

export function mapped({ left, top, right, bottom }: Box, [a, b, c, d, e, f]: Matrix): Box {
  if (left > right) return nowhere
  const move = (x: number, y: number) => [a * x + c * y + e, b * x + d * y + f]
  return boxOf([...move(left, top), ...move(right, top), ...move(left, bottom), ...move(right, bottom)])
}

export const numbersIn = (text: string): number[] =>
  (text.match(/[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?/gi) ?? []).map(Number)

/** The part of the plane that a viewBox shows, or undefined if it has no size. */
export function viewBoxOf(text = ''): Box | undefined {
  const [left, top, width, height] = numbersIn(text) as [number, number, number, number]
  return width > 0 && height > 0 ? { left, top, right: left + width, bottom: top + height } : undefined
}

/** The largest size that the font of an element may have, and that of the whole drawing. */
export type Fonts = { font: number; rootFont: number }
export const usualFonts: Fonts = { font: 16, rootFont: 16 }

/** What a length may depend on; `whole` is the length of 100 %. */
export type Bases = Fonts & { whole: number }

const absolute: Record<string, number> = {
  px: 1,
  pt: 4 / 3,
  pc: 16,
  in: 96,
  cm: 96 / 2.54,
  mm: 9.6 / 2.54,
  q: 2.4 / 2.54,
}
const ofFont = /^(?:em|ex|cap|ch|ic)$/
const ofRootFont = /^r(?:em|ex|cap|ch|ic)$/
/** Line heights, and hundredths of a window: more than a large one has. */
const otherUnits = 100
const lengths = /([+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?)(%|[a-z]*)/gi

/** The lengths in a text, in user units. Those of a font and of a window are as large as they may be. */
export function lengthsIn(text: string, { whole, font, rootFont }: Bases): number[] {
  return [...text.matchAll(lengths)].map(([, number, name = '']) => {
    const unit = name.toLowerCase()
    if (unit === '%') return (Number(number) * whole) / 100
    if (ofFont.test(unit)) return Number(number) * font
    if (ofRootFont.test(unit)) return Number(number) * rootFont
    return Number(number) * (unit === '' ? 1 : (absolute[unit] ?? otherUnits))
  })
}

export const lengthOf = (text = '', bases: Bases): number => lengthsIn(text, bases)[0] ?? 0

/** Whether CSS computes the value, which is then not known here. */
export const isComputed = (text: string): boolean =>
  /\b(?:a?(?:cos|sin|tan)|atan2|abs|calc|clamp|env|exp|hypot|log|max|min|mod|pow|rem|round|sign|sqrt)\(/i.test(text)

const functions = /(\w+)\s*\(([^)]*)\)/g
const radians = (degrees: number) => (degrees * Math.PI) / 180

export function readTransform(text: string): Matrix {
  let matrix = identity
  for (const [, name = '', inside = ''] of text.matchAll(functions))
    matrix = multiply(matrix, oneTransform(name, numbersIn(inside)))
  return matrix
}

export function oneTransform(name: string, [p = 0, q, r = 0, s = 0, t = 0, u = 0]: number[]): Matrix {
  switch (name) {
    case 'matrix':
      return [p, q ?? 0, r, s, t, u]
    case 'translate':
      return [1, 0, 0, 1, p, q ?? 0]
    case 'scale':
      return [p, 0, 0, q ?? p, 0, 0]
    case 'rotate': {
      const [cos, sin] = [Math.cos(radians(p)), Math.sin(radians(p))]
      const turn: Matrix = [cos, sin, -sin, cos, 0, 0]
      return multiply(multiply([1, 0, 0, 1, q ?? 0, r], turn), [1, 0, 0, 1, -(q ?? 0), -r])
    }
    case 'skewX':
      return [1, 0, Math.tan(radians(p)), 1, 0, 0]
    case 'skewY':
      return [1, Math.tan(radians(p)), 0, 1, 0, 0]
    default:
      return identity
  }
}
