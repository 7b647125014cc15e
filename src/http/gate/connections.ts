/**
 * What clients can make this process hold is bounded here: connections, requests that wait, requests in work, bytes of
 * bodies, and bytes of answers that nobody takes. One request per connection is in work at a time, so a client that sends many and reads
 * nothing gets one answer ahead of itself, not hundreds.
 */
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { fixed } from '../../limits.ts'
import { BodyBytes, whenAnswered } from './body-bytes.ts'
import { type Refused, type Repeat, RequestBytes } from './request-bytes.ts'
import { RestingConnections } from './resting.ts'
import { type Start, StartGroups } from './start-groups.ts'
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
}

export const defaultBounds: ConnectionBounds = {
  connections: fixed.connectionsMax,
  pipelinedPerConnection: fixed.pipelinedPerConnectionMax,
  pipelined: fixed.pipelinedMax,
  queued: fixed.requestsQueuedMax,
  working: fixed.requestsWorkingMax,
  pages: fixed.pageRequestsMax,
  unreadBytes: fixed.unreadAnswersMaxBytes,
  bodyBytes: fixed.bodiesMaxBytes,
  bodyBytesOfOneCaller: fixed.bodiesOfOneCallerMaxBytes,
  unreadMs: fixed.unreadAnswerMaxSeconds * 1000,
}

export type ConnectionParts = {
  /** Runs a group of requests, all of which have arrived. */
  startTogether(start: () => void): void
  /** Refuses one whole request before it is parsed; false where that cannot be. */
  refuseBytes(socket: Socket, bytes: Buffer): boolean
  /** How a request with these bytes was answered before, from the same address. */
  findRepeat(socket: Socket, bytes: Buffer): Repeat | undefined
  storeRepeat(socket: Socket, bytes: Buffer, repeat: Repeat): void
}

type Exchange = {
  request: IncomingMessage
  response: ServerResponse
  run: () => void
  /** Whether it counts as in work. */
  isWorking: boolean
}
type Client = {
  socket: Socket
  bytes: RequestBytes
  current: Exchange | undefined
  /** Requests that were sent before the answer to `current` was taken. */
  waiting: Exchange[]
  /** What is done when all requests are answered. */
  last: (() => void) | undefined
}

const isHealthCheck = ({ url = '' }: IncomingMessage) => url === '/healthz' || url === '/readyz'

/** What reads the database and counts against no rate: a whole office, or a search engine, comes from one network. */
const isPage = (url = '') => /^\/(humanfeed(?!\.md)|sitemap\.xml)/.test(url)

/** Of a whole request, before it is parsed. */
const isPageIn = (bytes: Buffer) => isPage(bytes.toString('latin1', 'GET '.length, 'GET /humanfeed.md'.length))

export class Connections {
  readonly #bounds: ConnectionBounds
  readonly #parts: ConnectionParts
  readonly #clients = new Map<Socket, Client>()
  readonly #queue: StartGroups
  /** They wait for each other, never for anything else. */
  readonly #healthChecks = new StartGroups({ hasPlace: () => true, startTogether: (start) => start() })
  readonly #unread: UnreadAnswers
  readonly bodies: BodyBytes
  readonly #resting = new RestingConnections()
  readonly #refused = new WeakSet<IncomingMessage>()
  readonly #refusals = new WeakMap<IncomingMessage, Refused>()
  #pipelined = 0
  #working = 0
  #pages = 0
  #isStopping = false

