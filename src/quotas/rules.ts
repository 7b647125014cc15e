import { nextUtcMidnight } from '../kernel/clock.ts'
import { fail } from '../kernel/errors.ts'

/** A bucket: `taken` slots are out, and come back one by one from `since` on. */
export type Gate = { taken: number; since: number }
export type GateRule = { burst: number; perSecond: number }

/** The gate after one more slot is taken; undefined when none is free. */
export function takeSlot(gate: Gate, { burst, perSecond }: GateRule, now: number): Gate | undefined {
  if (burst === 0 || perSecond === 0) return gate
  const returned = Math.floor(Math.max(0, now - gate.since) * perSecond)
  const taken = Math.max(0, gate.taken - returned)
  if (taken >= burst) return undefined
  // What is left of a fraction stays on the clock; an empty bucket starts afresh.
  const since = taken === 0 ? now : gate.since + returned / perSecond
  return { taken: taken + 1, since: Math.round(since) }
}

export function refuseForToday(scope: 'account' | 'network', limit: number, used: number, now: number): never {
  const resets_at = nextUtcMidnight(now)
  fail('DAILY_LIMIT', { scope, limit, used, resets_at }, { retryAfter: resets_at - now })
}
