/** Finding a message whichever board it is on. */
import { must } from '../kernel/must.ts'
import { shownPosts, shownUnsorted } from '../storage/removed.ts'
import { idsOf, sql, type Tx } from '../storage/sql.ts'
import type { Board, Target } from './rules.ts'

export type Tally = { score: number; up: number; down: number }

/**
 * The facts about a message that votes and pins need. Messages on /b have no author, and a thread has no `thread_id`.
 */
export type FoundMessage = Tally & { author_id: string | null; thread_id: string | null }

export const findMessage = (tx: Tx, { board, post_id }: Target) =>
  tx.one<FoundMessage>(
    board === 'named'
      ? sql`SELECT author_id, thread_id, score, up, down FROM ${shownPosts} p WHERE id = ${post_id}`
      : sql`SELECT NULL AS author_id, thread_id, score, up, down FROM ${shownUnsorted} p WHERE id = ${post_id}`,
  )

export async function addToTally(tx: Tx, { board, post_id }: Target, value: 1 | -1, weight: number): Promise<Tally> {
  const change = sql`score = score + ${value * weight}, up = up + ${value === 1 ? 1 : 0}, down = down + ${value === 1 ? 0 : 1}`
  const tally = await tx.one<Tally>(
    board === 'named'
      ? sql`UPDATE posts SET ${change} WHERE id = ${post_id} RETURNING score, up, down`
      : sql`UPDATE unsorted_posts SET ${change} WHERE id = ${post_id} RETURNING score, up, down`,
  )
  return must(tally, 'the message that is voted on')
}

/** Authors of those messages that exist, by message; null on /b. */
export async function mapAuthors(tx: Tx, board: Board, ids: readonly string[]) {
  const wanted = idsOf(tx, ids)
  const found = await tx.all<{ id: string; author_id: string | null }>(
    board === 'named'
      ? sql`SELECT id, author_id FROM ${shownPosts} p WHERE id IN ${wanted}`
      : sql`SELECT id, NULL AS author_id FROM ${shownUnsorted} p WHERE id IN ${wanted}`,
  )
  return new Map(found.map(({ id, author_id }) => [id, author_id]))
}
