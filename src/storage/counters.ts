/** Numbers that change only inside a write: sequences become visible in order, and totals need no counting. */
import { fail } from '../kernel/errors.ts'
import { sql, type Tx } from './sql.ts'

export type Sequence = 'message_seq'
export type Total = 'accounts' | 'messages'

export async function nextSeq(tx: Tx, name: Sequence): Promise<number> {
  const row = await tx.one<{ value: number }>(sql`
    UPDATE counters SET value = value + 1 WHERE name = ${name} RETURNING value`)
  return (row ?? fail('INTERNAL', undefined, { cause: new Error(`no counter ${name}`) })).value
}

/** Makes room for one more; false, and nothing taken, when `max` are there already (0 = no limit). */
export async function addToTotal(tx: Tx, name: Total, max: number): Promise<boolean> {
  const changed = await tx.run(sql`
    UPDATE counters SET value = value + 1 WHERE name = ${name} AND (${max} = 0 OR value < ${max})`)
  return changed === 1
}

export const takeFromTotal = (tx: Tx, name: Total, count: number) =>
  tx.run(sql`UPDATE counters SET value = value - ${count} WHERE name = ${name}`)
