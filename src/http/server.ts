/** The HTTP server: one Fastify instance, and what happens to every request before and after its route. */
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import { Failure } from '../kernel/errors.ts'
import type { AnyOperation } from '../kernel/operation.ts'
import type { Services } from '../kernel/perform.ts'
import type { Waiting } from '../kernel/waiting.ts'
import { fixed } from '../settings/limits.ts'
import { type AddressBounds, boundAddresses } from './admission/address-bound.ts'
import { createServer } from './admission/node-http.ts'
import { type SocketBounds, Sockets } from './admission/sockets.ts'
import { type Encoded, encode, ONE_PACKET_BYTES } from './answers/compress.ts'
import { sendFailure } from './answers/failures.ts'
import { anySite, apiHeaders } from './answers/json.ts'
import { adviceFor, nearMissFinder } from './answers/near-misses.ts'
import type { Pages } from './answers/pages.ts'
import { earlyRefusal, type ParserError, refuseSocket } from './answers/unrouted.ts'
import { placesOf } from './body/input.ts'
import { referencePaths } from './docs/reference.ts'
import { isForAnySite, readPreflight, servedPaths } from './docs/routes.ts'
import { type NoteAnswer, noteAnswers, type ObserveAnswer, requestIds } from './ladder/incoming.ts'
import { receive } from './ladder/ladder.ts'
import { pathPattern, routerUrl } from './ladder/paths.ts'
import { type Rates, rateHeaders } from './ladder/rate-windows.ts'
import { addRoutes } from './routes.ts'

export type ServerParts = {
  services: Services
  rates: Rates
  operations: readonly AnyOperation[]
  pages: Pages
  hashNetwork: (address: string) => string
  waiting: Waiting
  log: Logger
  trustProxy: false | number | string[]
  /** Called after every answer, for metrics. */
  observe?: ObserveAnswer | undefined
  /** How long a caller may take to send its request. */
  requestMaxMs?: number
  /** Called for every socket that is closed because its address has too many. */
  countRefused?: (() => void) | undefined
  /** What callers can make the process hold. */
  bounds?: Partial<SocketBounds & AddressBounds>
}

export function buildServer(parts: ServerParts): FastifyInstance {
  const { operations, services, pages, log, trustProxy, requestMaxMs = fixed.requestMaxSeconds * 1000 } = parts
  const { baseUrl } = services.site
  const idOf = requestIds(services.random.id)
  const note = noteAnswers(log, parts.observe)
  const unrouted = { baseUrl, idOf, note, bodyLimitOf: bodyLimits(operations) }
  const refuseEarly = earlyRefusal(unrouted)
  const bounds = parts.bounds ?? {}
  const sockets = new Sockets(bounds)
  /** Requests that are refused because of overload, and whose refusal the router has to answer. */
  const tooMuch = new WeakSet<IncomingMessage>()
  const admitWith = (handler: Handler) => (request: IncomingMessage, response: ServerResponse) =>
    sockets.admit(request, response, (isTooMuch) => {
      if (isTooMuch && refuseEarly(request, response)) return
      if (isTooMuch) tooMuch.add(request)
      handler(request, response)
    })
  const server = Fastify({
    serverFactory: (handler) =>
      boundAddresses(sockets.watch(listener(admitWith(handler), requestMaxMs)), {
        bounds,
        trustProxy,
        log,
        countRefused: parts.countRefused,
      }),
    trustProxy: typeof trustProxy === 'number' ? (_address: string, hop: number) => hop < trustProxy : trustProxy,
    genReqId: ({ headers }) => idOf(headers['x-request-id']),
    requestIdHeader: false,
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    rewriteUrl: (request) => routerUrl(request.url ?? '/'),
    schemaController: { compilersFactory: noSchemas },
    // Operations read the query by their own schema.
    routerOptions: { maxParamLength: fixed.headersMaxBytes, querystringParser: () => ({}) },
    clientErrorHandler: (error, socket) =>
      sockets.afterAnswers(socket as Socket, () =>
        refuseSocket(error as unknown as ParserError, socket as Socket, unrouted),
      ),
  })
  const findNearMiss = nearMissFinder(operations, [...knownPaths, ...referencePaths(operations)], baseUrl)
  server.setErrorHandler((error, request, reply) =>
    sendFailure(withNearMiss(error, request, findNearMiss), request, reply, { baseUrl, pages, log }),
  )
  disableBodyParsing(server)
  server.decorateRequest('incoming')
  server.decorate('identity', services.site.identity)
  server.addHook(
    'onRequest',
    receive({
      ...parts,
      countBody: (response, bytes, owner) => sockets.countBody(response, bytes, owner),
      isTooMuch: (request) => tooMuch.has(request),
    }),
  )
  server.addHook('onSend', addHeadersAndCompress)
  server.addHook('onResponse', noteAnswer(note))
  server.addHook('preClose', async () => {
    sockets.stop()
    parts.waiting.stop()
  })
  const routes: Route[] = []
  server.addHook('onRoute', ({ url, method }) => void routes.push({ url, methods: [method].flat() }))
  server.setNotFoundHandler(answerUnknownRoute(parts, routes, findNearMiss))
  addRoutes(server, { operations, services, pages, requestMaxMs, waiting: parts.waiting, sockets })
  return server
}

