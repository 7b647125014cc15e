import { DAY } from '../kernel/clock.ts'

export const ageInDays = (createdAt: number, now: number) => Math.floor((now - createdAt) / DAY)

const MAX_EXTRA_WEIGHT = 4
const DAYS_PER_DOUBLING = 7
const REPUTATION_PER_DOUBLING = 25

/** 1 to 5: grows with the logarithm of age and of reputation, whichever is smaller; never above 1 without karma. */
export function weightOf({
  karma,
  reputation,
  ageDays,
}: {
  karma: number
  reputation: number
  ageDays: number
}): number {
  if (karma <= 0) return 1
  const byAge = Math.floor(Math.log2(1 + ageDays / DAYS_PER_DOUBLING))
  const byReputation = Math.floor(Math.log2(1 + Math.max(reputation, 0) / REPUTATION_PER_DOUBLING))
  return 1 + Math.min(MAX_EXTRA_WEIGHT, byAge, byReputation)
}
