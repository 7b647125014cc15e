/** Numbered SQL files, run once each, in order, in one write. */
import { listOwnFiles, readOwnFile } from '../program/own-files.ts'
import { type Database, sql, type Tx } from './sql.ts'
import { UnusableDatabase } from './unusable.ts'

const folder = 'storage/migrations/'

export type Migration = { version: number; name: string; texts: string[] }

/** `0001-board.sql` serves both engines; `0001-board.postgres.sql` follows it on one of them. */
export function listMigrations(engine: Tx['engine']): Migration[] {
  const files = listOwnFiles(folder)
    .filter((file) => file.endsWith('.sql'))
    .sort()
  const byVersion = new Map<number, Migration>()
  for (const file of files) {
    const parts = /^(\d{4})-([a-z-]+)(?:\.(sqlite|postgres))?\.sql$/.exec(file)
    if (!parts) throw new Error(`Migration ${file} is not named NNNN-name[.engine].sql.`)
    const [, number, name = '', only] = parts
    const version = Number(number)
    const migration = byVersion.get(version) ?? { version, name, texts: [] }
    byVersion.set(version, migration)
    const text = readOwnFile(folder + file).toString()
    if (!only) migration.texts.unshift(text)
    else if (only === engine) migration.texts.push(text)
  }
  return [...byVersion.values()]
}

/** Steps in code, by the name of the migration that they belong to. */
export type CodeSteps = Readonly<Record<string, (tx: Tx) => Promise<void>>>

/** A migration may take long, and processes that start together wait for the first one. */
const MIGRATION_MAX_MS = 120_000

/** Runs the migrations that are due, up to a version if one is given; returns their names. */
export async function migrate(db: Database, now: number, codeSteps: CodeSteps, options: MigrateOptions = {}) {
  // At most starts no migration is due; then the start waits neither for the disk nor for other processes.
  if (await db.read('version', (tx) => isUpToDate(tx, codeSteps))) return []
  return db.write('migrate', (tx) => runDue(tx, now, codeSteps, options), { maxWaitMs: MIGRATION_MAX_MS })
}

async function isUpToDate(tx: Tx, codeSteps: CodeSteps) {
  const migrations = listMigrations(tx.engine)
  refuseUnknownSteps(codeSteps, migrations)
  return (await findVersion(tx)) === newest(migrations)
}

type MigrateOptions = { upTo?: number; report?: (done: number, of: number) => void }

async function runDue(
  tx: Tx,
  now: number,
  codeSteps: CodeSteps,
  { upTo = Number.POSITIVE_INFINITY, report = () => {} }: MigrateOptions,
) {
  await tx.script(
    'CREATE TABLE IF NOT EXISTS migrations (version INTEGER PRIMARY KEY, name TEXT NOT NULL, applied_at BIGINT NOT NULL)',
  )
  const applied = await readVersion(tx)
  const migrations = listMigrations(tx.engine)
  refuseNewer(applied, migrations)
  const due = migrations.filter(({ version }) => version > applied && version <= upTo)
  for (const [n, { version, name, texts }] of due.entries()) {
    for (const text of texts) await tx.script(text)
    await codeSteps[name]?.(tx)
    await tx.run(sql`INSERT INTO migrations (version, name, applied_at) VALUES (${version}, ${name}, ${now})`)
    report(n + 1, due.length)
  }
  return due.map(({ name }) => name)
}

/** For commands beside the service: refuses a database that is not at this program's version. */
export const requireMigrated = (db: Database) =>
  db.read('version', async (tx) => {
    const applied = await findVersion(tx)
    const migrations = listMigrations(tx.engine)
    refuseNewer(applied, migrations)
    if (applied < newest(migrations)) {
      const found = applied === 0 ? 'There is no board in this database' : 'This board was made by an older program'
      throw new UnusableDatabase(
        `${found}: check DATABASE_URL, or start the service, or run the command migrate, first.`,
      )
    }
  })

const newest = (migrations: readonly Migration[]) => migrations.at(-1)?.version ?? 0

function refuseNewer(applied: number, migrations: readonly Migration[]) {
  const known = newest(migrations)
  if (applied > known)
    throw new UnusableDatabase(
      `This database is at version ${applied}; this program knows ${known}. Run the newer program.`,
    )
}

/** A step whose file was renamed would never run. */
function refuseUnknownSteps(codeSteps: CodeSteps, migrations: readonly Migration[]) {
  const unknown = Object.keys(codeSteps).filter((step) => !migrations.some(({ name }) => name === step))
  if (unknown.length > 0) throw new Error(`No migration is called ${unknown.join(', ')}.`)
}

export async function readVersion(tx: Tx): Promise<number> {
  const latest = await tx.one<{ version: number | null }>(sql`SELECT MAX(version) AS version FROM migrations`)
  return latest?.version ?? 0
}

/** Zero if the database holds no board. */
export const findVersion = async (tx: Tx): Promise<number> => ((await hasNoMigrations(tx)) ? 0 : readVersion(tx))

const hasNoMigrations = async (tx: Tx) =>
  (await tx.one(
    tx.engine === 'sqlite'
      ? sql`SELECT 1 AS found FROM sqlite_master WHERE name = 'migrations'`
      : sql`SELECT 1 AS found WHERE to_regclass('migrations') IS NOT NULL`,
  )) === undefined
