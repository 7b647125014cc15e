/** Finds comments that are shown or hidden together with the comments above them. */
import { must } from '../../kernel/must.ts'
import { isRowShown, isShown } from '../../storage/removed.ts'
import { rowsOf, type Statement, sql, type Tx } from '../../storage/sql.ts'

type Sight = { readable: number; parent_readable: number; parent_shown: number }

/** Whether the comment and the one above it are readable by their rows, and whether readers see the one above. */
export const findSight = async (tx: Tx, id: string) =>
  must(
    await tx.one<Sight>(sql`
      SELECT i.readable, COALESCE(p.readable, 1) AS parent_readable,
             CASE WHEN i.parent_id IS NULL OR ${isRowShown(sql`p`)} THEN 1 ELSE 0 END AS parent_shown
      FROM article_items i LEFT JOIN article_items p ON p.id = i.parent_id WHERE i.id = ${id}`),
    'comment',
  )

const unfollowed = sql`(SELECT number FROM unfinished_work WHERE kind = 'comment')`
const answers = (comment: Statement, parent: Statement) =>
  sql`${comment}.public_revision_id IS NOT NULL AND ${comment}.parent_id = ${parent}`

/**
 * Counts the comments that are shown or hidden together with this one. It reads only comments with answers and adds up
 * their stored counts. If the answers of a comment do not all follow it yet, it counts those answers instead.
 */
export async function countShown(tx: Tx, commentId: string): Promise<number> {
  const row = await tx.one<{ count: number }>(sql`
    WITH RECURSIVE below (id, seq, comment_count) AS (
      SELECT id, seq, comment_count FROM article_items WHERE id = ${commentId}
      UNION ALL SELECT c.id, c.seq, c.comment_count
      FROM below JOIN article_items c ON ${answers(sql`c`, sql`below.id`)} AND c.readable = 1 AND c.comment_count > 0)
    SELECT 1 + SUM(CASE WHEN below.id = ${commentId} OR below.seq IN ${unfollowed}
      THEN (SELECT COUNT(*) FROM article_items c WHERE ${answers(sql`c`, sql`below.id`)} AND c.readable = 1)
      ELSE comment_count END) AS count FROM below`)
  return Number(row?.count)
}

export type Follower = {
  seq: number
  id: string
  post_id: string
  comment_count: number
  readable: number
  counts: number
}

/**
 * Lists some answers that do not follow the comment above them yet, with their next state. The newest comments come
 * first, so that no comment is shown before all comments below it are hidden.
 */
export const listFollowers = (tx: Tx, max: number) =>
  tx.all<Follower>(sql`
    SELECT c.seq, c.id, c.post_id, c.comment_count, p.readable,
           CASE WHEN ${isShown(sql`p`)} THEN 1 ELSE 0 END AS counts
    FROM (${someUnfollowed(max)}) AS w JOIN article_items p ON p.seq = w.number
    JOIN article_items c ON ${answers(sql`c`, sql`p.id`)} AND c.readable = 1 - p.readable
    WHERE p.readable = 0 OR c.seq NOT IN ${unfollowed} LIMIT ${max}`)

const someUnfollowed = (max: number) =>
  sql`SELECT number FROM unfinished_work WHERE kind = 'comment' ORDER BY number DESC LIMIT ${max}`

/** Ends the work on those comments of `listFollowers` whose answers all follow. */
export const endFollowed = (tx: Tx, max: number) =>
  tx.run(sql`
    DELETE FROM unfinished_work WHERE kind = 'comment' AND number IN (${someUnfollowed(max)}) AND NOT EXISTS (
      SELECT 1 FROM article_items p JOIN article_items c ON ${answers(sql`c`, sql`p.id`)} AND c.readable = 1 - p.readable
      WHERE p.seq = unfinished_work.number)`)

export const saveSight = (tx: Tx, comments: readonly Pick<Follower, 'seq' | 'readable'>[]) =>
  tx.run(sql`
    UPDATE article_items SET readable = CAST(value ->> 1 AS BIGINT)
    FROM ${rowsOf(
      tx,
      comments.map(({ seq, readable }) => [seq, readable]),
    )} WHERE seq = CAST(value ->> 0 AS BIGINT)`)

export const addToCommentCount = (tx: Tx, itemId: string, count: number) =>
  tx.run(sql`UPDATE article_items SET comment_count = comment_count + ${count} WHERE id = ${itemId}`)

/** Whether work that is not finished will show comments. */
export const isAnyComing = async (tx: Tx) =>
  (await tx.one(sql`
    SELECT 1 AS found FROM unfinished_work w JOIN article_items p ON p.seq = w.number
    WHERE w.kind = 'comment' AND p.readable = 1 LIMIT 1`)) !== undefined
