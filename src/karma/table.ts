/** Karma is a stored column, changed together with its cause; `peers` sums each voter's votes on each author. */
import { fixed } from '../limits.ts'
import { sql, type Tx } from '../storage/sql.ts'
import { type Ledger, matureAgeSeconds, type VoteValue } from './rules.ts'

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

export const deactivatePeer = (tx: Tx, voterId: string) =>
  tx.run(sql`UPDATE peers SET voter_active = 0 WHERE voter_id = ${voterId}`)

/** Whose karma or support the votes on a message, or on any reply in it, have changed. */
export async function listVotedAuthors(tx: Tx, messageId: string): Promise<string[]> {
  const authors = await tx.all<{ author_id: string }>(sql`
    SELECT author_id FROM posts WHERE id = ${messageId} AND up + down > 0
    UNION SELECT author_id FROM posts WHERE thread_id = ${messageId} AND up + down > 0`)
  return authors.map(({ author_id }) => author_id)
}

/** Takes back what the votes on a message, and on every reply in it, had given or taken. */
export async function subtractVotesOn(tx: Tx, messageId: string): Promise<void> {
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
}

/** How many mature active peers are against an author: all of them, or as many as a suspension asks for. */
export async function countNegativePeers(tx: Tx, authorId: string, now: number, { atMost }: { atMost?: number } = {}) {
  const against = sql`
    SELECT 1 AS peer FROM peers
    WHERE author_id = ${authorId} AND downs > ups AND voter_active = 1 AND voter_created_at <= ${now - matureAgeSeconds}
    LIMIT ${atMost ?? Number.MAX_SAFE_INTEGER}`
  return (await tx.one<{ count: number }>(sql`SELECT COUNT(*) AS count FROM (${against}) AS against`))?.count ?? 0
}
export const enoughToSuspend = { atMost: fixed.votingSuspendedByPeers }

export const countSupporters = async (tx: Tx, authorId: string) =>
  (await tx.one<{ count: number }>(sql`SELECT COUNT(*) AS count FROM peers WHERE author_id = ${authorId} AND ups > 0`))
    ?.count ?? 0

/** Reads one row per peer, never per vote: of those only the ones of the last two days. */
export async function readReputation(tx: Tx, authorId: string, now: number): Promise<number> {
  const [most, young] = [fixed.reputationMaxPerPeer, now - fixed.reputationSettlingSeconds]
  const row = await tx.one<{ reputation: number | null }>(sql`
    SELECT SUM(CASE WHEN settled > ${most} THEN ${most} WHEN settled < ${-most} THEN ${-most} ELSE settled END) AS reputation
    FROM (
      SELECT peers.ups - peers.downs - COALESCE(young.balance, 0) AS settled
      FROM peers LEFT JOIN (
        SELECT voter_id, SUM(value) AS balance FROM votes
        WHERE author_id = ${authorId} AND cast_at > ${young} GROUP BY voter_id
      ) AS young ON young.voter_id = peers.voter_id
      WHERE peers.author_id = ${authorId} AND peers.voter_active = 1 AND peers.voter_created_at <= ${now - matureAgeSeconds}
    ) AS balances`)
  return Number(row?.reputation ?? 0)
}
