/** Reads what moves, turns or grows an element: the values of one property over time. */
import { identity, type Matrix, multiply, oneTransform } from '../work/geometry.ts'
import { type Along, pathOf } from './along.ts'
import type { Keyframes } from './css.ts'
import { type Curve, curveFrom, curveOf, linear } from './curves.ts'
import { fitted, framesOf, type SmilAnimation } from './smil.ts'
import { plainForm, turns } from './texts.ts'
import { BASE, isForm, isPlacing, type Timing } from './turns.ts'

/** A number with the unit that a percentage needs. */
export type Length = { number: number; isPercent: boolean }
export type Part = { name: string; args: Length[] }
/**
 * Without a value it is what the element is without animation. Only a form has a value, and everything else has parts.
 * `curve` leads to the next stop.
 */
export type Stop = { at: number; value: string | undefined; parts: Part[]; curve: Curve }
export type Track = {
  property: string
  stops: Stop[]
  timing: Timing
  delay: number
  /** The values are added to what the element has anyway. */
  isSum: boolean
  /** Whether its last value stays. */
  stays: boolean
  /** How it comes after others that change the same: by its beginning, by that of its run, or after all. */
  order: 'begin' | 'run' | 'last'
  along?: Along
}

const call = /([a-z]\w*)\(([^()]*)\)/gi
const lengths = /([+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?)(%|[a-z]*)/gi
const FONT_SIZE = 16
const units: Readonly<Record<string, number>> = {
  em: FONT_SIZE,
  rem: FONT_SIZE,
  ...turns,
  in: 96,
  cm: 96 / 2.54,
  mm: 9.6 / 2.54,
  pt: 4 / 3,
  pc: 16,
}
const sides: Readonly<Record<string, string>> = { left: '0%', top: '0%', center: '50%', right: '100%', bottom: '100%' }

export const lengthsIn = (text: string): Length[] =>
  [...text.replace(/left|right|top|bottom|center/g, (side) => sides[side] ?? '').matchAll(lengths)].map(
    ([, number, unit = '']) =>
      unit === '%'
        ? { number: Number(number) / 100, isPercent: true }
        : { number: Number(number) * (units[unit.toLowerCase()] ?? 1), isPercent: false },
  )

const plain = (number: number): Length => ({ number, isPercent: false })

/** Functions that name one direction are written as those that name both. */
function partOf(name: string, [x = plain(0), y, ...others]: Length[]): Part {
  const one = plain(/scale/i.test(name) ? 1 : 0)
  if (/^(?:translate|scale)x$/i.test(name)) return { name: name.slice(0, -1), args: [x, one] }
  if (/^(?:translate|scale)y$/i.test(name)) return { name: name.slice(0, -1), args: [one, x] }
  if (/^(?:translate|scale)(?:3d)?$/.test(name))
    return { name: name.replace('3d', ''), args: [x, y ?? (name.startsWith('scale') ? x : one)] }
  if (name === 'rotateZ') return { name: 'rotate', args: [x] }
  // What turns around an axis in the picture becomes narrow.
  if (name === 'rotate3d')
    return { name: x.number !== 0 ? 'rotateX' : y?.number ? 'rotateY' : 'rotate', args: others.slice(-1) }
  if (name === 'skew') return { name: 'skewX', args: [x] }
  return { name, args: [x, ...(y ? [y] : []), ...others] }
}

export function partsOf(property: string, value: string): Part[] {
  if (value === BASE || value === 'none') return []
  if (/transform$/i.test(property))
    return [...value.matchAll(call)].map(([, name = '', inside = '']) => partOf(name, lengthsIn(inside)))
  if (/^(?:translate|scale|rotate)$/.test(property)) {
    const args = lengthsIn(value)
    // The axis of a rotation is written before its angle.
    return [partOf(property === 'rotate' ? axisOf(value) : property, property === 'rotate' ? args.slice(-1) : args)]
  }
  return [{ name: property === 'transform-box' ? value.trim() : '', args: lengthsIn(value) }]
}

const axisOf = (value: string) => (/^\s*x|^\s*1 /.test(value) ? 'rotateX' : /^\s*y/.test(value) ? 'rotateY' : 'rotate')

export const sizeOf = ({ number, isPercent }: Length, whole: number) => (isPercent ? number * whole : number)

/** `whole` is what a hundred percent are, sideways and upright. */
export function matrixOf({ name, args }: Part, whole: readonly [number, number]): Matrix {
  const isScale = name === 'scale'
  const numbers = args.map((length, n) => sizeOf(length, isScale ? 1 : (whole[n % 2] ?? 0)))
  const [angle = 0] = numbers
  if (name === 'matrix3d') return [0, 1, 4, 5, 12, 13].map((n) => numbers[n] ?? 0) as unknown as Matrix
  // What turns over becomes narrow.
  if (name === 'rotateX') return [1, 0, 0, Math.cos((angle * Math.PI) / 180), 0, 0]
  if (name === 'rotateY') return [Math.cos((angle * Math.PI) / 180), 0, 0, 1, 0, 0]
  return oneTransform(name, numbers)
}

export const mapOf = (parts: readonly Part[], whole: readonly [number, number]) =>
  parts.reduce((map, part) => multiply(map, matrixOf(part, whole)), identity)

export function smilTrack(
  { element, timing, delay, share, beginsAgain }: SmilAnimation,
  pathById: (id: string) => string | undefined,
): Track | undefined {
  const { name, attributes } = element
  const isMotion = name === 'animateMotion'
  const property = isMotion ? 'offset-distance' : (attributes.get('attributeName')?.trim() ?? '')
  if (!isPlacing(property)) return undefined
  const along = isMotion ? pathOf(element, pathById) : undefined
  const type = name === 'animateTransform' ? attributes.get('type')?.trim() : undefined
  const { frames: all, isSudden } = fitted(along?.frames ?? framesOf(attributes, name), share, attributes)
  // A value that is set several times is not set between them.
  const frames =
    name === 'set' && timing.count > 1 ? all.map((frame, n) => (n === 2 ? { ...frame, at: 0.5 } : frame)) : all
  const by = ['from', 'to', 'values'].some((each) => attributes.has(each)) ? undefined : attributes.get('by')
  const splines = attributes.get('calcMode') === 'spline' ? (attributes.get('keySplines') ?? '').split(';') : []
  const stops = frames.map(({ at, value: own }, n) => {
    const value = own === 'by' && by !== undefined ? by : own
    const parts = type && value !== BASE ? [partOf(type, lengthsIn(value))] : undefined
    return {
      at,
      ...(parts ? { parts, value: undefined } : reading(property, value)),
      curve:
        isSudden && splines.length === 0
          ? curveOf('step-end')
          : splines[n]
            ? curveOf(
                `cubic-bezier(${splines[n]
                  .trim()
                  .split(/[\s,]+/)
                  .join()})`,
              )
            : linear,
    }
  })
  const isSum = attributes.get('additive')?.trim() === 'sum' || by !== undefined
  return {
    property,
    stops,
    timing,
    delay: delay ?? 0,
    isSum,
    stays: attributes.get('fill') === 'freeze' || !attributes.has('dur'),
    order: isSum ? 'last' : beginsAgain ? 'run' : 'begin',
    ...(along && { along: along.along }),
  }
}

const reading = (property: string, value: string): Pick<Stop, 'parts' | 'value'> =>
  isForm(property)
    ? { parts: [], value: value === BASE ? undefined : plainForm(property, value) }
    : { parts: partsOf(property, value), value: undefined }

/** The path, the distance and the angle that the shorthand `offset` gives. */
export function offsetsIn(text: string): Map<string, string> {
  const [path = ''] = /[a-z]+\([^)]*\)/.exec(text) ?? []
  const rest = text.replace(path, '')
  return new Map([
    ['offset-path', path],
    ['offset-distance', /[+-]?[\d.]+(?:%|px)/.exec(rest)?.[0] ?? '0'],
    ['offset-rotate', /(?:auto|reverse|[+-]?[\d.]+(?:deg|g?rad|turn)).*/.exec(rest)?.[0] ?? 'auto'],
  ])
}

const withoutShorthand = (values: Map<string, string>) => {
  const offset = values.get('offset')
  return offset === undefined ? values : new Map([...offsetsIn(offset), ...values])
}

/** A keyframe that does not set the property is none of it. At the ends the element is as it was. */
export function cssTracks({ frames: written, timings }: Keyframes): Omit<Track, 'delay'>[] {
  const [timing] = timings
  if (!timing) return []
  const frames = written.map(({ at, values }) => ({ at, values: withoutShorthand(values) }))
  const properties = new Set(frames.flatMap(({ values }) => [...values.keys()].filter(isPlacing)))
  return [...properties].map((property) => {
    const curve = curveOf(timing.curve)
    const stops = frames.flatMap(({ at, values }): Stop[] => {
      const value = values.get(property)
      const own = curveFrom(values.get('animation-timing-function'), timing.curve)
      return value === undefined ? [] : [{ at, ...reading(property, value), curve: curveOf(own) }]
    })
    const base = { value: undefined, parts: [], curve }
    if (stops[0]?.at !== 0) stops.unshift({ at: 0, ...base })
    if (stops.at(-1)?.at !== 1) stops.push({ at: 1, ...base })
    return { property, stops, timing, isSum: false, stays: false, order: 'last' }
  })
}
