import { createReadStream, existsSync, statSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { createGunzip } from 'node:zlib'
import { codeOf } from '../kernel/thrown.ts'
import type { Report } from '../operator/backup/rules.ts'
import { UnusableDatabase } from '../storage/unusable.ts'
import { Refused } from './exit-codes.ts'

/**
 * Reads lines and reports bytes. Reading begins with the iteration, because a readline interface that waits loses
 * lines.
 */
export async function* readLines(file: string, report: Report = () => {}): AsyncGenerator<string> {
  if (!existsSync(file)) throw new Refused(`There is no file ${file}: check its name.`)
  const { size } = statSync(file)
  const input = createReadStream(file)
  const text = input.on('error', (error) => text.destroy(error)).pipe(createGunzip())
  try {
    for await (const line of createInterface({ input: text, crlfDelay: Number.POSITIVE_INFINITY })) {
      yield line
      report(input.bytesRead, size)
    }
  } catch (error) {
    throw explainReading(error, file)
  } finally {
    input.destroy()
  }
}

function explainReading(error: unknown, file: string): unknown {
  const code = codeOf(error) ?? ''
  if (/^Z_/.test(code))
    return new UnusableDatabase(`${file} is damaged, or is no backup: use another one. Nothing was changed.`)
  if (/^E[A-Z]+$/.test(code)) return new Refused(`${file} cannot be read (${code}); check who may read it.`)
  return error
}
