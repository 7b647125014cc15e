/** A database that takes no writes, as on a disk that is full or mounted read-only. What each returns undoes it. */
import pg from 'pg'
import { Statement, sql } from '../../src/storage/sql.ts'
import type { Board } from '../board.ts'

/** Every write of this board fails from now on, and every read works. */
export async function refuseWrites({ db, databaseUrl }: Board): Promise<() => Promise<void>> {
  if (isFile(databaseUrl)) {
    await db.write('refuse writes', (tx) => tx.one(sql`PRAGMA query_only = 1`))
    return async () => {} // the setting belongs to the board's own connection, which takes no PRAGMA any more
  }
  const set = async (isReadOnly: boolean) => {
    await setReadOnly(databaseUrl, isReadOnly)
    // What was ended is noticed by the next use of it.
    for (let n = 0; n < 5; n++) await db.read('reconnect', (tx) => tx.one(sql`SELECT 1 AS one`)).catch(() => {})
  }
  await set(true)
  return () => set(false)
}

/** No room for another message: SQLite may not add a page, and PostgreSQL answers as it does when its disk is full. */
export async function fillDisk({ db, databaseUrl }: Board): Promise<() => Promise<void>> {
  if (isFile(databaseUrl)) {
    const limit = (pages: number) => db.write('limit', (tx) => tx.all(sql`PRAGMA max_page_count = ${word(pages)}`))
    await fillFreePages(db)
    await limit(1) // what is there already stays
    return async () => void (await limit(SQLITE_MAX_PAGES))
  }
  const script = (text: string) => db.write('disk', (tx) => tx.script(text))
  await script(`
    CREATE FUNCTION no_room() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN RAISE EXCEPTION 'could not extend file: No space left on device' USING ERRCODE = 'disk_full'; END $$;
    CREATE TRIGGER no_room BEFORE INSERT ON posts EXECUTE FUNCTION no_room()`)
  return () => script('DROP FUNCTION no_room CASCADE')
}

/** Migrations leave pages free, in which the next message would find room. */
const fillFreePages = (db: Board['db']) =>
  db.write('fill', async (tx) => {
    const free = await tx.one<{ freelist_count: number }>(sql`PRAGMA freelist_count`)
    await tx.script('CREATE TABLE filling (bytes BLOB)')
    await tx.run(sql`INSERT INTO filling (bytes) VALUES (ZEROBLOB(${4_096 * (free?.freelist_count ?? 0)}))`)
  })

const SQLITE_MAX_PAGES = 1_073_741_823
const isFile = (databaseUrl: string) => databaseUrl.startsWith('file:')
/** PRAGMA takes no parameters. */
const word = (value: number) => new Statement([String(value)], [])

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
