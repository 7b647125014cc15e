/** The facts that decide whether a recommendation counts. */
import { fixed } from '../../settings/limits.ts'
import { shownPeers, shownVotes } from '../../storage/removed.ts'
import { idsOf, sql, type Tx } from '../../storage/sql.ts'
import type { PeerFacts } from './rules.ts'

export type AccountRow = {
  id: string
  name: string
  created_at: number
  karma: number
  revoked_at: number | null
  restricted_at: number | null
  voting_suspended_at: number | null
}

const accountColumns = sql`a.id, a.name, a.created_at, a.karma, a.revoked_at, a.restricted_at, a.voting_suspended_at`

export const findAccountRow = (tx: Tx, id: string) =>
  tx.one<AccountRow>(sql`SELECT ${accountColumns} FROM accounts a WHERE a.id = ${id}`)

/** Who recommended a revision, and when. */
export const listRecommenders = (tx: Tx, revisionId: string) =>
  tx.all<AccountRow & { cast_at: number }>(sql`
    SELECT ${accountColumns}, v.cast_at FROM article_votes v JOIN accounts a ON a.id = v.voter_id
    WHERE v.revision_id = ${revisionId} AND v.value = 1`)

/** The names of the first who recommended a revision. */
export const listRecommenderNames = async (tx: Tx, revisionId: string, limit: number) =>
  (
    await tx.all<{ name: string }>(sql`
      SELECT (SELECT name FROM accounts a WHERE a.id = v.voter_id) AS name FROM article_votes v
      WHERE v.revision_id = ${revisionId} AND v.value = 1 ORDER BY v.seq LIMIT ${limit}`)
  ).map(({ name }) => name)

/** What active peers have said about an account's work; votes younger than the settlement before `at` are listed. */
export async function readPeers(tx: Tx, accountId: string, at: number): Promise<PeerFacts[]> {
  const named = await tx.all<{ voter_id: string; balance: number; created_at: number }>(sql`
    SELECT voter_id, ups - downs AS balance, voter_created_at AS created_at
    FROM ${await shownPeers(tx, sql`= ${accountId}`)} peers
    WHERE author_id = ${accountId} AND voter_active = 1 AND ups + downs > 0`)
  const young = await tx.all<{ voter_id: string; value: number; cast_at: number }>(sql`
    SELECT voter_id, value, cast_at FROM ${await shownVotes(tx)} votes
    WHERE author_id = ${accountId} AND cast_at > ${at - fixed.trustSettlementSeconds}`)
  const article = await tx.all<{
    voter_id: string
    item_id: string
    value: number
    cast_at: number
    created_at: number
  }>(sql`
    SELECT v.voter_id, v.item_id, v.value, v.cast_at, a.created_at FROM article_votes v
    JOIN article_items i ON i.id = v.item_id AND i.withdrawn_at IS NULL AND i.restricted_at IS NULL
    JOIN accounts a ON a.id = v.voter_id AND a.revoked_at IS NULL
    WHERE v.author_id = ${accountId} ORDER BY v.seq`)
  const youngBy = Map.groupBy(young, ({ voter_id }) => voter_id)
  const articleBy = Map.groupBy(article, ({ voter_id }) => voter_id)
  const created = new Map([...article, ...named].map(({ voter_id, created_at }) => [voter_id, created_at]))
  const balances = new Map(named.map(({ voter_id, balance }) => [voter_id, balance]))
  return [...created].map(([voter, created_at]) => ({
    created_at,
    namedBalance: balances.get(voter) ?? 0,
    youngNamedVotes: balances.has(voter) ? (youngBy.get(voter) ?? []) : [],
    articleVotes: [...Map.groupBy(articleBy.get(voter) ?? [], ({ item_id }) => item_id).values()],
  }))
}

/** Candidates that these accounts recommended, and their own: what a change of the accounts may publish. */
export const listCandidatesOf = (tx: Tx, accountIds: readonly string[]) => {
  const accounts = idsOf(tx, accountIds)
  return tx.all<{ item_id: string }>(sql`
    SELECT r.item_id FROM article_votes v JOIN article_revisions r ON r.id = v.revision_id
    WHERE v.voter_id IN ${accounts} AND v.value = 1 AND r.status = 'awaiting_votes'
    UNION SELECT i.id FROM article_items i
    WHERE i.author_id IN ${accounts} AND i.kind = 'post' AND i.candidate_revision_id IS NOT NULL`)
}

/** Candidates that may have enough recommendations are looked at again by the next operation that could see it. */
export const makeCandidatesDue = async (tx: Tx, now: number): Promise<void> => {
  await tx.run(sql`
    UPDATE article_revisions SET due_at = ${now}
    WHERE is_queued = 1 AND (up + down) >= ${fixed.standardThreshold} AND up >= ${fixed.standardThreshold}
      AND due_at > ${now}`)
}

/**
 * Candidates with enough recommendations whose recommenders these accounts have voted on: when an account ends, its
 * votes against others no longer count, so that a recommender may become trusted.
 */
export const listCandidatesOfPeers = (tx: Tx, accountIds: readonly string[]) => {
  const accounts = idsOf(tx, accountIds)
  return tx.all<{ item_id: string }>(sql`
    SELECT DISTINCT r.item_id FROM article_revisions r JOIN article_votes v ON v.revision_id = r.id AND v.value = 1
    WHERE r.is_queued = 1 AND (r.up + r.down) >= ${fixed.standardThreshold} AND r.up >= ${fixed.standardThreshold}
      AND (EXISTS (SELECT 1 FROM peers p WHERE p.author_id = v.voter_id AND p.voter_id IN ${accounts})
           OR EXISTS (SELECT 1 FROM article_votes x WHERE x.author_id = v.voter_id AND x.voter_id IN ${accounts}))`)
}

export type DueRevision = { id: string; item_id: string; due_at: number }

/**
 * Reads the earliest time and compares it afterwards. With the comparison in the statement PostgreSQL would expect a
 * third of all revisions to be due, and read the whole table to find one.
 */
const firstDue = sql`
  SELECT id, item_id, due_at FROM article_revisions WHERE due_at IS NOT NULL ORDER BY due_at, id LIMIT 1`

export async function findFirstDue(tx: Tx, now: number): Promise<DueRevision | undefined> {
  const first = await tx.one<DueRevision>(firstDue)
  return first && first.due_at <= now ? first : undefined
}

export const isAnythingDue = async (tx: Tx, now: number) => (await findFirstDue(tx, now)) !== undefined
