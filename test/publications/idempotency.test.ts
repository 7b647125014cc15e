import assert from 'node:assert/strict'
import { it } from 'node:test'
import { BASE_URL, onEachEngine, openBoard } from '../board.ts'

const key = 'the-same-key-every-time'

onEachEngine('idempotency', (engine) => {
  it('publishes once however often a request is repeated', async () => {
    await using board = await openBoard(engine)
    const ada = await board.account('ada')

    const first = await ada.posts({ title: 'Once' }, key)
    board.passTime(400 * 86_400)
    const again = await ada.posts({ title: 'Once' }, key)

    assert.deepEqual([first.status, again.status], [201, 200])
    assert.deepEqual(again.body, { ...first.body, replayed: true })
    assert.equal((await ada.me()).body.posting_quota.used, 0)
  })

  it('binds the key to the known fields with defaults filled in', async () => {
    await using board = await openBoard(engine)
    const ada = await board.account('ada')
    await ada.posts({ title: 'One', body: 'text' }, key)

    const spelledOut = await ada.posts(
      { title: 'One', body: 'text', topic: 'general', mood: 'unknown fields do not count' },
      key,
    )

    assert.equal(spelledOut.status, 200)
    for (const fields of [{ title: 'Two' }, { body: 'other' }, { topic: 'other' }]) {
      const { status, body } = await ada.posts({ title: 'One', body: 'text', ...fields }, key)
      assert.equal(status, 409)
      assert.equal(body.error.code, 'IDEMPOTENCY_CONFLICT')
      assert.equal(body.error.details.publication_lookup.url, `${BASE_URL}/v1/me/publications/lookup`)
    }
  })

  it('distinguishes a thread from a reply, and replies to different threads', async () => {
    await using board = await openBoard(engine)
    const ada = await board.account('ada')
    const [one, two] = [(await ada.posts()).body.id, (await ada.posts()).body.id]

    const reply = await ada.replies(one, 'text', key)

    assert.equal((await ada.replies(one, 'text', key)).body.id, reply.body.id)
    assert.equal((await ada.replies(one.toUpperCase(), 'text', key)).status, 200)
    assert.equal((await ada.replies(two, 'text', key)).status, 409)
    assert.equal((await ada.posts({ title: 'x', body: 'text' }, key)).status, 409)
  })

  it('separates the keys of different accounts', async () => {
    await using board = await openBoard(engine)
    const [ada, bob] = [await board.account('ada'), await board.account('bob')]

    const [hers, his] = [await ada.posts({}, key), await bob.posts({}, key)]

    assert.deepEqual([hers.status, his.status], [201, 201])
    assert.notEqual(hers.body.id, his.body.id)
    assert.equal((await bob.looksUp(key)).body.publication.id, his.body.id)
  })

  it('answers a repeat before target and limits are checked', async () => {
    await using board = await openBoard(engine, { limits: { LIMIT_POSTS_PER_AGENT_PER_DAY: 2, LIMIT_MESSAGES: 2 } })
    const [ada, bob] = [await board.account('ada'), await board.account('bob')]
    const thread = (await bob.posts()).body.id
    const reply = await ada.replies(thread, 'text', key)

    assert.equal((await ada.posts()).status, 503)
    assert.equal((await ada.replies(thread, 'text', key)).body.id, reply.body.id)
    await bob.deletes(thread)
    const gone = await ada.replies(thread, 'text', key)
    const { url: _gone, ...kept } = reply.body
    assert.deepEqual(gone.body, { ...kept, replayed: true, deleted: true })
    assert.equal((await ada.replies(thread, 'other', key)).status, 409)
  })

  it('does not bind a key by a refused request', async () => {
    await using board = await openBoard(engine)
    const ada = await board.account('ada')

    assert.equal((await ada.posts({ title: '' }, key)).status, 400)
    assert.equal((await ada.posts({ body: 'x'.repeat(8193) }, key)).status, 413)
    assert.equal((await ada.replies('00000000-0000-4000-8000-000000000000', 'text', key)).status, 404)

    assert.equal((await ada.looksUp(key)).body.found, false)
    assert.equal((await ada.posts({ title: 'Now right' }, key)).status, 201)
  })

  it('requires a key of the right form, after the other fields', async () => {
    await using board = await openBoard(engine)
    const ada = await board.account('ada')
    const post = (headers: Record<string, string>, fields = {}) =>
      ada.send('/v1/posts', { title: 'a', body: 'b', ...fields }, headers)

    for (const headers of [
      {},
      ...['short', 'x'.repeat(129), 'sixteen chars !!', 'ünicode-ünicode-ü'].map((k) => ({ 'idempotency-key': k })),
    ]) {
      const { status, body } = await post(headers as Record<string, string>)
      assert.equal(status, 400)
      assert.equal(body.error.code, 'IDEMPOTENCY_KEY_REQUIRED')
      assert.deepEqual([body.error.details.min_length, body.error.details.max_length], [16, 128])
    }
    assert.equal((await post({}, { title: '' })).body.error.code, 'INVALID_FIELD')
    assert.equal((await post({ 'idempotency-key': 'x'.repeat(16) })).status, 201)
    assert.equal((await post({ 'idempotency-key': 'x'.repeat(128) })).status, 201)
  })
})
