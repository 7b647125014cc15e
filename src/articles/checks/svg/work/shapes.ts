/** Estimates the work of shapes: their area, their outline with its dashes, and the markers on it. */
import type { CleanElement } from '../serialize.ts'
import { cost, factors, least, outlineWork } from './costs.ts'
import { type Drawing, idsIn } from './drawing.ts'
import {
  type Box,
  grow,
  isComputed,
  lengthsIn,
  mapped,
  multiply,
  nowhere,
  numbersIn,
  scaleOf,
  sidesOf,
  union,
  viewBoxOf,
} from './geometry.ts'
import { outlineOf } from './outline.ts'
import { paintServers } from './paint-servers.ts'
import type { Painter } from './painter.ts'
import { diagonalOf, isSeenAt, lengthsAt, type Mark, type Painted, type Place, partAt, strokeWidthOf } from './place.ts'

export const shapeElements = new Set(['rect', 'circle', 'ellipse', 'line', 'polyline', 'polygon', 'path'])

export function paintShape(painter: Painter, element: CleanElement, place: Place): Box {
  const { account, drawing } = painter
  const { canvas } = drawing
  const lengths = lengthsAt(place, element.attributes)
  const outline = outlineOf(element, drawing.styles.of(element), { ...lengths, known: drawing.outlines })
  const { box, length, vertices, crossings } = outline
  const { stroke, dashes, fill, markers } = place.inherited
  const isStroked = stroke.some((value) => value !== 'none')
  const isFilled = fill.length === 0 || fill.some((value) => value.trim() !== 'none')
  const width = strokeWidthOf(place, drawing)
  const seen = mapped(isStroked ? grow(box, width) : box, place.matrix)
  const part = partAt(seen, place, canvas)
  const heights = (length * scaleOf(place.matrix)) / drawing.height
  account.add(
    'shapes',
    cost.plain * part +
      (isSeenAt(seen, place, canvas) ? outlineWork({ heights, vertices, crossings }, { isStroked, isFilled }) : 0),
  )
  const onCanvas = isStroked ? width * scaleOf(place.matrix) : 0
  const filled = { part, place, box: seen, own: box }
  const fills = paintServers(painter, fill, filled)
  if (isStroked) fills.push(...paintServers(painter, stroke, { ...filled, part: factors.stroke * part }))
  const mark = { element, values: drawing.styles.of(element), place, isFilled, stroke: onCanvas, fills }
  painter.marks.push(mark)
  if (isStroked)
    for (const dash of dashes) {
      const count = countDashes(dash, numbersIn(element.attributes.get('pathLength') ?? '')[0] ?? length, place)
      account.add('dashes', dashCost(place, drawing) * count)
    }
  for (const id of new Set(markers.flatMap(idsIn))) paintMarkers(painter, id, { vertices, seen, mark }, place)
  return place.isEverywhere ? canvas : seen
}

/** Each dash is painted as a shape, as high as the stroke is wide. */
export function dashCost(place: Place, drawing: Drawing): number {
  const isCapped = place.inherited.caps.some((value) => value.trim() !== 'butt')
  const width = strokeWidthOf(place, drawing) * scaleOf(place.matrix)
  return (isCapped ? least.cappedDash : least.dash) + (cost.dashEdge * 2 * width) / drawing.height
}

/** A browser draws no more than a million dashes. */
const dashesMax = 1e6

export function countDashes(dash: string, length: number, place: Place): number {
  if (isComputed(dash)) return dashesMax
  // Which size the font has is not known, so dashes of its size count as small ones.
  const parts = lengthsIn(dash, { whole: diagonalOf(place), font: 1, rootFont: 1 })
  const period = parts.reduce((sum, part) => sum + Math.abs(part), 0)
  return period > 0 ? Math.min(dashesMax, length / period) : 0
}

function paintMarkers(
  painter: Painter,
  id: string,
  { vertices, seen, mark }: { vertices: number; seen: Box; mark: Mark },
  place: Place,
): void {
  const marker = painter.drawing.find(id)
  if (marker?.name !== 'marker') return
  const before = painter.account.total
  const { attributes } = marker
  const width = attributes.get('markerUnits')?.trim() === 'userSpaceOnUse' ? 1 : strokeWidthOf(place, painter.drawing)
  const viewBox = viewBoxOf(attributes.get('viewBox'))
  const lengths = lengthsAt(place, attributes)
  const size = (name: 'markerWidth' | 'markerHeight') =>
    attributes.has(name) ? lengths[name === 'markerWidth' ? 'across' : 'down'](name) : 3
  const [across, down] = viewBox ? sidesOf(viewBox) : [size('markerWidth'), size('markerHeight')]
  const fit = Math.min(size('markerWidth') / across, size('markerHeight') / down)
  const scale = fit * width
  const matrix = multiply(place.matrix, [scale, 0, 0, scale, 0, 0])
  const { fill, stroke } = place.inherited
  const inherited = { ...place.inherited, context: [...fill, ...stroke], markers: [] }
  // Its content may be anywhere around the shape, as far away as the sides of the marker are long.
  const onMarked = grow(seen, Math.hypot(across, down) * scaleOf(matrix))
  const inside: Painted = {
    element: marker,
    values: painter.drawing.styles.of(marker),
    box: onMarked,
    canvas: painter.drawing.canvas,
    isFloating: false,
    outer: place.matrix,
    matrix,
    whole: [across, down],
    above: place.inside,
    on: mark,
  }
  const inner = { ...place, matrix, viewport: [across, down] as const, isFloating: true, inside, inherited, onMarked }
  painter.once(marker, nowhere, () => painter.children(marker, inner))
  painter.marked = union(painter.marked, onMarked)
  painter.account.repeat('shapes', before, Math.max(0, vertices - 1))
}
