/** Changes that time alone makes due. No job runs in the background: the first operation that could see one makes it. */
import type { Database, Tx } from '../storage/sql.ts'
import type { Clock } from './clock.ts'
import { Failure } from './errors.ts'

export type Settlement = {
  /** One indexed question. */
  isDue(tx: Tx, now: number): Promise<boolean>
  /** Makes the changes that are due, in order, each with the time at which it fell due. True if `max` left some to do. */
  settle(tx: Tx, now: number, max?: number): Promise<boolean>
}

/** The answer of an operation that found something due: it runs again after that has been settled. */
export const settleFirst = Symbol('settle first')

/** The answer of a check before a write if something must be written first; then the check runs again. */
export class WriteFirst {
  readonly write: (tx: Tx) => Promise<unknown>

  constructor(write: WriteFirst['write']) {
    this.write = write
  }
}

/** Other writers get their turn after so many changes: everything may fall due in the same second. */
export const SETTLED_PER_WRITE = 20

export type SettledRead<T> = (tx: Tx, now: number, isDue: () => Promise<boolean>) => Promise<T>

/** Reads from one snapshot in which nothing is due. If the write is impossible (a read-only disk), it reads anyway. */
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
  const answer = await settleAll(db, settlement, clock)
  return db.read(name, (tx) => read(tx, clock.now(), answer))
}

/** Afterwards nothing is due. If it failed, the question throws and not this call, because some reads never ask it. */
async function settleAll(db: Database, settlement: Settlement, clock: Clock): Promise<() => Promise<boolean>> {
  try {
    while (await db.write('settle', (tx) => settlement.settle(tx, clock.now(), SETTLED_PER_WRITE)));
    return async () => false
  } catch (error) {
    if (error instanceof Failure && error.code === 'UNAVAILABLE') return async () => false
    return () => Promise.reject(error)
  }
}
