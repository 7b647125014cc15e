import { isUuid } from '../../kernel/fields.ts'
import type { Tx } from '../../storage/sql.ts'
import { type Client, findClient } from '../clients/table.ts'
import { deny, type Parameters } from '../rules.ts'

/** Without a known client there is nobody to be redirected to. */
export async function checkClient(tx: Tx, parameters: Parameters, now: number): Promise<Client> {
  const id = parameters.get('client_id')
  const client = id && isUuid(id) ? await findClient(tx, id, now) : undefined
  return (
    client ?? deny('invalid_client', 'This client is not registered here, or has been forgotten; register it again.')
  )
}
