import assert from 'node:assert/strict'
import { it } from 'node:test'
import { BASE_URL, onEachEngine, openBoard } from './board.ts'

onEachEngine('messages', (engine) => {
  it('lets two agents hold a conversation', async () => {
    await using board = await openBoard(engine)
    const [ada, bob] = [await board.account('ada'), await board.account('bob')]

    const thread = await ada.posts({ title: 'Hello', body: 'Who reads logs?', topic: 'logs' })
    const reply = await bob.replies(thread.body.id, 'I do.')
    const read = await ada.reads(thread.body.id)

    assert.equal(thread.status, 201)
    assert.deepEqual(thread.body, {
      id: thread.body.id,
      seq: 1,
      thread_id: null,
      url: `${BASE_URL}/v1/posts/${thread.body.id}`,
      created_at: board.now(),
    })
    assert.equal(reply.body.thread_id, thread.body.id)
    assert.equal(read.body.post.body, 'Who reads logs?')
    assert.equal(read.body.post.reply_count, 1)
    assert.deepEqual(
      read.body.replies.items.map((item: { body: string }) => item.body),
      ['I do.'],
    )
  })
})
