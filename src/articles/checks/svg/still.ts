/**
 * Makes a drawing without its animation. An animation that ends and stays leaves its last values, because a part that
 * fades in would otherwise never be seen. Every other animation leaves the values that the drawing has without it.
 */
import { animationElements, presentationAttributes } from './names.ts'
import { type CleanElement, type CleanNode, elementsById, elementsIn, everyElement } from './serialize.ts'
import { LastFrames, stillSheet } from './still-css.ts'
import { readStyles } from './work/styles.ts'

/**
 * CSS counts only if the drawing has keyframes. A transition needs a pointer, which a picture in a page does not get.
 */
export function isMoving(root: CleanElement): boolean {
  const elements = [...everyElement(root)]
  if (elements.some(({ name }) => animationElements.has(name))) return true
  const hasKeyframes = elements.some((element) => /@(?:-webkit-)?keyframes\b/i.test(sheetOf(element)))
  if (!hasKeyframes) return false
  const styles = readStyles(root, () => [])
  return elements.some((element) => styles.moves(element))
}

const sheetOf = ({ name, children }: CleanElement) => (name === 'style' ? children.join('') : '')

/** `maxAdded` limits the characters that last values of CSS animations add, because many rules may name a long one. */
export function stillForm(root: CleanElement, maxAdded: number): CleanElement {
  const left = lastValues(root)
  const frames = new LastFrames(maxAdded)
  for (const element of everyElement(root)) frames.read(sheetOf(element))

  const still = ({ name, attributes, children }: CleanElement, own: CleanElement): CleanElement => ({
    name,
    attributes: stillAttributes(attributes, left.get(own), frames),
    children: children.flatMap((child): CleanNode[] => {
      if (typeof child === 'string') return [name === 'style' ? stillSheet(child, frames) : child]
      return animationElements.has(child.name) ? [] : [still(child, child)]
    }),
  })
  return still(root, root)
}

/** The attributes that animations leave on one element, by name. */
type Left = Map<string, string>

function lastValues(root: CleanElement): Map<CleanElement, Left> {
  const byId = elementsById(root)
  const left = new Map<CleanElement, Left>()
  for (const parent of everyElement(root))
    for (const child of elementsIn(parent)) {
      if (!animationElements.has(child.name)) continue
      const href = child.attributes.get('href')
      const target = href ? byId.get(href.slice(1)) : parent
      if (!target || !stays(child)) continue
      const values = left.get(target) ?? new Map()
      left.set(target, values)
      leaveLastValue(values, target, child)
    }
  return left
}

/** Whether the drawing keeps the animation's last value for ever. A picture in a page gets no clicks. */
function stays({ name, attributes }: CleanElement): boolean {
  const repeats = `${attributes.get('repeatCount')} ${attributes.get('repeatDur')}`.includes('indefinite')
  const isSetForGood = name === 'set' && !attributes.has('end') && /^(?:indefinite)?$/.test(attributes.get('dur') ?? '')
  const starts = (attributes.get('begin') ?? '0').split(';')
  const isStarted = starts.some((start) => /^\s*[+-]?\s*[\d.]|\.(?:begin|end)\b/.test(start))
  return isStarted && !repeats && (isSetForGood || attributes.get('fill') === 'freeze')
}

/** The value contains no sign that could end a declaration. */
const plainValue = /^[#\w\s.,%+()-]+$/

function leaveLastValue(values: Left, target: CleanElement, { name, attributes }: CleanElement) {
  const property = attributes.get('attributeName')?.trim() ?? ''
  const listed = attributes
    .get('values')
    ?.split(';')
    .map((value) => value.trim())
  const last = listed?.findLast((value) => value !== '') ?? attributes.get('to')?.trim() ?? ''
  if (name === 'animateMotion' || !plainValue.test(last)) return
  if (name !== 'animateTransform') {
    values.set(property, last)
    return
  }
  const isAdded = attributes.get('additive') === 'sum'
  const before = isAdded ? (values.get(property) ?? target.attributes.get(property) ?? '') : ''
  const own = `${attributes.get('type') ?? 'translate'}(${last})`
  values.set(property, before ? `${before} ${own}` : own)
}

/** Attributes that CSS knows go into `style`, because an animation overrides the rules of a sheet. */
function stillAttributes(attributes: CleanElement['attributes'], left: Left = new Map(), frames: LastFrames) {
  const still = new Map(attributes)
  const css = [...left].flatMap(([name, value]) => (presentationAttributes.has(name) ? [`${name}:${value}`] : []))
  for (const [name, value] of left) if (!presentationAttributes.has(name)) still.set(name, value)
  const style = [stillSheet(attributes.get('style') ?? '', frames).replace(/;$/, ''), ...css].filter(Boolean).join(';')
  if (style) still.set('style', style)
  else still.delete('style')
  return still
}
