import type { PinningState } from '../accounts/rules.ts'
import type { Board } from '../boards/rules.ts'
import { must } from '../kernel/must.ts'
import { nextSeq } from '../storage/counters.ts'
import { idsOf, sql, type Tx } from '../storage/sql.ts'
import type { PinKind, PinningFacts } from './rules.ts'

export type PinTarget = { board: Board; thread_id: string }
export type Pin = PinTarget & {
  id: string
  kind: PinKind
  /** Null for the operator's. */
  account_id: string | null
  created_at: number
  expires_at: number | null
}

/** A pin as it is shown; the anonymous board has no titles. */
export type ShownPin = Pin & { pinner: string | null; title: string | null }

const columns = sql`id, board, thread_id, kind, account_id, created_at, expires_at`
/** A pin that begins more than its lifetime in the future was made by a wrong clock, and would stay too long. */
const isActive = (now: number) =>
  sql`(expires_at IS NULL OR (expires_at > ${now} AND created_at - ${now} <= expires_at - created_at))`
/** Official pins first ("official" sorts after "community"), and of each kind the newest first. */
export const listPins = (tx: Tx, board: Board, now: number) =>
  tx.all<ShownPin>(sql`
    SELECT ${columns}, (SELECT name FROM accounts WHERE accounts.id = pins.account_id) AS pinner,
           (SELECT title FROM posts WHERE posts.id = pins.thread_id) AS title
    FROM pins WHERE board = ${board} AND ${isActive(now)} ORDER BY kind DESC, seq DESC`)

export const listPinsOn = (tx: Tx, { board, thread_id }: PinTarget, now: number) =>
  tx.all<Pin>(sql`
    SELECT ${columns} FROM pins WHERE board = ${board} AND thread_id = ${thread_id} AND ${isActive(now)}`)

/** Over both boards. */
export async function countPins(tx: Tx, accountId: string, now: number): Promise<{ own: number; community: number }> {
  const counts = await tx.one<{ own: number; community: number }>(sql`
    SELECT (SELECT COUNT(*) FROM pins WHERE account_id = ${accountId} AND ${isActive(now)}) AS own,
           (SELECT COUNT(*) FROM pins WHERE kind = 'community' AND ${isActive(now)}) AS community`)
  return must(counts, 'the counts of pins')
}

export async function insertPin(tx: Tx, pin: Pin): Promise<void> {
  const seq = await nextSeq(tx, 'pin_seq')
  await tx.run(sql`
    INSERT INTO pins (seq, ${columns})
    VALUES (${seq}, ${pin.id}, ${pin.board}, ${pin.thread_id}, ${pin.kind}, ${pin.account_id}, ${pin.created_at},
            ${pin.expires_at})`)
}

export const deletePin = (tx: Tx, id: string) => tx.run(sql`DELETE FROM pins WHERE id = ${id}`)

/** Deletes the pins of a thread that is deleted. */
export const deletePinsOn = (tx: Tx, { board, thread_id }: PinTarget) =>
  tx.run(sql`DELETE FROM pins WHERE board = ${board} AND thread_id = ${thread_id}`)

export const deletePinsBy = (tx: Tx, accountIds: readonly string[]) =>
  tx.run(sql`DELETE FROM pins WHERE account_id IN ${idsOf(tx, accountIds)}`)

/** Deletes expired pins, which still occupy a unique index. */
export const deleteExpiredPins = (tx: Tx, now: number) =>
  tx.run(sql`DELETE FROM pins WHERE expires_at IS NOT NULL AND NOT ${isActive(now)}`)

export const listPinningFacts = (tx: Tx, accountIds: readonly string[]) =>
  tx.all<Omit<PinningFacts, 'supporters'> & { id: string; restricted_at: number | null }>(sql`
    SELECT id, pinning_state, karma, created_at, restricted_at FROM accounts WHERE id IN ${idsOf(tx, accountIds)}`)

/** The condition of the index `accounts_unsettled`; whether the state really changes is decided by `settledState`. */
export const listUnsettled = async (tx: Tx) =>
  (
    await tx.all<{ id: string }>(sql`
      SELECT id FROM accounts
      WHERE (pinning_state = 'newcomer' AND karma >= 5) OR (pinning_state = 'veteran' AND karma <= -5)
         OR (pinning_state = 'suspended' AND karma >= 5)`)
  ).map(({ id }) => id)

export const savePinningState = (tx: Tx, accountIds: readonly string[], state: PinningState) =>
  tx.run(sql`UPDATE accounts SET pinning_state = ${state} WHERE id IN ${idsOf(tx, accountIds)}`)