  constructor(bounds: Partial<ConnectionBounds>, parts: ConnectionParts) {
    this.#bounds = { ...defaultBounds, ...bounds }
    this.#parts = parts
    this.#queue = new StartGroups({
      hasPlace: () => this.#working < this.#bounds.working,
      startTogether: parts.startTogether,
    })
    this.#unread = new UnreadAnswers(this.#bounds.unreadMs)
    this.bodies = new BodyBytes(this.#bounds.bodyBytes, this.#bounds.bodyBytesOfOneCaller)
  }

  /** Further connections are closed at once when too many are open. */
  watch(server: Server): Server {
    server.maxConnections = this.#bounds.connections
    return server.on('connection', (socket: Socket) => this.#add(socket))
  }

  /** Runs the request when it is its turn. */
  admit(request: IncomingMessage, response: ServerResponse, run: () => void) {
    const { socket } = request
    const client = this.#clients.get(socket)
    if (!client || socket.destroyed) return
    const exchange = { request, response, run, isWorking: false }
    const refused = client.bytes.noteParsed(request)
    if (refused) this.#refusals.set(request, refused)
    if (!client.current) return this.#begin(client, exchange)
    const { pipelinedPerConnection, pipelined } = this.#bounds
    if (client.waiting.length >= pipelinedPerConnection || this.#pipelined >= pipelined) return void socket.destroy()
    client.waiting.push(exchange)
    this.#pipelined++
    socket.pause() // the kernel keeps further bytes, and tells the client to wait when it has enough of them
  }

  /** Answers come in the order of the requests: the refusal of malformed bytes follows the answers to complete ones. */
  afterAnswers(socket: Socket, act: () => void) {
    const client = this.#clients.get(socket)
    if (!client?.current?.request.complete) return act()
    if (client.waiting.at(-1)?.request.complete === false) {
      client.waiting.pop() // the malformed bytes are its body
      this.#pipelined--
    }
    client.last = act
  }

  /** True for a request that is too much at this moment; it is answered with 503 before any work. */
  isRefused(request: IncomingMessage): boolean {
    return this.#refused.has(request)
  }

  /** What the checks have said already, because they were made before the request was parsed. */
  refusalOf(request: IncomingMessage): Refused | undefined {
    return this.#refusals.get(request)
  }

  /** How the same bytes can be answered when they come again on the same connection. */
  remember(request: IncomingMessage, repeat: Repeat) {
    this.#clients.get(request.socket)?.bytes.remember(request, repeat)
  }

  /** Connections without a complete request end at once; the others with the answer in work. */
  stop() {
    this.#isStopping = true
    this.#unread.stop()
    for (const client of this.#clients.values()) {
      client.bytes.parseWaiting()
      this.#dropWaiting(client)
      if (!client.current?.request.complete) client.socket.destroy()
      else client.current.response.shouldKeepAlive = false
    }
  }

  #add(socket: Socket) {
    if (this.#isStopping) return void socket.destroy()
    const client: Client = {
      socket,
      bytes: new RequestBytes(socket, {
        refuse: (bytes) => this.#isRefusedUnparsed(client, bytes),
        findRepeat: (bytes) =>
          this.#hasTooManyPages && isPageIn(bytes) ? undefined : this.#parts.findRepeat(socket, bytes),
        storeRepeat: (bytes, repeat) => this.#parts.storeRepeat(socket, bytes, repeat),
        isBusy: () => client.current !== undefined,
        queue: (bytes, start) => this.#queueUnparsed(client, bytes, start),
      }),
      current: undefined,
      waiting: [],
      last: undefined,
    }
    this.#clients.set(socket, client)
    socket.once('close', () => this.#remove(client))
  }

  #remove(client: Client) {
    this.#clients.delete(client.socket)
    this.#dropWaiting(client)
    this.#unread.forget(client.socket)
  }

  #dropWaiting(client: Client) {
    this.#pipelined -= client.waiting.length
    client.waiting = []
  }

  #begin(client: Client, exchange: Exchange) {
    if (client.socket.destroyed) return
    client.current = exchange
    if (this.#isStopping) exchange.response.shouldKeepAlive = false
    exchange.response
      .once('prefinish', () => {
        this.#leavePlace(exchange)
        this.#unread.watch(client.socket)
      })
      .once('close', () => {
        this.#leavePlace(exchange)
        this.#end(client)
      })
    if (isHealthCheck(exchange.request))
      return this.#healthChecks.add(() => {
        exchange.run()
        return false
      })
    if (this.#isTooMuch(exchange.request)) {
      this.#refused.add(exchange.request)
      exchange.run()
      return this.#queue.startIfOverdue()
    }
    if (isPage(exchange.request.url)) {
      this.#pages++
      whenAnswered(exchange.response, () => this.#pages--)
    }
    this.#queue.add(() => this.#start(exchange))
  }

  #isTooMuch(request: IncomingMessage): boolean {
    return this.#isFull() || (this.#hasTooManyPages && isPage(request.url))
  }

  get #hasTooManyPages(): boolean {
    return this.#pages >= this.#bounds.pages
  }

  #isFull(): boolean {
    return this.#queue.length >= this.#bounds.queued || this.#unread.bytes >= this.#bounds.unreadBytes
  }

  /** Refuses a whole request before it is parsed: at three times the capacity the parser alone would take all of the time. */
  #isRefusedUnparsed({ current, socket }: Client, bytes: Buffer): boolean {
    if (current || socket.writableLength > 0 || !this.#isFull() || !this.#parts.refuseBytes(socket, bytes)) return false
    this.#resting.add(socket)
    this.#queue.startIfOverdue()
    return true
  }

  /** A request that may be answered without being parsed waits like any other, and so does the rest of its answer. */
  #queueUnparsed(client: Client, bytes: Buffer, start: Start) {
    const pages = isPageIn(bytes) ? 1 : 0
    this.#pages += pages
    this.#queue.add(() => {
      this.#pages -= pages
      const isDone = start()
      const { socket } = client
      if (socket.writableLength > 0 && !client.current) {
        this.#unread.watch(socket)
        socket.write('', () => client.current || this.#unread.forget(socket))
      }
      return isDone
    })
  }

  /** The client has taken the answer, or is gone. */
  #end(client: Client) {
    client.current = undefined
    this.#unread.forget(client.socket)
    if (client.socket.destroyed) return
    const next = client.waiting.shift()
    if (!next) return client.last?.()
    this.#pipelined--
    if (client.waiting.length === 0) client.socket.resume()
    client.current = next // what arrives meanwhile waits behind it
    setImmediate(() => this.#begin(client, next)) // other connections are read and answered in between
  }

  #start(exchange: Exchange): boolean {
    const { request, run } = exchange
    if (request.socket.destroyed) return true
    // A request whose body is still arriving is not in work: slow senders must not take the place of others.
    if (request.complete) this.#enterPlace(exchange)
    else request.once('end', () => this.#enterPlace(exchange))
    run()
    return false
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
    this.#queue.schedule()
  }
}
