import { createHash } from 'node:crypto'
import { fail } from '../../kernel/errors.ts'
import { countRows, listTables, readRows } from '../../storage/dump.ts'
import { readVersion } from '../../storage/migrate.ts'
import { findSetting } from '../../storage/settings.ts'
import type { Tx } from '../../storage/sql.ts'
import { FORMAT, type Line, type Report } from './rules.ts'

/** The lines of a backup: everything in one snapshot, while the service continues to write. */
export async function* backupLines(tx: Tx, { now, report }: { now: number; report: Report }): AsyncGenerator<string> {
  const hash = createHash('sha256')
  const hashed = (line: Line) => {
    const text = JSON.stringify(line)
    hash.update(`${text}\n`)
    return text
  }
  const secret_fingerprint =
    (await findSetting(tx, 'secret_fingerprint')) ?? fail('NOT_FOUND', undefined, { message: neverStarted })
  yield hashed({ format: FORMAT, version: await readVersion(tx), secret_fingerprint, created_at: now })
  const tables = await listTables(tx)
  let [rows, of] = [0, 0]
  for (const table of tables) of += await countRows(tx, table)
  for (const table of tables) {
    yield hashed({ table: table.name, columns: table.columns })
    for await (const page of readRows(tx, table)) {
      yield hashed({ rows: page })
      rows += page.length
      report(rows, of)
    }
  }
  yield JSON.stringify({ end: true, rows, sha256: hash.digest('hex') } satisfies Line)
}

const neverStarted = 'This board has no secret yet: start the service on it once, then repeat the command.'
