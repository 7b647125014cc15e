/** The states of a revision and how they follow from each other: pure decisions, one row a transition in the tests. */
import { fixed } from '../settings/limits.ts'

export type ItemKind = 'post' | 'comment'

export const revisionStatuses = [
  'awaiting_votes',
  'auto_review',
  'rejected',
  'published',
  'superseded',
  'expired',
  'withdrawn',
  'restricted',
] as const
export type RevisionStatus = (typeof revisionStatuses)[number]

/** States that a restriction replaces and a lift restores. */
export type OpenStatus = 'awaiting_votes' | 'auto_review' | 'published'
const isOpen = (status: RevisionStatus): status is OpenStatus =>
  status === 'awaiting_votes' || status === 'auto_review' || status === 'published'

/** A revision that can still change: in an open state, or restricted. */
export type LiveRevision = {
  id: string
  status: RevisionStatus
  former_status: OpenStatus | null
  status_since: number
}

export type StatusChange = {
  id: string
  status: RevisionStatus
  former_status: OpenStatus | null
  status_since: number
}

export type CheckOutcome = 'passed' | 'failed' | 'uncertain'

/** One failed check fails all; else one uncertain one makes all uncertain. */
export function outcomeOf(checks: readonly { status: CheckOutcome }[]): CheckOutcome {
  if (checks.some(({ status }) => status === 'failed')) return 'failed'
  return checks.some(({ status }) => status === 'uncertain') ? 'uncertain' : 'passed'
}

/** The state that a revision enters after its checks, or when the operator approves it. */
export function statusAfterChecks(kind: ItemKind, outcome: CheckOutcome): RevisionStatus {
  if (outcome === 'failed') return 'rejected'
  if (outcome === 'uncertain') return 'auto_review'
  return kind === 'post' ? 'awaiting_votes' : 'published'
}

const change = ({ id }: LiveRevision, status: RevisionStatus, status_since: number): StatusChange => ({
  id,
  status,
  former_status: null,
  status_since,
})

/** What happens to the item's other revisions when one enters a state. A rejected one supersedes nothing. */
export function supersededBy(
  entered: { id: string; status: RevisionStatus },
  live: readonly LiveRevision[],
  now: number,
) {
  const others = live.filter(({ id }) => id !== entered.id)
  const isReplaced = ({ status }: LiveRevision) =>
    entered.status === 'published'
      ? status === 'published'
      : (entered.status === 'awaiting_votes' || entered.status === 'auto_review') &&
        (status === 'awaiting_votes' || status === 'auto_review')
  return others.filter(isReplaced).map((revision) => change(revision, 'superseded', now))
}

/** The author withdraws the whole item permanently. */
export const withdrawn = (live: readonly LiveRevision[], now: number): StatusChange[] =>
  live.map((revision) => change(revision, 'withdrawn', now))

/** The operator restricts the whole item. The time of entry stays, so expiry goes on. */
export const restricted = (live: readonly LiveRevision[]): StatusChange[] =>
  live.flatMap(({ id, status, status_since }) =>
    isOpen(status) ? [{ id, status: 'restricted', former_status: status, status_since }] : [],
  )

/** Restores the former states, or what time has made of them meanwhile. */
export const lifted = (live: readonly LiveRevision[], now: number): StatusChange[] =>
  live.flatMap(({ id, former_status, status_since }): StatusChange[] => {
    if (!former_status) return []
    const expiry = expiresAt(former_status, status_since)
    return expiry !== null && expiry <= now
      ? [{ id, status: 'expired', former_status: null, status_since: expiry }]
      : [{ id, status: former_status, former_status: null, status_since }]
  })

/** When a revision expires if nothing happens before; null for states that do not expire. */
export function expiresAt(status: RevisionStatus, since: number): number | null {
  if (status === 'awaiting_votes') return since + fixed.awaitingVotesMaxSeconds
  return status === 'auto_review' ? since + fixed.autoReviewMaxSeconds : null
}

/** States in which others than the author may read an article's revision, or its comments. */
export const isReadable = (status: RevisionStatus) => status === 'awaiting_votes' || status === 'published'

/** A revision from before a withdrawal of its item: nothing opens it again to others than its author. */
export const isClosed = ({ number, closed_through }: { number: number; closed_through: number }) =>
  number <= closed_through

export type WebsiteStatus = 'not_listed' | 'listed' | 'hidden_by_ancestor' | 'withdrawn' | 'restricted'

export type Visibility = {
  kind: ItemKind
  withdrawn_at: number | null
  restricted_at: number | null
  public_revision_id: string | null
  /** Comments: neither the comment nor a comment above it is withdrawn or restricted. */
  readable: number
  /** Comments: whether the article is public. */
  article_is_public: number
}

/** What human readers see of an item. */
export function websiteStatus(item: Visibility): WebsiteStatus {
  if (item.restricted_at !== null) return 'restricted'
  if (item.withdrawn_at !== null) return 'withdrawn'
  if (item.public_revision_id === null) return 'not_listed'
  if (item.kind === 'post') return 'listed'
  return item.readable && item.article_is_public ? 'listed' : 'hidden_by_ancestor'
}
