/**
 * Transactions on one connection to PostgreSQL. A statement is sent without waiting for the answer to the one before.
 * So a statement that does not depend on an answer costs no additional round trip.
 */
import { must } from '../kernel/must.ts'
import { histories, leaveNumbersOut } from './failover.ts'
import { CommitLost, type Identity, identify } from './lost-commit.ts'
import type { Deadline } from './pool.ts'
import type { Connection } from './postgres-connection.ts'
import type { Mode, SharedTransaction } from './shared-commit.ts'
import { render, type Statement, sql, type Tx, type Work } from './sql.ts'

/** The defaults and abilities of this server. */
export type ServerFacts = {
  isCareless: boolean
  identifies: boolean
  /** Whether it says which history it writes; see failover.ts. */
  hasHistories: boolean
  /** Whether it has `xmin`, the transaction that wrote a row. */
  hasXmin: boolean
}

const names = new Map<string, string>()
/** Statements are prepared once per connection, each under a fixed name. */
function nameOf(text: string): string {
  const known = names.get(text)
  if (known) return known
  const name = `s${names.size}`
  names.set(text, name)
  return name
}

/**
 * Every write marks the row that it locks, so whoever sees the same mark sees the same commits. Numbers of transactions
 * are used again after a failover, so the run of the server belongs to it.
 */
const ownVersion = sql`(SELECT xmin || ' ' || pg_postmaster_start_time() FROM writer)`

let savepoints = 0
/** Each savepoint has another name: going back to one that was not set must fail, and not reach an earlier one. */
const newSavepoint = () => `point_${++savepoints}`

type Run = { maxMs?: number | undefined; version?: () => Promise<string>; versionText?: Statement | undefined }

/** Runs work inside a transaction that is open; the handle cannot be used afterwards. */
async function runOn<T>(connection: Connection, work: Work<T>, { maxMs, version, versionText }: Run = {}): Promise<T> {
  let isOpen = true
  let lastSent: Promise<unknown> | undefined
  const ask = <T>(begin: () => Promise<T>): Promise<T> => {
    if (!isOpen) throw new Error('A transaction was used after its end.')
    const answered = begin()
    lastSent = answered
    return answered
  }
  const send = (statement: Parameters<Connection['query']>[0]) => ask(() => connection.query(statement, maxMs))
  const query = (statement: Statement) => {
    const { text, parameters } = render(statement, (n) => `$${n}`)
    return send({ name: nameOf(text), text, values: parameters })
  }
  const handle: Tx = {
    engine: 'postgres',
    version: () => (version ? ask(version) : ''),
    versionText,
    one: async <T>(statement: Statement) => (await query(statement)).rows[0] as T | undefined,
    all: async <T>(statement: Statement) => (await query(statement)).rows as T[],
    run: async (statement) => (await query(statement)).rowCount ?? 0,
    // A failed statement ends a PostgreSQL transaction, so there must be a point to go back to.
    attempt: async (work) => {
      const point = newSavepoint()
      connection.send(`SAVEPOINT ${point}`)
      return work().catch(async (error) => {
        connection.reportCaught(error)
        await send(`ROLLBACK TO SAVEPOINT ${point}`)
        return undefined
      })
    },
    script: async (text) => void (await send(text)),
  }
  let ignored: Error | undefined
  let result: T
  try {
    result = await work(handle)
  } finally {
    isOpen = false
    // A statement that the work did not wait for could fail the next user of the connection.
    await lastSent?.catch((cause) => {
      ignored = new Error('A statement failed, and its error was ignored.', { cause })
    })
  }
  // After one statement has failed, all that follow do, until the transaction goes back to a point before it.
  if (ignored) throw ignored
  return result
}

/** A second statement would see another snapshot. */
export async function readOne<T>(connection: Connection, work: Work<T>, facts: ServerFacts): Promise<T> {
  connection.setInUse(true)
  let statements = 0
  const only = (tx: Tx): Tx => {
    const count = () => {
      if (++statements > 1) throw new Error('A read of one statement made another.')
      return tx
    }
    return { ...tx, one: (statement) => count().one(statement), all: (statement) => count().all(statement) }
  }
  try {
    const versionText = facts.hasXmin ? ownVersion : undefined
    return await runOn(connection, (tx) => work(only(tx)), {
      version: () => askVersion(connection, facts),
      versionText,
    })
  } catch (error) {
    throw connection.lost ?? error
  } finally {
    connection.setInUse(false)
  }
}

let unknownVersions = 0

/**
 * Every write marks the row that it locks, so whoever sees the same mark sees the same commits. Numbers of transactions
 * are used again after a failover, so the run of the server belongs to it. A server without marks has a new version
 * each time, and nothing is cached.
 */
