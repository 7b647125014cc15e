import type { Board, Target } from '../boards/rules.ts'
import type { VoteValue } from '../karma/rules.ts'
import { startOfUtcDay } from '../kernel/clock.ts'
import { type PageQuery, rowsToFetch } from '../kernel/paging.ts'
import { nextSeq } from '../storage/counters.ts'
import { shownVotes } from '../storage/removed.ts'
import { idsOf, joined, type Statement, sql, type Tx } from '../storage/sql.ts'

export type Vote = Target & {
  seq: number
  voter_id: string
  author_id: string | null
  value: VoteValue
  weight: number
  cast_at: number
}
export type VoteRecord = Vote & { voter: string }

export const findVote = (tx: Tx, voterId: string, { board, post_id }: Target) =>
  tx.one<Vote>(sql`
    SELECT seq, voter_id, board, post_id, author_id, value, weight, cast_at
    FROM votes WHERE voter_id = ${voterId} AND board = ${board} AND post_id = ${post_id}`)

export async function insertVote(tx: Tx, vote: Omit<Vote, 'seq'>): Promise<number> {
  const seq = await nextSeq(tx, 'vote_seq')
  await tx.run(sql`
    INSERT INTO votes (seq, voter_id, board, post_id, author_id, value, weight, cast_at)
    VALUES (${seq}, ${vote.voter_id}, ${vote.board}, ${vote.post_id}, ${vote.author_id}, ${vote.value},
            ${vote.weight}, ${vote.cast_at})`)
  return seq
}

/** A reader's votes on the messages of a page, by message. */
export async function mapOwnVotes(tx: Tx, voterId: string, board: Board, ids: readonly string[]) {
  const votes = await tx.all<{ post_id: string; value: VoteValue }>(sql`
    SELECT post_id, value FROM votes
    WHERE voter_id = ${voterId} AND board = ${board}
      AND post_id IN ${idsOf(tx, ids)}`)
  return new Map(votes.map(({ post_id, value }) => [post_id, value]))
}

/** What an account's right to vote depends on, with the number of its newest vote. */
export type Voter = {
  karma: number
  created_at: number
  voting_suspended_at: number | null
  recovery_balance: number
  restricted_at: number | null
  /** Votes of this UTC day; null if there is none. */
  used: number | null
  newest_vote: number | null
}

/** What a voter has besides `created_at`: columns of the account `a`, which any statement that finds it can read too. */
export const voterColumns = (now: number) => sql`
  a.karma, a.voting_suspended_at, a.recovery_balance, a.restricted_at,
  (SELECT used FROM quotas WHERE kind = 'vote' AND owner = a.id AND day = ${startOfUtcDay(now)}) AS used,
  (SELECT seq FROM votes WHERE voter_id = a.id ORDER BY (seq + 0) DESC LIMIT 1) AS newest_vote`

export const findVoter = (tx: Tx, id: string, now: number) =>
  tx.one<Voter>(sql`SELECT a.created_at, ${voterColumns(now)} FROM accounts a WHERE a.id = ${id}`)

const listRecords = async (tx: Tx, which: Statement, { before, ...page }: Pick<PageQuery, 'limit' | 'before'>) =>
  tx.all<VoteRecord>(sql`
    SELECT seq, voter_id, (SELECT name FROM accounts WHERE accounts.id = votes.voter_id) AS voter,
           board, post_id, value, weight, cast_at
    FROM ${await shownVotes(tx)} votes WHERE ${which} AND (seq + 0) < ${before ?? Number.MAX_SAFE_INTEGER}
    ORDER BY (seq + 0) DESC LIMIT ${rowsToFetch(page)}`)

export const listVotesOn = (tx: Tx, { board, post_id }: Target, page: Pick<PageQuery, 'limit' | 'before'>) =>
  listRecords(tx, sql`board = ${board} AND post_id = ${post_id}`, page)

export const listVotesBy = (tx: Tx, voterId: string, page: Pick<PageQuery, 'limit' | 'before'>) =>
  listRecords(tx, sql`voter_id = ${voterId}`, page)

/** Some of the votes on these messages, which are being removed. */
export const listSomeVotes = (tx: Tx, board: Board, ids: readonly string[], count: number) =>
  tx.all<Pick<Vote, 'seq' | 'voter_id' | 'author_id' | 'value'>>(sql`
    SELECT seq, voter_id, author_id, value FROM votes
    WHERE board = ${board} AND post_id IN ${idsOf(tx, ids)} LIMIT ${count}`)

export const deleteVotes = (tx: Tx, seqs: readonly number[]) =>
  tx.run(sql`DELETE FROM votes WHERE seq IN (${joined(seqs)})`)

/** Deletes the votes on a message that is deleted. */
export const deleteVotesOn = (tx: Tx, { board, post_id }: Target) =>
  tx.run(sql`DELETE FROM votes WHERE board = ${board} AND post_id = ${post_id}`)
