/**
 * Finds drawings less than a pixel wide or high. WebKit shows them as a broken picture; other browsers show nothing.
 * WebKit takes the size of the view box where width and height do not both say a length.
 */
import type { CleanElement } from './serialize.ts'

const length = /^\s*([+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?)(px|pt|pc|mm|cm|q|in|em|ex|ch|rem)?\s*$/i

/** In pixels; the text of a picture has 16. */
const units: Record<string, number> = {
  mm: 96 / 25.4,
  cm: 96 / 2.54,
  q: 96 / 101.6,
  in: 96,
  pt: 4 / 3,
  pc: 16,
  em: 16,
  rem: 16,
  ex: 8,
  ch: 8,
}

function pixelsIn(text = ''): number | undefined {
  const [, number, unit = ''] = length.exec(text) ?? []
  return number === undefined ? undefined : Number(number) * (units[unit.toLowerCase()] ?? 1)
}

export function isTooSmall({ attributes }: CleanElement): boolean {
  const sides = [pixelsIn(attributes.get('width')), pixelsIn(attributes.get('height'))]
  const [, , ...box] = (attributes.get('viewBox') ?? '')
    .trim()
    .split(/[\s,]+/)
    .map(Number)
  const shown = sides.includes(undefined) && box.length === 2 && box.every((side) => side > 0) ? box : []
  return [...sides, ...shown].some((side) => side !== undefined && side < 1)
}
