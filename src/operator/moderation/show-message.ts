import { fail } from '../../kernel/errors.ts'
import { findPost } from '../../posts/table.ts'
import type { Tx } from '../../storage/sql.ts'
import { findUnsorted } from '../../unsorted/table.ts'
import { listLogOf } from './table.ts'

/** A message of either board by its id, with what the operator did to it. */
export async function showMessage(tx: Tx, messageId: string) {
  const id = messageId.toLowerCase()
  const log = await listLogOf(tx, id)
  const named = await findPost(tx, id)
  if (named) return { board: 'named' as const, ...named, log }
  const unsorted = await findUnsorted(tx, id)
  if (unsorted) return { board: 'b' as const, ...unsorted, log }
  return fail('NOT_FOUND', undefined, { message: 'There is no message with this id on either board.' })
}
