/** Knows where everything that is painted is at a time, and in which form. */
import { must } from '../../../../kernel/must.ts'
import type { CleanElement } from '../serialize.ts'
import { type Box, boxOf, identity, type Matrix, multiply, nowhere, numbersIn, union } from '../work/geometry.ts'
import type { Fill, Mark, Painted } from '../work/place.ts'
import { fillingOf } from './fillings.ts'
import { elementAt, formAt, stillText } from './forms.ts'
import { type Filling, keyAt, type Look, linesOf, type Shape, type Spot, type Stroke, shapeOf } from './held.ts'
import { inverseOf, Pose, shift } from './pose.ts'
import { turnIn } from './texts.ts'
import { lengthsIn, type Track } from './tracks.ts'
import { isForm } from './turns.ts'

/** What moves the marks of a group, from the outermost: an element, or a marker on a vertex of its shape. */
type Mover = { painted: Painted; vertex?: number }
/** Marks that move together, and all that moves them or changes their form. */
export type Group = { movers: readonly Mover[]; marks: readonly Mark[]; tracks: readonly Track[] }
export type GroupAt = { back: Matrix | undefined; box: Box; shapes: readonly Shape[] }

/** To make the lines of a shape takes as long as to compare so many with a point. */
const LINES_TO_DRAW = 20
/** So does to compute where an element is. */
const LINES_TO_PLACE = 40
/** On more vertices of a shape its marker is not looked at. */
const VERTICES_MAX = 16

export class Stage {
  readonly #tracksOf: (painted: Pick<Painted, 'element' | 'values'>) => readonly Track[]
  readonly #originalOf: (element: CleanElement) => CleanElement
  readonly #looks: ReadonlyMap<CleanElement, Look>
  readonly #count: (lines: number) => void
  readonly #poses = new Map<Painted, Pose>()
  readonly #still = new Map<Mark, Shape>()
  readonly #contents = new Map<Fill, Group[]>()

  constructor(
    tracksOf: (painted: Pick<Painted, 'element' | 'values'>) => readonly Track[],
    originalOf: (element: CleanElement) => CleanElement,
    looks: ReadonlyMap<CleanElement, Look>,
    count: (lines: number) => void,
  ) {
    this.#tracksOf = tracksOf
    this.#originalOf = originalOf
    this.#looks = looks
    this.#count = count
  }

