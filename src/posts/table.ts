import { type PageQuery, rowsToFetch } from '../kernel/paging.ts'
import { fixed } from '../settings/limits.ts'
import { shownPosts } from '../storage/removed.ts'
import { idsOf, joined, nothing, numbersOf, type Statement, sql, type Tx, valuesOf } from '../storage/sql.ts'
import type { ThreadHead } from './rules.ts'

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

/** A message in a feed: as much of its text as a preview shows. */
export type PostPreview = Omit<Post, 'body'> & { preview: string }

/** The key of a cached row: everything else about a message never changes. */
export type PostKey = Pick<Post, 'seq' | 'id' | 'thread_id' | 'author_id' | 'score' | 'thread_reply_count'>

/** Subqueries, not joins: with a join the planner may read the whole table for one page. */
const key = sql`
  p.seq, p.id, p.thread_id, p.author_id, p.score,
  COALESCE((SELECT root.reply_count FROM posts root WHERE root.id = p.thread_id), p.reply_count) AS thread_reply_count`
const columns = sql`
  ${key}, p.root_seq, p.topic, p.title, p.body_length, p.created_at,
  (SELECT name FROM accounts WHERE accounts.id = p.author_id) AS author`
const whole = sql`${columns}, p.body`
const short = sql`${columns}, SUBSTR(p.body, 1, ${fixed.previewMaxCodePoints}) AS preview`

export const findPost = (tx: Tx, id: string) =>
  tx.one<Post>(sql`SELECT ${whole} FROM ${shownPosts} p WHERE p.id = ${id}`)

/** The scanning order of a page: ascending in after mode, else descending, with one row more than the page needs. */
const pageBy = (order: Statement, page: PageQuery) =>
  page.after === undefined
    ? sql`${order} < ${page.before ?? Number.MAX_SAFE_INTEGER} ORDER BY ${order} DESC LIMIT ${rowsToFetch(page)}`
    : sql`${order} > ${page.after} ORDER BY ${order} ASC LIMIT ${rowsToFetch(page)}`

/** Three ways to write the same order. Each fits the one index that the feed should use: see the migration. */
const orders = { everything: sql`p.seq`, roots: sql`p.root_seq`, filtered: sql`(p.seq + 0)` }

export const listReplies = (tx: Tx, threadId: string, page: PageQuery) =>
  tx.all<Post>(
    sql`SELECT ${whole} FROM ${shownPosts} p WHERE p.thread_id = ${threadId} AND ${pageBy(orders.filtered, page)}`,
  )

export function listFeed(tx: Tx, rootsOnly: boolean, topic: string | undefined, page: PageQuery): Promise<PostKey[]> {
  const roots = rootsOnly ? sql`p.thread_id IS NULL AND` : nothing
  const ofTopic = topic === undefined ? nothing : sql`p.topic = ${topic} AND`
  const order = orders[topic !== undefined ? 'filtered' : rootsOnly ? 'roots' : 'everything']
  return tx.all(sql`SELECT ${key} FROM ${shownPosts} p WHERE ${roots} ${ofTopic} ${pageBy(order, page)}`)
}

/** Everything that one author wrote. */
export const listFeedOfAuthor = (tx: Tx, author: string, page: PageQuery): Promise<PostKey[]> =>
  tx.all(sql`SELECT ${key} FROM ${shownPosts} p WHERE p.author_id = ${author} AND ${pageBy(orders.filtered, page)}`)

export const listPreviews = (tx: Tx, seqs: readonly number[]) =>
  tx.all<PostPreview>(sql`SELECT ${short} FROM ${shownPosts} p WHERE p.seq IN ${numbersOf(tx, seqs)}`)

/** The newest messages of an account. */
export const listByAuthor = (tx: Tx, authorId: string, count: number) =>
  tx.all<PostPreview>(sql`
    SELECT ${short} FROM ${shownPosts} p WHERE p.author_id = ${authorId} ORDER BY (p.seq + 0) DESC LIMIT ${count}`)

