/** The HTTP server: one Fastify instance, and what happens to every request before and after its route. */
import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { Socket } from 'node:net'
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import { Failure, fail } from '../kernel/errors.ts'
import type { AnyOperation } from '../kernel/operation.ts'
import type { Services } from '../kernel/perform.ts'
import { fixed } from '../limits.ts'
import { servedPaths } from './docs.ts'
import { isNavigation } from './gate/browsers.ts'
import { type ConnectionBounds, Connections } from './gate/connections.ts'
import type { Incoming } from './gate/incoming.ts'
import { runLadder } from './gate/ladder.ts'
import { nearMissFinder } from './gate/near-misses.ts'
import { pathOf, pathPattern, routerUrl, type Zone, zoneOf } from './gate/paths.ts'
import { type Rates, rateHeaders } from './gate/rates.ts'
import { addRoutes } from './routes.ts'
import { apiHeaders } from './wire/answers.ts'
import { compress } from './wire/compress.ts'
import { sendFailure } from './wire/failures.ts'
import { placesOf } from './wire/input.ts'
import type { Pages } from './wire/pages.ts'
import { earlyRefusal } from './wire/refuse-early.ts'
import { type ParserError, refuseSocket } from './wire/socket.ts'

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
  /** What clients can make the process hold. */
  bounds?: Partial<ConnectionBounds>
}

export function buildServer(parts: ServerParts): FastifyInstance {
  const { operations, services, pages, log, trustProxy, requestMaxMs = fixed.requestMaxSeconds * 1000 } = parts
  const { baseUrl } = services.site
  const connections = new Connections(parts.bounds)
  const bodyLimitOf = bodyLimits(operations)
  const refuseEarly = earlyRefusal({
    baseUrl,
    newId: services.random.id,
    log(request_id, method, status) {
      log.info({ request_id, method, route: 'refused early', status, ms: 0 }, 'answered')
      parts.observe?.('refused early', status, 0)
    },
  })
  const server = Fastify({
    serverFactory: (handler) => listener(handler, connections, requestMaxMs, refuseEarly),
    trustProxy: typeof trustProxy === 'number' ? (_address: string, hop: number) => hop < trustProxy : trustProxy,
    genReqId: services.random.id,
    requestIdHeader: false,
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    rewriteUrl: (request) => routerUrl(request.url ?? '/'),
    routerOptions: { maxParamLength: fixed.headersMaxBytes },
    clientErrorHandler: (error, socket) =>
      connections.afterAnswers(socket as Socket, () =>
        refuseSocket(error as unknown as ParserError, socket as Socket, {
          baseUrl,
          requestId: services.random.id(),
          log,
          bodyLimitOf,
        }),
      ),
  })
  server.setErrorHandler((error, request, reply) => sendFailure(error, request, reply, { baseUrl, pages, log }))
  disableBodyParsing(server)
  server.addHook('onRequest', receive(parts, connections))
  server.addHook('onSend', addHeadersAndCompress)
  server.addHook('onResponse', logAnswer(parts))
  closeConnectionsOnStop(server, connections)
  server.setNotFoundHandler(answerUnknownRoute(parts))
  addRoutes(server, { operations, services, pages, requestMaxMs })
  return server
}

type Handler = NonNullable<Parameters<typeof createServer>[1]>

function listener(
  handler: Handler,
  connections: Connections,
  requestMaxMs: number,
  refuseEarly: ReturnType<typeof earlyRefusal>,
): Server {
  const admit: Handler = (request, response) =>
    connections.admit(request, response, () => {
      if (!connections.isRefused(request) || !refuseEarly(request, response)) handler(request, response)
    })
  const server = createServer(
    {
      maxHeaderSize: fixed.headersMaxBytes,
      headersTimeout: requestMaxMs,
      requestTimeout: requestMaxMs * 2, // for bodies that no route reads; wire/body.ts limits the others
      connectionsCheckingInterval: Math.min(1_000, requestMaxMs),
      requireHostHeader: false, // Node's refusal would have no envelope; `receive` checks instead
    },
    admit,
  ).on('checkExpectation', admit) // an unknown `Expect` header is ignored
  return connections.watch(server)
}

