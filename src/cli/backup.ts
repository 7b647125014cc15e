import { createWriteStream, existsSync, renameSync, rmSync } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import type { Environment } from '../config.ts'
import { verifyBackup } from '../operator/backup/read-backup.ts'
import { backupLines } from '../operator/backup/write-backup.ts'
import { readLines } from './backup-file.ts'
import { Refused } from './exit-codes.ts'
import { type PrintOptions, print } from './print.ts'
import { progress } from './progress.ts'
import { undoing } from './undo.ts'
import { patient, withBoard } from './with-board.ts'

/** One file, readable by its owner only, that gets its name when it is whole, on the disk and verified. */
export async function backup(env: Environment, file: string, options: PrintOptions): Promise<void> {
  if (existsSync(file)) throw new Refused(`${file} exists already: choose another name, or move it away.`)
  const draft = `${file}.part`
  if (existsSync(draft))
    throw new Refused(`${draft} is of a backup that still runs or was killed: wait for it, or remove the file.`)
  const removeDraft = () => rmSync(draft, { force: true })
  await undoing(removeDraft, async () => {
    await withBoard(
      env,
      ({ db, now }) =>
        db.read('backup', (tx) => {
          const lines = backupLines(tx, { now, report: progress('written') })
          const out = createWriteStream(draft, { mode: 0o600, flags: 'wx', flush: true })
          return pipeline(Readable.from(withNewlines(lines)), createGzip(), out).catch((error) => {
            throw explainWriting(error, file) // here, or it would be taken for an error of the database
          })
        }),
      patient,
    )
    const { rows } = await verifyBackup(readLines(draft, progress('verified bytes')))
    renameSync(draft, file)
    const text = `Wrote ${file}: ${rows.toLocaleString('en')} rows. It holds no secret; keep SECRET_KEY as well.`
    print({ file, rows }, text, options)
  })
}

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

function explainWriting(error: unknown, file: string): unknown {
  const { code = '', syscall } = error as NodeJS.ErrnoException
  const problem = syscall && writingProblems[code]
  return problem ? new Refused(`${file} cannot be written: ${problem}. There is no backup.`) : error
}
