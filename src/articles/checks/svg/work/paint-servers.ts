/** Estimates the work of gradients and patterns, with which shapes and text are painted. */
import type { CleanElement } from '../serialize.ts'
import { cost, least } from './costs.ts'
import { type Drawing, idsIn } from './drawing.ts'
import {
  areaOf,
  type Box,
  identity,
  type Matrix,
  multiply,
  numbersIn,
  readTransform,
  sidesOf,
  viewBoxOf,
} from './geometry.ts'
import { addLines, type Edges, since } from './outline.ts'
import type { Painter } from './painter.ts'
import type { Place } from './place.ts'

export function paintServers(painter: Painter, values: readonly string[], part: number, place: Place, box: Box): void {
  const { account, drawing, edges } = painter
  for (const id of new Set(values.flatMap(idsIn))) {
    const server = drawing.find(id)
    if (!server) continue
    const [before, marksBefore] = [{ ...edges }, painter.marks.length]
    const used = { server, drawing, place, box }
    const units = server.name === 'pattern' ? 'patternUnits' : 'gradientUnits'
    if (server.name === 'linearGradient' || server.name === 'radialGradient') {
      account.add('gradients', cost[server.name] * part + least.effect + countStops(server, drawing) * least.stop)
      addStripes(edges, used)
    } else if (server.name === 'pattern') {
      account.add('gradients', Math.max(least.pattern, cost.pattern * part))
      paintInside(painter, server, { ...place, matrix: contentMatrix(used) })
      // Each tile repeats its shapes, so only their lines count.
      for (const { outline, place: inTile, stroke } of painter.marks.splice(marksBefore))
        addLines(edges, outline, inTile.matrix, stroke > 0 ? 2 : 1)
      addLines(edges, since(before, edges), identity, countTiles(used) - 1)
    }
    for (const element of chainOf(server, drawing))
      painter.onPainted({
        element,
        values: drawing.styles.of(element),
        box,
        canvas: drawing.canvas,
        isFloating: place.isFloating,
        ...unitsOf(used, units),
        outer: unitsOf(used, units).matrix,
        edges: since(before, edges),
        marks: () => [],
      })
  }
}

/** A gradient or pattern, and the box on the canvas that it fills. */
type Used = { server: CleanElement; drawing: Drawing; place: Place; box: Box }

/** The element, and those from which it takes over what it does not say itself. */
function* chainOf(server: CleanElement, drawing: Drawing): Generator<CleanElement> {
  const seen = new Set<CleanElement>()
  for (let next: CleanElement | undefined = server; next && !seen.has(next); next = drawing.hrefOf(next)) {
    seen.add(next)
    yield next
  }
}

function attributeOf({ server, drawing }: Used, name: string): string {
  for (const { attributes } of chainOf(server, drawing)) if (attributes.has(name)) return attributes.get(name) ?? ''
  return ''
}

function numberOf(used: Used, name: string, usual: number): number {
  const text = attributeOf(used, name)
  return (numbersIn(text)[0] ?? usual) / (text.includes('%') ? 100 : 1)
}

const countStops = (server: CleanElement, drawing: Drawing): number =>
  [...chainOf(server, drawing)].reduce((sum, { children }) => sum + children.length, 0)

/** The units of a gradient or pattern on the canvas: shares of the box, or those of the place. */
function unitsOf(used: Used, attribute: string): { matrix: Matrix; whole: readonly [number, number] } {
  const [across, down] = sidesOf(used.box)
  return attributeOf(used, attribute).trim() === 'userSpaceOnUse'
    ? { matrix: used.place.matrix, whole: sidesOf(used.drawing.canvas) }
    : { matrix: [across, 0, 0, down, 0, 0], whole: [1, 1] }
}

const ownMap = (used: Used, units: string, transform: string) =>
  multiply(unitsOf(used, units).matrix, readTransform(attributeOf(used, transform)))

/** The factor by which a map enlarges areas. */
const areaFactor = ([a, b, c, d]: Matrix) => Math.abs(a * d - b * c)

/** The map from the coordinates of a pattern's content to the canvas. */
function contentMatrix(used: Used): Matrix {
  const viewBox = viewBoxOf(attributeOf(used, 'viewBox'))
  if (!viewBox || areaOf(used.box) === 0)
    return multiply(used.place.matrix, readTransform(attributeOf(used, 'patternTransform')))
  const [across, down] = sidesOf(viewBox)
  const [width, height] = [numberOf(used, 'width', 0), numberOf(used, 'height', 0)]
  return multiply(ownMap(used, 'patternUnits', 'patternTransform'), [width / across, 0, 0, height / down, 0, 0])
}

/** Counts how often a pattern repeats in a box on the canvas. */
function countTiles(used: Used): number {
  const tile = numberOf(used, 'width', 0) * numberOf(used, 'height', 0)
  const tiles = areaOf(used.box) / (areaFactor(ownMap(used, 'patternUnits', 'patternTransform')) * tile)
  return Number.isFinite(tiles) ? Math.max(1, tiles) : 1
}

/**
 * Adds the edges of a gradient: two for each repetition, and one if it does not repeat. Rings have edges in both
 * directions.
 */
function addStripes(edges: Edges, used: Used): void {
  if (!/repeat|reflect/.test(attributeOf(used, 'spreadMethod'))) {
    const [across, down] = sidesOf(used.box)
    addLines(edges, { across, down }, identity)
    return
  }
  const number = (name: string, usual: number) => numberOf(used, name, usual)
  const map = ownMap(used, 'gradientUnits', 'gradientTransform')
  const add = (x: number, y: number) => {
    const stripes = (2 * areaOf(used.box)) / (areaFactor(map) * (x ** 2 + y ** 2))
    if (Number.isFinite(stripes)) addLines(edges, { across: Math.abs(y), down: Math.abs(x) }, map, stripes)
  }
  if (used.server.name === 'linearGradient') add(number('x2', 1) - number('x1', 0), number('y2', 0) - number('y1', 0))
  else {
    add(number('r', 0.5), 0)
    add(0, number('r', 0.5))
  }
}

/**
 * Paints the content of a pattern, mask or clip path, and the content that it inherits from another one. `more` is
 * called first, and only for `element` itself.
 */
export function paintInside(painter: Painter, element: CleanElement, place: Place, more = () => {}): void {
  painter.once(element, undefined, () => {
    more()
    const isFraction = /BoundingBox/.test([...element.attributes.values()].join())
    painter.children(element, { ...place, isEverywhere: place.isEverywhere || isFraction })
    const other = painter.drawing.hrefOf(element)
    if (other) paintInside(painter, other, place)
  })
}
