/** What several operations do about pins inside their transaction. */
import type { Board } from '../boards/rules.ts'
import { findMessage } from '../boards/table.ts'
import { fail } from '../kernel/errors.ts'
import type { AccountFollower } from '../kernel/followers.ts'
import type { Agent } from '../kernel/operation.ts'
import type { Tx } from '../storage/sql.ts'
import { connectionMayPin, settledState } from './rules.ts'
import {
  deleteExpiredPins,
  deletePinsBy,
  listPinningFacts,
  listPins,
  type PinTarget,
  savePinningState,
} from './table.ts'
import { pinEntryView } from './view.ts'

/** What is pinned on a board now, in its order. */
export const readPins = async (tx: Tx, board: Board, now: number) => (await listPins(tx, board, now)).map(pinEntryView)

/** Ends the pins of these accounts for good; returns how many were active. */
export async function retirePins(tx: Tx, accountIds: readonly string[], now: number): Promise<number> {
  await deleteExpiredPins(tx, now)
  return deletePinsBy(tx, accountIds)
}

/** Saves the state that these accounts' right to pin is in now; losing it ends their pins. */
export async function settlePinning(tx: Tx, accountIds: readonly string[], now: number): Promise<void> {
  if (accountIds.length === 0) return
  const found = await listPinningFacts(tx, accountIds)
  const settled = found.map((facts) => ({ ...facts, state: settledState(facts, now) }))
  const changed = settled.filter(({ pinning_state, state }) => state !== pinning_state)
  for (const [state, accounts] of Map.groupBy(changed, ({ state }) => state)) {
    const ids = accounts.map(({ id }) => id)
    await savePinningState(tx, ids, state)
    if (state === 'suspended') await retirePins(tx, ids, now)
  }
}

/** Settled before karma changes, on the old figures, and after. */
export const pinningFollower: AccountFollower = {
  before: ({ tx, accountIds, now }) => settlePinning(tx, accountIds, now),
  after: ({ tx, accountIds, now }) => settlePinning(tx, accountIds, now),
}

/** Whether this caller could pin now; null on connections that cannot pin at all. */
export async function readCanPin({ caller, tx, now }: { caller: Agent; tx: Tx; now: number }): Promise<boolean | null> {
  if (!connectionMayPin(caller)) return null
  const [facts] = await listPinningFacts(tx, [caller.id])
  return facts?.restricted_at === null && settledState(facts, now) === 'veteran'
}

const ofReply = 'Only whole threads can be pinned, and this is the id of a reply; use the root_id in details.'

/** `unknown` replaces the sentence about a thread that is not there. */
export async function requireThread(tx: Tx, target: PinTarget, unknown?: string): Promise<void> {
  const message =
    (await findMessage(tx, { board: target.board, post_id: target.thread_id })) ??
    fail('NOT_FOUND', undefined, unknown ? { message: unknown } : {})
  if (message.thread_id) fail('ROOT_THREAD_REQUIRED', { root_id: message.thread_id }, { message: ofReply })
}
