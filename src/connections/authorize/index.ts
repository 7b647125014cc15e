/** The authorization request (RFC 6749, 4.1.1), check by check. Its result waits for a person's consent. */
import type { Tx } from '../../storage/sql.ts'
import type { AuthorizationRequest } from '../link-forms/rules.ts'
import { OAuthError, type Parameters, requireUnambiguous } from '../rules.ts'
import { checkClient } from './check-client.ts'
import { checkPkce } from './check-pkce.ts'
import { checkRedirectUri } from './check-redirect-uri.ts'
import { checkResource } from './check-resource.ts'
import { checkResponse } from './check-response.ts'
import { checkScope } from './check-scope.ts'
import { checkState } from './check-state.ts'

export type Refusal = { error: OAuthError; redirect_uri: string; state: string | undefined }
type RequestContext = { tx: Tx; now: number; baseUrl: string }

/** Throws if the client or its address is unknown; returns a refusal that may be sent to the client. */
export async function authorize(
  parameters: Parameters,
  { tx, now, baseUrl }: RequestContext,
): Promise<AuthorizationRequest | Refusal> {
  const client = await checkClient(tx, parameters, now)
  const redirect_uri = checkRedirectUri(parameters, client)
  const refuse = (error: OAuthError) => ({ error, redirect_uri, state: parameters.get('state') })

  return returningRefusal(refuse, () => {
    requireUnambiguous(parameters)
    const state = checkState(parameters)
    checkResponse(parameters)
    const code_challenge = checkPkce(parameters)
    const resource = checkResource(parameters, baseUrl)
    const scopes = checkScope(parameters)
    return { client_id: client.id, redirect_uri, ...(state && { state }), code_challenge, scopes, resource }
  })
}

function returningRefusal<T, R>(refuse: (error: OAuthError) => R, check: () => T): T | R {
  try {
    return check()
  } catch (error) {
    if (error instanceof OAuthError) return refuse(error)
    throw error
  }
}
