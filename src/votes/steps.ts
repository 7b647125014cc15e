/** An account's right to vote, read fresh or for the viewer of a page. */
import { findAccount } from '../accounts/table.ts'
import { mayBeSuspended } from '../karma/rules.ts'
import { countNegativePeers, enoughToSuspend, readReputation } from '../karma/table.ts'
import { type AgedCache, cacheKey } from '../kernel/cache.ts'
import { fail } from '../kernel/errors.ts'
import type { Agent } from '../kernel/operation.ts'
import { fixed } from '../limits.ts'
import { readUsed } from '../quotas/table.ts'
import type { Tx } from '../storage/sql.ts'
import { type VotingStatus, votingStatusFrom } from './rules.ts'

export type VoterContext = { caller: Agent; tx: Tx; now: number }

const readFacts = async ({ tx, caller, now }: VoterContext) => ({
  ...((await findAccount(tx, caller.id)) ?? fail('UNAUTHORIZED')),
  used: await readUsed(tx, { kind: 'vote', owner: caller.id }, now),
  mayWrite: caller.scopes.includes('board:write'),
})

/** All figures, fresh. */
export async function readVotingStatus(context: VoterContext): Promise<VotingStatus> {
  const { tx, caller, now } = context
  const facts = await readFacts(context)
  const negativePeers = await countNegativePeers(tx, caller.id, now)
  return votingStatusFrom({ ...facts, negativePeers, reputation: await readReputation(tx, caller.id, now) }, now)
}

/** For viewers of a page, at a cost that does not grow with the votes received: only reputation may be a minute old. */
export async function readViewerVotingStatus(context: VoterContext & { agedCache: AgedCache }): Promise<VotingStatus> {
  const { tx, caller, now, agedCache } = context
  const facts = await readFacts(context)
  const negativePeers = mayBeSuspended(facts.karma) ? await countNegativePeers(tx, caller.id, now, enoughToSuspend) : 0
  const key = cacheKey('reputation', { account: caller.id })
  const reputation = await agedCache.get(key, fixed.reputationMaxAgeSeconds, () => readReputation(tx, caller.id, now))
  return votingStatusFrom({ ...facts, negativePeers, reputation }, now)
}
