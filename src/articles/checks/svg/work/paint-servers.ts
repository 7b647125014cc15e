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
import type { Painter } from './painter.ts'
import type { Fill, Place } from './place.ts'

type Filled = { part: number; place: Place; box: Box; own?: Box }

/** `box` is that of the shape on the canvas, and `own` that in its own units, which text has not. */
export function paintServers(painter: Painter, values: readonly string[], { part, place, box, own }: Filled): Fill[] {
  const { account, drawing } = painter
  const fills: Fill[] = []
  for (const id of new Set(values.flatMap(idsIn))) {
    const server = drawing.find(id)
    if (!server) continue
    const servers = [...chainOf(server, drawing)]
    const shape = { servers, box: own ?? box, matrix: own ? place.matrix : identity, above: place.inside }
    if (server.name === 'linearGradient' || server.name === 'radialGradient') {
      const stops = servers.reduce((sum, { children }) => sum + children.length, 0)
      account.add('gradients', cost[server.name] * part + least.effect + stops * least.stop)
      fills.push({ ...shape, marks: [], inside: identity })
    } else if (server.name === 'pattern') {
      account.add('gradients', Math.max(least.pattern, cost.pattern * part))
      const inside = contentMatrix(servers, place, box)
      const marksBefore = painter.marks.length
      paintInside(painter, server, { ...place, matrix: inside })
      fills.push({ ...shape, inside, marks: painter.marks.splice(marksBefore) })
    }
    for (const element of servers)
      painter.onPainted({
        element,
        values: drawing.styles.of(element),
        box,
        canvas: drawing.canvas,
        isFloating: place.isFloating,
      })
  }
  return fills
}

/** The element, and those from which it takes over what it does not say itself. */
function* chainOf(server: CleanElement, drawing: Drawing): Generator<CleanElement> {
  const seen = new Set<CleanElement>()
  for (let next: CleanElement | undefined = server; next && !seen.has(next); next = drawing.hrefOf(next)) {
    seen.add(next)
    yield next
  }
}

export function attributeOf(servers: readonly CleanElement[], name: string): string {
  for (const { attributes } of servers) if (attributes.has(name)) return attributes.get(name) ?? ''
  return ''
}

export function numberOf(servers: readonly CleanElement[], name: string, usual: number): number {
  const text = attributeOf(servers, name)
  return (numbersIn(text)[0] ?? usual) / (text.includes('%') ? 100 : 1)
}

/** The map from the coordinates of a pattern's content to the canvas. */
function contentMatrix(servers: readonly CleanElement[], place: Place, box: Box): Matrix {
  const viewBox = viewBoxOf(attributeOf(servers, 'viewBox'))
  const transform = readTransform(attributeOf(servers, 'patternTransform'))
  if (!viewBox || areaOf(box) === 0) return multiply(place.matrix, transform)
  const [across, down] = sidesOf(viewBox)
  const [width, height] = [numberOf(servers, 'width', 0), numberOf(servers, 'height', 0)]
  const [boxAcross, boxDown] = sidesOf(box)
  const isOwn = attributeOf(servers, 'patternUnits').trim() === 'userSpaceOnUse'
  const units = isOwn ? place.matrix : ([boxAcross, 0, 0, boxDown, 0, 0] as const)
  return [transform, [width / across, 0, 0, height / down, 0, 0] as const].reduce(multiply, units)
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
