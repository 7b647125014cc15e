/** A fresh database for each test, on either engine. */
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { templateOf } from './templates.ts'

export type Engine = 'sqlite' | 'postgres'

/** Both, unless BOARD_ENGINES names one: `npm run check` uses SQLite only. */
export const engines = (process.env.BOARD_ENGINES ?? 'sqlite,postgres').split(',') as Engine[]

/** `npm run check` has two minutes, and leaves out what `npm test` has time for. */
export const isFullRun = engines.length > 1

/** `npm run test:soak -- repetition` runs random histories and large sets of drawings at their whole length. */
export const isSoak = process.env.BOARD_SOAK !== undefined

export type FreshDatabase = { url: string; remove(): Promise<void> }

let made = 0

/** Empty, or with the tables of a new board: copying them takes a quarter of the time of creating them. */
export async function freshDatabase(engine: Engine, { hasTables = false } = {}): Promise<FreshDatabase> {
  const template = hasTables ? templateOf(engine) : undefined
  return engine === 'sqlite' ? freshFile(template) : freshPostgres(template)
}

function freshFile(template?: string): FreshDatabase {
  const folder = mkdtempSync(join(tmpdir(), 'board-test-'))
  const file = join(folder, 'board.db')
  if (template) copyFileSync(template, file)
  return {
    url: `file:${file}`,
    remove: async () => rmSync(folder, { recursive: true, force: true }),
  }
}

async function freshPostgres(template = 'template1'): Promise<FreshDatabase> {
  const admin = process.env.BOARD_TEST_POSTGRES
  if (!admin) throw new Error('No PostgreSQL is running: start the tests with npm test.')
  const name = `test_${process.pid}_${++made}`
  const url = new URL(admin)
  url.pathname = `/${name}`
  await asAdmin(admin, `CREATE DATABASE ${name} TEMPLATE ${template} STRATEGY FILE_COPY`)
  return { url: url.href, remove: () => asAdmin(admin, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`) }
}

export async function asAdmin(url: string, statement: string) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
