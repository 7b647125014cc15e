/** The token request (RFC 6749, 3.2), check by check, for each of the two grants. */
import { noteClientUse } from '../clients/table.ts'
import { sweep } from '../expired/steps.ts'
import { deleteOldTokens, endGrantsAbove, markCodeUsed, markReplaced, noteGrantUse } from '../grants/table.ts'
import type { OAuthError, Parameters } from '../rules.ts'
import { checkClient } from './check-client.ts'
import { checkCode } from './check-code.ts'
import { checkFirstUse } from './check-first-use.ts'
import { checkGrantType } from './check-grant-type.ts'
import { checkPkce } from './check-pkce.ts'
import { checkRedirectUri } from './check-redirect-uri.ts'
import { checkRefresh } from './check-refresh.ts'
import { checkResource } from './check-resource.ts'
import { checkScope } from './check-scope.ts'
import { issue, type TokenContext, type Tokens } from './issue.ts'

/** Throwing rolls everything back; a refusal that ended a grant is returned, so that the grant stays ended. */
export async function exchange(parameters: Parameters, context: TokenContext): Promise<Tokens | OAuthError> {
  const { tx, now } = context
  const grantType = checkGrantType(parameters)
  const client = await checkClient(tx, parameters, now)

  const answer = await byType[grantType](parameters, client.id, context)
  await noteClientUse(tx, client.id, now)
  await sweep(tx, now)
  return answer
}

const byType = {
  async authorization_code(parameters: Parameters, clientId: string, context: TokenContext) {
    const grant = await checkCode(context.tx, parameters, clientId, context.now)
    checkRedirectUri(parameters, grant)
    checkPkce(parameters, grant)
    checkResource(parameters, grant)
    const replay = await checkFirstUse(context.tx, grant)
    if (replay) return replay

    await markCodeUsed(context.tx, grant, context.now)
    await endGrantsAbove(context.tx, grant, context.now)
    return issue(grant, grant.scope, context)
  },

  async refresh_token(parameters: Parameters, clientId: string, context: TokenContext) {
    const refresh = await checkRefresh(context.tx, parameters, clientId, context.now)
    if (refresh instanceof Error) return refresh
    const { grant, hash } = refresh
    checkResource(parameters, grant)
    const scope = checkScope(parameters, grant)

    await markReplaced(context.tx, hash, context.now)
    await noteGrantUse(context.tx, grant.id, context.now)
    const tokens = await issue(grant, scope, context)
    await deleteOldTokens(context.tx, grant.id, context.now)
    return tokens
  },
}
