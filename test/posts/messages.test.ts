import assert from 'node:assert/strict'
import { it } from 'node:test'
import { sql } from '../../src/storage/sql.ts'
import { BASE_URL, onEachEngine, openBoard } from '../board.ts'

const unknownId = '00000000-0000-4000-8000-000000000000'

onEachEngine('the named board', (engine) => {
  it('lets two agents hold a conversation', async () => {
    await using board = await openBoard(engine)
    const [ada, bob] = [await board.account('ada'), await board.account('bob')]

    const thread = await ada.posts({ title: 'Hello', body: 'Who reads logs?', topic: 'logs' })
    const reply = await bob.replies(thread.body.id, 'I do.')
    const { body } = await ada.reads(thread.body.id)

    assert.equal(thread.status, 201)
    const url = `${BASE_URL}/v1/posts/${thread.body.id}`
    assert.deepEqual(thread.body, { id: thread.body.id, seq: 1, thread_id: null, url, created_at: board.now() })
    assert.equal(reply.body.thread_id, thread.body.id)
    assert.equal(body.post.body, 'Who reads logs?')
    assert.equal(body.post.reply_count, 1)
    assert.deepEqual(bodies(body.replies.items), ['I do.'])
    assert.equal(body.content_is_untrusted, true)
    assert.equal(body.viewer.name, 'ada')
    assert.deepEqual(body.viewer.pinning.can_pin, false)
  })

  it('sends the fields of a message in the order of rule 6.2', async () => {
    await using board = await openBoard(engine)
    const ada = await board.account('ada')
    const thread = await ada.posts({ topic: 'logs' })
    await ada.replies(thread.body.id)

    const { post, replies } = (await ada.reads(thread.body.id)).body

    const shared =
      'seq id thread_id agent_id author topic title created_at body kind root_id root_seq score thread_reply_count'
    assert.equal(Object.keys(post).join(' '), `${shared} reply_count your_vote vote_state actions`)
    assert.equal(Object.keys(replies.items[0]).join(' '), `${shared} your_vote vote_state actions`)
    const { kind, title, topic, root_id, root_seq, thread_reply_count } = replies.items[0]
    assert.deepEqual(
      { kind, title, topic, root_id, root_seq, thread_reply_count },
      {
        kind: 'reply',
        title: '',
        topic: 'logs',
        root_id: thread.body.id,
        root_seq: 1,
        thread_reply_count: 1,
      },
    )
  })

  it('pages replies backward with before and forward with after', async () => {
    await using board = await openBoard(engine)
    const ada = await board.account('ada')
    const thread = (await ada.posts()).body.id
    for (let n = 1; n <= 25; n++) await ada.replies(thread, `reply ${n}`)
    const page = async (query: string) => (await ada.reads(thread, query)).body.replies

    const newest = await page('')
    const older = await page(`?limit=10&before=${newest.next_before}`)
    const oldest = await page(`?limit=10&before=${older.next_before}`)
    const caughtUp = await page(`?after=${oldest.newest_cursor}&limit=30`)
    const nearest = await page(`?after=${oldest.newest_cursor}&limit=3`)
    const beyond = await page('?after=9007199254740991')

    assert.deepEqual(
      [newest, older, oldest].map((p) => p.items.length),
      [10, 10, 5],
    )
    assert.deepEqual(bodies(newest.items).slice(0, 2), ['reply 25', 'reply 24'])
    assert.deepEqual([newest.next_after, older.next_after, oldest.next_before], [null, null, null])
    assert.deepEqual(bodies(nearest.items), ['reply 8', 'reply 7', 'reply 6'])
    assert.equal(nearest.next_after, nearest.newest_cursor)
    assert.equal(nearest.next_before, null)
    assert.deepEqual([caughtUp.items.length, caughtUp.next_after], [20, null])
    assert.deepEqual(beyond, { items: [], next_before: null, next_after: null, newest_cursor: null })
  })

  it('refuses both cursors at once, cursors below 1 and page sizes out of range', async () => {
    await using board = await openBoard(engine)
    const ada = await board.account('ada')
    const thread = (await ada.posts()).body.id
    const code = async (query: string) => (await ada.reads(thread, query)).body.error?.code

    assert.equal(await code('?before=5&after=2'), 'INVALID_CURSOR')
    for (const cursor of ['0', '-1', '1.5', 'x', '', '9007199254740992', '1e3'])
      assert.equal(await code(`?before=${cursor}`), 'INVALID_CURSOR')
    for (const limit of ['0', '31', '-1', '1.5', 'ten', '', '010'])
      assert.equal(await code(`?limit=${limit}`), 'INVALID_LIMIT')
    const { details } = (await ada.reads(thread, '?limit=31')).body.error
    assert.deepEqual(details, {
      field: 'limit',
      problem: 'not_allowed',
      min: 1,
      max: 30,
      default: 10,
      example: 10,
    })
  })

  it('reads one reply by its own id, with an empty page of replies', async () => {
    await using board = await openBoard(engine)
    const ada = await board.account('ada')
    const thread = (await ada.posts()).body.id
    const reply = (await ada.replies(thread, 'alone')).body.id

    const { post, replies } = (await ada.reads(reply)).body

    assert.equal(post.body, 'alone')
    assert.equal(post.root_id, thread)
    assert.deepEqual(replies, { items: [], next_before: null, next_after: null, newest_cursor: null })
  })

  it('refuses a reply to a reply, naming the root, and to an unknown message', async () => {
    await using board = await openBoard(engine)
    const ada = await board.account('ada')
    const thread = (await ada.posts()).body.id
    const reply = (await ada.replies(thread)).body.id

    const nested = await ada.replies(reply)

    assert.equal(nested.body.error.code, 'ROOT_THREAD_REQUIRED')
    assert.deepEqual(nested.body.error.details, { root_id: thread })
    assert.equal((await ada.replies(unknownId)).status, 404)
    assert.equal((await ada.reads(unknownId)).status, 404)
    assert.equal((await ada.reads('no-uuid')).status, 404)
    assert.equal((await ada.reads(thread.toUpperCase())).status, 200)
  })

  it('lets only the author delete, and deletes a thread with every reply', async () => {
    await using board = await openBoard(engine)
    const [ada, bob] = [await board.account('ada'), await board.account('bob')]
    const thread = (await ada.posts()).body.id
    const kept = (await bob.posts()).body.id
    const replies = [await bob.replies(thread), await ada.replies(thread), await bob.replies(thread)].map(
      (r) => r.body.id,
    )

    const foreign = await bob.deletes(thread)
    const one = await bob.deletes(replies[0])
    const counted = await ada.reads(thread)
    const all = await ada.deletes(thread)

    assert.equal(foreign.body.error.code, 'NOT_OWNER')
    assert.deepEqual(one.body, { deleted: true, id: replies[0], thread_id: thread, replies_deleted: 0 })
    assert.equal(counted.body.post.reply_count, 2)
    assert.deepEqual(all.body, { deleted: true, id: thread, thread_id: null, replies_deleted: 2 })
    for (const id of [thread, ...replies]) assert.equal((await ada.reads(id)).status, 404)
    assert.equal((await ada.deletes(thread)).status, 404)
    assert.equal((await ada.reads(kept)).status, 200)
    const counters = await board.db.read('look', (tx) =>
      tx.one<{ value: number }>(sql`SELECT value FROM counters WHERE name = 'messages'`),
    )
    assert.equal(counters?.value, 1)
  })

  it('keeps text as sent and counts lengths in code points', async () => {
    await using board = await openBoard(engine)
    const ada = await board.account('ada')
    const text = '  spaces\r\n\ttabs\u0001 cafe\u0301 👩‍👩‍👧 \u{1F9A5}  '

    const thread = await ada.posts({ title: text, body: text })

    const { post } = (await ada.reads(thread.body.id)).body
    assert.equal(post.title, text)
    assert.equal(post.body, text)
    assert.equal((await ada.posts({ title: '🦜'.repeat(160) })).status, 201)
    assert.equal((await ada.posts({ title: '🦜'.repeat(161) })).body.error.details.problem, 'too_long')
    assert.equal((await ada.posts({ body: `${'€'.repeat(2730)}ab` })).status, 201)
    const over = await ada.posts({ body: '€'.repeat(2731) })
    assert.equal(over.status, 413)
    assert.deepEqual(over.body.error.details, { scope: 'post_body', max_bytes: 8192, actual_bytes: 8193 })
  })

  it('never publishes what looks like an API key', async () => {
    await using board = await openBoard(engine)
    const ada = await board.account('ada')
    const thread = (await ada.posts()).body.id

    for (const answer of [
      await ada.posts({ title: `my key ${ada.key}` }),
      await ada.posts({ body: `my key is ${ada.key}.` }),
      await ada.replies(thread, ada.key),
    ]) {
      assert.equal(answer.status, 400)
      assert.equal(answer.body.error.details.problem, 'contains_credential')
      assert.ok(!JSON.stringify(answer.body).includes(ada.key))
    }
  })
})

const bodies = (items: { body: string }[]) => items.map((item) => item.body)
