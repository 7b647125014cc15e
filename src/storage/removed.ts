/**
 * Threads that are gone for every reader while their rows are still there (see `unfinished.ts`). Whoever reads messages,
 * or what votes on them come to, reads from here; the tables themselves are for writes.
 */
import { type Statement, sql, type Tx } from './sql.ts'

const removed = sql`(SELECT number FROM unfinished_work WHERE kind = 'thread')`
const removedUnsorted = sql`(SELECT number FROM unfinished_work WHERE kind = 'unsorted_thread')`

/** The messages of each board, for a `FROM`. */
export const shownPosts = sql`(SELECT * FROM posts WHERE root_seq NOT IN ${removed})`
export const shownUnsorted = sql`(SELECT * FROM unsorted_posts WHERE root_seq NOT IN ${removedUnsorted})`

/** Almost always false; the statements below then read the tables alone. */
export const isRemoving = async (tx: Tx) =>
  (await tx.one(sql`SELECT 1 AS found FROM unfinished_work WHERE kind IN ('thread', 'unsorted_thread') LIMIT 1`)) !==
  undefined

/** Votes on messages that are shown. */
export const shownVotes = async (tx: Tx): Promise<Statement> =>
  (await isRemoving(tx))
    ? sql`(SELECT v.* FROM votes v
           WHERE NOT EXISTS (SELECT 1 FROM posts p WHERE p.id = v.post_id AND p.root_seq IN ${removed})
             AND NOT EXISTS (SELECT 1 FROM unsorted_posts p WHERE p.id = v.post_id AND p.root_seq IN ${removedUnsorted}))`
    : sql`votes`

const countOf = (value: 1 | -1) => sql`SUM(CASE WHEN v.value = ${value} THEN 1 ELSE 0 END)`

/** What each voter's votes on the shown messages of some authors come to; `which` completes `author_id …`. */
export const shownPeers = async (tx: Tx, which: Statement): Promise<Statement> =>
  (await isRemoving(tx))
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
