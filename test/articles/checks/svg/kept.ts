/** What is kept of a drawing, and the one form in which it is written. */
import assert from 'node:assert/strict'
import { sanitizeSvg } from '../../../../src/articles/checks/svg/sanitize.ts'

export const inSvg = (inside: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink">${inside}</svg>`

/** The canonical content of a drawing, and what was dropped from it. */
export function kept(inside: string): [content: string, dropped: string[]] {
  const found = sanitizeSvg(inSvg(inside))
  assert.equal(found.outcome, 'clean', `${inside}: ${JSON.stringify(found)}`)
  const canonical = found.outcome === 'clean' ? found.canonical : ''
  return [canonical.replace(/^<svg xmlns="[^"]*"\/?>|<\/svg>$/g, ''), found.dropped]
}

export type Case = [written: string, canonical: string, ...dropped: string[]]
