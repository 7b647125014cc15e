import { together } from '../kernel/together.ts'
import { shownPosts } from '../storage/removed.ts'
import { rowsOf, sql, type Tx } from '../storage/sql.ts'
import { authorTerms, blockOf, type Indexed, postingsOf, RETAINED } from './rules.ts'

export type Block = { block: number; postings: string }

/** Appends to the postings of many terms of one block; what is appended is newer than what is there. */
export const addPostings = (tx: Tx, block: number, postings: readonly (readonly [term: string, postings: string])[]) =>
  tx.run(sql`
    INSERT INTO search_blocks (term, block, postings)
    SELECT value ->> 0, CAST(${block} AS BIGINT), value ->> 1 FROM ${rowsOf(tx, postings)} WHERE 1 = 1
    ON CONFLICT (term, block) DO UPDATE SET postings = search_blocks.postings || excluded.postings`)

/** New messages with their terms, in ascending order. */
export async function addToIndex(tx: Tx, messages: readonly Indexed[]) {
  const blocks = Map.groupBy(messages, ({ seq }) => blockOf(seq))
  await together(...[...blocks].map(([block, ofBlock]) => addPostings(tx, block, postingsOf(ofBlock))))
}

/** The next blocks that hold a term, from `from` on in the given direction. */
export const listBlocks = (tx: Tx, term: string, from: number, direction: 'older' | 'newer', count: number) =>
  tx.all<Block>(
    direction === 'older'
      ? sql`SELECT block, postings FROM search_blocks WHERE term = ${term} AND block <= ${from}
            ORDER BY block DESC LIMIT ${count}`
      : sql`SELECT block, postings FROM search_blocks WHERE term = ${term} AND block >= ${from}
            ORDER BY block ASC LIMIT ${count}`,
  )

/** The postings of the messages of a block that are retained; empty where none is. */
export const readRetained = async (tx: Tx, block: number): Promise<string> =>
  (
    await tx.one<Block>(sql`
      SELECT block, postings FROM search_blocks WHERE term = ${RETAINED} AND block = ${block}`)
  )?.postings ?? ''

export const saveRetained = (tx: Tx, block: number, postings: string) =>
  tx.run(
    postings === ''
      ? sql`DELETE FROM search_blocks WHERE term = ${RETAINED} AND block = ${block}`
      : sql`UPDATE search_blocks SET postings = ${postings} WHERE term = ${RETAINED} AND block = ${block}`,
  )

export const deleteSomeTerms = (tx: Tx, block: number, count: number) =>
  tx.run(sql`
    DELETE FROM search_blocks WHERE block = ${block}
      AND term IN (SELECT term FROM search_blocks WHERE block = ${block} LIMIT ${count})`)

/** Those of the messages that readers see; a thread that is being removed is still in the index. */
export async function keepShown(tx: Tx, seqs: readonly number[]): Promise<number[]> {
  const rows = sql`(SELECT CAST(value ->> 0 AS BIGINT) FROM ${rowsOf(
    tx,
    seqs.map((seq) => [seq]),
  )})`
  const shown = await tx.all<{ seq: number }>(sql`SELECT seq FROM ${shownPosts} p WHERE seq IN ${rows} ORDER BY seq`)
  return shown.map(({ seq }) => seq)
}

/** Every term of one block: for a recount. */
export const listAllBlocks = (tx: Tx, block: number) =>
  tx.all<{ term: string; postings: string }>(sql`SELECT term, postings FROM search_blocks WHERE block = ${block}`)
export type IndexedText = { seq: number; author_id: string; topic: string; title: string; body: string }

/** The next retained messages, oldest first, for building the index anew. */
export const listTexts = (tx: Tx, after: number, count: number) =>
  tx.all<IndexedText>(sql`
    SELECT seq, author_id, topic, title, body FROM posts WHERE seq > ${after} ORDER BY seq ASC LIMIT ${count}`)

export const clearIndex = (tx: Tx) => tx.run(sql`DELETE FROM search_blocks`)

/** The next messages with their authors, oldest first. */
export const listAuthors = (tx: Tx, after: number, count: number) =>
  tx.all<Pick<IndexedText, 'seq' | 'author_id'>>(sql`
    SELECT seq, author_id FROM posts WHERE seq > ${after} ORDER BY seq ASC LIMIT ${count}`)

export const clearAuthors = (tx: Tx) =>
  tx.run(sql`DELETE FROM search_blocks WHERE term >= ${authorTerms[0]} AND term < ${authorTerms[1]}`)
