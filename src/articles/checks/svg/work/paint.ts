/**
 * Estimates the work of painting a drawing, in paintings of the whole picture with one colour: how much of it every shape
 * covers, and how costly its paint, its outline and its effects are. Where something is hard to know, such as where CSS
 * moves a shape to, it counts as covering everything. A moving drawing is painted for every frame.
 */
import { animationElements } from '../names.ts'
import type { CleanElement } from '../serialize.ts'
import { references } from '../sheet-references.ts'
import type { WorkAccount } from './account.ts'
import { cssFilterWork, primitivesOf } from './filters.ts'
import {
  type Box,
  coverage,
  grow,
  identity,
  type Matrix,
  mapped,
  multiply,
  nowhere,
  numbersIn,
  overlaps,
  partOf,
  readTransform,
  union,
} from './geometry.ts'
import { motionOf } from './motion.ts'
import { outlineOf } from './outline.ts'
import { readStyles, type Styles, type Values } from './styles.ts'

/** Work for each full picture. */
const cost = {
  plain: 1,
  linearGradient: 25,
  radialGradient: 45,
  pattern: 60,
  opacity: 20,
  blend: 40,
  mask: 45,
  clip: 10,
  text: 3,
}
/** Work for each of them, however small. */
const least = {
  element: 0.2,
  text: 0.8,
  character: 0.02,
  dash: 0.015,
  effect: 1,
  primitive: 2,
  stop: 0.01,
  value: 0.1,
}
/** Outlines as long as the picture is high; what one shape has above this many crosses itself, which costs more. */
const longOutline = 500
const outlineWork = (heights: number) => heights + 4 * Math.max(0, heights - longOutline)

const containers = new Set(['svg', 'g', 'a', 'switch', 'symbol', 'use'])
const shapes = new Set(['rect', 'circle', 'ellipse', 'line', 'polyline', 'polygon', 'path'])
const markers = ['marker', 'marker-start', 'marker-mid', 'marker-end']

type Inherited = Record<'fill' | 'stroke' | 'dashes' | 'strokeWidth' | 'fontSize' | 'markers', readonly string[]>
/** Of what floats only the size is known; what is everywhere may cover the whole picture. */
type Place = { matrix: Matrix; isEverywhere: boolean; isFloating: boolean; inherited: Inherited; depth: number }

export function measurePainting(root: CleanElement, account: WorkAccount): void {
  const styles = readStyles(root)
  const known: Known = { byId: new Map(), targets: new Set(), isMoving: false }
  collect(root, styles, known)
  known.targets.delete('')
  account.isMoving = known.isMoving
  new Painting(styles, known, account, canvasOf(root)).paint(root, {
    matrix: identity,
    isEverywhere: false,
    isFloating: false,
    inherited: { fill: [], stroke: [], dashes: [], strokeWidth: [], fontSize: [], markers: [] },
    depth: 0,
  })
}

/** What has to be known of the whole drawing: elements by their id, which of them an animation points at, and whether anything moves. */
type Known = { byId: Map<string, CleanElement>; targets: Set<string>; isMoving: boolean }

function collect(element: CleanElement, styles: Styles, known: Known): void {
  const { attributes, children, name } = element
  const id = attributes.get('id')
  if (id !== undefined && !known.byId.has(id)) known.byId.set(id, element)
  if (animationElements.has(name)) {
    known.isMoving = true
    known.targets.add(attributes.get('href')?.slice(1) ?? '')
  }
  if (styles.moves(element)) known.isMoving = true
  for (const child of children) if (typeof child !== 'string') collect(child, styles, known)
}

/** The visible part of the plane. Where the sides have another ratio than the viewBox, more of the plane is seen. */
function canvasOf({ attributes }: CleanElement): Box {
  const [width, height] = ['width', 'height'].map((side) => lengthOf(attributes.get(side))) as [number, number]
  const [x, y, w, h] = numbersIn(attributes.get('viewBox') ?? '') as [number, number, number, number]
  if (!(w > 0 && h > 0)) return { left: 0, top: 0, right: width || 300, bottom: height || 150 }
  const stretch = width && height ? (width / height) * (h / w) : 1
  const [extraX, extraY] = [Math.max(0, w * (stretch - 1)), Math.max(0, h * (1 / stretch - 1))]
  return { left: x - extraX, top: y - extraY, right: x + w + extraX, bottom: y + h + extraY }
}

