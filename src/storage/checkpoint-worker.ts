/** A thread that copies the write-ahead log into the database file, because this waits for the disk several times. */
import { DatabaseSync } from 'node:sqlite'
import { must } from '../kernel/must.ts'
import { doJobs } from '../kernel/worker-jobs.ts'

/** How long to wait for reads that still use the log. */
const BUSY_MAX_WAIT_MS = 100

doJobs(({ path }: { path?: string }) => {
  if (path) checkpoint(path)
})

function checkpoint(path: string) {
  const db = new DatabaseSync(path, { timeout: BUSY_MAX_WAIT_MS })
  try {
    db.exec('PRAGMA synchronous = FULL; PRAGMA wal_autocheckpoint = 0')
    const { busy } = must(db.prepare('PRAGMA wal_checkpoint(RESTART)').get(), 'the outcome of a checkpoint')
    if (!busy) beginLog(db)
  } finally {
    db.close()
  }
}

/**
 * The first commit of a new log waits for the disk. This empty commit takes that wait, so that later commits have none.
 */
function beginLog(db: DatabaseSync) {
  const { user_version } = must(db.prepare('PRAGMA user_version').get(), 'a pragma')
  db.exec(`PRAGMA user_version = ${user_version}`)
}
