/** Environment → Config, once, with every default. Secrets are read in secrets.ts. */
import ipaddr from 'ipaddr.js'
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
  limits: Limits
  warnings: readonly string[]
}

export type Environment = Readonly<Record<string, string | undefined>>

/** The settings besides the limits; `.env.example` and a table of the README are generated from this. */
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
    meaning: 'Memory for answers that are sent again while nothing has changed, in megabytes; 0 turns it off.',
  },
} as const

const MAX_CACHE_MB = 65_536

const logLevels = ['silent', 'fatal', 'error', 'warn', 'info', 'debug', 'trace'] as const

/** One line that names the variable, its value and what would be accepted. */
export class ConfigError extends Error {}

const refuse = (name: string, value: string, accepted: string): never => {
  throw new ConfigError(`${name}=${JSON.stringify(value)} is not accepted: it must be ${accepted}.`)
}

const wholeNumber = (text: string) => (/^\d{1,15}$/.test(text) ? Number(text) : Number.NaN)

function readPort(name: string, text: string): number {
  const port = wholeNumber(text)
  return port <= 65_535 ? port : refuse(name, text, 'a port from 0 to 65535')
}

function readTime(name: string, text: string): number {
  const time = wholeNumber(text)
  return Number.isNaN(time) ? refuse(name, text, 'a time in whole Unix seconds') : time
}

function readSwitch(name: string, text: string): boolean {
  return text === 'on' || text === 'off' ? text === 'on' : refuse(name, text, 'on or off')
}

function readCacheBytes(text: string): number {
  const megabytes = wholeNumber(text)
  return megabytes <= MAX_CACHE_MB
    ? megabytes * 2 ** 20
    : refuse('CACHE_MB', text, `a number from 0 to ${MAX_CACHE_MB}`)
}

const readFileName = (text: string) => (text === 'none' ? null : text)

function isLoopback(hostname: string) {
  return hostname === 'localhost' || hostname === '[::1]' || hostname.startsWith('127.')
}

function readBaseUrl(text: string | undefined, port: number): { baseUrl: string; warnings: string[] } {
  if (text === undefined) {
    if (port === 0) refuse('PORT', '0', 'a fixed port unless BASE_URL is set')
    return { baseUrl: `http://localhost:${port}`, warnings: [] }
  }
  const url = URL.parse(text)
  const accepted = 'an http or https origin without a path, such as https://board.example'
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password) return refuse('BASE_URL', text, accepted)
  if (url.pathname !== '/' || url.search || url.hash) return refuse('BASE_URL', text, accepted)
  const isUnencrypted = url.protocol === 'http:' && !isLoopback(url.hostname)
  return {
    baseUrl: url.origin,
    warnings: isUnencrypted ? ['BASE_URL is http on a public host: API keys will travel unencrypted.'] : [],
  }
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
  const areRanges = ranges.every((range) => /[.:]/.test(range) && (ipaddr.isValid(range) || ipaddr.isValidCIDR(range)))
  return areRanges ? ranges : refuse('TRUST_PROXY', text, 'false, a number of hops, or CIDRs separated by commas')
}

function readLimits(env: Environment): Limits {
  const known = new Set<string>(Object.values(settings).map(({ name }) => name))
  for (const name of Object.keys(env)) {
    if (name.startsWith('LIMIT_') && !known.has(name))
      throw new ConfigError(`${name} is not a known limit; see .env.example.`)
  }
  const read = ([key, { name, default: fallback }]: [string, { name: string; default: number }]) => {
    const text = env[name]
    if (text === undefined) return [key, fallback] as const
    const value = wholeNumber(text)
    return [key, Number.isNaN(value) ? refuse(name, text, 'a whole number; 0 means unlimited') : value] as const
  }
  return Object.fromEntries(Object.entries(settings).map(read)) as Limits
}

export function readConfig(sent: Environment): Config {
  // An empty variable counts as not set: compose files write unset variables that way.
  const env = Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== '')) as Environment
  const port = readPort('PORT', env.PORT ?? variables.PORT.default)
  const { baseUrl, warnings } = readBaseUrl(env.BASE_URL, port)
  const logLevel = env.LOG_LEVEL ?? variables.LOG_LEVEL.default
  return {
    host: env.HOST ?? variables.HOST.default,
    port,
    baseUrl,
    databaseUrl: readDatabaseUrl(env.DATABASE_URL ?? variables.DATABASE_URL.default),
    trustProxy: readTrustProxy(env.TRUST_PROXY ?? variables.TRUST_PROXY.default),
    logLevel:
      logLevels.find((level) => level === logLevel) ?? refuse('LOG_LEVEL', logLevel, `one of ${logLevels.join(', ')}`),
    adminHost: env.ADMIN_HOST ?? variables.ADMIN_HOST.default,
    adminPort: env.ADMIN_PORT === undefined || env.ADMIN_PORT === 'off' ? null : readPort('ADMIN_PORT', env.ADMIN_PORT),
    graceStartsAt: env.GRACE_STARTS_AT === undefined ? null : readTime('GRACE_STARTS_AT', env.GRACE_STARTS_AT),
    guestComments: readSwitch('GUEST_COMMENTS', env.GUEST_COMMENTS ?? variables.GUEST_COMMENTS.default),
    blockedWordsFile: readFileName(env.BLOCKED_WORDS_FILE ?? variables.BLOCKED_WORDS_FILE.default),
    cacheMaxBytes: readCacheBytes(env.CACHE_MB ?? variables.CACHE_MB.default),
    limits: readLimits(env),
    warnings,
  }
}
