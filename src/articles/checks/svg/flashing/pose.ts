/** Computes where the animations of an element have placed it at a time. */
import type { CleanElement } from '../serialize.ts'
import { identity, type Matrix, multiply } from '../work/geometry.ts'
import type { Painted } from '../work/painter.ts'
import { alongCss } from './along.ts'
import { type Length, lengthsIn, mapOf, type Part, partsOf, sizeOf, type Track } from './tracks.ts'

/** A map that cannot be inverted shows nothing. */
export function inverseOf([a, b, c, d, e, f]: Matrix): Matrix | undefined {
  const area = a * d - b * c
  if (!(Math.abs(area) > 1e-12)) return undefined
  return [d / area, -b / area, -c / area, a / area, (c * f - d * e) / area, (b * e - a * f) / area]
}

/** What a track has reached: a share of the way from one stop to the next. */
type Reached = { from: Part[]; to: Part[]; share: number }

function reachedBy({ stops, timing, delay, accumulates }: Track, time: number): Reached | undefined {
  const local = time - (delay || 0)
  if (local < 0) return undefined
  const runs = Math.min(local / timing.seconds, timing.count)
  const run = runs >= timing.count ? Math.max(0, Math.ceil(timing.count) - 1) : Math.floor(runs)
  const isBack = timing.alternates && run % 2 === 1
  const at = isBack ? 1 - (runs - run) : runs - run
  const n = stops.findLastIndex((stop) => stop.at <= at)
  const [before, after] = [stops[Math.max(0, n)], stops[n + 1]]
  if (!before) return undefined
  const last = accumulates ? (stops.at(-1)?.parts ?? []) : []
  const [from, to] = [before, after ?? before].map(({ parts }) => added(parts, last, run)) as [Part[], Part[]]
  return { from, to, share: after && n >= 0 ? before.curve((at - before.at) / (after.at - before.at)) : 0 }
}

/** Each run of an animation that accumulates begins where the last one ended. */
const added = (parts: Part[], last: readonly Part[], times: number): Part[] =>
  last.length === 0 || times === 0
    ? parts
    : parts.map(({ name, args }, n) => ({
        name,
        args: args.map((arg, k) => ({ ...arg, number: arg.number + times * (last[n]?.args[k]?.number ?? 0) })),
      }))

const between = (from: number, to: number, share: number) => from + (to - from) * share

/** Lists of the same functions change number by number, and others by their maps. */
function mapBetween({ from, to, share }: Reached, base: Part[], whole: readonly [number, number]): Matrix {
  const [one, other] = [from.length > 0 ? from : likeIn(to, base), to.length > 0 ? to : likeIn(from, base)]
  if (share === 0) return mapOf(one, whole)
  const isAlike =
    one.length === other.length &&
    one.every(({ name, args }, n) => name === other[n]?.name && args.length === other[n]?.args.length)
  if (!isAlike)
    return mapOf(one, whole).map((number, n) =>
      between(number, mapOf(other, whole)[n] ?? 0, share),
    ) as unknown as Matrix
  return mapOf(
    one.map(({ name, args }, n) => ({
      name,
      args: args.map((arg, k) => lengthBetween(arg, other[n]?.args[k], share)),
    })),
    whole,
  )
}

function lengthBetween(from: Length, to: Length = from, share: number): Length {
  if (from.isPercent === to.isPercent || from.number === 0)
    return { number: between(from.number, to.number, share), isPercent: to.isPercent }
  return to.number === 0 ? { number: from.number * (1 - share), isPercent: from.isPercent } : share < 0.5 ? from : to
}

/** Without animation: what is written, or functions that change nothing. */
const likeIn = (parts: readonly Part[], base: Part[]): Part[] =>
  base.length > 0
    ? base
    : parts.map(({ name, args }) => ({
        name,
        args: args.map(() => ({ number: name === 'scale' ? 1 : 0, isPercent: false })),
      }))

const shift = (x: number, y: number): Matrix => [1, 0, 0, 1, x, y]
const around = ([x, y]: readonly [number, number], map: Matrix): Matrix =>
  multiply(multiply(shift(x, y), map), shift(-x, -y))

