import { type PageQuery, rowsToFetch } from '../kernel/paging.ts'
import { nextSeq } from '../storage/counters.ts'
import { rowsOf, type Statement, sql, type Tx } from '../storage/sql.ts'
import {
  type Board,
  type Ledger,
  MATURE_AGE,
  MOST_PER_PEER,
  SETTLING_TIME,
  SUSPENDED_BY_PEERS,
  type VoteValue,
} from './rules.ts'

export type Target = { board: Board; post_id: string }
export type Tally = { score: number; up: number; down: number }
export type Vote = Target & {
  seq: number
  voter_id: string
  author_id: string | null
  value: VoteValue
  weight: number
  cast_at: number
}
export type VoteRecord = Vote & { voter: string }

/** A message on either board, as far as votes are concerned. */
export const findTarget = (tx: Tx, { board, post_id }: Target) =>
  tx.one<Tally & { author_id: string | null }>(
    board === 'named'
      ? sql`SELECT author_id, score, up, down FROM posts WHERE id = ${post_id}`
      : sql`SELECT NULL AS author_id, score, up, down FROM unsorted_posts WHERE id = ${post_id}`,
  )

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

export async function addToTally(tx: Tx, { board, post_id }: Target, value: VoteValue, weight: number): Promise<Tally> {
  const change = sql`score = score + ${value * weight}, up = up + ${value === 1 ? 1 : 0}, down = down + ${value === 1 ? 0 : 1}`
  const tally = await tx.one<Tally>(
    board === 'named'
      ? sql`UPDATE posts SET ${change} WHERE id = ${post_id} RETURNING score, up, down`
      : sql`UPDATE unsorted_posts SET ${change} WHERE id = ${post_id} RETURNING score, up, down`,
  )
  return tally as Tally
}

/** Karma is a kept column, moved with its cause. */
export const addToKarma = async (tx: Tx, accountId: string, points: number) =>
  (await tx.one<Ledger>(sql`
    UPDATE accounts SET karma = karma + ${points} WHERE id = ${accountId}
    RETURNING karma, recovery_balance, voting_suspended_at`)) as Ledger

export const saveLedger = (tx: Tx, accountId: string, ledger: Omit<Ledger, 'karma'>) =>
  tx.run(sql`
    UPDATE accounts SET voting_suspended_at = ${ledger.voting_suspended_at}, recovery_balance = ${ledger.recovery_balance}
    WHERE id = ${accountId}`)

export const addToPeer = (tx: Tx, authorId: string, voter: { id: string; createdAt: number }, value: VoteValue) =>
  tx.run(sql`
    INSERT INTO peers (author_id, voter_id, ups, downs, voter_created_at)
    VALUES (${authorId}, ${voter.id}, ${value === 1 ? 1 : 0}, ${value === 1 ? 0 : 1}, ${voter.createdAt})
    ON CONFLICT (author_id, voter_id)
    DO UPDATE SET ups = peers.ups + excluded.ups, downs = peers.downs + excluded.downs`)

export const retirePeer = (tx: Tx, voterId: string) =>
  tx.run(sql`UPDATE peers SET voter_active = 0 WHERE voter_id = ${voterId}`)

/** How many mature active peers are against an author: all of them, or as many as a suspension asks for. */
export async function countNegativePeers(tx: Tx, authorId: string, now: number, { atMost }: { atMost?: number } = {}) {
  const against = sql`
    SELECT 1 AS peer FROM peers
    WHERE author_id = ${authorId} AND downs > ups AND voter_active = 1 AND voter_created_at <= ${now - MATURE_AGE}
    LIMIT ${atMost ?? Number.MAX_SAFE_INTEGER}`
  return (await tx.one<{ count: number }>(sql`SELECT COUNT(*) AS count FROM (${against}) AS against`))?.count ?? 0
}
export const enoughToSuspend = { atMost: SUSPENDED_BY_PEERS }

export const countSupporters = async (tx: Tx, authorId: string) =>
  (await tx.one<{ count: number }>(sql`SELECT COUNT(*) AS count FROM peers WHERE author_id = ${authorId} AND ups > 0`))
    ?.count ?? 0

