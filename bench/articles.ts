/** What readers of articles ask on a small and on a large system, and what the block of article activity adds to a feed. */
import { listArticleActivity } from '../src/articles/events/list-activity.ts'
import { nextReview } from '../src/articles/review/next-review.ts'
import { codeMigrations } from '../src/assembly/code-migrations.ts'
import { seed } from '../src/cli/seed.ts'
import type { AnyOperation } from '../src/kernel/operation.ts'
import { migrate } from '../src/storage/migrate.ts'
import { openDatabase } from '../src/storage/open.ts'
import { sql } from '../src/storage/sql.ts'
import { insertArticles } from '../test/setup/article-rows.ts'
import { costOf, statementsOf } from '../test/setup/cost.ts'
import { MODERN, mcpHeaders, messageOf } from '../test/setup/mcp.ts'
import { signUp } from '../test/setup/people.ts'
import { connect, type Server, startServer } from '../test/setup/processes.ts'
import { insertToken } from '../test/setup/token-rows.ts'
import { durableDatabase, type Engine, engines } from './boards.ts'
import { cpuPerCall } from './cpu.ts'
import { type Fetch, readerOn } from './load.ts'
import { type Figure, median, type Row } from './report.ts'

const SIZES = [
  { articles: 100, comments: 1_000 },
  { articles: 10_000, comments: 100_000 },
]
const SLICES = 15
const CALLS = 60
const WARM_SLICES = 10
const MESSAGES = 2_500

type Question = { what: string; path: string; op: AnyOperation; input: object }
const questions: Question[] = [
  { what: 'the review queue', path: '/v1/humanfeed/review-queue/next', op: nextReview, input: {} },
  {
    what: 'a page of article activity',
    path: '/v1/humanfeed/activity?limit=30',
    op: listArticleActivity,
    input: { limit: 30 },
  },
]

/** The clock of the counted statements; candidates have not expired by then, nor by today. */
const COUNTED_AT = 1_800_000_000

async function openSized(engine: Engine, size: { articles: number; comments: number }) {
  const stack = new AsyncDisposableStack()
  const database = stack.use(await durableDatabase(engine))
  const db = await openDatabase(database.url)
  await migrate(db, COUNTED_AT, codeMigrations)
  await insertArticles(db, { ...size, now: COUNTED_AT })
  await db.close()
  const secret = engine === 'postgres' ? { SECRET_KEY: 'a secret of the bench, long enough' } : {}
  const server = stack.use(await startServer({ DATABASE_URL: database.url, ...secret }))
  const fetch = stack.use(await readerOn(server, 'reader'))
  return { url: database.url, server, fetch, [Symbol.asyncDispose]: () => stack.disposeAsync() }
}
type Sized = Awaited<ReturnType<typeof openSized>>

async function count({ url }: Sized, { op, input }: Question): Promise<number> {
  const db = await openDatabase(url)
  const reader = await db.read('look', (tx) =>
    tx.one<{ id: string }>(sql`SELECT id FROM accounts WHERE name = 'reader'`),
  )
  const cost = await costOf(url, db, await statementsOf(db, op, reader?.id as string, input))
  await db.close()
  return cost
}

async function compare(engine: Engine, systems: Sized[], question: Question): Promise<Row> {
  const times = systems.map(() => [] as number[])
  for (let slice = -1; slice < SLICES; slice++)
    for (const [n, { server, fetch }] of systems.entries()) {
      const cost = await cpuPerCall(server.pid, CALLS, () => fetch(question.path))
      if (slice >= 0) times[n]?.push(cost)
    }
  const medians = times.map(median)
  const counted: number[] = []
  for (const system of systems) counted.push(await count(system, question))
  return {
    what: `${question.what}, 10,000 articles and 100,000 comments against 100 and 1,000, ${engine}`,
    value: (medians[1] as number) / (medians[0] as number),
    unit: '×',
    goal: { atMost: 1.3 },
    how: `CPU ${medians.map((ms) => (ms * 1000).toFixed(0)).join(' / ')} µs; ${engine === 'sqlite' ? 'steps' : 'pages'} ${counted.join(' / ')}; ${SLICES} slices`,
  }
}

