import type { Difference } from './recount.ts'
import { sql, type Tx } from './sql.ts'

const SHOWN = 20

/** SQLite reads its whole file: pages, indexes and references. A PostgreSQL server checks its files itself. */
export async function findDamage(tx: Tx): Promise<Difference[]> {
  if (tx.engine !== 'sqlite') return []
  const pages = await tx.all<{ problem: string }>(sql`
    SELECT integrity_check AS problem FROM pragma_integrity_check WHERE integrity_check <> 'ok' LIMIT ${SHOWN}`)
  const references = await tx.all<{ problem: string }>(sql`
    SELECT "table" || ' ' || COALESCE(rowid, '') || ' refers to a missing row of ' || parent AS problem
    FROM pragma_foreign_key_check LIMIT ${SHOWN}`)
  return [...pages, ...references].map(({ problem }) => ({ id: 'file', stored: problem, counted: 'ok' }))
}
