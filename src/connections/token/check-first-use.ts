import type { Tx } from '../../storage/sql.ts'
import { endGrant, type Grant } from '../grants/table.ts'
import { OAuthError } from '../rules.ts'
import { invalidCode } from './check-code.ts'

/**
 * A code that is redeemed twice with the right verifier was stolen together with it, so the grant ends. A second
 * attempt without the verifier ends nothing: otherwise anyone who saw the code could break the connection (OAuth 2.1,
 * 4.1.3 and 7.5.3).
 */
export async function checkFirstUse(tx: Tx, { id, code_used_at }: Grant): Promise<OAuthError | undefined> {
  if (code_used_at === null) return undefined
  await endGrant(tx, id)
  return new OAuthError('invalid_grant', invalidCode)
}
