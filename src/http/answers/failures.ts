/** How failures look on the wire: one envelope, one set of headers. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import { type ErrorCode, Failure } from '../../kernel/errors.ts'
import type { Incoming } from '../ladder/incoming.ts'
import { docsPageOf } from '../ladder/paths.ts'
import { challengeHeaders, oauthError } from './challenge.ts'
import { sendJson } from './json.ts'
import { findFailurePage, type Pages, sendPage } from './pages.ts'

export function envelope({ code, message, details, topLevel }: Failure, baseUrl: string, docsPage: string) {
  return { error: { code, message, ...(details && { details }) }, ...topLevel, docs: baseUrl + docsPage }
}

export type FailureContext = { baseUrl: string; pages: Pages; log: Logger }

/** A request that gets the code of its refusal, for the log and the metrics. */
export type Refusable = { id: string; incoming: Pick<Incoming, 'refusal'> }

export function sendFailure(error: unknown, request: FastifyRequest, reply: FastifyReply, context: FailureContext) {
  const { baseUrl, pages, log } = context
  const { incoming } = request
  const failure = toFailure(error, request, log)
  reply.headers({ ...headersOf(failure), ...challengeHeaders(failure, incoming, baseUrl) })

  const renderPage = findFailurePage(pages, failure, request)
  if (renderPage) return sendPage(reply, failure.status, renderPage(failure, baseUrl))
  const isForOAuthClient = incoming.zone === 'mcp' && (failure.status === 401 || failure.status === 403)
  const docsPage = incoming.docs ?? docsPageOf(incoming.path)
  const body = isForOAuthClient ? oauthError(failure, incoming) : envelope(failure, baseUrl, docsPage)
  return sendJson(reply, failure.status, body)
}

export function toFailure(error: unknown, request: Refusable, log: Logger): Failure {
  const failure = explain(error, request.id, log)
  request.incoming.refusal = failure.code
  return failure
}

/** An unexpected error becomes one fixed sentence for the caller and one line in the log. */
function explain(error: unknown, requestId: string, log: Logger): Failure {
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

/** After these failures the socket is closed: the bytes that follow are not the start of a new request. */
const incompleteRequest: ReadonlySet<ErrorCode> = new Set(['REQUEST_TIMEOUT', 'MALFORMED_REQUEST'])

export function headersOf({ code, details, retryAfter }: Failure): Record<string, string | number> {
  return {
    ...(retryAfter && { 'retry-after': retryAfter }),
    ...(incompleteRequest.has(code) && { connection: 'close' }),
    ...(code === 'METHOD_NOT_ALLOWED' && { allow: [details?.allowed].flat().join(', ') }),
  }
}
