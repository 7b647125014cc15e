/** The facts about a request that the checks before its route, and its answer, depend on. */
import type { IncomingHttpHeaders, ServerResponse } from 'node:http'
import type { FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import type { PermanentCache } from '../../kernel/cache.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { AnyOperation, Caller, Site } from '../../kernel/operation.ts'
import { ownerOf } from '../../kernel/perform.ts'
import type { Database, MaybePromise } from '../../storage/sql.ts'
import { isComplete } from '../admission/sockets.ts'
import { pathOf, pathPattern, type Zone, zoneOf } from './paths.ts'
import type { RateStatus, Rates } from './rate-windows.ts'

type Credentials = 'keys' | 'tokens' | 'both'

export type IncomingParts = {
  hashNetwork(address: string): string
  /** Which credentials the route accepts; asked only by refusals. */
  acceptedBy(request: Pick<Incoming, 'zone' | 'method' | 'path'>): Credentials
  countBody(response: ServerResponse, bytes: number, owner: string): void
}

export class Incoming {
  readonly zone: Zone
  readonly method: string
  readonly path: string
  readonly headers: IncomingHttpHeaders
  /** The credential of an `Authorization: Bearer` header. */
  readonly bearer: string | undefined
  /** A visitor, until a credential has been checked. */
  caller: Caller
  /** Nothing more of the request will arrive: what is found from now on is as new as the question. */
  readonly isComplete: boolean
  /** The page that errors link, where the operation names one. */
  docs: string | undefined = undefined
  /** The name under which it is counted, if the route does not give one. */
  operation: string | undefined = undefined
  /** The code of the error that it was answered with. */
  refusal: string | undefined = undefined
  /** How long it has waited for items; this does not count as time of work. */
  waitedMs = 0
  /** For the RateLimit headers of the answer. */
  readonly rateStatuses: RateStatus[] = []
  readonly #response: ServerResponse
  readonly #parts: IncomingParts

  constructor(
    { originalUrl, method, headers, ip, raw }: FastifyRequest,
    response: ServerResponse,
    parts: IncomingParts,
  ) {
    this.method = method
    this.path = pathOf(originalUrl)
    this.zone = zoneOf(this.path)
    this.headers = headers
    this.bearer = /^Bearer +(\S+)$/i.exec(headers.authorization ?? '')?.[1]
    this.caller = { network: parts.hashNetwork(ip) }
    this.isComplete = isComplete(raw)
    this.#response = response
    this.#parts = parts
  }

  /** Whether the route accepts API keys, tokens of connected assistants, or both. */
  get accepts(): Credentials {
    return this.#parts.acceptedBy(this)
  }

  /**
   * Called with every piece of the body, when the caller is known by its credential; fails when the process holds too
   * much.
   */
  countBodyBytes(bytes: number) {
    this.#parts.countBody(this.#response, bytes, ownerOf(this.caller))
  }
}

/** Needed before routing, because refusals and challenges say which credentials a route accepts. */
export function credentialsOf(operations: readonly AnyOperation[]): IncomingParts['acceptedBy'] {
  const routes = operations
    .filter(({ http }) => http.oauth)
    .map(({ http }) => ({ method: http.method, pattern: pathPattern(http.path), oauth: http.oauth }))
  return ({ zone, method, path }) => {
    if (zone === 'mcp') return 'tokens'
    const found = routes.find((route) => route.method === method && route.pattern.test(path))
    if (!found) return 'keys'
    return found.oauth === 'required' ? 'tokens' : 'both'
  }
}

/** What the checks need besides the request. */
export type LadderContext = {
  db: Database
  clock: Clock
  site: Site
  permanentCache: PermanentCache
  rates: Rates
}

/** One check: it refuses the request, or notes a fact about it. */
export type Check = (incoming: Incoming, context: LadderContext) => MaybePromise<void>

export const isRegistration = ({ method, path }: Incoming) => method === 'POST' && path === '/v1/agents'
export const isWrite = ({ method }: Incoming) => method === 'POST' || method === 'DELETE'

/** The facts about an answer for log and metrics: never the query, body, key, token or address. */
export type Answered = {
  request_id: string
  method: string
  route: string
  status: number
  ms: number
  code?: string | undefined
}

/** `operation` is the name of the operation, or of the route if no operation is known. */
export type ObserveAnswer = (operation: string, answered: Answered) => void

export type NoteAnswer = (answered: Answered, operation?: string) => void

export const noteAnswers =
  (log: Logger, observe: ObserveAnswer | undefined): NoteAnswer =>
  (answered, operation = answered.route) => {
    log.info(answered, 'answered')
    observe?.(operation, answered)
  }

/** Without dot, colon and underscore, so that neither an address nor an API key can get into the log as an id. */
const accepted = /^[A-Za-z0-9-]{8,64}$/

/**
 * The id that a proxy or the caller gave the request, so that it has one name in every log; a new one for all others.
 */
export const requestIds = (newId: () => string) => (sent: string | string[] | undefined) =>
  typeof sent === 'string' && accepted.test(sent) ? sent : newId()

declare module 'fastify' {
  interface FastifyRequest {
    incoming: Incoming
  }
  interface FastifyContextConfig {
    /** The name of the operation that the route performs. */
    operation?: string
  }
}
