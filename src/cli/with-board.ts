import { statSync } from 'node:fs'
import { settlementFor } from '../articles/states/steps.ts'
import { followersFor } from '../assembly/followers.ts'
import { longWork } from '../assembly/long-work.ts'
import { systemClock } from '../kernel/clock.ts'
import type { Followers } from '../kernel/followers.ts'
import type { OperatorContext } from '../operator/steps.ts'
import { type Environment, readConfig } from '../settings/config.ts'
import { findGraceStart } from '../settings/grace.ts'
import type { Limits } from '../settings/limits.ts'
import { explainOpening } from '../storage/explain.ts'
import { requireMigrated } from '../storage/migrate.ts'
import { openDatabase, sqlitePath } from '../storage/open.ts'
import type { Patience } from '../storage/pool.ts'
import type { Database } from '../storage/sql.ts'
import { finishAll } from '../storage/unfinished.ts'
import { UnusableDatabase } from '../storage/unusable.ts'

export type OpenBoard = {
  db: Database
  now: number
  followers: Followers
  graceStartsAt: number
  limits: Limits
  write<T>(name: string, change: (context: OperatorContext) => Promise<T>): Promise<T>
}

/** For work over whole tables: on a large board one statement takes longer than a request may take. */
export const patient: Partial<Patience> = { statementMs: 600_000, silenceMs: 601_000 }

/** Opens an existing board, whether or not a service is running on it, and closes it afterwards. */
export async function withBoard<T>(
  env: Environment,
  work: (board: OpenBoard) => Promise<T>,
  patience: Partial<Patience> = {},
): Promise<T> {
  const config = readConfig(env)
  const { databaseUrl } = config
  // Opening would create the file, or fill an empty one, and a mistyped path would then look like an empty board.
  if (databaseUrl.startsWith('file:') && !statSync(sqlitePath(databaseUrl), { throwIfNoEntry: false })?.size)
    throw new UnusableDatabase(`There is no board at ${databaseUrl}: check DATABASE_URL, or start the service first.`)
  const db = await openDatabase(databaseUrl, undefined, { patience, mayBeReadOnly: true })
  try {
    await requireMigrated(db)
    const now = systemClock.now()
    const graceStartsAt = await findGraceStart(db, config, now)
    const [followers, settlement] = [followersFor(graceStartsAt), settlementFor(graceStartsAt)]
    /** Changes that are due are made before the operator's own change. */
    const write: OpenBoard['write'] = async (name, change) => {
      const made = await db.write(name, async (tx) => {
        await settlement.settle(tx, now)
        return change({ tx, now, followers, graceStartsAt })
      })
      await finishAll(db, longWork)
      return made
    }
    return await work({ db, now, followers, graceStartsAt, limits: config.limits, write })
  } catch (error) {
    throw explainOpening(error, databaseUrl)
  } finally {
    await db.close()
  }
}
