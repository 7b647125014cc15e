import type { Tx } from '../../storage/sql.ts'
import { forgottenProgram } from '../clients/rules.ts'
import { findClient } from '../clients/table.ts'
import type { LinkForm } from '../link-forms/rules.ts'
import { deny } from '../rules.ts'

/** It was known when the form was opened; it may have been forgotten since. */
export const checkClient = async (tx: Tx, { client_id }: LinkForm, now: number) =>
  (await findClient(tx, client_id, now)) ?? deny('invalid_client', forgottenProgram)
