import { firstCodePoints } from '../../kernel/text.ts'
import { fixed } from '../../limits.ts'
import { isLoopback } from '../rules.ts'

/** What a program says about itself when it registers: anything at all. */
export type Metadata = Readonly<Record<string, unknown>>

/** Schemes that a browser acts on itself, or that lead into no program of the user's. */
const refusedSchemes: ReadonlySet<string> = new Set(
  ['javascript', 'data', 'file', 'blob', 'about', 'vbscript', 'ftp', 'ws', 'wss'].map((scheme) => `${scheme}:`),
)

/** Where a browser may be sent back to: https, this machine, or a program that owns a scheme (`cursor://…`). */
export function isRedirectUri(uri: string): boolean {
  if (uri.length > fixed.redirectUriMaxChars || !/^[\x21-\x7e]+$/.test(uri)) return false
  const url = URL.parse(uri)
  if (!url || uri.includes('#') || url.username || url.password) return false
  if (url.protocol === 'https:') return true
  return url.protocol === 'http:' ? isLoopback(url) : !refusedSchemes.has(url.protocol)
}

/** True where the browser cannot simply be redirected: it would ask, or stay on an empty page. */
export const isPrivateUse = (uri: string) => !/^https?:/i.test(uri)

/** A loopback address without its port; undefined for any other. */
function loopbackPath(uri: string): string | undefined {
  const url = URL.parse(uri)
  if (url?.protocol !== 'http:' || !isLoopback(url)) return undefined
  url.port = ''
  return url.href
}

/** Exact, but for the port of a loopback address: programs on the user's machine take whichever is free (RFC 8252, 7.3). */
export function isRegistered(uri: string, registered: readonly string[]): boolean {
  if (registered.includes(uri)) return true
  const path = isRedirectUri(uri) ? loopbackPath(uri) : undefined
  return path !== undefined && registered.some((known) => loopbackPath(known) === path)
}

/** A name on one line, without what could hide or turn around its letters. */
export function shownName(name: string): string {
  const clean = name
    .toWellFormed()
    .replace(/[\p{C}\s]+/gu, ' ')
    .trim()
  return firstCodePoints(clean, fixed.clientNameMaxCodePoints) || 'A program without a name'
}

/** Who gets the answer, as a person can check it: a host, or the scheme of a program. */
export function destinationOf(uri: string): string {
  const url = new URL(uri)
  return isPrivateUse(uri) ? `${url.protocol}//` : url.host
}
