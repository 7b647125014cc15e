/** The embedded engine where nothing can be written: for commands that only read, on a disk that is read-only or full. */
import { deadlineIn, orUnavailable, runner } from './pool.ts'
import type { Database, OpenOptions } from './sql.ts'
import { Connection } from './sqlite-connection.ts'
import { judge } from './sqlite-errors.ts'
import { SqliteReads } from './sqlite-reads.ts'
import { UnusableDatabase } from './unusable.ts'

const CLOSE_MAX_MS = 3_000

export function openReadOnlySqlite(path: string, { observe, patience, reportCaught }: OpenOptions): Database {
  const reads = new SqliteReads(() => new Connection(path, { mode: 'in place', reportCaught }))
  const timed = runner(judge, observe)
  const refuse = async () => {
    throw new UnusableDatabase(`DATABASE_URL: ${path} is read-only; let this user write to it and to its folder.`)
  }
  return {
    engine: 'sqlite',
    read: (name, work) =>
      timed({ name, kind: 'read', maxWaitMs: patience.waitMs, work: (deadline) => reads.read(deadline, work) }),
    write: refuse,
    writeGrouped: refuse,
    stage: refuse,
    version: () => orUnavailable(() => reads.version()),
    async close() {
      await reads.close(deadlineIn(CLOSE_MAX_MS))
      return []
    },
  }
}
