/** How answers and refusals look on the wire: one envelope, one set of headers. */
import type { Socket } from 'node:net'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import { challenge } from '../../connections/view.ts'
import { type ErrorCode, Failure } from '../../kernel/errors.ts'
import type { Scope } from '../../kernel/operation.ts'
import { toJson } from '../../kernel/serialized.ts'
import type { Arrival } from '../gate/ladder.ts'
import type { Zone } from '../gate/paths.ts'
import { findFailurePage, type Pages, sendPage } from './pages.ts'

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

export type FailureContext = { baseUrl: string; pages: Pages; log: Logger }

export function sendFailure(error: unknown, request: FastifyRequest, reply: FastifyReply, context: FailureContext) {
  const { baseUrl, pages, log } = context
  const failure = toFailure(error, request.id, log)
  reply.headers({ ...headersOf(failure), ...challengeOf(failure, request.arrival, baseUrl) })
  const { zone } = request.arrival
  const renderPage = findFailurePage(pages, failure, request)
  if (renderPage) return sendPage(reply, failure.status, renderPage(failure, baseUrl))
  const speaksOAuth = zone === 'mcp' && (failure.status === 401 || failure.status === 403)
  const body = speaksOAuth ? oauthError(failure, request.arrival) : envelope(failure, baseUrl, zone)
  return sendJson(reply, failure.status, body)
}

/** What OAuth calls the refusal of a credential; nothing where none was sent (RFC 6750, 3.1). */
function complaintOf({ code }: Failure, { headers }: Arrival) {
  if (code === 'INSUFFICIENT_SCOPE') return 'insufficient_scope'
  return code === 'UNAUTHORIZED' && headers.authorization ? 'invalid_token' : undefined
}

/** In the words that OAuth clients look for. */
const oauthError = (failure: Failure, arrival: Arrival) => ({
  error: complaintOf(failure, arrival) ?? (failure.status === 401 ? 'unauthorized' : 'access_denied'),
  error_description: failure.message,
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

/** What credential is missing, or which right; where a token would do, also the way to get one. */
function challengeOf(failure: Failure, arrival: Arrival, baseUrl: string) {
  const lacksScope = failure.code === 'INSUFFICIENT_SCOPE'
  if (failure.status !== 401 && !lacksScope) return {}
  const scope = lacksScope ? (failure.details?.required_scope as Scope) : undefined
  if (arrival.takesTokens)
    return { 'www-authenticate': challenge(baseUrl, complaintOf(failure, arrival), scope && [scope]) }
  return { 'www-authenticate': scope ? `Bearer error="insufficient_scope", scope="${scope}"` : 'Bearer realm="board"' }
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