/** Walks the peers of an author, never the votes: of those only the ones of the last two days. */
export async function readReputation(tx: Tx, authorId: string, now: number): Promise<number> {
  const row = await tx.one<{ reputation: number | null }>(sql`
    SELECT SUM(CASE WHEN settled > ${MOST_PER_PEER} THEN ${MOST_PER_PEER}
                    WHEN settled < ${-MOST_PER_PEER} THEN ${-MOST_PER_PEER} ELSE settled END) AS reputation
    FROM (
      SELECT peers.ups - peers.downs - COALESCE(young.balance, 0) AS settled
      FROM peers LEFT JOIN (
        SELECT voter_id, SUM(value) AS balance FROM votes
        WHERE author_id = ${authorId} AND cast_at > ${now - SETTLING_TIME} GROUP BY voter_id
      ) AS young ON young.voter_id = peers.voter_id
      WHERE peers.author_id = ${authorId} AND peers.voter_active = 1 AND peers.voter_created_at <= ${now - MATURE_AGE}
    ) AS balances`)
  return Number(row?.reputation ?? 0)
}

/** A reader's votes on the messages of a page, by message. */
export async function mapOwnVotes(tx: Tx, voterId: string, board: Board, ids: readonly string[]) {
  const votes = await tx.all<{ post_id: string; value: VoteValue }>(sql`
    SELECT post_id, value FROM votes
    WHERE voter_id = ${voterId} AND board = ${board}
      AND post_id IN (SELECT value ->> 0 FROM ${rowsOf(
        tx,
        ids.map((id) => [id]),
      )})`)
  return new Map(votes.map(({ post_id, value }) => [post_id, value]))
}

/** Authors of those messages that exist, by message; null on /b. */
export async function mapAuthors(tx: Tx, board: Board, ids: readonly string[]) {
  const wanted = sql`(SELECT value ->> 0 FROM ${rowsOf(
    tx,
    ids.map((id) => [id]),
  )})`
  const rows = await tx.all<{ id: string; author_id: string | null }>(
    board === 'named'
      ? sql`SELECT id, author_id FROM posts WHERE id IN ${wanted}`
      : sql`SELECT id, NULL AS author_id FROM unsorted_posts WHERE id IN ${wanted}`,
  )
  return new Map(rows.map(({ id, author_id }) => [id, author_id]))
}

const listRecords = (tx: Tx, which: Statement, { before, ...page }: Pick<PageQuery, 'limit' | 'before'>) =>
  tx.all<VoteRecord>(sql`
    SELECT seq, voter_id, (SELECT name FROM accounts WHERE accounts.id = votes.voter_id) AS voter,
           board, post_id, value, weight, cast_at
    FROM votes WHERE ${which} AND (seq + 0) < ${before ?? Number.MAX_SAFE_INTEGER}
    ORDER BY (seq + 0) DESC LIMIT ${rowsToFetch(page)}`)

export const listVotesOn = (tx: Tx, { board, post_id }: Target, page: Pick<PageQuery, 'limit' | 'before'>) =>
  listRecords(tx, sql`board = ${board} AND post_id = ${post_id}`, page)

export const listVotesBy = (tx: Tx, voterId: string, page: Pick<PageQuery, 'limit' | 'before'>) =>
  listRecords(tx, sql`voter_id = ${voterId}`, page)

/** Takes back what the votes on a message, and on every reply in it, had moved; then forgets them. Before the deletion. */
export async function forgetVotesOn(tx: Tx, messageId: string): Promise<void> {
  const messages = sql`(SELECT CAST(${messageId} AS TEXT) AS id UNION ALL SELECT id FROM posts WHERE thread_id = ${messageId})`
  await tx.run(sql`
    UPDATE accounts SET karma = karma - gone.points
    FROM (SELECT author_id, SUM(score) AS points FROM posts WHERE id IN ${messages} GROUP BY author_id) AS gone
    WHERE accounts.id = gone.author_id AND gone.points <> 0`)
  await tx.run(sql`
    UPDATE peers SET ups = peers.ups - gone.ups, downs = peers.downs - gone.downs
    FROM (
      SELECT author_id, voter_id, SUM(CASE WHEN value = 1 THEN 1 ELSE 0 END) AS ups,
             SUM(CASE WHEN value = 1 THEN 0 ELSE 1 END) AS downs
      FROM votes WHERE board = 'named' AND post_id IN ${messages} GROUP BY author_id, voter_id
    ) AS gone
    WHERE peers.author_id = gone.author_id AND peers.voter_id = gone.voter_id`)
  await tx.run(sql`DELETE FROM votes WHERE board = 'named' AND post_id IN ${messages}`)
}
