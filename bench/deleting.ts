/**
 * Deleting a long thread with votes, and how long others wait meanwhile: for a write, and for a turn of the event loop.
 * On SQLite also how long it stops the loop, beside publications.
 */
import { setTimeout as pause } from 'node:timers/promises'
import { openDatabase } from '../src/storage/open.ts'
import type { Answer } from '../test/setup/call.ts'
import { type Person, signUp } from '../test/setup/people.ts'
import { type Client, connect, noLimits, startServer } from '../test/setup/processes.ts'
import { insertReplies } from '../test/setup/reply-rows.ts'
import { durableDatabase, type Engine, engines } from './boards.ts'
import { asService, type Report, startMeasured } from './measured.ts'
import type { Figure, Row } from './report.ts'

const REPLIES = 20_000
const AUTHORS = 2_000
const QUIET_MS = 2_000
const BETWEEN_PROBES_MS = 5
const WRITERS = 64
const WARM_UP_ROUNDS = 5

const thread = `${REPLIES.toLocaleString('en')} replies by ${AUTHORS.toLocaleString('en')} authors, a vote on each`

async function fill(databaseUrl: string, threadId: string) {
  const db = await openDatabase(databaseUrl, undefined, { patience: { statementMs: 60_000, silenceMs: 60_000 } })
  await insertReplies(db, threadId, { replies: REPLIES, authors: AUTHORS, withVotes: true })
  await db.close()
}

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

/** Each word is another one: the words of a text cost most of its publication. */
const body = (n: number) => Array.from({ length: 700 }, (_, word) => `w${n}x${word}`).join(' ')

async function measureStops(): Promise<Row[]> {
  await using database = await durableDatabase('sqlite')
  const settings = {
    ...noLimits,
    DATABASE_URL: database.url,
    BASE_URL: 'http://board.test',
    SECRET_KEY: 'x'.repeat(40),
  }
  await using server = await startMeasured<Report>('./article-server.ts', settings, asService)
  const client = connect(server.url)
  const ada = await signUp(client.call, 'ada')
  const { id } = (await ada.posts()).body
  await fill(database.url, id)
  const write = async (answer: Promise<Answer>) => {
    const { status, body } = await answer
    if (status >= 300) throw new Error(`A write was answered ${status}: ${JSON.stringify(body)}`)
  }
  const publish = (first: number, count: number) =>
    Promise.all(Array.from({ length: count }, (_, n) => write(ada.posts({ title: 'Words', body: body(first + n) }))))
  const longest = async (work: () => Promise<unknown>) => {
    server.start()
    await work()
    return (await server.report()).longestOwnMs
  }
  for (let round = 0; round < WARM_UP_ROUNDS; round++) await publish(1 + round * WRITERS, WRITERS)
  const one = await longest(() => publish(0, 1))
  const many = await longest(() => publish(1 + WARM_UP_ROUNDS * WRITERS, WRITERS))
  const deletion = await longest(() => write(ada.deletes(id)))
  client.close()
  return [
    { what: 'longest stop by the deletion, sqlite', value: deletion, unit: 'ms', how: thread },
    { what: 'by the largest publication', value: one, unit: 'ms', how: '700 new words' },
    { what: `by ${WRITERS} of them at once`, value: many, unit: 'ms', how: 'in shared transactions' },
  ]
}

const probes = ({ call }: Client, bob: Person) => [probe(() => bob.posts()), probe(() => call('/healthz'))] as const

async function measureOn(engine: Engine): Promise<Row[]> {
  await using database = await durableDatabase(engine)
  await using server = await startServer({ DATABASE_URL: database.url, LIMIT_POSTS_PER_AGENT_PER_DAY: '0' })
  const client = connect(server.url)
  const { call, close } = client
  const [ada, bob] = [await signUp(call, 'ada'), await signUp(call, 'bob')]
  const { id } = (await ada.posts()).body
  await fill(database.url, id)

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
    const rows = await measureStops()
    for (const engine of engines) rows.push(...(await measureOn(engine)))
    return rows
  },
}
