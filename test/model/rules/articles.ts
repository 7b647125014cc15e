/** What authors, reviewers and the operator do with articles and comments: sections 14, 15, 17 and 18 of the rules. */
import type { GuestSession } from './guests.ts'
import {
  articlesIn,
  type Content,
  type Item,
  isArticle,
  isOpen,
  isReadable,
  isReadableToOthers,
  isWaiting,
  newestOf,
  publishedOf,
  type Revision,
  readBy,
  readsRevision,
  type Status,
} from './items.ts'
import { announce, decide, expireDue, publishDue } from './trust.ts'
import { votingOf, whyNoNewVote } from './votes.ts'
import { type Account, spend, usedToday, type World } from './world.ts'

export type Verdict = 'passes' | 'uncertain' | 'fails'

/** The words of the operator decide on plain English; an article is also compared with others. (14.11, 14.14) */
export function verdictOn(world: World, { title, text }: Content, item: Item | null, isComment: boolean): Verdict {
  const has = (words: readonly string[]) => words.some((word) => `${title} ${text}`.includes(word))
  const isCopy = articlesIn(world).some(
    (other) =>
      other !== item &&
      other.revisions.some(
        ({ status, content }) =>
          (status === 'published' || status === 'rejected') && content.title === title && content.text === text,
      ),
  )
  if (has(world.words.hard) || (!isComment && isCopy)) return 'fails'
  return has(world.words.soft) ? 'uncertain' : 'passes'
}

/** The earlier submission under this key, or a conflict. (14.6) */
export function earlierUnder(world: World, account: Account, key: string, request: string) {
  const known = world.articleKeys.find((candidate) => candidate.account === account && candidate.key === key)
  if (!known) return null
  return known.request === request ? known : '409 IDEMPOTENCY_CONFLICT'
}

/** 15.11 */
const whyNotOwner = (caller: Account, item: Item) =>
  item.author === caller ? null : isReadable(item) ? '403 NOT_OWNER' : '404 NOT_FOUND'

const waitingOf = (world: World, account: Account) =>
  articlesIn(world).filter(({ author, revisions }) => author === account && revisions.some(isWaiting))
export const pendingOf = (world: World, account: Account) => waitingOf(world, account).length

/** A new article, or a revision of one. (14.7, 14.8) */
export function whyNotSubmit(world: World, author: Account, item: Item | null, resumes: boolean): string | null {
  if (item) {
    const stranger = whyNotOwner(author, item)
    if (stranger) return stranger
    if (!isArticle(item) || item.restricted || (item.withdrawn && !resumes)) return '409 REVISION_STATE' // 15.7, 15.8, 15.10
  }
  if (author.restricted) return '403 ACCOUNT_RESTRICTED'
  const adds = !item?.revisions.some(isWaiting)
  if (adds && pendingOf(world, author) >= world.limits.pending) return '409 PENDING_LIMIT'
  return usedToday(world, 'revisions', author.id) >= world.limits.revisions ? '429 DAILY_LIMIT' : null
}

export type Place = { post: Item; revision: Revision; of: Item; parent: Item | null }

/** The article, the revision and the parent are looked at in this order. (18.2, 18.3) */
export function whyNotComment(world: World, author: Account, { post, revision, of, parent }: Place): string | null {
  if (!isArticle(post) || !readBy(author, post)) return '404 NOT_FOUND'
  if (!isReadable(post)) return '409 COMMENTS_CLOSED'
  if (!readsRevision(author, of, revision)) return '404 NOT_FOUND'
  if (of !== post) return '400 INVALID_FIELD'
  if (!isReadableToOthers(post, revision)) return '409 COMMENTS_CLOSED'
  if (parent && !readBy(author, parent)) return '404 NOT_FOUND'
  if (parent && (parent.post !== post || isArticle(parent))) return '400 INVALID_FIELD'
  if (parent && !isReadable(parent)) return '409 COMMENTS_CLOSED'
  if (parent && parent.depth >= 32) return '409 COMMENT_DEPTH'
  if (author.restricted) return '403 ACCOUNT_RESTRICTED'
  return usedToday(world, 'comments', author.id) >= world.limits.comments ? '429 DAILY_LIMIT' : null
}

export function addItem(world: World, id: string, author: Account | GuestSession, place: Place | null): Item {
  const item: Item = {
    id,
    seq: world.items.length + 1,
    author,
    post: undefined as never,
    parent: place?.parent ?? null,
    depth: place ? (place.parent?.depth ?? 0) + 1 : 0,
    withdrawn: false,
    restricted: false,
    removed: false,
    revisions: [],
    firstPublishedAt: null,
    updatedAt: null,
  }
  item.post = place?.post ?? item
  world.items.push(item)
  return item
}

