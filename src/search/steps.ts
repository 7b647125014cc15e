import { setImmediate as turn } from 'node:timers/promises'
import { must } from '../kernel/must.ts'
import { type PageQuery, rowsToFetch } from '../kernel/paging.ts'
import { together } from '../kernel/together.ts'
import { isRemoving } from '../storage/removed.ts'
import type { Tx } from '../storage/sql.ts'
import { type LongWork, leaveWork, ROWS_PER_PART } from '../storage/unfinished.ts'
import { authorTermsOf, blockOf, intersect, THREAD, termsOfMessage, termsWithPlace, without } from './rules.ts'
import {
  addToIndex,
  type Block,
  clearAuthors,
  clearIndex,
  clearThreads,
  deleteSomeTerms,
  keepShown,
  listAuthors,
  listBlocks,
  listTexts,
  listThreadNumbers,
  messageIndex,
  readRetained,
  saveRetained,
  type WordIndex,
} from './table.ts'

const FIRST_BATCH = 2
const LARGEST_BATCH = 128
/** A long search in the embedded database blocks the event loop, so it yields every few rounds. */
const ROUNDS_PER_TURN = 4

/**
 * The sequence numbers of a page of entries that hold every term, in scanning order. Each round reads a few blocks
 * of each term and goes on where the one that reached least far ended; a rare word makes the others skip.
 */
export async function findMatches(
  tx: Tx,
  index: WordIndex,
  terms: readonly string[],
  page: PageQuery,
): Promise<number[]> {
  const direction = page.after === undefined ? 'older' : 'newer'
  const wanted = rowsToFetch(page)
  const { after = 0, before = Number.MAX_SAFE_INTEGER } = page
  const isHiding = index === messageIndex && (await isRemoving(tx))
  const found: number[] = []
  let from: number | undefined = direction === 'older' ? blockOf(before) : blockOf(after)
  for (let round = 1; from !== undefined && found.length < wanted; round++) {
    const count = Math.min(FIRST_BATCH * 4 ** (round - 1), LARGEST_BATCH)
    const some = { from, direction, count } as const
    const lists = await together(...terms.map((term) => listBlocks(tx, index, term, some)))
    if (lists.some((blocks) => blocks.length === 0)) return found
    const common = commonBlocks(lists)
    for (const { block, sets } of common) {
      const hits = intersect(block, sets).filter((seq) => seq > after && seq < before)
      const seqs = isHiding && hits.length > 0 ? await keepShown(tx, hits) : hits
      found.push(...(direction === 'older' ? seqs.reverse() : seqs))
      if (found.length >= wanted) break
    }
    from = nextBlock(lists, direction, count)
    if (round % ROUNDS_PER_TURN === 0) await turn()
  }
  return found.slice(0, wanted)
}

/** Blocks that every list has, in the order of the lists. */
function commonBlocks(lists: Block[][]): { block: number; sets: string[] }[] {
  const [first = [], ...others] = lists
  const maps = others.map((list) => new Map(list.map(({ block, postings }) => [block, postings])))
  return first
    .filter(({ block }) => maps.every((map) => map.has(block)))
    .map(({ block, postings }) => ({
      block,
      sets: [postings, ...maps.map((map) => must(map.get(block), 'a common block'))],
    }))
}

/**
 * Where to go on: past what every list has covered, and not before the block where the least frequent term occurs next.
 */
function nextBlock(lists: Block[][], direction: 'older' | 'newer', batch: number): number | undefined {
  const [step, furthest, nearest] = direction === 'older' ? [-1, Math.min, Math.max] : [1, Math.max, Math.min]
  const ends = lists
    .filter((list) => list.length === batch)
    .map((list) => must(list.at(-1), 'the last block of a list').block)
  if (ends.length === 0) return undefined
  const covered = nearest(...ends) + step
  const starts = furthest(...lists.map((list) => must(list[0], 'the first block of a list').block))
  return furthest(covered, starts)
}

/**
 * A deletion removes a message from the set of retained messages; its other postings stay. When a block has no retained
 * message, no search finds it, and its terms are deleted in short writes, because there may be hundreds of thousands.
 */
export async function removeFromIndex(tx: Tx, seqs: readonly number[]): Promise<void> {
  for (const [block, gone] of Map.groupBy(seqs, blockOf)) {
    const postings = without(await readRetained(tx, block), gone)
    await saveRetained(tx, block, postings)
    if (postings === '') await leaveWork(tx, emptyBlocks, block)
  }
}

/** A block that new messages have come into since is left as it is. */
export const emptyBlocks: LongWork = {
  kind: 'search_block',
  doPart: async (tx, block) => ((await readRetained(tx, block)) === '' ? deleteSomeTerms(tx, block, ROWS_PER_PART) : 0),
}

const REBUILD_BATCH = 256

/** Builds the whole index anew from the retained messages: after a change of the rule that makes words of a text. */
export async function rebuildIndex(tx: Tx): Promise<void> {
  await clearIndex(tx)
  for (let texts = await listTexts(tx, 0, REBUILD_BATCH); texts.length > 0; ) {
    await addToIndex(
      tx,
      messageIndex,
      texts.map((text) => ({
        seq: text.seq,
        terms: termsWithPlace(termsOfMessage(text.title, text.body), text),
      })),
    )
    texts = await listTexts(tx, must(texts.at(-1), 'the last text of a batch').seq, REBUILD_BATCH)
  }
}

const NUMBERS_PER_BATCH = 4_096

/** Adds terms to an index that was written without them. */
async function addTerms<T extends { seq: number }>(
  tx: Tx,
  list: (tx: Tx, after: number, count: number) => Promise<T[]>,
  termsOf: (message: T) => readonly string[],
): Promise<void> {
  for (let messages = await list(tx, 0, NUMBERS_PER_BATCH); messages.length > 0; ) {
    const indexed = messages.map((message) => ({ seq: message.seq, terms: termsOf(message) }))
    await addToIndex(tx, messageIndex, indexed)
    messages = await list(tx, must(messages.at(-1), 'the last message of a batch').seq, NUMBERS_PER_BATCH)
  }
}

export async function indexAuthors(tx: Tx): Promise<void> {
  await clearAuthors(tx)
  await addTerms(tx, listAuthors, authorTermsOf)
}

export async function indexThreads(tx: Tx): Promise<void> {
  await clearThreads(tx)
  await addTerms(tx, listThreadNumbers, () => [THREAD])
}
