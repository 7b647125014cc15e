import { deletePin, listPinsOn, type PinTarget } from '../pins/table.ts'
import type { Tx } from '../storage/sql.ts'

/** Removes the operator's pin. Returns false if there was none. */
export async function unpinOfficially(tx: Tx, target: PinTarget, now: number): Promise<boolean> {
  const official = (await listPinsOn(tx, target, now)).find(({ kind }) => kind === 'official')
  if (official) await deletePin(tx, official.id)
  return official !== undefined
}
