/** The one step that accepts submissions: of agents, of guests, and of revisions that are appealed. */
import { changeAccounts, type Followers } from '../../kernel/followers.ts'
import { must } from '../../kernel/must.ts'
import type { Site } from '../../kernel/operation.ts'
import { settleFirst } from '../../kernel/settlement.ts'
import { nextSeq } from '../../storage/counters.ts'
import type { Tx } from '../../storage/sql.ts'
import { countUnstored, nameAssets } from '../assets/table.ts'
import { eraseOld, findRoom, takeRoom } from '../capacity/steps.ts'
import type { CheckedContent } from '../checks/prepare.ts'
import { type Item, insertItem, type NewItem, readItem, saveResumed } from '../items/table.ts'
import { insertRevision } from '../revisions/table.ts'
import { outcomeOf, type RevisionStatus, statusAfterChecks } from '../rules.ts'
import { enterStatus } from '../states/steps.ts'

export type AskContext = { tx: Tx; now: number; site: Site }
export type AcceptContext = AskContext & { newId: () => string; followers: Followers }

/** The checks of every submission: made before anything is stored, and again in the transaction that stores it. */
export type Asked<Place, Receipt> = {
  /** The receipt of an earlier request with this id; undefined if the id is new. Other content is a conflict. */
  findReceipt(answer: { replayed: boolean }): Promise<Receipt | undefined>
  /** Finds where the submission belongs, or throws the first refusal in the order of the rules. */
  findPlace(): Promise<Place>
  /** How many bytes it takes from the room that all articles share. */
  bytes: number
  assets: CheckedContent['assets']
}

/** `held` is the present state of a revision that is appealed. */
export type StoredRevision = { item: Item; revisionId: string; status: RevisionStatus; held?: RevisionStatus }

/** Before anything is stored: answers a replay, or refuses. */
export async function precheck<Place, Receipt>(context: AskContext, asked: Asked<Place, Receipt>) {
  const replay = await asked.findReceipt({ replayed: true })
  if (replay) return replay
  await asked.findPlace()
  return findRoom(context, asked.bytes + (await countUnstored(context.tx, asked.assets)))
}

/** `store` takes from the limits and stores the revision and its request. */
export async function accept<Place, Receipt>(
  context: AcceptContext,
  asked: Asked<Place, Receipt>,
  store: (place: Place) => Promise<StoredRevision>,
) {
  const replay = await asked.findReceipt({ replayed: true })
  if (replay) return replay
  const place = await asked.findPlace()
  if (asked.bytes > 0 && !(await takeRoom(context, asked.bytes))) return settleFirst
  const { item, revisionId, status, held } = await store(place)
  if (status !== 'rejected') await resume(context, item)
  const { tx, now: at, site } = context
  if (status !== held) await enterStatus({ tx, at, graceStartsAt: site.graceStartsAt }, item, revisionId, status)
  return must(await asked.findReceipt({ replayed: false }), 'the receipt of a request')
}

/**
 * Only a revision that was not rejected ends the withdrawal of its article; its votes then count for the author again.
 */
async function resume({ tx, now, followers }: AcceptContext, { id, author_id, withdrawn_at }: Item): Promise<void> {
  if (withdrawn_at === null || author_id === null) return
  await changeAccounts(followers, { tx, accountIds: [author_id], now }, () => saveResumed(tx, id))
}

export async function addItem(
  { tx, now, newId }: AcceptContext,
  { post_id, ...item }: Omit<NewItem, 'seq' | 'id' | 'post_id' | 'created_at'> & { post_id: string | null },
): Promise<Item> {
  const id = newId()
  const seq = await nextSeq(tx, 'item_seq')
  await insertItem(tx, { seq, id, ...item, post_id: post_id ?? id, created_at: now })
  return readItem(tx, id)
}

/** A new revision of an item, with its pictures. */
export async function addRevision(
  context: AcceptContext,
  item: Item,
  content: CheckedContent & { title: string },
): Promise<StoredRevision> {
  const { tx, now, newId } = context
  const { title, blocks, preview, highlights, contentHash, checks, assets } = content
  const revisionId = newId()
  const status = statusAfterChecks(item.kind, outcomeOf(checks))
  await insertRevision(tx, {
    id: revisionId,
    item_id: item.id,
    status,
    status_since: now,
    title,
    blocks,
    preview,
    highlights,
    content_hash: contentHash,
    checks: JSON.stringify(checks),
    created_at: now,
  })
  await nameAssets(tx, revisionId, assets, now)
  await eraseOld(context)
  return { item, revisionId, status }
}
