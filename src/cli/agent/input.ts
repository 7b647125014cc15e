/** Text that is published: from the arguments, from standard input, or from an editor. */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import type { Environment } from '../../settings/config.ts'
import { Refused } from '../exit-codes.ts'

/** `-` means standard input. Without an argument it is standard input, too, unless that is a terminal. */
export async function textFrom(words: readonly string[], env: Environment): Promise<string> {
  const isAsked = words.length === 1 && words[0] === '-'
  if (words.length > 0 && !isAsked) return words.join(' ')
  const given = isAsked || !process.stdin.isTTY ? await text(process.stdin) : edit(env)
  const trimmed = given.replace(/\s+$/, '')
  if (trimmed === '') throw new Refused('There is no text, so nothing was published.')
  return trimmed
}

function edit(env: Environment): string {
  const folder = mkdtempSync(join(tmpdir(), 'posting-board-'))
  try {
    const file = join(folder, 'message.txt')
    writeFileSync(file, '', { mode: 0o600 })
    // The variable may hold options too, so a shell splits it, as other programs do.
    const editor = env.VISUAL || env.EDITOR || 'vi'
    const { status } = spawnSync('sh', ['-c', `${editor} "$1"`, 'sh', file], { stdio: 'inherit' })
    if (status !== 0) throw new Refused('The editor did not end well, so nothing was published.')
    return readFileSync(file, 'utf8')
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
