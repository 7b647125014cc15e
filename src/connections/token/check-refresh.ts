import { fixed } from '../../settings/limits.ts'
import type { Tx } from '../../storage/sql.ts'
import { grantNamedIn, isIssuedBy } from '../grants/rules.ts'
import { endGrant, findRefresh, type Grant, type Refresh } from '../grants/table.ts'
import { deny, digest, OAuthError, type Parameters } from '../rules.ts'

const invalidRefreshToken =
  'This refresh token is unknown, expired, revoked or not of this client; ask for authorization again.'

const isUsable = ({ isKnown, replaced_at }: Refresh, now: number) =>
  isKnown && (replaced_at === null || now < replaced_at + fixed.refreshGraceSeconds)

/**
 * Every use replaces the token. Hosts refresh in parallel and lose answers, so a replaced token stays valid for a
 * grace period; a later use means that it was stolen, and the grant ends (RFC 9700, 4.14.2). Its row is deleted by
 * then, but the token names its grant, so the reuse is still detected. A made-up token ends nothing: otherwise anyone
 * who knows the id of a grant could end it.
 */
export async function checkRefresh(
  tx: Tx,
  parameters: Parameters,
  clientId: string,
  now: number,
): Promise<{ grant: Grant; hash: string } | OAuthError> {
  const token = parameters.get('refresh_token') ?? deny('invalid_request', 'refresh_token is required.')
  const grantId = grantNamedIn(token) ?? deny('invalid_grant', invalidRefreshToken)
  const hash = digest(token)
  const refresh = await findRefresh(tx, grantId, hash, now)
  if (refresh?.grant.client_id !== clientId) deny('invalid_grant', invalidRefreshToken)
  const { grant } = refresh
  if (isUsable(refresh, now)) return { grant, hash }
  if (!isIssuedBy(grant, token)) deny('invalid_grant', invalidRefreshToken)
  await endGrant(tx, grant.id)
  return new OAuthError('invalid_grant', invalidRefreshToken)
}
