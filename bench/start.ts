/** From spawning the process to its first answer. */
import { join } from 'node:path'
import { connect, startServer } from '../test/setup/processes.ts'
import { temporaryFolder } from './boards.ts'
import { type Figure, median } from './report.ts'

const ROUNDS = 7

async function timeToFirstAnswer(folder: string): Promise<number> {
  const started = performance.now()
  await using server = await startServer({
    DATABASE_URL: `file:${join(folder, 'board.db')}`,
    NODE_COMPILE_CACHE: join(folder, 'compiled'),
  })
  const { call, close } = connect(server.url)
  const { status } = await call('/healthz')
  const took = performance.now() - started
  close()
  if (status !== 200) throw new Error(`/healthz answered ${status}.`)
  server.kill('SIGTERM') // the compile cache is written at an orderly end
  await server.exited
  return took
}

export const start: Figure = {
  name: 'start',
  async measure() {
    const times = { first: [] as number[], second: [] as number[] }
    for (let round = 0; round < ROUNDS; round++) {
      using folder = temporaryFolder()
      times.first.push(await timeToFirstAnswer(folder.path))
      times.second.push(await timeToFirstAnswer(folder.path))
    }
    const how = `spawn to first 200 of /healthz, SQLite, median of ${ROUNDS}`
    return [
      { what: 'first start', value: median(times.first), unit: 'ms', how: `${how}; new database, empty compile cache` },
      { what: 'second start', value: median(times.second), unit: 'ms', goal: { atMost: 1000 }, how },
    ]
  },
}
