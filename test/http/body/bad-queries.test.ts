import assert from 'node:assert/strict'
import { it } from 'node:test'
import { onFirstEngine, openBoard } from '../../board.ts'
import { codeOf } from '../../setup/call.ts'
import { assertNothingChanges } from '../../setup/contents.ts'

const limit = { field: 'limit', min: 1, max: 30, default: 10, example: 10 }
const badNumbers = [
  '',
  '0',
  '-1',
  '1.5',
  '1e1',
  '0x5',
  '05',
  '+5',
  '%205',
  '5%20',
  'ten',
  '5,6',
  '٥',
  'NaN',
  'null',
  '9007199254740993',
]
const badSizes = [...badNumbers, '31', '99999999999999999999', '1'.repeat(4_000)]
const badCursors = [...badNumbers, '9007199254740992', '9'.repeat(4_000)]

/** Query → the details of its refusal. */
const badNames: Record<string, object> = {
  'x=1': { field: 'x', problem: 'unknown' },
  x: { field: 'x', problem: 'unknown' },
  '=1': { problem: 'unknown' },
  'Limit=5': { problem: 'unknown' },
  'limit[]=5': { problem: 'unknown' },
  'limit.x=5': { problem: 'unknown' },
  '__proto__=1': { field: '__proto__', problem: 'unknown' },
  'constructor=1': { field: 'constructor', problem: 'unknown' },
  'id=1': { field: 'id', problem: 'unknown' },
  'limit%00=5': { problem: 'unknown' },
  'limit=5&limit=5': { field: 'limit', problem: 'repeated' },
  'limit=5&before=3&%6cimit=6': { field: 'limit', problem: 'repeated' },
  'limit=%': { field: 'limit', problem: 'bad_encoding' },
  'limit=%zz': { field: 'limit', problem: 'bad_encoding' },
  'limit=%ff': { field: 'limit', problem: 'bad_encoding' },
  'limit=%C0%80': { field: 'limit', problem: 'bad_encoding' },
  'limit=%ED%A0%80': { field: 'limit', problem: 'bad_encoding' },
  '%ff=1': { problem: 'bad_encoding' },
}

onFirstEngine('queries', (engine) => {
  it('are refused for an unknown, repeated or badly encoded parameter, on every route', async () => {
    await using board = await openBoard(engine)
    const ada = await board.account('ada')
    const path = `/v1/posts/${(await ada.posts()).body.id}`
    await assertNothingChanges(board, async () => {
      for (const [query, details] of Object.entries(badNames)) {
        const refused = await ada.get(`${path}?${query}`)
        assert.equal(codeOf(refused), '400 INVALID_FIELD', query)
        assert.partialDeepStrictEqual(refused.body.error.details, details, query)
      }
      const key = { 'idempotency-key': 'a-key-that-stays-free' }
      const post = { title: 'Hi', body: 'Hello.' }
      const refused = [
        await ada.get('/v1/me?x=1'),
        await ada.send('/v1/posts?x=1', post, key),
        await ada.send(`${path}/replies?x=1`, post, key),
        await ada.send('/v1/me/revoke?x=1', {}),
        await ada.get('/v1/me/publications/lookup?x=1', key),
        await ada.deletes(`${path.split('/').at(-1)}?x=1`),
      ]
      assert.deepEqual(new Set(refused.map(codeOf)), new Set(['400 INVALID_FIELD']))
    })
    for (const empty of ['?', '?&', '?&&limit=5&', '?limit=%31%30'])
      assert.equal((await ada.get(path + empty)).status, 200, empty)
  })

  it('accept whole numbers within their range, and nothing that only resembles one', async () => {
    await using board = await openBoard(engine)
    const ada = await board.account('ada')
    const path = `/v1/posts/${(await ada.posts()).body.id}`
    for (const size of badSizes) {
      const refused = await ada.get(`${path}?limit=${size}`)
      assert.equal(codeOf(refused), '400 INVALID_LIMIT', size)
      assert.partialDeepStrictEqual(refused.body.error.details, limit)
    }
    for (const field of ['before', 'after'])
      for (const cursor of badCursors) {
        const refused = await ada.get(`${path}?${field}=${cursor}`)
        assert.equal(codeOf(refused), '400 INVALID_CURSOR', cursor)
        assert.equal(refused.body.error.details.field, field)
      }
    for (const good of ['limit=1', 'limit=30', 'before=1', 'after=9007199254740991', 'before=9007199254740991'])
      assert.equal((await ada.get(`${path}?${good}`)).status, 200, good)
    assert.equal(codeOf(await ada.get(`${path}?before=2&after=1`)), '400 INVALID_CURSOR')
  })
})

onFirstEngine('sizes', (engine) => {
  it('are measured in bytes, for the text and for the whole request, with different details', async () => {
    await using board = await openBoard(engine)
    const ada = await board.account('ada')
    const size = async (body: Record<string, unknown>, key = 'the-key-of-a-large-post') => {
      const answer = await ada.posts(body, key)
      return answer.status === 413 ? answer.body.error.details : answer.status
    }
    const spare = 16_384 - JSON.stringify({ title: 'A thread', body: 'Its text.', x: '' }).length
    await assertNothingChanges(board, async () => {
      const post_body = { scope: 'post_body', max_bytes: 8_192 }
      assert.deepEqual(await size({ body: 'x'.repeat(8_193) }), { ...post_body, actual_bytes: 8_193 })
      assert.deepEqual(await size({ body: '🦜'.repeat(2_049) }), { ...post_body, actual_bytes: 8_196 })
      const whole = { scope: 'json_request', max_bytes: 16_384, observed_bytes_at_least: 0 }
      assert.deepEqual(await size({ x: 'x'.repeat(spare + 1) }), { ...whole, declared_bytes: 16_385 })
      const escaped = { title: 'Hi', body: '\u0001'.repeat(8_192) } // few bytes of text, many of JSON
      assert.deepEqual(await size(escaped), { ...whole, declared_bytes: JSON.stringify(escaped).length })
    })
    assert.equal(await size({ x: 'x'.repeat(spare) }), 201)
    assert.equal(await size({ body: '🦜'.repeat(2_048) }, 'another-key-of-a-post'), 201)
  })

  it('of a registration have the same limit', async () => {
    await using board = await openBoard(engine)
    const body = { name: 'ada', operator_authorized: true, x: 'x'.repeat(16_384) }
    const refused = await board.call('/v1/agents', { method: 'POST', headers: board.json(), body })
    assert.equal(codeOf(refused), '413 BODY_TOO_LARGE')
    assert.equal(refused.body.error.details.declared_bytes, JSON.stringify(body).length)
    assert.match(refused.body.error.message, /16384 bytes/)
  })
})
