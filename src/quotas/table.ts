import { startOfUtcDay } from '../kernel/clock.ts'
import { must } from '../kernel/must.ts'
import { joined, type Statement, sql, type Tx, valuesOf } from '../storage/sql.ts'
import { allowanceKey, type Gate, type Quota, type UsedToday } from './rules.ts'

const OLD_ROWS_REMOVED_PER_NEW = 4
/** Earlier days with rows, besides the current one. */
const DAYS_KEPT = 7

/** Takes one unit of each of these daily allowances, of different kinds; returns the kinds of which none was left. */
export async function spend(tx: Tx, quotas: readonly Quota[], now: number): Promise<Quota['kind'][]> {
  const day = startOfUtcDay(now)
  const rows = quotas.map(({ kind, owner }) => [kind, owner, day, 1])
  const limits = quotas.map(
    ({ kind, perDay }) => sql`WHEN ${kind} THEN CAST(${perDay || Number.MAX_SAFE_INTEGER} AS BIGINT)`,
  )
  const taken = await tx.all<{ kind: Quota['kind']; used: number }>(sql`
    INSERT INTO quotas (kind, owner, day, used)
    ${valuesOf(rows)}
    ON CONFLICT (kind, owner, day) DO UPDATE SET used = quotas.used + 1
    WHERE quotas.used < CASE excluded.kind ${joined(limits, ' ')} END
    RETURNING kind, used`)
  if (taken.some(({ used }) => used === 1)) await removeOldDays(tx, day, 1)
  return quotas.flatMap(({ kind }) => (taken.some((row) => row.kind === kind) ? [] : kind))
}

/**
 * Every new row deletes a few old ones, so that the table stays bounded. A row is old if enough other days with rows
 * came after it. The calendar does not decide, because a clock that is set forward and back must not refund anything.
 */
async function removeOldDays(tx: Tx, day: number, newRows: number) {
  const oldest = await tx.one<{ day: number | null }>(sql`
    WITH RECURSIVE earlier (day, n) AS (
      SELECT MAX(day), 1 FROM quotas WHERE day < ${day}
      UNION ALL
      SELECT (SELECT MAX(q.day) FROM quotas q WHERE q.day < earlier.day), n + 1
      FROM earlier WHERE n < ${DAYS_KEPT} AND day IS NOT NULL)
    SELECT day FROM earlier WHERE n = ${DAYS_KEPT}`)
  if (oldest?.day == null) return
  await tx.run(sql`
    DELETE FROM quotas WHERE (kind, owner, day) IN
      (SELECT kind, owner, day FROM quotas WHERE day < ${oldest.day} LIMIT ${OLD_ROWS_REMOVED_PER_NEW * newRows})`)
}

/** How much of an allowance was used today; one row, or none. */
export const usedToday = (kind: Quota['kind'], owner: string | Statement, now: number) =>
  sql`SELECT used FROM quotas WHERE kind = ${kind} AND owner = ${owner} AND day = ${startOfUtcDay(now)}`

export const readUsed = async (tx: Tx, { kind, owner }: Pick<Quota, 'kind' | 'owner'>, now: number): Promise<number> =>
  (await tx.one<{ used: number }>(usedToday(kind, owner, now)))?.used ?? 0

/** How much of several allowances was used today. */
export async function mapUsed(tx: Tx, quotas: readonly Quota[], now: number): Promise<UsedToday> {
  const kinds = [...new Set(quotas.map(({ kind }) => kind))]
  const owners = [...new Set(quotas.map(({ owner }) => owner))]
  const rows = await tx.all<Pick<Quota, 'kind' | 'owner'> & { used: number }>(sql`
    SELECT kind, owner, used FROM quotas
    WHERE kind IN (${joined(kinds)}) AND owner IN (${joined(owners)}) AND day = ${startOfUtcDay(now)}`)
  return new Map(rows.map((row) => [allowanceKey(row), row.used]))
}

/** How much is taken from an allowance, and whether it is the first use today. */
export type Spent = Pick<Quota, 'kind' | 'owner'> & { count: number; isFirst: boolean }

/** Adds to what was used today. */
export async function addUsed(tx: Tx, spent: readonly Spent[], now: number): Promise<void> {
  const day = startOfUtcDay(now)
  const rows = spent.map(({ kind, owner, count }) => [kind, owner, day, count])
  await tx.run(sql`
    INSERT INTO quotas (kind, owner, day, used)
    ${valuesOf(rows)}
    ON CONFLICT (kind, owner, day) DO UPDATE SET used = quotas.used + excluded.used`)
  const newRows = spent.filter(({ isFirst }) => isFirst).length
  if (newRows > 0) await removeOldDays(tx, day, newRows)
}

export type GateName = 'board' | 'unsorted'

export const readGate = async (tx: Tx, name: GateName) =>
  must(await tx.one<Gate>(sql`SELECT taken, since FROM gates WHERE name = ${name}`), `the gate ${name}`)

export const saveGate = (tx: Tx, name: GateName, { taken, since }: Gate) =>
  tx.run(sql`UPDATE gates SET taken = ${taken}, since = ${since} WHERE name = ${name}`)
