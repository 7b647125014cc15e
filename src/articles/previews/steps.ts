/**
 * Everyone who has the address of a preview can see it, until it expires or the author or operator takes the item back.
 */
import { findAccount } from '../../accounts/table.ts'
import { fail } from '../../kernel/errors.ts'
import type { Seal } from '../../kernel/seal.ts'
import type { Tx } from '../../storage/sql.ts'
import { findRevisionRow, type ItemRow } from '../items/table.ts'
import { readableRevision } from '../reading/steps.ts'
import { isClosed } from '../rules.ts'

export type PreviewNote = { revision_id: string; reader_id: string; expires_at: number }

/** After that not even the author can open a preview, because others may have the address. */
export const isTakenBack = (row: ItemRow) =>
  row.withdrawn_at !== null || row.restricted_at !== null || row.erased_at !== null || isClosed(row)

type PreviewContext = { tx: Tx; now: number; previews: Seal }

export async function openPreview({ tx, now, previews }: PreviewContext, token: string): Promise<ItemRow> {
  const note = previews.open<PreviewNote>(token) ?? fail('NOT_FOUND')
  if (now >= note.expires_at) fail('GONE', undefined, { message: 'This preview has expired; ask for a new one.' })
  const row = await findRevisionRow(tx, note.revision_id)
  const reader = await findAccount(tx, note.reader_id)
  if (!row || reader?.revoked_at !== null || isTakenBack(row) || !readableRevision(row, { id: note.reader_id }))
    fail('GONE', undefined, { message: 'This revision is no longer open to the reader of this preview.' })
  return row
}
