import type { Tx } from '../../storage/sql.ts'
import { unknownClientMessage } from '../clients/rules.ts'
import { findClient } from '../clients/table.ts'
import type { LinkForm } from '../link-forms/rules.ts'
import { deny } from '../rules.ts'

/** The registration may have expired since the form was opened. */
export const checkClient = async (tx: Tx, { client_id }: LinkForm, now: number) =>
  (await findClient(tx, client_id, now)) ?? deny('invalid_client', unknownClientMessage)
