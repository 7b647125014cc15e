/** The embedded engine: one writing connection behind a queue, a few reading ones, write-ahead log. */
import { closeSync, mkdirSync, openSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync, type StatementSync } from 'node:sqlite'
import { setImmediate as turn } from 'node:timers/promises'
import { deadlineIn } from './deadline.ts'
import { refuseForeign } from './foreign.ts'
import { failUnknown } from './outcome.ts'
import { Pool } from './queue.ts'
import { runner, type Verdict } from './retry.ts'
import { type Database, type OpenOptions, render, type Statement, type Tx, type Work } from './sql.ts'

const MAX_READERS = 4
/** Processes that start together wait for each other while the file is created. */
const OPEN_MAX_WAIT_MS = 5_000

/** The commit that fills the log also copies it into the database file, so a quarter of the usual size makes shorter stops. */
const CHECKPOINT_PAGES = 250

/** SQLite's primary result codes. */
const [PERM, BUSY, LOCKED, READONLY, IOERR, FULL, CANTOPEN] = [3, 5, 6, 8, 10, 13, 14]

/** Extended codes: the commit was written, and the disk did not confirm it. After a crash it may be there or not. */
const [IOERR_FSYNC, IOERR_DIR_FSYNC] = [1034, 1290]

function judge(error: unknown): Verdict {
  const code = ((error as { errcode?: number }).errcode ?? 0) & 0xff
  if (code === BUSY || code === LOCKED) return 'retry'
  return [PERM, READONLY, IOERR, FULL, CANTOPEN].includes(code) ? 'unavailable' : 'fault'
}

type ConnectionOptions = Pick<OpenOptions, 'reportCaught'> & { readOnly: boolean }

class Connection {
  readonly #db: DatabaseSync
  readonly #prepared = new Map<string, StatementSync>()

  readonly #reportCaught: OpenOptions['reportCaught']

