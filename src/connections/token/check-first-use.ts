import type { Tx } from '../../storage/sql.ts'
import { endGrant, type Grant } from '../grants/table.ts'
import { OAuthError } from '../rules.ts'
import { noGood } from './check-code.ts'

/**
 * A code that comes twice, each time with its verifier, was stolen together with it: all that came of it ends. Without
 * the verifier it ends nothing, or whoever saw the code could cut the connection (OAuth 2.1, 4.1.3 and 7.5.3).
 */
export async function checkFirstUse(tx: Tx, { id, code_used_at }: Grant): Promise<OAuthError | undefined> {
  if (code_used_at === null) return undefined
  await endGrant(tx, id)
  return new OAuthError('invalid_grant', noGood)
}
