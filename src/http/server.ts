/** The HTTP server: one Fastify instance, and what happens to every request before and after its route. */
import { createServer, type Server } from 'node:http'
import type { Socket } from 'node:net'
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import { Failure, fail } from '../kernel/errors.ts'
import type { AnyOperation } from '../kernel/operation.ts'
import type { Services } from '../kernel/perform.ts'
import { fixed } from '../limits.ts'
import { isNavigation } from './gate/browsers.ts'
import { runLadder } from './gate/ladder.ts'
import { pathOf, pathPattern, routerUrl, zoneOf } from './gate/paths.ts'
import { type Rates, rateHeaders } from './gate/rates.ts'
import { addRoutes } from './routes.ts'
import { apiHeaders } from './wire/answers.ts'
import { compress } from './wire/compress.ts'
import { sendFailure } from './wire/failures.ts'
import type { Pages } from './wire/pages.ts'
import { refuseSocket } from './wire/socket.ts'

export type ServerParts = {
  services: Services
  rates: Rates
  operations: readonly AnyOperation[]
  pages: Pages
  hashNetwork: (address: string) => string
  log: Logger
  trustProxy: false | number | string[]
  /** Called after every answer, for metrics. */
  observe?: (route: string, status: number, seconds: number) => void
  /** How long a client may take to send its request. */
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
  disableBodyParsing(server)
  server.addHook('onRequest', receive(parts))
  server.addHook('onSend', addHeadersAndCompress)
  server.addHook('onResponse', logAnswer(parts))
  closeConnectionsOnStop(server)
  server.setNotFoundHandler(answerUnknownRoute(parts))
  addRoutes(server, { operations, services, pages, requestMaxMs })
  return server
}

type Handler = Parameters<typeof createServer>[1]

const listener = (handler: Handler, requestMaxMs: number): Server =>
  createServer(
    {
      maxHeaderSize: fixed.headersMaxBytes,
      headersTimeout: requestMaxMs,
      requestTimeout: requestMaxMs * 2, // for bodies that no route reads; wire/body.ts limits the others
      connectionsCheckingInterval: Math.min(1_000, requestMaxMs),
      requireHostHeader: false, // Node's refusal would have no envelope; `receive` checks instead
    },
    handler,
  ).on('checkExpectation', handler as NonNullable<Handler>) // an unknown `Expect` header is ignored

/** Routes read the body themselves, after the ladder and with their own limits. */
function disableBodyParsing(server: FastifyInstance) {
  for (const method of server.supportedMethods) server.addHttpMethod(method, { hasBody: false, overrideExisting: true })
}

/** Notes what the checks need to know about the request, and runs them. */
const receive = ({ services, rates, hashNetwork, operations }: ServerParts) => {
  const acceptsTokens = tokenRoutes(operations)
  return async (request: FastifyRequest) => {
    const path = pathOf(request.originalUrl)
    const caller = { network: hashNetwork(request.ip) }
    const zone = zoneOf(path)
    request.incoming = {
      zone,
      method: request.method,
      path,
      headers: request.headers,
      acceptsTokens: zone === 'mcp' || acceptsTokens(request.method, path),
      caller,
      rateStatuses: [],
    }
    if (request.headers.host === undefined && request.raw.httpVersion === '1.1') fail('MALFORMED_REQUEST')
    const { db, clock, site } = services
    await runLadder(request.incoming, { db, rates, clock, site })
  }
}

/** Which routes accept tokens of connected assistants: needed before routing, because the challenge says so. */
function tokenRoutes(operations: readonly AnyOperation[]) {
  const routes = operations
    .filter(({ http }) => http.oauth)
    .map(({ http }) => ({ method: http.method, pattern: pathPattern(http.path) }))
  return (method: string, path: string) => routes.some((route) => route.method === method && route.pattern.test(path))
}

/** A route that lets its answer be stored has said so before. */
function addApiHeaders(reply: FastifyReply) {
  const caching = reply.getHeader('cache-control')
  reply.headers(apiHeaders)
  if (caching) reply.header('cache-control', caching)
}

async function addHeadersAndCompress(request: FastifyRequest, reply: FastifyReply, body: unknown) {
  const { zone, rateStatuses } = request.incoming
  reply.header('x-request-id', request.id)
  if (zone !== 'open') addApiHeaders(reply)
  if (rateStatuses.length > 0) reply.headers(rateHeaders(rateStatuses))
  if ((typeof body !== 'string' && !Buffer.isBuffer(body)) || reply.hasHeader('content-encoding')) return body
  if (!reply.hasHeader('vary')) reply.header('vary', 'Accept-Encoding') // also if this answer is too small to be compressed
  const compressed = await compress(request.headers['accept-encoding'], body)
  if (!compressed) return body
  reply.header('content-encoding', compressed.encoding).removeHeader('content-length')
  return compressed.bytes
}

/** While the server stops, answers close their connection: connections kept alive would delay the stop. */
function closeConnectionsOnStop(server: FastifyInstance) {
  let stopping = false
  server.addHook('preClose', async () => {
    stopping = true
  })
  server.addHook('onSend', (_request, reply, body, done) => {
    if (stopping) reply.header('connection', 'close')
    done(null, body)
  })
}

/** The log contains the route, never the query, body, key, token or address. */
const logAnswer =
  ({ log, observe }: ServerParts) =>
  async (request: FastifyRequest, reply: FastifyReply) => {
    const route = request.routeOptions.url ?? 'unknown'
    const ms = Math.round(reply.elapsedTime * 10) / 10
    log.info({ request_id: request.id, method: request.method, route, status: reply.statusCode, ms }, 'answered')
    observe?.(route, reply.statusCode, reply.elapsedTime / 1000)
  }

const answerUnknownRoute =
  ({ operations, services, pages, log }: ServerParts) =>
  (request: FastifyRequest, reply: FastifyReply) => {
    const { zone, path, headers } = request.incoming
    if (zone === 'open' && !isNavigation(headers)) return reply.code(404).send()
    const methods = operations.filter(({ http }) => pathPattern(http.path).test(path)).map(({ http }) => http.method)
    const allowed = methods.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method]))
    const failure = allowed.length > 0 ? new Failure('METHOD_NOT_ALLOWED', { allowed }) : new Failure('NOT_FOUND')
    return sendFailure(failure, request, reply, { baseUrl: services.site.baseUrl, pages, log })
  }