/** A new revision enters the state that its verdict gives it. (15.1) */
export function addRevision(world: World, item: Item, id: string, content: Content, verdict: Verdict): Revision {
  const status: Status = 'rejected'
  const revision: Revision = {
    id,
    content,
    status,
    former: null,
    since: world.now,
    wasOpen: false,
    wasPublic: false,
    closed: false,
    appeals: 0,
  }
  item.revisions.push(revision)
  if ('name' in item.author) spend(world, isArticle(item) ? 'revisions' : 'comments', item.author.id)
  enter(world, item, revision, verdict)
  return revision
}

/** 15.1, 15.4, 15.7; approvals and appeals lead to the same states. */
export function enter(world: World, item: Item, revision: Revision, verdict: Verdict) {
  const passed = isArticle(item) ? 'awaiting_votes' : 'published'
  const status = verdict === 'passes' ? passed : verdict === 'uncertain' ? 'auto_review' : 'rejected'
  if (status !== 'rejected')
    for (const older of item.revisions)
      if (older !== revision && isWaiting(older)) Object.assign(older, { status: 'superseded', since: world.now })
  if (status !== 'rejected') item.withdrawn = false
  if (status !== revision.status) revision.since = world.now
  revision.status = status
  if (status === passed) announce(world, item, revision)
  publishDue(world)
}

/** 15.6 */
export function withdraw(world: World, caller: Account | GuestSession, item: Item): string | { replayed: boolean } {
  const stranger = 'name' in caller ? whyNotOwner(caller, item) : null
  if (stranger) return stranger
  if (item.withdrawn) return { replayed: true }
  const ends = item.revisions.filter(
    (revision) => isOpen(revision) || isWaiting(revision) || revision.status === 'restricted',
  )
  if (ends.length === 0) return '409 REVISION_STATE'
  for (const revision of ends) Object.assign(revision, { status: 'withdrawn', former: null, since: world.now })
  for (const revision of item.revisions) revision.closed = true
  item.withdrawn = true
  publishDue(world)
  return { replayed: false }
}

/** 15.9 */
export function whyNotAppeal(author: Account, item: Item, revision: Revision): string | null {
  const stranger =
    item.author === author ? null : readsRevision(author, item, revision) ? '403 NOT_OWNER' : '404 NOT_FOUND'
  if (stranger) return stranger
  const canBe = revision.status === 'rejected' || revision.status === 'auto_review'
  if (!canBe || revision !== newestOf(item) || revision.closed || item.restricted) return '409 REVISION_STATE'
  if (revision.appeals >= 2) return '409 APPEALS_EXHAUSTED'
  return author.restricted ? '403 ACCOUNT_RESTRICTED' : null
}

/** 15.8 */
export function restrictItem(world: World, item: Item) {
  if (item.restricted) return
  for (const revision of item.revisions)
    if (isOpen(revision) || isWaiting(revision))
      Object.assign(revision, { former: revision.status, status: 'restricted' })
  item.restricted = true
  publishDue(world)
}

/** Restores the former states; what has run out of time meanwhile has expired. (15.8, 16.8) */
export function liftItem(world: World, item: Item) {
  item.restricted = false
  const restored = item.revisions.filter(({ status }) => status === 'restricted')
  for (const revision of restored) Object.assign(revision, { status: revision.former, former: null })
  expireDue(world)
  for (const revision of restored.filter(isOpen)) announce(world, item, revision)
  publishDue(world)
}

/** 21.3: in `auto_review` only. */
export function judge(world: World, item: Item, revision: Revision, approves: boolean) {
  enter(world, item, revision, approves ? 'passes' : 'fails')
  if (!approves) decide(world, item, revision, 'rejected')
  else if (!isArticle(item)) decide(world, item, revision, 'published')
}

/** A refusal, the earlier vote, or null if the vote counts. (17.2) */
export function whyNotRecommend(world: World, voter: Account, item: Item, revision: Revision, value: 1 | -1) {
  if (!readsRevision(voter, item, revision)) return '404 NOT_FOUND'
  if (item.author === voter) return '403 SELF_VOTE'
  const earlier = world.itemVotes.find((vote) => vote.voter === voter && vote.revision === revision)
  if (earlier) return earlier.value === value ? earlier : '409 VOTE_IMMUTABLE'
  if (!isArticle(item) || !isOpen(revision)) return '409 NOT_VOTABLE'
  return whyNoNewVote(world, voter)
}

export function recommend(world: World, voter: Account, item: Item, revision: Revision, value: 1 | -1) {
  const { weight } = votingOf(world, voter)
  const cast = { voter, item, revision, value, weight, at: world.now }
  spend(world, 'votes', voter.id)
  world.itemVotes.push(cast)
  publishDue(world)
  return cast
}

/** What every receipt of 14.5 says about its item and revision. */
export const receiptFor = (item: Item, revision: Revision, website_status: string) => ({
  item: { id: item.id, kind: isArticle(item) ? 'post' : 'comment', post_id: item.post.id },
  published_revision: publishedOf(item)?.id ?? null,
  submitted_revision: revision.id,
  revision_status: revision.status,
  website_status,
})
