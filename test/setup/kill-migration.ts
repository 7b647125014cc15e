/** A migration that is killed: nothing of it is committed. */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

const program = fileURLToPath(new URL('./stuck-migration.ts', import.meta.url))

/** After the SQL of the last migration or, if given, after so many statements of the steps in code. */
export async function killMigration(databaseUrl: string, statements?: number) {
  const child = spawn(process.execPath, [program], {
    env: {
      ...process.env,
      DATABASE_URL: databaseUrl,
      ...(statements !== undefined && { STATEMENTS: String(statements) }),
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = once(child, 'exit')
  const [line] = await Promise.race([once(child.stdout, 'data'), ended])
  child.kill('SIGKILL')
  await ended
  assert.match(String(line), /in the middle/)
}
