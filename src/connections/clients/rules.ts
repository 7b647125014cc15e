import { firstCodePoints } from '../../kernel/fields.ts'
import { fixed } from '../../settings/limits.ts'
import { isLoopback } from '../rules.ts'

/** What a program sends when it registers; nothing in it is checked yet. */
export type Metadata = Readonly<Record<string, unknown>>

/** Schemes that fetch or run something instead of opening the program that registered them. */
const refusedSchemes: ReadonlySet<string> = new Set([
  ...['javascript', 'vbscript', 'data', 'blob', 'filesystem', 'file', 'jar'], // a browser runs or reads these
  ...['livescript', 'mocha', 'mhtml', 'mk', 'res', 'cid', 'mid', 'content', 'urn', 'wyciwyg'],
  // The browser itself.
  ...['about', 'view-source', 'resource', 'chrome', 'edge', 'opera', 'brave', 'vivaldi', 'devtools', 'extension'],
  // These are fetched.
  ...['ftp', 'ftps', 'sftp', 'tftp', 'ws', 'wss', 'webcal', 'webcals', 'feed', 'feeds', 'news', 'nntp', 'gopher'],
  ...['rtsp', 'rtsps', 'rtmp', 'mms', 'magnet', 'ipfs', 'ipns', 'dav', 'davs', 'git', 'svn', 'jnlp', 'jnlps'],
  // Other machines.
  ...['ssh', 'telnet', 'rlogin', 'tn3270', 'vnc', 'rdp', 'ldap', 'ldaps', 'smb', 'cifs', 'nfs', 'afp'],
  ...[
    'mailto',
    'tel',
    'callto',
    'sms',
    'smsto',
    'mmsto',
    'sip',
    'sips',
    'facetime',
    'facetime-audio',
    'irc',
    'ircs',
    'xmpp',
  ], // mail and calls
  // Commands to the system.
  ...['intent', 'android-app', 'market', 'itms', 'itmss', 'itms-apps', 'itms-services', 'prefs', 'app-settings'],
  ...[
    'hcp',
    'help',
    'search',
    'search-ms',
    'shell',
    'microsoft-edge',
    'windows',
    'ldap+ssl',
    'svn+ssh',
    'git+ssh',
    'ssh+git',
  ],
])

/** Families of such schemes: of Windows, of browsers and their extensions, of macOS. */
const refusedFamilies = /^(?:ms|moz|chrome|edge|safari|opera|brave|x-apple)-|^x-apple|^com\.apple\./

const opensOwnProgram = (scheme: string) => !refusedSchemes.has(scheme) && !refusedFamilies.test(scheme)

/** The characters of RFC 3986 except `#`: browsers remove, replace or encode any other. */
const uriCharacters = /^[\w.~:/?[\]@!$&'()*+,;=%-]+$/
const userInfo = /^[^/?]*\/\/[^/?]*@/
/** `https://host:port`, followed by a path, a query or nothing. */
const webOrigin = /^https?:\/\/([^/?:@[\]]+|\[[^/?@[\]]+\])(?::\d+)?(?=[/?]|$)/i

/**
 * Where a browser may be redirected to: https, this machine, or a program that owns a scheme (`cursor://…`). Browsers
 * also accept `https:evil.example` or `http://0x7f.1`; here the host must be written in its normal form, so that the
 * person sees the true destination.
 */
export function isRedirectUri(uri: string): boolean {
  if (uri.length > fixed.redirectUriMaxChars || !uriCharacters.test(uri) || userInfo.test(uri)) return false
  const url = URL.parse(uri)
  if (!url) return false
  if (isPrivateUse(uri)) return opensOwnProgram(url.protocol.slice(0, -1))
  const isSpelledOut = webOrigin.exec(uri)?.[1]?.toLowerCase() === url.hostname
  return isSpelledOut && (url.protocol === 'https:' || isLoopback(url))
}

/** A program's own scheme: browsers do not follow a plain redirect to it without asking. */
export const isPrivateUse = (uri: string) => !/^https?:/i.test(uri)

/** A loopback address without its port, and with `/` for an empty path; undefined for any other address. */
function loopbackPath(uri: string): string | undefined {
  const url = URL.parse(uri)
  const [origin] = webOrigin.exec(uri) ?? []
  if (!origin || url?.protocol !== 'http:' || !isLoopback(url)) return undefined
  return `${url.hostname}${uri.slice(origin.length) || '/'}`
}

/**
 * An exact match, except that the port of a loopback address may differ: programs listen on any free one (RFC 8252,
 * 7.3).
 */
export function isRegistered(uri: string, registered: readonly string[]): boolean {
  if (!isRedirectUri(uri)) return false
  if (registered.includes(uri)) return true
  const path = loopbackPath(uri)
  return path !== undefined && registered.some((known) => loopbackPath(known) === path)
}

/** Characters that are invisible or change the direction of text. */
const invisible = /\p{Default_Ignorable_Code_Point}/gu
const blanks = /[\p{C}\s\u2800]+/gu
/** After a quotation mark the rest of a name could look like a sentence of ours. Apostrophes stay. */
const quotes =
  /(?!(?<=\p{L})['’״](?=\p{L}))[\p{Quotation_Mark}\p{Pi}\p{Pf}״ʺˮ˝″‴‶‷\u{275B}-\u{2760}\u{1F676}-\u{1F678}]/gu
/** Hindi uses up to three combining marks on a letter; more would only cover neighbouring lines. */
const pileOfMarks = /(?<=\p{M}{3})\p{M}+/gu
const marksOnNothing = /^[\p{M}\s]+/u

/** A client's name for display: one line of visible characters without quotation marks. */
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

/** For the person, when the program uses a registration that expired or never existed. */
export const unknownClientMessage =
  'The program that asked is not registered here, or no longer. Log out of this board in it, or remove the board there, and connect again.'
