/** A discussion written straight into the database: a thousand comments would take minutes over HTTP. */
import { rowsOf, type Statement, sql, type Tx } from '../../src/storage/sql.ts'
import type { Board } from '../board.ts'

type Article = { post_id: string; revision_id: string }
export type PlannedComment = {
  parent: number | null
  text: string
  /** An account; a guest unless set. */
  author?: string
}

const idOf = (kind: number, n: number) =>
  `${String(n).padStart(8, '0')}-0000-4000-8000-${String(kind).padStart(12, '0')}`

/** The id of the n-th comment, and of its revision. */
export const commentId = (n: number) => idOf(1, n)
export const commentRevisionId = (n: number) => idOf(2, n)

/** `parent` is the number of an earlier comment. All are published, each with its event. */
export async function insertDiscussion(
  { db, now }: Pick<Board, 'db' | 'now'>,
  article: Article,
  comments: readonly PlannedComment[],
) {
  const depths: number[] = []
  const replies = comments.map(() => 0)
  for (const [n, { parent }] of comments.entries()) {
    depths[n] = parent === null ? 1 : (depths[parent] as number) + 1
    if (parent !== null) replies[parent] = (replies[parent] as number) + 1
  }
  const planned = comments.map(({ parent, text, author }, n) => [
    n,
    idOf(1, n),
    idOf(2, n),
    parent === null ? null : idOf(1, parent),
    depths[n] as number,
    replies[n] as number,
    text,
    JSON.stringify([{ type: 'paragraph', text }]),
    author ?? null,
  ])
  await db.write('discussion', async (tx) => {
    const rows = rowsOf(tx, planned)
    const lastOf = (counter: string) => sql`(SELECT value FROM counters WHERE name = ${counter})`
    await tx.run(sql`
      INSERT INTO article_items (seq, id, kind, author_id, guest_id, guest_name, post_id, parent_id, article_revision_id, depth,
                                 created_at, newest_revision_id, public_revision_id, readable, comment_count)
      SELECT ${lastOf('item_seq')} + 1 + CAST(value ->> 0 AS BIGINT), value ->> 1, 'comment', value ->> 8,
             CASE WHEN value ->> 8 IS NULL THEN 'made-up' END,
             CASE WHEN value ->> 8 IS NULL THEN 'Guest ' || (value ->> 0) END, ${article.post_id}, value ->> 3, ${article.revision_id}, CAST(value ->> 4 AS BIGINT), ${now()}, value ->> 2, value ->> 2, 1,
             CAST(value ->> 5 AS BIGINT)
      FROM ${rows}`)
    await tx.run(sql`
      INSERT INTO article_revisions (id, item_id, number, status, status_since, was_readable, was_public, title, blocks,
                                     preview, content_hash, checks, created_at)
      SELECT value ->> 2, value ->> 1, 1, 'published', ${now()}, 1, 1, '', value ->> 7, SUBSTR(value ->> 6, 1, 280), '', '[]',
             ${now()}
      FROM ${rows}`)
    await tx.run(sql`
      INSERT INTO article_events (seq, event_type, event_at, post_id, item_id, revision_id, is_shown)
      SELECT ${lastOf('event_seq')} + 1 + CAST(value ->> 0 AS BIGINT), 'published', ${now()}, ${article.post_id}, value ->> 1, value ->> 2, 1
      FROM ${rows}`)
    await fillInboxes(tx, sql`SELECT value ->> 1 FROM ${rows}`)
    const added = comments.length
    await tx.run(sql`UPDATE counters SET value = value + ${added} WHERE name IN ('item_seq', 'event_seq')`)
    await tx.run(sql`
      UPDATE counters SET value = value + ${2_048 * added} + (SELECT SUM(OCTET_LENGTH(value ->> 7)) FROM ${rows})
      WHERE name = 'article_bytes'`)
    await tx.run(sql`UPDATE article_items SET comment_count = comment_count + ${added} WHERE id = ${article.post_id}`)
  })
}

/** Each comment is told to the author of its article, and of the comment that it answers. */
async function fillInboxes(tx: Tx, comments: Statement) {
  await tx.run(sql`
    WITH said AS (
      SELECT e.seq, e.event_at, e.revision_id, c.id, COALESCE(c.author_id, '') AS author_id,
             p.author_id AS of_article, a.author_id AS of_parent
      FROM article_events e JOIN article_items c ON c.id = e.item_id JOIN article_items p ON p.id = c.post_id
           LEFT JOIN article_items a ON a.id = c.parent_id
      WHERE c.id IN (${comments})
    ), told AS (
      SELECT said.*, of_article AS account_id, CASE WHEN of_parent = of_article THEN 3 ELSE 1 END AS reasons
      FROM said WHERE of_article <> author_id
      UNION ALL
      SELECT said.*, of_parent, 2 FROM said WHERE of_parent <> author_id AND of_parent <> of_article
    )
    INSERT INTO article_inbox_items (account_id, inbox_seq, reasons, item_id, revision_id, event_seq, event_at)
    SELECT account_id,
           COALESCE((SELECT b.last_seq FROM article_inboxes b WHERE b.account_id = told.account_id), 0)
             + ROW_NUMBER() OVER (PARTITION BY account_id ORDER BY seq),
           reasons, id, revision_id, seq, event_at
    FROM told`)
  await tx.run(sql`
    INSERT INTO article_inboxes (account_id, last_seq)
    SELECT account_id, MAX(inbox_seq) FROM article_inbox_items WHERE true GROUP BY account_id
    ON CONFLICT (account_id) DO UPDATE SET last_seq = excluded.last_seq`)
}
