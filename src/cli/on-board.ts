import { existsSync } from 'node:fs'
import { type Environment, readConfig } from '../config.ts'
import { systemClock } from '../kernel/clock.ts'
import { requireMigrated } from '../storage/migrate.ts'
import { openDatabase, sqlitePath } from '../storage/open.ts'
import type { Database } from '../storage/sql.ts'
import { UnfitDatabase } from '../storage/unfit.ts'

/** Works on a board that exists, beside the running service or without one, and closes it whatever happens. */
export async function onBoard<T>(env: Environment, work: (db: Database, now: number) => Promise<T>): Promise<T> {
  const { databaseUrl } = readConfig(env)
  // Opening a file would make it, and a mistyped path would then look like an empty board.
  if (databaseUrl.startsWith('file:') && !existsSync(sqlitePath(databaseUrl)))
    throw new UnfitDatabase(`There is no board at ${databaseUrl}: check DATABASE_URL, or start the service first.`)
  const db = await openDatabase(databaseUrl)
  try {
    await requireMigrated(db)
    return await work(db, systemClock.now())
  } finally {
    await db.close()
  }
}

export type Printing = { json?: boolean }

/** The same answer for programs and for people. */
export const say = (answer: object, told: string, { json }: Printing) =>
  console.log(json ? JSON.stringify(answer) : told)

/** What strangers wrote, for a terminal: it can neither steer it nor pass for a line of ours. */
export const printable = (text: string) => text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ')
