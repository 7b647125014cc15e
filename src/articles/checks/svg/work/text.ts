/** The work of text: its characters, the places that they are put at, and their shadows. */
import type { CleanElement } from '../serialize.ts'
import { cost, least } from './costs.ts'
import { type Box, nowhere, numbersIn } from './geometry.ts'
import { paintServers } from './paint-servers.ts'
import type { Painter } from './painter.ts'
import { largestOf, type Place } from './place.ts'

const positions = ['x', 'y', 'dx', 'dy', 'rotate']

export function paintText(painter: Painter, element: CleanElement, place: Place): Box {
  const { account, drawing } = painter
  const { canvas } = drawing
  const size = largestOf(place.inherited.fontSize, 16)
  const scale = Math.abs(place.matrix[0] * place.matrix[3] - place.matrix[1] * place.matrix[2])
  const { characters, chunks } = countText(element)
  const area = (canvas.right - canvas.left) * (canvas.bottom - canvas.top)
  const part = Math.min(1, (characters * size * size * scale) / area)
  account.add('text', chunks * least.text + characters * least.character + cost.text * part)
  for (const paint of [place.inherited.fill, place.inherited.stroke])
    paintServers(painter, paint, 1.3 * part, place, canvas)
  const shadows = (drawing.styles.of(element).get('text-shadow') ?? []).flatMap((value) => value.split(','))
  if (shadows.length > 0) account.add('effects', shadows.length * Math.max(least.effect, cost.shadow * part))
  // Where the text ends is not known.
  return characters > 0 ? canvas : nowhere
}

function countText({ name, children, attributes }: CleanElement): { characters: number; chunks: number } {
  const placed = positions.reduce((sum, position) => sum + numbersIn(attributes.get(position) ?? '').length, 0)
  let [characters, chunks] = [0, 1 + placed / 2]
  for (const child of children) {
    if (typeof child === 'string') characters += child.length
    else {
      const inner = countText(child)
      characters += inner.characters
      chunks += inner.chunks
    }
  }
  const isTurned = attributes.has('rotate') || name === 'textPath' // every letter by itself
  return { characters, chunks: isTurned ? chunks + characters / 2 : chunks }
}
