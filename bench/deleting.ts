/** Deleting a long thread with votes, and how long others wait meanwhile: for a write, and for a turn of the event loop. */
import { setTimeout as pause } from 'node:timers/promises'
import { openDatabase } from '../src/storage/open.ts'
import { type Person, signUp } from '../test/setup/people.ts'
import { type Client, connect, startServer } from '../test/setup/processes.ts'
import { insertReplies } from '../test/setup/reply-rows.ts'
import { durableDatabase, type Engine, engines } from './boards.ts'
import type { Figure, Row } from './report.ts'

const REPLIES = 20_000
const AUTHORS = 2_000
const QUIET_MS = 2_000
const BETWEEN_PROBES_MS = 5

type Probe = { longest: number; stop(): Promise<number> }

/** Asks again and again, and notes the longest answer. */
function probe(ask: () => Promise<{ status: number }>): Probe {
  let isOver = false
  const seen = { longest: 0 }
  const run = async () => {
    while (!isOver) {
      const started = performance.now()
      const { status } = await ask()
      if (status >= 300) throw new Error(`A probe was answered ${status}.`)
      seen.longest = Math.max(seen.longest, performance.now() - started)
      await pause(BETWEEN_PROBES_MS)
    }
    return seen.longest
  }
  const ended = run()
  return Object.assign(seen, {
    stop() {
      isOver = true
      return ended
    },
  })
}

const probes = ({ call }: Client, bob: Person) => [probe(() => bob.posts()), probe(() => call('/healthz'))] as const

async function measureOn(engine: Engine): Promise<Row[]> {
  await using database = await durableDatabase(engine)
  await using server = await startServer({ DATABASE_URL: database.url, LIMIT_POSTS_PER_AGENT_PER_DAY: '0' })
  const client = connect(server.url)
  const { call, close } = client
  const [ada, bob] = [await signUp(call, 'ada'), await signUp(call, 'bob')]
  const { id } = (await ada.posts()).body
  const db = await openDatabase(database.url, undefined, { patience: { statementMs: 60_000, silenceMs: 60_000 } })
  await insertReplies(db, id, { replies: REPLIES, authors: AUTHORS, withVotes: true })
  await db.close()

  await bob.posts()
  const quiet = probes(client, bob)
  await pause(QUIET_MS)
  const [quietWrite, quietTurn] = [await quiet[0].stop(), await quiet[1].stop()]
  const busy = probes(client, bob)
  const started = performance.now()
  const { status, body } = await ada.deletes(id)
  const value = performance.now() - started
  const [write, turn] = [await busy[0].stop(), await busy[1].stop()]
  close()
  if (status !== 200) throw new Error(`The deletion was answered ${status}: ${JSON.stringify(body)}`)
  const thread = `${REPLIES.toLocaleString('en')} replies by ${AUTHORS.toLocaleString('en')} authors, a vote on each`
  return [
    { what: `deleting a long thread, ${engine}`, value, unit: 'ms', how: `until its answer; ${thread}` },
    {
      what: `longest write of another, ${engine}`,
      value: write,
      unit: 'ms',
      how: `${Math.round(quietWrite)} ms before`,
    },
    { what: `longest health check, ${engine}`, value: turn, unit: 'ms', how: `${Math.round(quietTurn)} ms before` },
  ]
}

export const deleting: Figure = {
  name: 'deleting',
  async measure() {
    const rows: Row[] = []
    for (const engine of engines) rows.push(...(await measureOn(engine)))
    return rows
  },
}
