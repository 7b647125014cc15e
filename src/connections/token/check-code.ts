import type { Tx } from '../../storage/sql.ts'
import { endGrant, findGrantByCode, type Grant } from '../grants/table.ts'
import { deny, digest, OAuthError, type Parameters } from '../rules.ts'

const noGood = 'This code is unknown, expired, used or not of this client; ask for authorization again.'

/** A code that comes twice was stolen, before or after its first use: all that came of it ends (RFC 6749, 4.1.2). */
export async function checkCode(
  tx: Tx,
  parameters: Parameters,
  clientId: string,
  now: number,
): Promise<Grant | OAuthError> {
  const code = parameters.get('code') ?? deny('invalid_request', 'code is required.')
  const grant = await findGrantByCode(tx, digest(code), now)
  if (grant?.client_id !== clientId) deny('invalid_grant', noGood)
  if (grant.code_used_at === null) return grant
  await endGrant(tx, grant.id)
  return new OAuthError('invalid_grant', noGood)
}
