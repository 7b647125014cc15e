/**
 * The commonest request of all is one that has come before, byte for byte, from the same address. What follows from its
 * bytes is known then: its route, its headers, its network. What may have changed is looked at again: the rates, the
 * credential, and whether the answer is still right. Neither the parser nor the router is needed for that.
 */
import type { Socket } from 'node:net'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { cacheKey, type PermanentCache } from '../../kernel/cache.ts'
import type { NoteAnswer } from '../answered.ts'
import { type Credential, credentialOf, knownCaller } from '../gate/callers.ts'
import type { Incoming } from '../gate/incoming.ts'
import { type LadderContext, runLadder } from '../gate/ladder.ts'
import type { Repeat } from '../gate/request-bytes.ts'
import type { CachedAnswers } from './cached-answers.ts'
import type { requestIds } from './request-id.ts'
import { headText } from './write.ts'

export type RepeatParts = {
  answers: CachedAnswers
  checks: LadderContext
  idOf: ReturnType<typeof requestIds>
  note: NoteAnswer
}

/** How a request that was answered can be answered again; undefined where only the ordinary way will do. */
export function repeats({ answers, checks, idOf, note }: RepeatParts) {
  return (request: FastifyRequest, reply: FastifyReply): Repeat | undefined => {
    const { headers, originalUrl, method } = request
    const { url: route = '', config } = request.routeOptions
    if (!isRepeatable(request, reply) || !config.cacheable) return undefined
    const known = knownOf(request.incoming)
    const credential = credentialOf(known.bearer ?? '')

    return (socket) => {
      const began = performance.now()
      const repeated: Incoming = { ...known, rateStatuses: [] }
      const found = isKnown(repeated, credential, checks)
        ? answers.find({ incoming: repeated, originalUrl, method })
        : undefined
      const encoded = found?.body.encodedFor(headers['accept-encoding'])
      if (encoded instanceof Promise) encoded.catch(() => {}) // the ordinary way compresses again, and says what is wrong
      if (!found || !encoded || encoded instanceof Promise) return 'unknown'
      const { rateStatuses } = repeated
      try {
        void runLadder(repeated, checks) // has nothing to wait for, because the caller is known
      } catch (error) {
        return { error, rateStatuses }
      }
      const id = idOf(headers['x-request-id'])
      write(socket, headText(repeated, id, found.headers, encoded, checks.clock.now()), encoded.bytes)
      const ms = Math.round((performance.now() - began) * 10) / 10
      note({ request_id: id, method, route, status: 200, ms }, config.operation)
      return 'answered'
    }
  }
}

/** An answer of 200, about which the client has said nothing special, on a connection that stays open. */
const isRepeatable = ({ method, headers }: FastifyRequest, { statusCode, raw }: FastifyReply) =>
  method === 'GET' &&
  statusCode === 200 &&
  raw.shouldKeepAlive &&
  headers.expect === undefined &&
  headers.upgrade === undefined &&
  headers.cookie === undefined &&
  headers['if-none-match'] === undefined

/** What the bytes of a request say. Nothing else is kept, least of all the connection that it came from. */
function knownOf({ zone, method, path, headers, accepts, bearer, caller: { network } }: Incoming): Incoming {
  return { zone, method, path, headers, accepts, bearer, caller: { network }, countBodyBytes() {}, rateStatuses: [] }
}

/** Looks up the state of the board and the caller, if neither has to be waited for. */
function isKnown(incoming: Incoming, credential: Credential, { stateAtHand, currentCache }: LadderContext): boolean {
  const state = attempt(() => stateAtHand(incoming))
  if (state === undefined) return false
  if (incoming.zone === 'open') return true // pages for people: whoever reads them is sent the same
  const caller = knownCaller(currentCache, credential, { network: incoming.caller.network, state })
  if (caller) incoming.caller = caller
  return caller !== undefined
}

/** The ordinary way says what is wrong. */
function attempt<T>(work: () => T): T | undefined {
  try {
    return work()
  } catch {
    return undefined
  }
}

function write(socket: Socket, head: string, body: Buffer) {
  socket.cork()
  socket.write(head, 'latin1')
  socket.write(body)
  socket.uncork()
}

/** What a known request costs in memory besides its bytes, roughly: its headers, and what is noted about it. */
const REQUEST_BYTES = 2_000

/** Everything that follows from the bytes of a request alone can never go stale. */
export const repeatStore = (cache: PermanentCache) => {
  const keyOf = ({ remoteAddress = '' }: Socket, bytes: Buffer) =>
    cacheKey('request', { from: remoteAddress, bytes: bytes.toString('latin1') })
  return {
    findRepeat: (socket: Socket, bytes: Buffer) => cache.get<Repeat>(keyOf(socket, bytes)),
    storeRepeat: (socket: Socket, bytes: Buffer, repeat: Repeat) =>
      cache.set(keyOf(socket, bytes), repeat, bytes.length + REQUEST_BYTES),
  }
}
