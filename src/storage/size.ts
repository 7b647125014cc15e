import { sql, type Tx } from './sql.ts'

/** Size of the whole database; undefined if a server that only uses PostgreSQL's protocol does not say it. */
export async function readDatabaseBytes(tx: Tx): Promise<number | undefined> {
  const row = await tx.attempt(() =>
    tx.one<{ bytes: number }>(
      tx.engine === 'sqlite'
        ? sql`SELECT page_count * page_size AS bytes FROM pragma_page_count(), pragma_page_size()`
        : sql`SELECT pg_database_size(current_database()) AS bytes`,
    ),
  )
  return row?.bytes
}
