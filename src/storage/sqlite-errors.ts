import { sqliteCodeOf } from '../kernel/thrown.ts'
import type { Verdict } from './pool.ts'

/** SQLite's primary result codes. */
const [PERM, BUSY, LOCKED, READONLY, IOERR, FULL, CANTOPEN] = [3, 5, 6, 8, 10, 13, 14]

export function judge(error: unknown): Verdict {
  const code = sqliteCodeOf(error)
  if (code === BUSY || code === LOCKED) return 'retry'
  return [PERM, READONLY, IOERR, FULL, CANTOPEN].includes(code) ? 'unavailable' : 'fault'
}