async function askVersion(connection: Connection, { hasXmin }: ServerFacts): Promise<string> {
  if (!hasXmin) return `unknown ${unknownVersions++}`
  const { text } = render(sql`SELECT ${ownVersion} AS version`, String)
  const { rows } = await connection.query<{ version: string }>({ name: nameOf(text), text, values: [] })
  return must(rows[0], 'the row that writers lock').version
}

/** Every statement of a transaction sees the same. */
function askOnce(connection: Connection, facts: ServerFacts): () => Promise<string> {
  let asked: Promise<string> | undefined
  return () => {
    asked ??= askVersion(connection, facts)
    return asked
  }
}

/** One statement is its own transaction. */
export async function readVersion(connection: Connection, facts: ServerFacts): Promise<string> {
  connection.setInUse(true)
  try {
    return await askVersion(connection, facts)
  } catch (error) {
    throw connection.lost ?? error
  } finally {
    connection.setInUse(false)
  }
}

/** One snapshot for all of its statements. */
export async function read<T>(connection: Connection, work: Work<T>, facts: ServerFacts): Promise<T> {
  connection.setInUse(true)
  try {
    connection.send(connection.begin('ISOLATION LEVEL REPEATABLE READ, READ ONLY').join('; '))
    return await runOn(connection, work, { version: askOnce(connection, facts) })
  } catch (error) {
    throw connection.lost ?? error
  } finally {
    connection.send('ROLLBACK') // there is nothing to commit, so the next user need not wait for the answer
    connection.setInUse(false)
  }
}

/**
 * READ COMMITTED, so that what follows sees what was committed before the lock. The wait for the lock ends with the
 * deadline of the write, however long it has already waited in this process.
 */
function begin(
  connection: Connection,
  { isCareless, identifies, hasHistories }: ServerFacts,
  deadline: Deadline,
  { isStaged, maxMs }: Mode,
): string {
  const waitMs = Math.max(1, Math.ceil(deadline.remainingMs()))
  const returned = ['id', ...(identifies ? [identify] : []), ...(hasHistories ? [histories] : [])].join(', ')
  return [
    ...connection.begin('ISOLATION LEVEL READ COMMITTED'),
    ...(maxMs ? [`SET LOCAL statement_timeout = ${maxMs}`] : []),
    `SET LOCAL lock_timeout = ${waitMs}`,
    // The log is written in order: a later commit that waits for the disk brings a staged one to the disk, too.
    ...(isStaged ? ['SET LOCAL synchronous_commit = off'] : isCareless ? ['SET LOCAL synchronous_commit = on'] : []),
    // Takes the lock, and marks the row with this transaction: see askVersion. Nobody reads staged rows yet.
    isStaged ? `SELECT ${returned} FROM writer FOR UPDATE` : `UPDATE writer SET id = id RETURNING ${returned}`,
  ].join('; ')
}

/** Throws `CommitLost` if the connection is lost: the transaction may have been committed. */
export async function write<T>(
  connection: Connection,
  { facts, deadline, mode }: { facts: ServerFacts; deadline: Deadline; mode: Mode },
  use: (transaction: SharedTransaction) => Promise<T>,
): Promise<T> {
  connection.setInUse(true)
  let identity: Identity | undefined
  let ending: { result: T } | undefined
  try {
    const answers = await connection.query(begin(connection, facts, deadline, mode), mode.maxMs)
    const locked = Array.isArray(answers) ? answers.at(-1)?.rows[0] : undefined
    if (facts.identifies) identity = locked
    // Both are undefined on a server that does not say which history it writes.
    if (locked?.history !== locked?.last_history) await connection.query(leaveNumbersOut(locked), mode.maxMs)
    ending = { result: await use(sharedTransaction(connection, mode.maxMs)) }
    const { command } = await connection.query('COMMIT')
    if (command !== 'COMMIT') throw new Error(`A transaction ended with ${command}.`)
    return ending.result
  } catch (error) {
    if (connection.lost) throw new CommitLost(connection.lost, identity, ending)
    await connection.query('ROLLBACK').catch(() => {}) // a connection on which this fails is lost, and is dropped
    throw error
  } finally {
    connection.setInUse(false)
  }
}

function sharedTransaction(connection: Connection, maxMs?: number): SharedTransaction {
  let point: string | undefined
  return {
    run: (work) => runOn(connection, work, { maxMs }),
    async mark() {
      const released = point ? `RELEASE SAVEPOINT ${point}; ` : ''
      point = newSavepoint()
      connection.send(`${released}SAVEPOINT ${point}`)
    },
    async undo() {
      await connection.query(`ROLLBACK TO SAVEPOINT ${point}`)
    },
  }
}
