/** The removal of expired rows. */
import type { Tx } from '../../storage/sql.ts'
import { sweepClients } from '../clients/table.ts'
import { sweepGrants } from '../grants/table.ts'
import { sweepLinkForms } from '../link-forms/table.ts'
import { sweepMeetings } from '../meetings/table.ts'

const EXPIRED_ROWS_DELETED_PER_WRITE = 4

/** There is no background job: each write deletes a few expired rows. */
export async function sweep(tx: Tx, now: number) {
  await sweepGrants(tx, now, EXPIRED_ROWS_DELETED_PER_WRITE)
  await sweepLinkForms(tx, now, EXPIRED_ROWS_DELETED_PER_WRITE)
  await sweepMeetings(tx, now, EXPIRED_ROWS_DELETED_PER_WRITE)
  await sweepClients(tx, now, EXPIRED_ROWS_DELETED_PER_WRITE)
}
