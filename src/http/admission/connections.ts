/**
 * What clients can make this process hold is bounded here: connections, requests that wait, requests in work, bytes of
 * bodies, and bytes of answers that nobody takes. One request per connection is in work at a time, so a client that
 * sends many and reads nothing gets one answer ahead of itself, not hundreds.
 */
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { fixed } from '../../settings/limits.ts'
import { tuning } from '../../settings/tuning.ts'
import { BodyBytes, whenAnswered } from './body-bytes.ts'
import { UnreadAnswers } from './unread-answers.ts'

export type ConnectionBounds = {
  connections: number
  pipelinedPerConnection: number
  pipelined: number
  queued: number
  working: number
  /** Pages of the site, waiting or in work: everything else finds the other places free, however many ask for pages. */
  pages: number
  unreadBytes: number
  /** Of bodies, from their arrival until their request is answered. */
  bodyBytes: number
  /** The same, of one account, or of visitors from one network. */
  bodyBytesOfOneCaller: number
  /** How long a client may take nothing of an answer. */
  unreadMs: number
  /** How long a connection is not read after a refusal; less than `Retry-After` says. */
  restMs: number
}

export const defaultBounds: ConnectionBounds = {
  connections: tuning.connectionsMax,
  pipelinedPerConnection: fixed.pipelinedPerConnectionMax,
  pipelined: tuning.pipelinedMax,
  queued: tuning.requestsQueuedMax,
  working: tuning.requestsWorkingMax,
  pages: tuning.pageRequestsMax,
  unreadBytes: tuning.unreadAnswersMaxBytes,
  bodyBytes: tuning.bodiesMaxBytes,
  bodyBytesOfOneCaller: tuning.bodiesOfOneCallerMaxBytes,
  unreadMs: fixed.unreadAnswerMaxSeconds * 1000,
  restMs: tuning.refusedRestMs,
}

/** Serves the request, or refuses it because there is too much to do. */
type Run = (isTooMuch: boolean) => void

type Exchange = {
  request: IncomingMessage
  response: ServerResponse
  run: Run
  /** Whether it counts as in work. */
  isWorking: boolean
}
type Client = {
  socket: Socket
  current: Exchange | undefined
  /** Requests that were sent before the answer to `current` was taken. */
  pipelined: Exchange[]
  /** Was refused a moment ago, and is not read until it may ask again. */
  isResting: boolean
  /** What is done when all requests are answered. */
  last: (() => void) | undefined
}

/** More would let one turn of the event loop read no socket for long, and what is too much would be refused late. */
const STARTED_PER_TURN = 16

const isHealthCheck = ({ url = '' }: IncomingMessage) => url === '/healthz' || url === '/readyz'

/** What reads the database and counts against no rate: a whole office, or a search engine, comes from one network. */
const isPage = ({ url = '' }: IncomingMessage) => /^\/(humanfeed(?!\.md)|sitemap\.xml)/.test(url)

/** A request without a body is complete with its head, though Node says so a moment later. */
const isComplete = ({ complete, headers }: IncomingMessage) =>
  complete || (headers['transfer-encoding'] === undefined && Number(headers['content-length'] ?? 0) === 0)

export class Connections {
  readonly #bounds: ConnectionBounds
  readonly #clients = new Map<Socket, Client>()
  /** Wait for a place in work. */
  readonly #queue: Exchange[] = []
  readonly #unread: UnreadAnswers
  readonly bodies: BodyBytes
  #isScheduled = false
  #pipelined = 0
  #working = 0
  #pages = 0
  #isStopping = false

