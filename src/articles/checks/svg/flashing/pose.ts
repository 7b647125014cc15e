/** Computes where the animations of an element have placed it at a time. */
import type { CleanElement } from '../serialize.ts'
import { identity, type Matrix, mapped, multiply, numbersIn, sidesOf } from '../work/geometry.ts'
import type { Painted } from '../work/place.ts'
import { along } from './along.ts'
import { formAt, stillText } from './forms.ts'
import { between, inOrder, mapBetween, reachedBy } from './reached.ts'
import { ofPath } from './subpaths.ts'
import { plainForm } from './texts.ts'
import { lengthsIn, mapOf, offsetsIn, type Part, partsOf, type Stop, sizeOf, type Track } from './tracks.ts'

const nowhere: Matrix = [0, 0, 0, 0, 0, 0]

/** A map that cannot be inverted shows nothing. */
export function inverseOf([a, b, c, d, e, f]: Matrix): Matrix | undefined {
  const area = a * d - b * c
  if (!(Math.abs(area) > 1e-12)) return undefined
  return [d / area, -b / area, -c / area, a / area, (c * f - d * e) / area, (b * e - a * f) / area]
}

export const shift = (x: number, y: number): Matrix => [1, 0, 0, 1, x, y]
const around = ([x, y]: readonly [number, number], map: Matrix): Matrix =>
  multiply(multiply(shift(x, y), map), shift(-x, -y))

export class Pose {
  readonly #tracks: readonly Track[]
  readonly #painted: Painted
  readonly #original: CleanElement
  readonly #base: Part[]

  constructor(tracks: readonly Track[], painted: Painted, original: CleanElement) {
    this.#tracks = tracks
    this.#painted = painted
    this.#original = original
    this.#base = partsOf('transform', original.attributes.get('transform') ?? '')
  }

