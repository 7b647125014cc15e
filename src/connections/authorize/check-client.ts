import type { Tx } from '../../storage/sql.ts'
import { unknownClientMessage } from '../clients/rules.ts'
import { type Client, findClient } from '../clients/table.ts'
import { deny, type Parameters } from '../rules.ts'

/** Without a registered client no redirect URI can be trusted, so the person is shown this on a page. */
export const checkClient = async (tx: Tx, parameters: Parameters, now: number): Promise<Client> =>
  (await findClient(tx, parameters.get('client_id'), now)) ?? deny('invalid_client', unknownClientMessage)
