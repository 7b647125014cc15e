import { once } from 'node:events'
import { createReadStream, createWriteStream, existsSync, rmSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { createGunzip, createGzip } from 'node:zlib'
import { codeMigrations } from '../code-migrations.ts'
import { ConfigError, type Environment, readConfig } from '../config.ts'
import { systemClock } from '../kernel/clock.ts'
import { systemRandom } from '../kernel/random.ts'
import { verifyBackup } from '../operator/backup/read-backup.ts'
import { restoreBackup } from '../operator/backup/restore-backup.ts'
import { writeBackup } from '../operator/backup/write-backup.ts'
import { checkBoard } from '../operator/check/check-board.ts'
import { requireFingerprint } from '../secrets.ts'
import { openDatabase } from '../storage/open.ts'
import { type PrintOptions, print, withBoard } from './with-board.ts'

/** Begins to read when it is iterated: a readline interface that waits before that loses lines. */
async function* lines(file: string): AsyncGenerator<string> {
  yield* createInterface({ input: createReadStream(file).pipe(createGunzip()), crlfDelay: Number.POSITIVE_INFINITY })
}

/** A line now and then, on whatever stderr is: a backup of a large board takes minutes. */
function reporter(what: string) {
  let next = 50_000
  return (rows: number) => {
    if (rows < next) return
    next = rows + 50_000
    process.stderr.write(`${what} ${rows.toLocaleString('en')} rows\n`)
  }
}

/** One file, readable by its owner only, that appears under its name when it is whole. */
export async function backup(env: Environment, file: string, options: PrintOptions): Promise<void> {
  if (existsSync(file)) throw new ConfigError(`${file} exists already: choose another name, or move it away.`)
  const draft = `${file}.part`
  const out = createWriteStream(draft, { mode: 0o600, flags: 'wx' })
  const zip = createGzip()
  const done = once(zip.pipe(out), 'finish')
  const write = async (line: string) => {
    if (!zip.write(line)) await once(zip, 'drain')
  }
  try {
    const rows = await withBoard(env, ({ db, now }) => writeBackup(db, { now, write, report: reporter('written') }))
    zip.end()
    await done
    await verifyBackup(lines(draft))
    const { renameSync } = await import('node:fs')
    renameSync(draft, file)
    print(
      { file, rows },
      `Wrote ${file}: ${rows.toLocaleString('en')} rows. It holds no secret; keep SECRET_KEY as well.`,
      options,
    )
  } catch (error) {
    zip.destroy()
    rmSync(draft, { force: true })
    throw error
  }
}

/** Verified before anything is written, and recounted at the end. */
export async function restore(env: Environment, file: string, options: PrintOptions): Promise<void> {
  if (!existsSync(file)) throw new ConfigError(`There is no file ${file}.`)
  const { databaseUrl } = readConfig(env)
  const { head } = await verifyBackup(lines(file))
  requireFingerprint(head.secret_fingerprint, databaseUrl, env, systemRandom)
  const db = await openDatabase(databaseUrl)
  try {
    const rows = await restoreBackup(db, {
      head,
      lines: lines(file),
      now: systemClock.now(),
      codeSteps: codeMigrations,
      report: reporter('restored'),
    })
    const findings = await checkBoard(db, () => {})
    const clean = findings.length === 0
    print(
      { file, rows, clean, findings },
      `Restored ${rows.toLocaleString('en')} rows; ${clean ? 'every figure is what the rows say' : 'run check: some figures differ'}.`,
      options,
    )
    if (!clean) process.exitCode = 1
  } finally {
    await db.close()
  }
}
