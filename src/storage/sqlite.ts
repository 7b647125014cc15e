/** The embedded engine: one writing connection behind a queue, a few reading ones, write-ahead log. */
import { chmodSync, existsSync, mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync, type StatementSync } from 'node:sqlite'
import { setImmediate as turn } from 'node:timers/promises'
import { Pool } from './queue.ts'
import { runner, type Verdict } from './retry.ts'
import { type Database, type Observer, render, type Statement, type Tx, type Work } from './sql.ts'

const MAX_READERS = 4
/** Processes that start together wait for each other while the file is created. */
const OPEN_MAX_WAIT_MS = 5_000

/** SQLite's primary result codes. */
const [PERM, BUSY, LOCKED, READONLY, IOERR, FULL, CANTOPEN] = [3, 5, 6, 8, 10, 13, 14]

function judge(error: unknown): Verdict {
  const code = ((error as { errcode?: number }).errcode ?? 0) & 0xff
  if (code === BUSY || code === LOCKED) return 'retry'
  return [PERM, READONLY, IOERR, FULL, CANTOPEN].includes(code) ? 'unavailable' : 'fault'
}

class Connection {
  readonly #db: DatabaseSync
  readonly #prepared = new Map<string, StatementSync>()

  constructor(path: string, readOnly: boolean) {
    this.#db = new DatabaseSync(path, { readOnly, timeout: OPEN_MAX_WAIT_MS })
    if (!readOnly) this.#db.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL')
    // From here on `retrying` waits for other processes: SQLite's busy timeout would block the event loop.
    this.#db.exec('PRAGMA busy_timeout = 0; PRAGMA cache_size = -16000; PRAGMA temp_store = MEMORY')
  }

  async transaction<T>(begin: string, work: Work<T>): Promise<T> {
    this.#db.exec(begin)
    const tx = this.#open()
    try {
      const result = await work(tx.handle)
      this.#db.exec('COMMIT')
      return result
    } catch (error) {
      // SQLite rolls back by itself when the disk is full, and a second ROLLBACK would hide the first error.
      if (this.#db.isTransaction) this.#db.exec('ROLLBACK')
      throw error
    } finally {
      tx.end()
    }
  }

  #open() {
    let open = true
    const prepare = (statement: Statement) => {
      if (!open) throw new Error('A transaction was used after its end.')
      const { text, parameters } = render(statement, () => '?')
      return { prepared: this.#statement(text), parameters }
    }
    const handle: Tx = {
      engine: 'sqlite',
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
      attempt: (work) => work().catch(() => undefined),
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

  close() {
    this.#db.close()
  }
}

export function openSqlite(path: string, observe: Observer = () => {}): Database {
  const isNew = !existsSync(path)
  mkdirSync(dirname(path), { recursive: true })
  const writing = new Connection(path, false)
  if (isNew) chmodSync(path, 0o600) // other users of the machine must not read hashes of keys and networks
  const writer = new Pool(1, () => writing)
  const readers = new Pool(MAX_READERS, () => new Connection(path, true))

  let watching: Connection | undefined

  const timed = runner(judge, observe)
  return {
    read: (name, work) => timed(name, 'read', () => readers.use((c) => c.transaction('BEGIN', work))),
    write: (name, work) =>
      timed(name, 'write', () =>
        writer.use(async (connection) => {
          const result = await connection.transaction('BEGIN IMMEDIATE', work)
          await turn() // a commit blocks until the disk is written; this lets readers run between queued writes
          return result
        }),
      ),
    version: () =>
      timed('version', 'read', async () => {
        watching ??= new Connection(path, true) // always the same one: each connection counts for itself
        return watching.version()
      }),
    async close() {
      watching?.close()
      for (const connection of readers.idle) connection.close()
      // The last connection to close merges the write-ahead log into the database file.
      await writer.use(async (connection) => connection.close())
    },
  }
}
