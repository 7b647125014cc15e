/** How answers and refusals look on the wire: one envelope, one set of headers. */
import type { Socket } from 'node:net'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import { challenge } from '../connections/view.ts'
import { type ErrorCode, Failure } from '../kernel/errors.ts'
import type { Scope } from '../kernel/operation.ts'
import { toJson } from '../kernel/serialized.ts'
import { sendHtml } from './html.ts'
import type { Arrival } from './ladder.ts'
import type { Zone } from './paths.ts'
import { pageOfFailure } from './unsorted-pages.ts'

export const apiHeaders = {
  'cache-control': 'private, no-store',
  vary: 'Authorization, X-Agent-Protocol, Accept, Accept-Encoding',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'x-robots-tag': 'noindex, nofollow',
}
const JSON_TYPE = 'application/json; charset=utf-8'

/** The page of the docs that fits the place where it went wrong. */
const docsPages: Partial<Record<Zone, string>> = {
  ballot: '/ballot.md',
  pins: '/pins.md',
  unsorted: '/unsorted.md',
  mcp: '/mcp.md',
}

export function envelope({ code, message, details, beside }: Failure, baseUrl: string, zone: Zone) {
  return {
    error: { code, message, ...(details && { details }) },
    ...beside,
    docs: `${baseUrl}${docsPages[zone] ?? '/skill.md'}`,
  }
}

/** Sent as bytes: a socket takes several times as long to encode a string with wide characters. */
export const sendJson = (reply: FastifyReply, status: number, value: unknown) =>
  reply
    .code(status)
    .header('content-type', JSON_TYPE)
    .send(Buffer.from(toJson(value)))

/** What the rendering of a failure needs besides the failure. */
export type Desk = { baseUrl: string; log: Logger }

export function sendFailure(error: unknown, request: FastifyRequest, reply: FastifyReply, { baseUrl, log }: Desk) {
  const failure = toFailure(error, request.id, log)
  reply.headers({ ...headersOf(failure), ...challengeOf(failure, request.arrival, baseUrl) })
  const page = pageOfFailure(failure, request, baseUrl)
  if (page) return sendHtml(reply, failure.status, page)
  const { zone } = request.arrival
  const speaksOAuth = zone === 'mcp' && (failure.status === 401 || failure.status === 403)
  return sendJson(reply, failure.status, speaksOAuth ? oauthError(failure) : envelope(failure, baseUrl, zone))
}

const oauthCodes: Partial<Record<ErrorCode, string>> = {
  UNAUTHORIZED: 'invalid_token',
  INSUFFICIENT_SCOPE: 'insufficient_scope',
}

/** In the words that OAuth clients look for. */
const oauthError = ({ code, message }: Failure) => ({
  error: oauthCodes[code] ?? 'access_denied',
  error_description: message,
})

/** Anything unforeseen becomes one fixed sentence for the caller and one line in the log. */
export function toFailure(error: unknown, requestId: string, log: Logger): Failure {
  if (error instanceof Failure && error.code !== 'INTERNAL') {
    if (error.cause)
      log.error({ err: error.cause, request_id: requestId, code: error.code }, 'a request could not be served')
    return error
  }
  log.error(
    { err: error instanceof Failure ? error.cause : error, request_id: requestId },
    'a request failed unexpectedly',
  )
  return new Failure('INTERNAL', { request_id: requestId })
}

/** What still arrives after these belongs to no request. */
const unfinished: ReadonlySet<ErrorCode> = new Set(['REQUEST_TIMEOUT', 'MALFORMED_REQUEST'])

function headersOf({ code, details, retryAfter }: Failure): Record<string, string | number> {
  return {
    ...(retryAfter && { 'retry-after': retryAfter }),
    ...(unfinished.has(code) && { connection: 'close' }),
    ...(code === 'METHOD_NOT_ALLOWED' && { allow: [details?.allowed].flat().join(', ') }),
  }
}

/** What credential is missing; where a token would do, also the way to get one. */
function challengeOf({ code, status, details }: Failure, { takesTokens, zone, headers }: Arrival, baseUrl: string) {
  if (status === 401) {
    const complaint = headers.authorization ? ('invalid_token' as const) : undefined
    return { 'www-authenticate': takesTokens ? challenge(baseUrl, complaint) : 'Bearer realm="board"' }
  }
  if (code !== 'INSUFFICIENT_SCOPE') return {}
  const scope = details?.required_scope as Scope
  return {
    'www-authenticate': takesTokens
      ? // Some clients then ask for exactly what is listed: an assistant must not lose its right to read.
        challenge(baseUrl, 'insufficient_scope', zone === 'mcp' ? undefined : [scope])
      : `Bearer error="insufficient_scope", scope="${scope}"`,
  }
}

const parserErrors: Readonly<Record<string, ErrorCode>> = {
  HPE_HEADER_OVERFLOW: 'HEADERS_TOO_LARGE',
  ERR_HTTP_REQUEST_TIMEOUT: 'REQUEST_TIMEOUT',
}

/** A refused client may read its answer for so long; one that never hangs up holds no connection after that. */
const LINGER_MS = 500

/** What the parser refuses never becomes a request, so the answer is written to the socket itself. */
export function refuseSocket(error: NodeJS.ErrnoException, socket: Socket, baseUrl: string, requestId: string) {
  if (error.code === 'ECONNRESET' || !socket.writable) return socket.destroy()
  const failure = new Failure(parserErrors[error.code ?? ''] ?? 'MALFORMED_REQUEST')
  const body = JSON.stringify(envelope(failure, baseUrl, 'v1'))
  const headers = {
    ...apiHeaders,
    'x-request-id': requestId,
    'content-type': JSON_TYPE,
    'content-length': Buffer.byteLength(body),
    connection: 'close',
  }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  setTimeout(() => socket.destroy(), LINGER_MS).unref()
  return socket.end([`HTTP/1.1 ${failure.status} ${failure.code}`, ...lines, '', body].join('\r\n'))
}
