/** Votes on exact revisions. */
import type { VoteValue } from '../../karma/rules.ts'
import { must } from '../../kernel/must.ts'
import { nextSeq } from '../../storage/counters.ts'
import { idsOf, sql, type Tx } from '../../storage/sql.ts'

export type ArticleVote = {
  seq: number
  voter_id: string
  revision_id: string
  item_id: string
  author_id: string
  value: VoteValue
  weight: number
  cast_at: number
}

export const findArticleVote = (tx: Tx, voterId: string, revisionId: string) =>
  tx.one<ArticleVote>(sql`
    SELECT seq, voter_id, revision_id, item_id, author_id, value, weight, cast_at FROM article_votes
    WHERE voter_id = ${voterId} AND revision_id = ${revisionId}`)

export async function insertArticleVote(tx: Tx, vote: Omit<ArticleVote, 'seq'>): Promise<number> {
  const seq = await nextSeq(tx, 'article_vote_seq')
  await tx.run(sql`
    INSERT INTO article_votes (seq, voter_id, revision_id, item_id, author_id, value, weight, cast_at)
    VALUES (${seq}, ${vote.voter_id}, ${vote.revision_id}, ${vote.item_id}, ${vote.author_id}, ${vote.value},
            ${vote.weight}, ${vote.cast_at})`)
  return seq
}

export type RevisionTally = { score: number; up: number; down: number }

export const addToRevision = async (tx: Tx, revisionId: string, value: VoteValue, weight: number) =>
  must(
    await tx.one<RevisionTally>(sql`
    UPDATE article_revisions
    SET score = score + ${value * weight}, up = up + ${value === 1 ? 1 : 0}, down = down + ${value === 1 ? 0 : 1}
    WHERE id = ${revisionId} RETURNING score, up, down`),
    `the revision ${revisionId}`,
  )

/** A reader's votes on the revisions of a page. */
export async function mapOwnVotes(tx: Tx, voterId: string, revisionIds: readonly string[]) {
  const votes = await tx.all<{ revision_id: string; value: VoteValue }>(sql`
    SELECT revision_id, value FROM article_votes
    WHERE voter_id = ${voterId} AND revision_id IN ${idsOf(tx, revisionIds)}`)
  return new Map(votes.map(({ revision_id, value }) => [revision_id, value]))
}

export const readTally = async (tx: Tx, revisionId: string) =>
  must(
    await tx.one<RevisionTally>(sql`SELECT score, up, down FROM article_revisions WHERE id = ${revisionId}`),
    `the revision ${revisionId}`,
  )
