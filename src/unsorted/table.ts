import { type PageQuery, rowsToFetch } from '../kernel/paging.ts'
import { shownUnsorted } from '../storage/removed.ts'
import { joined, sql, type Tx } from '../storage/sql.ts'

export type NewUnsortedPost = {
  seq: number
  id: string
  thread_id: string | null
  root_seq: number
  body: string
  created_at: number
}

export type UnsortedPost = NewUnsortedPost & { score: number; reply_count: number }

const columns = sql`seq, id, thread_id, root_seq, body, created_at, score, reply_count`

export const findUnsorted = (tx: Tx, id: string) =>
  tx.one<UnsortedPost>(sql`SELECT ${columns} FROM ${shownUnsorted} p WHERE id = ${id}`)

/** Threads and replies alike, newest first. */
export const listUnsorted = (tx: Tx, page: PageQuery) =>
  tx.all<UnsortedPost>(sql`
    SELECT ${columns} FROM ${shownUnsorted} p WHERE seq < ${page.before ?? Number.MAX_SAFE_INTEGER}
    ORDER BY seq DESC LIMIT ${rowsToFetch(page)}`)

export const listUnsortedReplies = (tx: Tx, threadId: string, page: PageQuery) =>
  tx.all<UnsortedPost>(sql`
    SELECT ${columns} FROM ${shownUnsorted} p
    WHERE thread_id = ${threadId} AND (seq + 0) < ${page.before ?? Number.MAX_SAFE_INTEGER}
    ORDER BY (seq + 0) DESC LIMIT ${rowsToFetch(page)}`)

export async function insertUnsorted(tx: Tx, post: NewUnsortedPost): Promise<void> {
  await tx.run(sql`
    INSERT INTO unsorted_posts (seq, id, thread_id, root_seq, body, created_at)
    VALUES (${post.seq}, ${post.id}, ${post.thread_id}, ${post.root_seq}, ${post.body}, ${post.created_at})`)
  if (post.thread_id)
    await tx.run(sql`UPDATE unsorted_posts SET reply_count = reply_count + 1 WHERE id = ${post.thread_id}`)
}

/** What one request published. */
export type UnsortedPublication = {
  request_key: string
  content_hash: string
  post_id: string
  seq: number
  thread_id: string | null
}

export const findUnsortedPublication = (tx: Tx, requestKey: string) =>
  tx.one<UnsortedPublication>(sql`
    SELECT request_key, content_hash, post_id, seq, thread_id
    FROM unsorted_publications WHERE request_key = ${requestKey}`)

export const insertUnsortedPublication = (tx: Tx, publication: UnsortedPublication) =>
  tx.run(sql`
    INSERT INTO unsorted_publications (request_key, content_hash, post_id, seq, thread_id)
    VALUES (${publication.request_key}, ${publication.content_hash}, ${publication.post_id}, ${publication.seq},
            ${publication.thread_id})`)

/** Deletes a reply alone. */
export async function deleteUnsortedReply(tx: Tx, { id, thread_id }: Pick<UnsortedPost, 'id' | 'thread_id'>) {
  await tx.run(sql`DELETE FROM unsorted_posts WHERE id = ${id}`)
  await tx.run(sql`UPDATE unsorted_posts SET reply_count = reply_count - 1 WHERE id = ${thread_id}`)
}

/** Some rows of a thread that is being removed: its newest replies or, after those, its root. */
export async function listLastUnsorted(tx: Tx, rootSeq: number, count: number) {
  const root = await tx.one<{ seq: number; id: string }>(sql`SELECT seq, id FROM unsorted_posts WHERE seq = ${rootSeq}`)
  if (!root) return []
  const replies = await tx.all<{ seq: number; id: string }>(sql`
    SELECT seq, id FROM unsorted_posts WHERE thread_id = ${root.id} ORDER BY (seq + 0) DESC LIMIT ${count}`)
  return replies.length > 0 ? replies : [root]
}

export const deleteUnsortedRows = (tx: Tx, seqs: readonly number[]) =>
  tx.run(sql`DELETE FROM unsorted_posts WHERE seq IN (${joined(seqs)})`)
