/** Estimates the work of text: its characters, their glyphs and positions, and their shadows. */
import { animationElements } from '../names.ts'
import { type CleanElement, elementsIn } from '../serialize.ts'
import { cost, factors, least } from './costs.ts'
import { areaOf, type Box, nowhere, numbersIn, scaleOf } from './geometry.ts'
import { animationWork } from './motion.ts'
import { paintServers } from './paint-servers.ts'
import type { Painter } from './painter.ts'
import { type Fill, type Place, placeOf, strokeWidthOf } from './place.ts'
import { countDashes, dashCost } from './shapes.ts'

const positions = ['x', 'y', 'dx', 'dy', 'rotate']
/** The approximate length of a letter's outline, in font sizes. */
const outlineSizes = 6
/** Common fonts lack these characters. A browser then looks for another font, again for each text. */
const foreign =
  /[^\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Common}\p{Script=Inherited}]|\p{Emoji_Presentation}/gu
const emoji = /\p{Emoji_Presentation}/gu
const variants = /^font-variant[\w-]*:(?!\s*(?:normal|none)\b)/

export function paintText(painter: Painter, element: CleanElement, place: Place, isInTurned = false): Box {
  const { account, drawing } = painter
  const { attributes, children, name } = element
  const isTurned = isInTurned || attributes.has('rotate') || name === 'textPath' // each letter is drawn separately
  const text = children.filter((child) => typeof child === 'string').join('')
  const fills = paintCharacters(painter, element, text, place, isTurned)
  painter.marks.push({ element, values: drawing.styles.of(element), place, isFilled: true, stroke: 0, fills })
  let isEmpty = text === ''
  for (const child of elementsIn(element)) {
    if (animationElements.has(child.name)) continue
    const values = drawing.styles.of(child)
    account.add('text', animationWork(child, values, drawing.isTargeted(child)))
    const inner = placeOf(child, values, place, drawing)
    if (paintText(painter, child, inner, isTurned) !== nowhere) isEmpty = false
  }
  // The end of the text is not known, so it may cover the whole canvas.
  return isEmpty ? nowhere : drawing.canvas
}

function paintCharacters(
  painter: Painter,
  element: CleanElement,
  text: string,
  place: Place,
  isTurned: boolean,
): Fill[] {
  const { account, drawing } = painter
  const { dashes, fill, font, stroke, textShadow } = place.inherited
  const { attributes } = element
  const size = place.fonts.font
  const scale = scaleOf(place.matrix)
  const part = Math.min(1, (text.length * (size * scale) ** 2) / areaOf(drawing.canvas))
  const placed = positions.reduce((sum, position) => sum + numbersIn(attributes.get(position) ?? '').length, 0)
  const chunks = 1 + (placed + (isTurned ? text.length : 0)) / 2
  const times = font.some((value) => variants.test(value)) ? factors.fontVariant : 1
  const isStroked = stroke.some((value) => value !== 'none')
  const width = strokeWidthOf(place, drawing)
  const letter = Math.min(1, ((size + width) * scale) ** 2 / areaOf(drawing.canvas))
  // A browser caches no letter that is large and has a stroke, and scales the picture of an emoji for each use.
  if (isStroked) account.add('text', text.length * cost.strokedLetter * letter)
  account.add('text', (text.match(emoji)?.length ?? 0) * least.emoji)
  const shaping = text.length * least.character + (text.match(foreign)?.length ?? 0) * least.foreignCharacter
  account.add('text', chunks * times * least.text + shaping + cost.text * part)
  const fills = [fill, stroke].flatMap((paint) =>
    paintServers(painter, paint, { part: factors.stroke * part, place, box: drawing.canvas }),
  )
  paintGlyphs(painter, text, place, size)
  if (isStroked)
    for (const dash of dashes)
      account.add('dashes', dashCost(place, drawing) * text.length * countDashes(dash, outlineSizes * size, place))
  const shadows = text === '' ? [] : textShadow.flatMap((value) => value.split(','))
  account.add('effects', shadows.length * Math.max(least.effect, cost.shadow * part))
  return fills
}

/** A browser makes a font for each font size, and a picture of each letter for each way of drawing it. */
function paintGlyphs({ account, drawing }: Painter, text: string, place: Place, size: number): void {
  const { matrix } = place
  const { dashes, font, fontSize, stroke } = place.inherited
  const isStroked = stroke.some((value) => value !== 'none')
  const add = (key: string, units: number) => {
    if (drawing.fontsAndGlyphs.has(key)) return
    drawing.fontsAndGlyphs.add(key)
    account.add('text', units)
  }
  const scale = scaleOf(matrix)
  const fontKey = [...font, ...fontSize, scale.toPrecision(3)].join()
  const width = strokeWidthOf(place, drawing)
  const part = Math.min(1, ((size + width) * scale) ** 2 / areaOf(drawing.canvas))
  const units = isStroked ? least.strokedGlyph + cost.strokedGlyph * part : least.glyph
  const way = [fontKey, ...matrix.slice(0, 4).map((n) => n.toFixed(2)), ...(isStroked ? [width, ...dashes] : [])].join()
  for (const character of new Set(text)) {
    add(fontKey, least.font)
    add(`${way} ${character}`, units)
  }
}
