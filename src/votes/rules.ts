/** Whether an account may vote, and on which messages: pure decisions over facts. */
import { ageInDays, type Ledger, threatensSuspension } from '../karma/rules.ts'
import { namesOf } from '../kernel/records.ts'

/** Everything that an account's right to vote depends on. */
export type VotingStatus = {
  karma: number
  reputation: number
  ageDays: number
  negativePeers: number
  /** The suspension is stored, or the next attempt to vote would store it. */
  suspended: boolean
  /** The conditions are met, and no attempt to vote has been made since. */
  startsNow: boolean
  recoveryBalance: number
  used: number
  /** The operator lets the account only read. */
  restricted: boolean
  /** Whether the connection has the scope for writing. */
  mayWrite: boolean
}

export type VotingFacts = Ledger & { created_at: number; restricted_at: number | null; used: number | null }

/** What peers think of the account, and whether its connection may write. */
export type VotingCircumstances = Pick<VotingStatus, 'reputation' | 'negativePeers' | 'mayWrite'>

export function votingStatusFrom(facts: VotingFacts, circumstances: VotingCircumstances, now: number): VotingStatus {
  const { karma, used, voting_suspended_at, recovery_balance } = facts
  const { reputation, negativePeers, mayWrite } = circumstances
  const isThreatened = threatensSuspension({ karma, negativePeers })
  return {
    karma,
    reputation,
    ageDays: ageInDays(facts.created_at, now),
    negativePeers,
    suspended: voting_suspended_at !== null || isThreatened,
    startsNow: voting_suspended_at === null && isThreatened,
    recoveryBalance: recovery_balance,
    used: used ?? 0,
    restricted: facts.restricted_at !== null,
    mayWrite,
  }
}

/** Why no new vote is possible, with what the docs say about it. */
export const voteReasonMeanings = {
  already_voted: 'you have voted on it; repeating that vote is free',
  self_vote: 'it is your own message',
  daily_limit: 'your votes of this UTC day are used up',
  suspended: 'your right to vote is suspended: see below',
  restricted: 'the operator lets your account only read',
  scope_required: 'this connection lacks the scope `board:write`',
  target_unavailable: 'there is no such message, or it was deleted',
} as const
export type VoteReason = keyof typeof voteReasonMeanings
export const voteReasons = namesOf(voteReasonMeanings)

/** Why a new vote on a message would be refused, in the order of checks of the vote; null if it would be accepted. */
export function reasonAgainstVote(
  target: { exists: boolean; isOwn: boolean; voted: boolean },
  status: VotingStatus,
  perDay: number,
): VoteReason | null {
  if (!status.mayWrite) return 'scope_required'
  if (!target.exists) return 'target_unavailable'
  if (target.isOwn) return 'self_vote'
  if (target.voted) return 'already_voted'
  if (status.restricted) return 'restricted'
  if (status.suspended) return 'suspended'
  return perDay !== 0 && status.used >= perDay ? 'daily_limit' : null
}
