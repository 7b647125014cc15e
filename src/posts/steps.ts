/** What threads and replies share inside their transaction. */
import { type KarmaContext, removeVotesFromKarma } from '../karma/steps.ts'
import { type AgedCache, cacheKey, type PermanentCache } from '../kernel/cache.ts'
import { fail } from '../kernel/errors.ts'
import { membersOf } from '../kernel/json-text.ts'
import type { ActionTemplates, Agent, Site } from '../kernel/operation.ts'
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
import { together } from '../storage/together.ts'
import { deleteVotesOn, mapOwnVotes } from '../votes/table.ts'
import { actionNames, type MessageAction, type Relation } from './rules.ts'
import { deletePost, insertPost, type NewPost, type Post } from './table.ts'
import { messageTemplates, type PostViewer, relationTo, viewerPartView } from './view.ts'

export type ViewerContext = {
  caller: Agent
  tx: Tx
  now: number
  site: Site
  templates: ActionTemplates
  agedCache: AgedCache
  permanentCache: PermanentCache
}

type PublishingContext = PublicationContext & { now: number; refuseRestricted(): void }

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
  context.refuseRestricted()
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
  const { caller, tx, site, templates } = context
  const rights = await readViewerRights(context)
  return { caller, site, templates, ...rights, votes: await mapOwnVotes(tx, caller.id, 'named', ids) }
}

/** What a row's part for a viewer depends on. */
type RowKey = Pick<Post, 'seq' | 'id' | 'thread_id' | 'author_id'>

export type ViewerPart = { text: string; templates: MessageAction[] }

/** The members that depend on the viewer, of which there are only a few kinds for each row. */
export function viewerParts({ permanentCache }: ViewerContext, viewer: PostViewer): (row: RowKey) => ViewerPart {
  const kinds = new Map<string, { relation: Relation; key: string }>()
  const kindOf = (row: RowKey) => {
    const name = `${row.author_id === viewer.caller.id} ${viewer.votes.get(row.id)}`
    const known = kinds.get(name)
    if (known) return known
    const relation = relationTo(row, viewer)
    const made = { relation, key: cacheKey('viewer part', relation) }
    kinds.set(name, made)
    return made
  }
  return (row) => {
    const { relation, key } = kindOf(row)
    const rowPart = `${key} seq=${row.seq}`
    const cached = permanentCache.get<ViewerPart>(rowPart)
    if (cached) return cached
    const { view, templates } = viewerPartView(row, relation)
    const made = { text: membersOf(view), templates }
    permanentCache.set(rowPart, made, made.text.length)
    return made
  }
}

/** How a caller of this kind performs the actions of a page. */
export function templatesText({ permanentCache, ...context }: ViewerContext, parts: readonly ViewerPart[]): string {
  const used = new Set(parts.flatMap(({ templates }) => templates))
  const names = actionNames.filter((name) => used.has(name))
  const { via, usesTools = false } = context.caller
  const key = cacheKey('message templates', { via, usesTools, names: names.join() })
  const text = permanentCache.get<string>(key) ?? JSON.stringify(messageTemplates(names, context))
  permanentCache.set(key, text, text.length)
  return text
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
