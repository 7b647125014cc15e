import { CLOCK_SKEW, nextUtcMidnight } from '../kernel/clock.ts'
import { fail } from '../kernel/errors.ts'

/** A gate: `taken` slots are in use, and become free one by one from `since` on. */
export type Gate = { taken: number; since: number }
/** `slots` come back every `seconds`. If a number is 0, the gate is always open. */
export type GateRule = { burst: number; slots: number; seconds: number }

export const isAlwaysOpen = ({ burst, slots, seconds }: GateRule) => burst === 0 || slots === 0 || seconds === 0

/** Multiplies before it divides: 1/49 is inexact, so 49 seconds of it would make slightly less than one slot. */
const returnedBy = (gate: Gate, { slots, seconds }: GateRule, now: number) =>
  Math.floor((Math.max(0, now - gate.since) * slots) / seconds)

/** A gate with a time in the future was used before the clock was set back, so it starts afresh. */
export const settledGate = (gate: Gate, now: number): Gate =>
  gate.since > now + CLOCK_SKEW ? { taken: 0, since: now } : gate

/** The gate after one more slot is taken; undefined when none is free. */
export function takeSlot(gate: Gate, rule: GateRule, now: number): Gate | undefined {
  const { burst, slots, seconds } = rule
  if (isAlwaysOpen(rule)) return gate
  const returned = returnedBy(gate, rule, now)
  const taken = Math.max(0, gate.taken - returned)
  if (taken >= burst) return undefined
  // The fraction of a slot that has become free is kept in `since`; a gate without taken slots starts afresh.
  const since = taken === 0 ? now : gate.since + (returned * seconds) / slots
  return { taken: taken + 1, since: Math.round(since) }
}

/** The gate after one more slot is taken, or a refusal. `message` replaces the sentence of the error table. */
export function takeSlotOrRefuse(stored: Gate, rule: GateRule, now: number, message?: string): Gate {
  const gate = settledGate(stored, now)
  const taken = takeSlot(gate, rule, now)
  if (taken) return taken
  const details = { capacity: rule.burst, refill_per_second: rule.slots / rule.seconds }
  fail('BOARD_RATE_LIMIT', details, { retryAfter: secondsToSlot(gate, rule, now), ...(message && { message }) })
}

/** Whole seconds until the next slot comes back. */
export function secondsToSlot(gate: Gate, rule: GateRule, now: number): number {
  const next = gate.since + ((returnedBy(gate, rule, now) + 1) * rule.seconds) / rule.slots
  return Math.max(1, Math.ceil(next - now))
}

/** A daily allowance; `perDay` 0 means that it is counted but never refused. */
export type Quota = {
  kind:
    | 'publish'
    | 'publish_network'
    | 'register_network'
    | 'vote'
    | 'pin'
    | 'unsorted_network'
    | 'article_revision'
    | 'comment'
    | 'guest_session'
    | 'guest_network'
    | 'guest_all'
    | 'rotate_key'
  owner: string
  perDay: number
}

/** Whose allowance is spent. */
export type DailyScope = 'account' | 'network' | 'session' | 'service'

export type Allowance = readonly [DailyScope, Quota]

/** How much of each allowance was used today, by `allowanceKey`. */
export type UsedToday = Map<string, number>

export const allowanceKey = ({ kind, owner }: Pick<Quota, 'kind' | 'owner'>) => `${kind} ${owner}`

/** If several are spent, the refusal names the first. */
export function refuseSpent(allowances: readonly Allowance[], usedToday: Readonly<UsedToday>, now: number) {
  for (const [scope, quota] of allowances) {
    const used = usedToday.get(allowanceKey(quota)) ?? 0
    if (quota.perDay > 0 && used >= quota.perDay) refuseForToday(scope, quota.perDay, used, now)
  }
}

export function refuseForToday(scope: DailyScope, limit: number, used: number, now: number): never {
  const resets_at = nextUtcMidnight(now)
  fail('DAILY_LIMIT', { scope, limit, used, resets_at }, { retryAfter: resets_at - now })
}
