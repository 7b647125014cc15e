/** The HTTP surface: one Fastify instance; what every request meets before and after its route. */
import { createServer, type Server } from 'node:http'
import type { Socket } from 'node:net'
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import { Failure, fail } from '../kernel/errors.ts'
import type { AnyOperation } from '../kernel/operation.ts'
import type { Services } from '../kernel/perform.ts'
import { fixed } from '../limits.ts'
import { type Arrival, climb } from './gate/ladder.ts'
import { pathOf, pathPattern, routerUrl, zoneOf } from './gate/paths.ts'
import { type Rates, rateHeaders } from './gate/rates.ts'
import { addRoutes } from './routes.ts'
import { apiHeaders, refuseSocket, sendFailure } from './wire/answers.ts'
import { compress } from './wire/compress.ts'
import type { Pages } from './wire/pages.ts'

declare module 'fastify' {
  interface FastifyRequest {
    arrival: Arrival
  }
}

export type ServerParts = {
  services: Services
  rates: Rates
  operations: readonly AnyOperation[]
  pages: Pages
  hashNetwork: (address: string) => string
  log: Logger
  trustProxy: false | number | string[]
  /** Told of every answer. */
  observe?: (route: string, status: number, seconds: number) => void
  /** How long a request may take to arrive. */
  requestMaxMs?: number
}

export function buildServer(parts: ServerParts): FastifyInstance {
  const { operations, services, pages, log, trustProxy, requestMaxMs = fixed.requestMaxSeconds * 1000 } = parts
  const { baseUrl } = services.site
  const server = Fastify({
    serverFactory: (handler) => listener(handler, requestMaxMs),
    trustProxy: typeof trustProxy === 'number' ? (_address: string, hop: number) => hop < trustProxy : trustProxy,
    genReqId: services.random.id,
    requestIdHeader: false,
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    rewriteUrl: (request) => routerUrl(request.url ?? '/'),
    routerOptions: { maxParamLength: fixed.headersMaxBytes },
    clientErrorHandler: (error, socket) => refuseSocket(error, socket as Socket, baseUrl, services.random.id()),
  })
  server.setErrorHandler((error, request, reply) => sendFailure(error, request, reply, { baseUrl, pages, log }))
  takeNoBodies(server)
  server.addHook('onRequest', receive(parts))
  server.addHook('onSend', finish)
  server.addHook('onResponse', report(parts))
  sayGoodbye(server)
  server.setNotFoundHandler(answerUnknown(parts))
  addRoutes(server, { operations, services, pages, requestMaxMs })
  return server
}

type Handler = Parameters<typeof createServer>[1]

const listener = (handler: Handler, requestMaxMs: number): Server =>
  createServer(
    {
      maxHeaderSize: fixed.headersMaxBytes,
      headersTimeout: requestMaxMs,
      requestTimeout: requestMaxMs * 2, // for bodies that nobody waits for; others are cut off in time by body.ts
      connectionsCheckingInterval: Math.min(1_000, requestMaxMs),
      requireHostHeader: false, // its refusal would have no envelope; `receive` asks instead
    },
    handler,
  ).on('checkExpectation', handler as NonNullable<Handler>) // an expectation that nobody knows is ignored

/** Bodies are read by the route, after the ladder and within its own bounds. */
function takeNoBodies(server: FastifyInstance) {
  for (const method of server.supportedMethods) server.addHttpMethod(method, { hasBody: false, overrideExisting: true })
}

/** Notes who calls from where, and climbs the ladder. */
const receive = ({ services, rates, hashNetwork, operations }: ServerParts) => {
  const takesTokens = tokenRoutes(operations)
  return async (request: FastifyRequest) => {
    const path = pathOf(request.originalUrl)
    const caller = { network: hashNetwork(request.ip) }
    const zone = zoneOf(path)
    request.arrival = {
      zone,
      method: request.method,
      path,
      headers: request.headers,
      takesTokens: zone === 'mcp' || takesTokens(request.method, path),
      caller,
      standings: [],
    }
    if (request.headers.host === undefined && request.raw.httpVersion === '1.1') fail('MALFORMED_REQUEST')
    const { db, clock, site } = services
    await climb(request.arrival, { db, rates, clock, site })
  }
}

/** Where the token of a connected assistant is taken: known before the route is, so that the challenge can say so. */
function tokenRoutes(operations: readonly AnyOperation[]) {
  const routes = operations
    .filter(({ http }) => http.oauth)
    .map(({ http }) => ({ method: http.method, pattern: pathPattern(http.path) }))
  return (method: string, path: string) => routes.some((route) => route.method === method && route.pattern.test(path))
}

async function finish(request: FastifyRequest, reply: FastifyReply, body: unknown) {
  const { zone, standings } = request.arrival
  reply.header('x-request-id', request.id)
  if (zone !== 'open') reply.headers(apiHeaders)
  if (standings.length > 0) reply.headers(rateHeaders(standings))
  if (typeof body !== 'string' && !Buffer.isBuffer(body)) return body
  if (!reply.hasHeader('vary')) reply.header('vary', 'Accept-Encoding') // also where nothing was gained by it
  const compressed = await compress(request.headers['accept-encoding'], body)
  if (!compressed) return body
  reply.header('content-encoding', compressed.encoding).removeHeader('content-length')
  return compressed.bytes
}

/** Who is answered while the server stops hears that the connection ends; kept alive, it would hold the stop up. */
function sayGoodbye(server: FastifyInstance) {
  let stopping = false
  server.addHook('preClose', async () => {
    stopping = true
  })
  server.addHook('onSend', (_request, reply, body, done) => {
    if (stopping) reply.header('connection', 'close')
    done(null, body)
  })
}

/** Logs hold the route, never the query, body, key, token or address. */
const report =
  ({ log, observe }: ServerParts) =>
  async (request: FastifyRequest, reply: FastifyReply) => {
    const route = request.routeOptions.url ?? 'unknown'
    const ms = Math.round(reply.elapsedTime * 10) / 10
    log.info({ request_id: request.id, method: request.method, route, status: reply.statusCode, ms }, 'answered')
    observe?.(route, reply.statusCode, reply.elapsedTime / 1000)
  }

const answerUnknown =
  ({ operations, services, pages, log }: ServerParts) =>
  (request: FastifyRequest, reply: FastifyReply) => {
    const { zone, path } = request.arrival
    if (zone === 'open') return reply.code(404).send()
    const methods = operations.filter(({ http }) => pathPattern(http.path).test(path)).map(({ http }) => http.method)
    const allowed = methods.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method]))
    const failure = allowed.length > 0 ? new Failure('METHOD_NOT_ALLOWED', { allowed }) : new Failure('NOT_FOUND')
    return sendFailure(failure, request, reply, { baseUrl: services.site.baseUrl, pages, log })
  }
