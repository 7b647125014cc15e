/** The migrations of inboxes, changes, authors and topics on large boards, killed on the way. */
import { setTimeout as pause } from 'node:timers/promises'
import { patient } from '../../src/cli/with-board.ts'
import { checkBoard } from '../../src/operator/check/check-board.ts'
import { findVersion } from '../../src/storage/migrate.ts'
import { openDatabase } from '../../src/storage/open.ts'
import type { Database } from '../../src/storage/sql.ts'
import { type Engine, engines, freshDatabase } from '../setup/databases.ts'
import { assertInboxesFilled, beforeInboxes, makeOldBoard } from '../setup/old-board.ts'
import { startPostgres } from '../setup/postgres.ts'
import { launch, SHARED_SECRET } from '../setup/processes.ts'
import type { Row } from './row.ts'

const SIZES = [25_000, 1_000_000]
const CHECKED_MAX = 100_000
/** On a large board a kill comes at any moment of the first half. */
const KILLED_WITHIN_MS = 15_000

/** Waits for the disk at every commit. */
async function openDurable(engine: Engine) {
  if (engine === 'sqlite') return freshDatabase('sqlite')
  const cluster = await startPostgres({ durable: true })
  return { url: cluster.url('postgres'), remove: () => cluster.stop() }
}

async function migrateOne(engine: Engine, messages: number, kills: number): Promise<Row> {
  const database = await openDurable(engine)
  const db = await openDatabase(database.url, undefined, { patience: patient })
  await makeOldBoard(db, engine, messages)
  const env = {
    DATABASE_URL: database.url,
    SECRET_KEY: SHARED_SECRET,
    HOST: '127.0.0.1',
    PORT: '0',
    BASE_URL: 'http://board.test',
  }
  let unchanged = 0
  for (let n = 1; n <= kills; n++) {
    await using started = launch(env)
    await pause((KILLED_WITHIN_MS * n * messages) / kills / 1_000_000)
    await started[Symbol.asyncDispose]()
    unchanged += Number((await db.read('version', findVersion)) === beforeInboxes(engine))
  }
  const begun = performance.now()
  await using server = launch(env)
  const isUp = (await server.logged('listening')) !== undefined
  const seconds = (performance.now() - begun) / 1000
  await server.stop()
  const faults = isUp ? await findFaults(db, messages) : [server.written.stderr]
  await db.close()
  await database.remove()
  return {
    tried: `first start of this program on ${messages.toLocaleString('en')} messages from before inboxes, ${engine}`,
    times: `${kills} kills on the way, ${unchanged} of them in the middle; then to its end`,
    happened: `served after ${seconds.toFixed(0)} s; ${faults.length === 0 ? 'every inbox whole and read' : faults.join('; ')}`,
    ok: faults.length === 0,
  }
}

/** On a large board `check` would take longer than all the rest; the other sizes are the proof of what it finds. */
async function findFaults(db: Database, messages: number): Promise<string[]> {
  const wrong = await assertInboxesFilled(db, messages).then(
    () => [],
    (error) => [String(error)],
  )
  if (messages > CHECKED_MAX) return wrong
  const findings = await checkBoard(db, () => {})
  // The rows of this board are in no index of words.
  return [...wrong, ...findings.flatMap(({ name }) => (name === 'search index' ? [] : [`\`check\` found ${name}`]))]
}

export async function migration(kills: number): Promise<Row[]> {
  const rows: Row[] = []
  for (const engine of engines) for (const messages of SIZES) rows.push(await migrateOne(engine, messages, kills))
  return rows
}
