/** Environment → Config, once, with every default. Secrets are read in secrets.ts. */
import ipaddr from 'ipaddr.js'
import type { Identity } from '../kernel/operation.ts'
import { type Limits, settings } from './limits.ts'

export type Config = {
  host: string
  port: number
  baseUrl: string
  databaseUrl: string
  trustProxy: false | number | string[]
  logLevel: (typeof logLevels)[number]
  adminHost: string
  adminPort: number | null
  /** Null: the first start of the database. */
  graceStartsAt: number | null
  /** Commenting by guests of the web site. */
  guestComments: boolean
  blockedWordsFile: string | null
  cacheMaxBytes: number
  identity: Identity
  limits: Limits
  warnings: readonly string[]
}

export type Environment = Readonly<Record<string, string | undefined>>

/** The settings besides the limits; `.env.example` and a table of docs/configuration.md are generated from this. */
export const variables = {
  HOST: { default: '127.0.0.1', meaning: 'Address to listen on; 0.0.0.0 for all.' },
  PORT: { default: '8080', meaning: 'Port to listen on.' },
  BASE_URL: {
    default: 'http://localhost:«PORT»',
    meaning: 'Public address, without a path: every link starts with it.',
  },
  DATABASE_URL: {
    default: 'file:./data/board.db',
    meaning: 'file:PATH for the embedded database, postgres://… for PostgreSQL.',
  },
  SECRET_KEY: {
    default: 'made on first start, kept beside the embedded database',
    meaning: 'Root secret, 32 characters or more. Required with PostgreSQL; the same for every process of one board.',
  },
  TRUST_PROXY: {
    default: 'false',
    meaning: 'Whose X-Forwarded-For is believed: false, a number of hops, or CIDRs separated by commas.',
  },
  LOG_LEVEL: { default: 'info', meaning: 'silent, fatal, error, warn, info, debug or trace.' },
  ADMIN_HOST: { default: '127.0.0.1', meaning: 'Address of the metrics listener.' },
  ADMIN_PORT: { default: 'off', meaning: 'Port on which /metrics is served for Prometheus.' },
  GRACE_STARTS_AT: {
    default: 'first start of this database',
    meaning: 'Start of the seven days in which articles need two recommendations, in Unix seconds; not in the future.',
  },
  GUEST_COMMENTS: { default: 'on', meaning: 'on or off: whether guests of the web site may comment on articles.' },
  BLOCKED_WORDS_FILE: {
    default: 'none',
    meaning: 'File with words that no article may contain (hard) or that you want to see first (soft).',
  },
  CACHE_MB: {
    default: '64',
    meaning: 'Memory for rows and pages that callers share, in megabytes; 0 turns the cache off.',
  },
  SITE_NAME: {
    default: 'Posting Board',
    meaning: 'Name of the site, on every page and in every document.',
  },
  OPERATOR_NAME: { default: 'none', meaning: 'Who runs the board: a person or an organisation.' },
  OPERATOR_CONTACT: {
    default: 'none',
    meaning: 'Where readers can write to you and report something: mailto:ADDRESS or https://…',
  },
  PRIVACY_URL: { default: 'none', meaning: 'Your privacy notice: https://…' },
  SOURCE_URL: {
    default: 'none',
    meaning: 'Where this program can be had: https://… The first page then links it for operators.',
  },
} as const

const MAX_CACHE_MB = 65_536

const logLevels = ['silent', 'fatal', 'error', 'warn', 'info', 'debug', 'trace'] as const

/** A line for each bad variable, that names it, its value and what would be accepted. */
export class ConfigError extends Error {}

/** Collects the mistakes of several variables; `throwAll` reports all of them at once. */
function collectErrors() {
  const lines: string[] = []
  const attempt = <T>(read: () => T): T | undefined => {
    try {
      return read()
    } catch (error) {
      if (!(error instanceof ConfigError)) throw error
      lines.push(error.message)
      return undefined
    }
  }
  const throwAll = () => {
    if (lines.length > 0) throw new ConfigError(lines.join('\n'))
  }
  return { attempt, throwAll }
}

const refuse = (name: string, value: string, accepted: string): never => {
  throw new ConfigError(`${name}=${JSON.stringify(value)} is not accepted: it must be ${accepted}.`)
}