  /** Only what is inside of `above` is looked at. */
  groupsOf(marks: readonly Mark[], above?: Painted): Group[] {
    const groups = new Map<unknown, { chain: Painted[]; marks: Mark[]; tracks: readonly Track[] }>()
    for (const mark of marks) {
      const chain = chainOf(mark.place.inside, above)
      const own = chain.at(-1)?.element === mark.element ? [] : this.#tracksOf(mark)
      const fills = mark.fills.flatMap((fill) => this.#fillTracks(fill))
      const moving = chain.filter((painted) => this.#movesOf(painted).length > 0)
      const key = own.length + fills.length > 0 ? mark : moving.at(-1)
      const known = groups.get(key)
      if (known) known.marks.push(mark)
      else
        groups.set(key, {
          chain,
          marks: [mark],
          tracks: [...moving.flatMap((painted) => this.#movesOf(painted)), ...own, ...fills],
        })
    }
    return [...groups.values()].flatMap(({ chain, marks, tracks }) =>
      this.#moversIn(chain).map((movers) => ({ movers, marks, tracks })),
    )
  }

  /** A marker moves with the form of its shape. */
  #movesOf(painted: Painted): readonly Track[] {
    const own = this.#tracksOf(painted)
    return painted.on ? [...own, ...this.#tracksOf(painted.on)] : own
  }

  #fillTracks(fill: Fill): Track[] {
    const servers = fill.servers.flatMap((element) => this.#tracksOf({ element, values: noValues }))
    return [...servers, ...this.#contentOf(fill).flatMap(({ tracks }) => tracks)]
  }

  #contentOf(fill: Fill): Group[] {
    const known = this.#contents.get(fill) ?? this.groupsOf(fill.marks, fill.above)
    this.#contents.set(fill, known)
    return known
  }

  #moversIn(chain: readonly Painted[]): Mover[][] {
    let all: Mover[][] = [[]]
    for (const painted of chain)
      if (painted.on) {
        const points = this.#linesAt(painted.on, 0).flat().length / 2
        const count = Math.min(VERTICES_MAX, points)
        const vertices = Array.from({ length: count }, (_, n) =>
          Math.round((n * (points - 1)) / Math.max(1, count - 1)),
        )
        all = all.flatMap((movers) => vertices.map((vertex) => [...movers, { painted, vertex }]))
      } else if (this.#tracksOf(painted).length > 0) for (const movers of all) movers.push({ painted })
    return all
  }

  at({ movers, marks }: Group, time: number): GroupAt {
    this.#count(movers.length * LINES_TO_PLACE)
    const shapes = marks.map((mark) => this.#shapeAt(mark, time))
    const box = shapes.reduce((all, shape) => union(all, shape.box), nowhere)
    return { back: this.#backAt(movers, time), box, shapes }
  }

  /** The map from the canvas at this time to the place where everything is drawn in its largest form. */
  #backAt(movers: readonly Mover[], time: number): Matrix | undefined {
    let [map, base]: [Matrix, Matrix | undefined] = [identity, identity]
    for (const { painted, vertex } of movers) {
      const back = inverseOf(base)
      if (!back) return undefined
      const own = vertex === undefined ? this.#poseOf(painted).mapAt(time) : this.#vertexAt(painted, vertex, time)
      map = [back, painted.outer, own].reduce(multiply, map)
      // An inner <svg> also has a map to its content, which an animation of its place does not replace.
      base = /^(?:svg|symbol)$/.test(painted.element.name) ? painted.outer : painted.matrix
    }
    const back = inverseOf(map)
    return back && multiply(base, back)
  }

  #poseOf(painted: Painted): Pose {
    const known =
      this.#poses.get(painted) ?? new Pose(this.#tracksOf(painted), painted, this.#originalOf(painted.element))
    this.#poses.set(painted, known)
    return known
  }

  #linesAt(mark: Mark, time: number) {
    const form = this.#formAt(mark, time)
    return linesOf({ ...mark, values: valuesWith(mark, form) }, form)
  }

  #formAt = ({ element, values }: Pick<Mark, 'element' | 'values'>, time: number): CleanElement =>
    elementAt(this.#originalOf(element), this.#tracksOf({ element, values }), time)

  /** The map of a marker to the units of its shape. */
  #vertexAt(painted: Painted, vertex: number, time: number): Matrix {
    const points = painted.on ? this.#linesAt(painted.on, time).flat() : []
    const { attributes } = this.#formAt(painted, time)
    const point = (n: number) => [points[2 * n] ?? 0, points[2 * n + 1] ?? 0] as const
    const [x, y] = point(vertex)
    const isLast = 2 * vertex + 2 >= points.length
    const [[fromX, fromY], [toX, toY]] = isLast ? [point(vertex - 1), [x, y]] : [[x, y], point(vertex + 1)]
    const orient = attributes.get('orient') ?? '0'
    const angle = /auto/.test(orient) ? Math.atan2(toY - fromY, toX - fromX) : (turnIn(orient) * Math.PI) / 180
    const [cos, sin] = [Math.cos(angle), Math.sin(angle)]
    const size = multiply(inverseOf(painted.outer) ?? identity, painted.matrix)
    const [refX = 0, refY = 0] = ['refX', 'refY'].map((name) => numbersIn(attributes.get(name) ?? '')[0] ?? 0)
    return [[cos, sin, -sin, cos, x, y] as const, size, shift(-refX, -refY)].reduce(multiply)
  }

  #shapeAt(mark: Mark, time: number): Shape {
    const known = this.#still.get(mark)
    if (known) return known
    const form = this.#formAt(mark, time)
    const look = must(this.#looks.get(mark.element), 'how an element looks')
    const box = this.#tracksOf(mark).length > 0 ? boxOf(this.#linesAt(mark, time).flat()) : undefined
    const fillings = mark.fills.map((fill) => this.#fillingAt(fill, box, time))
    const values = valuesWith(mark, form)
    const shape = shapeOf({ ...mark, values }, form, { stroke: this.#strokeAt(mark, time), look, fillings })
    const tracks = [...chainOf(mark.place.inside), mark].flatMap(this.#tracksOf)
    const moves =
      tracks.some(({ property }) => isForm(property)) || mark.fills.some((fill) => this.#fillTracks(fill).length > 0)
    this.#count(shape.lines * LINES_TO_DRAW)
    if (!moves) this.#still.set(mark, shape)
    return shape
  }

  /** What is said in shares of the shape moves and grows with its box. */
  #fillingAt(fill: Fill, box: Box | undefined, time: number): Filling {
    const servers = fill.servers.map((element) => this.#formAt({ element, values: noValues }, time))
    const groups = this.#contentOf(fill).map((group) => this.at(group, time))
    return fillingOf({ ...fill, box: box ?? fill.box }, servers, (point) => keyIn(groups, point))
  }

  /** An element inherits its stroke. */
  #strokeAt(mark: Mark, time: number): Stroke {
    const textOf = (property: string, usual: string): string => {
      for (const painted of [mark, ...chainOf(mark.place.inside).toReversed()]) {
        const { attributes } = this.#originalOf(painted.element)
        const tracks = this.#tracksOf(painted)
        const own = attributes.get(property) ?? stillText(property, painted.values, tracks)
        if (tracks.some((track) => track.property === property)) return formAt(property, tracks, time, own ?? usual)
        if (own !== undefined) return own
      }
      return usual
    }
    const numbersOf = (property: string, usual: string) =>
      lengthsIn(textOf(property, usual)).map(({ number }) => number)
    const dashes = numbersOf('stroke-dasharray', '')
    return {
      width: numbersOf('stroke-width', '1')[0] ?? 1,
      dashes: dashes.length % 2 === 0 ? dashes : [...dashes, ...dashes],
      offset: numbersOf('stroke-dashoffset', '0')[0] ?? 0,
    }
  }
}

const noValues = new Map<string, readonly string[]>()

/** An outline that changes has one form at a time. */
function valuesWith({ values }: Mark, { attributes }: CleanElement): Mark['values'] {
  const now = ['d', 'points'].flatMap((name) =>
    attributes.has(name) ? [[name, [attributes.get(name) ?? '']] as const] : [],
  )
  return now.length > 0 ? new Map([...values, ...now]) : values
}

/** The elements around a mark, from the outermost, as far as they are inside of `above`. */
function chainOf(inside: Painted | undefined, above?: Painted): Painted[] {
  const chain: Painted[] = []
  for (let next = inside; next && next !== above; next = next.above) chain.push(next)
  return chain.reverse()
}

/** What is at a point of the canvas, and how many lines were compared with it. */
export function keyIn(groups: readonly GroupAt[], { x, y, n }: Spot): { key: number; lines: number } {
  let [key, lines] = [0, 0]
  for (const { back, box, shapes } of groups) {
    if (!back) continue
    const [a, b, c, d, e, f] = back
    const own = { x: a * x + c * y + e, y: b * x + d * y + f, n }
    if (!(own.x >= box.left && own.x <= box.right && own.y >= box.top && own.y <= box.bottom)) continue
    const found = keyAt(shapes, own)
    key = Math.imul(key, 31) + found.key
    lines += found.lines
  }
  return { key, lines }
}