const lengthOf = (text = '') => (/%\s*$/.test(text) ? 0 : (numbersIn(text)[0] ?? 0))

class Painting {
  readonly #open = new Set<CleanElement>()
  readonly styles: Styles
  readonly known: Known
  readonly account: WorkAccount
  readonly canvas: Box

  constructor(styles: Styles, known: Known, account: WorkAccount, canvas: Box) {
    this.styles = styles
    this.known = known
    this.account = account
    this.canvas = canvas
  }

  /** Adds the work of an element and returns the part of the canvas that it may cover. */
  paint(element: CleanElement, outer: Place): Box {
    if (this.#open.has(element)) return nowhere // browsers do not draw what refers to itself
    this.#open.add(element)
    const values = this.styles.of(element)
    this.account.add('shapes', least.element)
    for (const all of values.values()) if (all.length > 1) this.account.addOnce('rules', all.length * least.value)
    const place = this.#placeOf(element, values, outer)
    const box = this.#content(element, place)
    this.#effects(values, place, place.isEverywhere && box !== nowhere ? this.canvas : box)
    this.#open.delete(element)
    return box
  }

  #placeOf(element: CleanElement, values: Values, outer: Place): Place {
    const { attributes, name } = element
    const own = (property: string, inherited: readonly string[]) => values.get(property) ?? inherited
    const motion = motionOf(element, values)
    const isTargeted = this.known.targets.has(attributes.get('id') ?? '')
    return {
      matrix: multiply(
        multiply(outer.matrix, readTransform(attributes.get('transform') ?? '')),
        viewportOf(element, this.canvas, outer.depth),
      ),
      isFloating: outer.isFloating || motion === 'floating',
      isEverywhere: outer.isEverywhere || motion === 'everywhere' || isTargeted,
      inherited: {
        fill: own('fill', outer.inherited.fill),
        stroke: own('stroke', outer.inherited.stroke),
        dashes: own('stroke-dasharray', outer.inherited.dashes),
        strokeWidth: own('stroke-width', outer.inherited.strokeWidth),
        fontSize: own('font-size', outer.inherited.fontSize),
        markers:
          name === 'marker'
            ? []
            : [...markers.flatMap((marker) => values.get(marker) ?? []), ...outer.inherited.markers],
      },
      depth: outer.depth + 1,
    }
  }

  #content(element: CleanElement, place: Place): Box {
    if (shapes.has(element.name)) return this.#shape(element, place)
    if (element.name === 'text') return this.#text(element, place)
    let box = nowhere
    if (element.name === 'use') {
      const target = this.#find(element.attributes.get('href')?.slice(1))
      const [x, y] = [
        numbersIn(element.attributes.get('x') ?? '')[0] ?? 0,
        numbersIn(element.attributes.get('y') ?? '')[0] ?? 0,
      ]
      if (target) box = this.paint(target, { ...place, matrix: multiply(place.matrix, [1, 0, 0, 1, x, y]) })
    }
    if (containers.has(element.name) || place.depth === 1) box = union(box, this.#children(element, place))
    return box
  }

