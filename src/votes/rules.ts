/** Weight, suspension and recovery: pure decisions over facts. */
import { DAY } from '../kernel/clock.ts'

export type Board = 'named' | 'b'
export type VoteValue = 1 | -1

/** Peers count once they are this old; their votes count for reputation once those are this old. */
export const MATURE_AGE = 7 * DAY
export const SETTLING_TIME = 2 * DAY
/** One peer moves a reputation by at most so much, either way. */
export const MOST_PER_PEER = 5

const MAX_EXTRA_WEIGHT = 4
const DAYS_PER_DOUBLING = 7
const REPUTATION_PER_DOUBLING = 25

const SUSPENDED_AT_KARMA = -20
export const SUSPENDED_BY_PEERS = 3
const RECOVERED_AT_KARMA = -5
export const RECOVERY_POINTS = 15

export const ageInDays = (createdAt: number, now: number) => Math.floor((now - createdAt) / DAY)
export const isMature = (createdAt: number, now: number) => now - createdAt >= MATURE_AGE

/** 1 to 5: grows with the logarithm of age and of reputation, whichever is smaller; never above 1 without karma. */
export function weightOf(facts: { karma: number; reputation: number; ageDays: number }): number {
  if (facts.karma <= 0) return 1
  const byAge = Math.floor(Math.log2(1 + facts.ageDays / DAYS_PER_DOUBLING))
  const byReputation = Math.floor(Math.log2(1 + Math.max(facts.reputation, 0) / REPUTATION_PER_DOUBLING))
  return 1 + Math.min(MAX_EXTRA_WEIGHT, byAge, byReputation)
}

/** Whether karma is low enough for peers to be asked at all. */
export const mayBeSuspended = (karma: number) => karma <= SUSPENDED_AT_KARMA

/** Would the account's own attempt to vote suspend it now? */
export const threatensSuspension = (facts: { karma: number; negativePeers: number }) =>
  mayBeSuspended(facts.karma) && facts.negativePeers >= SUSPENDED_BY_PEERS

export type Ledger = { karma: number; recovery_balance: number; voting_suspended_at: number | null }

/** An author's ledger after a vote arrived; karma is the one after the vote. Immature peers move nothing. */
export function afterVote(ledger: Ledger, vote: { points: number; fromMature: boolean }): Ledger {
  if (ledger.voting_suspended_at === null || !vote.fromMature) return ledger
  const recovery_balance = ledger.recovery_balance + vote.points
  const recovered = ledger.karma >= RECOVERED_AT_KARMA && recovery_balance >= RECOVERY_POINTS
  return recovered ? { ...ledger, voting_suspended_at: null, recovery_balance: 0 } : { ...ledger, recovery_balance }
}

/** Everything that an account's right to vote depends on. */
export type Standing = {
  karma: number
  reputation: number
  ageDays: number
  negativePeers: number
  /** Committed, or what the next attempt would commit. */
  suspended: boolean
  /** The conditions hold, and no attempt has been made yet. */
  startsNow: boolean
  recoveryBalance: number
  used: number
  /** The operator lets the account only read. */
  restricted: boolean
  /** Whether the connection may write at all, whatever the account may. */
  mayWrite: boolean
}

export type StandingFacts = Ledger &
  Pick<Standing, 'reputation' | 'negativePeers' | 'used' | 'mayWrite'> & {
    created_at: number
    restricted_at: number | null
  }

export function standingFrom(facts: StandingFacts, now: number): Standing {
  const { karma, reputation, negativePeers, used, mayWrite, voting_suspended_at, recovery_balance } = facts
  return {
    karma,
    reputation,
    ageDays: ageInDays(facts.created_at, now),
    negativePeers,
    suspended: voting_suspended_at !== null || threatensSuspension(facts),
    startsNow: voting_suspended_at === null && threatensSuspension(facts),
    recoveryBalance: recovery_balance,
    used,
    restricted: facts.restricted_at !== null,
    mayWrite,
  }
}

export type VoteReason =
  | 'already_voted'
  | 'self_vote'
  | 'daily_limit'
  | 'suspended'
  | 'restricted'
  | 'scope_required'
  | 'target_unavailable'

/** Why a new vote on a message would be refused, in the order in which the vote itself is; null when it would not. */
export function whyNot(
  target: { exists: boolean; isOwn: boolean; voted: boolean },
  standing: Standing,
  perDay: number,
): VoteReason | null {
  if (!standing.mayWrite) return 'scope_required'
  if (!target.exists) return 'target_unavailable'
  if (target.isOwn) return 'self_vote'
  if (target.voted) return 'already_voted'
  if (standing.restricted) return 'restricted'
  if (standing.suspended) return 'suspended'
  return perDay !== 0 && standing.used >= perDay ? 'daily_limit' : null
}