/**
 * Operations check inputs and shape answers themselves. Without this line the router would still load its compilers.
 */
const noSchemas = { buildValidator: refuseSchemas, buildSerializer: refuseSchemas }

function refuseSchemas(): never {
  throw new Error('A route has a schema that nothing would check.')
}

type Handler = NonNullable<Parameters<typeof createServer>[1]>

function listener(admit: Handler, requestMaxMs: number): Server {
  return createServer(
    {
      maxHeaderSize: fixed.headersMaxBytes,
      headersTimeout: requestMaxMs,
      requestTimeout: requestMaxMs * 2, // for bodies that no route reads; body/body.ts limits the others
      connectionsCheckingInterval: Math.min(1_000, requestMaxMs),
      requireHostHeader: false, // Node's refusal would not have the form of our errors; `receive` checks instead
    },
    admit,
  ).on('checkExpectation', admit) // an unknown `Expect` header is ignored
}

/** Routes read the body themselves, after the ladder and with their own limits. */
function disableBodyParsing(server: FastifyInstance) {
  for (const method of server.supportedMethods) server.addHttpMethod(method, { hasBody: false, overrideExisting: true })
}

/** How many bytes the body of a request may have; undefined where no body is read. */
function bodyLimits(operations: readonly AnyOperation[]) {
  const limits = operations
    .filter((op) => placesOf(op).body)
    .map(({ http }) => ({
      method: http.method as string,
      pattern: pathPattern(http.path),
      max: http.maxBodyBytes ?? fixed.jsonRequestMaxBytes,
    }))
  limits.push({ method: 'POST', pattern: pathPattern('/mcp'), max: fixed.mcpRequestMaxBytes })
  limits.push({ method: 'POST', pattern: /^\/oauth\//, max: fixed.jsonRequestMaxBytes })
  return (method: string, path: string) =>
    limits.find((limit) => limit.method === method && limit.pattern.test(path))?.max
}

/** The headers of every answer; a route that lets its answer be stored has said so before. */
function addHeaders({ id, incoming: { zone, path, rateStatuses } }: FastifyRequest, reply: FastifyReply) {
  reply.header('x-request-id', id).header('x-content-type-options', 'nosniff')
  if ((zone === 'open' || zone === 'humanfeed') && isForAnySite(path)) reply.headers(anySite)
  if (zone !== 'open') {
    const caching = reply.getHeader('cache-control')
    reply.headers(apiHeaders)
    if (caching) reply.header('cache-control', caching)
  }
  if (rateStatuses.length > 0) reply.headers(rateHeaders(rateStatuses))
}

type SendDone = (error: Error | null, body?: unknown) => void

/** Returns a promise only if the answer is compressed in another thread. */
function addHeadersAndCompress(request: FastifyRequest, reply: FastifyReply, body: unknown, done: SendDone) {
  addHeaders(request, reply)
  if ((typeof body !== 'string' && !Buffer.isBuffer(body)) || reply.hasHeader('content-encoding'))
    return done(null, body)
  // Also if this answer is too small to be compressed.
  if (!reply.hasHeader('vary')) reply.header('vary', 'Accept-Encoding')
  if (body.length < ONE_PACKET_BYTES) return done(null, body)
  const bytes = typeof body === 'string' ? Buffer.from(body) : body
  const encoded = encode(bytes, request.headers['accept-encoding'], 'fast')
  if (encoded instanceof Promise) encoded.then(finish, done)
  else finish(encoded)

  function finish({ encoding, bytes }: Encoded) {
    if (encoding) {
      reply.header('content-encoding', encoding).removeHeader('content-length')
      const etag = reply.getHeader('etag')
      // A strong one stands for the same bytes (RFC 9110, 8.8.3.3).
      if (typeof etag === 'string' && etag.startsWith('"')) reply.header('etag', `W/${etag}`)
    }
    done(null, bytes)
  }
}

const noteAnswer = (note: NoteAnswer) => (request: FastifyRequest, reply: FastifyReply, done: () => void) => {
  const { id, method, routeOptions, incoming } = request
  const { url: route = 'unknown', config } = routeOptions
  const ms = Math.round((reply.elapsedTime - incoming.waitedMs) * 10) / 10
  const answered = { request_id: id, method, route, status: reply.statusCode, ms, code: incoming.refusal }
  note(answered, incoming.operation ?? config.operation ?? route)
  done()
}

/** The routes that belong to no operation. */
const knownPaths = [...servedPaths, '/healthz', '/readyz', '/mcp']

type FindNearMiss = ReturnType<typeof nearMissFinder>

/**
 * The credential is checked before the address, so a caller without one is told here that the address is wrong, too.
 */
function withNearMiss(error: unknown, { is404, incoming }: FastifyRequest, findNearMiss: FindNearMiss): unknown {
  if (!is404 || !(error instanceof Failure) || error.code !== 'UNAUTHORIZED' || incoming.bearer) return error
  const meant = findNearMiss(incoming.path)
  if (!meant) return error
  const next = meant.endsWith('/v1/agents') ? 'Registration needs no credential.' : error.message
  const message = `No route has this address; ${meant}. ${next}`
  return new Failure('UNAUTHORIZED', undefined, { message })
}

type Route = { url: string; methods: string[] }

/** True if the path, as it was sent, has the form `/b/t/:id` of a route. */
function fits({ url }: Route, path: string) {
  const [expected, sent] = [url.split('/'), path.split('/')]
  return (
    expected.length === sent.length && expected.every((part, n) => (part.startsWith(':') ? sent[n] : part === sent[n]))
  )
}

const answerUnknownRoute = (
  { services, pages, log }: ServerParts,
  routes: readonly Route[],
  findNearMiss: FindNearMiss,
) => {
  const { baseUrl } = services.site
  return (request: FastifyRequest, reply: FastifyReply) => {
    const { path } = request.incoming
    if (request.method === 'OPTIONS' && isForAnySite(path)) return reply.code(204).headers(readPreflight).send()
    const methods = routes.filter((route) => fits(route, path)).flatMap(({ methods }) => methods)
    const allowed = [...new Set(methods)].toSorted()
    const failure =
      allowed.length > 0
        ? new Failure('METHOD_NOT_ALLOWED', { allowed }, wrongMethod(allowed, adviceFor(request.method, path)))
        : unknownRoute(findNearMiss(path), `${baseUrl}/reference`)
    return sendFailure(failure, request, reply.header('cache-control', 'private, no-store'), { baseUrl, pages, log })
  }
}

const wrongMethod = (allowed: readonly string[], advice: string | undefined) =>
  advice ? { message: `This address answers ${allowed.join(', ')} only. ${advice}` } : {}

const unknownRoute = (meant: string | undefined, list: string) =>
  new Failure('NOT_FOUND', undefined, {
    message: `No route has this address; ${meant ? `${meant}; ` : ''}${list} lists them all.`,
  })
