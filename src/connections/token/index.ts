/** The token request (RFC 6749, 3.2), check by check, for each of the two grants. */
import { noteClientUse } from '../clients/table.ts'
import { forgetOldTokens, markCodeUsed, markReplaced } from '../grants/table.ts'
import type { OAuthError, Parameters } from '../rules.ts'
import { sweep } from '../steps.ts'
import { checkClient } from './check-client.ts'
import { checkCode } from './check-code.ts'
import { checkFirstUse } from './check-first-use.ts'
import { checkGrantType } from './check-grant-type.ts'
import { checkPkce } from './check-pkce.ts'
import { checkRedirectUri } from './check-redirect-uri.ts'
import { checkRefresh } from './check-refresh.ts'
import { checkResource } from './check-resource.ts'
import { checkScope } from './check-scope.ts'
import { type Desk, issue, type Tokens } from './issue.ts'

/** Throwing undoes everything; a refusal that ended a grant is returned, so that the end is kept. */
export async function exchange(parameters: Parameters, desk: Desk): Promise<Tokens | OAuthError> {
  const { tx, now } = desk
  const grantType = checkGrantType(parameters)
  const client = await checkClient(tx, parameters, now)

  const answer = await byType[grantType](parameters, client.id, desk)
  await noteClientUse(tx, client.id, now)
  await sweep(tx, now)
  return answer
}

const byType = {
  async authorization_code(parameters: Parameters, clientId: string, desk: Desk) {
    const grant = await checkCode(desk.tx, parameters, clientId, desk.now)
    checkRedirectUri(parameters, grant)
    checkPkce(parameters, grant)
    checkResource(parameters, grant)
    const replay = await checkFirstUse(desk.tx, grant)
    if (replay) return replay

    await markCodeUsed(desk.tx, grant, desk.now)
    return issue(grant, grant.scope, desk)
  },

  async refresh_token(parameters: Parameters, clientId: string, desk: Desk) {
    const refresh = await checkRefresh(desk.tx, parameters, clientId, desk.now)
    if (refresh instanceof Error) return refresh
    const { grant, hash } = refresh
    checkResource(parameters, grant)
    const scope = checkScope(parameters, grant)

    await markReplaced(desk.tx, hash, desk.now)
    const tokens = await issue(grant, scope, desk)
    await forgetOldTokens(desk.tx, grant.id, desk.now)
    return tokens
  },
}
