/**
 * Finds drawings less than a pixel wide or high. WebKit shows them as a broken picture; other browsers show nothing.
 */
import type { CleanElement } from './serialize.ts'

/** Sizes in other units cannot be compared with a pixel. */
const inPixels = /^\s*[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?(?:px)?\s*$/i

export const isTooSmall = ({ attributes }: CleanElement) =>
  [attributes.get('width'), attributes.get('height')].some(
    (length = '') => inPixels.test(length) && Number.parseFloat(length) < 1,
  )
