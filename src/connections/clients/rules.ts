import { firstCodePoints } from '../../kernel/text.ts'
import { fixed } from '../../limits.ts'
import { isLoopback } from '../rules.ts'

/** What a program says about itself when it registers: anything at all. */
export type Metadata = Readonly<Record<string, unknown>>

/** Schemes that open no program which asked for them; all that begin with `ms-` belong to Windows itself. */
const refusedSchemes: ReadonlySet<string> = new Set([
  ...['javascript', 'vbscript', 'data', 'blob', 'filesystem', 'file', 'jar'], // a browser runs or reads these
  ...['about', 'view-source', 'resource', 'chrome', 'edge'], // pages of the browser's own
  ...['ftp', 'ws', 'wss', 'mailto', 'tel', 'sms'], // other services, letters and calls
  ...['intent', 'itms-services', 'search', 'search-ms', 'shell'], // commands to the system
])

const opensOwnProgram = (scheme: string) => !refusedSchemes.has(scheme) && !scheme.startsWith('ms-')

/** The characters of RFC 3986 without the fragment's: a browser drops, turns or encodes any other. */
const uriCharacters = /^[\w.~:/?[\]@!$&'()*+,;=%-]+$/
const userInfo = /^[^/?]*\/\/[^/?]*@/
/** `https://host:port`, and what follows begins a path or a query. */
const webOrigin = /^https?:\/\/([^/?:@[\]]+|\[[^/?@[\]]+\])(?::\d+)?(?=[/?]|$)/i

/**
 * Where a browser may be sent back to: https, this machine, or a program that owns a scheme (`cursor://…`). Browsers
 * also read `https:evil.example` or `http://0x7f.1`; only what they would write like that themselves is accepted, so
 * that a person is shown where the way leads.
 */
export function isRedirectUri(uri: string): boolean {
  if (uri.length > fixed.redirectUriMaxChars || !uriCharacters.test(uri) || userInfo.test(uri)) return false
  const url = URL.parse(uri)
  if (!url) return false
  if (isPrivateUse(uri)) return opensOwnProgram(url.protocol.slice(0, -1))
  const isSpelledOut = webOrigin.exec(uri)?.[1]?.toLowerCase() === url.hostname
  return isSpelledOut && (url.protocol === 'https:' || isLoopback(url))
}

/** True where the browser cannot simply be redirected: it would ask, or stay on an empty page. */
export const isPrivateUse = (uri: string) => !/^https?:/i.test(uri)

/** A loopback address as it is written, but for its port and an empty path; undefined for any other. */
function loopbackPath(uri: string): string | undefined {
  const url = URL.parse(uri)
  const [origin] = webOrigin.exec(uri) ?? []
  if (!origin || url?.protocol !== 'http:' || !isLoopback(url)) return undefined
  return `${url.hostname}${uri.slice(origin.length) || '/'}`
}

/** Exact, but for the port of a loopback address: programs on the user's machine take whichever is free (RFC 8252, 7.3). */
export function isRegistered(uri: string, registered: readonly string[]): boolean {
  if (!isRedirectUri(uri)) return false
  if (registered.includes(uri)) return true
  const path = loopbackPath(uri)
  return path !== undefined && registered.some((known) => loopbackPath(known) === path)
}

/** What shows as nothing at all, or turns letters around. */
const invisible = /\p{Default_Ignorable_Code_Point}/gu
const blanks = /[\p{C}\s\u2800]+/gu
/** With one of these a name could seem to end, and to go on in our voice. An apostrophe stays. */
const quotes =
  /(?!(?<=\p{L})['’״](?=\p{L}))[\p{Quotation_Mark}\p{Pi}\p{Pf}״ʺˮ˝″‴‶‷\u{275B}-\u{2760}\u{1F676}-\u{1F678}]/gu
/** Hindi puts up to three marks on a letter; a higher pile only covers the lines around it. */
const pileOfMarks = /(?<=\p{M}{3})\p{M}+/gu
const marksOnNothing = /^[\p{M}\s]+/u

/** A name on one line: what a person can see, and nothing that reads like our own sentence. */
export function shownName(name: string): string {
  const clean = name
    .toWellFormed()
    .replace(invisible, '')
    .replace(quotes, '')
    .replace(blanks, ' ')
    .replace(pileOfMarks, '')
    .replace(marksOnNothing, '')
  return firstCodePoints(clean, fixed.clientNameMaxCodePoints).trim() || 'A program without a name'
}

/** For the person in between, whose program relies on a registration that is over. */
export const forgottenProgram =
  'The program that asked is not registered here, or no longer. Log out of this board in it, or remove the board there, and connect again.'

/** Who gets the answer, as a person can check it: a host, or the scheme of a program. */
export function destinationOf(uri: string): string {
  const url = new URL(uri)
  return isPrivateUse(uri) ? `${url.protocol}//` : url.host
}
