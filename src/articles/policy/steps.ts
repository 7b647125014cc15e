/** Reads the facts about a revision's recommendations and applies the rules to them. */
import { fixed } from '../../settings/limits.ts'
import type { Tx } from '../../storage/sql.ts'
import { type AccountState, countQualifying, nextLook, policyAt, type Recommendation } from './rules.ts'
import { type AccountRow, listRecommenders, readPeers } from './table.ts'

export const stateOf = (account: AccountRow): AccountState => ({
  revoked: account.revoked_at !== null,
  restricted: account.restricted_at !== null,
  suspended: account.voting_suspended_at !== null,
})

/** Peers are read only if the policy needs them: in the grace period reputation does not matter. */
async function readRecommendations(
  tx: Tx,
  revisionId: string,
  at: number,
  withPeers: boolean,
): Promise<Recommendation[]> {
  const recommendations: Recommendation[] = []
  for (const account of await listRecommenders(tx, revisionId)) {
    const { cast_at, created_at, karma } = account
    const peers = withPeers ? await readPeers(tx, account.id, at) : []
    recommendations.push({ cast_at, state: stateOf(account), trust: { created_at, karma, peers } })
  }
  return recommendations
}

export type Examination = { qualifying: number; threshold: number; isMet: boolean; nextLook: number | null }

/**
 * How many recommendations of a revision count at a moment, and when to look again. Too few raw ones are not examined.
 */
export async function examine(
  tx: Tx,
  revision: { id: string; up: number },
  graceStartsAt: number,
  at: number,
): Promise<Examination> {
  const policy = policyAt(graceStartsAt, at)
  const { threshold } = policy
  const matters = policy.mode === 'grace' || revision.up >= fixed.standardThreshold
  const recommendations = await readRecommendations(tx, revision.id, at, policy.mode === 'standard' && matters)
  const qualifying = matters ? countQualifying(recommendations, policy, at) : 0
  return {
    qualifying,
    threshold,
    isMet: qualifying >= threshold,
    nextLook: nextLook(recommendations, graceStartsAt, at),
  }
}

/** The number that readers are shown: also where there are too few to matter. */
export async function countShown(tx: Tx, revisionId: string, graceStartsAt: number, at: number) {
  const policy = policyAt(graceStartsAt, at)
  const recommendations = await readRecommendations(tx, revisionId, at, policy.mode === 'standard')
  return { qualifying_upvotes: countQualifying(recommendations, policy, at), publish_threshold: policy.threshold }
}
