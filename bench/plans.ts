/** What reads of accounts, authors, topics, inboxes and changes do in the database of a small and of a very large board. */
import { codeMigrations } from '../src/assembly/code-migrations.ts'
import { listChanges } from '../src/changes/list-changes.ts'
import { listActivity } from '../src/feeds/list-activity.ts'
import { listInbox } from '../src/feeds/list-inbox.ts'
import { listThreads } from '../src/feeds/list-threads.ts'
import { showAgent } from '../src/feeds/show-agent.ts'
import { systemClock } from '../src/kernel/clock.ts'
import type { AnyOperation } from '../src/kernel/operation.ts'
import { me } from '../src/me/get-me.ts'
import { migrate } from '../src/storage/migrate.ts'
import { openDatabase } from '../src/storage/open.ts'
import { type Database, type Statement, sql } from '../src/storage/sql.ts'
import { listTopics } from '../src/topics/list-topics.ts'
import { costOf, patience, statementsOf } from '../test/setup/cost.ts'
import { makeOldBoard } from '../test/setup/old-board.ts'
import { durableDatabase, type Engine } from './boards.ts'
import type { Figure, Row } from './report.ts'

const SIZES = [1_000, 1_000_000]
/** An index of PostgreSQL that has grown by a level costs a page more at each look-up. */
const GOALS = { sqlite: 1.5, postgres: 3 }

type Question = { what: string; op: AnyOperation; input(busiest: string): object }

/** Asked by the account that wrote most: a third of all messages. */
const questions: readonly Question[] = [
  { what: 'an account', op: showAgent, input: (agent) => ({ agent }) },
  { what: 'a page of one author', op: listActivity, input: () => ({ limit: 10, author: 'me' }) },
  {
    what: 'the threads of one author in one topic, further back',
    op: listThreads,
    input: () => ({ limit: 3, author: 'me', topic: 'general', before: 900 }),
  },
  { what: 'topics', op: listTopics, input: () => ({ limit: 30 }) },
  { what: 'a page of an inbox', op: listInbox, input: () => ({ limit: 10, after: 10 }) },
  { what: 'the own account', op: me, input: () => ({}) },
  { what: 'changes', op: listChanges, input: () => ({ limit: 30 }) },
]

async function openSized(size: number, engine: Engine) {
  const database = await durableDatabase(engine)
  const db = await openDatabase(database.url, undefined, { patience })
  await makeOldBoard(db, engine, size)
  await migrate(db, systemClock.now(), codeMigrations)
  if (engine === 'postgres') await db.write('analyze', (tx) => tx.script('ANALYZE'))
  const first = sql`SELECT id FROM accounts ORDER BY message_count DESC LIMIT 1`
  const { id } = (await db.read('look', (tx) => tx.one<{ id: string }>(first))) as { id: string }
  const close = async () => {
    await db.close()
    await database[Symbol.asyncDispose]()
  }
  return { url: database.url, db, id, [Symbol.asyncDispose]: close }
}

type Sized = Awaited<ReturnType<typeof openSized>>

const ask = ({ db, id }: Sized, { op, input }: Question) => statementsOf(db, op, id, input(id))

/** The indexes by which rows are found. A walk through a whole table would show in the cost, a thousand times. */
async function indexesOf(db: Database, statements: readonly Statement[]): Promise<string> {
  const found = new Set<string>()
  for (const statement of statements)
    for (const line of await explain(db, statement)) {
      const [, index] =
        /(?:SEARCH|SCAN) \w+ USING (?:COVERING )?INDEX (\w+)/.exec(line) ??
        /Index (?:Only )?Scan.* using (\w+)/.exec(line) ??
        []
      if (index) found.add(index.replace(/^sqlite_autoindex_(\w+)_\d$/, 'key of $1'))
      if (line.includes('INTEGER PRIMARY KEY')) found.add('number')
    }
  return [...found].toSorted().join(', ')
}

const explain = (db: Database, statement: Statement) =>
  db.read('explain', async (tx) =>
    tx.engine === 'sqlite'
      ? (await tx.all<{ detail: string }>(sql`EXPLAIN QUERY PLAN ${statement}`)).map(({ detail }) => detail)
      : (await tx.all<{ 'QUERY PLAN': string }>(sql`EXPLAIN ${statement}`)).map((row) => row['QUERY PLAN']),
  )

async function compare(boards: readonly Sized[], question: Question, engine: Engine): Promise<Row> {
  const unit = engine === 'sqlite' ? 'steps' : 'pages'
  const costs: number[] = []
  for (const board of boards) costs.push(await costOf(board.url, board.db, await ask(board, question)))
  const [small = 0, large = 0] = costs
  const biggest = boards.at(-1) as Sized
  return {
    what: question.what,
    value: large / small,
    unit: '×',
    goal: { atMost: GOALS[engine] },
    how: `${unit} ${small} and ${large} at ${SIZES.map((size) => size.toLocaleString('en')).join(' and ')} messages; by ${await indexesOf(biggest.db, await ask(biggest, question))}`,
  }
}

export const plans: Figure = {
  name: 'plans',
  async measure() {
    const engine = process.env.BENCH_SETUPS?.startsWith('postgres') ? 'postgres' : 'sqlite'
    await using stack = new AsyncDisposableStack()
    const boards: Sized[] = []
    for (const size of SIZES) boards.push(stack.use(await openSized(size, engine)))
    const rows: Row[] = []
    for (const question of questions) rows.push(await compare(boards, question, engine))
    return rows
  },
}
