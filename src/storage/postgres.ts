/** The shared engine: many processes, and one writer at a time by a lock on a single row. */
import { type Deadline, deadlineIn } from './deadline.ts'
import { CommitLost, findOutcome, type Identity, identify } from './lost-commit.ts'
import { failUnknown } from './outcome.ts'
import { Connection } from './postgres-connection.ts'
import { Pool } from './queue.ts'
import { runner, type Verdict } from './retry.ts'
import { shareQuestion } from './share-question.ts'
import { type Database, type OpenOptions, render, type Statement, type Tx, type Work } from './sql.ts'
import { UnusableDatabase } from './unusable.ts'

const MAX_READERS = 4
const CLOSE_MAX_MS = 3_000

const SERIALIZATION_FAILURE = '40001'
const DEADLOCK = '40P01'
const LOCK_NOT_AVAILABLE = '55P03'
/** Classes of SQLSTATE for errors of the server, not of the statement. */
const unavailableClasses = ['08', '53', '57', '58', '25']

function judge(error: unknown): Verdict {
  const { code } = error as { code?: string }
  if (code === SERIALIZATION_FAILURE || code === DEADLOCK) return 'retry'
  if (code === LOCK_NOT_AVAILABLE) return 'unavailable'
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

function transactionOn(connection: Connection, version: string, maxMs?: number) {
  let open = true
  const query = (statement: Statement) => {
    if (!open) throw new Error('A transaction was used after its end.')
    const { text, parameters } = render(statement, (n) => `$${n}`)
    return connection.query({ name: nameOf(text), text, values: parameters }, maxMs)
  }
  const handle: Tx = {
    engine: 'postgres',
    version,
    one: async <T>(statement: Statement) => (await query(statement)).rows[0] as T | undefined,
    all: async <T>(statement: Statement) => (await query(statement)).rows as T[],
    run: async (statement) => (await query(statement)).rowCount ?? 0,
    // A failed statement ends a PostgreSQL transaction, so there must be a point to go back to.
    attempt: async (work) => {
      await connection.query('SAVEPOINT attempt', maxMs)
      return work().catch(async (error) => {
        connection.reportCaught(error)
        await connection.query('ROLLBACK TO SAVEPOINT attempt', maxMs)
        return undefined
      })
    },
    script: async (text) => void (await connection.query(text, maxMs)),
  }
  const end = () => {
    open = false
  }
  return { handle, end }
}

/** Opens a transaction and returns who a write is to the server, where that is known, and what a read sees. */
type Begin = (connection: Connection) => Promise<{ identity?: Identity | undefined; version?: string }>

async function transaction<T>(connection: Connection, begin: Begin, work: Work<T>, maxMs?: number): Promise<T> {
  connection.setInUse(true)
  let tx: ReturnType<typeof transactionOn> | undefined
  let identity: Identity | undefined
  let ending: { result: T } | undefined
  try {
    const begun = await begin(connection)
    identity = begun.identity
    tx = transactionOn(connection, begun.version ?? '', maxMs)
    ending = { result: await work(tx.handle) }
    const { command } = await connection.query('COMMIT')
    // If a failed statement was caught, COMMIT rolls back without an error.
    if (command !== 'COMMIT') throw new Error(`A transaction ended with ${command}.`)
    return ending.result
  } catch (error) {
    if (connection.lost) throw new CommitLost(error, identity, ending)
    await connection.query('ROLLBACK').catch(() => {}) // a connection that cannot even do this is lost, and dropped
    throw error
  } finally {
    tx?.end()
    connection.setInUse(false)
  }
}

/** Two equal snapshots see the same commits. */
const askVersion = 'SELECT pg_current_snapshot()::text AS version'

/** One statement is its own transaction. */
async function readVersion(connection: Connection): Promise<string> {
  connection.setInUse(true)
  try {
    const { rows } = await connection.query<{ version: string }>(askVersion)
    return rows[0]?.version as string
  } catch (error) {
    throw connection.lost ? new CommitLost(error, undefined, undefined) : error
  } finally {
    connection.setInUse(false)
  }
}

const beginRead: Begin = async (connection) => {
  const results = (await connection.query(
    `BEGIN ISOLATION LEVEL REPEATABLE READ, READ ONLY; ${askVersion}`,
  )) as unknown as { rows: { version: string }[] }[]
  return { version: results[1]?.rows[0]?.version as string }
}

/** Concurrent CREATE TABLE can fail with any of these: a table is a row in several system catalogues. */
const [UNIQUE_VIOLATION, DUPLICATE_OBJECT, DUPLICATE_TABLE] = ['23505', '42710', '42P07']
const isDuplicate = (code = '') => [UNIQUE_VIOLATION, DUPLICATE_OBJECT, DUPLICATE_TABLE].includes(code)

type ServerFacts = { isCareless: boolean; identifies: boolean }

/** Creates the row that writers lock, and finds out what this server can do. */
async function prepareServer(connection: Connection): Promise<ServerFacts> {
  // Processes that start together race to create the table; the others fail with a conflict, and the table exists.
  await connection
    .query(
      `CREATE TABLE IF NOT EXISTS writer (id INTEGER PRIMARY KEY CHECK (id = 1));
       INSERT INTO writer (id) VALUES (1) ON CONFLICT DO NOTHING`,
    )
    .catch((error: { code?: string }) => {
      if (!isDuplicate(error.code)) throw error
    })
  await connection.query('INSERT INTO writer (id) VALUES (1) ON CONFLICT DO NOTHING')
  const { rows } = await connection.query<{ encoding: string; commit: string }>(
    `SELECT current_setting('server_encoding') AS encoding, current_setting('synchronous_commit') AS commit`,
  )
  const { encoding, commit } = rows[0] as (typeof rows)[number]
  if (encoding !== 'UTF8') throw new UnusableDatabase(`The database's encoding is ${encoding}; it must be UTF8.`)
  // Servers that only speak like PostgreSQL may not know these functions.
  const identifies = await connection.query(`SELECT ${identify}`).then(
    () => true,
    () => false,
  )
  return { isCareless: commit === 'off', identifies }
}

/**
 * READ COMMITTED, so that what follows sees what was committed before the lock. The wait for the lock ends with the
 * deadline of the unit of work, however long it has already waited in this process.
 */
const beginWrite =
  ({ isCareless, identifies }: ServerFacts, deadline: Deadline, maxMs?: number): Begin =>
  async (connection) => {
    const results = (await connection.query(
      [
        'BEGIN ISOLATION LEVEL READ COMMITTED',
        ...(maxMs ? [`SET LOCAL statement_timeout = ${maxMs}`] : []),
        `SET LOCAL lock_timeout = ${Math.max(1, Math.ceil(deadline.remainingMs()))}`,
        ...(isCareless ? ['SET LOCAL synchronous_commit = on'] : []),
        `SELECT ${identifies ? identify : 'id'} FROM writer FOR UPDATE`,
      ].join('; '),
      maxMs,
    )) as unknown as { rows: Identity[] }[]
    return { identity: identifies ? results.at(-1)?.rows[0] : undefined }
  }

/** The log is written in order: a later commit that waits for the disk brings this one to the disk, too. */
const beginStage =
  (facts: ServerFacts, deadline: Deadline): Begin =>
  async (connection) => {
    const begun = await beginWrite(facts, deadline)(connection)
    await connection.query('SET LOCAL synchronous_commit = off')
    return begun
  }

export async function openPostgres(url: string, { observe, ...options }: OpenOptions): Promise<Database> {
  const { patience } = options
  const isBroken = ({ lost }: Connection) => lost !== undefined
  const open = () => Connection.open(url, options)
  const makePool = (max: number) => new Pool<Connection>({ max, make: open, isBroken })
  const readers = makePool(MAX_READERS)
  // Writes use a separate connection: they must not queue behind reads, nor reads behind a write that waits for the lock.
  const writer = makePool(1)
  const facts = await writer.use(deadlineIn(patience.connectMs), prepareServer)

  /** What swallowed one connection has probably swallowed the others: each would cost another request its time. */
  const dropIdle = (reason: unknown) => {
    for (const pool of [readers, writer]) pool.dropIdle((connection) => connection.drop(reason))
  }

  function dropOthersIfLost(error: unknown): never {
    if (!(error instanceof CommitLost)) throw error
    dropIdle(error.cause)
    throw error.cause
  }

  async function settleLoss<T>(loss: CommitLost<T>): Promise<T> {
    dropIdle(loss.cause)
    const outcome = await findOutcome(open, loss)
    if (outcome === 'committed' && loss.ending) return loss.ending.result
    if (outcome === 'unknown' && loss.ending) return failUnknown(loss.cause)
    throw loss.cause
  }

  const timed = runner(judge, observe)
  return {
    read: (name, work) =>
      timed({
        name,
        kind: 'read',
        maxWaitMs: patience.waitMs,
        work: (deadline) =>
          readers.use(deadline, (connection) => transaction(connection, beginRead, work)).catch(dropOthersIfLost),
      }),
    write: (name, work, { maxWaitMs } = {}) =>
      timed({
        name,
        kind: 'write',
        maxWaitMs: maxWaitMs ?? patience.waitMs,
        work: (deadline) =>
          writer
            .use(deadline, (connection) =>
              transaction(connection, beginWrite(facts, deadline, maxWaitMs), work, maxWaitMs),
            )
            .catch((error) => {
              if (!(error instanceof CommitLost)) throw error
              return settleLoss(error)
            }),
      }),
    stage: (name, work) =>
      timed({
        name,
        kind: 'write',
        maxWaitMs: patience.waitMs,
        work: (deadline) =>
          writer
            .use(deadline, (connection) => transaction(connection, beginStage(facts, deadline), work))
            .catch((error) => {
              if (!(error instanceof CommitLost)) throw error
              return settleLoss(error)
            }),
      }),
    version: shareQuestion(() =>
      timed({
        name: 'version',
        kind: 'read',
        maxWaitMs: patience.waitMs,
        work: (deadline) => readers.use(deadline, readVersion).catch(dropOthersIfLost),
      }),
    ),
    async close() {
      const deadline = deadlineIn(CLOSE_MAX_MS)
      const connections = (await Promise.all([readers, writer].map((pool) => pool.close(deadline)))).flat()
      const ended = Promise.all(connections.map((connection) => connection.end()))
      const timer = setTimeout(() => {
        for (const connection of connections) connection.drop('closed')
      }, CLOSE_MAX_MS)
      await ended
      clearTimeout(timer)
      return []
    },
  }
}
