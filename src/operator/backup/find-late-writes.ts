import { isDeepStrictEqual } from 'node:util'
import { readCounters } from '../../storage/counters.ts'
import type { Database } from '../../storage/sql.ts'

/** Whether something was published, voted or registered on the source after the moment that was restored. */
export async function findLateWrites(source: Database, target: Database): Promise<boolean> {
  const [now, then] = await Promise.all([source, target].map((db) => db.read('counters', readCounters)))
  return !isDeepStrictEqual(now, then)
}
