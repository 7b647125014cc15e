import { sql, type Tx } from '../storage/sql.ts'

/** What one request id published. It outlives the message: `retained` is 0 once that is deleted. */
export type Publication = {
  account_id: string
  request_id: string
  content_hash: string
  post_id: string
  seq: number
  thread_id: string | null
  created_at: number
}

export const findPublication = (tx: Tx, accountId: string, requestId: string) =>
  tx.one<Publication & { retained: number }>(sql`
    SELECT account_id, request_id, content_hash, post_id, seq, thread_id, created_at,
           (SELECT COUNT(*) FROM posts WHERE posts.id = publications.post_id) AS retained
    FROM publications
    WHERE account_id = ${accountId} AND request_id = ${requestId}`)

export const insertPublication = (tx: Tx, publication: Publication) =>
  tx.run(sql`
    INSERT INTO publications (account_id, request_id, content_hash, post_id, seq, thread_id, created_at)
    VALUES (${publication.account_id}, ${publication.request_id}, ${publication.content_hash},
            ${publication.post_id}, ${publication.seq}, ${publication.thread_id}, ${publication.created_at})`)
