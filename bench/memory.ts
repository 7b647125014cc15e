/** What an idle process holds. */
import { readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { signUp } from '../test/setup/people.ts'
import { connect, startServer } from '../test/setup/processes.ts'
import { durableDatabase, type Engine } from './boards.ts'
import { type Figure, median } from './report.ts'

const ROUNDS = 5
const SETTLE_MS = 500

type Held = { resident: number; own: number }

/** Memory of a process in MB, as Linux counts it: all resident pages, and those of them that are not backed by a file. */
function heldBy(pid: number): Held {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  const megabytes = (name: string) => Number(new RegExp(`${name}:\\s+(\\d+) kB`).exec(status)?.[1]) / 1024
  return { resident: megabytes('VmRSS'), own: megabytes('RssAnon') }
}

async function measureOn(url: string, round: number): Promise<Held> {
  await using server = await startServer({ DATABASE_URL: url })
  const { call, close } = connect(server.url)
  const ada = await signUp(call, `ada${round}`)
  const { id } = (await ada.posts()).body
  for (let n = 0; n < 5; n++) {
    await ada.replies(id)
    await ada.reads(id)
  }
  await call('/healthz')
  await pause(SETTLE_MS)
  const held = heldBy(server.pid)
  close()
  return held
}

async function idleOn(engine: Engine) {
  await using database = await durableDatabase(engine)
  const rounds: Held[] = []
  for (let round = 0; round <= ROUNDS; round++) rounds.push(await measureOn(database.url, round))
  const counted = rounds.slice(1) // the first start also compiles
  const own = median(counted.map((held) => held.own)).toFixed(0)
  return {
    what: `idle memory, ${engine}`,
    value: median(counted.map(({ resident }) => resident)),
    unit: 'MB',
    goal: { atMost: 120 },
    how: `RSS after start and a dozen requests, median of ${ROUNDS}; ${own} MB without pages of files, Node's own mostly`,
  }
}

export const memory: Figure = {
  name: 'memory',
  measure: async () => [await idleOn('sqlite'), await idleOn('postgres')],
}
