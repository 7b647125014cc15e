/**
 * The activity stream. So that a page costs a page, each event knows whether its own revision is open to others
 * (`is_shown`) and whether its article is (`article_shown`). The second may lag behind the article, whose thousands of
 * comments are too many for one write, so a page asks the article too.
 */
import { type PageQuery, rowsToFetch } from '../../kernel/paging.ts'
import { nextSeq } from '../../storage/counters.ts'
import { isInSight } from '../../storage/removed.ts'
import { idsOf, numbersOf, sql, type Tx } from '../../storage/sql.ts'
import type { RevisionStatus } from '../rules.ts'

export type EventType = 'submitted' | 'published'
export type NewEvent = {
  event_type: EventType
  event_at: number
  post_id: string
  item_id: string
  revision_id: string
}

export async function insertEvent(tx: Tx, event: NewEvent & { is_shown: number }): Promise<number> {
  const seq = await nextSeq(tx, 'event_seq')
  await tx.run(sql`
    INSERT INTO article_events (seq, event_type, event_at, post_id, item_id, revision_id, is_shown, article_shown)
    VALUES (${seq}, ${event.event_type}, ${event.event_at}, ${event.post_id}, ${event.item_id}, ${event.revision_id},
            ${event.is_shown}, (SELECT readable FROM article_items WHERE id = ${event.post_id}))`)
  return seq
}

/** The events of an article's own revisions show while the revision is its candidate or public. */
export const showArticleEvents = (tx: Tx, postId: string) =>
  tx.run(sql`
    UPDATE article_events
    SET is_shown = (SELECT CASE WHEN revision_id = i.candidate_revision_id OR revision_id = i.public_revision_id
                                THEN 1 ELSE 0 END
                    FROM article_items i WHERE i.id = article_events.item_id)
    WHERE item_id = ${postId}`)

/** After an article was shown or hidden: updates at most `max` of its events, and returns how many. */
export const followArticle = (tx: Tx, articleSeq: number, max: number) =>
  tx.run(sql`
    UPDATE article_events SET article_shown = 1 - article_shown WHERE seq IN (
      SELECT e.seq FROM article_items p JOIN article_events e ON e.post_id = p.id AND e.article_shown = 1 - p.readable
      WHERE p.seq = ${articleSeq} LIMIT ${max})`)

/** The same after comments were shown or hidden. */
export const showCommentEvents = (tx: Tx, commentIds: readonly string[]) =>
  tx.run(sql`
    UPDATE article_events
    SET is_shown = (SELECT i.readable FROM article_items i WHERE i.id = article_events.item_id)
    WHERE item_id IN ${idsOf(tx, commentIds)}`)

export type EventRow = NewEvent &
  EventKey & {
    kind: 'post' | 'comment'
    author_id: string | null
    guest_name: string | null
    author: string | null
    parent_id: string | null
    article_revision_id: string | null
    depth: number
    title: string
    preview: string
    revision_status: RevisionStatus
  }

/** Everything about an event that can change while it is shown, so that its text can be cached under it. */
export type EventKey = { seq: number; is_published: number; article_is_public: number }

const sightOf = sql`
  CASE WHEN e.revision_id = i.public_revision_id THEN 1 ELSE 0 END AS is_published,
  CASE WHEN p.public_revision_id IS NULL THEN 0 ELSE 1 END AS article_is_public`

/** A subquery, not a join: with one more table the planner may read all of it for one page. */
const isItemInSight = isInSight(sql`(SELECT i.seq FROM article_items i WHERE i.id = e.item_id)`)

export function listEventKeys(tx: Tx, page: PageQuery): Promise<EventKey[]> {
  const [bounds, order] =
    page.after === undefined
      ? [sql`(e.seq + 0) < ${page.before ?? Number.MAX_SAFE_INTEGER}`, sql`DESC`]
      : [sql`(e.seq + 0) > ${page.after}`, sql`ASC`]
  const some = sql`${bounds} ORDER BY (e.seq + 0) ${order} LIMIT ${rowsToFetch(page)}`
  return tx.all(sql`
    SELECT e.seq, ${sightOf}
    FROM (SELECT seq FROM (
            SELECT e.seq FROM article_events e JOIN article_items p ON p.id = e.post_id
            WHERE e.is_shown = 1 AND e.article_shown = 1 AND p.readable = 1 AND ${isItemInSight} AND ${some}) AS followed
          UNION ALL SELECT seq FROM (
            SELECT e.seq FROM unfinished_work w JOIN article_items p ON p.seq = w.number
            JOIN article_events e ON e.post_id = p.id AND e.article_shown = 0
            WHERE w.kind = 'article_events' AND p.readable = 1 AND e.is_shown = 1 AND ${isItemInSight}
              AND ${some}) AS lagging) AS found
    JOIN article_events e ON e.seq = found.seq
    JOIN article_items i ON i.id = e.item_id JOIN article_items p ON p.id = e.post_id
    ORDER BY e.seq ${order} LIMIT ${rowsToFetch(page)}`)
}

export const listEvents = (tx: Tx, seqs: readonly number[]): Promise<EventRow[]> =>
  tx.all(sql`
    SELECT e.seq, ${sightOf}, e.event_type, e.event_at, e.post_id, e.item_id, e.revision_id, i.kind, i.author_id,
           i.guest_name, (SELECT name FROM accounts a WHERE a.id = i.author_id) AS author, i.parent_id,
           i.article_revision_id, i.depth, r.title, r.preview, r.status AS revision_status
    FROM article_events e JOIN article_items i ON i.id = e.item_id JOIN article_items p ON p.id = e.post_id
    JOIN article_revisions r ON r.id = e.revision_id
    WHERE e.seq IN ${numbersOf(tx, seqs)}`)

/** A revision as an event shows it. */
export type DecidedRow = Omit<EventRow, 'seq' | 'event_type' | 'event_at'>

export const listDecided = (tx: Tx, revisionIds: readonly string[]) =>
  tx.all<DecidedRow>(sql`
    SELECT CASE WHEN r.id = i.public_revision_id THEN 1 ELSE 0 END AS is_published,
           CASE WHEN p.public_revision_id IS NULL THEN 0 ELSE 1 END AS article_is_public,
           i.post_id, i.id AS item_id, r.id AS revision_id, i.kind, i.author_id, i.guest_name,
           (SELECT name FROM accounts a WHERE a.id = i.author_id) AS author, i.parent_id, i.article_revision_id, i.depth,
           r.title, r.preview, r.status AS revision_status
    FROM article_revisions r JOIN article_items i ON i.id = r.item_id JOIN article_items p ON p.id = i.post_id
    WHERE r.id IN ${idsOf(tx, revisionIds)}`)
