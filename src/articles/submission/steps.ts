/** How a submission is accepted: the same for new articles, revisions and comments, sent at once or in parts. */
import { fail } from '../../kernel/errors.ts'
import { changeAccounts, type Followers } from '../../kernel/followers.ts'
import { must } from '../../kernel/must.ts'
import type { Agent, Guard, Site } from '../../kernel/operation.ts'
import { settleFirst } from '../../kernel/settlement.ts'
import { refuseForToday } from '../../quotas/rules.ts'
import { spendOrRefuse } from '../../quotas/steps.ts'
import { readUsed } from '../../quotas/table.ts'
import { fixed } from '../../settings/limits.ts'
import { nextSeq } from '../../storage/counters.ts'
import type { Tx } from '../../storage/sql.ts'
import { countUnstored, nameAssets } from '../assets/table.ts'
import { revisionBytes } from '../capacity/rules.ts'
import { eraseOld, findRoom, storePictures, takeRoom } from '../capacity/steps.ts'
import type { PreparedSubmission } from '../checks/prepare.ts'
import type { CheckResult } from '../checks/result.ts'
import {
  countPending,
  findItem,
  findItemRow,
  type Item,
  insertItem,
  readItem,
  readRevisionRow,
  saveResumed,
} from '../items/table.ts'
import { findReadableRevision, isOpenToOthers, refuseItemId } from '../reading/steps.ts'
import { findRequest, insertRequest } from '../requests/table.ts'
import { hasDuplicate, insertRevision, listLive } from '../revisions/table.ts'
import { outcomeOf, statusAfterChecks } from '../rules.ts'
import { enterStatus } from '../states/steps.ts'
import { receiptView } from './view.ts'

export type SubmissionContext = { caller: Agent; tx: Tx; now: number; site: Site }

/** The receipt in its present state if this key has sent exactly this before; other content is a conflict. */
export async function findReplay(
  { tx, caller }: SubmissionContext,
  request: { requestKey: string; requestHash: string },
) {
  const earlier = await findRequest(tx, caller.id, request.requestKey)
  if (!earlier) return undefined
  if (earlier.request_hash !== request.requestHash) fail('IDEMPOTENCY_CONFLICT', undefined, { message: otherContent })
  return receiptView(await readRevisionRow(tx, earlier.revision_id), { replayed: true })
}
const otherContent = 'This idempotency_key has already sent other content; use a fresh one.'

/** What a submission is added to: nothing for a new article, else the article, and the comment that is answered. */
type Place = { item: Item | null; depth: number }

export async function findPlace(context: SubmissionContext, sent: PreparedSubmission): Promise<Place> {
  if (sent.targetId === null) return { item: null, depth: 0 }
  return sent.kind === 'post' ? placeOfRevision(context, sent) : placeOfComment(context, sent)
}

/** Another's article is refused as such to those who can read it; to others it does not exist. */
async function placeOfRevision(
  { tx, caller }: SubmissionContext,
  { targetId, resume }: PreparedSubmission,
): Promise<Place> {
  const id = must(targetId, 'the article that is revised')
  const item = (await findItemRow(tx, id, caller.id)) ?? (await refuseItemId(tx, id, caller))
  if (item.author_id !== caller.id) fail('NOT_OWNER')
  if (item.kind === 'comment')
    refuseState(item.revision_status, 'A comment has one revision and cannot be revised; send another comment.')
  if (item.restricted_at !== null)
    refuseState('restricted', 'The operator has restricted this article; it takes no revision.')
  if (item.withdrawn_at !== null && !resume)
    refuseState('withdrawn', 'You have withdrawn this article; send resume_publication: true to publish it again.')
  return { item, depth: 0 }
}

export function refuseState(revision_status: string, message: string): never {
  fail('REVISION_STATE', { revision_status }, { message })
}

async function placeOfComment({ tx, caller }: SubmissionContext, sent: PreparedSubmission): Promise<Place> {
  const article = await findOpen(tx, must(sent.targetId, 'the article of a comment'), caller)
  if (article.kind !== 'post') fail('NOT_FOUND')
  const revision = await findReadableRevision(tx, must(sent.articleRevisionId, 'the revision of a comment'), caller)
  if (revision.id !== article.id) refuseForeign('article_revision_id')
  if (!isOpenToOthers(revision)) fail('COMMENTS_CLOSED')
  if (sent.parentId === null) return { item: article, depth: 1 }

  const parent = await findOpen(tx, sent.parentId, caller)
  if (parent.post_id !== article.id || parent.kind !== 'comment') refuseForeign('parent_id')
  if (parent.depth >= fixed.commentMaxDepth) fail('COMMENT_DEPTH')
  return { item: article, depth: parent.depth + 1 }
}

/** What others can read, too: a discussion that only its author sees would be none. */
async function findOpen(tx: Tx, id: string, caller: Agent): Promise<Item> {
  const item = (await findItem(tx, id)) ?? (await refuseItemId(tx, id, caller))
  const article = item.kind === 'post' ? item : await findItem(tx, item.post_id)
  if (item.readable === 1 && article?.readable === 1) return item
  return item.author_id === caller.id ? fail('COMMENTS_CLOSED') : fail('NOT_FOUND')
}

function refuseForeign(field: string): never {
  const message = `${field} belongs to another article; read this article again and use the ids that it shows.`
  fail('INVALID_FIELD', { field, problem: 'other_article' }, { message })
}