const wholeNumber = (text: string) => (/^\d{1,15}$/.test(text) ? Number(text) : Number.NaN)

function readPort(name: string, text: string): number {
  const port = wholeNumber(text)
  return port <= 65_535 ? port : refuse(name, text, 'a port from 0 to 65535')
}

function readTime(name: string, text: string | undefined): number | null {
  if (text === undefined) return null
  const time = wholeNumber(text)
  return Number.isNaN(time) ? refuse(name, text, 'a time in whole Unix seconds') : time
}

const readLogLevel = (text: string) =>
  logLevels.find((level) => level === text) ?? refuse('LOG_LEVEL', text, `one of ${logLevels.join(', ')}`)

function readSwitch(name: string, text: string): boolean {
  return text === 'on' || text === 'off' ? text === 'on' : refuse(name, text, 'on or off')
}

function readCacheBytes(text: string): number {
  const megabytes = wholeNumber(text)
  return megabytes <= MAX_CACHE_MB
    ? megabytes * 2 ** 20
    : refuse('CACHE_MB', text, `a number from 0 to ${MAX_CACHE_MB}`)
}

const NAME_MAX_CHARS = 60

/** For names in titles: one line without invisible characters. */
function readName(name: string, text: string): string {
  const isName = text.trim() === text && [...text].length <= NAME_MAX_CHARS && !/[\p{C}\p{Zl}\p{Zp}]/u.test(text)
  return isName ? text : refuse(name, text, `one line of at most ${NAME_MAX_CHARS} characters`)
}

const isHttps = (text: string) => text.startsWith('https://') && URL.canParse(text)
const isMailto = (text: string) => /^mailto:[^\s@?]+@[^\s@?]+$/.test(text)

function readContact(text: string): string {
  return isHttps(text) || isMailto(text)
    ? text
    : refuse('OPERATOR_CONTACT', text, 'mailto:ADDRESS, such as mailto:board@example.org, or an https address')
}

const readLink = (name: string, text: string) => (isHttps(text) ? text : refuse(name, text, 'an https address'))

const readFileName = (text: string) => (text === 'none' ? null : text)

/** True for a host name, or an address to listen on, that only this machine can reach. */
export const isLoopback = (host: string) => /^(localhost|127\..*|\[?::1\]?)$/.test(host)

function readBaseUrl(text: string | undefined, port: number): string {
  if (text === undefined)
    return port === 0 ? refuse('PORT', '0', 'a fixed port unless BASE_URL is set') : `http://localhost:${port}`
  const url = URL.parse(text)
  const accepted = 'an http or https origin without a path, such as https://board.example'
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password) return refuse('BASE_URL', text, accepted)
  if (url.pathname !== '/' || url.search || url.hash) return refuse('BASE_URL', text, accepted)
  return url.origin
}

/** Settings with which the service starts, but which are probably a mistake. */
function warningsFor(host: string, baseUrl: string): string[] {
  const { protocol, hostname } = new URL(baseUrl)
  const isLocal = isLoopback(hostname)
  const unencrypted =
    'BASE_URL is http on a public host: API keys will travel unencrypted. Put a proxy with https in front.'
  const misleading = `HOST=${host} can be reached from other machines, but BASE_URL=${baseUrl} leads each of them to itself: set BASE_URL to the public address.`
  return [
    ...(protocol === 'http:' && !isLocal ? [unencrypted] : []),
    ...(isLocal && !isLoopback(host) ? [misleading] : []),
  ]
}

