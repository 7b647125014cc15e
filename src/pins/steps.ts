/** What several operations and the command line do about pins inside their transaction. */
import { fail } from '../kernel/errors.ts'
import type { Agent } from '../kernel/operation.ts'
import type { Tx } from '../storage/sql.ts'
import type { Board } from '../votes/rules.ts'
import { connectionMayPin, settledState } from './rules.ts'
import {
  deleteExpiredPins,
  deletePin,
  deletePinsBy,
  findPinnable,
  insertPin,
  listPinningFacts,
  listPins,
  listPinsOn,
  type Pin,
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

/** Writes down what has become of these accounts' right to pin. */
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

/** Everything that moves karma goes through here: the right to pin is settled before it, on the old figures, and after. */
export async function movingKarma<T>(
  tx: Tx,
  accountIds: readonly string[],
  now: number,
  move: () => Promise<T>,
): Promise<T> {
  await settlePinning(tx, accountIds, now)
  const moved = await move()
  await settlePinning(tx, accountIds, now)
  return moved
}

/** Whether this caller could pin now; null on connections that cannot pin at all. */
export async function readCanPin({ caller, tx, now }: { caller: Agent; tx: Tx; now: number }): Promise<boolean | null> {
  if (!connectionMayPin(caller)) return null
  const [facts] = await listPinningFacts(tx, [caller.id])
  return facts?.restricted_at === null && settledState(facts, now) === 'veteran'
}

const ofReply = 'Only whole threads can be pinned, and this is the id of a reply; use the root_id in details.'

export async function requireThread(tx: Tx, target: PinTarget): Promise<void> {
  const message = (await findPinnable(tx, target)) ?? fail('NOT_FOUND')
  if (message.thread_id) fail('ROOT_THREAD_REQUIRED', { root_id: message.thread_id }, { message: ofReply })
}

const findOfficial = async (tx: Tx, target: PinTarget, now: number) =>
  (await listPinsOn(tx, target, now)).find(({ kind }) => kind === 'official')

/** The operator's pin: for good, and outside every limit. False when it was there already. */
export async function pinOfficially(tx: Tx, target: PinTarget, pin: { id: string; now: number }): Promise<boolean> {
  await requireThread(tx, target)
  if (await findOfficial(tx, target, pin.now)) return false
  const official = { kind: 'official', account_id: null, expires_at: null } as const
  await insertPin(tx, { ...target, id: pin.id, created_at: pin.now, ...official } satisfies Pin)
  return true
}

/** False when there was none. */
export async function unpinOfficially(tx: Tx, target: PinTarget, now: number): Promise<boolean> {
  const official = await findOfficial(tx, target, now)
  if (official) await deletePin(tx, official.id)
  return official !== undefined
}
