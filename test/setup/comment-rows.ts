/** A discussion written straight into the database: a thousand comments would take minutes over HTTP. */
import { sql } from '../../src/storage/sql.ts'
import type { Board } from '../board.ts'

type Article = { post_id: string; revision_id: string }
export type PlannedComment = { parent: number | null; text: string }

const idOf = (kind: number, n: number) =>
  `${String(n).padStart(8, '0')}-0000-4000-8000-${String(kind).padStart(12, '0')}`

/** The id of the n-th comment. */
export const commentId = (n: number) => idOf(1, n)

/** `parent` is the number of an earlier comment. All are published, by guests. */
export async function insertDiscussion(
  { db, now }: Pick<Board, 'db' | 'now'>,
  article: Article,
  comments: PlannedComment[],
) {
  const depths: number[] = []
  const replies = comments.map(() => 0)
  for (const [n, { parent }] of comments.entries()) {
    depths[n] = parent === null ? 1 : (depths[parent] as number) + 1
    if (parent !== null) replies[parent] = (replies[parent] as number) + 1
  }
  await db.write('discussion', async (tx) => {
    const last = await tx.one<{ value: number }>(sql`SELECT value FROM counters WHERE name = 'item_seq'`)
    for (const [n, { parent, text }] of comments.entries()) {
      const blocks = JSON.stringify([{ type: 'paragraph', text }])
      await tx.run(sql`
        INSERT INTO article_items (seq, id, kind, guest_id, guest_name, post_id, parent_id, article_revision_id, depth,
                                   created_at, newest_revision_id, public_revision_id, readable, comment_count)
        VALUES (${(last?.value ?? 0) + n + 1}, ${idOf(1, n)}, 'comment', 'made-up', ${`Guest ${n}`}, ${article.post_id},
                ${parent === null ? null : idOf(1, parent)}, ${article.revision_id}, ${depths[n]}, ${now()}, ${idOf(2, n)},
                ${idOf(2, n)}, 1, ${replies[n]})`)
      await tx.run(sql`
        INSERT INTO article_revisions (id, item_id, number, status, status_since, was_readable, was_public, title, blocks,
                                       preview, content_hash, checks, created_at)
        VALUES (${idOf(2, n)}, ${idOf(1, n)}, 1, 'published', ${now()}, 1, 1, '', ${blocks}, ${text.slice(0, 280)}, '', '[]',
                ${now()})`)
    }
    await tx.run(sql`UPDATE counters SET value = value + ${comments.length} WHERE name = 'item_seq'`)
    await tx.run(sql`UPDATE article_items SET comment_count = ${comments.length} WHERE id = ${article.post_id}`)
  })
}
