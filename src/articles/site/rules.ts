/** The size of a drawing, so that a page keeps room for it before it is loaded. */

export type Size = { width: number; height: number }

/** The size that browsers use if a drawing gives none. */
const usual: Size = { width: 300, height: 150 }

const attribute = (tag: string, name: string) => new RegExp(` ${name}="([^"]*)"`).exec(tag)?.[1]

/** A length without a unit or in pixels; others say nothing about the proportions. */
const pixels = (text: string | undefined) => {
  const number = Number(/^\s*(\d*\.?\d+)(?:px)?\s*$/.exec(text ?? '')?.[1])
  return number > 0 ? number : undefined
}

/** `head` is the beginning of a stored drawing, whose first tag is `<svg …>` in the canonical spelling. */
export function pictureSize(head: string): Size {
  const [tag] = /^<svg[^>]*/.exec(head) ?? ['']
  const [width, height] = [pixels(attribute(tag, 'width')), pixels(attribute(tag, 'height'))]
  if (width && height) return whole({ width, height })
  const [, , boxWidth = 0, boxHeight = 0] = (attribute(tag, 'viewBox') ?? '')
    .trim()
    .split(/[\s,]+/)
    .map(Number)
  return boxWidth > 0 && boxHeight > 0 ? whole({ width: boxWidth, height: boxHeight }) : usual
}

const LONGEST = 10_000

/** Attributes of `img` are whole numbers: the proportions stay, the size is chosen by the page. */
function whole({ width, height }: Size): Size {
  const scale = LONGEST / Math.max(width, height)
  const rounded = (length: number) => Math.max(1, Math.round(length * scale))
  return Number.isInteger(width) && Number.isInteger(height) && scale >= 1
    ? { width, height }
    : { width: rounded(width), height: rounded(height) }
}
