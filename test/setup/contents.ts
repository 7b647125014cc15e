/** The content of every table, found from the schema, so that a new table is included without a change here. */
import assert from 'node:assert/strict'
import { checkBoard } from '../../src/operator/check/check-board.ts'
import { type Database, Statement, sql, type Tx } from '../../src/storage/sql.ts'

type HasDatabase = { db: Database }
/** The rows of each table as JSON, sorted. */
export type Contents = Record<string, string[]>

export async function readAllTables({ db }: HasDatabase): Promise<Contents> {
  return db.read('all tables', async (tx) => {
    const tables = await tx.all<{ name: string }>(
      tx.engine === 'sqlite'
        ? sql`SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name`
        : sql`SELECT relname AS name FROM pg_class
            WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace ORDER BY relname`,
    )
    const names = tables.map(({ name }) => name)
    const contents = await (tx.engine === 'sqlite' ? readEach : readTogether)(tx, names)
    for (const name of ['accounts', 'posts', 'oauth_grants']) assert.ok(contents[name], `no table ${name} was found`)
    return contents
  })
}

async function readEach(tx: Tx, names: string[]): Promise<Contents> {
  const contents: Contents = {}
  for (const name of names) {
    const rows = await tx.all(new Statement([`SELECT * FROM "${name}"`], []))
    contents[name] = rows.map((row) => JSON.stringify(row)).sort()
  }
  return contents
}

/** A statement for each table takes PostgreSQL and this process ten times as long. */
async function readTogether(tx: Tx, names: string[]): Promise<Contents> {
  const ofTable = (name: string) => `SELECT '${name}' AS name, CAST(to_json(r) AS TEXT) AS row FROM "${name}" r`
  const rows = await tx.all<{ name: string; row: string }>(new Statement([names.map(ofTable).join(' UNION ALL ')], []))
  const contents: Contents = Object.fromEntries(names.map((name) => [name, []]))
  for (const { name, row } of rows) contents[name]?.push(row)
  for (const list of Object.values(contents)) list.sort()
  return contents
}

/** How many rows each table has. */
export const countAllRows = async (board: HasDatabase): Promise<Record<string, number>> =>
  Object.fromEntries(Object.entries(await readAllTables(board)).map(([name, rows]) => [name, rows.length]))

/** Runs `act` and checks that every table has the same rows afterwards as before. */
export async function assertNothingChanges<T>(board: HasDatabase, act: () => Promise<T>): Promise<T> {
  const before = await readAllTables(board)
  const result = await act()
  assert.deepEqual(await readAllTables(board), before)
  return result
}

/** Checks every stored figure against the rows. */
export const assertCountsRight = async ({ db }: HasDatabase) => assert.deepEqual(await checkBoard(db, () => {}), [])
