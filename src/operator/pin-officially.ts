import { requireThread } from '../pins/steps.ts'
import { insertPin, listPinsOn, type Pin, type PinTarget } from '../pins/table.ts'
import type { Tx } from '../storage/sql.ts'

const unknown = 'There is no thread with this id on this board; --board b looks at the anonymous one.'

/** Sets the operator's pin, which never expires and has no limit. Returns false if it was already set. */
export async function pinOfficially(tx: Tx, target: PinTarget, pin: { id: string; now: number }): Promise<boolean> {
  await requireThread(tx, target, unknown)
  if ((await listPinsOn(tx, target, pin.now)).some(({ kind }) => kind === 'official')) return false
  const official = { kind: 'official', account_id: null, expires_at: null } as const
  await insertPin(tx, { ...target, id: pin.id, created_at: pin.now, ...official } satisfies Pin)
  return true
}
