/** How a missing or insufficient credential is reported to OAuth clients and to all others. */
import { challenge } from '../../connections/view.ts'
import type { Failure } from '../../kernel/errors.ts'
import type { Scope } from '../../kernel/operation.ts'
import type { Incoming } from '../ladder/incoming.ts'

/** OAuth's code for a refused credential; undefined if the request had none (RFC 6750, 3.1). */
function oauthCode({ code }: Failure, { headers }: Incoming) {
  if (code === 'INSUFFICIENT_SCOPE') return 'insufficient_scope'
  return code === 'UNAUTHORIZED' && headers.authorization ? 'invalid_token' : undefined
}

/** The body that OAuth clients expect. */
export const oauthError = (failure: Failure, incoming: Incoming) => ({
  error: oauthCode(failure, incoming) ?? (failure.status === 401 ? 'unauthorized' : 'access_denied'),
  error_description: failure.message,
})

/** `WWW-Authenticate`: which credential or scope is missing and, where tokens are accepted, where to get one. */
export function challengeHeaders(failure: Failure, incoming: Incoming, baseUrl: string) {
  const lacksScope = failure.code === 'INSUFFICIENT_SCOPE'
  if (failure.status !== 401 && !lacksScope) return {}
  const scope = lacksScope ? (failure.details?.required_scope as Scope) : undefined
  if (incoming.accepts !== 'keys')
    return { 'www-authenticate': challenge(baseUrl, oauthCode(failure, incoming), scope && [scope]) }
  return { 'www-authenticate': scope ? `Bearer error="insufficient_scope", scope="${scope}"` : 'Bearer realm="board"' }
}
