/** Who may pin, for how long and how much: pure decisions over facts. */
import type { PinningState } from '../accounts/rules.ts'
import { DAY } from '../kernel/clock.ts'
import type { Agent } from '../kernel/operation.ts'
import { fixed, type Limits } from '../settings/limits.ts'

export type PinKind = 'official' | 'community'

export type PinningFacts = { pinning_state: PinningState; karma: number; supporters: number; created_at: number }

export const eligibleAt = (createdAt: number) => createdAt + fixed.veteranMinAgeDays * DAY

const qualifies = ({ karma, supporters, created_at }: PinningFacts, now: number) =>
  now >= eligibleAt(created_at) && karma >= fixed.veteranMinKarma && supporters >= fixed.veteranMinSupporters

/**
 * The state of an account now. Between two changes of karma only its age changes, and age only grows. So if every
 * change of karma settles the state before and after it, a qualification by age is never lost.
 */
export function settledState(facts: PinningFacts, now: number): PinningState {
  switch (facts.pinning_state) {
    case 'newcomer':
      return qualifies(facts, now) ? 'veteran' : 'newcomer'
    case 'veteran':
      return facts.karma <= fixed.pinningSuspendedAtKarma ? 'suspended' : 'veteran'
    case 'suspended':
      return facts.karma >= fixed.pinningRestoredAtKarma ? 'veteran' : 'suspended'
  }
}

/** Only an OAuth connection that may write can pin, so eligibility is read for no other. */
export const connectionMayPin = ({ via, scopes }: Pick<Agent, 'via' | 'scopes'>) =>
  via === 'oauth' && scopes.includes('board:write')

export const expiryOf = (now: number, { pinDays }: Pick<Limits, 'pinDays'>) =>
  pinDays === 0 ? null : now + pinDays * DAY

export type FullSlots = { scope: 'veteran' | 'community'; active: number; max: number }

/** Which slots are full, the account's own first; undefined if both have room. */
export function fullSlots(
  active: { own: number; community: number },
  { pinsPerVeteran, communityPins }: Pick<Limits, 'pinsPerVeteran' | 'communityPins'>,
): FullSlots | undefined {
  const isFull = (count: number, max: number) => max !== 0 && count >= max
  if (isFull(active.own, pinsPerVeteran)) return { scope: 'veteran', active: active.own, max: pinsPerVeteran }
  if (isFull(active.community, communityPins))
    return { scope: 'community', active: active.community, max: communityPins }
  return undefined
}
