/** A picture as a browser loads it: it cannot run or load anything. */
import type { Media } from '../../kernel/operation.ts'

export const pictureHeaders = {
  'content-security-policy': "sandbox; default-src 'none'; style-src 'unsafe-inline'",
  'x-frame-options': 'DENY',
}

export const pictureMedia: Media = {
  type: 'image/svg+xml; charset=utf-8',
  headers: pictureHeaders,
  body: (answer) => (answer as { source: string }).source,
}

/** `0.svg`, or `0.still.svg` without its animation; both are the same if the drawing does not move. */
export const pictureFile = (file: string): { n: number; isStill: boolean } | undefined => {
  const [, digits, still] = /^(0|[1-9]\d?)(\.still)?\.svg$/.exec(file) ?? []
  return digits === undefined ? undefined : { n: Number(digits), isStill: still !== undefined }
}

export const pictureFileWords = 'Its number, such as `0.svg`; `0.still.svg` is the same without its animation.'
