/**
 * Answers that are sent again, byte for byte, while the board is in the state that they were made in: the same version
 * of the database, in the same second, to the same caller, at the same address. See docs/decisions/0032-cached-answers.md.
 */
import type { FastifyReply, FastifyRequest, HookHandlerDoneFunction } from 'fastify'
import { type CurrentCache, cacheKey, isOfSecond, stateOf } from '../../kernel/cache.ts'
import type { Clock } from '../../kernel/clock.ts'
import { fail } from '../../kernel/errors.ts'
import type { Caller } from '../../kernel/operation.ts'
import { isAgent } from '../../kernel/perform.ts'
import { type MaybePromise, whenReady } from '../../kernel/when-ready.ts'
import type { Database } from '../../storage/sql.ts'
import type { Incoming } from '../gate/incoming.ts'
import type { EncodedBody } from './compress.ts'
import { writeBody } from './write.ts'

/** The headers that belong to the body; all others are those of the request that is answered. */
export type CachedAnswer = { headers: readonly string[]; body: EncodedBody; etag?: string }

/** What an answer is found by. */
export type Asked = Pick<FastifyRequest, 'incoming' | 'originalUrl' | 'method'>

export class CachedAnswers {
  readonly #db: Database
  readonly #clock: Clock
  readonly #cache: CurrentCache
  #isShared = false
  #shared: string | undefined

  constructor({ db, clock, currentCache }: { db: Database; clock: Clock; currentCache: CurrentCache }) {
    this.#db = db
    this.#clock = clock
    this.#cache = currentCache
  }

  /** Read once a request, before anything else is: what is made from then on is as new, or newer. */
  stateFor(incoming: Incoming): MaybePromise<string> {
    return this.stateAtHand(incoming) ?? this.#db.version().then((version) => this.#note(incoming, version))
  }

  /** The same, for whoever cannot wait; undefined where the database has to be asked. */
  stateAtHand(incoming: Incoming): string | undefined {
    if (incoming.state !== undefined) return incoming.state
    const version = this.#versionAtHand()
    return version === undefined ? undefined : this.#note(incoming, version)
  }

  #note(incoming: Incoming, version: string): string {
    incoming.state = stateOf(version, this.#clock.now())
    return incoming.state
  }

  /** Requests that have arrived and are begun without a pause: what they know of was committed before the version is read. */
  readonly withOneVersion = (begin: () => void) => {
    this.#isShared = true
    try {
      begin()
    } finally {
      this.#isShared = false
      this.#shared = undefined
    }
  }

  #versionAtHand(): string | undefined {
    if (this.#shared !== undefined) return this.#shared
    try {
      const version = this.#db.versionAtHand()
      if (this.#isShared) this.#shared = version
      return version
    } catch (cause) {
      return fail('UNAVAILABLE', undefined, { cause })
    }
  }

  /** A hook of a route: the request goes no further where an answer can be sent again. */
  readonly resend = (request: FastifyRequest, reply: FastifyReply, done: HookHandlerDoneFunction) => {
    const { headers, incoming } = request
    if (headers.cookie !== undefined || headers['if-none-match'] !== undefined) return done()
    const resent = whenReady(this.stateFor(incoming), () => {
      const found = this.find(request)
      return found && whenReady(this.#write(request, reply, found), () => true)
    })
    if (resent instanceof Promise) resent.then((isSent) => isSent || done(), done)
    else if (!resent) done()
  }

  /** An answer that was made in the state in which this request arrived. */
  find(request: Asked): CachedAnswer | undefined {
    const { state } = request.incoming
    return state === undefined ? undefined : this.#cache.get(keyOf(request), state)
  }

  /** Sends an answer that the same caller may be sent again. One that is as it was the last time is compressed already. */
  send(request: FastifyRequest, reply: FastifyReply, made: CachedAnswer): MaybePromise<FastifyReply> {
    const { state } = request.incoming
    const key = keyOf(request)
    const last = this.#cache.getLast<CachedAnswer>(key)
    const answer = last?.body.bytes.equals(made.body.bytes) ? last : made
    if (last && answer === made) made.body.follow(last.body)
    return whenReady(this.#write(request, reply, answer), () => {
      answer.body.releasePieces()
      if (state !== undefined && this.#isStill(state)) this.#cache.set(key, state, answer, sizeOf(answer))
      return reply
    })
  }

  /** If the second has passed meanwhile, the answer may be of the next one. What was committed has another version anyway. */
  #isStill(state: string) {
    return isOfSecond(state, this.#clock.now())
  }

  #write(request: FastifyRequest, reply: FastifyReply, { headers, body }: CachedAnswer): MaybePromise<void> {
    return whenReady(body.encodedFor(request.headers['accept-encoding']), (encoded) =>
      writeBody(request, reply, headers, encoded),
    )
  }
}

const sizeOf = ({ headers, body }: CachedAnswer) => body.size + headers.length * 40

/** Whom an answer is for, as far as answers differ by it. */
export const callerKey = (caller: Caller) =>
  isAgent(caller) ? `${caller.id} ${caller.via} ${caller.scopes}` : 'anyone'

const keyOf = ({ incoming, originalUrl, method }: Asked) =>
  cacheKey('answer', { caller: callerKey(incoming.caller), method, url: originalUrl })
