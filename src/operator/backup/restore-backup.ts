import { deleteAll, insertRows, listTables, type Table } from '../../storage/dump.ts'
import { type CodeSteps, migrate, readVersion } from '../../storage/migrate.ts'
import { type Database, sql, type Tx } from '../../storage/sql.ts'
import { UnusableDatabase } from '../../storage/unusable.ts'
import type { Head, Line } from './rules.ts'

type Restore = {
  head: Head
  lines: AsyncIterable<string>
  now: number
  codeSteps: CodeSteps
  report(rows: number): void
}

/** Into an empty database, all or nothing. The tables are made as they were, filled, and then brought up to date. */
export async function restoreBackup(db: Database, { head, lines, now, codeSteps, report }: Restore): Promise<number> {
  await migrate(db, now, codeSteps, { upTo: head.version })
  const rows = await db.write('restore', async (tx) => {
    await requireEmpty(tx)
    if ((await readVersion(tx)) !== head.version)
      throw new UnusableDatabase(
        `This backup is of version ${head.version}, and the database is of version ${await readVersion(tx)}: restore into a new one.`,
      )
    const tables = new Map((await listTables(tx)).map((table) => [table.name, table]))
    for (const table of [...tables.values()].reverse()) await deleteAll(tx, table)
    return fill(tx, tables, lines, report)
  })
  await migrate(db, now, codeSteps)
  return rows
}

/** A board that has an account or a message is never overwritten. */
async function requireEmpty(tx: Tx) {
  const used = await tx.one(sql`
    SELECT 1 AS used FROM accounts UNION ALL SELECT 1 FROM posts UNION ALL SELECT 1 FROM unsorted_posts LIMIT 1`)
  if (used)
    throw new UnusableDatabase('The target has a board in it: restore into an empty database. Nothing was changed.')
}

async function fill(tx: Tx, tables: Map<string, Table>, lines: AsyncIterable<string>, report: (rows: number) => void) {
  let rows = 0
  let table: Table | undefined
  for await (const text of lines) {
    const line = JSON.parse(text) as Line
    if ('table' in line) {
      const own = tables.get(line.table)
      if (!own) throw new UnusableDatabase(`This backup has a table ${line.table} that this program does not know.`)
      table = { ...own, columns: line.columns }
    }
    if ('rows' in line && Array.isArray(line.rows) && table) {
      await insertRows(tx, table, line.rows)
      rows += line.rows.length
      report(rows)
    }
  }
  return rows
}