  constructor(bounds: Partial<ConnectionBounds>) {
    this.#bounds = { ...defaultBounds, ...bounds }
    this.#unread = new UnreadAnswers(this.#bounds.unreadMs)
    this.bodies = new BodyBytes(this.#bounds.bodyBytes, this.#bounds.bodyBytesOfOneCaller)
  }

  /** Further connections are closed at once when too many are open. */
  watch(server: Server): Server {
    server.maxConnections = this.#bounds.connections
    return server.on('connection', (socket: Socket) => this.#add(socket))
  }

  /** Runs the request when it is its turn. */
  admit(request: IncomingMessage, response: ServerResponse, run: Run) {
    const { socket } = request
    const client = this.#clients.get(socket)
    if (!client || socket.destroyed) return
    const exchange = { request, response, run, isWorking: false }
    if (!client.current) return this.#begin(client, exchange)
    const { pipelinedPerConnection, pipelined } = this.#bounds
    if (client.pipelined.length >= pipelinedPerConnection || this.#pipelined >= pipelined) return void socket.destroy()
    client.pipelined.push(exchange)
    this.#pipelined++
    socket.pause() // the kernel keeps further bytes, and tells the client to wait when it has enough of them
  }

  /** Answers come in the order of the requests: the refusal of malformed bytes follows the answers to complete ones. */
  afterAnswers(socket: Socket, act: () => void) {
    const client = this.#clients.get(socket)
    const { request, response } = client?.current ?? {}
    if (!client || !request?.complete) {
      if (response?.headersSent) return void socket.end() // the malformed bytes are a body, and its request was answered
      return act()
    }
    if (client.pipelined.at(-1)?.request.complete === false) {
      client.pipelined.pop() // the malformed bytes are its body
      this.#pipelined--
    }
    client.last = act
  }

  /** Connections without a complete request end at once; the others with the answer in work. */
  stop() {
    this.#isStopping = true
    this.#unread.stop()
    for (const client of this.#clients.values()) {
      this.#dropPipelined(client)
      if (!client.current?.request.complete) client.socket.destroy()
      else client.current.response.shouldKeepAlive = false
    }
  }

  #add(socket: Socket) {
    if (this.#isStopping) return void socket.destroy()
    const client: Client = { socket, current: undefined, pipelined: [], isResting: false, last: undefined }
    this.#clients.set(socket, client)
    socket.once('close', () => {
      this.#clients.delete(socket)
      this.#dropPipelined(client)
      this.#unread.forget(socket)
    })
  }

  #dropPipelined(client: Client) {
    this.#pipelined -= client.pipelined.length
    client.pipelined = []
  }

  #begin(client: Client, exchange: Exchange) {
    const { request, response, run } = exchange
    if (client.socket.destroyed) return
    client.current = exchange
    if (this.#isStopping) response.shouldKeepAlive = false
    response
      .on('prefinish', () => {
        this.#leavePlace(exchange)
        this.#unread.watch(client.socket)
      })
      .on('close', () => {
        this.#leavePlace(exchange)
        this.#end(client)
      })
    if (isHealthCheck(request)) return run(false)
    if (this.#isTooMuch(request)) {
      this.#rest(client)
      return run(true)
    }
    if (isPage(request)) {
      this.#pages++
      whenAnswered(response, () => this.#pages--)
    }
    this.#queue.push(exchange)
    this.#schedule()
  }

  /**
   * Who asks again before the time that the refusal names is not read, and waits: thousands of such clients would keep
   * the process from serving anybody, and from accepting connections, which Node does one at a time between reads.
   */
  #rest(client: Client) {
    client.isResting = true // from its answer on: Node reads to the end of a request by itself
    setTimeout(() => {
      client.isResting = false
      if (client.pipelined.length === 0) client.socket.resume()
    }, this.#bounds.restMs).unref()
  }

  #isTooMuch(request: IncomingMessage): boolean {
    const { queued, unreadBytes, pages } = this.#bounds
    if (this.#queue.length >= queued || this.#unread.bytes >= unreadBytes) return true
    return this.#pages >= pages && isPage(request)
  }

  /** Those that arrived in one turn are begun together: each step of one finds the processor's caches warm from the last. */
  #schedule() {
    if (this.#isScheduled || this.#queue.length === 0 || this.#working >= this.#bounds.working) return
    this.#isScheduled = true
    setImmediate(() => {
      this.#isScheduled = false
      for (let begun = 0; begun < STARTED_PER_TURN && this.#working < this.#bounds.working; begun++) {
        const next = this.#queue.shift()
        if (!next) return
        this.#start(next)
      }
      this.#schedule()
    })
  }

  /** A request whose body is still arriving is not in work: slow senders must not take the place of others. */
  #start(exchange: Exchange) {
    const { request, run } = exchange
    if (request.socket.destroyed) return
    if (isComplete(request)) this.#enterPlace(exchange)
    else request.once('end', () => this.#enterPlace(exchange))
    run(false)
  }

  #enterPlace(exchange: Exchange) {
    if (exchange.response.writableFinished || exchange.response.closed) return // refused before its end
    exchange.isWorking = true
    this.#working++
  }

  #leavePlace(exchange: Exchange) {
    if (!exchange.isWorking) return
    exchange.isWorking = false
    this.#working--
    this.#schedule()
  }

  /** The client has taken the answer, or is gone. */
  #end(client: Client) {
    client.current = undefined
    this.#unread.forget(client.socket)
    if (client.socket.destroyed) return
    if (client.isResting) client.socket.pause()
    const next = client.pipelined.shift()
    if (!next) return client.last?.()
    this.#pipelined--
    if (client.pipelined.length === 0 && !client.isResting) client.socket.resume()
    client.current = next // what arrives meanwhile waits behind it
    setImmediate(() => this.#begin(client, next)) // other connections are read and answered in between
  }
}
