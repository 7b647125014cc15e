/** Estimates the work of gradients and patterns, with which shapes and text are painted. */
import type { CleanElement } from '../serialize.ts'
import { cost, least } from './costs.ts'
import { type Drawing, idsIn } from './drawing.ts'
import { type Box, identity, numbersIn, readTransform, scaleOf } from './geometry.ts'
import { addLines, type Edges, since } from './outline.ts'
import type { Painter } from './painter.ts'
import type { Place } from './place.ts'

export function paintServers(painter: Painter, values: readonly string[], part: number, place: Place, box: Box): void {
  const { account, drawing, edges } = painter
  for (const id of new Set(values.flatMap(idsIn))) {
    const server = drawing.find(id)
    if (!server) continue
    const before = { ...edges }
    if (server.name === 'linearGradient' || server.name === 'radialGradient') {
      account.add('gradients', cost[server.name] * part + least.effect + countStops(server, drawing) * least.stop)
      addStripes(edges, server, box)
    } else if (server.name === 'pattern') {
      account.add('gradients', Math.max(least.pattern, cost.pattern * part))
      paintInside(painter, server, place)
      addLines(edges, since(before, edges, countTiles(server, box, place) - 1), identity)
    }
    const { isFloating, matrix } = place
    const values = drawing.styles.of(server)
    painter.onPainted({
      element: server,
      values,
      box,
      canvas: drawing.canvas,
      isFloating,
      matrix,
      edges: since(before, edges),
    })
  }
}

const isShare = (server: CleanElement, units: string) => server.attributes.get(units)?.trim() !== 'userSpaceOnUse'
const sidesOf = ({ left, top, right, bottom }: Box) => [right - left, bottom - top] as const

/** Counts how often a pattern repeats in a box on the canvas. */
function countTiles(pattern: CleanElement, box: Box, { matrix }: Place): number {
  const number = (name: string) => numberOf(pattern, name, 0)
  const [across, down] = sidesOf(box)
  const scale = scaleOf(matrix) * scaleOf(readTransform(pattern.attributes.get('patternTransform') ?? ''))
  const area = isShare(pattern, 'patternUnits') ? 1 : (across * down) / scale ** 2
  const tiles = area / (number('width') * number('height'))
  return Number.isFinite(tiles) ? Math.max(1, tiles) : 1
}

/** Adds the edges of a gradient: two for each repetition. A gradient that does not repeat is one edge. */
function addStripes(edges: Edges, gradient: CleanElement, box: Box): void {
  const [across, down] = sidesOf(box)
  if (!/repeat|reflect/.test(gradient.attributes.get('spreadMethod') ?? '')) {
    addLines(edges, { across, down }, identity)
    return
  }
  const number = (name: string, usual: number) => numberOf(gradient, name, usual)
  const [x, y] = [number('x2', 1) - number('x1', 0), number('y2', 0) - number('y1', 0)]
  const [dx, dy] = isShare(gradient, 'gradientUnits') ? [x * across, y * down] : [x, y]
  const stripes = (2 * across * down) / (dx ** 2 + dy ** 2)
  if (!Number.isFinite(stripes)) return
  edges.down += stripes * Math.abs(dx)
  edges.across += stripes * Math.abs(dy)
}

function numberOf({ attributes }: CleanElement, name: string, usual: number): number {
  const text = attributes.get(name) ?? ''
  return (numbersIn(text)[0] ?? usual) / (text.includes('%') ? 100 : 1)
}

function countStops(server: CleanElement, drawing: Drawing, depth = 0): number {
  const next = depth < 8 ? drawing.hrefOf(server) : undefined
  return server.children.length + (next ? countStops(next, drawing, depth + 1) : 0)
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
