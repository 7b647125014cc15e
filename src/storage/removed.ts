/**
 * Threads and comments that are hidden from every reader while their rows still exist (see `unfinished.ts`). Every read
 * of messages, or of sums of their votes, uses these statements; only writes use the tables themselves.
 */
import { type Statement, sql, type Tx } from './sql.ts'

const removed = sql`(SELECT number FROM unfinished_work WHERE kind = 'thread')`
const removedUnsorted = sql`(SELECT number FROM unfinished_work WHERE kind = 'unsorted_thread')`

/** The messages of each board, for a `FROM`. */
export const shownPosts = sql`(SELECT * FROM posts WHERE root_seq NOT IN ${removed})`
/** What is in inboxes, without the messages of such threads. */
export const shownInboxItems = sql`(SELECT * FROM inbox_items WHERE root_seq NOT IN ${removed})`
export const shownUnsorted = sql`(SELECT * FROM unsorted_posts WHERE root_seq NOT IN ${removedUnsorted})`

/** One row if something is being removed, almost always none; the statements below then read the tables alone. */
export const removing = sql`SELECT 1 AS found FROM unfinished_work WHERE kind IN ('thread', 'unsorted_thread') LIMIT 1`
export const isRemoving = async (tx: Tx) => (await tx.one(removing)) !== undefined

/** Votes on messages that are shown. */
export const shownVotes = async (tx: Tx, removing = isRemoving(tx)): Promise<Statement> =>
  (await removing)
    ? sql`(SELECT v.* FROM votes v
           WHERE NOT EXISTS (SELECT 1 FROM posts p WHERE p.id = v.post_id AND p.root_seq IN ${removed})
             AND NOT EXISTS (SELECT 1 FROM unsorted_posts p WHERE p.id = v.post_id AND p.root_seq IN ${removedUnsorted}))`
    : sql`votes`

const countOf = (value: 1 | -1) => sql`SUM(CASE WHEN v.value = ${value} THEN 1 ELSE 0 END)`

/** The sums of each voter's votes on the shown messages of some authors; `which` completes `author_id …`. */
export const shownPeers = async (tx: Tx, which: Statement, removing = isRemoving(tx)): Promise<Statement> =>
  (await removing)
    ? sql`(SELECT k.author_id, k.voter_id, k.voter_created_at, k.voter_active,
                  k.ups - COALESCE(gone.ups, 0) AS ups, k.downs - COALESCE(gone.downs, 0) AS downs
           FROM peers k LEFT JOIN (
             SELECT v.author_id, v.voter_id, ${countOf(1)} AS ups, ${countOf(-1)} AS downs
             FROM votes v JOIN posts p ON p.id = v.post_id
             WHERE v.board = 'named' AND v.author_id ${which} AND p.root_seq IN ${removed}
             GROUP BY v.author_id, v.voter_id
           ) AS gone ON gone.author_id = k.author_id AND gone.voter_id = k.voter_id
           WHERE k.author_id ${which})`
    : sql`peers`

/**
 * Comments that are hidden by one above them, although their own rows still say that they are shown. Only comments with
 * answers are read one by one; for the others an index has all columns.
 */
const removedComments = sql`(
  WITH RECURSIVE hiding (id) AS (
    SELECT h.id FROM unfinished_work w JOIN article_items h ON h.seq = w.number WHERE w.kind = 'comment' AND h.readable = 0
    UNION ALL SELECT c.id FROM hiding JOIN article_items c ON c.parent_id = hiding.id
              WHERE c.public_revision_id IS NOT NULL AND c.readable = 1 AND c.comment_count > 0)
  SELECT c.seq FROM hiding JOIN article_items c ON c.parent_id = hiding.id
  WHERE c.public_revision_id IS NOT NULL AND c.readable = 1)`

/** Whether others may read an item, its article apart; `item` is the name of its row. For statements that look for items. */
export const isShown = (item: Statement) => sql`(${item}.readable = 1 AND ${isInSight(sql`${item}.seq`)})`

/** The same for an item whose row is known to be readable. */
export const isInSight = (seq: Statement) => sql`${seq} NOT IN ${removedComments}`

/** The same for a few rows that were found already: it looks only at the comments above them. */
export const isRowShown = (item: Statement) => sql`
  (${item}.readable = 1 AND (NOT EXISTS (SELECT 1 FROM unfinished_work WHERE kind = 'comment') OR NOT EXISTS (
    WITH RECURSIVE above (parent_id, readable) AS (
      SELECT a.parent_id, a.readable FROM article_items a WHERE a.id = ${item}.parent_id
      UNION ALL SELECT a.parent_id, a.readable FROM above JOIN article_items a ON a.id = above.parent_id)
    SELECT 1 FROM above WHERE readable = 0)))`
