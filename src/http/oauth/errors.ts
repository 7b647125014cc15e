/** Errors as OAuth defines them: `{error, error_description}` for programs, a page for people. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import { OAuthError } from '../../connections/rules.ts'
import { paths } from '../../connections/view.ts'
import type { Failure } from '../../kernel/errors.ts'
import { refusalPage } from '../../web/link-form/notices.ts'
import { toFailure } from '../answers/failures.ts'
import { sendJson } from '../answers/json.ts'
import { sendPage } from '../answers/pages.ts'

type OAuthFailure = { error: string; description: string; status: number; retryAfter: number | undefined }

function oauthCodeOf({ status }: Failure): string {
  if (status === 429 || status === 503) return 'temporarily_unavailable'
  return status >= 500 ? 'server_error' : 'invalid_request'
}

function toOAuthFailure(error: unknown, request: FastifyRequest, log: Logger): OAuthFailure {
  if (error instanceof OAuthError) {
    request.incoming.refusal = error.code
    return { error: error.code, description: error.message, status: error.status, retryAfter: undefined }
  }
  const failure = toFailure(error, request, log)
  const { message, status, retryAfter } = failure
  // OAuth's errors have no details that could name the request.
  const internal = `Something went wrong on our side. If you report it, quote this number: ${request.id}`
  const description = failure.code === 'INTERNAL' ? internal : message
  return { error: oauthCodeOf(failure), description, status, retryAfter }
}

/** RFC 6749, 5.2: a client that sent `Authorization: Basic` gets 401 with a challenge, any other client 400. */
const usesBasic = ({ headers }: FastifyRequest) => /^basic /i.test(headers.authorization ?? '')

/** The mistake is in the program's request. In all other requests that are answered with a page it is the person's. */
const isAuthorization = ({ routeOptions }: FastifyRequest) => routeOptions.url === paths.authorize

/** An expired registration is not a mistake, and the person can correct it. */
const isForgotten = ({ code }: OAuthError) => code === 'invalid_client'

export const errorHandler =
  (log: Logger, { asPage }: { asPage: boolean }) =>
  (error: unknown, request: FastifyRequest, reply: FastifyReply) => {
    const { description, status, retryAfter, ...body } = toOAuthFailure(error, request, log)
    if (retryAfter) reply.header('retry-after', retryAfter)
    if (asPage) {
      const isFaultOfProgram = error instanceof OAuthError && isAuthorization(request) && !isForgotten(error)
      return sendPage(reply, status, refusalPage({ message: description, status, retryAfter, isFaultOfProgram }))
    }
    const needsChallenge = body.error === 'invalid_client' && usesBasic(request)
    if (needsChallenge) reply.header('www-authenticate', 'Basic realm="board"')
    return sendJson(reply, needsChallenge ? 401 : status, { ...body, error_description: description })
  }
