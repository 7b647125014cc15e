/**
 * Bounds what callers can make this process hold: sockets, requests, bytes of bodies, and bytes of unread answers. One
 * request of a socket is in work at a time, so a caller that reads nothing makes the process hold one answer.
 */
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { fail } from '../../kernel/errors.ts'
import { HeldBytes } from '../../kernel/held-bytes.ts'
import { fixed } from '../../settings/limits.ts'
import { tuning } from '../../settings/tuning.ts'

export const defaultBounds = {
  sockets: tuning.socketsMax,
  pipelinedPerSocket: fixed.pipelinedPerSocketMax,
  pipelined: tuning.pipelinedMax,
  queued: tuning.requestsQueuedMax,
  working: tuning.requestsWorkingMax,
  /** Pages of the site, waiting or in work: many requests for pages leave the other places free. */
  pages: tuning.pageRequestsMax,
  unreadBytes: tuning.unreadAnswersMaxBytes,
  /** Of bodies, from their arrival until their request is answered; of all callers, and of one account or network. */
  bodyBytes: tuning.bodiesMaxBytes,
  bodyBytesOfOneCaller: tuning.bodiesOfOneCallerMaxBytes,
  /** How long a caller may read nothing of an answer. */
  unreadMs: fixed.unreadAnswerMaxSeconds * 1000,
  /** How long a socket is not read after a refusal; less than `Retry-After` says. */
  restMs: tuning.refusedRestMs,
}
export type SocketBounds = Record<keyof typeof defaultBounds, number>

/** Serves the request, or refuses it because there is too much to do. */
type Run = (isTooMuch: boolean) => void

type Exchange = {
  request: IncomingMessage
  response: ServerResponse
  run: Run
  isWorking: boolean
  isPage: boolean
  /** Its answer is made, or its caller is gone: it holds nothing but the bytes of the answer. */
  isAnswered: boolean
  bodyBytes: number
  owner: string
  /** Bytes of the answer that the caller has not read. */
  unread: number
}
type SocketState = {
  socket: Socket
  current: Exchange | undefined
  /** Requests that were sent before the answer to `current` was taken. */
  pipelined: Exchange[]
  /** True after a refusal: the socket is not read until its caller may ask again. */
  isResting: boolean
  /** Called when all requests are answered. */
  last: (() => void) | undefined
}

/** While the service stops, a caller that reads nothing must not delay it. */
const STOPPING_UNREAD_MS = 2_000

/** With a higher number one turn of the event loop would take longer, and overload would be noticed later. */
const STARTED_PER_TURN = 16

const isHealthCheck = ({ url = '' }: IncomingMessage) => url === '/healthz' || url === '/readyz'

/** Pages read the database and count against no rate, because a whole office or a search engine is one network. */
const isPage = ({ url = '' }: IncomingMessage) => /^\/(humanfeed(?!\.md)|sitemap\.xml)/.test(url)

/** A request without a body is complete with its head; Node reports that a moment later. */
export const isComplete = ({ complete, headers }: IncomingMessage) =>
  complete || (headers['transfer-encoding'] === undefined && Number(headers['content-length'] ?? 0) === 0)

const tooManyBodies =
  'The board is receiving more than it can hold at this moment, and nothing was changed by this request; send it again shortly.'

export class Sockets {
  readonly #bounds: SocketBounds
  readonly #states = new Map<Socket, SocketState>()
  /** Wait for a place in work. */
  readonly #queue: Exchange[] = []
  /** Calls that have waited for items, and now wait for a place in work. */
  readonly #woken: Exchange[] = []
  readonly #exchanges = new WeakMap<ServerResponse, Exchange>()
  readonly #bodies: HeldBytes
  #isScheduled = false
  #pipelined = 0
  #working = 0
  #pages = 0
  #unread = 0
  #isStopping = false

  constructor(bounds: Partial<SocketBounds>) {
    this.#bounds = { ...defaultBounds, ...bounds }
    this.#bodies = new HeldBytes(this.#bounds.bodyBytes, this.#bounds.bodyBytesOfOneCaller)
  }

