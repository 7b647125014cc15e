import { together } from '../kernel/together.ts'
import { shownPosts } from '../storage/removed.ts'
import { numbersOf, rowsOf, type Statement, sql, type Tx } from '../storage/sql.ts'
import { authorTerms, blockOf, type Indexed, postingsOf, RETAINED, THREAD, without } from './rules.ts'

/** Messages and articles have an index each, of the same form: a search in one never finds the other. */
export type WordIndex = { readonly table: Statement }
export const messageIndex: WordIndex = { table: sql`search_blocks` }
export const articleIndex: WordIndex = { table: sql`article_search_blocks` }

export type Block = { block: number; postings: string }

type TermPostings = readonly (readonly [term: string, postings: string])[]

/** Appends to the postings of many terms of one block. */
export const addPostings = (tx: Tx, { table }: WordIndex, block: number, postings: TermPostings) =>
  tx.run(sql`
    INSERT INTO ${table} (term, block, postings)
    SELECT value ->> 0, CAST(${block} AS BIGINT), value ->> 1 FROM ${rowsOf(tx, postings)} WHERE 1 = 1
    ON CONFLICT (term, block) DO UPDATE SET postings = ${table}.postings || excluded.postings`)

/** New entries with their terms, in ascending order. */
export async function addToIndex(tx: Tx, index: WordIndex, entries: readonly Indexed[]) {
  const blocks = Map.groupBy(entries, ({ seq }) => blockOf(seq))
  await together(...[...blocks].map(([block, ofBlock]) => addPostings(tx, index, block, postingsOf(ofBlock))))
}

/** Takes an entry out of the postings of these terms; a term without postings has no row. */
export async function takeFromIndex(tx: Tx, { table }: WordIndex, { seq, terms }: Indexed) {
  if (terms.length === 0) return
  const block = blockOf(seq)
  const rows = rowsOf(
    tx,
    terms.map((term) => [term]),
  )
  const held = await tx.all<{ term: string; postings: string }>(sql`
    SELECT term, postings FROM ${table} WHERE block = ${block} AND term IN (SELECT value ->> 0 FROM ${rows})`)
  const left = held.map(({ term, postings }) => [term, without(postings, [seq])] as const)
  const isEmpty = ([, postings]: (typeof left)[number]) => postings === ''
  await tx.run(sql`
    DELETE FROM ${table} WHERE block = ${block} AND term IN (SELECT value ->> 0 FROM ${rowsOf(tx, left.filter(isEmpty))})`)
  await tx.run(sql`
    UPDATE ${table} SET postings = value ->> 1 FROM ${rowsOf(
      tx,
      left.filter((row) => !isEmpty(row)),
    )} WHERE block = ${block} AND term = value ->> 0`)
}

/** The next blocks that hold a term, from `from` on in the given direction. */
export const listBlocks = (
  tx: Tx,
  { table }: WordIndex,
  term: string,
  { from, direction, count }: { from: number; direction: 'older' | 'newer'; count: number },
) =>
  tx.all<Block>(
    direction === 'older'
      ? sql`SELECT block, postings FROM ${table} WHERE term = ${term} AND block <= ${from}
            ORDER BY block DESC LIMIT ${count}`
      : sql`SELECT block, postings FROM ${table} WHERE term = ${term} AND block >= ${from}
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

/** Keeps only messages that readers see, because a thread that is being removed is still in the index. */
export async function keepShown(tx: Tx, seqs: readonly number[]): Promise<number[]> {
  const shown = await tx.all<{ seq: number }>(sql`
    SELECT seq FROM ${shownPosts} p WHERE seq IN ${numbersOf(tx, seqs)} ORDER BY seq`)
  return shown.map(({ seq }) => seq)
}

/** Every term of one block: for a recount. */
export const listAllBlocks = (tx: Tx, { table }: WordIndex, block: number) =>
  tx.all<{ term: string; postings: string }>(sql`SELECT term, postings FROM ${table} WHERE block = ${block}`)

export type IndexedText = {
  seq: number
  thread_id: string | null
  author_id: string
  topic: string
  title: string
  body: string
}

/** The next retained messages, oldest first, for building the index anew. */
export const listTexts = (tx: Tx, after: number, count: number) =>
  tx.all<IndexedText>(sql`
    SELECT seq, thread_id, author_id, topic, title, body FROM posts WHERE seq > ${after} ORDER BY seq ASC LIMIT ${count}`)

export const clearIndex = (tx: Tx) => tx.run(sql`DELETE FROM search_blocks`)

/** The next messages with their authors, oldest first. */
export const listAuthors = (tx: Tx, after: number, count: number) =>
  tx.all<Pick<IndexedText, 'seq' | 'author_id'>>(sql`
    SELECT seq, author_id FROM posts WHERE seq > ${after} ORDER BY seq ASC LIMIT ${count}`)

/** The next threads, oldest first. */
export const listThreadNumbers = (tx: Tx, after: number, count: number) =>
  tx.all<Pick<IndexedText, 'seq'>>(sql`
    SELECT seq FROM posts WHERE thread_id IS NULL AND root_seq > ${after} ORDER BY root_seq ASC LIMIT ${count}`)

export const clearThreads = (tx: Tx) => tx.run(sql`DELETE FROM search_blocks WHERE term = ${THREAD}`)

export const clearAuthors = (tx: Tx) =>
  tx.run(sql`DELETE FROM search_blocks WHERE term >= ${authorTerms[0]} AND term < ${authorTerms[1]}`)
