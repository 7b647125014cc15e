import type { FastifyInstance } from 'fastify'
import type { Clock } from '../kernel/clock.ts'
import { fail } from '../kernel/errors.ts'
import { setMark } from '../storage/counters.ts'
import { type Database, sql } from '../storage/sql.ts'
import { sendJson } from './answers/json.ts'

/** A check must answer quickly, also while another writer holds the lock. */
const WRITE_MAX_WAIT_MS = 1_000

/**
 * Only a real change notices a full disk: SQLite writes nothing when a row gets the value that it has. A change costs a
 * commit and whatever is cached until the next one, so most checks only take the lock.
 */
const SECONDS_BETWEEN_CHANGES = 10

/** `/healthz`: the process answers. `/readyz`: the database can be read and written, too. */
export function addHealth(server: FastifyInstance, db: Database, clock: Clock) {
  const check = oncePerSecond(clock, () => checkDatabase(db, clock.now()))
  server.get('/healthz', (_request, reply) => sendJson(reply, 200, { status: 'ok' }))
  server.get('/readyz', async (_request, reply) => {
    await check()
    return sendJson(reply, 200, { status: 'ok' })
  })
}

async function checkDatabase(db: Database, now: number) {
  await db
    .read('ready', (tx) => tx.one(sql`SELECT version FROM migrations LIMIT 1`))
    .catch((cause) => refuse('The database does not answer.', { reads: false, writes: false }, cause))
  const mark = now - (now % SECONDS_BETWEEN_CHANGES)
  await db
    .write('ready', (tx) => setMark(tx, 'ready', mark), { maxWaitMs: WRITE_MAX_WAIT_MS })
    .catch((cause) => refuse(readOnly, { reads: true, writes: false }, cause))
}

const readOnly =
  'The database can be read, but not written at this moment: another writer holds the lock, or the disk is full or read-only.'

const refuse = (message: string, details: object, cause: unknown) =>
  fail('UNAVAILABLE', { ...details }, { message, cause })

/** Anybody may ask, as often as they like: the database is asked at most once a second. */
function oncePerSecond<T>(clock: Clock, work: () => Promise<T>): () => Promise<T> {
  let latest: { at: number; result: Promise<T> } | undefined
  return () => {
    const now = clock.now()
    if (latest?.at !== now) latest = { at: now, result: work() }
    return latest.result
  }
}
