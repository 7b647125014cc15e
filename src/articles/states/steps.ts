/**
 * Changes the states of revisions. Everything that depends on a state (what others may read, the queue, the counters,
 * the events, the next due time) is derived only here.
 */
import { addToArticleCount } from '../../accounts/table.ts'
import { type AccountFollower, changeAccounts, type Followers } from '../../kernel/followers.ts'
import { must } from '../../kernel/must.ts'
import type { Settlement } from '../../kernel/settlement.ts'
import { addManyToTotal, type Total, takeFromTotal } from '../../storage/counters.ts'
import type { Tx } from '../../storage/sql.ts'
import { beginWork, type LongWork, leaveWork, ROWS_PER_PART } from '../../storage/unfinished.ts'
import { type EventType, followArticle, insertEvent, showArticleEvents, showCommentEvents } from '../events/table.ts'
import { deliverComment, deliverDecision } from '../inbox/table.ts'
import {
  type Derived,
  findItem,
  type Item,
  readItem,
  saveDerived,
  savePublished,
  saveWithdrawn,
} from '../items/table.ts'
import { examine } from '../policy/steps.ts'
import {
  findAccountRow,
  findFirstDue,
  isAnythingDue,
  listCandidatesOf,
  listCandidatesOfPeers,
  makeCandidatesDue,
} from '../policy/table.ts'
import {
  findNewestId,
  findRevision,
  listLive,
  type Revision,
  readRevision,
  saveQueue,
  saveStatus,
} from '../revisions/table.ts'
import {
  expiresAt,
  type LiveRevision,
  type RevisionStatus,
  type StatusChange,
  supersededBy,
  withdrawn,
} from '../rules.ts'
import { followPublicRevision } from '../words/steps.ts'
import {
  addToCommentCount,
  countShown,
  endFollowed,
  type Follower,
  findSight,
  isAnyComing,
  listFollowers,
  saveSight,
} from './table.ts'

/** `at` is the time of the change: now, or the moment at which it fell due. */
export type ChangeContext = { tx: Tx; at: number; graceStartsAt: number }

/** Saves the states of revisions. The caller then calls `refreshItem`. */
export async function saveStatuses(tx: Tx, changes: readonly StatusChange[]): Promise<void> {
  for (const change of changes) await saveStatus(tx, change)
}

/** Sets the state of a revision, replaces older ones, and writes the events. */
export async function enterStatus(context: ChangeContext, item: Item, revisionId: string, status: RevisionStatus) {
  const { tx, at } = context
  await saveStatus(tx, { id: revisionId, status, former_status: null, status_since: at })
  await saveStatuses(tx, supersededBy({ id: revisionId, status }, await listLive(tx, item.id), at))
  if (item.kind === 'post' && status === 'published') return publishArticle(context, item, revisionId)
  await refreshItem(context, item.id)
  if (status === 'awaiting_votes') await addEvent(context, item, revisionId, 'submitted')
  if (item.kind === 'comment' && status === 'published')
    await addEvent(context, item, revisionId, (await isOnWebsite(tx, item)) ? 'published' : 'submitted')
}

async function publishArticle(context: ChangeContext, item: Item, revisionId: string) {
  const { tx, at } = context
  const seq = await addEvent(context, item, revisionId, 'published')
  await savePublished(tx, item.id, { seq, at })
  await refreshItem(context, item.id)
  await deliverDecision(tx, item, { revision_id: revisionId, decision: 'published', event_at: at })
}

/** Whether human readers see a comment now. */
async function isOnWebsite(tx: Tx, { id, post_id }: Item): Promise<boolean> {
  const [comment, article] = [await findItem(tx, id), await findItem(tx, post_id)]
  return comment?.readable === 1 && article !== undefined && article.public_revision_id !== null
}

/**
 * Adds an event. An event of a comment also goes to the inboxes. So does the event of a lift, because a reader may be
 * past the first event.
 */
export async function addEvent({ tx, at }: ChangeContext, item: Item, revisionId: string, event_type: EventType) {
  const { id: item_id, post_id } = item
  const seq = await insertEvent(tx, {
    event_type,
    event_at: at,
    post_id,
    item_id,
    revision_id: revisionId,
    is_shown: 0,
  })
  if (item.kind === 'post') await showArticleEvents(tx, post_id)
  else {
    await showCommentEvents(tx, [item_id])
    await deliverComment(tx, { item_id, revision_id: revisionId, event_seq: seq, event_at: at })
  }
  return seq
}

