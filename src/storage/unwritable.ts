/** Why a database takes no writes while it can be read: it is full, read-only or broken. */
import { constants } from 'node:fs'
import { access, statfs } from 'node:fs/promises'
import { dirname } from 'node:path'
import { Failure } from '../kernel/errors.ts'
import { codeOf } from '../kernel/thrown.ts'
import { sql, type Tx } from './sql.ts'
import { judge } from './sqlite-errors.ts'

/** Codes of the system, and of PostgreSQL: read-only transaction, disk full, errors of its files. */
const codes = /^(ENOSPC|EDQUOT|EROFS|EIO|25006|53100|58.{3})$/

/**
 * Whether an error of a write means that the storage is unwritable. A held lock or an unreachable server does not
 * count.
 */
export function saysUnwritable(error: unknown): boolean {
  const cause = error instanceof Failure ? error.cause : error
  return judge(cause) === 'unavailable' || codes.test(codeOf(cause) ?? '')
}

/** False if a server that only uses PostgreSQL's protocol does not say it. */
export async function isReadOnlyServer(tx: Tx): Promise<boolean> {
  if (tx.engine === 'sqlite') return false
  const row = await tx.attempt(() =>
    tx.one<{ is_read_only: boolean }>(
      sql`SELECT pg_is_in_recovery() OR current_setting('default_transaction_read_only') = 'on' AS is_read_only`,
    ),
  )
  return row?.is_read_only === true
}

export type Disk = { freeBytes: number; isReadOnly: boolean }

/** Where the file of an embedded database is. */
export async function readDisk(path: string): Promise<Disk> {
  const { bavail, bsize } = await statfs(dirname(path))
  const isReadOnly = await access(path, constants.W_OK).then(
    () => false,
    () => true,
  )
  return { freeBytes: bavail * bsize, isReadOnly }
}
