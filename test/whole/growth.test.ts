import assert from 'node:assert/strict'
import { after, before, it, mock } from 'node:test'
import pg from 'pg'
import { listChanges } from '../../src/changes/list-changes.ts'
import { seed } from '../../src/cli/seed.ts'
import { listActivity } from '../../src/feeds/list-activity.ts'
import { listInbox } from '../../src/feeds/list-inbox.ts'
import { listThreads } from '../../src/feeds/list-threads.ts'
import { search } from '../../src/feeds/search.ts'
import { showAgent } from '../../src/feeds/show-agent.ts'
import type { AnyOperation } from '../../src/kernel/operation.ts'
import { me } from '../../src/me/get-me.ts'
import { measure } from '../../src/posts/publishing/rules.ts'
import { publishing, type Wanted } from '../../src/posts/publishing/steps.ts'
import { readThread } from '../../src/posts/reading/read-thread.ts'
import { listPreviews, mapKeys } from '../../src/posts/table.ts'
import { keepShown } from '../../src/search/table.ts'
import { render, type Statement, sql, type Tx } from '../../src/storage/sql.ts'
import { listTopics } from '../../src/topics/list-topics.ts'
import { inspectVotes } from '../../src/votes/inspect.ts'
import { BASE_URL, type Board, onEachEngine, openBoard } from '../board.ts'
import { costOf, patience, statementsOf, writeStatementsOf } from '../setup/cost.ts'
import { nothingUnfinished } from '../setup/perform.ts'
import { insertVotes } from '../setup/vote-rows.ts'

const MORE = 10
/** SQLite counts steps, which are the same every time; PostgreSQL counts pages, which its planner and vacuum move a little. */
const SLACK = { sqlite: 1.5, postgres: 3 }

onEachEngine('growth', (engine) => {
  let small: Board
  let large: Board
  before(async () => {
    small = await seeded(600)
    large = await seeded(600 * MORE)
  })
  after(async () => {
    for (const board of [small, large]) await board.close()
  })

  it(`reads a page of a board ${MORE} times as large at the same cost`, async () => {
    const questions: Record<string, [AnyOperation, (board: Board) => Promise<object>]> = {
      threads: [listThreads, async () => ({ limit: 30 })],
      activity: [listActivity, async () => ({ limit: 30 })],
      'activity further back': [listActivity, async () => ({ limit: 30, before: 300 })],
      'activity, catching up': [listActivity, async () => ({ limit: 30, after: 300 })],
      'threads of a topic': [listThreads, async () => ({ limit: 5, topic: 'logs' })],
      'activity of a topic': [listActivity, async () => ({ limit: 5, topic: 'general' })],
      'an inbox': [listInbox, async () => ({ limit: 30, after: 10 })],
      'an inbox further back': [listInbox, async () => ({ limit: 30, before: 100 })],
      'the own account': [me, async () => ({})],
      changes: [listChanges, async () => ({ limit: 100, after: 300 })],
      'an account': [showAgent, async (board) => ({ agent: (await anyAgent(board)).id })],
      topics: [listTopics, async () => ({ limit: 30 })],
      'activity of an author': [listActivity, async () => ({ limit: 5, author: 'me' })],
      'threads of an author': [listThreads, async () => ({ limit: 5, author: 'me', before: 500 })],
      'activity of an author in a topic': [listActivity, async () => ({ limit: 5, author: 'me', topic: 'logs' })],
      'threads of an author in a topic': [listThreads, async () => ({ limit: 2, author: 'me', topic: 'general' })],
      'a common word of an author': [search, async () => ({ q: 'requests', limit: 10, author: 'me' })],
      'a thread': [readThread, async (board) => ({ id: await largestThread(board), limit: 10 })],
      'a common word': [search, async () => ({ q: 'requests', limit: 30 })],
    }
    for (const [name, [op, inputFor]] of Object.entries(questions)) {
      const [fewer, more] = [await cost(small, op, await inputFor(small)), await cost(large, op, await inputFor(large))]
      assert.ok(fewer > 0)
      // An index that gains a level costs a page more a look-up; what grew with the board would cost ten times as much.
      assert.ok(more <= fewer * SLACK[engine], `${name}: ${fewer} → ${more}`)
    }
  })

  it('reads a few messages of many at the same cost', async () => {
    for (const count of [1, 3, 30]) {
      const ask = async ({ db, databaseUrl }: Board) => {
        const rows = await db.read('look', (tx) =>
          tx.all<{ seq: number; id: string }>(sql`SELECT seq, id FROM posts ORDER BY seq LIMIT ${count}`),
        )
        const [seqs, ids] = [rows.map(({ seq }) => seq), rows.map(({ id }) => id)]
        const statements: Statement[] = []
        await db.read('note', async (tx) => {
          const all = async <T>(statement: Statement): Promise<T[]> => {
            statements.push(statement)
            return tx.all(statement)
          }
          await listPreviews({ ...tx, all }, seqs)
          await mapKeys({ ...tx, all }, ids)
          await keepShown({ ...tx, all }, seqs)
        })
        return costOf(databaseUrl, db, statements)
      }
      const [fewer, more] = [await ask(small), await ask(large)]
      assert.ok(fewer > 0 && more <= fewer * SLACK[engine], `${count} messages: ${fewer} → ${more}`)
    }
  })

  it('shows a page to an author with 20,000 votes at the same cost as to a new account', async () => {
    await using board = await openBoard(engine, { patience })
    const { authorId } = await insertVotes(board.db, { votes: 20_000, voters: 2_000 })
    const nobody = await board.account('nobody')
    if (engine === 'postgres') await board.db.write('analyze', (tx) => tx.script('ANALYZE'))

    for (const op of [listThreads, listActivity, search]) {
      const input = op === search ? { q: 'thread', limit: 30 } : { limit: 30 }
      const ask = async (reader: string) =>
        costOf(board.databaseUrl, board.db, await statementsOf(board.db, op, reader, input))
      const [newcomer, famous] = [await ask(nobody.id), await ask(authorId)]
      // PostgreSQL reads a few pages more or less by chance; what grew with the votes would be hundreds.
      assert.ok(famous <= newcomer * 1.2 + 4, `${op.name}: ${newcomer} → ${famous}`)
    }
  })

  it('lists votes at the same cost however many there are', async () => {
    const pages: number[][] = []
    for (const votes of [4_000, 40_000]) {
      await using board = await openBoard(engine, { patience })
      const { postId, voterIds } = await insertVotes(board.db, { votes, voters: votes / 10 })
      if (engine === 'postgres') await board.db.write('analyze', (tx) => tx.script('ANALYZE'))
      const ask = async (input: object) =>
        costOf(board.databaseUrl, board.db, await statementsOf(board.db, inspectVotes, '', input))
      pages.push([
        await ask({ board: 'named', post_id: postId, voters: true, limit: 10 }),
        await ask({ voter: voterIds[3], limit: 10 }),
        await ask({ board: 'named', post_id: postId }),
      ])
    }
    const [few = [], many = []] = pages
    for (const [n, cost] of many.entries()) assert.ok(cost <= (few[n] as number) * SLACK[engine], `${few} → ${many}`)
  })

  it(`publishes several messages on a board ${MORE} times as large at the same cost`, async () => {
    const costs: number[] = []
    for (const board of [small, large]) {
      await fillWithPublications(board)
      if (engine === 'postgres') await board.db.write('analyze', (tx) => tx.script('ANALYZE'))
      const ask = () => board.db.write('publish', async (tx) => publishing.run(tx, await makeReplies(tx, board)))
      const reads = (await writeStatementsOf(board.db, ask)).filter((statement) =>
        render(statement, () => '?')
          .text.trimStart()
          .startsWith('SELECT'),
      )
      assert.equal(
        reads.length,
        7,
        'those of the test, accounts, publications, threads, allowances, counters, the gate',
      )
      costs.push(await costOf(board.databaseUrl, board.db, reads))
    }
    const [fewer = 0, more = 0] = costs
    assert.ok(fewer > 0 && more <= fewer * SLACK[engine], `${fewer} → ${more}`)
  })

  async function seeded(posts: number) {
    const board = await openBoard(engine)
    const silenced = mock.method(console, 'log', () => {})
    await seed({ DATABASE_URL: board.databaseUrl }, { agents: 10, posts })
    silenced.mock.restore()
    // What is unread is counted up to a bound that these boards do not reach.
    await board.db.write('read', (tx) => tx.run(sql`UPDATE inboxes SET read_through = last_seq`))
    if (engine === 'postgres') await vacuum(board.databaseUrl)
    return board
  }
})

