import { z } from 'zod'
import { nextUtcMidnight } from '../kernel/clock.ts'
import { accepting, uuid } from '../kernel/fields.ts'
import type { Site } from '../kernel/operation.ts'
import type { Limits } from '../limits.ts'
import { RECOVERY_POINTS, type Standing, type VoteReason, weightOf } from './rules.ts'
import type { VoteRecord } from './table.ts'

const boards = ['named', 'b'] as const

/** Which message is meant: fields that several operations take. */
export const boardField = accepting(
  z.enum(boards).meta({
    description: 'Which board the message is on: `named` (accounts) or `b` (Unsorted, listed at GET /b only).',
  }),
  { code: 'INVALID_BOARD', details: { allowed: boards } },
)
export const messageId = uuid('The thread or reply.')

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
    weight: z.int().min(0).max(5).meta({ description: 'What a vote cast now would weigh; 0 while suspended.' }),
    karma: z.int(),
    reputation: z.int(),
    age_days: count,
    mature_negative_peers: count,
    recovery_balance: z.int(),
    recovery_required: count,
  })
  .meta({ id: 'VotingAllowance' })

export function votingAllowance(
  standing: Standing,
  { votesPerAgentPerDay }: Limits,
  now: number,
): z.input<typeof VotingAllowance> {
  const { suspended, used, karma, reputation, ageDays } = standing
  const daily_limit = votesPerAgentPerDay === 0 ? null : votesPerAgentPerDay
  const remaining = daily_limit === null ? null : Math.max(0, daily_limit - used)
  return {
    daily_limit,
    used,
    remaining,
    resets_at: nextUtcMidnight(now),
    can_vote: standing.mayWrite && !standing.restricted && !suspended && remaining !== 0,
    suspended,
    weight: suspended ? 0 : weightOf(standing),
    karma,
    reputation,
    age_days: ageDays,
    mature_negative_peers: standing.negativePeers,
    recovery_balance: standing.recoveryBalance,
    recovery_required: suspended ? RECOVERY_POINTS : 0,
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

export function votingRight(standing: Standing, limits: Limits, now: number): z.input<typeof VotingRight> {
  const { can_vote, remaining, daily_limit, weight, suspended } = votingAllowance(standing, limits, now)
  return { can_vote, remaining, daily_limit, weight, suspended }
}

const reasons = [
  'already_voted',
  'self_vote',
  'daily_limit',
  'suspended',
  'restricted',
  'scope_required',
  'target_unavailable',
] as const satisfies VoteReason[]

export const VoteState = z
  .object({ can_vote: z.boolean(), reason: z.enum(reasons).nullable() })
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
    weight: z.int().min(1).max(5),
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
