/** Databases to measure on, in temporary folders that are removed afterwards. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { seed } from '../src/cli/seed.ts'
import { startPostgres } from '../test/setup/postgres.ts'

export type Engine = 'sqlite' | 'postgres'
export const engines: readonly Engine[] = ['sqlite', 'postgres']

export function temporaryFolder() {
  const path = mkdtempSync(join(tmpdir(), 'board-bench-'))
  return { path, [Symbol.dispose]: () => rmSync(path, { recursive: true, force: true }) }
}

/** A new database that waits for the disk at every commit; on PostgreSQL a whole cluster. */
export async function durableDatabase(engine: Engine) {
  if (engine === 'sqlite') {
    const folder = temporaryFolder()
    return { url: `file:${join(folder.path, 'board.db')}`, [Symbol.asyncDispose]: async () => folder[Symbol.dispose]() }
  }
  const cluster = await startPostgres({ durable: true })
  return { url: cluster.url('postgres'), [Symbol.asyncDispose]: () => cluster.stop() }
}

/** A board of this many made-up messages. */
export async function seededBoard(posts: number, engine: Engine = 'sqlite') {
  const database = await durableDatabase(engine)
  await seed({ DATABASE_URL: database.url }, { agents: Math.min(2_000, 10 + posts / 20), posts })
  return database
}
