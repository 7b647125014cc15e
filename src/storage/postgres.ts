/** The shared engine: many processes, and one writer at a time by a lock on a single row. */
import { must } from '../kernel/must.ts'
import { causeOf, codeOf } from '../kernel/thrown.ts'
import { ownHistory } from './failover.ts'
import { CommitLost, findOutcome, identify } from './lost-commit.ts'
import { failUnknown } from './outcome.ts'
import { type Deadline, deadlineIn, Pool, runner, type Verdict } from './pool.ts'
import { Connection } from './postgres-connection.ts'
import { read, readOne, readVersion, type ServerFacts, write } from './postgres-transaction.ts'
import { type InTransaction, type Mode, SharedCommits, type Task, taskOf } from './shared-commit.ts'
import type { Database, OpenOptions } from './sql.ts'
import { LostConnection, UnusableDatabase } from './unusable.ts'

const MAX_READERS = 4
const CLOSE_MAX_MS = 3_000

/** PostgreSQL keeps at most 64 subtransactions of a transaction in shared memory; more make every reader slower. */
const sharing = { maxMs: 50, maxWrites: 48, maxGroupedRows: 1_500 }

const SERIALIZATION_FAILURE = '40001'
const DEADLOCK = '40P01'
const LOCK_NOT_AVAILABLE = '55P03'
/** Classes of SQLSTATE for errors of the server or of the transaction, not of the statement. */
const unavailableClasses = ['08', '25', '3B', '53', '57', '58']

function judge(error: unknown): Verdict {
  if (error instanceof LostConnection) return 'unavailable'
  const code = codeOf(error) ?? codeOf(causeOf(error)) ?? ''
  if (code === SERIALIZATION_FAILURE || code === DEADLOCK) return 'retry'
  if (code === LOCK_NOT_AVAILABLE) return 'unavailable'
  return unavailableClasses.includes(code.slice(0, 2)) ? 'unavailable' : 'fault'
}

/** Concurrent CREATE TABLE can fail with any of these: a table is a row in several system catalogues. */
const [UNIQUE_VIOLATION, DUPLICATE_OBJECT, DUPLICATE_TABLE] = ['23505', '42710', '42P07']
const isDuplicate = (code = '') => [UNIQUE_VIOLATION, DUPLICATE_OBJECT, DUPLICATE_TABLE].includes(code)

/** Creates the row that writers lock. Before the first write, so that looking at a database changes nothing in it. */
async function createLock(connection: Connection) {
  // Where it exists, inserting it again would wait for whoever holds it.
  const exists = await connection.query('SELECT history FROM writer').then(
    ({ rows }) => rows.length > 0,
    () => false,
  )
  if (exists) return
  // Processes that start together race to create the table; the others fail with a conflict, and the table exists.
  await connection
    .query('CREATE TABLE IF NOT EXISTS writer (id INTEGER PRIMARY KEY CHECK (id = 1))')
    .catch((error: { code?: string }) => {
      if (!isDuplicate(error.code)) throw error
    })
  await connection.query(
    `ALTER TABLE writer ADD COLUMN IF NOT EXISTS history TEXT;
     INSERT INTO writer (id) VALUES (1) ON CONFLICT DO NOTHING`,
  )
}

/** Finds out what this server can do. */
async function examineServer(connection: Connection): Promise<ServerFacts> {
  const { rows } = await connection.query<{ encoding: string; commit: string }>(
    `SELECT current_setting('server_encoding') AS encoding, current_setting('synchronous_commit') AS commit`,
  )
  const { encoding, commit } = must(rows[0], 'the settings of the server')
  if (encoding !== 'UTF8') throw new UnusableDatabase(`The database's encoding is ${encoding}; it must be UTF8.`)
  // Servers that only speak like PostgreSQL may not know these functions.
  const answers = (question: string) =>
    connection.query(question).then(
      () => true,
      () => false,
    )
  return {
    isCareless: commit === 'off',
    identifies: await answers(`SELECT ${identify}`),
    hasHistories: await answers(`SELECT ${ownHistory}`),
    hasXmin: await answers('SELECT xmin FROM pg_class LIMIT 1'),
  }
}

export async function openPostgres(url: string, { observe, ...options }: OpenOptions): Promise<Database> {
  const { patience } = options
  const isBroken = ({ lost }: Connection) => lost !== undefined
  const open = () => Connection.open(url, options)
  const makePool = (max: number) => new Pool<Connection>({ max, make: open, isBroken })
  const readers = makePool(MAX_READERS)
  // Writes use a separate connection: they must not queue behind reads, nor reads behind a write that waits for the lock.
  const writer = makePool(1)
  const facts = await writer.use(deadlineIn(patience.connectMs), examineServer)

  let hasLock = false
  /** The one connection that writes, once there is a row to lock. */
  const useWriter = <T>(deadline: Deadline, work: (connection: Connection) => Promise<T>) =>
    writer.use(deadline, async (connection) => {
      if (!hasLock) await createLock(connection)
      hasLock = true
      return work(connection)
    })

  /** If one connection went silent, the others probably did too, and each would cost another request its timeout. */
  const dropIdle = (reason: unknown) => {
    for (const pool of [readers, writer]) pool.dropIdle((connection) => connection.drop(reason))
  }

  async function settleLoss<T>(loss: CommitLost<T>): Promise<T> {
    dropIdle(loss.cause)
    const outcome = await findOutcome(open, loss)
    if (!loss.ending || outcome === 'aborted') throw loss.cause
    return outcome === 'committed' ? loss.ending.result : failUnknown(loss.cause)
  }

  const inTransaction: InTransaction = ({ deadline, mode }, use) =>
    useWriter(deadline, (connection) => write(connection, { facts, deadline, mode }, use)).catch((error) => {
      if (!(error instanceof CommitLost)) throw error
      return settleLoss(error)
    })
  const commits = new SharedCommits(inTransaction, sharing)

  const timed = runner(judge, observe)
  const timedWrite = <T>(name: string, task: Task<T>, maxWaitMs = patience.waitMs, mode: Mode = {}) =>
    timed({ name, kind: 'write', maxWaitMs, work: (deadline) => commits.write({ ...task, deadline, mode }) })
  const timedRead = <T>(name: string, use: (connection: Connection) => Promise<T>) =>
    timed({
      name,
      kind: 'read',
      maxWaitMs: patience.waitMs,
      work: (deadline) =>
        readers.use(deadline, async (connection) => {
          try {
            return await use(connection)
          } finally {
            if (connection.lost) dropIdle(connection.lost)
          }
        }),
    })
  return {
    engine: 'postgres',
    read: (name, work, { isOneStatement = false } = {}) =>
      timedRead(name, (connection) => (isOneStatement ? readOne : read)(connection, work, facts)),
    write: (name, work, { maxWaitMs } = {}) => timedWrite(name, { work }, maxWaitMs, { maxMs: maxWaitMs }),
    writeGrouped: (name, group, item) => timedWrite(name, taskOf(group, item)),
    stage: (name, work) => timedWrite(name, { work }, patience.waitMs, { isStaged: true }),
    version: () => timedRead('version', (connection) => readVersion(connection, facts)),
    async close() {
      const deadline = deadlineIn(CLOSE_MAX_MS)
      commits.refuseAll()
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
