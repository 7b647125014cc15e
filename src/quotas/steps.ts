/** Spends from a limit, or refuses with the time at which it can be spent again. */
import type { Tx } from '../storage/sql.ts'
import {
  type Allowance,
  type DailyScope,
  type GateRule,
  isAlwaysOpen,
  type Quota,
  refuseForToday,
  takeSlotOrRefuse,
} from './rules.ts'
import { type GateName, readGate, readUsed, saveGate, spend } from './table.ts'

/** Allowances of different kinds, the narrowest first: if several are spent, the refusal names the first. */
export async function spendAllOrRefuse(tx: Tx, allowances: readonly Allowance[], now: number) {
  const quotas = allowances.map(([, quota]) => quota)
  const refused = await spend(tx, quotas, now)
  const first = allowances.find(([, { kind }]) => refused.includes(kind))
  if (!first) return
  const [scope, quota] = first
  refuseForToday(scope, quota.perDay, await readUsed(tx, quota, now), now)
}

export const spendOrRefuse = (tx: Tx, scope: DailyScope, quota: Quota, now: number) =>
  spendAllOrRefuse(tx, [[scope, quota]], now)

/** `message` replaces the sentence of the error table. */
export async function passGate(tx: Tx, name: GateName, rule: GateRule, now: number, message?: string) {
  if (isAlwaysOpen(rule)) return
  await saveGate(tx, name, takeSlotOrRefuse(await readGate(tx, name), rule, now, message))
}