/** Derives an item's columns from its revisions again, and updates everything that depends on them. */
export async function refreshItem(context: ChangeContext, itemId: string): Promise<void> {
  const item = await readItem(context.tx, itemId)
  return item.kind === 'post' ? refreshArticle(context, item) : refreshComment(context, item)
}

async function refreshArticle(context: ChangeContext, item: Item) {
  const { tx } = context
  const live = await listLive(tx, item.id)
  const author = item.author_id === null ? undefined : await findAccountRow(tx, item.author_id)
  const isAuthorFree = author?.restricted_at === null && author.revoked_at === null
  const candidate = live.find(({ status }) => status === 'awaiting_votes')
  const published = live.find(({ status }) => status === 'published')
  const derived: Derived = {
    newest_revision_id: await findNewestId(tx, item.id),
    candidate_revision_id: candidate?.id ?? null,
    public_revision_id: published?.id ?? null,
    readable: candidate || published ? 1 : 0,
    is_counted: candidate && item.first_published_seq === null && isAuthorFree ? 1 : 0,
  }
  await saveDerived(tx, item.id, derived)
  if (derived.public_revision_id !== item.public_revision_id)
    await followPublicRevision(tx, item, derived.public_revision_id)
  const shown = Number(published !== undefined) - Number(item.public_revision_id !== null)
  await count(tx, 'published_posts', shown)
  if (shown !== 0 && item.author_id !== null) await addToArticleCount(tx, item.author_id, shown)
  await count(tx, 'awaiting_review_posts', derived.is_counted - item.is_counted)
  await showArticleEvents(tx, item.id)
  if (derived.readable !== item.readable && (await articleEvents.doPart(tx, item.seq)) === ROWS_PER_PART)
    await leaveWork(tx, articleEvents, item.seq)
  for (const revision of live)
    await saveQueue(tx, revision.id, {
      is_queued: revision === candidate && isAuthorFree ? 1 : 0,
      due_at: await nextDue(context, revision, isAuthorFree),
    })
}

/** Updates the events of an article that was shown or hidden. Pages are right even before that. */
export const articleEvents: LongWork = {
  kind: 'article_events',
  doPart: (tx, articleSeq) => followArticle(tx, articleSeq, ROWS_PER_PART),
}

const count = async (tx: Tx, name: Total, change: number) => {
  if (change > 0) await addManyToTotal(tx, name, change)
  if (change < 0) await takeFromTotal(tx, name, -change)
}

/** The time at which a revision may next change by itself: it expires, or a recommendation begins to count. */
async function nextDue(
  context: ChangeContext,
  revision: Pick<Revision, 'id' | 'status' | 'status_since' | 'up'>,
  canPublish: boolean,
) {
  const expiry = expiresAt(revision.status, revision.status_since)
  if (revision.status !== 'awaiting_votes' || !canPublish) return expiry
  const { nextLook } = await examine(context.tx, revision, context.graceStartsAt, context.at)
  return Math.min(must(expiry, 'the end of a candidate'), nextLook ?? Number.MAX_SAFE_INTEGER)
}

async function refreshComment({ tx }: ChangeContext, item: Item) {
  const live = await listLive(tx, item.id)
  const published = live.find(({ status }) => status === 'published')
  const before = await findSight(tx, item.id)
  const readable = published && before.parent_readable === 1 ? 1 : 0
  await saveDerived(tx, item.id, {
    newest_revision_id: await findNewestId(tx, item.id),
    candidate_revision_id: null,
    public_revision_id: published?.id ?? null,
    readable,
    is_counted: 0,
  })
  for (const { id, status, status_since } of live)
    await saveQueue(tx, id, { is_queued: 0, due_at: expiresAt(status, status_since) })
  // A direct reply counts for its parent by its own state alone, because a hidden parent hides its count, too.
  const change = Number(published !== undefined) - Number(item.public_revision_id !== null)
  if (change !== 0 && item.parent_id !== null) await addToCommentCount(tx, item.parent_id, change)
  if (readable === before.readable) return
  await showCommentEvents(tx, [item.id])
  const answers = item.comment_count
  const moved = answers > 0 ? await countShown(tx, item.id) : 1
  if (before.parent_shown === 1) await addToCommentCount(tx, item.post_id, readable === 1 ? moved : -moved)
  if (answers > 0) await beginWork(tx, commentsBelow, item.seq, Math.max(moved, answers))
}

