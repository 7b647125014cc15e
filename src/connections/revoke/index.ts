/** Revocation (RFC 7009). Whoever asks is told the same, whether or not there was something to end. */
import type { Tx } from '../../storage/sql.ts'
import { deleteToken, endGrant, findToken } from '../grants/table.ts'
import { deny, digest, type Parameters } from '../rules.ts'
import { sweep } from '../steps.ts'

/** A refresh token takes the whole connection with it; an access token only itself. */
export async function revokeToken(parameters: Parameters, { tx, now }: { tx: Tx; now: number }): Promise<void> {
  await sweep(tx, now)
  const hash = digest(parameters.get('token') ?? deny('invalid_request', 'token is required.'))
  const held = await findToken(tx, hash)
  if (!held || (parameters.get('client_id') ?? held.client_id) !== held.client_id) return
  if (held.kind === 'refresh') await endGrant(tx, held.grant_id)
  else await deleteToken(tx, hash)
}
