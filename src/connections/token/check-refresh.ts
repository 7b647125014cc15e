import { fixed } from '../../limits.ts'
import type { Tx } from '../../storage/sql.ts'
import { endGrant, findRefresh, type Refresh } from '../grants/table.ts'
import { deny, digest, OAuthError, type Parameters } from '../rules.ts'

const noGood = 'This refresh token is unknown, expired, revoked or not of this client; ask for authorization again.'

/**
 * Every use replaces the token. Hosts refresh in parallel and lose answers, so the replaced one stays good for a short
 * while; after that somebody else has it, and the grant ends for both (RFC 9700, 4.14.2).
 */
export async function checkRefresh(
  tx: Tx,
  parameters: Parameters,
  clientId: string,
  now: number,
): Promise<(Refresh & { token: string }) | OAuthError> {
  const token = parameters.get('refresh_token') ?? deny('invalid_request', 'refresh_token is required.')
  const refresh = await findRefresh(tx, digest(token), now)
  if (refresh?.grant.client_id !== clientId) deny('invalid_grant', noGood)
  const { replaced_at, grant } = refresh
  if (replaced_at === null || now < replaced_at + fixed.refreshGraceSeconds) return { ...refresh, token }
  await endGrant(tx, grant.id)
  return new OAuthError('invalid_grant', noGood)
}
