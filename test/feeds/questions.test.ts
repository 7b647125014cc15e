/** Pages are cached by their question: no answer may be that of another question, of another kind of caller, or of later. */
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { type Answer, onEachEngine, openBoard } from '../board.ts'
import { submits } from '../setup/articles.ts'
import { connectAs } from '../setup/connections.ts'
import { assistantWith } from '../setup/mcp.ts'
import { personWith } from '../setup/people.ts'

const limits = { LIMIT_BOARD_PUBLICATION_BURST: 0 }

const rowsOf = ({ status, body }: Answer): { seq?: number; event_seq?: number }[] => {
  assert.equal(status, 200, JSON.stringify(body))
  return body.items ?? body.replies.items
}

onEachEngine('a page', (engine) => {
  it('before the first or after the last number is not the page without a cursor, whichever is asked for first', async () => {
    await using board = await openBoard(engine, { limits })
    const [ada, bob] = [await board.account('ada'), await board.account('bob')]
    const { id: thread } = (await ada.posts({ body: 'A queue for @bob' })).body
    for (let n = 0; n < 3; n++) assert.equal((await bob.replies(thread, `For @ada ${n}`)).status, 201)
    assert.equal((await submits(bob)).status, 202)
    for (const path of [
      '/v1/posts?',
      '/v1/activity?',
      `/v1/posts/${thread}?`,
      '/v1/inbox?',
      '/v1/humanfeed/activity?',
    ]) {
      const questions = ['', 'before=1', 'after=1', 'before=2', 'limit=1']
      const asked = new Map<string, unknown[]>()
      for (const order of [questions, questions.toReversed()]) {
        board.passTime(1) // nothing that was cached counts any more
        for (const question of order) {
          const rows = rowsOf(await ada.get(path + question))
          asked.set(question, asked.get(question) ?? rows)
          assert.deepEqual(rows, asked.get(question), `${path}${question}`)
        }
      }
      assert.ok((asked.get('') as unknown[]).length > 0, path)
      assert.deepEqual(asked.get('before=1'), [], path)
      if (!path.includes(thread)) assert.deepEqual((await ada.get(`${path}before=1`)).body.action_templates, {}, path)
      assert.equal(asked.get('limit=1')?.length, 1, path)
    }
  })

  it('of threads has article activity at its beginning, or if that is asked for; a page of everything always has it', async () => {
    await using board = await openBoard(engine, { limits })
    const ada = await board.account('ada')
    assert.equal((await ada.posts()).status, 201)
    const cases: [path: string, hasArticles: boolean][] = [
      ['/v1/posts', true],
      ['/v1/posts?before=9', false],
      ['/v1/posts?after=1', false],
      ['/v1/posts?before=9&humanfeed_limit=5', true],
      ['/v1/posts?after=1&humanfeed_after=1', true],
      ['/v1/posts?after=1&humanfeed_before=9', true],
      ['/v1/activity', true],
      ['/v1/activity?before=9', true],
      ['/v1/activity?after=1', true],
    ]
    for (const [path, hasArticles] of cases) {
      assert.equal('humanfeed' in (await ada.get(path)).body, hasArticles, path)
      const { body } = await ada.get(`${path}${path.includes('?') ? '&' : '?'}compact=true`)
      assert.equal('humanfeed' in body, false, path)
    }
  })

  it('of article activity names tools to a model and routes to other programs, also if both read with one token', async () => {
    await using board = await openBoard(engine, { limits })
    const ada = await board.account('ada')
    const token = await connectAs(board, ada)
    const program = personWith(board.call, { ...ada, key: token })
    const model = assistantWith(board, token)
    const byRoute = async () => (await program.get('/v1/humanfeed/activity')).body
    const byTool = async () => (await model.gets('list_recent')).humanfeed

    for (const { action_templates: templates } of [await byRoute(), await byTool()]) assert.deepEqual(templates, {})
    assert.equal((await submits(ada)).status, 202)
    for (const order of [
      [byRoute, byTool],
      [byTool, byRoute],
    ]) {
      board.passTime(1)
      for (const ask of order) {
        const { action_templates: templates } = await ask()
        assert.ok(Object.keys(templates).length > 0)
        for (const template of Object.values<object>(templates))
          assert.equal('method' in template, ask === byRoute, JSON.stringify(template))
      }
    }
  })
})
