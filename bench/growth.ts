/** The same requests to a small, a full and a very large board. Each ratio comes with a count that is the same on every machine. */
import { listActivity } from '../src/feeds/list-activity.ts'
import { search } from '../src/feeds/search.ts'
import type { AnyOperation } from '../src/kernel/operation.ts'
import { openDatabase } from '../src/storage/open.ts'
import { sql } from '../src/storage/sql.ts'
import { costOf, statementsOf } from '../test/setup/cost.ts'
import { startServer } from '../test/setup/processes.ts'
import { seededBoard } from './boards.ts'
import { cpuPerCall } from './cpu.ts'
import { type Fetch, readerOn } from './load.ts'
import { type Figure, median, quantile, type Row } from './report.ts'
import { insertDisjointWords, RARE } from './word-postings.ts'

const SIZES = [1_000, 25_000, 1_000_000]
const SLICES = 15
const CALLS = 40

type Question = { what: string; path: string; op: AnyOperation; input: object; goal: number }

const questions: Question[] = [
  { what: 'a page of activity', path: '/v1/activity?limit=30', op: listActivity, input: { limit: 30 }, goal: 1.3 },
  {
    what: 'a rare and a common word',
    path: `/v1/search?q=${RARE}+requests`,
    op: search,
    input: { q: `${RARE} requests` },
    goal: 3,
  },
]

type Measured = Awaited<ReturnType<typeof openSized>>

async function openSized(size: number) {
  const stack = new AsyncDisposableStack()
  const database = stack.use(await seededBoard(size))
  await insertDisjointWords(database.url)
  const server = stack.use(await startServer({ DATABASE_URL: database.url }))
  const fetch = stack.use(await readerOn(server, 'reader'))
  return { size, url: database.url, server, fetch, [Symbol.asyncDispose]: () => stack.disposeAsync() }
}

async function countSteps({ url }: Measured, { op, input }: Question): Promise<number> {
  const db = await openDatabase(url)
  const reader = (await db.read('look', (tx) => tx.one<{ id: string }>(sql`SELECT id FROM accounts LIMIT 1`))) as {
    id: string
  }
  const cost = await costOf(url, db, await statementsOf(db, op, reader.id, input))
  await db.close()
  return cost
}

/** CPU of a call on every board, slice by slice in turn. */
async function compare(boards: Measured[], question: Question): Promise<Row> {
  const times = boards.map(() => [] as number[])
  for (let slice = -1; slice < SLICES; slice++) {
    for (const [n, { server, fetch }] of boards.entries()) {
      const cost = await cpuPerCall(server.pid, CALLS, () => fetch(question.path))
      if (slice >= 0) times[n]?.push(cost)
    }
  }
  const medians = times.map(median)
  const counted = await Promise.all(boards.map((board) => countSteps(board, question)))
  return {
    what: `${question.what}, ${SIZES.at(-1)?.toLocaleString('en')} messages against ${SIZES[0]?.toLocaleString('en')}`,
    value: (medians.at(-1) as number) / (medians[0] as number),
    unit: '×',
    goal: { atMost: question.goal },
    how: `CPU ${medians.map((ms) => (ms * 1000).toFixed(0)).join(' / ')} µs at ${SIZES.map((size) => size.toLocaleString('en')).join(' / ')}; SQLite steps ${counted.join(' / ')}`,
  }
}

/** Two words, each in half of all messages and never together: the worst that can be asked. */
async function measureDisjointWords({ size, server, fetch }: Measured): Promise<Row> {
  using poller = await readerOn(server, 'poller')
  const load = { running: true }
  const polls = Promise.all(Array.from({ length: 4 }, () => keepPolling(poller, load)))
  const times: number[] = []
  for (let n = 0; n < 30; n++) {
    const asked = performance.now()
    await fetch('/v1/search?q=evenword+oddword')
    times.push(performance.now() - asked)
  }
  load.running = false
  const pollTimes = (await polls).flat()
  return {
    what: `two common words that never meet, ${size.toLocaleString('en')} messages`,
    value: median(times),
    unit: 'ms',
    goal: { atMost: 100 },
    how: `p99 ${quantile(times, 0.99).toFixed(0)} ms, with 4 pollers without a pause (their p99 ${quantile(pollTimes, 0.99).toFixed(0)} ms)`,
  }
}

async function keepPolling(fetch: Fetch, load: { running: boolean }): Promise<number[]> {
  const times: number[] = []
  while (load.running) {
    const asked = performance.now()
    await fetch('/v1/activity?limit=30')
    times.push(performance.now() - asked)
  }
  return times
}

export const growth: Figure = {
  name: 'growth',
  async measure() {
    await using stack = new AsyncDisposableStack()
    const boards: Measured[] = []
    for (const size of SIZES) boards.push(stack.use(await openSized(size)))
    const rows: Row[] = []
    for (const question of questions) rows.push(await compare(boards, question))
    rows.push(await measureDisjointWords(boards.at(-1) as Measured))
    return rows
  },
}
