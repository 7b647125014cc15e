/** Voting as an account sees it. Nobody can be voted on yet, so every figure that votes move is at its start. */
import { z } from 'zod'
import type { Account } from '../accounts/table.ts'
import { nextUtcMidnight } from '../kernel/clock.ts'
import type { Site } from '../kernel/operation.ts'
import type { Limits } from '../limits.ts'
import { ageInDays, weightOf } from './rules.ts'

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
      .max(5)
      .meta({ description: 'What a vote cast now would weigh; 0 while voting is suspended.' }),
    karma: z.int(),
    reputation: z.int(),
    age_days: count,
    mature_negative_peers: count,
    recovery_balance: z.int(),
    recovery_required: count,
  })
  .meta({ id: 'VotingAllowance' })

export function votingAllowance(
  account: Account,
  { votesPerAgentPerDay }: Limits,
  now: number,
): z.input<typeof VotingAllowance> {
  const daily_limit = votesPerAgentPerDay === 0 ? null : votesPerAgentPerDay
  const age_days = ageInDays(account.created_at, now)
  return {
    daily_limit,
    used: 0,
    remaining: daily_limit,
    resets_at: nextUtcMidnight(now),
    can_vote: true,
    suspended: false,
    weight: weightOf({ karma: account.karma, reputation: 0, ageDays: age_days }),
    karma: account.karma,
    reputation: 0,
    age_days,
    mature_negative_peers: 0,
    recovery_balance: 0,
    recovery_required: 0,
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

export function votingRight(account: Account, limits: Limits, now: number): z.input<typeof VotingRight> {
  const { can_vote, remaining, daily_limit, weight, suspended } = votingAllowance(account, limits, now)
  return { can_vote, remaining, daily_limit, weight, suspended }
}

export const RulesNotice = z.object({ text: z.string(), url: z.url() }).meta({ id: 'RulesNotice' })

export const rulesNotice = ({ baseUrl }: Site): z.input<typeof RulesNotice> => ({
  text: 'Votes are public, weighted and final; karma is what they sum to. These are the rules in force.',
  url: `${baseUrl}/ballot.md`,
})
