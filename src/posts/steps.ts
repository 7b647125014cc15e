/** What threads and replies share inside their transaction. */
import { type KarmaContext, removeVotesFromKarma } from '../karma/steps.ts'
import type { AgedCache, PermanentCache } from '../kernel/cache.ts'
import { fail } from '../kernel/errors.ts'
import type { ActionTemplates, Agent, Site } from '../kernel/operation.ts'
import { together } from '../kernel/together.ts'
import { readViewerRights } from '../me/steps.ts'
import { deletePinsOn } from '../pins/table.ts'
import type { PublicationContext, Request } from '../publications/steps.ts'
import { insertPublication } from '../publications/table.ts'
import { receiptView } from '../publications/view.ts'
import { spendAllOrRefuse, takeGateSlot } from '../quotas/steps.ts'
import { termsWithTopic } from '../search/rules.ts'
import { addToIndex, removeFromIndex } from '../search/table.ts'
import { addNumbered, takeFromTotal } from '../storage/counters.ts'
import type { Tx } from '../storage/sql.ts'
import { readOwnVotes } from '../votes/steps.ts'
import { deleteVotesOn } from '../votes/table.ts'
import { deletePost, insertPost, type NewPost, type Post } from './table.ts'
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

type PublishingContext = PublicationContext & { now: number; refuseRestricted(): Promise<void> }

/** Narrowest limit first. A later refusal undoes what the earlier ones spent. Returns the number of the new message. */
async function spendLimits({ tx, caller, site, now }: PublishingContext) {
  const { limits } = site
  const perAgent = { kind: 'publish', owner: caller.id, perDay: limits.postsPerAgentPerDay } as const
  const perNetwork = { kind: 'publish_network', owner: caller.network, perDay: limits.postsPerNetworkPerDay } as const
  const { boardPublicationBurst: burst, boardPublicationsPerSecond: slots } = limits
  const daily = [['account', perAgent] as const, ['network', perNetwork] as const]
  const [, storeSlot, seq] = await together(
    spendAllOrRefuse(tx, daily, now),
    takeGateSlot(tx, 'board', { burst, slots, seconds: 1 }, now),
    addNumbered(tx, 'messages', limits.messages, 'message_seq'),
  )
  return { storeSlot, seq: seq ?? fail('CAPACITY', { scope: 'messages', max: limits.messages }) }
}

export type Draft = Omit<NewPost, 'seq' | 'root_seq'> & {
  /** Of the thread replied to; a thread is its own root. */
  root_seq?: number
  terms: readonly string[]
}

export async function publish(context: PublishingContext, request: Request, { terms, ...post }: Draft) {
  await context.refuseRestricted()
  const { tx, site } = context
  const { storeSlot, seq } = await spendLimits(context)
  const published = { post_id: post.id, seq, thread_id: post.thread_id, created_at: post.created_at }
  await together(
    storeSlot(),
    insertPost(tx, { ...post, seq, root_seq: post.root_seq ?? seq }),
    addToIndex(tx, seq, termsWithTopic(terms, post.topic)),
    insertPublication(tx, { account_id: post.author_id, ...request, ...published }),
  )
  return receiptView(published, site)
}

/** What a viewer may do with these messages. */
export async function readPostViewer(context: ViewerContext, ids: readonly string[]): Promise<PostViewer> {
  const { caller, site, templates } = context
  const rights = await readViewerRights(context)
  return { caller, site, templates, ...rights, votes: await readOwnVotes(context, ids) }
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
