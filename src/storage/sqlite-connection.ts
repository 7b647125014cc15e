/** One connection to an SQLite file. */
import { DatabaseSync, type StatementSync } from 'node:sqlite'
import { openInPlace } from './open-in-place.ts'
import { type OpenOptions, render, Statement, type Tx, type Value, type Work } from './sql.ts'

/** Processes that start together wait for each other while the file is created. */
const OPEN_MAX_WAIT_MS = 5_000

/** Only if the thread that copies the log into the database file cannot: then a commit does it, and stops the loop. */
const LAST_RESORT_CHECKPOINT_PAGES = 10_000

/** `in place` reads where no companion file can be created. */
type ConnectionOptions = Pick<OpenOptions, 'reportCaught'> & { mode: 'write' | 'read' | 'in place' }

const isPlain = (value: Value): value is Exclude<Value, Statement> => !(value instanceof Statement)

export class Connection {
  readonly #db: DatabaseSync
  readonly #prepared = new Map<string, StatementSync>()
  /** By the template that a statement was written as, if it has only values and no other statement in it. */
  readonly #byTemplate = new WeakMap<readonly string[], StatementSync>()
  readonly #reportCaught: OpenOptions['reportCaught']

  constructor(path: string, { mode, reportCaught }: ConnectionOptions) {
    this.#reportCaught = reportCaught
    this.#db =
      mode === 'in place'
        ? openInPlace(path, OPEN_MAX_WAIT_MS)
        : new DatabaseSync(path, { readOnly: mode === 'read', timeout: OPEN_MAX_WAIT_MS })
    // NORMAL: a commit does not wait for the disk; `WriteAheadLog` does that afterwards, without stopping the event loop.
    if (mode === 'write')
      this.#db.exec(
        `PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA wal_autocheckpoint = ${LAST_RESORT_CHECKPOINT_PAGES}`,
      )
    // From here on `retrying` waits for other processes: SQLite's busy timeout would block the event loop.
    this.#db.exec('PRAGMA busy_timeout = 0; PRAGMA cache_size = -16000; PRAGMA temp_store = MEMORY')
  }

  exec(text: string) {
    this.#db.exec(text)
  }

  /** False after an error that made SQLite roll back by itself. */
  get isInTransaction(): boolean {
    return this.#db.isTransaction
  }

  /** SQLite changes it when another connection, of any process, has committed. In a transaction it is that of its snapshot. */
  version(): string {
    return String(Object.values(this.statement('PRAGMA data_version').get() ?? {})[0])
  }

  /** Takes its snapshot now; without this, the first statement would. */
  beginRead() {
    this.statement('BEGIN').run()
    try {
      this.version()
    } catch (error) {
      this.endRead()
      throw error
    }
  }

  endRead() {
    this.statement('ROLLBACK').run()
  }

  get isClosed(): boolean {
    return !this.#db.isOpen
  }

  /** Runs work inside a transaction that is open; the handle cannot be used afterwards. Reads know their version. */
  async run<T>(work: Work<T>, version = ''): Promise<T> {
    let isOpen = true
    const prepare = (statement: Statement) => {
      // On a full disk SQLite rolls back by itself: what follows would be committed, each statement alone.
      if (!isOpen || !this.#db.isTransaction) throw new Error('A transaction was used after its end.')
      return this.#prepare(statement)
    }
    const handle: Tx = {
      engine: 'sqlite',
      version: () => version,
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
    try {
      return await work(handle)
    } finally {
      isOpen = false
    }
  }

  #prepare(statement: Statement) {
    const { strings, values } = statement
    const isFlat = values.every(isPlain)
    const known = this.#byTemplate.get(strings)
    if (known && isFlat) return { prepared: known, parameters: values.map((value) => value ?? null) }
    const { text, parameters } = render(statement, () => '?')
    const prepared = this.statement(text)
    if (isFlat) this.#byTemplate.set(strings, prepared)
    return { prepared, parameters }
  }

  statement(text: string): StatementSync {
    const known = this.#prepared.get(text)
    if (known) return known
    const made = this.#db.prepare(text)
    this.#prepared.set(text, made)
    return made
  }

  close() {
    if (!this.isClosed) this.#db.close()
  }
}
