/** The work of what is done to a finished part of the picture: opacity, blend modes, clip paths, masks and filters. */
import type { CleanElement } from '../serialize.ts'
import { cost, least } from './costs.ts'
import { idsIn } from './drawing.ts'
import { cssFilterWork } from './filters.ts'
import { type Box, numbersIn } from './geometry.ts'
import { paintInside } from './paint-servers.ts'
import type { Painter } from './painter.ts'
import { type Place, partAt } from './place.ts'
import type { Values } from './styles.ts'

export function paintEffects(painter: Painter, values: Values, place: Place, box: Box): void {
  const part = partAt(box, place, painter.drawing.canvas)
  const add = (units: number) => painter.account.add('effects', Math.max(least.effect, units * part))
  if ((values.get('opacity') ?? []).some((value) => value.trim() !== '1')) add(cost.opacity)
  if ((values.get('isolation') ?? []).length > 0 || (values.get('will-change') ?? []).length > 0) add(cost.opacity)
  if ((values.get('mix-blend-mode') ?? []).some((value) => value.trim() !== 'normal')) add(cost.blend)
  for (const [property, units] of [
    ['clip-path', cost.clip],
    ['mask', cost.mask],
  ] as const)
    for (const value of values.get(property) ?? []) {
      if (value.trim() === 'none') continue
      add(units)
      for (const id of idsIn(value)) {
        const target = painter.drawing.find(id)
        if (target) paintInside(painter, target, place)
      }
    }
  for (const value of values.get('filter') ?? []) paintFilter(painter, value, part, place)
}

function paintFilter(painter: Painter, value: string, part: number, place: Place): void {
  const { account, drawing } = painter
  const add = (work: number, area: number) => account.add('filters', Math.max(least.primitive, work * area))
  for (const work of cssFilterWork(value)) add(work, Math.min(1, part * 1.5))
  for (const id of idsIn(value)) {
    const filter = drawing.find(id)
    if (filter?.name !== 'filter') continue
    const area = filterArea(filter, part)
    for (const work of drawing.primitivesOf(filter)) add(work, area)
    for (const child of filter.children) {
      const picture = typeof child !== 'string' && child.name === 'feImage' ? drawing.hrefOf(child) : undefined
      if (picture) painter.paint(picture, place)
    }
  }
}

/** A filter reaches a tenth beyond its element on each side, if it does not say otherwise. */
function filterArea({ attributes }: CleanElement, part: number): number {
  if (attributes.get('filterUnits')?.trim() === 'userSpaceOnUse') return 1
  const side = (name: string) => {
    const text = attributes.get(name) ?? '120%'
    const [number = 1.2] = numbersIn(text)
    return text.includes('%') ? number / 100 : number
  }
  return part === 0 ? 0 : Math.min(1, part * Math.max(1, side('width')) * Math.max(1, side('height')))
}
