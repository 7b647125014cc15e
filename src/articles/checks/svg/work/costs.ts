/** What painting costs, measured in Chromium without a graphics card, in paintings of the whole picture with one colour. */

/** Work for each full picture. */
export const cost = {
  plain: 1,
  linearGradient: 25,
  radialGradient: 45,
  pattern: 60,
  opacity: 20,
  blend: 40,
  mask: 45,
  clip: 10,
  text: 3,
  textShadow: 300,
}
/** Work for each of them, however small. */
export const least = {
  element: 0.2,
  text: 0.8,
  character: 0.02,
  dash: 0.015,
  effect: 1,
  primitive: 2,
  stop: 0.01,
  value: 0.1,
}
/** Outlines as long as the picture is high; what one shape has above this many crosses itself, which costs more. */
const longOutline = 500
export const outlineWork = (heights: number) => heights + 4 * Math.max(0, heights - longOutline)
