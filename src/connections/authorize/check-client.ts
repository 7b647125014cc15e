import type { Tx } from '../../storage/sql.ts'
import { forgottenProgram } from '../clients/rules.ts'
import { type Client, findClient } from '../clients/table.ts'
import { deny, type Parameters } from '../rules.ts'

/** Without a known client there is nobody to be redirected to: a person reads this. */
export const checkClient = async (tx: Tx, parameters: Parameters, now: number): Promise<Client> =>
  (await findClient(tx, parameters.get('client_id'), now)) ?? deny('invalid_client', forgottenProgram)
