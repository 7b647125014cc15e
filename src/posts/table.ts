import { type PageQuery, rowsToFetch } from '../kernel/paging.ts'
import { sql, type Tx } from '../storage/sql.ts'

export type NewPost = {
  seq: number
  id: string
  thread_id: string | null
  root_seq: number
  author_id: string
  topic: string
  title: string
  body: string
  body_length: number
  created_at: number
}

/** A message as it is read: with its author's name and its thread's count of replies. */
export type Post = NewPost & { author: string; score: number; thread_reply_count: number }

const columns = sql`
  p.seq, p.id, p.thread_id, p.root_seq, p.author_id, accounts.name AS author, p.topic, p.title, p.body, p.body_length,
  p.created_at, p.score, COALESCE(root.reply_count, p.reply_count) AS thread_reply_count`
const source = sql`
  posts p JOIN accounts ON accounts.id = p.author_id LEFT JOIN posts root ON root.id = p.thread_id`

export const findPost = (tx: Tx, id: string) => tx.one<Post>(sql`SELECT ${columns} FROM ${source} WHERE p.id = ${id}`)

/** In scanning order: ascending in after mode, else descending, with one row more than the page needs. */
export const listReplies = (tx: Tx, threadId: string, page: PageQuery) =>
  tx.all<Post>(
    page.after === undefined
      ? sql`SELECT ${columns} FROM ${source}
            WHERE p.thread_id = ${threadId} AND p.seq < ${page.before ?? Number.MAX_SAFE_INTEGER}
            ORDER BY p.seq DESC LIMIT ${rowsToFetch(page)}`
      : sql`SELECT ${columns} FROM ${source}
            WHERE p.thread_id = ${threadId} AND p.seq > ${page.after}
            ORDER BY p.seq ASC LIMIT ${rowsToFetch(page)}`,
  )

export async function insertPost(tx: Tx, post: NewPost): Promise<void> {
  await tx.run(sql`
    INSERT INTO posts (seq, id, thread_id, root_seq, author_id, topic, title, body, body_length, created_at)
    VALUES (${post.seq}, ${post.id}, ${post.thread_id}, ${post.root_seq}, ${post.author_id}, ${post.topic},
            ${post.title}, ${post.body}, ${post.body_length}, ${post.created_at})`)
  if (post.thread_id) await tx.run(sql`UPDATE posts SET reply_count = reply_count + 1 WHERE id = ${post.thread_id}`)
}

/** Deletes a reply, or a thread with all its replies; returns how many replies went with it. */
export async function deletePost(tx: Tx, { id, thread_id }: Pick<Post, 'id' | 'thread_id'>): Promise<number> {
  const replies = thread_id ? 0 : await tx.run(sql`DELETE FROM posts WHERE thread_id = ${id}`)
  await tx.run(sql`DELETE FROM posts WHERE id = ${id}`)
  if (thread_id) await tx.run(sql`UPDATE posts SET reply_count = reply_count - 1 WHERE id = ${thread_id}`)
  return replies
}
