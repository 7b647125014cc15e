import { createHash } from 'node:crypto'
import { fail } from '../../kernel/errors.ts'
import { listTables, readRows } from '../../storage/dump.ts'
import { readVersion } from '../../storage/migrate.ts'
import { findSetting } from '../../storage/settings.ts'
import type { Database } from '../../storage/sql.ts'
import { FORMAT, type Line } from './rules.ts'

type Backup = { now: number; write(line: string): Promise<void>; report(rows: number): void }

/** Everything from one snapshot, while the service goes on writing. Returns how many rows there are. */
export const writeBackup = (db: Database, { now, write, report }: Backup): Promise<number> =>
  db.read('backup', async (tx) => {
    const hash = createHash('sha256')
    const put = (line: Line) => {
      const text = `${JSON.stringify(line)}\n`
      hash.update(text)
      return write(text)
    }
    const secret_fingerprint =
      (await findSetting(tx, 'secret_fingerprint')) ?? fail('NOT_FOUND', undefined, { message: noBoard })
    await put({ format: FORMAT, version: await readVersion(tx), secret_fingerprint, created_at: now })
    let rows = 0
    for (const table of await listTables(tx)) {
      await put({ table: table.name, columns: table.columns })
      for await (const page of readRows(tx, table)) {
        await put({ rows: page })
        rows += page.length
        report(rows)
      }
    }
    await write(`${JSON.stringify({ end: true, rows, sha256: hash.digest('hex') } satisfies Line)}\n`)
    return rows
  })

const noBoard = 'There is no board in this database.'