  #children(element: CleanElement, place: Place): Box {
    let box = nowhere
    for (const child of element.children) {
      if (typeof child === 'string') continue
      if (animationElements.has(child.name)) this.account.add('shapes', least.element)
      else if (child.name !== 'symbol') box = union(box, this.paint(child, place))
    }
    return box
  }

  #shape(element: CleanElement, place: Place): Box {
    const { box, length, vertices } = outlineOf(element)
    const { stroke, strokeWidth, dashes, fill } = place.inherited
    const isStroked = stroke.some((value) => value !== 'none')
    const width = Math.max(...(strokeWidth.length > 0 ? strokeWidth : ['1']).map(lengthOf))
    const seen = mapped(isStroked ? grow(box, width) : box, place.matrix)
    const part = this.#partOf(seen, place)
    const height = this.canvas.bottom - this.canvas.top
    const scale = Math.max(Math.hypot(place.matrix[0], place.matrix[1]), Math.hypot(place.matrix[2], place.matrix[3]))
    this.account.add(
      'shapes',
      cost.plain * part + (this.#isSeen(seen, place) ? outlineWork((length * scale) / height) : 0),
    )
    for (const paint of [fill, isStroked ? stroke : []]) this.#paintServers(paint, part, place)
    if (isStroked) for (const dash of dashes) this.#dashes(dash, element, length)
    for (const id of new Set(place.inherited.markers.flatMap(idsIn))) this.#markers(id, vertices, place)
    return place.isEverywhere ? this.canvas : seen
  }

  #partOf(box: Box, { isEverywhere, isFloating }: Place): number {
    if (isEverywhere) return box === nowhere ? 0 : 1
    return isFloating ? partOf(box, this.canvas) : coverage(box, this.canvas)
  }

  #isSeen = (box: Box, { isEverywhere, isFloating }: Place) => isEverywhere || isFloating || overlaps(box, this.canvas)

  #dashes(dash: string, { attributes }: CleanElement, length: number) {
    const period = numbersIn(dash).reduce((sum, part) => sum + Math.abs(part), 0)
    const total = numbersIn(attributes.get('pathLength') ?? '')[0] ?? length
    // A browser gives up at a million dashes.
    if (period > 0) this.account.add('dashes', least.dash * Math.min(1e6, total / period))
  }

  #markers(id: string, vertices: number, place: Place) {
    const marker = this.#find(id)
    if (marker?.name !== 'marker') return
    const before = this.account.total
    const { attributes } = marker
    const widths = attributes.get('markerUnits')?.trim() === 'userSpaceOnUse' ? ['1'] : place.inherited.strokeWidth
    const [, , w = 0, h = 0] = numbersIn(attributes.get('viewBox') ?? '')
    const size = (name: string) => numbersIn(attributes.get(name) ?? '3')[0] ?? 3
    const fit = w > 0 && h > 0 ? Math.min(size('markerWidth') / w, size('markerHeight') / h) : 1
    const scale = fit * Math.max(...(widths.length > 0 ? widths : ['1']).map(lengthOf))
    const matrix = multiply(place.matrix, [scale, 0, 0, scale, 0, 0])
    if (!this.#open.has(marker)) {
      this.#open.add(marker)
      this.#children(marker, { ...place, matrix, isFloating: true, inherited: { ...place.inherited, markers: [] } })
      this.#open.delete(marker)
    }
    this.account.repeat('shapes', before, Math.max(0, vertices - 1))
  }

  #text(element: CleanElement, place: Place): Box {
    const size = Math.max(...(place.inherited.fontSize.length > 0 ? place.inherited.fontSize : ['16']).map(lengthOf))
    const scale = Math.abs(place.matrix[0] * place.matrix[3] - place.matrix[1] * place.matrix[2])
    const canvas = (this.canvas.right - this.canvas.left) * (this.canvas.bottom - this.canvas.top)
    const { characters, chunks } = this.#countText(element)
    const part = Math.min(1, (characters * size * size * scale) / canvas)
    this.account.add('text', chunks * least.text + characters * least.character + cost.text * part)
    for (const paint of [place.inherited.fill, place.inherited.stroke]) this.#paintServers(paint, part, place)
    const shadows = (this.styles.of(element).get('text-shadow') ?? []).flatMap((value) => value.split(','))
    if (shadows.length > 0) this.account.add('effects', shadows.length * Math.max(least.effect, 300 * part))
    // Where the text ends is not known.
    return characters > 0 ? this.canvas : nowhere
  }

  #countText({ children, attributes }: CleanElement): { characters: number; chunks: number } {
    let [characters, chunks] = [
      0,
      1 +
        ['x', 'y', 'dx', 'dy', 'rotate'].reduce((sum, name) => sum + numbersIn(attributes.get(name) ?? '').length, 0) /
          2,
    ]
    for (const child of children) {
      if (typeof child === 'string') characters += child.length
      else {
        const inner = this.#countText(child)
        characters += inner.characters
        chunks += inner.chunks
      }
    }
    return { characters, chunks }
  }

  #paintServers(values: readonly string[], part: number, place: Place) {
    for (const id of new Set(values.flatMap(idsIn))) {
      const server = this.#find(id)
      if (!server) continue
      if (server.name === 'linearGradient' || server.name === 'radialGradient')
        this.account.add('gradients', cost[server.name] * part + least.effect + this.#stops(server) * least.stop)
      else if (server.name === 'pattern') {
        this.account.add('gradients', cost.pattern * part + least.effect)
        this.#inside(server, place)
      }
    }
  }

  #stops(server: CleanElement, depth = 0): number {
    const next = depth < 8 ? this.#find(server.attributes.get('href')?.slice(1)) : undefined
    return server.children.length + (next ? this.#stops(next, depth + 1) : 0)
  }

  /** What a pattern, mask or clip path holds, and what it takes over from another one. */
  #inside(element: CleanElement, place: Place) {
    if (this.#open.has(element)) return
    this.#open.add(element)
    const isFraction = /BoundingBox/.test([...element.attributes.values()].join())
    this.#children(element, { ...place, isEverywhere: place.isEverywhere || isFraction })
    const other = this.#find(element.attributes.get('href')?.slice(1))
    if (other) this.#inside(other, place)
    this.#open.delete(element)
  }

  #effects(values: Values, place: Place, box: Box) {
    const part = this.#partOf(box, place)
    const add = (units: number) => this.account.add('effects', Math.max(least.effect, units * part))
    if ((values.get('opacity') ?? []).some((value) => value.trim() !== '1')) add(cost.opacity)
    if ((values.get('isolation') ?? []).length > 0 || (values.get('will-change') ?? []).length > 0) add(cost.opacity)
    if ((values.get('mix-blend-mode') ?? []).some((value) => value.trim() !== 'normal')) add(cost.blend)
    for (const value of values.get('clip-path') ?? []) {
      if (value.trim() === 'none') continue
      add(cost.clip)
      this.#referred(value, place)
    }
    for (const value of values.get('mask') ?? []) {
      if (value.trim() === 'none') continue
      add(cost.mask)
      this.#referred(value, place)
    }
    for (const value of values.get('filter') ?? []) this.#filter(value, part, place)
  }

  #referred(value: string, place: Place) {
    for (const id of idsIn(value)) {
      const target = this.#find(id)
      if (target) this.#inside(target, place)
    }
  }

  #filter(value: string, part: number, place: Place) {
    const add = (work: number, area: number) => this.account.add('filters', Math.max(least.primitive, work * area))
    for (const work of cssFilterWork(value)) add(work, Math.min(1, part * 1.5))
    for (const id of idsIn(value)) {
      const filter = this.#find(id)
      if (filter?.name !== 'filter') continue
      const area = this.#filterArea(filter, part)
      for (const work of this.#primitives(filter)) add(work, area)
      for (const child of filter.children) if (typeof child !== 'string') this.#picture(child, place)
    }
  }

  readonly #knownPrimitives = new Map<CleanElement, number[]>()
  #primitives(filter: CleanElement): number[] {
    const known = this.#knownPrimitives.get(filter) ?? primitivesOf(filter, this.canvas.right - this.canvas.left)
    this.#knownPrimitives.set(filter, known)
    return known
  }

  /** A filter reaches a tenth beyond its element on each side, if it does not say otherwise. */
  #filterArea({ attributes }: CleanElement, part: number): number {
    if (attributes.get('filterUnits')?.trim() === 'userSpaceOnUse') return 1
    const side = (name: string) => {
      const text = attributes.get(name) ?? '120%'
      const [number = 1.2] = numbersIn(text)
      return text.includes('%') ? number / 100 : number
    }
    return part === 0 ? 0 : Math.min(1, part * Math.max(1, side('width')) * Math.max(1, side('height')))
  }

  #picture({ name, attributes }: CleanElement, place: Place) {
    const target = name === 'feImage' ? this.#find(attributes.get('href')?.slice(1)) : undefined
    if (target) this.paint(target, place)
  }

  #find(id: string | undefined): CleanElement | undefined {
    if (id === undefined) return undefined
    const known = this.known.byId.get(id)
    if (known) return known
    try {
      return this.known.byId.get(decodeURIComponent(id))
    } catch {
      return undefined
    }
  }
}

const idsIn = (value: string): string[] =>
  value.includes('url(') ? [...value.matchAll(references)].map(([, id]) => id as string) : []

/** Inner pictures and symbols have a window of their own onto what they hold. */
function viewportOf({ name, attributes }: CleanElement, canvas: Box, depth: number): Matrix {
  if (depth === 0 || (name !== 'svg' && name !== 'symbol')) return identity
  const number = (attribute: string) => lengthOf(attributes.get(attribute))
  const [x, y] = [number('x'), number('y')]
  const [left, top, w, h] = numbersIn(attributes.get('viewBox') ?? '') as [number, number, number, number]
  if (!(w > 0 && h > 0)) return [1, 0, 0, 1, x, y]
  const [width, height] = [
    number('width') || canvas.right - canvas.left,
    number('height') || canvas.bottom - canvas.top,
  ]
  return [width / w, 0, 0, height / h, x - (left * width) / w, y - (top * height) / h]
}