/** Routes read the body themselves, after the ladder and with their own limits. */
function disableBodyParsing(server: FastifyInstance) {
  for (const method of server.supportedMethods) server.addHttpMethod(method, { hasBody: false, overrideExisting: true })
}

/** Notes what the checks need to know about the request, and runs them. */
const receive = ({ services, rates, hashNetwork, operations }: ServerParts, connections: Connections) => {
  const acceptedAt = credentialsOf(operations)
  return async (request: FastifyRequest, reply: FastifyReply) => {
    const path = pathOf(request.originalUrl)
    const caller = { network: hashNetwork(request.ip) }
    const zone = zoneOf(path)
    request.incoming = {
      zone,
      method: request.method,
      path,
      headers: request.headers,
      accepts: acceptedAt(zone, request.method, path),
      caller,
      countBodyBytes: connections.bodyCounter(reply.raw),
      rateStatuses: [],
    }
    if (connections.isRefused(request.raw)) fail('UNAVAILABLE')
    if (isAmbiguous(request.raw)) fail('MALFORMED_REQUEST')
    const { db, clock, site } = services
    await runLadder(request.incoming, { db, rates, clock, site })
  }
}

/** What two servers could read differently, if one of them stood before the other. */
function isAmbiguous({ headers, rawHeaders, httpVersion }: IncomingMessage): boolean {
  const hosts = rawHeaders.filter((name, n) => n % 2 === 0 && name.length === 4 && name.toLowerCase() === 'host')
  if (hosts.length > 1 || (hosts.length === 0 && httpVersion === '1.1')) return true
  const coding = headers['transfer-encoding']
  return coding !== undefined && coding.toLowerCase() !== 'chunked'
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

/** Which credentials a route accepts: needed before routing, because refusals and challenges say so. */
function credentialsOf(operations: readonly AnyOperation[]) {
  const routes = operations
    .filter(({ http }) => http.oauth)
    .map(({ http }) => ({ method: http.method, pattern: pathPattern(http.path), oauth: http.oauth }))
  return (zone: Zone, method: string, path: string): Incoming['accepts'] => {
    if (zone === 'mcp') return 'tokens'
    const found = routes.find((route) => route.method === method && route.pattern.test(path))
    if (!found) return 'keys'
    return found.oauth === 'required' ? 'tokens' : 'both'
  }
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
function closeConnectionsOnStop(server: FastifyInstance, connections: Connections) {
  let stopping = false
  server.addHook('preClose', async () => {
    stopping = true
    connections.dropIncomplete()
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

const answerUnknownRoute = ({ operations, services, pages, log }: ServerParts) => {
  const { baseUrl } = services.site
  const findNearMiss = nearMissFinder(operations, servedPaths, baseUrl)
  return (request: FastifyRequest, reply: FastifyReply) => {
    const { zone, path, headers } = request.incoming
    const methods = operations.filter(({ http }) => pathPattern(http.path).test(path)).map(({ http }) => http.method)
    const allowed = methods.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method]))
    const meant = findNearMiss(path, zone)
    if (zone === 'open' && !meant && !isNavigation(headers)) return reply.code(404).send()
    const failure =
      allowed.length > 0
        ? new Failure('METHOD_NOT_ALLOWED', { allowed })
        : unknownRoute(meant, `${baseUrl}/openapi.json`)
    return sendFailure(failure, request, reply, { baseUrl, pages, log })
  }
}

const unknownRoute = (meant: string | undefined, list: string) =>
  new Failure('NOT_FOUND', undefined, {
    message: `No route has this address${meant ? `; you may mean ${meant}` : ''}: ${list} lists them all.`,
  })
