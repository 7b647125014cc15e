import { together } from '../kernel/together.ts'
import { rowsOf, sql, type Tx } from '../storage/sql.ts'
import { blockOf, type Indexed, postingsOf, RETAINED, without } from './rules.ts'

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

/** Deleted messages leave the set of what is retained; an empty block is deleted. */
export async function removeFromIndex(tx: Tx, seqs: readonly number[]): Promise<void> {
  for (const [block, gone] of Map.groupBy(seqs, blockOf)) {
    const row = await tx.one<Block>(sql`
      SELECT block, postings FROM search_blocks WHERE term = ${RETAINED} AND block = ${block}`)
    const postings = without(row?.postings ?? '', gone)
    await (postings === ''
      ? tx.run(sql`DELETE FROM search_blocks WHERE block = ${block}`)
      : tx.run(sql`UPDATE search_blocks SET postings = ${postings} WHERE term = ${RETAINED} AND block = ${block}`))
  }
}

/** Every term of one block: for a recount. */
export const listAllBlocks = (tx: Tx, block: number) =>
  tx.all<{ term: string; postings: string }>(sql`SELECT term, postings FROM search_blocks WHERE block = ${block}`)
export type IndexedText = { seq: number; topic: string; title: string; body: string }

/** The next retained messages, oldest first, for building the index anew. */
export const listTexts = (tx: Tx, after: number, count: number) =>
  tx.all<IndexedText>(sql`
    SELECT seq, topic, title, body FROM posts WHERE seq > ${after} ORDER BY seq ASC LIMIT ${count}`)

export const clearIndex = (tx: Tx) => tx.run(sql`DELETE FROM search_blocks`)
