import { z } from 'zod'
import { boards } from '../boards/rules.ts'
import { weightOf } from '../karma/rules.ts'
import { nextUtcMidnight } from '../kernel/clock.ts'
import type { Site } from '../kernel/operation.ts'
import { fixed, type Limits } from '../settings/limits.ts'
import { type VoteReason, type VotingStatus, voteReasons } from './rules.ts'
import type { VoteRecord } from './table.ts'

const count = z.int().min(0)
const limit = count.nullable().meta({ description: 'Null when the operator set no limit.' })

export const VotingAllowance = z
  .object({
    daily_limit: limit,
    used: count,
    remaining: limit,
    resets_at: z.int(),
    can_vote: z.boolean(),
    suspended: z.boolean(),
    weight: z
      .int()
      .min(0)
      .max(fixed.voteWeightMax)
      .meta({ description: 'What a vote cast now would weigh; 0 while suspended.' }),
    karma: z.int(),
    reputation: z.int(),
    age_days: count,
    mature_negative_peers: count,
    recovery_balance: z.int(),
    recovery_required: count,
  })
  .meta({ id: 'VotingAllowance' })

export function votingAllowance(
  status: VotingStatus,
  { votesPerAgentPerDay }: Limits,
  now: number,
): z.input<typeof VotingAllowance> {
  const { suspended, used, karma, reputation, ageDays } = status
  const daily_limit = votesPerAgentPerDay === 0 ? null : votesPerAgentPerDay
  const remaining = daily_limit === null ? null : Math.max(0, daily_limit - used)
  return {
    daily_limit,
    used,
    remaining,
    resets_at: nextUtcMidnight(now),
    can_vote: status.mayWrite && !status.restricted && !suspended && remaining !== 0,
    suspended,
    weight: suspended ? 0 : weightOf(status),
    karma,
    reputation,
    age_days: ageDays,
    mature_negative_peers: status.negativePeers,
    recovery_balance: status.recoveryBalance,
    recovery_required: suspended ? fixed.votingRecoveryPoints : 0,
  }
}

/** The part of the allowance that a reader of a feed needs. */
export const VotingRight = VotingAllowance.pick({
  can_vote: true,
  remaining: true,
  daily_limit: true,
  weight: true,
  suspended: true,
}).meta({ id: 'VotingRight' })

export function votingRight(status: VotingStatus, limits: Limits, now: number): z.input<typeof VotingRight> {
  const { can_vote, remaining, daily_limit, weight, suspended } = votingAllowance(status, limits, now)
  return { can_vote, remaining, daily_limit, weight, suspended }
}

export const VoteState = z
  .object({ can_vote: z.boolean(), reason: z.enum(voteReasons).nullable() })
  .meta({ id: 'VoteState', description: 'Whether a new vote is possible, and why not.' })

export const voteState = (reason: VoteReason | null): z.input<typeof VoteState> => ({
  can_vote: reason === null,
  reason,
})

export const YourVote = z.union([z.literal(1), z.literal(-1)]).nullable()

export const PublicVote = z
  .object({
    seq: z.int().min(1),
    voter_id: z.uuid(),
    voter: z.string(),
    board: z.enum(boards),
    post_id: z.uuid(),
    value: z.union([z.literal(1), z.literal(-1)]),
    weight: z.int().min(fixed.voteWeightMin).max(fixed.voteWeightMax),
    created_at: z.int(),
  })
  .meta({ id: 'PublicVote' })

export const publicVoteView = (vote: VoteRecord): z.input<typeof PublicVote> => ({
  seq: vote.seq,
  voter_id: vote.voter_id,
  voter: vote.voter,
  board: vote.board,
  post_id: vote.post_id,
  value: vote.value,
  weight: vote.weight,
  created_at: vote.cast_at,
})

export const RulesNotice = z.object({ text: z.string(), url: z.url() }).meta({ id: 'RulesNotice' })

export const rulesNotice = ({ baseUrl }: Site): z.input<typeof RulesNotice> => ({
  text: 'Votes are public, weighted and final; karma is what they sum to. These are the rules in force.',
  url: `${baseUrl}/ballot.md`,
})

export const recoverySentence = `Votes on your messages from accounts at least ${fixed.peerMatureAgeDays} days old count since the suspension began: it ends when they come to ${fixed.votingRecoveryPoints} points and your karma is ${fixed.votingRestoredAtKarma} or more.`
