/**
 * The bytes of a connection on their way to Node's parser. A whole request can be looked at before it is parsed, if the
 * parser is between two requests: otherwise the bytes could be a part of something else, a body for instance.
 */
import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import type { RateStatus } from './rates.ts'
import type { Start } from './start-groups.ts'

type Listener = (bytes: Buffer) => void

const HEAD_END = Buffer.from('\r\n\r\n')
/** Longer requests are not remembered: they are seldom sent twice. */
const REMEMBERED_MAX_BYTES = 2_048

/** What the checks said that were made before the request was parsed. */
export type Refused = { error: unknown; rateStatuses: RateStatus[] }

/** Answers the same request once more. Unless it has answered, the request takes the ordinary way. */
export type Repeat = (socket: Socket) => 'answered' | 'unknown' | Refused

export type BytesParts = {
  /** How a request with these bytes can be answered again, if it is known. */
  findRepeat(request: Buffer): Repeat | undefined
  storeRepeat(request: Buffer, repeat: Repeat): void
  /** True if it has refused this whole request, because there are too many. */
  refuse(request: Buffer): boolean
  /** Whether a request of this connection is in work, or its answer is not taken. */
  isBusy(): boolean
  /** Lets a request wait for its turn. */
  queue(request: Buffer, start: Start): void
}

export class RequestBytes {
  readonly #socket: Socket
  readonly #parts: BytesParts
  readonly #parse: Listener | undefined
  /** True as long as each piece of bytes was one whole request. */
  #isBetweenRequests = true
  #parsed: IncomingMessage | undefined
  /** Of the request that was parsed last, if they are all of it. */
  #bytes: Buffer | undefined
  /** A request that was not parsed and waits for its turn. */
  #waiting: Buffer | undefined
  /** Of the request that is being parsed. */
  #refused: Refused | undefined

  constructor(socket: Socket, parts: BytesParts) {
    this.#socket = socket
    this.#parts = parts
    this.#parse = (socket.listeners('data') as Listener[])[0]
    if (!this.#parse) return
    socket.off('data', this.#parse)
    socket.on('data', (bytes: Buffer) => this.#receive(bytes))
  }

  /** Called by the parser's listener, while it is given the bytes of this request. Returns what was said of it before. */
  noteParsed(request: IncomingMessage): Refused | undefined {
    this.#parsed = request
    return this.#refused
  }

  /** From now on the same bytes can be answered without being parsed. */
  remember(request: IncomingMessage, repeat: Repeat) {
    if (request === this.#parsed && this.#bytes) this.#parts.storeRepeat(this.#bytes, repeat)
  }

  /** Before anything else is done with the connection. */
  parseWaiting() {
    const waiting = this.#waiting
    this.#waiting = undefined
    if (waiting) this.#parseWhole(waiting)
  }

  #receive(bytes: Buffer) {
    this.parseWaiting() // answers come in the order of requests
    if (!this.#isBetweenRequests) return this.#parse?.(bytes)
    const isHead = bytes.indexOf(HEAD_END) + HEAD_END.length === bytes.length
    // Node counts the time until the first request of a connection, so that one has to be parsed.
    if (this.#parsed && isHead && this.#parts.refuse(bytes)) return
    const repeat = isHead && this.#canAnswer() ? this.#parts.findRepeat(bytes) : undefined
    if (repeat) return this.#wait(bytes, repeat)
    this.#parseWhole(bytes)
  }

  /** Everything that was asked before is answered, and taken. */
  #canAnswer(): boolean {
    return this.#parsed !== undefined && !this.#parts.isBusy() && this.#socket.writableLength === 0
  }

  #wait(bytes: Buffer, repeat: Repeat) {
    this.#waiting = bytes
    this.#parts.queue(bytes, () => {
      if (this.#waiting !== bytes || this.#socket.destroyed) return true
      this.#waiting = undefined
      const result = repeat(this.#socket)
      if (result !== 'answered') this.#parseWhole(bytes, result === 'unknown' ? undefined : result)
      return true // one that is parsed waits for another turn
    })
  }

  #parseWhole(bytes: Buffer, refused?: Refused) {
    this.#parsed = undefined
    this.#refused = refused
    this.#parse?.(bytes)
    this.#refused = undefined
    const headEnd = bytes.indexOf(HEAD_END) + HEAD_END.length
    this.#isBetweenRequests = lengthAfter(headEnd, this.#parsed) === bytes.length
    const isRemembered = this.#isBetweenRequests && headEnd === bytes.length && headEnd <= REMEMBERED_MAX_BYTES
    this.#bytes = isRemembered ? bytes : undefined
  }
}

/** How many bytes a request takes whose head has so many; undefined where the head does not tell. */
function lengthAfter(headEnd: number, request: IncomingMessage | undefined): number | undefined {
  if (!request || headEnd < HEAD_END.length || request.headers['transfer-encoding'] !== undefined) return undefined
  return headEnd + Number(request.headers['content-length'] ?? 0)
}
