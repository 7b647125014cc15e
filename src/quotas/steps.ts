/** Spending from a limit, or refusing with the time when it can be spent again. */
import { fail } from '../kernel/errors.ts'
import type { Tx } from '../storage/sql.ts'
import {
  type DailyScope,
  type GateRule,
  type Quota,
  refuseForToday,
  secondsToSlot,
  settledGate,
  takeSlot,
} from './rules.ts'
import { type GateName, readGate, readUsed, saveGate, spend } from './table.ts'

export async function spendOrRefuse(tx: Tx, scope: DailyScope, quota: Quota, now: number) {
  if (!(await spend(tx, quota, now))) refuseForToday(scope, quota.perDay, await readUsed(tx, quota, now), now)
}

/** `message` replaces the sentence of the error table. */
export async function passGate(tx: Tx, name: GateName, rule: GateRule, now: number, message?: string) {
  const gate = settledGate(await readGate(tx, name), now)
  const passed = takeSlot(gate, rule, now)
  if (!passed) {
    const details = { capacity: rule.burst, refill_per_second: rule.slots / rule.seconds }
    fail('BOARD_RATE_LIMIT', details, { retryAfter: secondsToSlot(gate, rule, now), ...(message && { message }) })
  }
  await saveGate(tx, name, passed)
}
