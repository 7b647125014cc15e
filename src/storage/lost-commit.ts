/**
 * Finds out whether a transaction was committed when its connection was lost. Often PostgreSQL knows it, on another
 * connection.
 */
import { setTimeout as pause } from 'node:timers/promises'
import { deadlineIn } from './pool.ts'
import type { Connection } from './postgres-connection.ts'
import type { LostConnection } from './unusable.ts'

/** The columns of `Identity`, read with the writer's lock. */
export const identify =
  'pg_backend_pid() AS pid, pg_current_xact_id()::text AS xid, pg_postmaster_start_time()::text AS server_since'

export type Identity = { pid: number; xid: string; server_since: string }

/** A write lost its connection. If `ending` is set, COMMIT was sent, and the transaction may have been committed. */
export class CommitLost<T> extends Error {
  readonly identity: Identity | undefined
  readonly ending: { result: T } | undefined
  constructor(cause: LostConnection, identity: Identity | undefined, ending: { result: T } | undefined) {
    super('A transaction lost its connection.', { cause })
    this.identity = identity
    this.ending = ending
  }
}

export type Outcome = 'committed' | 'aborted' | 'unknown'

const FIND_MAX_MS = 3_000
const ASK_EVERY_MS = 100

/**
 * Makes a later commit, after which all earlier commits are as safe as this one. A session that waits for a standby may
 * have ended its wait: then its transaction is committed on this server only, and a failover would lose it.
 */
const confirm = (connection: Connection, maxMs: number) =>
  connection.query(
    [
      'BEGIN',
      `SET LOCAL lock_timeout = ${maxMs}`,
      `SELECT set_config('synchronous_commit', 'on', true) WHERE current_setting('synchronous_commit') = 'off'`,
      'SELECT id FROM writer FOR UPDATE',
      'COMMIT',
    ].join('; '),
    maxMs,
  )

/**
 * Asks on a new connection, and ends the lost session, which may still hold the writer's lock, unless it waits for a
 * standby. The answer counts only from the same run of the same server: after a failover another transaction may have
 * the same number.
 */
export async function findOutcome(
  connect: () => Promise<Connection>,
  { identity }: CommitLost<unknown>,
): Promise<Outcome> {
  if (!identity) return 'unknown'
  const deadline = deadlineIn(FIND_MAX_MS)
  let connection: Connection | undefined
  try {
    connection = await connect()
    while (deadline.remainingMs() > 0) {
      const { rows } = await connection.query<{ status: string | null }>({
        name: 'find-outcome',
        text: `SELECT pg_xact_status($1::xid8) AS status
               WHERE pg_postmaster_start_time()::text = $2`,
        values: [identity.xid, identity.server_since],
      })
      const status = rows[0]?.status
      if (status === 'committed') await confirm(connection, FIND_MAX_MS)
      if (status === 'committed' || status === 'aborted') return status
      if (status !== 'in progress') return 'unknown'
      await connection.query({
        name: 'end-lost',
        text: `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
               WHERE pid = $1 AND backend_xid = ($2::xid8)::xid AND wait_event IS DISTINCT FROM 'SyncRep'`,
        values: [identity.pid, identity.xid],
      })
      await pause(ASK_EVERY_MS)
    }
    return 'unknown'
  } catch {
    return 'unknown'
  } finally {
    await connection?.end()
  }
}
