/** Writes and mixes values of attributes that consist of numbers. */
import { numbersIn } from '../work/geometry.ts'
import { pathParts } from '../work/outline.ts'

/** Each number in a text. */
export const numbers = /[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?/gi

/** Writes values that mean the same in the same way, so that only their numbers differ. */
export function plainForm(property: string, value: string): string {
  if (property === 'd' || property === 'offset-path') return plainPath(/path\(\s*'([^']*)'/.exec(value)?.[1] ?? value)
  if (property === 'points') return numbersIn(value).join(' ')
  const text = value.trim().replace(/px\b/g, '')
  if (property === 'offset-rotate') return `${/auto|reverse/.test(text) ? 1 : 0} ${turnIn(text)}`
  if (property !== 'stroke-dasharray') return text
  const dashes = text.split(/[\s,]+/)
  return DASHES % dashes.length === 0
    ? Array(DASHES / dashes.length)
        .fill(dashes.join(' '))
        .join(' ')
    : text
}

export const turns: Readonly<Record<string, number>> = { deg: 1, rad: 180 / Math.PI, grad: 0.9, turn: 360 }
/** The angle in degrees that is added to that of a path. */
export function turnIn(text: string): number {
  const [, number = 0, unit = 'deg'] = /([+-]?[\d.]+)(deg|g?rad|turn)?/.exec(text) ?? []
  return (/reverse/.test(text) ? 180 : 0) + Number(number) * (turns[unit] ?? 1)
}

/** Lists of dashes repeat, and most have a length that is a part of this one. */
const DASHES = 12

/** Lines across and down are lines, and all places are absolute. */
const plainPath = (data: string): string =>
  /^\s*m/i.test(data)
    ? [...pathParts(data)]
        .map(({ letter, numbers }) => (letter === 'z' ? 'z' : `${letters[letter] ?? 'L'}${numbers.join(' ')}`))
        .join('')
    : data
const letters: Readonly<Record<string, string>> = { m: 'M', c: 'C', s: 'S', q: 'Q', a: 'A' }

export function textBetween(from: string, to: string, share: number): string {
  if (share === 0) return from
  // Nothing has every unit.
  const own = Number(from) === 0 ? to.replace(numbers, '0') : from
  const other = Number(to) === 0 ? own.replace(numbers, '0') : to
  if (own.replace(numbers, '0') !== other.replace(numbers, '0')) return share < 0.5 ? from : to
  const ends = other.match(numbers) ?? []
  let n = 0
  return own.replace(numbers, (number) => String(Number(number) + (Number(ends[n++]) - Number(number)) * share))
}

/** Adds number by number. */
export function sumOf(text: string, by: string): string {
  const added = by.match(numbers) ?? []
  let n = 0
  return text.replace(numbers, (number) => String(Number(number) + Number(added[n++] ?? 0)))
}
