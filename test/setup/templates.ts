/** Databases with the tables of a new board, made once for a whole test run; each test gets a copy. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { codeMigrations } from '../../src/assembly/code-migrations.ts'
import { migrate } from '../../src/storage/migrate.ts'
import { openDatabase } from '../../src/storage/open.ts'
import { asAdmin, type Engine, engines } from './databases.ts'

const variables = { sqlite: 'BOARD_TEST_SQLITE_TEMPLATE', postgres: 'BOARD_TEST_POSTGRES_TEMPLATE' } as const

/** The file or the database to copy; undefined where the tests were started without the global setup. */
export const templateOf = (engine: Engine): string | undefined => process.env[variables[engine]]

async function createTables(url: string) {
  const db = await openDatabase(url)
  await migrate(db, 0, codeMigrations)
  await db.close()
}

async function makeFile(): Promise<() => void> {
  const folder = mkdtempSync(join(tmpdir(), 'board-template-'))
  const file = join(folder, 'board.db')
  await createTables(`file:${file}`)
  process.env[variables.sqlite] = file
  return () => rmSync(folder, { recursive: true })
}

async function makeDatabase(admin: string): Promise<() => Promise<void>> {
  const name = `board_template_${process.pid}`
  const url = new URL(admin)
  url.pathname = `/${name}`
  await asAdmin(admin, `CREATE DATABASE ${name}`)
  await createTables(url.href)
  process.env[variables.postgres] = name
  return async () => {
    await asAdmin(admin, `DROP DATABASE ${name}`)
  }
}

/** Returns how to remove them. */
export async function makeTemplates(): Promise<() => Promise<void>> {
  const admin = process.env.BOARD_TEST_POSTGRES
  const removals = [
    engines.includes('sqlite') && (await makeFile()),
    engines.includes('postgres') && admin && (await makeDatabase(admin)),
  ]
  return async () => {
    for (const remove of removals) if (remove) await remove()
  }
}
