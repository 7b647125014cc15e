import { fail } from '../kernel/errors.ts'
import type { Tx } from '../storage/sql.ts'
import { findUnsorted, type UnsortedPost } from './table.ts'

/** The thread that a reply goes to, asked for at the preview and again at the publication. */
export async function findReplyTarget(tx: Tx, replyTo: string | null): Promise<UnsortedPost | null> {
  if (replyTo === null) return null
  const thread = (await findUnsorted(tx, replyTo)) ?? fail('NOT_FOUND')
  if (thread.thread_id) fail('ROOT_THREAD_REQUIRED', { root_id: thread.thread_id })
  return thread
}
