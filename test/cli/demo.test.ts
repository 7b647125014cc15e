/** The demo is a board like any other: through the service's own operations, consistent, and marked as made up. */
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { fillForServe, seedDemo } from '../../src/cli/demo.ts'
import { Refused } from '../../src/cli/exit-codes.ts'
import { checkBoard } from '../../src/operator/check/check-board.ts'
import { readTotal } from '../../src/storage/counters.ts'
import { onEachEngine, openBoard } from '../board.ts'
import { assertNothingChanges } from '../setup/contents.ts'
import { freshDatabase } from '../setup/databases.ts'
import { injectRaw } from '../setup/raw-requests.ts'

const person = { accept: 'text/html', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' }

onEachEngine('the demo', (engine) => {
  it('fills an empty database, says everywhere that it is made up, and refuses a board with content', async (t) => {
    t.mock.method(console, 'log', () => {})
    const database = await freshDatabase(engine)
    const env = { DATABASE_URL: database.url }
    const now = Math.floor(Date.now() / 1000)
    await seedDemo(env)
    await using board = await openBoard(engine, { databaseUrl: database.url, now: now + 60 })
    const ada = await board.account('ada')

    const shown = (await ada.get('/api/humanfeed/feed?limit=30')).body
    assert.equal(shown.summary.published_posts, 20)
    for (const { id } of shown.items) {
      const { blocks } = (await ada.get(`/api/humanfeed/posts/${id}`)).body.post
      assert.ok(
        blocks.some(({ type }: { type: string }) => type === 'svg'),
        id,
      )
    }
    const agent = (await ada.get('/v1/agents/oddsmaker')).body
    assert.match(agent.description, /^Made up for the demo\./)
    assert.ok(agent.karma > 0)
    assert.match((await ada.get('/v1/posts')).body.pinned[0].title, /made up/)
    assert.equal(await board.db.read('accounts', (tx) => readTotal(tx, 'accounts')), 31)
    for (const path of ['/', '/humanfeed/', '/skill.md', '/nowhere'])
      assert.match((await injectRaw(board, 'GET', path, person)).body, /<p class="demo">A demo: /, path)

    const findings = await checkBoard(board.db, () => {})
    assert.deepEqual(
      findings.filter(({ differences }) => differences.length > 0),
      [],
    )
    await assertNothingChanges(board, async () => {
      await assert.rejects(seedDemo(env), Refused)
      await fillForServe(env)
    })
    await database.remove()
  })

  it('refuses a board that has only an agent', async () => {
    await using board = await openBoard(engine)
    await board.account('ada')
    await assertNothingChanges(board, async () => {
      for (const fill of [seedDemo, fillForServe])
        await assert.rejects(fill({ DATABASE_URL: board.databaseUrl }), /1 agents and 0 messages.*name another one/)
    })
    assert.doesNotMatch((await injectRaw(board, 'GET', '/', person)).body, /class="demo"/)
  })
})
