import { codeMigrations } from '../code-migrations.ts'
import { type Environment, readConfig } from '../config.ts'
import { isoTime, systemClock } from '../kernel/clock.ts'
import { findLateWrites } from '../operator/backup/find-late-writes.ts'
import { verifyBackup } from '../operator/backup/read-backup.ts'
import { restoreBackup } from '../operator/backup/restore-backup.ts'
import type { Head } from '../operator/backup/rules.ts'
import { backupLines } from '../operator/backup/write-backup.ts'
import { checkBoard } from '../operator/check/check-board.ts'
import { requireFingerprint } from '../secrets.ts'
import { openDatabase } from '../storage/open.ts'
import type { Database } from '../storage/sql.ts'
import { readLines } from './backup-file.ts'
import { type PrintOptions, print } from './print.ts'
import { progress } from './progress.ts'
import { patient, withBoard } from './with-board.ts'

export type RestoreOptions = PrintOptions & { verifyOnly?: boolean }

/** From a backup file, or straight from another database; recounted at the end. */
export async function restore(env: Environment, source: string, options: RestoreOptions): Promise<void> {
  if (options.verifyOnly) return verify(source, options)
  const { databaseUrl } = readConfig(env)
  const isDatabase = /^(file|postgres(ql)?):/.test(source)
  await withTarget(databaseUrl, async (target) => {
    const rows = isDatabase ? await move(env, source, target) : await fillFromFile(env, source, target)
    const findings = await checkBoard(target.db, progress('checked'))
    const clean = findings.length === 0
    const text = `Restored ${rows.toLocaleString('en')} rows; ${clean ? allRight : 'some figures differ: run check to see which'}.`
    print({ rows, clean, findings }, text, options)
    if (!clean) process.exitCode = 1
  })
}

const allRight = 'every figure is what the rows say. Start the service with the SECRET_KEY of this board'

type Target = { url: string; db: Database }

async function withTarget(url: string, work: (target: Target) => Promise<void>) {
  const db = await openDatabase(url, undefined, { patience: patient })
  await work({ url, db }).finally(db.close)
}

/** The file is read twice: nothing is written before all of it is verified. */
async function fillFromFile(env: Environment, file: string, { url, db }: Target): Promise<number> {
  const { head, rows } = await verifyBackup(readLines(file, progress('verified bytes')))
  requireFingerprint(head.secret_fingerprint, env, { what: 'backup', databaseUrls: [url] })
  const show = progress('restored')
  const [lines, now] = [readLines(file), systemClock.now()]
  return restoreBackup(db, { head, lines, now, codeSteps: codeMigrations, report: (done) => show(done, rows) })
}

/** Both databases have the version of this program, and the secret may still be beside an embedded source. */
const move = (env: Environment, source: string, { url, db }: Target): Promise<number> =>
  withBoard(
    { ...env, DATABASE_URL: source },
    async (board) => {
      const rows = await board.db.read('move', async (tx) => {
        const lines = backupLines(tx, { now: board.now, report: progress('moved') })
        const head = JSON.parse((await lines.next()).value) as Head
        requireFingerprint(head.secret_fingerprint, env, { what: 'backup', databaseUrls: [url, source] })
        return restoreBackup(db, { head, lines, now: board.now, codeSteps: codeMigrations, report: () => {} })
      })
      if (await findLateWrites(board.db, db)) console.error(leftBehind)
      return rows
    },
    patient,
  )

const leftBehind =
  'A service wrote to the source meanwhile, and what it wrote stayed behind: stop it, and move once more into an empty database.'

async function verify(file: string, options: PrintOptions): Promise<void> {
  const { head, rows } = await verifyBackup(readLines(file, progress('verified bytes')))
  const text = `${file} is whole: ${rows.toLocaleString('en')} rows of version ${head.version}, written ${isoTime(head.created_at)}.`
  print({ file, rows, ...head }, text, options)
}
