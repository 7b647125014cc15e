/** Reads figures for the operator: counts of rows, and what was made each day by the daily allowances. */
import { must } from '../../kernel/must.ts'
import { shownPosts, shownVotes } from '../../storage/removed.ts'
import { sql, type Tx } from '../../storage/sql.ts'

export type AccountCounts = { restricted: number; revoked: number; suspended: number }

export async function countAccounts(tx: Tx): Promise<AccountCounts> {
  const counts = await tx.one<AccountCounts>(sql`
    SELECT COUNT(restricted_at) AS restricted, COUNT(revoked_at) AS revoked, COUNT(voting_suspended_at) AS suspended
    FROM accounts`)
  return must(counts, 'the counts of accounts')
}

export type OtherCounts = {
  threads: number
  votes: number
  official_pins: number
  community_pins: number
  programs: number
  connections: number
  comments: number
  guest_comments: number
  awaiting_moderation: number
}

export async function countOthers(tx: Tx, now: number): Promise<OtherCounts> {
  const counts = await tx.one<OtherCounts>(sql`
    SELECT
      (SELECT COUNT(*) FROM ${shownPosts} p WHERE thread_id IS NULL) AS threads,
      (SELECT COUNT(*) FROM ${await shownVotes(tx)} v) + (SELECT COUNT(*) FROM article_votes) AS votes,
      (SELECT COUNT(*) FROM pins WHERE kind = 'official') AS official_pins,
      (SELECT COUNT(*) FROM pins WHERE kind = 'community' AND expires_at > ${now}) AS community_pins,
      (SELECT COUNT(*) FROM oauth_clients WHERE expires_at > ${now}) AS programs,
      (SELECT COUNT(*) FROM oauth_grants WHERE code_used_at IS NOT NULL AND expires_at > ${now}) AS connections,
      (SELECT COUNT(*) FROM article_items WHERE kind = 'comment' AND author_id IS NOT NULL) AS comments,
      (SELECT COUNT(*) FROM article_items WHERE kind = 'comment' AND author_id IS NULL) AS guest_comments,
      (SELECT COUNT(*) FROM article_revisions WHERE status = 'auto_review') AS awaiting_moderation`)
  return must(counts, 'the other counts')
}

/** Units of each daily allowance, newest day first; the table keeps about a week. */
export const listDays = (tx: Tx, since: number) =>
  tx.all<{ day: number; kind: string; used: number }>(sql`
    SELECT day, kind, SUM(used) AS used FROM quotas WHERE day >= ${since} GROUP BY day, kind ORDER BY day DESC, kind`)

/** The time of the newest row of any kind. Each is found by its sequence number. */
export const findNewestTime = async (tx: Tx): Promise<number> =>
  (
    await tx.one<{ newest: number | null }>(sql`
      SELECT MAX(at) AS newest FROM (
        SELECT MAX(created_at) AS at FROM accounts
        UNION ALL SELECT created_at FROM posts WHERE seq = (SELECT MAX(seq) FROM posts)
        UNION ALL SELECT created_at FROM unsorted_posts WHERE seq = (SELECT MAX(seq) FROM unsorted_posts)
        UNION ALL SELECT cast_at FROM votes WHERE seq = (SELECT MAX(seq) FROM votes)
        UNION ALL SELECT event_at FROM article_events WHERE seq = (SELECT MAX(seq) FROM article_events)) AS times`)
  )?.newest ?? 0
