/** Refusals in OAuth's own dialect: `{error, error_description}` for programs, a page for people. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import { OAuthError } from '../../connections/rules.ts'
import type { Failure } from '../../kernel/errors.ts'
import { refusalPage } from '../../web/link-form/notices.ts'
import { sendJson } from '../wire/answers.ts'
import { toFailure } from '../wire/failures.ts'
import { sendPage } from '../wire/pages.ts'

type Refusal = { error: string; description: string; status: number; retryAfter: number | undefined }

function codeOf({ status }: Failure): string {
  if (status === 429 || status === 503) return 'temporarily_unavailable'
  return status >= 500 ? 'server_error' : 'invalid_request'
}

function refusalOf(error: unknown, request: FastifyRequest, log: Logger): Refusal {
  if (error instanceof OAuthError)
    return { error: error.code, description: error.message, status: error.status, retryAfter: undefined }
  const failure = toFailure(error, request.id, log)
  const { message, status, retryAfter } = failure
  return { error: codeOf(failure), description: message, status, retryAfter }
}

/** RFC 6749, 5.2: who tried to log in by HTTP is told that it failed in HTTP's own words; anybody else gets a plain 400. */
const triedToLogIn = ({ headers }: FastifyRequest) => /^basic /i.test(headers.authorization ?? '')

export const refuser =
  (log: Logger, { asPage }: { asPage: boolean }) =>
  (error: unknown, request: FastifyRequest, reply: FastifyReply) => {
    const { description, status, retryAfter, ...refusal } = refusalOf(error, request, log)
    if (retryAfter) reply.header('retry-after', retryAfter)
    if (asPage) return sendPage(reply, status, refusalPage(description))
    const isLogin = refusal.error === 'invalid_client' && triedToLogIn(request)
    if (isLogin) reply.header('www-authenticate', 'Basic realm="board"')
    return sendJson(reply, isLogin ? 401 : status, { ...refusal, error_description: description })
  }
