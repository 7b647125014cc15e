/** A fresh database for each test, on either engine. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'

export type Engine = 'sqlite' | 'postgres'

/** Both, unless BOARD_ENGINES names one: `npm run check` uses SQLite only. */
export const engines = (process.env.BOARD_ENGINES ?? 'sqlite,postgres').split(',') as Engine[]

/** `npm run check` has two minutes, and leaves out what `npm test` has time for. */
export const isFullRun = engines.length > 1

/** `npm run test:soak -- repetition` runs random histories and large sets of drawings at their whole length. */
export const isSoak = process.env.BOARD_SOAK !== undefined

export type FreshDatabase = { url: string; remove(): Promise<void> }

let made = 0

export async function freshDatabase(engine: Engine): Promise<FreshDatabase> {
  return engine === 'sqlite' ? freshFile() : freshPostgres()
}

function freshFile(): FreshDatabase {
  const folder = mkdtempSync(join(tmpdir(), 'board-test-'))
  return {
    url: `file:${join(folder, 'board.db')}`,
    remove: async () => rmSync(folder, { recursive: true, force: true }),
  }
}

async function freshPostgres(): Promise<FreshDatabase> {
  const admin = process.env.BOARD_TEST_POSTGRES
  if (!admin) throw new Error('No PostgreSQL is running: start the tests with npm test.')
  const name = `test_${process.pid}_${++made}`
  const url = new URL(admin)
  url.pathname = `/${name}`
  await asAdmin(admin, `CREATE DATABASE ${name}`)
  return { url: url.href, remove: () => asAdmin(admin, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`) }
}

async function asAdmin(url: string, statement: string) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
