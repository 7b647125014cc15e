/** Karma is a stored column, changed together with its cause; `peers` sums each voter's votes on each author. */
import { must } from '../kernel/must.ts'
import { fixed } from '../settings/limits.ts'
import { isRemoving, shownPeers, shownVotes } from '../storage/removed.ts'
import { rowsOf, type Statement, sql, type Tx } from '../storage/sql.ts'
import { type Ledger, matureAgeSeconds, type VoteValue } from './rules.ts'

export const addToKarma = async (tx: Tx, accountId: string, points: number) =>
  must(
    await tx.one<Ledger>(sql`
    UPDATE accounts SET karma = karma + ${points} WHERE id = ${accountId}
    RETURNING karma, recovery_balance, voting_suspended_at`),
    'the account whose karma changes',
  )

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

export type RemovedMessage = { id: string; seq: number; thread_id: string | null }

/**
 * A reply, or a thread with every reply in it, as far as they have been voted on: one index has all that is asked of
 * those.
 */
const votedIn = ({ id, seq, thread_id }: RemovedMessage) =>
  sql`${thread_id === null ? sql`root_seq = ${seq}` : sql`id = ${id}`} AND up + down > 0`

/** The first authors of a message, and of the replies in it, that have been voted on. */
export async function listVotedAuthors(tx: Tx, message: RemovedMessage, atMost: number): Promise<string[]> {
  const authors = await tx.all<{ author_id: string }>(sql`
    SELECT author_id FROM posts WHERE ${votedIn(message)} GROUP BY author_id LIMIT ${atMost}`)
  return authors.map(({ author_id }) => author_id)
}

/** Takes back what the votes on a message, and on every reply in it, had given or taken. */
export const subtractFromKarma = (tx: Tx, message: RemovedMessage) =>
  tx.run(sql`
    UPDATE accounts SET karma = karma - gone.points
    FROM (SELECT author_id, SUM(score) AS points FROM posts WHERE ${votedIn(message)} GROUP BY author_id) AS gone
    WHERE accounts.id = gone.author_id AND gone.points <> 0`)

export type CountedVote = { author_id: string | null; voter_id: string; value: VoteValue }

/** Before these votes are deleted. */
export async function subtractFromPeers(tx: Tx, votes: readonly CountedVote[]): Promise<void> {
  if (votes.length === 0) return
  const pairs = Map.groupBy(votes, ({ author_id, voter_id }) => `${author_id} ${voter_id}`)
  const rows = [...pairs.values()].map((of) => {
    const { author_id, voter_id } = must(of[0], 'a vote of a pair')
    const ups = of.filter(({ value }) => value === 1).length
    return [author_id, voter_id, ups, of.length - ups]
  })
  await tx.run(sql`
    UPDATE peers SET ups = ups - CAST(value ->> 2 AS BIGINT), downs = downs - CAST(value ->> 3 AS BIGINT)
    FROM ${rowsOf(tx, rows)} WHERE author_id = value ->> 0 AND voter_id = value ->> 1`)
}

/** How many mature active peers are against an author, counted up to the number that a suspension needs. */
export async function countNegativePeers(tx: Tx, authorId: string, now: number): Promise<number> {
  const against = sql`
    SELECT 1 AS peer FROM ${await shownPeers(tx, sql`= ${authorId}`)} peers
    WHERE author_id = ${authorId} AND downs > ups AND voter_active = 1 AND voter_created_at <= ${now - matureAgeSeconds}
    LIMIT ${fixed.votingSuspendedByPeers}`
  return (await tx.one<{ count: number }>(sql`SELECT COUNT(*) AS count FROM (${against}) AS against`))?.count ?? 0
}

/** How many supporters each of some authors has, counted only up to the number that the caller asks for. */
export async function mapSupporters(tx: Tx, authorIds: readonly string[], atMost: number) {
  const ids = sql`(SELECT value ->> 0 FROM ${rowsOf(
    tx,
    authorIds.map((id) => [id]),
  )})`
  const rows = await tx.all<{ id: string; supporters: number }>(sql`
    SELECT id, (SELECT COUNT(*) FROM (SELECT 1 AS supporter FROM ${await shownPeers(tx, sql`IN ${ids}`)} peers
                                      WHERE author_id = accounts.id AND ups > 0 LIMIT ${atMost}) AS enough) AS supporters
    FROM accounts WHERE id IN ${authorIds.length === 1 ? sql`(${authorIds[0]})` : ids}`)
  return new Map(rows.map(({ id, supporters }) => [id, supporters]))
}

/** What peers think of an author. `supporters` counts all of them, the rest only mature active ones. */
export type Opinion = { supporters: number; negativePeers: number; reputation: number }

type Shown = { peers: Statement; votes: Statement }

/** One row. It reads one row for each peer, and of votes only those of the last two days. */
function opinionFrom(authorId: string, now: number, { peers, votes }: Shown): Statement {
  const [most, young] = [fixed.reputationMaxPerPeer, now - fixed.reputationSettlingSeconds]
  const author = sql`(SELECT ${authorId})` // PostgreSQL would plan anew for each value that it can see
  return sql`
    SELECT COUNT(CASE WHEN ups > 0 THEN 1 END) AS supporters,
           COUNT(CASE WHEN is_mature = 1 AND downs > ups THEN 1 END) AS "negativePeers",
           SUM(CASE WHEN is_mature = 0 THEN 0
                    WHEN settled > ${most} THEN ${most} WHEN settled < ${-most} THEN ${-most} ELSE settled END) AS reputation
    FROM (
      SELECT peers.ups, peers.downs, peers.ups - peers.downs - COALESCE(young.balance, 0) AS settled,
             CASE WHEN peers.voter_active = 1 AND peers.voter_created_at <= ${now - matureAgeSeconds} THEN 1 ELSE 0 END AS is_mature
      FROM ${peers} peers LEFT JOIN (
        SELECT voter_id, SUM(value) AS balance FROM ${votes} votes
        WHERE author_id = ${author} AND cast_at > ${young} GROUP BY voter_id
      ) AS young ON young.voter_id = peers.voter_id
      WHERE peers.author_id = ${author}
    ) AS opinions`
}

/** What `readOpinion` finds while nothing is being removed. */
export const opinionOf = (authorId: string, now: number) =>
  opinionFrom(authorId, now, { peers: sql`peers`, votes: sql`votes` })

export type OpinionRow = Omit<Opinion, 'reputation'> & { reputation: number | null }

export const opinionIn = ({ supporters, negativePeers, reputation }: OpinionRow): Opinion => ({
  supporters,
  negativePeers,
  reputation: Number(reputation ?? 0),
})

export async function readOpinion(tx: Tx, authorId: string, now: number): Promise<Opinion> {
  const removing = isRemoving(tx)
  const shown = {
    peers: await shownPeers(tx, sql`= ${authorId}`, removing),
    votes: await shownVotes(tx, removing),
  }
  return opinionIn(must(await tx.one<OpinionRow>(opinionFrom(authorId, now, shown)), 'an opinion'))
}
