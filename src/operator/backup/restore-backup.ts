import { deleteAll, gatherFigures, hasRows, insertRows, listTables, type Table } from '../../storage/dump.ts'
import { type CodeSteps, findVersion, listMigrations, migrate } from '../../storage/migrate.ts'
import type { Database, Tx } from '../../storage/sql.ts'
import { UnusableDatabase } from '../../storage/unusable.ts'
import type { Head, Line } from './rules.ts'

type Restore = {
  head: Head
  lines: AsyncIterable<string>
  now: number
  codeSteps: CodeSteps
  report(rows: number): void
}

/**
 * Restores a backup into an empty database, completely or not at all. It makes the tables of the backup's version,
 * fills them, and then migrates them.
 */
export async function restoreBackup(db: Database, { head, lines, now, codeSteps, report }: Restore): Promise<number> {
  refuseNewer(head)
  await db.read('restore', requireEmpty) // before the migration, which would change another board's tables
  await migrate(db, now, codeSteps, { upTo: head.version })
  const rows = await db.write('restore', async (tx) => {
    await requireEmpty(tx)
    const version = await findVersion(tx)
    if (version !== head.version)
      throw new UnusableDatabase(
        `This backup is of version ${head.version}, and the database is of version ${version}: restore into a new one.`,
      )
    const tables = new Map((await listTables(tx)).map((table) => [table.name, table]))
    for (const table of [...tables.values()].reverse()) await deleteAll(tx, table)
    return fill(tx, tables, lines, report)
  })
  await migrate(db, now, codeSteps)
  await db.write('gather figures', gatherFigures)
  return rows
}

function refuseNewer({ version }: Head) {
  const known = listMigrations('sqlite').at(-1)?.version ?? 0
  if (version > known)
    throw new UnusableDatabase(
      `This backup is of version ${version}; this program knows ${known}. Restore it with the newer program.`,
    )
}

/** Every board has rows in these tables from its first start on. */
const fixedTables = new Set(['settings', 'counters', 'gates'])

/** Refuses a board on which anything was written, because a restore must not overwrite it. */
async function requireEmpty(tx: Tx) {
  if ((await findVersion(tx)) === 0) return
  for (const table of await listTables(tx))
    if (!fixedTables.has(table.name) && (await hasRows(tx, table)))
      throw new UnusableDatabase('The target has a board in it: restore into an empty database. Nothing was changed.')
}

async function fill(tx: Tx, tables: Map<string, Table>, lines: AsyncIterable<string>, report: (rows: number) => void) {
  let rows = 0
  let table: Table | undefined
  for await (const text of lines) {
    const line: Line = JSON.parse(text)
    if ('table' in line) {
      const own = tables.get(line.table)
      if (!own) throw new UnusableDatabase(`This backup has a table ${line.table} that this program does not know.`)
      table = { ...own, columns: line.columns }
    } else if ('end' in line) {
      if (line.rows === rows) return rows
    } else if ('rows' in line && table) {
      await insertRows(tx, table, line.rows)
      rows += line.rows.length
      report(rows)
    }
  }
  // The lines can be read only once, so a second attempt of the transaction would make a board without rows.
  throw new UnusableDatabase('The backup could not be read to its end. Nothing was changed; repeat the command.')
}
