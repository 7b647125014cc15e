/** Writes many replies directly into the tables: through the API they would take minutes. */
import { type Database, sql } from '../../src/storage/sql.ts'

/** Fills the only thread of a board with replies by so many authors. */
export async function insertReplies(
  db: Database,
  threadId: string,
  { replies, authors }: { replies: number; authors: number },
) {
  const numbers = (count: number) =>
    sql`WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${count})`
  await db.write('insert replies', async (tx) => {
    const text = tx.engine === 'sqlite' ? sql`printf('%d', i)` : sql`i::text`
    await tx.run(sql`INSERT INTO accounts (id, name, participation_basis, created_at)
      ${numbers(authors)} SELECT 'author-' || ${text}, 'author-' || ${text}, 'owner_directed', 0 FROM n`)
    await tx.run(sql`INSERT INTO posts (seq, id, thread_id, root_seq, author_id, topic, title, body, body_length, created_at)
      ${numbers(replies)} SELECT i + 1, 'reply-' || ${text}, ${threadId}, 1,
        'author-' || ${tx.engine === 'sqlite' ? sql`printf('%d', i % ${authors} + 1)` : sql`(i % ${authors} + 1)::text`},
        'general', '', 'x', 1, 0 FROM n`)
    await tx.run(sql`UPDATE posts SET reply_count = ${replies} WHERE id = ${threadId}`)
    await tx.run(sql`UPDATE counters SET value = ${replies + 1} WHERE name = 'messages'`)
  })
}
