/** The embedded engine: one writing connection, a few reading ones, write-ahead log. */
import { closeSync, mkdirSync, openSync } from 'node:fs'
import { dirname } from 'node:path'
import { setImmediate as turn } from 'node:timers/promises'
import { codeOf } from '../kernel/thrown.ts'
import { refuseForeign } from './foreign.ts'
import { failUnknown } from './outcome.ts'
import { deadlineIn, orUnavailable, Pool, runner } from './pool.ts'
import {
  type InTransaction,
  type Mode,
  SharedCommits,
  type SharedTransaction,
  type Task,
  taskOf,
} from './shared-commit.ts'
import type { Database, OpenOptions } from './sql.ts'
import { Connection } from './sqlite-connection.ts'
import { judge } from './sqlite-errors.ts'
import { SqliteReads } from './sqlite-reads.ts'
import { WriteAheadLog } from './write-ahead-log.ts'

const CLOSE_MAX_MS = 3_000

/** The writes of a shared transaction run without a turn of the event loop in between. */
const sharing = { maxMs: 3, maxWrites: 64, maxGroupedRows: 400 }

/** Other users of the machine must not read hashes of keys and networks. SQLite gives its companion files the same mode. */
function createPrivately(path: string) {
  mkdirSync(dirname(path), { recursive: true })
  try {
    closeSync(openSync(path, 'wx', 0o600))
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error
  }
}

function sharedTransaction(connection: Connection): SharedTransaction {
  let isMarked = false
  return {
    run: (work) => connection.run(work),
    async mark() {
      if (isMarked) connection.statement('RELEASE write').run()
      connection.statement('SAVEPOINT write').run()
      isMarked = true
    },
    async undo(reason) {
      // On a full disk, for example, SQLite has rolled back everything by itself.
      if (!connection.isInTransaction) throw reason
      connection.statement('ROLLBACK TO write').run()
    },
  }
}

export function openSqlite(path: string, { observe, patience, reportCaught }: OpenOptions): Database {
  createPrivately(path)
  refuseForeign(path)
  const writing = new Connection(path, { mode: 'write', reportCaught })
  const writer = new Pool({ max: 1, make: () => writing })
  const log = new WriteAheadLog(path)
  const reads = new SqliteReads(() => new Connection(path, { mode: 'read', reportCaught }))

  /** Reads see the commit only after it is on the disk. */
  async function commitDurably() {
    reads.hold(() => writing.version()) // which counts the commits of other connections only
    try {
      writing.exec('COMMIT')
      await log.sync().catch(failUnknown)
    } finally {
      reads.release()
    }
  }

  const commitStaged = () =>
    reads.keepVersion(
      () => writing.exec('COMMIT'),
      () => writing.version(),
    )

  const inTransaction: InTransaction = async ({ deadline, mode }, use) => {
    const result = await writer.use(deadline, async () => {
      log.requireSynced(writing)
      writing.exec('BEGIN IMMEDIATE')
      try {
        const result = await use(sharedTransaction(writing))
        await (mode.isStaged ? commitStaged() : commitDurably())
        return result
      } catch (error) {
        // SQLite rolls back by itself when the disk is full, and a second ROLLBACK would hide the first error.
        if (writing.isInTransaction) writing.exec('ROLLBACK')
        throw error
      } finally {
        await turn() // lets reads run between queued writes
      }
    })
    if (log.isDue()) void log.checkpoint((work) => writer.use(deadlineIn(patience.waitMs), work))
    return result
  }
  const commits = new SharedCommits(inTransaction, sharing)

  const timed = runner(judge, observe)
  const write = <T>(name: string, task: Task<T>, maxWaitMs = patience.waitMs, mode: Mode = {}) =>
    timed({ name, kind: 'write', maxWaitMs, work: (deadline) => commits.write({ ...task, deadline, mode }) })
  return {
    engine: 'sqlite',
    read: (name, work) =>
      timed({ name, kind: 'read', maxWaitMs: patience.waitMs, work: (deadline) => reads.read(deadline, work) }),
    write: (name, work, { maxWaitMs } = {}) => write(name, { work }, maxWaitMs, { maxMs: maxWaitMs }),
    writeGrouped: (name, group, item) => write(name, taskOf(group, item)),
    stage: (name, work) => write(name, { work }, patience.waitMs, { isStaged: true }),
    version: () => orUnavailable(() => reads.version()),
    async close() {
      const deadline = deadlineIn(CLOSE_MAX_MS)
      commits.refuseAll()
      await writer.close(deadline)
      await reads.close(deadline)
      await log.close()
      // A copy of the database file alone must hold everything that was acknowledged.
      log.fold(writing)
      writing.close()
      return log.remains()
    },
  }
}
