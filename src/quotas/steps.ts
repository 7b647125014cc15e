/** Spending from a limit, or refusing with the time when it can be spent again. */
import { fail } from '../kernel/errors.ts'
import type { Tx } from '../storage/sql.ts'
import {
  type DailyScope,
  type GateRule,
  isAlwaysOpen,
  type Quota,
  refuseForToday,
  secondsToSlot,
  settledGate,
  takeSlot,
} from './rules.ts'
import { type GateName, readGate, readUsed, saveGate, spend } from './table.ts'

/** Allowances of different kinds, the narrowest first: of several that are spent, the first is named. */
export async function spendAllOrRefuse(tx: Tx, allowances: readonly (readonly [DailyScope, Quota])[], now: number) {
  const quotas = allowances.map(([, quota]) => quota)
  const refused = await spend(tx, quotas, now)
  const first = allowances.find(([, { kind }]) => refused.includes(kind))
  if (!first) return
  const [scope, quota] = first
  refuseForToday(scope, quota.perDay, await readUsed(tx, quota, now), now)
}

export const spendOrRefuse = (tx: Tx, scope: DailyScope, quota: Quota, now: number) =>
  spendAllOrRefuse(tx, [[scope, quota]], now)

/** Takes a slot of a gate, or refuses. What it returns stores the slot, so that this can wait for other statements. */
export async function takeGateSlot(tx: Tx, name: GateName, rule: GateRule, now: number, message?: string) {
  if (isAlwaysOpen(rule)) return async () => {}
  const gate = settledGate(await readGate(tx, name), now)
  const taken = takeSlot(gate, rule, now)
  if (!taken) {
    const details = { capacity: rule.burst, refill_per_second: rule.slots / rule.seconds }
    fail('BOARD_RATE_LIMIT', details, { retryAfter: secondsToSlot(gate, rule, now), ...(message && { message }) })
  }
  return async () => void (await saveGate(tx, name, taken))
}

/** `message` replaces the sentence of the error table. */
export async function passGate(...slot: Parameters<typeof takeGateSlot>) {
  const store = await takeGateSlot(...slot)
  await store()
}
