/** The interface of both engines, and the template tag that writes statements for both. */
import type { Failure } from '../kernel/errors.ts'
import type { Observer, Patience } from './pool.ts'

/** A value that is often known at once. Awaiting a promise would cost more than many of the steps between. */
export type MaybePromise<T> = T | Promise<T>

/** SQL text with separate values; created only by the tag, so a value can never become SQL. */
export class Statement {
  readonly strings: readonly string[]
  readonly values: readonly Value[]
  constructor(strings: readonly string[], values: readonly Value[]) {
    this.strings = strings
    this.values = values
  }
}

export type Value = string | number | Uint8Array | null | undefined | Statement

/** A value that is itself a statement is inserted as SQL. */
export const sql = (strings: TemplateStringsArray, ...values: Value[]) => new Statement(strings, values)

/** An empty part of a statement. */
export const nothing = sql``

/** Parts with a separator between them. */
export const joined = (parts: readonly Value[], separator = ', ') =>
  parts.length === 0 ? nothing : new Statement(['', ...parts.slice(1).map(() => separator), ''], parts)

/** Rows of an INSERT. */
export const valuesOf = (rows: readonly (readonly Value[])[]) =>
  sql`VALUES ${joined(rows.map((row) => sql`(${joined(row)})`))}`

/** The SQL text for one engine; `placeholder` prints the n-th parameter. */
export function render(statement: Statement, placeholder: (n: number) => string) {
  const parameters: (string | number | Uint8Array | null)[] = []
  const write = ({ strings, values }: Statement): string =>
    strings.reduce((text, part, i) => {
      const value = values[i - 1]
      if (value instanceof Statement) return text + write(value) + part
      parameters.push(value ?? null)
      return text + placeholder(parameters.length) + part
    })
  return { text: write(statement), parameters }
}

/** An open transaction. Using it after its end throws. */
export type Tx = {
  readonly engine: 'sqlite' | 'postgres'
  /** Set outside of a transaction, where each statement waits for a connection: nobody who has one may wait for it. */
  readonly isAlone?: true
  /** Which state of the database a read sees; see `Database.version`. Empty in a write, which sees its own changes. */
  version(): MaybePromise<string>
  /** The same as SQL, for a read of one statement that has to know in which state it was made; undefined where nothing knows. */
  readonly versionText: Statement | undefined
  one<T>(statement: Statement): Promise<T | undefined>
  all<T>(statement: Statement): Promise<T[]>
  /** Returns how many rows the statement changed. */
  run(statement: Statement): Promise<number>
  /** Runs work that may fail without ending the transaction; undefined if it failed, and then the cause is logged. */
  attempt<T>(work: () => Promise<T>): Promise<T | undefined>
  /** Runs several statements without values, for migrations. */
  script(text: string): Promise<void>
}

export type Work<T> = (tx: Tx) => Promise<T>

/** Writes of one kind that cost less when one call does them together. */
export type Group<Item, Answer> = {
  /**
   * Does the writes in the order of their arrival, each as if the earlier ones had been done alone. The answer to a
   * refused write is its failure. If this throws, each write is done alone.
   */
  run(tx: Tx, items: readonly Item[]): Promise<readonly (Answer | Failure)[]>
  /** About how many rows a write changes. */
  rowsOf(item: Item): number
}

/** The name of a unit of work appears in logs and metrics. Throwing inside it rolls all of it back. */
export type Database = {
  readonly engine: Tx['engine']
  /** Reads from one snapshot, concurrently with everything else. */
  read<T>(name: string, work: Work<T>, options?: ReadOptions): Promise<T>
  /** One writer at a time over all processes. Resolves after the commit is on disk. */
  write<T>(name: string, work: Work<T>, options?: WriteOptions): Promise<T>
  /** Like `write`; those of the same group that wait at the same moment are done by one call, which costs less. */
  writeGrouped<Item, Answer>(name: string, group: Group<Item, Answer>, item: Item): Promise<Answer>
  /**
   * A write that a crash may lose until the next `write` is on disk: then this one is on disk too. Nobody reads what it
   * changes before that, so the version stays.
   */
  stage<T>(name: string, work: Work<T>): Promise<T>
  /**
   * If two versions are equal, no process committed anything readable between them. A later read sees at least this
   * version.
   */
  version(): MaybePromise<string>
  /** Returns the files that must be copied together with the database file; none after a clean close. */
  close(): Promise<readonly string[]>
}

export type ReadOptions = {
  /**
   * The work is one statement, which is a snapshot by itself: PostgreSQL needs no transaction around it. A version that
   * is asked for after the statement is that of the statement, or a later one.
   */
  isOneStatement?: boolean
}

export type WriteOptions = {
  /** How long to wait for the writer's lock, counted from the call; a few seconds unless set. */
  maxWaitMs?: number
}

export type OpenOptions = {
  observe: Observer
  patience: Patience
  /** Called with the error that ended an `attempt`. */
  reportCaught(error: unknown): void
}

/** A text that exists as UTF-8 bytes: it is stored without making a string of it. */
export const textOf = ({ engine }: Tx, utf8: Uint8Array) =>
  engine === 'sqlite' ? sql`CAST(${utf8} AS TEXT)` : sql`convert_from(${utf8}, 'UTF8')`

/**
 * A list as rows with one JSON column, `value`, read by `value ->> n`: one statement for any number of rows. With a limit
 * that PostgreSQL cannot see while it plans, it assumes ten rows. Without one it would assume a hundred, and may read a
 * whole table to find three; for one that it sees it would plan anew at each run.
 */
export const rowsOf = ({ engine }: Tx, rows: readonly (readonly (string | number | null)[])[]) =>
  engine === 'sqlite'
    ? sql`json_each(${JSON.stringify(rows)})`
    : sql`(SELECT value FROM jsonb_array_elements(${JSON.stringify(rows)}::jsonb) LIMIT (SELECT CAST(${rows.length} AS BIGINT))) AS list`

const listOf = (tx: Tx, read: Statement, values: readonly (string | number)[]) => {
  const rows = values.map((value) => [value])
  return values.length === 1 ? sql`(${values[0]})` : sql`(SELECT ${read} FROM ${rowsOf(tx, rows)})`
}

/** For `IN`. One value is compared directly: PostgreSQL would plan anew for each list. */
export const idsOf = (tx: Tx, ids: readonly string[]) => listOf(tx, sql`value ->> 0`, ids)
export const numbersOf = (tx: Tx, numbers: readonly number[]) => listOf(tx, sql`CAST(value ->> 0 AS BIGINT)`, numbers)
