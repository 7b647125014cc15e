/** Articles and comments, and who reads which revision of them: sections 14, 16 and 18 of the rules. */
import type { GuestSession } from './guests.ts'
import type { Account, World } from './world.ts'

export type Status =
  | 'awaiting_votes'
  | 'auto_review'
  | 'rejected'
  | 'published'
  | 'superseded'
  | 'expired'
  | 'withdrawn'
  | 'restricted'
/** What is sent; equal titles and texts have equal hashes. */
export type Content = { title: string; text: string }
export type Revision = {
  id: string
  content: Content
  status: Status
  /** What a lift restores. */
  former: Status | null
  since: number
  /** Others could read it once. */
  wasOpen: boolean
  wasPublic: boolean
  /** From before a withdrawal. (15.7) */
  closed: boolean
  appeals: number
}
export type Item = {
  id: string
  seq: number
  author: Account | GuestSession
  /** Itself for an article. */
  post: Item
  parent: Item | null
  depth: number
  withdrawn: boolean
  restricted: boolean
  removed: boolean
  revisions: Revision[]
  firstPublishedAt: number | null
  updatedAt: number | null
}
export type ItemVote = { voter: Account; item: Item; revision: Revision; value: 1 | -1; weight: number; at: number }
export type Event = { type: 'submitted' | 'published'; at: number; item: Item; revision: Revision }
/** An item of an inbox of the article side. (23.9) */
export type Told = { to: Account; at: number; item: Item; revision: Revision; reasons: string[]; decision?: string }
/** One space of keys for each account. (14.6) */
export type ArticleKey = { account: Account; key: string; request: string; item: Item; revision: Revision }

export const isArticle = ({ depth }: Item) => depth === 0
export const isOpen = ({ status }: Revision) => status === 'awaiting_votes' || status === 'published'
export const isWaiting = ({ status }: Revision) => status === 'awaiting_votes' || status === 'auto_review'
export const candidateOf = ({ revisions }: Item) => revisions.find(({ status }) => status === 'awaiting_votes')
export const publishedOf = ({ revisions }: Item) => revisions.find(({ status }) => status === 'published')
export const newestOf = ({ revisions }: Item) => revisions[revisions.length - 1] as Revision
export const articlesIn = ({ items }: World) => items.filter(isArticle)

/** Whether others than its author can read an item. (16.1, 18.5) */
export function isReadable(item: Item): boolean {
  if (isArticle(item)) return item.revisions.some(isOpen)
  return isUnhidden(item) && isReadable(item.post)
}
/** A comment that is published, as all comments above it are. */
const isUnhidden = (comment: Item): boolean =>
  publishedOf(comment) !== undefined && (comment.parent === null || isUnhidden(comment.parent))

/** 18.4 */
export const isPublic = (item: Item): boolean =>
  publishedOf(item.post) !== undefined && (isArticle(item) || isUnhidden(item))

/** The revision of an item that somebody reads; undefined where it is not found. (16.1) */
export function readBy(reader: Account, item: Item): Revision | undefined {
  if (item.author === reader) return newestOf(item)
  return isReadable(item) ? (candidateOf(item) ?? publishedOf(item)) : undefined
}

/** 16.2 */
export function isReadableToOthers(item: Item, revision: Revision): boolean {
  if (item.withdrawn || item.restricted || revision.closed) return false
  if (!isArticle(item)) return isReadable(item)
  return isOpen(revision) || (revision.status === 'superseded' && revision.wasOpen)
}
export const readsRevision = (reader: Account, item: Item, revision: Revision) =>
  item.author === reader || isReadableToOthers(item, revision)

/** 16.3 */
export function websiteStatusOf(item: Item) {
  if (item.restricted) return 'restricted'
  if (item.withdrawn) return 'withdrawn'
  if (!publishedOf(item)) return 'not_listed'
  return isPublic(item) ? 'listed' : 'hidden_by_ancestor'
}

/** The comments on an article that agents can read. (16.5) */
export const commentsOn = (world: World, post: Item) =>
  world.items.filter((item) => item.post === post && item !== post && isReadable(item))
export const answersTo = (world: World, comment: Item) =>
  world.items.filter((item) => item.parent === comment && isReadable(item))

/** 16.14 */
export const publicOutcome = (item: Item) =>
  isPublic(item) ? '200' : item.firstPublishedAt === null ? '404 NOT_FOUND' : '410 GONE'

/** What can be read now. (16.8) */
export const shownEvents = ({ events }: World) =>
  events.filter(({ item, revision }) => isOpen(revision) && isReadable(item))

/** 23.9 */
export const toldTo = ({ told }: World, account: Account) =>
  told.filter(({ to, item, decision }) => to === account && (decision !== undefined || isReadable(item)))

export const tallyOf = ({ itemVotes }: World, revision: Revision) => {
  const on = itemVotes.filter((vote) => vote.revision === revision)
  return {
    score: on.reduce((sum, { value, weight }) => sum + value * weight, 0),
    up: on.filter(({ value }) => value === 1).length,
    down: on.filter(({ value }) => value === -1).length,
  }
}
