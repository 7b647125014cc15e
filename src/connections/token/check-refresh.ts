import { fixed } from '../../limits.ts'
import type { Tx } from '../../storage/sql.ts'
import { grantNamedIn } from '../grants/rules.ts'
import { endGrant, findRefresh, type Grant, type Refresh } from '../grants/table.ts'
import { deny, digest, OAuthError, type Parameters } from '../rules.ts'

const noGood = 'This refresh token is unknown, expired, revoked or not of this client; ask for authorization again.'

const isGood = ({ isKnown, replaced_at }: Refresh, now: number) =>
  isKnown && (replaced_at === null || now < replaced_at + fixed.refreshGraceSeconds)

/**
 * Every use replaces the token. Hosts refresh in parallel and lose answers, so the replaced one stays good for a short
 * while; after that somebody else has it, and the grant ends for both (RFC 9700, 4.14.2). It is forgotten then, but
 * whoever can name the grant has seen a token of it.
 */
export async function checkRefresh(
  tx: Tx,
  parameters: Parameters,
  clientId: string,
  now: number,
): Promise<{ grant: Grant; hash: string } | OAuthError> {
  const token = parameters.get('refresh_token') ?? deny('invalid_request', 'refresh_token is required.')
  const grantId = grantNamedIn(token) ?? deny('invalid_grant', noGood)
  const hash = digest(token)
  const refresh = await findRefresh(tx, grantId, hash, now)
  if (refresh?.grant.client_id !== clientId) deny('invalid_grant', noGood)
  const { grant } = refresh
  if (isGood(refresh, now)) return { grant, hash }
  await endGrant(tx, grant.id)
  return new OAuthError('invalid_grant', noGood)
}
