/** Opens an SQLite file for reading without creating anything beside it, so that it works on a read-only disk too. */
import { existsSync, statSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { pathToFileURL } from 'node:url'

export function openInPlace(path: string): DatabaseSync {
  const log = statSync(`${path}-wal`, { throwIfNoEntry: false })
  const hasIndex = existsSync(`${path}-shm`)
  const isAlone = !log || (log.size === 0 && !hasIndex)
  // A log without its index was copied or left behind, so no other process uses it: SQLite builds the index in memory.
  const lacksIndex = !isAlone && !hasIndex
  const url = pathToFileURL(path)
  if (isAlone) url.searchParams.set('immutable', '1')
  if (lacksIndex) url.searchParams.set('vfs', 'unix-none')
  const db = new DatabaseSync(url, { readOnly: true })
  if (lacksIndex) db.exec('PRAGMA locking_mode = EXCLUSIVE')
  return db
}