  /** The map from the units of the element to those around it. */
  mapAt(time: number): Matrix {
    const { whole } = this.#painted
    const base = this.#base
    let transform: Matrix | undefined
    const own: Record<string, Matrix> = {}
    for (const track of inOrder(this.#tracks, time)) {
      const reached = reachedBy(track, time)
      if (/transform$/i.test(track.property)) {
        const value = reached ? mapBetween(reached, track.isSum ? [] : base, whole) : identity
        const isAdded = track.isSum || !reached
        transform = isAdded ? multiply(transform ?? mapOf(base, whole), value) : value
      } else if (reached && /^(?:translate|rotate|scale)$/.test(track.property))
        own[track.property] = mapBetween(reached, [], whole)
    }
    const still = this.#staticMap()
    const moved = [own.translate, own.rotate, own.scale].reduce<Matrix>(
      (map, each) => (each ? multiply(map, each) : map),
      identity,
    )
    const placed = around(this.#origin(time), multiply(moved, transform ?? still ?? mapOf(base, whole)))
    return [this.#offset(time), placed, this.#window(time)].reduce(multiply)
  }

  /** A value of a style sheet that does not change replaces the attribute. */
  #staticMap(): Matrix | undefined {
    const own = this.#original.attributes.get('transform')
    const written = this.#painted.values.get('transform')?.filter((value) => value !== own) ?? []
    const last = written.at(-1)
    return last === undefined ? undefined : mapOf(partsOf('transform', last), this.#painted.whole)
  }

  #textAt = (property: string, time: number, usual: string) => formAt(property, this.#tracks, time, usual)

  #offset(time: number): Matrix {
    const motions = this.#tracks.filter(({ along }) => along)
    for (const motion of inOrder(motions, time).toReversed())
      if (motion.along && reachedBy(motion, time))
        return motion.along.at(Number.parseFloat(formAt(motion.property, [motion], time, '0')))
    const { values } = this.#painted
    const shorthand = offsetsIn(values.get('offset')?.[0] ?? '')
    const textOf = (property: string, usual: string) =>
      this.#textAt(
        property,
        time,
        stillText(property, values, this.#tracks) ?? plainForm(property, shorthand.get(property) || usual),
      )
    const data = textOf('offset-path', '')
    if (data === '' || data === 'none') return identity
    const [isAuto, turned] = textOf('offset-rotate', 'auto').split(' ').map(Number)
    const way = along(this.#pointsOf(data), { isAuto: isAuto !== 0, turned: turned ?? 0 })
    const [distance] = lengthsIn(textOf('offset-distance', '0'))
    return way.at(!distance || distance.isPercent ? (distance?.number ?? 0) : distance.number / (way.length || 1))
  }

  /** A path that is not written as one is taken for a circle around the middle of the picture. */
  #pointsOf(data: string): number[] {
    if (/^\s*m/i.test(data)) return ofPath(data).flat()
    const [width, height] = this.#painted.whole
    const [x, y, r] = [width / 2, height / 2, Math.min(width, height) / 4]
    return ofPath(`M${x - r} ${y}a${r} ${r} 0 0 1 ${2 * r} 0a${r} ${r} 0 0 1 ${-2 * r} 0`).flat()
  }

  #origin(time: number): readonly [number, number] {
    const { values, outer, whole, canvas } = this.#painted
    const box = this.#tracks.find(({ property }) => property === 'transform-box')
    const reached = box && reachedBy(box, time)
    const name =
      (reached && (reached.share < 0.5 ? reached.from : reached.to).parts[0]?.name) ??
      values.get('transform-box')?.at(-1) ??
      ''
    const isRoot = outer === identity && this.#original.name === 'svg'
    const [left, top, width, height] = /fill|stroke|content|border/.test(name)
      ? this.#box()
      : isRoot
        ? [canvas.left, canvas.top, ...whole]
        : [0, 0, ...whole]
    const written = lengthsIn(values.get('transform-origin')?.at(-1) ?? (isRoot ? '50% 50%' : '0 0'))
    const usual = (n: number, side: number) => sizeOf(written[n] ?? written[0] ?? { number: 0, isPercent: false }, side)
    const at = (n: number, side: number) => {
      const track = this.#tracks.find(({ property }) => property === 'transform-origin')
      const stop = track && reachedBy(track, time)
      if (!stop) return usual(n, side)
      const sizeAt = ({ parts: [part] }: Stop) => (part?.args[n] ? sizeOf(part.args[n], side) : usual(n, side))
      return between(sizeAt(stop.from), sizeAt(stop.to), stop.share)
    }
    return [left + at(0, width), top + at(1, height)]
  }

  /** Where the element is drawn in its own units, for `transform-box`. */
  #box(): [x: number, y: number, width: number, height: number] {
    const { matrix, box } = this.#painted
    const own = mapped(box, inverseOf(matrix) ?? identity)
    return [own.left, own.top, ...sidesOf(own)]
  }

  /** What else than a shape has a place by attributes: a copy, and the window of a picture. */
  #window(time: number): Matrix {
    const { name, attributes } = this.#original
    if (!/^(?:use|svg|symbol)$/.test(name)) return identity
    const { canvas, whole, outer, matrix } = this.#painted
    const [dx = 0, dy = 0] = (['x', 'y'] as const).map((property, side) => {
      const own = attributes.get(property) ?? '0'
      const [from, to] = [own, this.#textAt(property, time, own)].map((text) => sizeIn(text, whole[side] ?? 0))
      return (to ?? 0) - (from ?? 0)
    })
    const usual = outer === identity ? [canvas.left, canvas.top, ...whole] : numbersIn(attributes.get('viewBox') ?? '')
    const window = numbersIn(this.#textAt('viewBox', time, usual.join(' ')))
    if (window.every((number, n) => number === usual[n])) return shift(dx, dy)
    const inside = outer === identity ? identity : multiply(inverseOf(outer) ?? identity, matrix)
    const [left = 0, top = 0, right = 1, bottom = 1] = usual
    const [x = 0, y = 0, width = 1, height = 1] = window
    if (!(width > 0 && height > 0)) return nowhere
    const zoom: Matrix = [right / width, 0, 0, bottom / height, 0, 0]
    const shown = [shift(left, top), zoom, shift(-x, -y)].reduce(multiply, inside)
    return [shown, inverseOf(inside) ?? identity].reduce(multiply, shift(dx, dy))
  }
}

const sizeIn = (text: string, whole: number) => sizeOf(lengthsIn(text)[0] ?? { number: 0, isPercent: false }, whole)
