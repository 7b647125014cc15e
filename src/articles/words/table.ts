/** The texts of articles for the index of their words, and how many words each has. */
import { sql, type Tx } from '../../storage/sql.ts'
import type { WrittenText } from './rules.ts'

export type PublicText = WrittenText & { seq: number; id: string; word_count: number }

/** The next public articles from a number on, oldest first: for building the index, and for a recount. */
export const listPublicTexts = (tx: Tx, from: number, count: number) =>
  tx.all<PublicText>(sql`
    SELECT i.first_published_seq AS seq, i.id, i.word_count, r.title, r.blocks,
           (SELECT name FROM accounts a WHERE a.id = i.author_id) AS author
    FROM article_items i JOIN article_revisions r ON r.id = i.public_revision_id
    WHERE i.kind = 'post' AND i.public_revision_id IS NOT NULL AND i.first_published_seq >= ${from}
    ORDER BY i.first_published_seq LIMIT ${count}`)

export const findText = (tx: Tx, revisionId: string) =>
  tx.one<WrittenText>(sql`
    SELECT r.title, r.blocks, a.name AS author FROM article_revisions r JOIN article_items i ON i.id = r.item_id
    JOIN accounts a ON a.id = i.author_id WHERE r.id = ${revisionId}`)

export const saveWordCount = (tx: Tx, id: string, words: number) =>
  tx.run(sql`UPDATE article_items SET word_count = ${words} WHERE id = ${id}`)

export const clearArticleIndex = (tx: Tx) => tx.run(sql`DELETE FROM article_search_blocks`)