  /** Further sockets are closed at once when too many are open. */
  watch(server: Server): Server {
    server.maxConnections = this.#bounds.sockets
    return server.on('connection', (socket: Socket) => this.#add(socket))
  }

  /** Runs the request when it is its turn. */
  admit(request: IncomingMessage, response: ServerResponse, run: Run) {
    const { socket } = request
    const state = this.#states.get(socket)
    if (!state) return
    const held = { isWorking: false, isPage: false, isAnswered: false, bodyBytes: 0, owner: '', unread: 0 }
    const exchange = { request, response, run, ...held }
    if (!state.current) return this.#begin(state, exchange)
    const { pipelinedPerSocket, pipelined } = this.#bounds
    if (state.pipelined.length >= pipelinedPerSocket || this.#pipelined >= pipelined) return void socket.destroy()
    state.pipelined.push(exchange)
    this.#pipelined++
    socket.pause() // a body that is still to come stays in the kernel; Node reads on when this request is complete
  }

  /** Answers come in the order of the requests: the refusal of malformed bytes follows the answers to complete ones. */
  afterAnswers(socket: Socket, act: () => void) {
    const state = this.#states.get(socket)
    const { request, response } = state?.current ?? {}
    if (!state || !request?.complete) {
      // The malformed bytes are a body, and its request was answered.
      if (response?.headersSent) return void socket.end()
      return act()
    }
    if (state.pipelined.at(-1)?.request.complete === false) {
      state.pipelined.pop() // the malformed bytes are its body
      this.#pipelined--
    }
    state.last = act
  }

  /** Counts bytes of a body as they arrive, and refuses too many: of all bodies, and of those of this caller. */
  countBody(response: ServerResponse, bytes: number, owner: string) {
    const exchange = this.#exchanges.get(response)
    if (!exchange || exchange.isAnswered) return
    exchange.owner ||= owner
    if (!this.#bodies.take(exchange.owner, bytes)) fail('UNAVAILABLE', undefined, { message: tooManyBodies })
    exchange.bodyBytes += bytes
  }

  /** A call that waits for items is not in work. */
  rest(response: ServerResponse) {
    const exchange = this.#exchanges.get(response)
    if (exchange) this.#leavePlace(exchange)
  }

  /** Resolves when there is a place in work. New requests go first, so that many calls that wake delay no request. */
  resume(response: ServerResponse): Promise<void> {
    const exchange = this.#exchanges.get(response)
    if (!exchange) return Promise.resolve() // a request that came without a socket
    return new Promise((resolve) => {
      exchange.run = () => resolve()
      this.#woken.push(exchange)
      this.#schedule()
    })
  }

  /** Sockets without a complete request are closed at once, the others after the answer in work. */
  stop() {
    this.#isStopping = true
    for (const state of this.#states.values()) {
      this.#dropPipelined(state)
      if (state.current?.unread) this.#giveTime(state.socket)
      if (!state.current?.request.complete) state.socket.destroy()
      else state.current.response.shouldKeepAlive = false
    }
  }

  #add(socket: Socket) {
    if (this.#isStopping) return void socket.destroy()
    const state: SocketState = { socket, current: undefined, pipelined: [], isResting: false, last: undefined }
    this.#states.set(socket, state)
    socket.once('close', () => {
      this.#states.delete(socket)
      this.#dropPipelined(state)
    })
  }

  #dropPipelined(state: SocketState) {
    this.#pipelined -= state.pipelined.length
    state.pipelined = []
  }

  #begin(state: SocketState, exchange: Exchange) {
    const { request, response, run } = exchange
    if (state.socket.destroyed) return
    state.current = exchange
    this.#exchanges.set(response, exchange)
    if (this.#isStopping) response.shouldKeepAlive = false
    state.socket.setTimeout(0) // the last answer was read, so its time limit ends
    response
      .on('prefinish', () => this.#noteAnswer(state.socket, exchange))
      .on('close', () => this.#end(state, exchange))
    if (isHealthCheck(request)) return run(false)
    if (this.#isTooMuch(request)) {
      this.#rest(state)
      return run(true)
    }
    exchange.isPage = isPage(request)
    if (exchange.isPage) this.#pages++
    this.#queue.push(exchange)
    this.#schedule()
  }

  /**
   * After a refusal the socket is not read for a while. Otherwise thousands of callers that ask again at once would
   * keep the process from serving others and from accepting new sockets, which Node does one at a time between reads.
   */
  #rest(state: SocketState) {
    state.isResting = true // takes effect with the answer: Node reads to the end of a request by itself
    setTimeout(() => {
      state.isResting = false
      if (state.pipelined.length === 0) state.socket.resume()
    }, this.#bounds.restMs).unref()
  }

  #isTooMuch(request: IncomingMessage): boolean {
    const { queued, unreadBytes, pages } = this.#bounds
    if (this.#queue.length >= queued || this.#unread >= unreadBytes) return true
    return this.#pages >= pages && isPage(request)
  }

  /** Requests that arrived in one turn begin together, because the processor's caches then hold the code already. */
  #schedule() {
    if (this.#isScheduled || this.#working >= this.#bounds.working) return
    if (this.#queue.length === 0 && this.#woken.length === 0) return
    this.#isScheduled = true
    setImmediate(() => {
      this.#isScheduled = false
      for (let begun = 0; begun < STARTED_PER_TURN && this.#working < this.#bounds.working; begun++) {
        const next = this.#queue.shift() ?? this.#woken.shift()
        if (!next) return
        this.#start(next)
      }
      this.#schedule()
    })
  }

  /** A request whose body is still arriving is not in work, so slow senders take no place. */
  #start(exchange: Exchange) {
    const { request, run } = exchange
    if (request.socket.destroyed) return
    if (isComplete(request)) this.#enterPlace(exchange)
    else request.once('end', () => this.#enterPlace(exchange))
    run(false)
  }

  #enterPlace(exchange: Exchange) {
    if (exchange.isAnswered) return // refused before its end
    exchange.isWorking = true
    this.#working++
  }

  #leavePlace(exchange: Exchange) {
    if (!exchange.isWorking) return
    exchange.isWorking = false
    this.#working--
    this.#schedule()
  }

  /** Called once, when the answer is made or the caller is gone. */
  #settle(exchange: Exchange) {
    if (exchange.isAnswered) return
    exchange.isAnswered = true
    this.#leavePlace(exchange)
    if (exchange.isPage) this.#pages--
    if (exchange.bodyBytes > 0) this.#bodies.free(exchange.owner, exchange.bodyBytes)
  }

  /** The whole answer is written. From here on the caller must read some of it within each time limit. */
  #noteAnswer(socket: Socket, exchange: Exchange) {
    this.#settle(exchange)
    exchange.unread = socket.writableLength
    this.#unread += exchange.unread
    if (exchange.unread > 0) this.#giveTime(socket)
  }

  /** Node closes the socket if nothing is read for so long. When all is read, Node sets its usual limit again. */
  #giveTime(socket: Socket) {
    socket.setTimeout(this.#isStopping ? Math.min(STOPPING_UNREAD_MS, this.#bounds.unreadMs) : this.#bounds.unreadMs)
  }

  /** The caller has taken the answer, or is gone. The map would keep it until the next full collection. */
  #end(state: SocketState, exchange: Exchange) {
    this.#exchanges.delete(exchange.response)
    this.#settle(exchange)
    this.#unread -= exchange.unread
    state.current = undefined
    if (state.socket.destroyed) return
    if (state.isResting) state.socket.pause()
    const next = state.pipelined.shift()
    if (!next) return state.last?.()
    this.#pipelined--
    if (state.pipelined.length === 0 && !state.isResting) state.socket.resume()
    state.current = next // requests that arrive meanwhile wait behind it
    setImmediate(() => this.#begin(state, next)) // other sockets are read and answered in between
  }
}
