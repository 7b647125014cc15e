import { createWriteStream, existsSync, renameSync, rmSync } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { isoTime, systemClock } from '../kernel/clock.ts'
import { codeOf, messageOf } from '../kernel/thrown.ts'
import { verifyBackup } from '../operator/backup/read-backup.ts'
import { backupLines } from '../operator/backup/write-backup.ts'
import type { Environment } from '../settings/config.ts'
import { setMark } from '../storage/counters.ts'
import { readLines } from './backup-file.ts'
import { Refused } from './exit-codes.ts'
import { type PrintOptions, print } from './print.ts'
import { progress } from './progress.ts'
import { undoing } from './undo.ts'
import { patient, withBoard } from './with-board.ts'

export type BackupOptions = PrintOptions & { madeElsewhere?: boolean }

/** Writes one file, readable by its owner only. It gets its name when it is complete, on the disk and verified. */
export async function backup(env: Environment, file: string, options: PrintOptions): Promise<void> {
  if (existsSync(file)) throw new Refused(`${file} exists already: choose another name, or move it away.`)
  const draft = `${file}.part`
  if (existsSync(draft))
    throw new Refused(`${draft} is of a backup that still runs or was killed: wait for it, or remove the file.`)
  const begun = systemClock.now()
  const removeDraft = () => rmSync(draft, { force: true })
  await undoing(removeDraft, async () => {
    await withBoard(
      env,
      ({ db, now }) =>
        db.read('backup', (tx) => {
          const lines = backupLines(tx, { now, report: progress('written') })
          const out = createWriteStream(draft, { mode: 0o600, flags: 'wx', flush: true })
          return pipeline(Readable.from(withNewlines(lines)), createGzip(), out).catch((error) => {
            // Handled here, because otherwise it would be reported as an error of the database.
            throw explainWriting(error, file)
          })
        }),
      patient,
    )
    const { rows } = await verifyBackup(readLines(draft, progress('verified bytes')))
    renameSync(draft, file)
    await storeTime(env, begun).catch((error) => console.error(`${notNoted} (${messageOf(error)})`))
    const text = `Wrote ${file}: ${rows.toLocaleString('en')} rows. It holds no secret; keep SECRET_KEY as well.`
    print({ file, rows }, text, options)
  })
}

/** For operators who make backups by other means: the alert about old backups uses this time. */
export async function noteBackup(env: Environment, options: PrintOptions): Promise<void> {
  const now = systemClock.now()
  await storeTime(env, now)
  print({ last_backup_at: now }, `Noted a backup of ${isoTime(now)}.`, options)
}

/** The time is stored in the database, so that every process of the board finds it. */
const storeTime = (env: Environment, time: number) =>
  withBoard(env, ({ db }) => db.write('backup', (tx) => setMark(tx, 'last_backup_at', time)))

/** On a read-only disk or a standby the time cannot be stored; the backup is good nevertheless. */
const notNoted = 'The time of this backup could not be stored, so board_last_backup_timestamp_seconds stays as it was.'

async function* withNewlines(lines: AsyncIterable<string>): AsyncGenerator<string> {
  for await (const line of lines) yield `${line}\n`
}

const writingProblems: Readonly<Record<string, string>> = {
  ENOENT: 'its folder does not exist; create it first',
  ENOTDIR: 'its folder is not a folder; check the path',
  EACCES: 'this user may not write there; choose another folder',
  EROFS: 'the disk is read-only; choose another folder',
  ENOSPC: 'the disk is full; make room, or choose another disk',
}

export function explainWriting(error: unknown, file: string): unknown {
  const isOfSystem = error instanceof Error && 'syscall' in error
  const problem = isOfSystem && writingProblems[codeOf(error) ?? '']
  return problem ? new Refused(`${file} cannot be written: ${problem}. Nothing was written.`) : error
}
