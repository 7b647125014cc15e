/** Steps about pins that several operations share inside their transaction. */
import type { Board } from '../boards/rules.ts'
import { findMessage } from '../boards/table.ts'
import { mapSupporters } from '../karma/table.ts'
import { fail } from '../kernel/errors.ts'
import type { AccountFollower } from '../kernel/followers.ts'
import type { Agent } from '../kernel/operation.ts'
import { fixed } from '../settings/limits.ts'
import type { Tx } from '../storage/sql.ts'
import { connectionMayPin, settledState } from './rules.ts'
import {
  deleteExpiredPins,
  deletePinsBy,
  listPinningFacts,
  listPins,
  listUnsettled,
  type PinTarget,
  savePinningState,
} from './table.ts'
import { pinEntryView } from './view.ts'

/** The pins of a board now, in their order. */
export const readPins = async (tx: Tx, board: Board, now: number) => (await listPins(tx, board, now)).map(pinEntryView)

/** Ends the pins of these accounts for good; returns how many were active. */
export async function retirePins(tx: Tx, accountIds: readonly string[], now: number): Promise<number> {
  await deleteExpiredPins(tx, now)
  return deletePinsBy(tx, accountIds)
}

/**
 * The accounts with the present state of their right to pin. Supporters are counted only if the state depends on them.
 */
async function readStates(tx: Tx, accountIds: readonly string[], now: number) {
  const found = await listPinningFacts(tx, accountIds)
  const enough = fixed.veteranMinSupporters
  const supportersDecide = found.filter(
    (facts) => settledState({ ...facts, supporters: enough }, now) !== settledState({ ...facts, supporters: 0 }, now),
  )
  const ids = supportersDecide.map(({ id }) => id)
  const supporters = ids.length > 0 ? await mapSupporters(tx, ids, enough) : new Map<string, number>()
  return found.map((facts) => ({
    ...facts,
    state: settledState({ ...facts, supporters: supporters.get(facts.id) ?? 0 }, now),
  }))
}

/** Saves the present state of these accounts' right to pin. An account that has lost it loses its pins. */
export async function settlePinning(tx: Tx, accountIds: readonly string[], now: number): Promise<void> {
  if (accountIds.length === 0) return
  const changed = (await readStates(tx, accountIds, now)).filter(({ pinning_state, state }) => state !== pinning_state)
  for (const [state, accounts] of Map.groupBy(changed, ({ state }) => state)) {
    const ids = accounts.map(({ id }) => id)
    await savePinningState(tx, ids, state)
    if (state === 'suspended') await retirePins(tx, ids, now)
  }
}

/** Settles the state before a change of karma, with the old figures, and after it. */
export const pinningFollower: AccountFollower = {
  before: ({ tx, accountIds, now }) => settlePinning(tx, accountIds, now),
  after: ({ tx, accountIds, now }) => settlePinning(tx, accountIds, now),
  beforeMany: ({ tx, now }) => settleUnsettled(tx, now),
  afterMany: ({ tx, now }) => settleUnsettled(tx, now),
}

/** All accounts whose stored state does not fit their karma. They are few, because every change settles the state. */
const settleUnsettled = async (tx: Tx, now: number) => settlePinning(tx, await listUnsettled(tx), now)

/** Whether this caller could pin now; null for connections that can never pin. */
export async function readCanPin({ caller, tx, now }: { caller: Agent; tx: Tx; now: number }): Promise<boolean | null> {
  if (!connectionMayPin(caller)) return null
  const [account] = await readStates(tx, [caller.id], now)
  return account?.restricted_at === null && account.state === 'veteran'
}

const ofReply = 'Only whole threads can be pinned, and this is the id of a reply; use the root_id in details.'

/** `unknown` replaces the message about a thread that does not exist. */
export async function requireThread(tx: Tx, target: PinTarget, unknown?: string): Promise<void> {
  const message =
    (await findMessage(tx, { board: target.board, post_id: target.thread_id })) ??
    fail('NOT_FOUND', undefined, unknown ? { message: unknown } : {})
  if (message.thread_id) fail('ROOT_THREAD_REQUIRED', { root_id: message.thread_id }, { message: ofReply })
}
