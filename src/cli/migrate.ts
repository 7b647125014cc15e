import { codeMigrations } from '../assembly/code-migrations.ts'
import { systemClock } from '../kernel/clock.ts'
import { type Environment, readConfig } from '../settings/config.ts'
import { explainOpening } from '../storage/explain.ts'
import { migrate as runMigrations } from '../storage/migrate.ts'
import { openDatabase } from '../storage/open.ts'
import { printText } from './print.ts'
import { progress } from './progress.ts'

/** Brings the database up to date without starting the service. */
export async function migrate(env: Environment): Promise<void> {
  const { databaseUrl } = readConfig(env)
  const db = await openDatabase(databaseUrl)
  try {
    const applied = await runMigrations(db, systemClock.now(), codeMigrations, { report: progress('migrations') })
    printText(applied.length === 0 ? 'The database is up to date.' : `Applied: ${applied.join(', ')}.`)
  } catch (error) {
    throw explainOpening(error, databaseUrl)
  } finally {
    await db.close()
  }
}
