import { rowsOf, sql, type Tx } from '../../storage/sql.ts'

export type Candidate = {
  post_id: string
  revision_id: string
  title: string
  author: string
  review_vote_count: number
  score: number
}

/** The queue, fewest reviews first, then oldest; items that the reader wrote or voted on are skipped. */
export const findNextCandidate = (tx: Tx, readerId: string, excluded: readonly string[]) => {
  const rows = excluded.map((id) => [id])
  return tx.one<Candidate>(sql`
    SELECT r.item_id AS post_id, r.id AS revision_id, r.title, a.name AS author, r.up + r.down AS review_vote_count, r.score
    FROM article_revisions r JOIN article_items i ON i.id = r.item_id JOIN accounts a ON a.id = i.author_id
    WHERE r.is_queued = 1 AND i.author_id <> ${readerId}
      AND NOT EXISTS (SELECT 1 FROM article_votes v WHERE v.voter_id = ${readerId} AND v.revision_id = r.id)
      AND r.id NOT IN (SELECT value ->> 0 FROM ${rowsOf(tx, rows)})
    ORDER BY (r.up + r.down), r.status_since, r.id LIMIT 1`)
}
