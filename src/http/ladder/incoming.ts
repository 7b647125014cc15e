/** The facts about a request that the checks before its route decide on, and that its answer depends on. */
import type { IncomingHttpHeaders } from 'node:http'
import type { CurrentCache } from '../../kernel/cache.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { Caller, Site } from '../../kernel/operation.ts'
import type { Database, MaybePromise } from '../../storage/sql.ts'
import type { Zone } from './paths.ts'
import type { RateStatus, Rates } from './rate-windows.ts'

type Facts = Pick<Incoming, 'zone' | 'method' | 'path' | 'headers' | 'bearer'> & {
  network: string
  /** Asked only by refusals. */
  accepts(): Incoming['accepts']
  countBodyBytes(bytes: number, caller: Caller): void
}

/** A class: an object literal with an accessor would have a shape of its own for every request. */
export class Incoming {
  readonly zone: Zone
  readonly method: string
  readonly path: string
  readonly headers: IncomingHttpHeaders
  /** The credential of an `Authorization: Bearer` header. */
  readonly bearer: string | undefined
  /** Known by its network only, until a credential has been checked. */
  caller: Caller
  /** The page that errors link, where the operation names one. */
  docs: string | undefined
  /** What it is counted as, where the route does not say. */
  operation: string | undefined
  /** The code of the error that it was answered with. */
  refusal: string | undefined
  /** How long it has waited for items, which is no time of work. */
  waitedMs: number
  /** For the RateLimit headers of the answer. */
  readonly rateStatuses: RateStatus[] = []
  readonly #facts: Facts

  constructor(facts: Facts) {
    this.zone = facts.zone
    this.method = facts.method
    this.path = facts.path
    this.headers = facts.headers
    this.bearer = facts.bearer
    this.caller = { network: facts.network }
    this.docs = undefined
    this.operation = undefined
    this.refusal = undefined
    this.waitedMs = 0
    this.#facts = facts
  }

  /** Whether the route accepts API keys, tokens of connected assistants, or both. */
  get accepts(): 'keys' | 'tokens' | 'both' {
    return this.#facts.accepts()
  }

  /** Called with every piece of the body, when the caller is known by its credential; fails when the process holds too much. */
  countBodyBytes(bytes: number) {
    this.#facts.countBodyBytes(bytes, this.caller)
  }
}

/** What the checks look into. */
export type LadderContext = { db: Database; clock: Clock; site: Site; currentCache: CurrentCache; rates: Rates }

/** One check: it fails, or notes something about the request. */
export type Check = (incoming: Incoming, context: LadderContext) => MaybePromise<void>

export const isRegistration = ({ method, path }: Incoming) => method === 'POST' && path === '/v1/agents'
/** Saying how far one has read: nobody sees it, and a reader does it after every page. */
const acknowledgements = new Set(['/v1/inbox/ack', '/v1/humanfeed/inbox/ack'])
export const isAcknowledgement = ({ method, path }: Incoming) => method === 'POST' && acknowledgements.has(path)
export const isWrite = ({ method }: Incoming) => method === 'POST' || method === 'DELETE'

declare module 'fastify' {
  interface FastifyRequest {
    incoming: Incoming
  }
  interface FastifyContextConfig {
    /** The name of the operation that the route performs. */
    operation?: string
  }
}
