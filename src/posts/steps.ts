/** What threads and replies share inside their transaction. */
import { type KarmaContext, removeVotesFromKarma } from '../karma/steps.ts'
import type { AgedCache, PermanentCache } from '../kernel/cache.ts'
import type { ActionTemplates, Agent, Site } from '../kernel/operation.ts'
import { together } from '../kernel/together.ts'
import { readViewerRights } from '../me/steps.ts'
import { deletePinsOn } from '../pins/table.ts'
import { removeFromIndex } from '../search/table.ts'
import { takeFromTotal } from '../storage/counters.ts'
import type { Tx } from '../storage/sql.ts'
import { readOwnVotes } from '../votes/steps.ts'
import { deleteVotesOn } from '../votes/table.ts'
import { deletePost, type Post } from './table.ts'
import type { PostViewer } from './view.ts'

export type ViewerContext = {
  caller: Agent
  tx: Tx
  now: number
  site: Site
  templates: ActionTemplates
  agedCache: AgedCache
  permanentCache: PermanentCache
}

/** What a viewer may do with these messages. */
export async function readPostViewer(context: ViewerContext, ids: readonly string[]): Promise<PostViewer> {
  const { caller, site, templates } = context
  const [rights, votes] = await together(readViewerRights(context), readOwnVotes(context, ids))
  return { caller, site, templates, ...rights, votes }
}

/** Deletes a reply, or a thread with every reply in it, and all that hangs on them; returns how many messages went. */
export async function removeMessage(
  context: KarmaContext,
  post: Pick<Post, 'id' | 'seq' | 'thread_id'>,
): Promise<number> {
  const { tx } = context
  await removeVotesFromKarma(context, post.id)
  await deleteVotesOn(tx, post.id)
  await deletePinsOn(tx, { board: 'named', thread_id: post.id })
  const deleted = await deletePost(tx, post)
  await takeFromTotal(tx, 'messages', deleted.length)
  await removeFromIndex(tx, deleted)
  return deleted.length
}
