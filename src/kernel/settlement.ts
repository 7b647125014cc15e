/** Changes that time alone brings about. Nothing runs in the background: the first operation that could see one makes it. */
import type { Database, Tx } from '../storage/sql.ts'
import type { Clock } from './clock.ts'
import { Failure } from './errors.ts'

export type Settlement = {
  /** One indexed question. */
  isDue(tx: Tx, now: number): Promise<boolean>
  /** Makes every change that is due, in order, each with the time at which it fell due. */
  settle(tx: Tx, now: number): Promise<void>
}

/** What a read answers that found something due: it is done again after that has been settled. */
export const settleFirst = Symbol('settle first')

type SettledRead<T> = (tx: Tx, now: number, isDue: () => Promise<boolean>) => Promise<T>

/** Reads from one snapshot in which nothing is due. Where the write is impossible (a read-only disk) it reads all the same. */
export async function readSettled<T>(
  db: Database,
  name: string,
  settlement: Settlement,
  clock: Clock,
  read: SettledRead<T>,
): Promise<T> {
  const found = await db.read(name, (tx) => {
    const now = clock.now()
    return read(tx, now, () => settlement.isDue(tx, now))
  })
  if (found !== settleFirst) return found
  try {
    await db.write('settle', (tx) => settlement.settle(tx, clock.now()))
  } catch (error) {
    if (!(error instanceof Failure && error.code === 'UNAVAILABLE')) throw error
  }
  return db.read(name, (tx) => read(tx, clock.now(), async () => false))
}
