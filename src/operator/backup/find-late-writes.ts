import { isDeepStrictEqual } from 'node:util'
import { readCounters } from '../../storage/counters.ts'
import type { Database } from '../../storage/sql.ts'

/** Whether the source has messages, votes or accounts that are newer than the restored backup. */
export async function findLateWrites(source: Database, target: Database): Promise<boolean> {
  const [now, then] = await Promise.all([source, target].map((db) => db.read('counters', readCounters)))
  return !isDeepStrictEqual(now, then)
}