/** The number of comments that one write changes. Each has a row and an event, and may have answers. */
const COMMENTS_PER_PART = ROWS_PER_PART / 2

/**
 * When a comment is shown or hidden, its answers follow. The comment's own row hides all of them at once, for every
 * reader and in the count. When they are shown again, they come back in parts, each with its count.
 */
export const commentsBelow: LongWork = {
  kind: 'comment',
  isSeen: isAnyComing,
  async doPart(tx) {
    const followers = await listFollowers(tx, COMMENTS_PER_PART)
    if (followers.length > 0) await follow(tx, followers)
    return 2 * followers.length + (await endFollowed(tx, COMMENTS_PER_PART))
  },
}

async function follow(tx: Tx, comments: readonly Follower[]) {
  await saveSight(tx, comments)
  const ids = comments.map(({ id }) => id)
  await showCommentEvents(tx, ids)
  const shown = comments.filter(({ counts }) => counts === 1)
  for (const [postId, { length }] of Map.groupBy(shown, ({ post_id }) => post_id))
    await addToCommentCount(tx, postId, length)
  const above = comments.filter(({ comment_count }) => comment_count > 0)
  await leaveWork(tx, commentsBelow, ...above.map(({ seq }) => seq))
}

/** Publishes an article's candidate if it has enough recommendations, and stores when to look again. */
export async function examineCandidate(context: ChangeContext, itemId: string): Promise<void> {
  const { tx, at, graceStartsAt } = context
  // This comes first, because it decides whether the candidate may be published: a restriction of its author may just
  // have ended.
  await refreshItem(context, itemId)
  const item = await readItem(tx, itemId)
  const revision = item.candidate_revision_id === null ? undefined : await findRevision(tx, item.candidate_revision_id)
  if (revision?.is_queued === 1 && (await examine(tx, revision, graceStartsAt, at)).isMet)
    await enterStatus(context, item, revision.id, 'published')
}

/** Makes the changes that are due by time, in order, each with the time at which it was due. */
export const settlementFor = (graceStartsAt: number): Settlement => ({
  isDue: isAnythingDue,
  async settle(tx, now, max = Number.POSITIVE_INFINITY) {
    for (let made = 0, due = await findFirstDue(tx, now); due; made++, due = await findFirstDue(tx, now)) {
      if (made === max) return true
      const context = { tx, at: due.due_at, graceStartsAt }
      const revision = await readRevision(tx, due.id)
      const expiry = expiresAt(revision.status, revision.status_since)
      if (expiry === null || expiry > due.due_at) await examineCandidate(context, due.item_id)
      else {
        await saveStatus(tx, { id: due.id, status: 'expired', former_status: null, status_since: expiry })
        await refreshItem(context, due.item_id)
        const decided = { revision_id: due.id, decision: 'expired' as const, event_at: expiry }
        await deliverDecision(tx, await readItem(tx, due.item_id), decided)
      }
    }
    return false
  },
})

/**
 * Examines candidates after a change of an account's karma or state, because its recommendations may begin to count, or
 * its own candidates may become free. If many accounts change at once, only their karma changes. The next operation
 * that could see the result then examines the candidates.
 */
export const articleFollower = (graceStartsAt: number): AccountFollower => ({
  async after({ tx, accountIds, now, areEnding }) {
    const own = await listCandidatesOf(tx, accountIds)
    const ofPeers = areEnding ? await listCandidatesOfPeers(tx, accountIds) : []
    const itemIds = new Set([...own, ...ofPeers].map(({ item_id }) => item_id))
    for (const itemId of itemIds) await examineCandidate({ tx, at: now, graceStartsAt }, itemId)
  },
  afterMany: ({ tx, now }) => makeCandidatesDue(tx, now),
})

export type WithdrawContext = { tx: Tx; now: number; graceStartsAt: number; followers: Followers }

/** Withdraws an item for its author, with every revision that can still change. */
export const withdrawItem = (
  context: WithdrawContext,
  item: Pick<Item, 'id' | 'author_id'>,
  live: readonly LiveRevision[],
) => {
  const { tx, now, graceStartsAt, followers } = context
  // Withdrawn work no longer counts for its author's reputation, so the author's recommendations are examined again.
  return changeAccounts(
    followers,
    { tx, accountIds: item.author_id === null ? [] : [item.author_id], now },
    async () => {
      await saveStatuses(tx, withdrawn(live, now))
      await saveWithdrawn(tx, item.id, now)
      await refreshItem({ tx, at: now, graceStartsAt }, item.id)
    },
  )
}
