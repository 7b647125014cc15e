/** A picture as a browser may load it: alone, it can run nothing and load nothing. */
import type { Media } from '../../kernel/operation.ts'

export const pictureHeaders = {
  'content-security-policy': "sandbox; default-src 'none'; style-src 'unsafe-inline'",
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
}

export const pictureMedia: Media = {
  type: 'image/svg+xml; charset=utf-8',
  headers: pictureHeaders,
  body: (answer) => (answer as { source: string }).source,
}

export const pictureNumber = (file: string): number | undefined => {
  const [, digits] = /^(0|[1-9]\d?)\.svg$/.exec(file) ?? []
  return digits === undefined ? undefined : Number(digits)
}