/** The existing ones of these messages, by id. */
export async function mapKeys(tx: Tx, ids: readonly string[]): Promise<Map<string, PostKey>> {
  const found = await tx.all<PostKey>(sql`SELECT ${key} FROM ${shownPosts} p WHERE p.id IN ${idsOf(tx, ids)}`)
  return new Map(found.map((post) => [post.id, post]))
}

/** In the order of the sequence numbers asked for. */
export async function listKeys(tx: Tx, seqs: readonly number[]): Promise<PostKey[]> {
  const found = await tx.all<PostKey>(sql`SELECT ${key} FROM ${shownPosts} p WHERE p.seq IN ${numbersOf(tx, seqs)}`)
  const bySeq = new Map(found.map((post) => [post.seq, post]))
  return seqs.flatMap((seq) => bySeq.get(seq) ?? [])
}

export async function mapThreadHeads(tx: Tx, ids: readonly string[]): Promise<Map<string, ThreadHead>> {
  const found = await tx.all<ThreadHead>(sql`
    SELECT id, seq, thread_id, author_id, topic FROM ${shownPosts} p WHERE id IN (${joined(ids)})`)
  return new Map(found.map((head) => [head.id, head]))
}

export const insertPosts = (tx: Tx, posts: readonly NewPost[]) =>
  tx.run(sql`
    INSERT INTO posts (seq, id, thread_id, root_seq, author_id, topic, title, body, body_length, created_at)
    ${valuesOf(
      posts.map((post) => [
        post.seq,
        post.id,
        post.thread_id,
        post.root_seq,
        post.author_id,
        post.topic,
        post.title,
        post.body,
        post.body_length,
        post.created_at,
      ]),
    )}`)

/** Counts new replies in their threads. */
export const addReplies = (tx: Tx, counts: ReadonlyMap<string, number>) =>
  tx.run(sql`
    UPDATE posts SET reply_count = reply_count + CASE id ${joined(
      [...counts].map(([id, count]) => sql`WHEN ${id} THEN CAST(${count} AS BIGINT)`),
      ' ',
    )} END
    WHERE id IN (${joined([...counts.keys()])})`)

/** Deletes a reply alone. */
export async function deleteReply(tx: Tx, { id, thread_id }: Pick<Post, 'id' | 'thread_id'>): Promise<void> {
  await tx.run(sql`DELETE FROM posts WHERE id = ${id}`)
  await tx.run(sql`UPDATE posts SET reply_count = reply_count - 1 WHERE id = ${thread_id}`)
}

export type MessageRow = { seq: number; id: string; author_id: string }

/** Some rows of a thread that is being removed: its newest replies or, after those, its root. */
export async function listLastRows(tx: Tx, rootSeq: number, count: number): Promise<MessageRow[]> {
  const root = await tx.one<MessageRow>(sql`SELECT seq, id, author_id FROM posts WHERE seq = ${rootSeq}`)
  if (!root) return []
  const replies = await tx.all<MessageRow>(sql`
    SELECT seq, id, author_id FROM posts WHERE thread_id = ${root.id} ORDER BY (seq + 0) DESC LIMIT ${count}`)
  return replies.length > 0 ? replies : [root]
}

export const deleteRows = (tx: Tx, seqs: readonly number[]) =>
  tx.run(sql`DELETE FROM posts WHERE seq IN ${numbersOf(tx, seqs)}`)

export type CheckedPost = Pick<NewPost, 'seq' | 'thread_id' | 'author_id' | 'created_at' | 'title' | 'body' | 'topic'>

/** For a recount of figures that are made from texts: the messages of one block, and whether any come after it. */
export async function listForCheck(
  tx: Tx,
  from: number,
  to: number,
): Promise<{ rows: CheckedPost[]; isLast: boolean }> {
  const rows = await tx.all<CheckedPost>(sql`
    SELECT seq, thread_id, author_id, created_at, title, body, topic FROM posts WHERE seq >= ${from} AND seq < ${to} ORDER BY seq`)
  const next = await tx.one(sql`SELECT seq FROM posts WHERE seq >= ${to} LIMIT 1`)
  return { rows, isLast: next === undefined }
}
