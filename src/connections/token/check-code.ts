import type { Tx } from '../../storage/sql.ts'
import { findGrantByCode, type Grant } from '../grants/table.ts'
import { deny, digest, type Parameters } from '../rules.ts'

export const invalidCode = 'This code is unknown, expired, used or not of this client; ask for authorization again.'

export async function checkCode(tx: Tx, parameters: Parameters, clientId: string, now: number): Promise<Grant> {
  const code = parameters.get('code') ?? deny('invalid_request', 'code is required.')
  const grant = await findGrantByCode(tx, digest(code), now)
  if (grant?.client_id !== clientId) deny('invalid_grant', invalidCode)
  return grant
}