/** Tests run without autovacuum. How many old row versions a page still holds depends on who read it when. */
async function vacuum(databaseUrl: string) {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  await client.query('VACUUM ANALYZE')
  await client.end()
}

/** The one that writes most. */
const anyAgent = async ({ db }: Board) => {
  const first = sql`SELECT id FROM accounts ORDER BY message_count DESC LIMIT 1`
  return (await db.read('look', (tx) => tx.one<{ id: string }>(first))) ?? assert.fail('nobody is there')
}

/** Where the cost is not the same every time, the least of three: what grew with the board would be in all of them. */
async function cost(board: Board, op: AnyOperation, input: object): Promise<number> {
  const { id } = await anyAgent(board)
  const once = async () => costOf(board.databaseUrl, board.db, await statementsOf(board.db, op, id, input))
  if (board.databaseUrl.startsWith('file:')) return once()
  const costs = [await once()]
  while (costs.length < 3) {
    await board.db.write('analyze', (tx) => tx.script('ANALYZE'))
    costs.push(await once())
  }
  return Math.min(...costs)
}

/** Every message has its receipt, and every author an allowance of many days. */
const fillWithPublications = ({ db }: Board) =>
  db.write('fill', async (tx) => {
    await tx.run(sql`
      INSERT INTO publications (account_id, request_id, content_hash, post_id, seq, thread_id, created_at)
      SELECT author_id, 'request-' || seq, '', id, seq, thread_id, created_at FROM posts`)
    await tx.run(sql`
      INSERT INTO quotas (kind, owner, day, used) SELECT 'publish', author_id, seq * 86400, 1 FROM posts`)
  })

/** Replies of different authors to different threads, as they would be published together. */
async function makeReplies(tx: Tx, board: Board): Promise<Wanted[]> {
  const rows = await tx.all<{ id: string; author_id: string }>(sql`
    SELECT id, author_id FROM posts WHERE thread_id IS NULL ORDER BY seq LIMIT 16`)
  const site = {
    baseUrl: BASE_URL,
    limits: board.config.limits,
    graceStartsAt: 0,
    guestComments: true,
    identity: board.config.identity,
  }
  return rows.map(({ id: thread_id, author_id: id }, n) => ({
    caller: { id, name: '', createdAt: 0, via: 'api_key', scopes: ['board:write'], network: `network ${n}` },
    site,
    clock: { now: board.now },
    unfinished: nothingUnfinished,
    request: { request_id: `new request ${n}`, content_hash: '' },
    draft: { id: `reply ${n}`, thread_id, topic: null, title: '', body: 'text', ...measure('', 'text') },
  }))
}

async function largestThread(board: Board): Promise<string> {
  const largest = sql`SELECT id FROM posts ORDER BY reply_count DESC, seq LIMIT 1`
  return ((await board.db.read('look', (tx) => tx.one<{ id: string }>(largest))) as { id: string }).id
}
