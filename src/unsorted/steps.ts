import { fail } from '../kernel/errors.ts'
import { deletePinsOn } from '../pins/table.ts'
import { takeFromTotal } from '../storage/counters.ts'
import type { Tx } from '../storage/sql.ts'
import { beginWork, type LongWork, ROWS_PER_PART } from '../storage/unfinished.ts'
import { deleteVotes, deleteVotesOn, listSomeVotes } from '../votes/table.ts'
import { deleteUnsortedReply, deleteUnsortedRows, findUnsorted, listLastUnsorted, type UnsortedPost } from './table.ts'

/** The thread of a reply; read at the preview and again at the publication. */
export async function findReplyTarget(tx: Tx, replyTo: string | null): Promise<UnsortedPost | null> {
  if (replyTo === null) return null
  const thread = (await findUnsorted(tx, replyTo)) ?? fail('NOT_FOUND')
  if (thread.thread_id) fail('ROOT_THREAD_REQUIRED', { root_id: thread.thread_id })
  return thread
}

/** Like `removeMessage` on the named board, but votes here change nobody's karma. */
export async function removeUnsorted(tx: Tx, post: UnsortedPost): Promise<number> {
  const { id, seq, thread_id, reply_count } = post
  await takeFromTotal(tx, 'unsorted_messages', 1 + reply_count)
  if (thread_id) {
    await deleteVotesOn(tx, { board: 'b', post_id: id })
    await deleteUnsortedReply(tx, post)
  } else {
    await deletePinsOn(tx, { board: 'b', thread_id: id })
    await beginWork(tx, removedUnsortedThreads, seq, reply_count)
  }
  return 1 + reply_count
}

export const removedUnsortedThreads: LongWork = {
  kind: 'unsorted_thread',
  async doPart(tx, rootSeq) {
    const messages = await listLastUnsorted(tx, rootSeq, ROWS_PER_PART)
    if (messages.length === 0) return 0
    const ids = messages.map(({ id }) => id)
    const votes = await listSomeVotes(tx, 'b', ids, ROWS_PER_PART)
    if (votes.length > 0)
      return deleteVotes(
        tx,
        votes.map(({ seq }) => seq),
      )
    return deleteUnsortedRows(
      tx,
      messages.map(({ seq }) => seq),
    )
  },
}