  constructor(path: string, { readOnly, reportCaught }: ConnectionOptions) {
    this.#reportCaught = reportCaught
    this.#db = new DatabaseSync(path, { readOnly, timeout: OPEN_MAX_WAIT_MS })
    if (!readOnly)
      this.#db.exec(
        `PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA wal_autocheckpoint = ${CHECKPOINT_PAGES}`,
      )
    // From here on `retrying` waits for other processes: SQLite's busy timeout would block the event loop.
    this.#db.exec('PRAGMA busy_timeout = 0; PRAGMA cache_size = -16000; PRAGMA temp_store = MEMORY')
  }

  write<T>(work: Work<T>): Promise<T> {
    this.#db.exec('BEGIN IMMEDIATE')
    return this.#transaction(work, '')
  }

  /** `look` finds the version of the database; nothing was committed between two equal ones, so the snapshot has it too. */
  read<T>(work: Work<T>, look: () => string): Promise<T> {
    for (;;) {
      const version = look()
      this.#statement('BEGIN').run()
      this.#statement('SELECT 1 FROM sqlite_schema LIMIT 1').get() // BEGIN alone takes no snapshot
      if (look() === version) return this.#transaction(work, version)
      this.#statement('ROLLBACK').run()
    }
  }

  async #transaction<T>(work: Work<T>, version: string): Promise<T> {
    const tx = this.#open(version)
    try {
      const result = await work(tx.handle)
      this.#commit()
      return result
    } catch (error) {
      // SQLite rolls back by itself when the disk is full, and a second ROLLBACK would hide the first error.
      if (this.#db.isTransaction) this.#statement('ROLLBACK').run()
      throw error
    } finally {
      tx.end()
    }
  }

  #commit() {
    try {
      this.#statement('COMMIT').run()
    } catch (error) {
      const { errcode = 0 } = error as { errcode?: number }
      if (errcode === IOERR_FSYNC || errcode === IOERR_DIR_FSYNC) failUnknown(error)
      throw error
    }
  }

  /** The log is written in order: a later commit that waits for the disk brings this one to the disk, too. */
  async staged<T>(work: Work<T>): Promise<T> {
    this.#db.exec('PRAGMA synchronous = NORMAL')
    try {
      return await this.write(work)
    } finally {
      this.#db.exec('PRAGMA synchronous = FULL')
    }
  }

  #open(version: string) {
    let open = true
    const prepare = (statement: Statement) => {
      if (!open) throw new Error('A transaction was used after its end.')
      const { text, parameters } = render(statement, () => '?')
      return { prepared: this.#statement(text), parameters }
    }
    const handle: Tx = {
      engine: 'sqlite',
      version,
      async one<T>(statement: Statement) {
        const { prepared, parameters } = prepare(statement)
        return prepared.get(...parameters) as T | undefined
      },
      async all<T>(statement: Statement) {
        const { prepared, parameters } = prepare(statement)
        return prepared.all(...parameters) as T[]
      },
      async run(statement: Statement) {
        const { prepared, parameters } = prepare(statement)
        return Number(prepared.run(...parameters).changes)
      },
      attempt: (work) => work().catch((error) => void this.#reportCaught(error)),
      script: async (text) => this.#db.exec(text),
    }
    const end = () => {
      open = false
    }
    return { handle, end }
  }

  /** SQLite changes it when another connection, of any process, has committed. */
  version(): string {
    return String(Object.values(this.#statement('PRAGMA data_version').get() ?? {})[0])
  }

  #statement(text: string): StatementSync {
    const known = this.#prepared.get(text)
    if (known) return known
    const made = this.#db.prepare(text)
    this.#prepared.set(text, made)
    return made
  }

  /** Copies the write-ahead log into the database file. Fails quietly on a full disk, or while others use the database. */
  fold() {
    try {
      this.#db.exec('PRAGMA wal_checkpoint(TRUNCATE)')
    } catch {
      // The log stays beside the file; `close` reports it.
    }
  }

  close() {
    this.#db.close()
  }
}

/** Other users of the machine must not read hashes of keys and networks. SQLite gives its companion files the same mode. */
function createPrivately(path: string) {
  mkdirSync(dirname(path), { recursive: true })
  try {
    closeSync(openSync(path, 'wx', 0o600))
  } catch (error) {
    if ((error as { code?: string }).code !== 'EEXIST') throw error
  }
}

const CLOSE_MAX_MS = 3_000

export function openSqlite(path: string, { observe, patience, reportCaught }: OpenOptions): Database {
  createPrivately(path)
  refuseForeign(path)
  const writing = new Connection(path, { readOnly: false, reportCaught })
  const writer = new Pool({ max: 1, make: () => writing })
  const openReader = () => new Connection(path, { readOnly: true, reportCaught })
  const readers = new Pool({ max: MAX_READERS, make: openReader })

  let watching: Connection | undefined
  /** Always the same connection: each one counts for itself. */
  const version = () => {
    watching ??= openReader()
    return watching.version()
  }

  const timed = runner(judge, observe)
  const writeWith = <T>(name: string, maxWaitMs: number, run: (connection: Connection) => Promise<T>) =>
    timed({
      name,
      kind: 'write',
      maxWaitMs,
      work: (deadline) =>
        writer.use(deadline, async (connection) => {
          const result = await run(connection)
          await turn() // a commit blocks until the disk is written; this lets readers run between queued writes
          return result
        }),
    })
  return {
    read: (name, work) =>
      timed({
        name,
        kind: 'read',
        maxWaitMs: patience.waitMs,
        work: (deadline) => readers.use(deadline, async (connection) => connection.read(work, version)),
      }),
    write: (name, work, { maxWaitMs = patience.waitMs } = {}) =>
      writeWith(name, maxWaitMs, (connection) => connection.write(work)),
    stage: (name, work) => writeWith(name, patience.waitMs, (connection) => connection.staged(work)),
    version,
    async close() {
      watching?.close()
      const deadline = deadlineIn(CLOSE_MAX_MS)
      const open = await readers.close(deadline)
      await writer.close(deadline)
      for (const reader of open) reader.close()
      // A copy of the database file alone must hold everything that was acknowledged.
      writing.fold()
      writing.close()
      return unfoldedLog(path)
    },
  }
}

/** The write-ahead log, if it holds something that the database file does not. */
function unfoldedLog(path: string): string[] {
  const log = `${path}-wal`
  return (statSync(log, { throwIfNoEntry: false })?.size ?? 0) > 0 ? [log] : []
}
