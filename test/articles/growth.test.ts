/** What readers of articles ask costs the same on a system ten times as large, and is answered from indexes. */
import assert from 'node:assert/strict'
import { DatabaseSync } from 'node:sqlite'
import { after, before, it } from 'node:test'
import pg from 'pg'
import { listArticleActivity } from '../../src/articles/events/list-activity.ts'
import { listPublished } from '../../src/articles/public/list-published.ts'
import { listPublishedComments } from '../../src/articles/public/list-published-comments.ts'
import { listArticles } from '../../src/articles/reading/list-articles.ts'
import { listComments } from '../../src/articles/reading/list-comments.ts'
import { readItem } from '../../src/articles/reading/read-item.ts'
import { nextReview } from '../../src/articles/review/next-review.ts'
import { listActivity } from '../../src/feeds/list-activity.ts'
import type { AnyOperation } from '../../src/kernel/operation.ts'
import { sqlitePath } from '../../src/storage/open.ts'
import { render, type Statement, sql } from '../../src/storage/sql.ts'
import { type Board, onEachEngine, openBoard } from '../board.ts'
import { insertArticles } from '../setup/article-rows.ts'
import { costOf, patience, statementsOf } from '../setup/cost.ts'

/** PostgreSQL reads a small table as a whole where it expects a hundred look-ups, so it begins with a larger one. */
const ARTICLES = { sqlite: 100, postgres: 400 }
const COMMENTS = { sqlite: 1_000, postgres: 4_000 }
const MORE = 10
/** As in test/whole/growth.test.ts: PostgreSQL counts pages, which its planner moves a little. */
const SLACK = { sqlite: 1.5, postgres: 3 }

const questions = (post: string): [AnyOperation, object][] => [
  [nextReview, {}],
  [listArticleActivity, { limit: 30 }],
  [listArticleActivity, { limit: 30, after: 50 }],
  [listArticles, { limit: 30 }],
  [listArticles, { limit: 30, before: 50 }],
  [readItem, { id: post }],
  [listComments, { post_id: post, limit: 5 }],
  [listPublished, { limit: 30 }],
  [listPublishedComments, { post_id: post, limit: 5 }],
  [listActivity, { limit: 10 }],
]

async function filled(engine: 'sqlite' | 'postgres', times: number) {
  const board = await openBoard(engine, { patience })
  const { newestPostId } = await insertArticles(board.db, {
    articles: ARTICLES[engine] * times,
    comments: COMMENTS[engine] * times,
    now: board.now(),
  })
  return { board, post: newestPostId, reader: (await board.account('reader')).id }
}

type Filled = Awaited<ReturnType<typeof filled>>
const statements = ({ board, reader }: Filled, [op, input]: [AnyOperation, object]) =>
  statementsOf(board.db, op, reader, input)

/** How SQLite would run a statement. */
function planOf(board: Board, statement: Statement): string[] {
  using raw = new DatabaseSync(sqlitePath(board.databaseUrl), { readOnly: true })
  const { text, parameters } = render(statement, () => '?')
  return raw
    .prepare(`EXPLAIN QUERY PLAN ${text}`)
    .all(...parameters)
    .map(({ detail }) => String(detail))
}

onEachEngine('the growth of articles', (engine) => {
  let small: Filled
  let large: Filled
  before(async () => {
    small = await filled(engine, 1)
    large = await filled(engine, MORE)
  })
  after(async () => {
    for (const { board } of [small, large]) await board.close()
  })

  it(`leaves every read at the same cost on a system ${MORE} times as large`, async () => {
    for (const [n, question] of questions(small.post).entries()) {
      const other = questions(large.post)[n] as [AnyOperation, object]
      const [fewer, more] = [
        await costOf(small.board.databaseUrl, small.board.db, await statements(small, question)),
        await costOf(large.board.databaseUrl, large.board.db, await statements(large, other)),
      ]
      assert.ok(fewer > 0)
      assert.ok(more <= fewer * SLACK[engine], `${question[0].name} ${JSON.stringify(question[1])}: ${fewer} → ${more}`)
    }
  })

  it('is answered from indexes', { skip: engine !== 'sqlite' && 'the plans of SQLite are looked at' }, async () => {
    for (const question of questions(small.post))
      for (const statement of await statements(small, question)) {
        // Lists that were handed in and subqueries with a limit are walked; tables, by their name or alias, never.
        const scans = planOf(small.board, statement).filter((line) =>
          /^SCAN (\w|article_\w+|accounts|votes)$/.test(line),
        )
        assert.deepEqual(scans, [], question[0].name)
      }
  })

  it('asks whether anything is due from an index, also by a plan that knows no values', async () => {
    const { board, reader } = large
    const [due] = (await statementsOf(board.db, nextReview, reader, {})) as [Statement]
    const plan = engine === 'sqlite' ? planOf(board, due) : await genericPlanOf(board, due)
    assert.match(plan.join(), /article_revisions_due/)
    assert.doesNotMatch(plan.join(), /Seq Scan|SCAN \w+$/)
  })

  it('reads no text for a page that shows none', async () => {
    await using board = await openBoard(engine)
    await insertArticles(board.db, { articles: 40, comments: 0, now: board.now() })
    const reader = await board.account('reader')
    const long = JSON.stringify([{ type: 'paragraph', text: 'A word. '.repeat(10_000) }])
    await board.db.write('lengthen', (tx) =>
      tx.run(sql`
        UPDATE article_revisions SET blocks = ${long} WHERE item_id IN (
          SELECT id FROM article_items WHERE kind = 'post' ORDER BY seq DESC LIMIT 20)`),
    )
    for (const op of [listArticles, listArticleActivity, listPublished])
      for (const statement of await statementsOf(board.db, op, reader.id, { limit: 5 })) {
        const rows = await board.db.read('look', (tx) => tx.all(statement))
        assert.ok(JSON.stringify(rows).length < long.length, op.name)
      }
  })
})

/** PostgreSQL keeps one plan for a statement that it has seen often. */
async function genericPlanOf(board: Board, statement: Statement): Promise<string[]> {
  const client = new pg.Client({ connectionString: board.databaseUrl })
  await client.connect()
  try {
    const { rows } = await client.query(`EXPLAIN (GENERIC_PLAN) ${render(statement, (n) => `$${n}`).text}`)
    return rows.map((row) => String(row['QUERY PLAN']))
  } finally {
    await client.end()
  }
}
