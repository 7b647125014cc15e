/** WebKit shows a drawing that is less than a pixel wide or high as a broken picture; other browsers show nothing. */
import type { CleanElement } from './serialize.ts'

/** Other units say nothing about pixels. */
const inPixels = /^\s*[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?(?:px)?\s*$/i

export const isTooSmall = ({ attributes }: CleanElement) =>
  [attributes.get('width'), attributes.get('height')].some(
    (length = '') => inPixels.test(length) && Number.parseFloat(length) < 1,
  )
