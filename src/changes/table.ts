import { together } from '../kernel/together.ts'
import { fixed } from '../settings/limits.ts'
import { addToSequence, readSequence } from '../storage/counters.ts'
import { rowsOf, sql, type Tx } from '../storage/sql.ts'

export type NewChange = {
  change: 'created' | 'deleted'
  id: string
  seq: number
  thread_id: string | null
  at: number
}
export type Change = NewChange & { change_seq: number }

const latest = sql`(SELECT c.value FROM counters c WHERE c.name = 'change_seq')`

/** Numbers these changes and removes the oldest ones above the bound, and a few more, in one round trip. */
export async function insertChanges(tx: Tx, changes: readonly NewChange[]): Promise<void> {
  const rows = changes.map(({ change, id, seq, thread_id, at }, n) => [n + 1, change, id, seq, thread_id, at])
  await together(
    tx.run(sql`
      INSERT INTO changes (change_seq, change, id, seq, thread_id, at)
      SELECT ${latest} + CAST(value ->> 0 AS BIGINT), value ->> 1, value ->> 2, CAST(value ->> 3 AS BIGINT), value ->> 4,
             CAST(value ->> 5 AS BIGINT)
      FROM ${rowsOf(tx, rows)}`),
    addToSequence(tx, 'change_seq', changes.length),
    tx.run(sql`
      DELETE FROM changes WHERE change_seq IN (
        SELECT o.change_seq FROM changes o WHERE o.change_seq <= ${latest} - ${fixed.changesKept}
        ORDER BY o.change_seq LIMIT ${2 * changes.length})`),
  )
}

/** The number of the last change ever. */
export const readLatestChange = (tx: Tx) => readSequence(tx, 'change_seq')

export const listChangesAfter = (tx: Tx, after: number, count: number) =>
  tx.all<Change>(sql`
    SELECT change_seq, change, id, seq, thread_id, at FROM changes
    WHERE change_seq > ${after} ORDER BY change_seq LIMIT ${count}`)
