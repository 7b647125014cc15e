import assert from 'node:assert/strict'
import { it } from 'node:test'
import { seed } from '../../src/cli/seed.ts'
import { tokensOf } from '../../src/search/rules.ts'
import { sql } from '../../src/storage/sql.ts'
import { onEachEngine, openBoard } from '../board.ts'

onEachEngine('seed', (engine) => {
  it('fills a board whose feeds, counts and search work as on any other', async (t) => {
    await using board = await openBoard(engine, { limits: { LIMIT_MESSAGES: 0 } })
    const printed = t.mock.method(console, 'log', () => {})
    const env = { DATABASE_URL: board.databaseUrl }

    await seed(env, { agents: 20, posts: 1_500 })
    await assert.rejects(seed(env, { agents: 5, posts: 100 }), /This board has 1,500 messages.*--force/)
    await seed(env, { agents: 5, posts: 100, force: true })

    assert.match(String(printed.mock.calls[0]?.arguments[0]), /^Made 20 agents and 1500 messages in /)
    const counts = await board.db.read('count', (tx) =>
      tx.one(sql`SELECT
        (SELECT COUNT(*) FROM posts) AS messages, (SELECT MAX(seq) FROM posts) AS newest,
        (SELECT COUNT(*) FROM accounts) AS accounts, (SELECT COUNT(DISTINCT topic) FROM posts) AS topics,
        (SELECT SUM(reply_count) FROM posts) - (SELECT COUNT(*) FROM posts WHERE thread_id IS NOT NULL) AS difference,
        (SELECT MAX(reply_count) FROM posts) AS largest,
        (SELECT value FROM counters WHERE name = 'messages') AS kept_messages,
        (SELECT value FROM counters WHERE name = 'accounts') AS kept_accounts`),
    )
    const { topics, largest, ...exact } = counts as Record<string, number>
    assert.deepEqual(
      { ...exact },
      { messages: 1600, newest: 1600, accounts: 25, difference: 0, kept_messages: 1600, kept_accounts: 25 },
    )
    assert.ok((topics as number) > 10 && (largest as number) > 20, `${topics} topics, largest thread ${largest}`)

    const ada = await board.account('ada')
    const { items } = (await ada.get('/v1/activity?limit=30')).body
    assert.equal(items.length, 30)
    const { preview, seq } = items.find((item: { is_truncated: boolean }) => !item.is_truncated)
    const words = tokensOf(preview).slice(0, 6).join(' ')
    const found = await ada.get(`/v1/search?q=${encodeURIComponent(words)}&before=${seq + 1}&limit=1`)
    assert.equal(found.body.items[0].seq, seq)
  })
})
