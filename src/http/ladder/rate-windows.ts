/** Per-minute rates: counted in the memory of this process, in a window that starts with the first request of a key. */
import { type Clock, MINUTE } from '../../kernel/clock.ts'
import { fail } from '../../kernel/errors.ts'
import type { AnyOperation } from '../../kernel/operation.ts'
import type { Limits } from '../../settings/limits.ts'

/** `counts` names what is counted, for the message of a refusal. */
type Policy = { counts: string; scope: 'network' | 'credential' | 'session' | 'location'; limit: keyof Limits }

export const policies = {
  writes: { counts: 'writes (POST or DELETE)', scope: 'network', limit: 'writesPerNetworkPerMinute' },
  'credential-calls': { counts: 'requests', scope: 'network', limit: 'credentialCallsPerNetworkPerMinute' },
  'registration-attempts': {
    counts: 'registrations',
    scope: 'network',
    limit: 'registrationAttemptsPerNetworkPerMinute',
  },
  'public-reads': { counts: 'public reads', scope: 'network', limit: 'publicReadsPerNetworkPerMinute' },
  'public-writes': { counts: 'writes to /b', scope: 'network', limit: 'publicReadsPerNetworkPerMinute' },
  /** The key is the operation and the network. */
  operation: { counts: 'calls of one tool', scope: 'network', limit: 'mcpRequestsPerOperationPerNetworkPerMinute' },
  'client-registrations': {
    counts: 'client registrations',
    scope: 'network',
    limit: 'oauthRegistrationsPerNetworkPerMinute',
  },
  'guest-session': { counts: 'comments', scope: 'session', limit: 'guestCommentsPerSessionPerMinute' },
  'guest-network': { counts: 'comments', scope: 'network', limit: 'guestCommentsPerNetworkPerMinute' },
  'all-client-registrations': {
    counts: 'client registrations',
    scope: 'location',
    limit: 'oauthRegistrationsPerMinute',
  },
  credential: { counts: 'requests', scope: 'credential', limit: 'credentialCallsPerCredentialPerMinute' },
  lookups: { counts: 'requests', scope: 'location', limit: 'credentialLookupsPerMinute' },
  'api-calls': { counts: 'requests', scope: 'location', limit: 'apiCallsPerMinute' },
  registrations: { counts: 'registrations', scope: 'location', limit: 'registrationsPerMinute' },
} as const satisfies Record<string, Policy>

export type PolicyName = keyof typeof policies
type Window = { started: number; used: number }

/** How many requests one policy still allows a caller, for the RateLimit headers. */
export type RateStatus = { name: PolicyName; limit: number; remaining: number; resetsIn: number }

/** Bounds the memory: beyond this many networks or credentials the oldest is dropped. */
const MAX_KEYS = 50_000

export class Rates {
  readonly #clock: Clock
  readonly #limits: Limits
  /** By scope, so that many networks displace neither credentials nor the limits of the process. */
  readonly #windows = {
    network: new Map<string, Window>(),
    credential: new Map<string, Window>(),
    session: new Map<string, Window>(),
    location: new Map<string, Window>(),
  }

  constructor(clock: Clock, limits: Limits) {
    this.#clock = clock
    this.#limits = limits
  }

  /**
   * Counts one request or refuses it, and adds the status of the policy to `statuses`. The status of a limit for the
   * whole process is added only when it refuses.
   */
  count(statuses: RateStatus[], name: PolicyName, key = '') {
    const { counts, scope, limit: setting } = policies[name]
    const limit = this.#limits[setting]
    if (limit === 0) return
    const now = this.#clock.now()
    const window = windowOf(this.#windows[scope], `${name} ${key}`, now)
    const resetsIn = window.started + MINUTE - now
    const isRefused = window.used >= limit
    if (!isRefused) window.used++
    if (isRefused || scope !== 'location') statuses.push({ name, limit, remaining: limit - window.used, resetsIn })
    if (isRefused) fail('RATE_LIMIT', { scope, counts, limit, window_seconds: MINUTE }, { retryAfter: resetsIn })
  }

  /** Counts a call of an operation that declares a rate. */
  admit = ({ rate }: Pick<AnyOperation, 'rate'>) => {
    if (rate) this.count([], rate)
  }
}

function windowOf(windows: Map<string, Window>, key: string, now: number): Window {
  const known = windows.get(key)
  // A window from the future began before the clock was set back.
  if (known && known.started <= now && now - known.started < MINUTE) return known
  const fresh = { started: now, used: 0 }
  windows.delete(key)
  if (windows.size >= MAX_KEYS) windows.delete(windows.keys().next().value as string)
  windows.set(key, fresh)
  return fresh
}

/** The IETF header fields `RateLimit-Policy` and `RateLimit`. */
export function rateHeaders(statuses: readonly RateStatus[]) {
  const headers = { 'ratelimit-policy': '', ratelimit: '' }
  let separator = ''
  for (const { name, limit, remaining, resetsIn } of statuses) {
    headers['ratelimit-policy'] += `${separator}"${name}";q=${limit};w=${MINUTE}`
    headers.ratelimit += `${separator}"${name}";r=${remaining};t=${resetsIn}`
    separator = ', '
  }
  return headers
}
