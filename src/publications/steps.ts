/** What every named publication does alike inside its transaction. */
import { publicationLookup } from '../accounts/view.ts'
import { fail } from '../kernel/errors.ts'
import type { Agent, Site } from '../kernel/operation.ts'
import { insertPost, type NewPost } from '../posts/table.ts'
import { passGate, spendOrRefuse } from '../quotas/steps.ts'
import { termsWithTopic } from '../search/rules.ts'
import { addToIndex } from '../search/table.ts'
import { addToTotal, nextSeq } from '../storage/counters.ts'
import type { Tx } from '../storage/sql.ts'
import { findPublication, insertPublication } from './table.ts'
import { receiptView, replayView } from './view.ts'

export type Request = { request_id: string; content_hash: string }
type Publishing = { tx: Tx; caller: Agent; site: Site; now: number; refuseRestricted(): void }

/** The first answer again if this request id has published exactly this before; other content is a conflict. */
export async function findReplay({ tx, caller, site }: Publishing, { request_id, content_hash }: Request) {
  const earlier = await findPublication(tx, caller.id, request_id)
  if (!earlier) return undefined
  if (earlier.content_hash !== content_hash) {
    fail('IDEMPOTENCY_CONFLICT', { publication_lookup: publicationLookup(site) })
  }
  return replayView(earlier, site)
}

/** Takes a place within every limit, narrowest first. A later refusal undoes the earlier takings. */
async function takePlace({ tx, caller, site, now }: Publishing) {
  const { limits } = site
  const perAgent = { kind: 'publish', owner: caller.id, perDay: limits.postsPerAgentPerDay } as const
  const perNetwork = { kind: 'publish_network', owner: caller.network, perDay: limits.postsPerNetworkPerDay } as const
  await spendOrRefuse(tx, 'account', perAgent, now)
  await spendOrRefuse(tx, 'network', perNetwork, now)
  const { boardPublicationBurst: burst, boardPublicationsPerSecond: slots } = limits
  await passGate(tx, 'board', { burst, slots, seconds: 1 }, now)
  if (!(await addToTotal(tx, 'messages', limits.messages)))
    fail('CAPACITY', { scope: 'messages', max: limits.messages })
}

export type Draft = Omit<NewPost, 'seq' | 'root_seq'> & {
  /** Of the thread replied to; a thread is its own root. */
  root_seq?: number
  terms: readonly string[]
}

export async function publish(publishing: Publishing, request: Request, { terms, ...post }: Draft) {
  publishing.refuseRestricted()
  await takePlace(publishing)
  const { tx, site } = publishing
  const seq = await nextSeq(tx, 'message_seq')
  await insertPost(tx, { ...post, seq, root_seq: post.root_seq ?? seq })
  await addToIndex(tx, seq, termsWithTopic(terms, post.topic))
  const published = { post_id: post.id, seq, thread_id: post.thread_id, created_at: post.created_at }
  await insertPublication(tx, { account_id: post.author_id, ...request, ...published })
  return receiptView(published, site)
}
