/** The shared engine: many processes, and one writer at a time by a lock on a single row. */
import pg from 'pg'
import { Pool } from './queue.ts'
import { runner, type Verdict } from './retry.ts'
import { type Database, type Observer, render, type Statement, type Tx, type Work } from './sql.ts'
import { UnusableDatabase } from './unusable.ts'

const MAX_READERS = 4
const INT8 = 20
const NUMERIC = 1700

/** Every BIGINT of the schema is a second or a count, far below 2^53. */
const types = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    oid === INT8 || oid === NUMERIC ? Number : pg.types.getTypeParser(oid, format as 'text'),
}

const SERIALIZATION_FAILURE = '40001'
const DEADLOCK = '40P01'
/** Classes of SQLSTATE for errors of the server, not of the statement. */
const unavailableClasses = ['08', '53', '57', '58', '25']

function judge(error: unknown): Verdict {
  const { code } = error as { code?: string }
  if (code === SERIALIZATION_FAILURE || code === DEADLOCK) return 'retry'
  if (code === undefined) return /connect|terminated|timeout/i.test(String(error)) ? 'unavailable' : 'fault'
  const fromSystem = /^E[A-Z]+$/.test(code)
  return fromSystem || unavailableClasses.includes(code.slice(0, 2)) ? 'unavailable' : 'fault'
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

function transactionOn(client: pg.PoolClient) {
  let open = true
  const query = (statement: Statement) => {
    if (!open) throw new Error('A transaction was used after its end.')
    const { text, parameters } = render(statement, (n) => `$${n}`)
    return client.query({ name: nameOf(text), text, values: parameters })
  }
  const handle: Tx = {
    engine: 'postgres',
    one: async <T>(statement: Statement) => (await query(statement)).rows[0] as T | undefined,
    all: async <T>(statement: Statement) => (await query(statement)).rows as T[],
    run: async (statement) => (await query(statement)).rowCount ?? 0,
    // A failed statement ends a PostgreSQL transaction, so there must be a point to go back to.
    attempt: async (work) => {
      await client.query('SAVEPOINT attempt')
      return work().catch(async () => void (await client.query('ROLLBACK TO SAVEPOINT attempt')))
    },
    script: async (text) => void (await client.query(text)),
  }
  const end = () => {
    open = false
  }
  return { handle, end }
}

async function transaction<T>(pool: pg.Pool, begin: string, work: Work<T>): Promise<T> {
  const client = await pool.connect()
  let broken: Error | undefined
  // A connection lost between two statements is reported only by this event; without a listener it would end the process.
  const markBroken = (error: Error) => {
    broken = error
  }
  client.on('error', markBroken)
  const tx = transactionOn(client)
  try {
    await client.query(begin)
    const result = await work(tx.handle)
    const { command } = await client.query('COMMIT')
    // If a failed statement was caught, COMMIT rolls back without an error.
    if (command !== 'COMMIT') throw new Error(`A transaction ended with ${command}.`)
    return result
  } catch (error) {
    await client.query('ROLLBACK').catch(markBroken)
    throw error
  } finally {
    tx.end()
    client.off('error', markBroken)
    client.release(broken)
  }
}

/** READ COMMITTED, so that what follows sees what was committed before the lock. */
const BEGIN_WRITE = 'BEGIN ISOLATION LEVEL READ COMMITTED; SELECT id FROM writer FOR UPDATE'
const BEGIN_READ = 'BEGIN ISOLATION LEVEL REPEATABLE READ, READ ONLY'

/** Concurrent CREATE TABLE can fail with any of these: a table is a row in several system catalogues. */
const [UNIQUE_VIOLATION, DUPLICATE_OBJECT, DUPLICATE_TABLE] = ['23505', '42710', '42P07']
const isDuplicate = (code = '') => [UNIQUE_VIOLATION, DUPLICATE_OBJECT, DUPLICATE_TABLE].includes(code)

/** Creates the row that writers lock, and returns the statement that begins a durable write on this server. */
async function prepareServer(pool: pg.Pool): Promise<string> {
  // Processes that start together race to create the table; the others fail with a conflict, and the table exists.
  await pool
    .query(
      `CREATE TABLE IF NOT EXISTS writer (id INTEGER PRIMARY KEY CHECK (id = 1));
       INSERT INTO writer (id) VALUES (1) ON CONFLICT DO NOTHING`,
    )
    .catch((error: { code?: string }) => {
      if (!isDuplicate(error.code)) throw error
    })
  await pool.query('INSERT INTO writer (id) VALUES (1) ON CONFLICT DO NOTHING')
  const { rows } = await pool.query(
    `SELECT current_setting('server_encoding') AS encoding, current_setting('synchronous_commit') AS commit`,
  )
  if (rows[0].encoding !== 'UTF8')
    throw new UnusableDatabase(`The database's encoding is ${rows[0].encoding}; it must be UTF8.`)
  return rows[0].commit === 'off' ? `${BEGIN_WRITE}; SET LOCAL synchronous_commit = on` : BEGIN_WRITE
}

export async function openPostgres(url: string, observe: Observer = () => {}): Promise<Database> {
  const connect = (max: number) => {
    const pool = new pg.Pool({
      connectionString: url,
      max,
      types,
      connectionTimeoutMillis: 5_000,
      statement_timeout: 10_000,
      idle_in_transaction_session_timeout: 10_000,
      application_name: 'posting-board',
      allowExitOnIdle: true,
    })
    // An idle connection that the server closes is replaced at its next use; without a listener the event would end the process.
    return pool.on('error', () => {})
  }
  const readers = connect(MAX_READERS)
  // Writes use a separate connection: they must not queue behind reads, nor reads behind a write that waits for the lock.
  const writing = connect(1)
  const beginWrite = await prepareServer(writing)
  const writer = new Pool(1, () => writing)

  const timed = runner(judge, observe)
  return {
    read: (name, work) => timed(name, 'read', () => transaction(readers, BEGIN_READ, work)),
    write: (name, work) => timed(name, 'write', () => writer.use((p) => transaction(p, beginWrite, work))),
    // Two equal snapshots see the same commits. One statement is its own transaction.
    version: () =>
      timed('version', 'read', async () => {
        const { rows } = await readers.query({ name: 'version', text: 'SELECT pg_current_snapshot()::text AS version' })
        return rows[0].version as string
      }),
    close: async () => void (await Promise.all([readers.end(), writing.end()])),
  }
}