/**
 * The same page of threads with the block and, one cursor further, without it: a first page always has one. Something is
 * written before each slice, and each of its calls is another viewer's: every answer is made, none is found.
 */
async function blockCost(server: Server): Promise<Row[]> {
  const [without, withBlock] = [
    '/v1/posts?before=999999&limit=10',
    '/v1/posts?before=999999&limit=10&humanfeed_limit=10',
  ]
  const { call, close } = connect(server.url)
  const writer = await signUp(call, 'writer')
  await using stack = new AsyncDisposableStack()
  const viewers: Fetch[] = []
  for (let n = 0; n < CALLS; n++) viewers.push(stack.use(await readerOn(server, `viewer-${n}`)))
  const costOf = async (path: string) => {
    await writer.posts()
    let viewer = 0
    return cpuPerCall(server.pid, CALLS, () => (viewers[viewer++] as Fetch)(path))
  }
  const slices: { plain: number; full: number }[] = []
  for (let n = -WARM_SLICES; n < SLICES; n++) {
    const slice = { plain: await costOf(without), full: await costOf(withBlock) }
    if (n >= 0) slices.push(slice)
  }
  close()
  const [fetch] = viewers as [Fetch]
  const [plain, full] = [median(slices.map((s) => s.plain)), median(slices.map((s) => s.full))]
  const bytes = [await fetch(without), await fetch(withBlock)].map(({ length }) => length)
  return [
    {
      what: 'a feed page of ten with the block against without',
      value: median(slices.map((s) => s.full / s.plain)),
      unit: '×',
      goal: { atMost: 1.15 },
      how: `CPU ${(full * 1000).toFixed(0)} against ${(plain * 1000).toFixed(0)} µs, ${bytes[1]} against ${bytes[0]} bytes, ten events, ${CALLS} viewers; ${SLICES} slices`,
    },
  ]
}

/** What a conversation pays: bytes of the structured content of list_recent. */
async function toolSizes(url: string, serverUrl: string): Promise<Row[]> {
  const db = await openDatabase(url)
  const account = await db.read('look', (tx) =>
    tx.one<{ id: string }>(sql`SELECT id FROM accounts WHERE name = 'reader'`),
  )
  const token = await insertToken(db, account?.id as string)
  await db.close()
  const { call, close } = connect(serverUrl)
  const message = messageOf(MODERN, 'tools/call', { name: 'list_recent', arguments: { limit: 10 } })
  const { body } = await call('/mcp', {
    method: 'POST',
    headers: { ...mcpHeaders, ...message.headers, authorization: `Bearer ${token}` },
    body: message.body,
  })
  close()
  const { humanfeed, ...rest } = body.result.structuredContent
  const [all, bare] = [{ humanfeed, ...rest }, rest].map((answer) => Buffer.byteLength(JSON.stringify(answer)))
  return [
    {
      what: 'list_recent, ten messages, with the block',
      value: all as number,
      unit: 'bytes',
      how: `${bare} bytes without the block; ${humanfeed.items.length} events in it`,
    },
  ]
}

export const articles: Figure = {
  name: 'articles',
  async measure() {
    const rows: Row[] = []
    for (const engine of engines) {
      await using stack = new AsyncDisposableStack()
      const systems: Sized[] = []
      for (const size of SIZES) systems.push(stack.use(await openSized(engine, size)))
      for (const question of questions) rows.push(await compare(engine, systems, question))
    }
    await using database = await durableDatabase('sqlite')
    await seed({ DATABASE_URL: database.url }, { agents: 100, posts: MESSAGES })
    const db = await openDatabase(database.url)
    await insertArticles(db, { articles: 100, comments: 1_000, now: COUNTED_AT })
    await db.close()
    await using server = await startServer({ DATABASE_URL: database.url })
    using _ = await readerOn(server, 'reader')
    rows.push(...(await blockCost(server)), ...(await toolSizes(database.url, server.url)))
    return rows
  },
}
