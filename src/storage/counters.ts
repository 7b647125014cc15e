/** Counter rows that change only inside a write: sequence numbers become visible in order, and totals need no COUNT. */
import { must } from '../kernel/must.ts'
import { sql, type Tx } from './sql.ts'

export type Sequence =
  | 'message_seq'
  | 'vote_seq'
  | 'unsorted_seq'
  | 'pin_seq'
  | 'item_seq'
  | 'event_seq'
  | 'article_vote_seq'
  | 'moderation_seq'
  | 'change_seq'
/** Times of the board's own events, such as the last backup. */
export type Mark = 'ready' | 'last_backup_at'
export type Total =
  | 'accounts'
  | 'messages'
  | 'unsorted_messages'
  | 'published_posts'
  | 'awaiting_review_posts'
  | 'article_bytes'

/** Reserves `count` consecutive numbers and returns the first. */
export async function nextSeq(tx: Tx, name: Sequence, count = 1): Promise<number> {
  const row = await tx.one<{ value: number }>(sql`
    UPDATE counters SET value = value + ${count} WHERE name = ${name} RETURNING value`)
  return must(row, `the counter ${name}`).value - count + 1
}

/** Adds to a total; false, and no change, when it would exceed `max` (0 = no limit). PostgreSQL would infer a small integer type for a parameter compared with 0. */
export async function addToTotal(tx: Tx, name: Total, max: number, count = 1): Promise<boolean> {
  const changed = await tx.run(sql`
    UPDATE counters SET value = value + ${count} WHERE name = ${name} AND (CAST(${max} AS BIGINT) = 0 OR value + ${count} <= ${max})`)
  return changed === 1
}

/** The highest number ever given. */
export const readLast = async (tx: Tx, name: Sequence): Promise<number> =>
  (await tx.one<{ value: number }>(sql`SELECT value FROM counters WHERE name = ${name}`))?.value ?? 0

/** For things that are counted and numbered: how many there are, and the last number. */
export async function readNumbered(tx: Tx, total: Total, sequence: Sequence) {
  const rows = await tx.all<{ name: string; value: number }>(sql`
    SELECT name, value FROM counters WHERE name IN (${total}, ${sequence})`)
  const values = new Map(rows.map(({ name, value }) => [name, value]))
  const counter = (name: string) => must(values.get(name), `the counter ${name}`)
  return { total: counter(total), last: counter(sequence) }
}

export const addNumbered = (tx: Tx, total: Total, sequence: Sequence, count: number) =>
  tx.run(sql`UPDATE counters SET value = value + ${count} WHERE name IN (${total}, ${sequence})`)

/** Takes the next numbers of a sequence, which the same write has given out by itself. */
export const addToSequence = (tx: Tx, name: Sequence, count: number) =>
  tx.run(sql`UPDATE counters SET value = value + ${count} WHERE name = ${name}`)

/** The last number that was given out. */
export async function readSequence(tx: Tx, name: Sequence): Promise<number> {
  const row = await tx.one<{ value: number }>(sql`SELECT value FROM counters WHERE name = ${name}`)
  return must(row, `the counter ${name}`).value
}

export const takeFromTotal = (tx: Tx, name: Total, count: number) =>
  tx.run(sql`UPDATE counters SET value = value - ${count} WHERE name = ${name}`)

/** Adds without a limit and returns the previous total. */
export async function addManyToTotal(tx: Tx, name: Total, count: number): Promise<number> {
  const row = await tx.one<{ value: number }>(sql`
    UPDATE counters SET value = value + ${count} WHERE name = ${name} RETURNING value`)
  return must(row, `the counter ${name}`).value - count
}

export async function readTotal(tx: Tx, name: Total): Promise<number> {
  return (await tx.one<{ value: number }>(sql`SELECT value FROM counters WHERE name = ${name}`))?.value ?? 0
}

export const setMark = (tx: Tx, name: Mark, time: number) =>
  tx.run(sql`
    INSERT INTO counters (name, value) VALUES (${name}, ${time}) ON CONFLICT (name) DO UPDATE SET value = ${time}`)

/** Every sequence, total and mark by its name. */
export async function readCounters(tx: Tx): Promise<Readonly<Record<string, number>>> {
  const rows = await tx.all<{ name: string; value: number }>(sql`SELECT name, value FROM counters ORDER BY name`)
  return Object.fromEntries(rows.map(({ name, value }) => [name, value]))
}
