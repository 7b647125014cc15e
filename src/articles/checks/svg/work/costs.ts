/**
 * The costs of painting, measured in Chromium without a graphics card. The unit is painting the whole picture with one
 * colour.
 */

/** The work of something that covers the whole picture. */
export const cost = {
  plain: 1,
  linearGradient: 70,
  radialGradient: 85,
  pattern: 85,
  opacity: 30,
  blend: 90,
  mask: 105,
  clip: 14,
  text: 3,
  strokedGlyph: 110,
  strokedLetter: 5,
  dashEdge: 0.7,
  shadow: 420,
  image: 85,
}
/** The work of each of these, however small it is. */
export const least = {
  element: 0.2,
  animation: 0.8,
  animationElements: 2,
  animatedTwice: 4,
  text: 0.8,
  character: 0.02,
  foreignCharacter: 0.3,
  emoji: 6,
  font: 5,
  glyph: 2,
  strokedGlyph: 12,
  dash: 0.04,
  cappedDash: 0.2,
  effect: 1.4,
  textClip: 15,
  pattern: 20,
  primitive: 3.5,
  filterPass: 0.4,
  stop: 0.03,
  value: 0.1,
  number: 0.1,
}
/** The work of filters that cover the whole picture. */
export const filterCost = {
  /** The work for each element with a filter, whatever the filter does. */
  application: 180,
  simple: 85,
  mixture: 140,
  blur: 180,
  light: 980,
  displacement: 520,
  octave: 180,
  kernelCell: 630,
  /** The further work of a blur, and of a morphology, whose radius is the width of the picture. */
  wideBlur: 9_100,
  wideMorphology: 280_000,
}
/** Each is the number by which something multiplies the work. */
export const factors = {
  /** A stroke covers more than its shape. */
  stroke: 1.3,
  /** Small capitals combine two fonts, and a browser does not cache their words. */
  fontVariant: 4,
}
/** The work of an outline as long as the picture is high, of each vertex, and of each pair of lines that cross. */
const outline = {
  filled: { height: 1, vertex: 0.05, crossing: 2e-3 },
  stroked: { height: 1, vertex: 0.1, crossing: 4e-4 },
}

type OutlineAmounts = { heights: number; vertices: number; crossings: number }
type Paints = { isStroked: boolean; isFilled: boolean }

/** The crossings of a shape that is filled and stroked are found twice. */
export function outlineWork({ heights, vertices, crossings }: OutlineAmounts, { isStroked, isFilled }: Paints): number {
  const { height, vertex, crossing } = isStroked ? outline.stroked : outline.filled
  const again = isStroked && isFilled ? outline.filled.crossing : 0
  return height * heights + vertex * vertices + (crossing + again) * crossings
}
