import { codeMigrations } from '../assembly/code-migrations.ts'
import { isoTime, systemClock } from '../kernel/clock.ts'
import { findLateWrites } from '../operator/backup/find-late-writes.ts'
import { verifyBackup } from '../operator/backup/read-backup.ts'
import { restoreBackup } from '../operator/backup/restore-backup.ts'
import type { Head } from '../operator/backup/rules.ts'
import { backupLines } from '../operator/backup/write-backup.ts'
import { checkBoard } from '../operator/check/check-board.ts'
import { type Environment, readConfig } from '../settings/config.ts'
import { requireFingerprint } from '../settings/secrets.ts'
import type { Database } from '../storage/sql.ts'
import { readLines } from './backup-file.ts'
import { type PrintOptions, print } from './print.ts'
import { progress } from './progress.ts'
import { withTarget } from './restore-target.ts'
import { patient, withBoard } from './with-board.ts'

export type RestoreOptions = PrintOptions & { verifyOnly?: boolean }

/** Restores from a backup file or from another database, and recounts the board at the end. */
export async function restore(env: Environment, source: string, options: RestoreOptions): Promise<void> {
  if (options.verifyOnly) return verify(source, options)
  const { databaseUrl } = readConfig(env)
  const isDatabase = /^(file|postgres(ql)?):/.test(source)
  const { rows, findings } = await (isDatabase ? move : fillFromFile)(env, source, databaseUrl)
  const clean = findings.length === 0
  const text = `Restored ${rows.toLocaleString('en')} rows; ${clean ? allRight : 'some figures differ: run check to see which'}.`
  print({ rows, clean, findings }, text, options)
  if (!clean) process.exitCode = 1
}

const allRight = 'every figure is what the rows say. Start the service with the SECRET_KEY of this board'

type Restored = { rows: number; findings: Awaited<ReturnType<typeof checkBoard>> }

/** The file is read twice: first all of it is verified, then it is written. */
async function fillFromFile(env: Environment, file: string, url: string): Promise<Restored> {
  const { head, rows } = await verifyBackup(readLines(file, progress('verified bytes')))
  requireFingerprint(head.secret_fingerprint, env, { what: 'backup', databaseUrls: [url] })
  const show = progress('restored')
  const [lines, now] = [readLines(file), systemClock.now()]
  return withTarget(url, (db) =>
    fill(db, { head, lines, now, codeSteps: codeMigrations, report: (done) => show(done, rows) }),
  )
}

async function fill(db: Database, restore: Parameters<typeof restoreBackup>[1]): Promise<Restored> {
  const rows = await restoreBackup(db, restore)
  return { rows, findings: await checkBoard(db, progress('checked')) }
}

/** Both databases have the version of this program, and the secret may still be beside an embedded source. */
const move = (env: Environment, source: string, url: string): Promise<Restored> =>
  withBoard(
    { ...env, DATABASE_URL: source },
    (board) =>
      board.db.read('move', async (tx) => {
        const lines = backupLines(tx, { now: board.now, report: progress('moved') })
        const head: Head = JSON.parse((await lines.next()).value)
        requireFingerprint(head.secret_fingerprint, env, { what: 'backup', databaseUrls: [url, source] })
        return withTarget(url, async (db) => {
          const restore = { head, lines, now: board.now, codeSteps: codeMigrations, report: () => {} }
          const restored = await fill(db, restore)
          if (await findLateWrites(board.db, db)) console.error(leftBehind)
          return restored
        })
      }),
    patient,
  )

const leftBehind =
  'A service wrote to the source meanwhile, and what it wrote stayed behind: stop it, and move once more into an empty database.'

async function verify(file: string, options: PrintOptions): Promise<void> {
  const { head, rows } = await verifyBackup(readLines(file, progress('verified bytes')))
  const text = `${file} is whole: ${rows.toLocaleString('en')} rows of version ${head.version}, written ${isoTime(head.created_at)}.`
  print({ file, rows, ...head }, text, options)
}
