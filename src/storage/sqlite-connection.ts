/** One connection to an SQLite file. */
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'
import { openInPlace } from './open-in-place.ts'
import { type OpenOptions, render, Statement, sql, type Tx, type Work } from './sql.ts'

/**
 * A longer log than the thread allows: only if that thread fails, a commit copies the log and stops the event loop
 * meanwhile.
 */
const LAST_RESORT_CHECKPOINT_PAGES = 10_000

/** Without a busy timeout, which would block the event loop: `retrying` waits for other processes. */
const settings = 'PRAGMA cache_size = -16000; PRAGMA temp_store = MEMORY;'

/**
 * NORMAL: a commit does not wait for the disk; `WriteAheadLog` does that afterwards, without stopping the event loop.
 */
const settingsOfWriter = `PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA wal_autocheckpoint = ${LAST_RESORT_CHECKPOINT_PAGES}`

/** `in place` reads where no companion file can be created. */
type ConnectionOptions = Pick<OpenOptions, 'reportCaught'> & { mode: 'write' | 'read' | 'in place' }

/** A statement as it is written in the source: its templates, in their order. */
type Known = { parts: readonly (readonly string[])[]; prepared: StatementSync }

/** Statements with a list have another form for each length, and are found by their text. */
const FORMS_MAX = 8

/**
 * SQLite plans for the value of a limit that is a parameter alone, so it would compile the statement anew each time. An
 * expression is not looked into.
 */
const withoutBareLimits = (text: string) => text.replace(/\b(LIMIT|OFFSET) \?/g, '$1 +?')

function collect({ strings, values }: Statement, parts: (readonly string[])[], parameters: SQLInputValue[]) {
  parts.push(strings)
  for (const value of values) {
    if (value instanceof Statement) collect(value, parts, parameters)
    else parameters.push(value ?? null)
  }
}

export class Connection {
  readonly #db: DatabaseSync
  readonly #prepared = new Map<string, StatementSync>()
  /** By the template that a statement was written as: printing it each time would take longer than a short read. */
  readonly #byTemplate = new WeakMap<readonly string[], Known[]>()
  readonly #version: StatementSync
  readonly #reportCaught: OpenOptions['reportCaught']

  constructor(path: string, { mode, reportCaught }: ConnectionOptions) {
    this.#reportCaught = reportCaught
    this.#db =
      mode === 'in place' ? openInPlace(path) : new DatabaseSync(path, { readOnly: mode === 'read', timeout: 0 })
    try {
      this.#db.exec(mode === 'write' ? settings + settingsOfWriter : settings)
    } catch (error) {
      this.close() // its locks would keep the next attempt waiting
      throw error
    }
    this.#version = this.#db.prepare('PRAGMA data_version')
    this.#version.setReturnArrays(true)
  }

  exec(text: string) {
    this.#db.exec(text)
  }

  /** False after an error that made SQLite roll back by itself. */
  get isInTransaction(): boolean {
    return this.#db.isTransaction
  }

  /**
   * SQLite changes it when another connection, of any process, has committed. In a transaction it is that of its
   * snapshot.
   */
  version(): string {
    return String(Object.values(this.#version.get() ?? [])[0])
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
      versionText: version === '' ? undefined : sql`${version}`,
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
    const parts: (readonly string[])[] = []
    const parameters: SQLInputValue[] = []
    collect(statement, parts, parameters)
    const known = this.#byTemplate.get(statement.strings) ?? []
    const same = known.find(
      (one) => one.parts.length === parts.length && one.parts.every((part, n) => part === parts[n]),
    )
    if (same) return { prepared: same.prepared, parameters }
    const prepared = this.statement(withoutBareLimits(render(statement, () => '?').text))
    if (known.length < FORMS_MAX) this.#byTemplate.set(statement.strings, [...known, { parts, prepared }])
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
