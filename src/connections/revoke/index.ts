/** Revocation (RFC 7009). Whoever asks is told the same, whether or not there was something to end. */
import type { Tx } from '../../storage/sql.ts'
import { grantNamedIn } from '../grants/rules.ts'
import { deleteToken, endGrant, findOwner, findOwnerOfToken } from '../grants/table.ts'
import { deny, digest, type Parameters } from '../rules.ts'
import { sweep } from '../steps.ts'

/** A refresh token takes the whole connection with it; an access token only itself. */
export async function revokeToken(parameters: Parameters, { tx, now }: { tx: Tx; now: number }): Promise<void> {
  const token = parameters.get('token') ?? deny('invalid_request', 'token is required.')
  await sweep(tx, now)
  const grantId = grantNamedIn(token)
  const owner = grantId ? await findOwner(tx, grantId) : await findOwnerOfToken(tx, digest(token))
  if (!owner || (parameters.get('client_id') ?? owner.client_id) !== owner.client_id) return
  if (grantId) await endGrant(tx, grantId)
  else await deleteToken(tx, digest(token))
}
