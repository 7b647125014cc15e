/** Revocation (RFC 7009). The answer is the same whether or not the token existed. */
import type { Tx } from '../../storage/sql.ts'
import { sweep } from '../expired/steps.ts'
import { deleteToken, endGrant, findOwner } from '../grants/table.ts'
import { deny, digest, type Parameters } from '../rules.ts'

/**
 * Revoking a refresh token ends the whole connection; revoking an access token ends only that token. The token is found
 * by its hash: one that merely names a connection, with another secret, ends nothing.
 */
export async function revokeToken(parameters: Parameters, { tx, now }: { tx: Tx; now: number }): Promise<void> {
  const token = parameters.get('token') ?? deny('invalid_request', 'token is required.')
  await sweep(tx, now)
  const owner = await findOwner(tx, digest(token))
  if (!owner || (parameters.get('client_id') ?? owner.client_id) !== owner.client_id) return
  if (owner.kind === 'refresh') await endGrant(tx, owner.grant_id)
  else await deleteToken(tx, digest(token))
}
