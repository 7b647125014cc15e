import type { Tx } from '../../storage/sql.ts'
import { type Client, findClient } from '../clients/table.ts'
import { deny, type Parameters } from '../rules.ts'

/** A public client has no secret: it is identified by its id, and the code or token must belong to it. */
export async function checkClient(tx: Tx, parameters: Parameters, now: number): Promise<Client> {
  const id = parameters.get('client_id') ?? deny('invalid_request', 'client_id is required.')
  return (
    (await findClient(tx, id, now)) ??
    deny('invalid_client', 'This client is not registered here, or has been forgotten; register it again.')
  )
}
