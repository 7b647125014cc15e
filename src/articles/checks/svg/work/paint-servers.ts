/** The work of gradients and patterns, which shapes and text are painted with. */
import type { CleanElement } from '../serialize.ts'
import { cost, least } from './costs.ts'
import { type Drawing, idsIn } from './drawing.ts'
import type { Painter } from './painter.ts'
import type { Place } from './place.ts'

export function paintServers(painter: Painter, values: readonly string[], part: number, place: Place): void {
  const { account, drawing } = painter
  for (const id of new Set(values.flatMap(idsIn))) {
    const server = drawing.find(id)
    if (!server) continue
    if (server.name === 'linearGradient' || server.name === 'radialGradient')
      account.add('gradients', cost[server.name] * part + least.effect + countStops(server, drawing) * least.stop)
    else if (server.name === 'pattern') {
      account.add('gradients', Math.max(least.pattern, cost.pattern * part))
      paintInside(painter, server, place)
    }
  }
}

function countStops(server: CleanElement, drawing: Drawing, depth = 0): number {
  const next = depth < 8 ? drawing.hrefOf(server) : undefined
  return server.children.length + (next ? countStops(next, drawing, depth + 1) : 0)
}

/** What a pattern, mask or clip path holds, and what it takes over from another one. `more` is done to it as well. */
export function paintInside(painter: Painter, element: CleanElement, place: Place, more = () => {}): void {
  painter.once(element, undefined, () => {
    more()
    const isFraction = /BoundingBox/.test([...element.attributes.values()].join())
    painter.children(element, { ...place, isEverywhere: place.isEverywhere || isFraction })
    const other = painter.drawing.hrefOf(element)
    if (other) paintInside(painter, other, place)
  })
}
