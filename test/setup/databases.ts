/** A fresh database for each test, on either engine. */
import { copyFileSync, existsSync, mkdtempSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { templateOf } from './templates.ts'

export type Engine = 'sqlite' | 'postgres'

/** Both, unless BOARD_ENGINES names one: `npm run check` uses SQLite only. */
export const engines = (process.env.BOARD_ENGINES ?? 'sqlite,postgres').split(',') as Engine[]

/** `npm run check` has two minutes, and leaves out the files that test/group.ts names. */
export const isFullRun = engines.length > 1

/** `npm run test:soak -- repetition` runs random histories and large sets of drawings at their whole length. */
export const isSoak = process.env.BOARD_SOAK !== undefined

/** A kill loses nothing that a file system has taken, so the databases of tests need no real disk. */
export const fastDisk = hasRoom('/dev/shm') ? '/dev/shm' : tmpdir()

/** Containers often have little of it. */
function hasRoom(folder: string): boolean {
  if (!existsSync(folder)) return false
  const { bavail, bsize } = statfsSync(folder)
  return bavail * bsize > 4 * 2 ** 30
}

export type FreshDatabase = { url: string; remove(): Promise<void> }

let made = 0

/** Empty, or with the tables of a new board: copying them takes a quarter of the time of creating them. */
export async function freshDatabase(engine: Engine, { hasTables = false } = {}): Promise<FreshDatabase> {
  const template = hasTables ? templateOf(engine) : undefined
  return engine === 'sqlite' ? freshFile(template) : freshPostgres(template)
}

function freshFile(template?: string): FreshDatabase {
  const folder = mkdtempSync(join(fastDisk, 'board-test-'))
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
  return {
    url: url.href,
    async remove() {
      await asAdmin(admin, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`)
    },
  }
}

/** A process keeps its connection, since starting one takes the server longer than most statements. */
const admins = new Map<string, pg.Pool>()

function adminAt(url: string): pg.Pool {
  const admin = admins.get(url) ?? new pg.Pool({ connectionString: url, max: 1, allowExitOnIdle: true })
  if (!admins.has(url)) admin.on('error', () => {}) // the server has ended
  admins.set(url, admin)
  return admin
}

export const asAdmin = (url: string, statement: string) => adminAt(url).query(statement)
