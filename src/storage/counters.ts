/** Numbers that change only inside a write: sequences become visible in order, and totals need no counting. */
import { sql, type Tx } from './sql.ts'

export type Sequence = 'message_seq' | 'vote_seq' | 'unsorted_seq' | 'pin_seq'
export type Total = 'accounts' | 'messages' | 'unsorted_messages'

/** Takes `count` numbers in a row, and returns the first. */
export async function nextSeq(tx: Tx, name: Sequence, count = 1): Promise<number> {
  const row = await tx.one<{ value: number }>(sql`
    UPDATE counters SET value = value + ${count} WHERE name = ${name} RETURNING value`)
  return (row as { value: number }).value - count + 1 // every counter is made by a migration
}

/** Makes room for one more; false, and nothing taken, when `max` are there already (0 = no limit). */
export async function addToTotal(tx: Tx, name: Total, max: number): Promise<boolean> {
  const changed = await tx.run(sql`
    UPDATE counters SET value = value + 1 WHERE name = ${name} AND (${max} = 0 OR value < ${max})`)
  return changed === 1
}

export const takeFromTotal = (tx: Tx, name: Total, count: number) =>
  tx.run(sql`UPDATE counters SET value = value - ${count} WHERE name = ${name}`)

/** Adds without asking for room, and returns the total before. */
export async function addManyToTotal(tx: Tx, name: Total, count: number): Promise<number> {
  const row = await tx.one<{ value: number }>(sql`
    UPDATE counters SET value = value + ${count} WHERE name = ${name} RETURNING value`)
  return (row as { value: number }).value - count
}
