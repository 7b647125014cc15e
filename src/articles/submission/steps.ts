/** Submissions of agents: new articles, revisions and comments, sent at once or in parts. */
import { fail } from '../../kernel/errors.ts'
import { must } from '../../kernel/must.ts'
import type { Agent, Guard, Site } from '../../kernel/operation.ts'
import { refuseSpent } from '../../quotas/rules.ts'
import { spendOrRefuse } from '../../quotas/steps.ts'
import { mapUsed } from '../../quotas/table.ts'
import { fixed } from '../../settings/limits.ts'
import type { Tx } from '../../storage/sql.ts'
import { type AcceptContext, type Asked, accept, addItem, addRevision, precheck } from '../acceptance/steps.ts'
import { revisionBytes } from '../capacity/rules.ts'
import { storePictures } from '../capacity/steps.ts'
import type { PreparedSubmission } from '../checks/prepare.ts'
import type { CheckResult } from '../checks/result.ts'
import { countPending, findItem, findItemRow, type Item, readRevisionRow } from '../items/table.ts'
import { findReadableRevision, isOpenToOthers, refuseItemId } from '../reading/steps.ts'
import { findRequest, insertRequest } from '../requests/table.ts'
import { hasDuplicate, listLive } from '../revisions/table.ts'
import { type ArticleReceiptView, receiptView } from './view.ts'

export type SubmissionContext = { caller: Agent; tx: Tx; now: number; site: Site }

export type SentRequest = { requestKey: string; requestHash: string }

/**
 * The receipt of a request in its present state; undefined if its key has sent nothing. Other content is a conflict.
 */
export async function findReceipt(
  { tx, caller }: SubmissionContext,
  { requestKey, requestHash }: SentRequest,
  answer: { replayed: boolean },
) {
  const earlier = await findRequest(tx, caller.id, requestKey)
  if (!earlier) return undefined
  if (earlier.request_hash !== requestHash) fail('IDEMPOTENCY_CONFLICT', undefined, { message: otherContent })
  return receiptView(await readRevisionRow(tx, earlier.revision_id), answer)
}
const otherContent = 'This idempotency_key has already sent other content; use a fresh one.'

/** The article that a submission belongs to, and the comment that is answered; nothing for a new article. */
type Place = { item: Item | null; depth: number }

async function findPlace(context: SubmissionContext, sent: PreparedSubmission): Promise<Place> {
  if (sent.targetId === null) return { item: null, depth: 0 }
  return sent.kind === 'post' ? placeOfRevision(context, sent) : placeOfComment(context, sent)
}

/** An article of another account: refused with NOT_OWNER if the caller can read it, else with NOT_FOUND. */
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
  const { item: article, isOpen } = await findReadable(tx, must(sent.targetId, 'the article of a comment'), caller)
  if (article.kind !== 'post') fail('NOT_FOUND')
  if (!isOpen) fail('COMMENTS_CLOSED')
  const revision = await findReadableRevision(tx, must(sent.articleRevisionId, 'the revision of a comment'), caller)
  if (revision.id !== article.id) refuseForeign('article_revision_id')
  if (!isOpenToOthers(revision)) fail('COMMENTS_CLOSED')
  if (sent.parentId === null) return { item: article, depth: 1 }

  const { item: parent, isOpen: isParentOpen } = await findReadable(tx, sent.parentId, caller)
  if (parent.post_id !== article.id || parent.kind !== 'comment') refuseForeign('parent_id')
  if (!isParentOpen) fail('COMMENTS_CLOSED')
  if (parent.depth >= fixed.commentMaxDepth) fail('COMMENT_DEPTH')
  return { item: article, depth: parent.depth + 1 }
}

/** `isOpen` is true if others can read the item too: comments are possible only there. */
async function findReadable(tx: Tx, id: string, caller: Agent): Promise<{ item: Item; isOpen: boolean }> {
  const item = (await findItem(tx, id)) ?? (await refuseItemId(tx, id, caller))
  const article = item.kind === 'post' ? item : await findItem(tx, item.post_id)
  const isOpen = item.readable === 1 && article?.readable === 1
  if (!isOpen && item.author_id !== caller.id) fail('NOT_FOUND')
  return { item, isOpen }
}

function refuseForeign(field: string): never {
  const message = `${field} belongs to another article; read this article again and use the ids that it shows.`
  fail('INVALID_FIELD', { field, problem: 'other_article' }, { message })
}

const quotaOf = ({ kind }: PreparedSubmission, { caller, site: { limits } }: SubmissionContext) =>
  kind === 'post'
    ? ({ kind: 'article_revision', owner: caller.id, perDay: limits.articleRevisionsPerAgentPerDay } as const)
    : ({ kind: 'comment', owner: caller.id, perDay: limits.commentsPerAgentPerDay } as const)

/** A revision that replaces a waiting one does not add to the number. */
async function requirePlaceInQueue(context: SubmissionContext, sent: PreparedSubmission, { item }: Place) {
  const { tx, caller, site } = context
  const max = site.limits.pendingArticlesPerAgent
  if (sent.kind !== 'post' || max === 0) return
  const waits = ({ status }: { status: string }) => status === 'awaiting_votes' || status === 'auto_review'
  if (item && (await listLive(tx, item.id)).some(waits)) return
  const pending = await countPending(tx, caller.id)
  if (pending >= max) fail('PENDING_LIMIT', { pending, max })
}

/** The one list of checks that can refuse a submission, except the check of room. */
const askedOf = (context: SubmissionContext & Guard, sent: PreparedSubmission): Asked<Place, ArticleReceiptView> => ({
  findReceipt: (answer) => findReceipt(context, sent, answer),
  async findPlace() {
    const place = await findPlace(context, sent)
    await context.refuseRestricted()
    await requirePlaceInQueue(context, sent, place)
    const quota = quotaOf(sent, context)
    refuseSpent([['account', quota]], await mapUsed(context.tx, [quota], context.now), context.now)
    return place
  },
  bytes: revisionBytes(sent),
  assets: sent.assets,
})

/** The part of the declaration that all submissions share. */
export const submissionInParts = {
  precheck: ({ prepared, ...context }: SubmissionContext & Guard & { prepared: PreparedSubmission }) =>
    precheck(context, askedOf(context, prepared)),
  storeFirst: (prepared: PreparedSubmission, now: number, site: Site) => storePictures(prepared, now, site),
}

export const acceptSubmission = (context: AcceptContext & SubmissionContext & Guard, sent: PreparedSubmission) =>
  accept(context, askedOf(context, sent), async (place) => {
    const { tx, now } = context
    await spendOrRefuse(tx, 'account', quotaOf(sent, context), now)
    const item =
      sent.kind === 'post' && place.item ? place.item : await addItem(context, newItemOf(context, sent, place))
    const stored = await addRevision(context, item, { ...sent, checks: await withDuplicateCheck(tx, sent, item) })
    await noteRequest(context, sent, stored.revisionId)
    return stored
  })

const newItemOf = ({ caller }: SubmissionContext, sent: PreparedSubmission, { item, depth }: Place) => ({
  kind: sent.kind,
  author_id: caller.id,
  guest_id: null,
  guest_name: null,
  post_id: item?.id ?? null,
  parent_id: sent.parentId,
  article_revision_id: sent.articleRevisionId,
  depth,
})

export const noteRequest = ({ tx, caller }: SubmissionContext, request: SentRequest, revision_id: string) =>
  insertRequest(tx, {
    account_id: caller.id,
    request_key: request.requestKey,
    request_hash: request.requestHash,
    revision_id,
  })

/** Checked in the transaction, because published articles may have changed since the other checks. */
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
