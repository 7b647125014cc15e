import { createHash } from 'node:crypto'
import { UnusableDatabase } from '../../storage/unusable.ts'
import { type End, FORMAT, type Head, type Line } from './rules.ts'

const damaged = (why: string): never => {
  throw new UnusableDatabase(`This backup cannot be used: ${why}. Nothing was changed.`)
}

/** Reads a backup to its end and compares its checksum; returns its head and how many rows it holds. */
export async function verifyBackup(lines: AsyncIterable<string>): Promise<{ head: Head; rows: number }> {
  const hash = createHash('sha256')
  let head: Head | undefined
  let end: End | undefined
  for await (const text of lines) {
    if (end) damaged('something follows its end')
    const line = parse(text)
    if (!head) {
      if (!('format' in line) || line.format !== FORMAT) return damaged('it is not a backup of this program')
      head = line
    }
    if ('end' in line) end = line
    else hash.update(`${text}\n`)
  }
  if (!head) return damaged('it is empty')
  if (!end) return damaged('it ends too early')
  if (hash.digest('hex') !== end.sha256) damaged('its checksum is wrong')
  return { head, rows: end.rows }
}

function parse(text: string): Line {
  try {
    return JSON.parse(text)
  } catch {
    return damaged('it is damaged')
  }
}
