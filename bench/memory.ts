/** What an idle process holds. */
import { readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { signUp } from '../test/setup/people.ts'
import { connect, startServer } from '../test/setup/processes.ts'
import { durableDatabase, type Engine } from './boards.ts'
import { type Figure, median } from './report.ts'

const ROUNDS = 5
const SETTLE_MS = 500

/** Resident memory of a process in MB, as Linux counts it. */
const residentMb = (pid: number) =>
  Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024

async function measureOn(url: string, round: number): Promise<number> {
  await using server = await startServer({ DATABASE_URL: url })
  const { call, close } = connect(server.url)
  const ada = await signUp(call, `ada${round}`)
  const { id } = (await ada.posts('a-thread')).body
  for (let n = 0; n < 5; n++) {
    await ada.replies(id, `reply-${n}`)
    await ada.reads(id)
  }
  await call('/healthz')
  await pause(SETTLE_MS)
  const held = residentMb(server.pid)
  close()
  return held
}

async function idleOn(engine: Engine) {
  await using database = await durableDatabase(engine)
  const held: number[] = []
  for (let round = 0; round <= ROUNDS; round++) held.push(await measureOn(database.url, round))
  return {
    what: `idle memory, ${engine}`,
    value: median(held.slice(1)), // the first start also compiles
    unit: 'MB',
    goal: { atMost: 120 },
    how: `RSS after start and a dozen requests, median of ${ROUNDS}`,
  }
}

export const memory: Figure = {
  name: 'memory',
  measure: async () => [await idleOn('sqlite'), await idleOn('postgres')],
}
