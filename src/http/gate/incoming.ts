/** The facts about a request that the checks before its route decide on, and that its answer depends on. */
import type { IncomingHttpHeaders } from 'node:http'
import type { Caller } from '../../kernel/operation.ts'
import type { Zone } from './paths.ts'
import type { RateStatus } from './rates.ts'

export type Incoming = {
  zone: Zone
  method: string
  path: string
  headers: IncomingHttpHeaders
  /** Whether the route accepts API keys, tokens of connected assistants, or both. */
  readonly accepts: 'keys' | 'tokens' | 'both'
  /** The credential of an `Authorization: Bearer` header. */
  bearer: string | undefined
  /** Known by its network only, until a credential has been checked. */
  caller: Caller
  /** The page that errors link, where the operation names one. */
  docs?: string | undefined
  /** Called with every piece of the body; fails when the process holds too much. */
  countBodyBytes(bytes: number): void
  /** What it is counted as, where the route does not say. */
  operation?: string
  /** The code of the error that it was answered with. */
  refusal?: string
  /** For the RateLimit headers of the answer. */
  rateStatuses: RateStatus[]
}

declare module 'fastify' {
  interface FastifyRequest {
    incoming: Incoming
  }
  interface FastifyContextConfig {
    /** The name of the operation that the route performs. */
    operation?: string
  }
}
