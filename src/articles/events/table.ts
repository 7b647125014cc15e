/** The activity stream. `is_shown` follows what others may read, so that a page costs a page. */
import { type PageQuery, rowsToFetch } from '../../kernel/paging.ts'
import { nextSeq } from '../../storage/counters.ts'
import { rowsOf, sql, type Tx } from '../../storage/sql.ts'

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
    INSERT INTO article_events (seq, event_type, event_at, post_id, item_id, revision_id, is_shown)
    VALUES (${seq}, ${event.event_type}, ${event.event_at}, ${event.post_id}, ${event.item_id}, ${event.revision_id},
            ${event.is_shown})`)
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

/** The events of comments show while the comment and its article are readable. */
const commentIsShown = sql`(SELECT CASE WHEN i.readable = 1 AND p.readable = 1 THEN 1 ELSE 0 END
  FROM article_items i JOIN article_items p ON p.id = i.post_id WHERE i.id = article_events.item_id)`

/** When the article comes into sight or goes out of it. */
export const showCommentEvents = (tx: Tx, postId: string) =>
  tx.run(sql`UPDATE article_events SET is_shown = ${commentIsShown} WHERE post_id = ${postId} AND item_id <> ${postId}`)

/** When a comment does, with everything below it. */
export const showSubtreeEvents = (tx: Tx, commentId: string) =>
  tx.run(sql`
    UPDATE article_events SET is_shown = ${commentIsShown} WHERE item_id IN (
      WITH RECURSIVE below (id) AS (
        SELECT CAST(${commentId} AS TEXT)
        UNION ALL SELECT c.id FROM article_items c JOIN below ON c.parent_id = below.id)
      SELECT id FROM below)`)

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
    revision_status: string
  }

/** Everything about an event that can change while it is shown, so that its text can be cached under it. */
export type EventKey = { seq: number; is_published: number; article_is_public: number }

const sightOf = sql`
  CASE WHEN e.revision_id = i.public_revision_id THEN 1 ELSE 0 END AS is_published,
  CASE WHEN p.public_revision_id IS NULL THEN 0 ELSE 1 END AS article_is_public`

export function listEventKeys(tx: Tx, page: PageQuery): Promise<EventKey[]> {
  const bounds =
    page.after === undefined
      ? sql`(e.seq + 0) < ${page.before ?? Number.MAX_SAFE_INTEGER} ORDER BY (e.seq + 0) DESC`
      : sql`(e.seq + 0) > ${page.after} ORDER BY (e.seq + 0) ASC`
  return tx.all(sql`
    SELECT e.seq, ${sightOf}
    FROM article_events e JOIN article_items i ON i.id = e.item_id JOIN article_items p ON p.id = e.post_id
    WHERE e.is_shown = 1 AND ${bounds} LIMIT ${rowsToFetch(page)}`)
}

export const listEvents = (tx: Tx, seqs: readonly number[]): Promise<EventRow[]> => {
  const rows = seqs.map((seq) => [seq])
  return tx.all(sql`
    SELECT e.seq, ${sightOf}, e.event_type, e.event_at, e.post_id, e.item_id, e.revision_id, i.kind, i.author_id,
           i.guest_name, (SELECT name FROM accounts a WHERE a.id = i.author_id) AS author, i.parent_id,
           i.article_revision_id, i.depth, r.title, r.preview, r.status AS revision_status
    FROM article_events e JOIN article_items i ON i.id = e.item_id JOIN article_items p ON p.id = e.post_id
    JOIN article_revisions r ON r.id = e.revision_id
    WHERE e.seq IN (SELECT CAST(value ->> 0 AS BIGINT) FROM ${rowsOf(tx, rows)})`)
}
