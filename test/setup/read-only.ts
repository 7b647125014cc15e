/** A database that takes no writes, as on a disk that is full or mounted read-only. */
import pg from 'pg'
import { sql } from '../../src/storage/sql.ts'
import type { Board } from '../board.ts'

/** Every write of this board fails from now on, and every read works. The result undoes it for boards opened later. */
export async function refuseWrites(board: Board): Promise<() => Promise<void>> {
  if (board.databaseUrl.startsWith('file:')) {
    await board.db.write('refuse writes', (tx) => tx.one(sql`PRAGMA query_only = 1`))
    return async () => {} // the setting belongs to the board's own connection
  }
  await setReadOnly(board.databaseUrl, true)
  // What was ended is noticed by the next use of it.
  for (let n = 0; n < 5; n++) await board.db.read('reconnect', (tx) => tx.one(sql`SELECT 1 AS one`)).catch(() => {})
  return () => setReadOnly(board.databaseUrl, false)
}

async function setReadOnly(url: string, isReadOnly: boolean) {
  const name = new URL(url).pathname.slice(1)
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query('SET default_transaction_read_only = off')
    await client.query(`ALTER DATABASE ${name} SET default_transaction_read_only = ${isReadOnly ? 'on' : 'off'}`)
    // The setting applies to new connections, so the present ones are ended.
    await client.query(
      'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1 AND pid <> pg_backend_pid()',
      [name],
    )
  } finally {
    await client.end()
  }
}