function readDatabaseUrl(text: string): string {
  if (/^file:[^?#]+$/.test(text)) return text
  if (text.startsWith('file:')) return refuse('DATABASE_URL', text, 'file:PATH, without parameters')
  if (/^postgres(ql)?:\/\//.test(text) && URL.canParse(text)) return text
  // The URL may contain a password, so it is not repeated.
  return refuse('DATABASE_URL', `${text.split(':')[0]}:…`, 'file:PATH or postgres://USER:PASSWORD@HOST:PORT/NAME')
}

function readTrustProxy(text: string): Config['trustProxy'] {
  if (text === 'false') return false
  if (!Number.isNaN(wholeNumber(text))) return wholeNumber(text)
  const ranges = text.split(',').map((range) => range.trim())
  const accepted = 'false, a number of hops, or addresses and CIDRs of proxies (not /0) separated by commas'
  return ranges.every(isRange) ? ranges : refuse('TRUST_PROXY', text, accepted)
}

/** IPv4 in its usual form only: `1.5`, a mistyped number of hops, would also be an address. */
function isRange(range: string): boolean {
  const { IPv4, IPv6 } = ipaddr
  const [address = '', bits] = range.split('/')
  const isAddress = IPv6.isValid(address) || IPv4.isValidFourPartDecimal(address)
  return isAddress && (bits === undefined || (ipaddr.isValidCIDR(range) && Number(bits) > 0))
}

/** So that no sum or product of limits, sizes and times is more than a whole number can be. */
const MAX_LIMIT = 1_000_000_000

function readLimits(env: Environment, attempt: ReturnType<typeof collectErrors>['attempt']): Limits {
  const known = new Set<string>(Object.values(settings).map(({ name }) => name))
  for (const name of Object.keys(env).filter((name) => name.startsWith('LIMIT_') && !known.has(name)))
    attempt(() => {
      throw new ConfigError(`${name} is not a known limit; .env.example lists them all.`)
    })
  const read = ([key, { name, default: fallback }]: [string, { name: string; default: number }]) => {
    const text = env[name]
    if (text === undefined) return [key, fallback] as const
    const value = wholeNumber(text)
    const refused = () => refuse(name, text, `a whole number up to ${MAX_LIMIT}; 0 means unlimited`)
    return [key, value <= MAX_LIMIT ? value : attempt(refused)] as const
  }
  return Object.fromEntries(Object.entries(settings).map(read)) as Limits
}

/** A check of the environment that not every command needs; it throws a ConfigError. */
export type ConfigCheck = (env: Environment) => void

/** Throws one ConfigError that names everything that is wrong. */
export function readConfig(sent: Environment, ...checks: ConfigCheck[]): Config {
  // An empty variable counts as not set: compose files write unset variables that way.
  const env = Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== '')) as Environment
  const { attempt, throwAll } = collectErrors()
  const textOf = (name: keyof typeof variables) => env[name] ?? variables[name].default
  const host = textOf('HOST')
  const port = attempt(() => readPort('PORT', textOf('PORT')))
  const baseUrl = attempt(() => readBaseUrl(env.BASE_URL, port ?? 1))
  const ifSet = (name: keyof typeof variables, read: (text: string) => string) =>
    textOf(name) === 'none' ? null : attempt(() => read(textOf(name)))
  const config = {
    host,
    port,
    baseUrl,
    databaseUrl: attempt(() => readDatabaseUrl(textOf('DATABASE_URL'))),
    trustProxy: attempt(() => readTrustProxy(textOf('TRUST_PROXY'))),
    logLevel: attempt(() => readLogLevel(textOf('LOG_LEVEL'))),
    adminHost: textOf('ADMIN_HOST'),
    adminPort: textOf('ADMIN_PORT') === 'off' ? null : attempt(() => readPort('ADMIN_PORT', textOf('ADMIN_PORT'))),
    graceStartsAt: attempt(() => readTime('GRACE_STARTS_AT', env.GRACE_STARTS_AT)),
    guestComments: attempt(() => readSwitch('GUEST_COMMENTS', textOf('GUEST_COMMENTS'))),
    blockedWordsFile: readFileName(textOf('BLOCKED_WORDS_FILE')),
    cacheMaxBytes: attempt(() => readCacheBytes(textOf('CACHE_MB'))),
    identity: {
      name: attempt(() => readName('SITE_NAME', textOf('SITE_NAME'))),
      operator: ifSet('OPERATOR_NAME', (text) => readName('OPERATOR_NAME', text)),
      contact: ifSet('OPERATOR_CONTACT', readContact),
      privacyUrl: ifSet('PRIVACY_URL', (text) => readLink('PRIVACY_URL', text)),
      sourceUrl: ifSet('SOURCE_URL', (text) => readLink('SOURCE_URL', text)),
    },
    limits: readLimits(env, attempt),
    warnings: baseUrl ? warningsFor(host, baseUrl) : [],
  }
  for (const check of checks) attempt(() => check(env))
  throwAll()
  return config as Config // no value was refused, so none is undefined
}
