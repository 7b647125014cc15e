/** Commands of the operator, on the database of a running board. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import type { TestContext } from 'node:test'
import { run } from '../../src/cli/program.ts'
import type { Board } from '../board.ts'

type Place = Pick<Board, 'databaseUrl'> & { env?: Record<string, string> }

/** Runs a command that succeeds, and returns what it printed. */
export async function runCommand(t: TestContext, { databaseUrl, env }: Place, ...words: string[]): Promise<string> {
  const log = t.mock.method(console, 'log', () => {})
  await run(['node', 'posting-board', ...words], { DATABASE_URL: databaseUrl, ...env })
  const printed = log.mock.calls.map(({ arguments: [line] }) => String(line)).join('\n')
  log.mock.restore()
  return printed
}

/** Runs a command in another process, and returns its exit code and what it printed. */
export async function runFailingCommand({ databaseUrl, env }: Place, ...words: string[]) {
  const child = spawn(process.execPath, ['src/main.js', ...words], {
    env: { DATABASE_URL: databaseUrl, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const [stdout, stderr, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
  return { code, stdout: stdout.trim(), stderr: stderr.trim() }
}
