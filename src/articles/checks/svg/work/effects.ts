/**
 * Estimates the work of effects on a finished part of the picture: opacity, blend modes, clip paths, masks and filters.
 */
import { animationElements } from '../names.ts'
import { type CleanElement, elementsIn } from '../serialize.ts'
import { cost, filterCost, least } from './costs.ts'
import { type Drawing, idsIn } from './drawing.ts'
import { cssFilterReach, cssFilterWork, cssPassesOf } from './filters.ts'
import { type Box, grow, nowhere, numbersIn, scaleOf } from './geometry.ts'
import { paintInside } from './paint-servers.ts'
import type { Painter } from './painter.ts'
import { type Place, partAt } from './place.ts'
import { shapeElements } from './shapes.ts'
import type { Values } from './styles.ts'

export function paintEffects(painter: Painter, values: Values, place: Place, box: Box): void {
  const { drawing } = painter
  const part = partAt(box, place, drawing.canvas)
  const add = (units: number) => painter.account.add('effects', Math.max(least.effect, units * part))
  if ((values.get('opacity') ?? []).some((value) => value.trim() !== '1')) add(cost.opacity)
  if (values.has('isolation') || values.has('will-change')) add(cost.opacity)
  if ((values.get('mix-blend-mode') ?? []).some((value) => value.trim() !== 'normal')) add(cost.blend)
  for (const [property, units] of [
    ['clip-path', cost.clip],
    ['mask', cost.mask],
  ] as const)
    for (const value of values.get(property) ?? []) {
      if (value.trim() === 'none' || cutsRectangle(value, place, drawing)) continue
      add(units * layersIn(value))
      painter.account.add('effects', numbersIn(value).length * least.number)
      for (const id of idsIn(value)) {
        const target = drawing.find(id)
        if (target && property === 'clip-path' && holdsText(target, drawing))
          painter.account.add('effects', textClip(part))
        // A clip path or a mask may itself be clipped or masked.
        const cut = (own: CleanElement) => paintEffects(painter, drawing.styles.of(own), place, drawing.canvas)
        if (target) paintInside(painter, target, place, () => cut(target))
      }
    }
  paintBoxes(painter, values)
  for (const value of values.get('filter') ?? []) paintFilter(painter, value, box, place)
}

/** A rectangle that is not turned clips at no cost. The frames of charts do so. */
function cutsRectangle(
  value: string,
  { isEverywhere, isFloating, matrix: [, b, c] }: Place,
  drawing: Drawing,
): boolean {
  const clip = drawing.find(idsIn(value)[0])
  if (clip?.name !== 'clipPath') return false
  const [rectangle, ...others] = elementsIn(clip)
  if (rectangle?.name !== 'rect' || others.length > 0) return false
  if (rectangle.children.length > 0) return false // an animation changes it
  const isPlain = (element: CleanElement) => !changing.some((name) => drawing.styles.of(element).has(name))
  return !isEverywhere && !isFloating && b === 0 && c === 0 && isPlain(clip) && isPlain(rectangle)
}
const changing = ['clip-path', 'mask', 'filter', 'transform', 'rx', 'ry']

/** A browser clips by text with a mask. */
const textClip = (part: number) => Math.max(least.textClip, cost.mask * part)
/** A copy of something else than a shape counts as text. */
const holdsText = (element: CleanElement, drawing: Drawing): boolean =>
  element.name === 'use'
    ? !shapeElements.has(drawing.hrefOf(element)?.name ?? '')
    : element.name === 'text' || elementsIn(element).some((child) => holdsText(child, drawing))

const withImages = [
  'mask',
  'background',
  'background-image',
  'border-image',
  'border-image-source',
  'mask-image',
  'mask-border',
  'mask-border-source',
  'mask-box-image',
  'mask-box-image-source',
]

/** Counts what CSS paints for boxes. Only the whole drawing is a box, so each counts for the whole picture. */
function paintBoxes({ account, drawing }: Painter, values: Values): void {
  const add = (units: number) => account.add('effects', units)
  for (const property of withImages)
    for (const value of values.get(property) ?? []) add(cost.image * (value.match(/gradient\(/g)?.length ?? 0))
  for (const value of values.get('box-shadow') ?? []) if (value.trim() !== 'none') add(cost.shadow * layersIn(value))
  for (const value of values.get('backdrop-filter') ?? [])
    for (const work of cssFilterWork(value, drawing.widthAt(1))) add(work)
  if (values.has('box-reflect')) account.repeat('effects', 0, 1)
}

/** Counts the layers of a value. Commas inside brackets do not separate layers. */
function layersIn(value: string): number {
  let [before, after] = ['', value]
  while (before !== after) [before, after] = [after, after.replace(/\([^()]*\)/g, '')]
  return after.split(',').length
}

function paintFilter(painter: Painter, value: string, box: Box, place: Place): void {
  const { account, drawing } = painter
  const add = (work: number, area: number) =>
    account.add('filters', Math.max(least.primitive, work * area * place.filters))
  const scale = scaleOf(place.matrix)
  const reached = box === nowhere ? 0 : partAt(grow(box, cssFilterReach(value) * scale), place, drawing.canvas)
  const functions = cssFilterWork(value, drawing.widthAt(scale))
  if (functions.length > 0) {
    add(filterCost.application, reached)
    account.add('filters', least.filterPass * cssPassesOf(value))
  }
  for (const work of functions) add(work, reached)
  for (const id of idsIn(value)) {
    const filter = drawing.find(id)
    if (filter?.name !== 'filter') continue
    const area = filterArea(filter, box, place, drawing)
    add(filterCost.application, area)
    account.add('filters', least.filterPass * drawing.passesOf(filter))
    for (const work of drawing.primitivesOf(filter, scale)) add(work, area)
    for (const child of elementsIn(filter)) {
      const picture = child.name === 'feImage' ? drawing.hrefOf(child) : undefined
      if (picture) painter.paint(picture, place)
    }
  }
}

const filterAreaMax = 1.5

/** A filter reaches a tenth beyond its element on each side unless it says otherwise. An animation may widen it. */
function filterArea(filter: CleanElement, box: Box, place: Place, drawing: Drawing): number {
  const { attributes } = filter
  if (box === nowhere) return 0
  const isAnimated = elementsIn(filter).some(({ name }) => animationElements.has(name))
  if (drawing.isTargeted(filter) || isAnimated) return filterAreaMax
  if (attributes.get('filterUnits')?.trim() === 'userSpaceOnUse') return 1
  // Such a filter may reach from beside the picture into it.
  const isFloating = place.isFloating || ['x', 'y', 'width', 'height'].some((name) => attributes.has(name))
  const part = partAt(box, { ...place, isFloating }, drawing.canvas)
  const side = (name: string) => {
    const text = attributes.get(name) ?? '120%'
    const [number = 1.2] = numbersIn(text)
    return text.includes('%') ? number / 100 : number
  }
  return Math.min(filterAreaMax, part * Math.max(1, side('width')) * Math.max(1, side('height')))
}
