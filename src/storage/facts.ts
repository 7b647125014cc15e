/** Facts about a database that do not depend on its content. */
import { must } from '../kernel/must.ts'
import { readDatabaseBytes } from './size.ts'
import { sql, type Tx } from './sql.ts'

export type Facts = {
  engine: Tx['engine']
  /** The version of SQLite or of the server. */
  engine_version: string
  /** Undefined if the server does not say it. */
  bytes: number | undefined
  /** The server's clock, in Unix seconds; undefined for an embedded database. */
  server_now: number | null
  /** Settings of the server under which an acknowledged commit can be lost. */
  careless: string[]
}

export const readFacts = (tx: Tx): Promise<Facts> => (tx.engine === 'sqlite' ? readFile(tx) : readServer(tx))

async function readFile(tx: Tx): Promise<Facts> {
  const row = await tx.one<{ version: string }>(sql`SELECT sqlite_version() AS version`)
  const { version } = must(row, 'the version of SQLite')
  const bytes = await readDatabaseBytes(tx)
  return { engine: 'sqlite', engine_version: version, bytes, server_now: null, careless: [] }
}

type Server = { version: string; now: number; fsync: string; pages: string }

async function readServer(tx: Tx): Promise<Facts> {
  const row = await tx.one<Server>(sql`
    SELECT current_setting('server_version') AS version,
           CAST(EXTRACT(EPOCH FROM clock_timestamp()) AS BIGINT) AS now,
           current_setting('fsync') AS fsync, current_setting('full_page_writes') AS pages`)
  const { version, now, fsync, pages } = must(row, 'the settings of the server')
  const careless = [...(fsync === 'off' ? ['fsync'] : []), ...(pages === 'off' ? ['full_page_writes'] : [])]
  const bytes = await readDatabaseBytes(tx)
  return { engine: 'postgres', engine_version: version, bytes, server_now: now, careless }
}
