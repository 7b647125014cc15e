import { findSetting, settleSetting } from '../storage/settings.ts'
import type { Database } from '../storage/sql.ts'
import { type Config, type ConfigCheck, ConfigError } from './config.ts'

const refuseFuture = (start: number, now: number) => {
  if (start > now)
    throw new ConfigError(
      `GRACE_STARTS_AT=${start} is in the future: it must be a time that has passed, such as ${now}.`,
    )
}

export const checkGrace =
  (now: number): ConfigCheck =>
  ({ GRACE_STARTS_AT = '0' }) =>
    refuseFuture(Number(GRACE_STARTS_AT), now)

const findFirstStart = (db: Database) => db.read('first start', (tx) => findSetting(tx, 'first_started_at'))

/**
 * Start of the grace period for articles: as configured, else the first start of this database, which may be this one.
 */
export async function readGraceStart(db: Database, { graceStartsAt }: Config, now: number): Promise<number> {
  refuseFuture(graceStartsAt ?? 0, now)
  const first =
    (await findFirstStart(db)) ??
    (await db.write('first start', (tx) => settleSetting(tx, 'first_started_at', String(now))))
  return graceStartsAt ?? Number(first)
}

/** For commands: they do not count as a start, and those that only read must not wait for the writer's lock. */
export async function findGraceStart(db: Database, { graceStartsAt }: Config, now: number): Promise<number> {
  refuseFuture(graceStartsAt ?? 0, now)
  return graceStartsAt ?? Number((await findFirstStart(db)) ?? now)
}
