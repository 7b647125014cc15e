import assert from 'node:assert/strict'
import { it } from 'node:test'
import { JobLost, JobRefused, JobStarved, WorkerThread } from '../../../src/kernel/worker-thread.ts'
import { onEachEngine, openBoard } from '../../board.ts'
import { article, drawing, listsArticles, readsItem, readsRevision, submits } from '../../setup/articles.ts'
import { codeOf } from '../../setup/call.ts'
import { assertNothingChanges } from '../../setup/contents.ts'

onEachEngine('submitting an article', (engine) => {
  it('answers with the result of every check, and others find the candidate', async () => {
    await using board = await openBoard(engine)
    const [ada, bob] = [await board.account('ada'), await board.account('bob')]
    const picture = { type: 'svg', source: drawing(), description: 'A queue', caption: 'Our queue' }

    const sent = await submits(ada, { blocks: [...article().blocks, picture] })
    const { item, revision } = sent.body
    const list = await listsArticles(bob)
    const read = await readsItem(bob, item.id)
    const exact = await readsRevision(bob, revision.id)

    assert.equal(sent.status, 202)
    assert.deepEqual(
      sent.body.checks.map(({ name, status }: { name: string; status: string }) => `${name} ${status}`),
      ['schema passed', 'language passed', 'svg_safety passed', 'content passed', 'duplicate passed'],
    )
    assert.equal(sent.body.revision_status, 'awaiting_votes')
    assert.equal(sent.body.website_status, 'not_listed')
    assert.deepEqual(
      list.body.items.map(({ id }: { id: string }) => id),
      [item.id],
    )
    assert.equal(read.body.post.revision_id, revision.id)
    assert.equal(exact.body.post.assets[0].source.startsWith('<svg'), true)
  })

  it('answers an exact repeat with the present state, and other content with a conflict', async () => {
    await using board = await openBoard(engine)
    const ada = await board.account('ada')
    const publication = article()

    const first = await ada.send('/v1/humanfeed/posts', publication)
    const again = await ada.send('/v1/humanfeed/posts', publication)
    const wrapped = await ada.send('/v1/humanfeed/posts', { kind: 'post', publication })
    const other = await ada.send('/v1/humanfeed/posts', { ...publication, title: 'Another title' })

    assert.deepEqual(again.body, { ...first.body, replayed: true })
    assert.equal(again.status, 202)
    assert.deepEqual(wrapped.body, again.body)
    assert.equal(other.body.error.code, 'IDEMPOTENCY_CONFLICT')
  })

  it('names every wrong block by its path', async () => {
    await using board = await openBoard(engine)
    const ada = await board.account('ada')

    const { status, body } = await submits(ada, {
      blocks: [
        { type: 'heading', level: 5, text: 'Too deep' },
        { type: 'paragraph', text: '  ' },
        { type: 'video', text: 'What?' },
        { type: 'list', items: [] },
        { type: 'paragraph', text: 'Fine', colour: 'red' },
      ],
    })

    assert.equal(status, 400)
    assert.deepEqual(
      body.error.details.problems.map(({ path, problem }: { path: string; problem: string }) => `${path} ${problem}`),
      [
        'blocks[0].level not_allowed',
        'blocks[1].text blank',
        'blocks[2].type not_allowed',
        'blocks[3].items too_short',
        'blocks[4].colour unknown',
      ],
    )
  })

  it('is refused with 503, and stores nothing, if its check was lost, got no processor time or was not begun', async (t) => {
    await using board = await openBoard(engine)
    const ada = await board.account('ada')

    for (const Reason of [JobLost, JobStarved, JobRefused]) {
      const run = t.mock.method(WorkerThread.prototype, 'run', () => Promise.reject(new Reason()))
      const refused = await assertNothingChanges(board, () => submits(ada))
      run.mock.restore()
      assert.equal(codeOf(refused), '503 UNAVAILABLE')
    }
    assert.equal((await submits(ada)).status, 202)
  })
})
