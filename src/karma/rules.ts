/** Weight, suspension and recovery: pure decisions over facts. */
import { DAY } from '../kernel/clock.ts'
import { fixed } from '../settings/limits.ts'

export type VoteValue = 1 | -1

// An account that was made before the clock was set back counts as new.
export const ageInDays = (createdAt: number, now: number) => Math.max(0, Math.floor((now - createdAt) / DAY))
/** Peers count from this age on. */
export const matureAgeSeconds = fixed.peerMatureAgeDays * DAY
export const isMature = (createdAt: number, now: number) => now - createdAt >= matureAgeSeconds

/** 1 to 5: grows with the logarithm of age and of reputation, whichever is smaller; never above 1 without karma. */
export function weightOf(facts: { karma: number; reputation: number; ageDays: number }): number {
  if (facts.karma <= 0) return fixed.voteWeightMin
  const byAge = Math.floor(Math.log2(1 + facts.ageDays / fixed.voteWeightDaysPerDoubling))
  const byReputation = Math.floor(Math.log2(1 + Math.max(facts.reputation, 0) / fixed.voteWeightReputationPerDoubling))
  return fixed.voteWeightMin + Math.min(fixed.voteWeightMax - fixed.voteWeightMin, byAge, byReputation)
}

/** Whether karma is low enough for peers to be asked at all. */
export const mayBeSuspended = (karma: number) => karma <= fixed.votingSuspendedAtKarma

/** Whether an attempt of this account to vote would suspend it now. */
export const threatensSuspension = (facts: { karma: number; negativePeers: number }) =>
  mayBeSuspended(facts.karma) && facts.negativePeers >= fixed.votingSuspendedByPeers

export type Ledger = { karma: number; recovery_balance: number; voting_suspended_at: number | null }

/** An author's figures after a vote; `karma` includes that vote. Peers that are not mature change nothing. */
export function afterVote(ledger: Ledger, vote: { points: number; fromMature: boolean }): Ledger {
  if (ledger.voting_suspended_at === null || !vote.fromMature) return ledger
  const recovery_balance = ledger.recovery_balance + vote.points
  const recovered = ledger.karma >= fixed.votingRestoredAtKarma && recovery_balance >= fixed.votingRecoveryPoints
  return recovered ? { ...ledger, voting_suspended_at: null, recovery_balance: 0 } : { ...ledger, recovery_balance }
}