const sizes: Readonly<Record<string, readonly [wide: string[], high: string[]]>> = {
  rect: [['width'], ['height']],
  circle: [['r'], ['r']],
  ellipse: [['rx'], ['ry']],
}

/** Elements whose size is followed. */
export const hasSize = ({ name }: CleanElement) => name in sizes

export class Pose {
  readonly #tracks: readonly Track[]
  readonly #painted: Painted
  readonly #original: CleanElement
  readonly #properties: ReadonlySet<string>
  readonly #isSized: boolean
  readonly #base: Part[]
  /** The place that its attributes give it. */
  readonly #own: readonly [x: number, y: number]
  /** Where the element is drawn in its own units, for `transform-box`. */
  readonly #box: readonly [x: number, y: number, width: number, height: number]

  constructor(tracks: readonly Track[], painted: Painted, original: CleanElement) {
    this.#tracks = tracks
    this.#painted = painted
    this.#original = original
    const back = inverseOf(painted.matrix) ?? identity
    const at = (x: number, y: number) =>
      [back[0] * x + back[2] * y + back[4], back[1] * x + back[3] * y + back[5]] as const
    const { left, top, right, bottom } = painted.box
    const [[x1, y1], [x2, y2]] = [at(left, top), at(right, bottom)]
    this.#properties = new Set(tracks.map(({ property }) => property))
    this.#isSized = tracks.some(({ property }) => sized.test(property))
    this.#base = partsOf('transform', original.attributes.get('transform') ?? '')
    const from = (names: readonly string[], side: 0 | 1) =>
      names.map((name) => this.#sizeIn(original, name, side)).find((at) => at !== 0) ?? 0
    this.#own = [from(['cx', 'x'], 0), from(['cy', 'y'], 1)]
    this.#box = [Math.min(x1, x2), Math.min(y1, y2), Math.abs(x2 - x1), Math.abs(y2 - y1)]
  }

  /** The map from the units of the element to those around it. */
  mapAt(time: number): Matrix {
    const { whole } = this.#painted
    const base = this.#base
    let [motion, transform] = [identity, undefined as Matrix | undefined]
    const own: Record<string, Matrix> = {}
    for (const track of this.#tracks) {
      const reached = reachedBy(track, time)
      if (/transform$/i.test(track.property)) {
        const parts = track.property === 'transform' ? base : []
        const value = reached ? mapBetween(reached, track.isSum ? [] : parts, whole) : identity
        const isAdded = track.isSum || !reached
        transform = isAdded ? multiply(transform ?? mapOf(parts, whole), value) : value
      } else if (!reached) continue
      else if (track.property === 'offset-distance') motion = this.#along(track, reached)
      else if (/^(?:translate|rotate|scale)$/.test(track.property)) own[track.property] = mapBetween(reached, [], whole)
    }
    const still = this.#staticMap()
    const moved = [own.translate, own.rotate, own.scale].reduce<Matrix>(
      (map, each) => (each ? multiply(map, each) : map),
      identity,
    )
    const placed = around(this.#origin(time), multiply(moved, transform ?? still ?? mapOf(base, whole)))
    return multiply(multiply(motion, placed), this.#sizeAt(time))
  }

  /** The number that a property has reached; `usual` stands for what the element is without animation. */
  numberAt(property: string, time: number, usual: number, n = 0): number | undefined {
    if (!this.#properties.has(property)) return undefined
    const across = /^(?:y|cy|y1|y2|ry|height)$/.test(property) ? 1 : 0
    const whole = this.#painted.whole[across]
    for (const track of this.#tracks) {
      if (track.property !== property) continue
      const reached = reachedBy(track, time)
      if (!reached) return undefined
      const numberOf = (parts: Part[]) => {
        const length = parts[0]?.args[n]
        return length ? sizeOf(length, whole) : track.isSum ? 0 : usual
      }
      return between(numberOf(reached.from), numberOf(reached.to), reached.share) + (track.isSum ? usual : 0)
    }
    return undefined
  }

  /** A value of a style sheet that does not change replaces the attribute. */
  #staticMap(): Matrix | undefined {
    const own = this.#original.attributes.get('transform')
    const written = this.#painted.values.get('transform')?.filter((value) => value !== own) ?? []
    const isAnimated = this.#tracks.some(({ property }) => property === 'transform')
    return isAnimated || written.length === 0
      ? undefined
      : mapOf(partsOf('transform', written.at(-1) ?? ''), this.#painted.whole)
  }

  #along({ along }: Track, { from, to, share }: Reached): Matrix {
    const numberOf = (parts: Part[]) => parts[0]?.args[0]?.number ?? 0
    const [path = ''] = this.#painted.values.get('offset-path') ?? []
    const data = /path\(\s*'([^']*)'/.exec(path)?.[1]
    const way = along ?? (data === undefined ? undefined : alongCss(data, 'auto'))
    return way?.(between(numberOf(from), numberOf(to), share)) ?? identity
  }

  #origin(time: number): readonly [number, number] {
    const { values, outer, whole, canvas } = this.#painted
    const box = this.#tracks.find(({ property }) => property === 'transform-box')
    const reached = box && reachedBy(box, time)
    const name =
      (reached && (reached.share < 0.5 ? reached.from : reached.to)[0]?.name) ??
      values.get('transform-box')?.at(-1) ??
      ''
    const isRoot = outer === identity && this.#original.name === 'svg'
    const [left, top, width, height] = /fill|stroke|content|border/.test(name)
      ? this.#box
      : isRoot
        ? [canvas.left, canvas.top, ...whole]
        : [0, 0, ...whole]
    const written = lengthsIn(values.get('transform-origin')?.at(-1) ?? (isRoot ? '50% 50%' : '0 0'))
    const usual = (n: number, side: number) => sizeOf(written[n] ?? written[0] ?? { number: 0, isPercent: false }, side)
    const at = (n: number, side: number) => {
      const track = this.#tracks.find(({ property }) => property === 'transform-origin')
      const stop = track && reachedBy(track, time)
      if (!stop) return usual(n, side)
      const numberOf = (parts: Part[]) => (parts[0]?.args[n] ? sizeOf(parts[0].args[n], side) : usual(n, side))
      return between(numberOf(stop.from), numberOf(stop.to), stop.share)
    }
    return [left + at(0, width), top + at(1, height)]
  }

  /** Attributes of place and size move the element, or stretch it from its fixed side. */
  #sizeAt(time: number): Matrix {
    if (!this.#isSized) return identity
    const { element, canvas, whole } = this.#painted
    const [left, top] = this.#own
    const moved = (names: readonly string[], side: 0 | 1) =>
      names.reduce((most, name) => {
        const usual = this.#sizeIn(this.#original, name, side)
        const by = (this.numberAt(name, time, usual) ?? usual) - usual
        return Math.abs(by) > Math.abs(most) ? by : most
      }, 0)
    const stretched = (names: readonly string[], side: 0 | 1) =>
      names.reduce((factor, name) => {
        if (!this.#properties.has(name)) return factor
        const usual = this.#sizeIn(this.#original, name, side)
        const now = this.numberAt(name, time, usual) ?? usual
        return (factor * Math.abs(now)) / (this.#sizeIn(element, name, side) || 1)
      }, 1)
    // On other elements these attributes are not sizes of the outline.
    const [wide, high] = sizes[element.name] ?? [[], []]
    const stretch: Matrix = [stretched(wide, 0), 0, 0, stretched(high, 1), 0, 0]
    const grown = multiply(shift(moved(sideways, 0), moved(upright, 1)), around([left, top], stretch))
    if (!this.#properties.has('viewBox')) return grown
    const usual = [canvas.left, canvas.top, ...whole]
    const [x = 0, y = 0, width = 1, height = 1] = usual.map(
      (each, n) => this.numberAt('viewBox', time, each, n) ?? each,
    )
    const [across, down] = [whole[0] / (width || 1), whole[1] / (height || 1)]
    return multiply([across, 0, 0, down, canvas.left - x * across, canvas.top - y * down], grown)
  }

  #sizeIn({ attributes }: CleanElement, name: string, side: 0 | 1): number {
    const [length] = lengthsIn(attributes.get(name) ?? '')
    return length ? sizeOf(length, this.#painted.whole[side]) : 0
  }
}

const sideways = ['x', 'cx', 'x1', 'x2']
const upright = ['y', 'cy', 'y1', 'y2']
const sized = /^(?:c?[xy]|[xy][12]|r|rx|ry|width|height|viewBox)$/
