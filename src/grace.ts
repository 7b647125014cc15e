import { type Config, ConfigError } from './config.ts'
import { settleSetting } from './storage/settings.ts'
import type { Database } from './storage/sql.ts'

/** Start of the grace period for articles: as configured, else the first start of this database. */
export async function readGraceStart(db: Database, { graceStartsAt }: Config, now: number): Promise<number> {
  if (graceStartsAt !== null && graceStartsAt > now)
    throw new ConfigError(`GRACE_STARTS_AT=${graceStartsAt} is in the future: it must be a time that has passed.`)
  const first = await db.write('first start', (tx) => settleSetting(tx, 'first_started_at', String(now)))
  return graceStartsAt ?? Number(first)
}
