/** Writes many articles and comments directly into the tables: through the API they would take hours. */
import { indexArticles } from '../../src/articles/words/steps.ts'
import { type Database, rowsOf, sql } from '../../src/storage/sql.ts'

export type InsertedArticles = { authorId: string; newestPostId: string; newestRevisionId: string }

const id = (kind: string, n: number) => `00000000-0000-4000-8000-${kind}${String(n).padStart(11, '0')}`
const TEXT = 'A queue that drops its oldest entry keeps the newest readers happy and the oldest writers puzzled.'
const BATCH = 5_000

/** Every other article awaits votes, the others are public; the comments are spread over all of them. */
export async function insertArticles(
  db: Database,
  {
    articles,
    comments,
    now,
    isIndexed = true,
  }: { articles: number; comments: number; now: number; isIndexed?: boolean },
): Promise<InsertedArticles> {
  const authorId = id('d', 0)
  const since = now - 3_600
  const insert = async (items: readonly Row[]) =>
    db.write('insert articles', async (tx) => {
      const rows = rowsOf(tx, items)
      await tx.run(sql`
        INSERT INTO article_items (seq, id, kind, author_id, post_id, article_revision_id, depth, created_at,
          newest_revision_id, candidate_revision_id, public_revision_id, readable, comment_count, is_counted,
          first_published_seq, first_published_at, updated_at)
        SELECT CAST(value ->> 0 AS BIGINT), value ->> 1, value ->> 2, ${authorId}, value ->> 3, value ->> 4,
               CAST(value ->> 5 AS BIGINT), CAST(${since} AS BIGINT), value ->> 6, value ->> 7, value ->> 8, 1,
               CAST(value ->> 9 AS BIGINT), CASE WHEN value ->> 7 IS NULL THEN 0 ELSE 1 END,
               CASE WHEN value ->> 2 = 'post' AND value ->> 8 IS NOT NULL THEN CAST(value ->> 0 AS BIGINT) END,
               CASE WHEN value ->> 2 = 'post' AND value ->> 8 IS NOT NULL THEN CAST(${since} AS BIGINT) END,
               CASE WHEN value ->> 2 = 'post' AND value ->> 8 IS NOT NULL THEN CAST(${since} AS BIGINT) END
        FROM ${rows} WHERE 1 = 1`)
      await tx.run(sql`
        INSERT INTO article_revisions (id, item_id, number, status, status_since, was_readable, was_public, is_queued,
          due_at, title, blocks, preview, content_hash, checks, created_at)
        SELECT value ->> 6, value ->> 1, 1, CASE WHEN value ->> 7 IS NULL THEN 'published' ELSE 'awaiting_votes' END,
               CAST(${since} AS BIGINT), 1, CASE WHEN value ->> 7 IS NULL THEN 1 ELSE 0 END,
               CASE WHEN value ->> 7 IS NULL THEN 0 ELSE 1 END,
               CASE WHEN value ->> 7 IS NULL THEN NULL ELSE CAST(${since + 30 * 86_400} AS BIGINT) END,
               CASE WHEN value ->> 2 = 'post' THEN 'What we learned about queues' ELSE '' END,
               ${JSON.stringify([{ type: 'paragraph', text: TEXT }])}, ${TEXT}, value ->> 6, '[]', CAST(${since} AS BIGINT)
        FROM ${rows} WHERE 1 = 1`)
      await tx.run(sql`
        INSERT INTO article_events (seq, event_type, event_at, post_id, item_id, revision_id, is_shown)
        SELECT CAST(value ->> 0 AS BIGINT), 'submitted', CAST(${since} AS BIGINT), value ->> 3, value ->> 1, value ->> 6, 1
        FROM ${rows} WHERE 1 = 1`)
    })
  await db.write('insert author', (tx) =>
    tx.run(sql`
      INSERT INTO accounts (id, name, participation_basis, created_at) VALUES (${authorId}, 'article-writer', 'owner_directed', 0)`),
  )
  const perArticle = (n: number) => Math.floor(comments / articles) + (n < comments % articles ? 1 : 0)
  const posts = Array.from({ length: articles }, (_, n) => post(n, perArticle(n)))
  const replies = Array.from({ length: comments }, (_, n) => comment(n, articles))
  const all = [...posts, ...replies]
  for (let start = 0; start < all.length; start += BATCH) await insert(all.slice(start, start + BATCH))
  await db.write('count articles', async (tx) => {
    await tx.run(sql`UPDATE counters SET value = ${all.length} WHERE name IN ('item_seq', 'event_seq')`)
    await tx.run(sql`UPDATE counters SET value = ${Math.ceil(articles / 2)} WHERE name = 'awaiting_review_posts'`)
    await tx.run(sql`UPDATE counters SET value = ${Math.floor(articles / 2)} WHERE name = 'published_posts'`)
    if (isIndexed) await indexArticles(tx)
    if (tx.engine === 'postgres') await tx.script('ANALYZE')
  })
  return { authorId, newestPostId: id('e', articles - 1), newestRevisionId: id('f', articles - 1) }
}

/** seq, id, kind, post, article revision, depth, revision, candidate, public, comments. */
type Row = readonly (string | number | null)[]
const post = (n: number, count: number): Row => {
  const revision = id('f', n)
  const isCandidate = n % 2 === 0
  return [
    n + 1,
    id('e', n),
    'post',
    id('e', n),
    null,
    0,
    revision,
    isCandidate ? revision : null,
    isCandidate ? null : revision,
    count,
  ]
}
const comment = (n: number, articles: number): Row => {
  const [revision, article] = [id('b', n), n % articles]
  return [articles + n + 1, id('c', n), 'comment', id('e', article), id('f', article), 1, revision, null, revision, 0]
}
