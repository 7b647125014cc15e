import { createWriteStream, existsSync, renameSync, rmSync } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { exportLines } from '../operator/export/write-export.ts'
import { type Environment, readConfig } from '../settings/config.ts'
import { explainWriting } from './backup.ts'
import { Refused } from './exit-codes.ts'
import { type PrintOptions, print } from './print.ts'
import { undoing } from './undo.ts'
import { patient, withBoard } from './with-board.ts'

/** Writes one file with everything public. It gets its name when it is complete and on the disk. */
export async function exportBoard(env: Environment, file: string, options: PrintOptions): Promise<void> {
  const draft = `${file}.part`
  for (const name of [file, draft])
    if (existsSync(name)) throw new Refused(`${name} exists already: choose another name, or move it away.`)
  const { baseUrl } = readConfig(env)
  let lines = 0
  await undoing(
    () => rmSync(draft, { force: true }),
    async () => {
      await withBoard(
        env,
        ({ db, now }) =>
          db.read('export', (tx) => {
            const counted = async function* () {
              for await (const line of exportLines(tx, { now, baseUrl })) {
                lines++
                yield `${line}\n`
              }
            }
            const out = createWriteStream(draft, { flags: 'wx', flush: true })
            return pipeline(Readable.from(counted()), out).catch((error) => {
              // Handled here, because otherwise it would be reported as an error of the database.
              throw explainWriting(error, file)
            })
          }),
        patient,
      )
      renameSync(draft, file)
    },
  )
  print({ file, lines }, `Wrote ${file}: ${lines.toLocaleString('en')} lines, all of them public.`, options)
}
