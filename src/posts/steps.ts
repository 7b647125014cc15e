/** Steps that threads and replies share inside their transaction. */
import { addMessages } from '../accounts/table.ts'
import { insertChanges } from '../changes/table.ts'
import { deleteSomeItems } from '../inboxes/table.ts'
import { type KarmaContext, removeFromKarma } from '../karma/steps.ts'
import { subtractFromPeers } from '../karma/table.ts'
import type { AgedCache, CurrentCache, PermanentCache } from '../kernel/cache.ts'
import type { ActionTemplates, Agent, Site } from '../kernel/operation.ts'
import { readViewerRights } from '../me/steps.ts'
import { deletePinsOn } from '../pins/table.ts'
import { removeFromIndex } from '../search/steps.ts'
import { takeFromTotal } from '../storage/counters.ts'
import type { Tx } from '../storage/sql.ts'
import { beginWork, type LongWork, ROWS_PER_PART } from '../storage/unfinished.ts'
import { takeFromTopic } from '../topics/table.ts'
import { readOwnVotes } from '../votes/steps.ts'
import { deleteVotes, deleteVotesOn, listSomeVotes } from '../votes/table.ts'
import { deleteReply, deleteRows, listLastRows, type Post } from './table.ts'
import type { PostViewer } from './view.ts'

export type ViewerContext = {
  caller: Agent
  tx: Tx
  now: number
  site: Site
  templates: ActionTemplates
  agedCache: AgedCache
  permanentCache: PermanentCache
  currentCache: CurrentCache
  input: { compact?: boolean | undefined }
}

/** Finds out what a viewer may do with these messages. */
export async function readPostViewer(context: ViewerContext, ids: readonly string[]): Promise<PostViewer> {
  const { caller, site, templates, input } = context
  const rights = await readViewerRights(context)
  const votes = await readOwnVotes(context, ids, rights.newestVote)
  return { caller, site, templates, ...rights, votes, compact: input.compact }
}

/**
 * Deletes a reply, or a thread with every reply in it, and all that belongs to them; returns how many were deleted. The
 * rows of a long thread are deleted in short writes that follow this one.
 */
export async function removeMessage(
  context: KarmaContext,
  post: Pick<Post, 'id' | 'seq' | 'thread_id' | 'author_id' | 'topic' | 'thread_reply_count'>,
): Promise<number> {
  const { tx, now } = context
  const removed = post.thread_id ? 1 : 1 + post.thread_reply_count
  await takeFromTotal(tx, 'messages', removed)
  await insertChanges(tx, [{ change: 'deleted', id: post.id, seq: post.seq, thread_id: post.thread_id, at: now }])
  await removeFromKarma(context, post, () => (post.thread_id ? removeReply(tx, post) : hideThread(tx, post)))
  await takeFromTopic(tx, post.topic, removed, post.thread_id ? 0 : 1)
  return removed
}

async function removeReply(tx: Tx, post: Pick<Post, 'id' | 'seq' | 'thread_id' | 'author_id'>) {
  await subtractFromPeers(tx, await listSomeVotes(tx, 'named', [post.id], Number.MAX_SAFE_INTEGER))
  await deleteVotesOn(tx, { board: 'named', post_id: post.id })
  await deleteSomeItems(tx, [post.seq], Number.MAX_SAFE_INTEGER)
  await deleteReply(tx, post)
  await addMessages(tx, new Map([[post.author_id, -1]]))
  await removeFromIndex(tx, [post.seq])
}

async function hideThread(tx: Tx, { id, seq, thread_reply_count }: Pick<Post, 'id' | 'seq' | 'thread_reply_count'>) {
  await deletePinsOn(tx, { board: 'named', thread_id: id })
  await beginWork(tx, removedThreads, seq, 2 * (1 + thread_reply_count))
}

/** Each message has a row and half a dozen entries in indexes. */
const MESSAGES_PER_PART = ROWS_PER_PART / 2

/**
 * Deletes rows that no reader sees any more: first votes, whose karma was taken back already, then items of inboxes,
 * then messages.
 */
export const removedThreads: LongWork = {
  kind: 'thread',
  async doPart(tx, rootSeq) {
    const messages = await listLastRows(tx, rootSeq, MESSAGES_PER_PART)
    if (messages.length === 0) return 0
    const ids = messages.map(({ id }) => id)
    const votes = await listSomeVotes(tx, 'named', ids, ROWS_PER_PART)
    if (votes.length > 0) {
      await subtractFromPeers(tx, votes)
      const numbers = votes.map(({ seq }) => seq)
      return deleteVotes(tx, numbers)
    }
    const seqs = messages.map(({ seq }) => seq)
    const items = await deleteSomeItems(tx, seqs, ROWS_PER_PART)
    if (items > 0) return items
    await removeFromIndex(tx, seqs)
    const byAuthor = Map.groupBy(messages, ({ author_id }) => author_id)
    await addMessages(tx, new Map([...byAuthor].map(([author, of]) => [author, -of.length])))
    return 2 * (await deleteRows(tx, seqs))
  },
}