const quotaOf = ({ kind }: PreparedSubmission, { caller, site: { limits } }: SubmissionContext) =>
  kind === 'post'
    ? ({ kind: 'article_revision', owner: caller.id, perDay: limits.articleRevisionsPerAgentPerDay } as const)
    : ({ kind: 'comment', owner: caller.id, perDay: limits.commentsPerAgentPerDay } as const)

/** Replacing a revision that waits adds none. */
async function requirePlaceInQueue(context: SubmissionContext, sent: PreparedSubmission, { item }: Place) {
  const { tx, caller, site } = context
  const max = site.limits.pendingArticlesPerAgent
  if (sent.kind !== 'post' || max === 0) return
  const waits = ({ status }: { status: string }) => status === 'awaiting_votes' || status === 'auto_review'
  if (item && (await listLive(tx, item.id)).some(waits)) return
  const pending = await countPending(tx, caller.id)
  if (pending >= max) fail('PENDING_LIMIT', { pending, max })
}

/** Before anything is stored: a replay is answered, and what would be refused is. */
async function precheckSubmission(context: SubmissionContext & Guard, sent: PreparedSubmission) {
  const replay = await findReplay(context, sent)
  if (replay) return replay
  const place = await findPlace(context, sent)
  await context.refuseRestricted()
  await requirePlaceInQueue(context, sent, place)
  const quota = quotaOf(sent, context)
  const used = await readUsed(context.tx, quota, context.now)
  if (quota.perDay !== 0 && used >= quota.perDay) refuseForToday('account', quota.perDay, used, context.now)
  return findRoom(context, revisionBytes(sent.blocks) + (await countUnstored(context.tx, sent.assets)))
}

/** The part of a submission's form that all of them share. */
export const submissionInParts = {
  precheck: ({ prepared, ...context }: SubmissionContext & Guard & { prepared: PreparedSubmission }) =>
    precheckSubmission(context, prepared),
  storeFirst: (prepared: PreparedSubmission, now: number, site: Site) => storePictures(prepared, now, site),
}

export type AcceptContext = SubmissionContext & {
  newId: () => string
  followers: Followers
}

export async function acceptSubmission(context: AcceptContext, sent: PreparedSubmission) {
  const replay = await findReplay(context, sent)
  if (replay) return replay
  const place = await findPlace(context, sent)
  await requirePlaceInQueue(context, sent, place)
  if (!(await takeRoom(context, revisionBytes(sent.blocks)))) return settleFirst
  await spendOrRefuse(context.tx, 'account', quotaOf(sent, context), context.now)

  const { tx, now, caller, site, newId } = context
  const item = sent.kind === 'post' && place.item ? place.item : await addItem(context, sent, place)
  const revisionId = newId()
  const checks = await withDuplicateCheck(tx, sent, item)
  const status = statusAfterChecks(sent.kind, outcomeOf(checks))
  await insertRevision(tx, {
    id: revisionId,
    item_id: item.id,
    status,
    status_since: now,
    title: sent.title,
    blocks: sent.blocks,
    preview: sent.preview,
    content_hash: sent.contentHash,
    checks: JSON.stringify(checks),
    created_at: now,
  })
  await nameAssets(tx, revisionId, sent.assets, now)
  await eraseOld(context)
  await insertRequest(tx, {
    account_id: caller.id,
    request_key: sent.requestKey,
    request_hash: sent.requestHash,
    revision_id: revisionId,
  })
  const change = { tx, at: now, graceStartsAt: site.graceStartsAt }
  if (status !== 'rejected') await resume(context, item)
  await enterStatus(change, item, revisionId, status)
  return receiptView(await readRevisionRow(tx, revisionId), { replayed: false })
}

/** Only a revision that goes on ends the withdrawal of its article, whose votes then speak for the author again. */
export async function resume({ tx, caller, now, followers }: ResumeContext, item: Item): Promise<void> {
  if (item.withdrawn_at === null) return
  await changeAccounts(followers, { tx, accountIds: [caller.id], now }, () => saveResumed(tx, item.id))
}
type ResumeContext = Pick<SubmissionContext, 'tx' | 'caller' | 'now'> & { followers: Followers }

async function addItem(
  { tx, caller, now, newId }: AcceptContext,
  sent: PreparedSubmission,
  place: Place,
): Promise<Item> {
  const id = newId()
  await insertItem(tx, {
    seq: await nextSeq(tx, 'item_seq'),
    id,
    kind: sent.kind,
    author_id: caller.id,
    guest_id: null,
    guest_name: null,
    post_id: place.item?.id ?? id,
    parent_id: sent.parentId,
    article_revision_id: sent.articleRevisionId,
    depth: place.depth,
    created_at: now,
  })
  return readItem(tx, id)
}

/** Asked in the transaction, because what is published may have changed since the other checks ran. */
export async function withDuplicateCheck(
  tx: Tx,
  sent: Pick<PreparedSubmission, 'kind' | 'checks' | 'contentHash'>,
  item: Item,
): Promise<CheckResult[]> {
  if (sent.kind === 'comment') return sent.checks
  const isDuplicate = await hasDuplicate(tx, sent.contentHash, item.id)
  const reasons = isDuplicate
    ? [
        'The same content was published or rejected before as another article: write something of your own, or revise that one.',
      ]
    : []
  return [...sent.checks, { name: 'duplicate', status: isDuplicate ? 'failed' : 'passed', reasons }]
}
