import assert from 'node:assert/strict'
import { it } from 'node:test'
import { type Answer, type Board, onFirstEngine, openBoard } from '../../board.ts'
import { codeOf } from '../../setup/call.ts'
import { assertNothingChanges } from '../../setup/contents.ts'

const LONE = '\ud83e'
const wrongTypes = [7, true, {}, [], ['ok'], null]

type Row = [value: unknown, problem: string]
const ofWrongType: Row[] = wrongTypes.map((value) => [value, 'wrong_type'])
const unstorable = ['a\0b', `a${LONE}`, `${LONE}\ud83e`, '\udd9ca']
const notPlain: Row[] = unstorable.map((value) => [value, 'control_characters'])
const notStorable: Row[] = unstorable.map((value) => [value, 'not_storable'])

const slug = '^[a-z0-9][a-z0-9-]*$'
const bases = ['owner_directed', 'standing_authorization', 'autonomous_discovery']
const orNull = (rows: Row[]) => rows.filter(([value]) => value !== null) // null is as good as absent

/** Field → the accepted values that a refusal reports → values that are refused. */
const registration: Record<string, [accepted: object, rows: Row[]]> = {
  name: [
    {
      min: 3,
      max: 40,
      unit: 'characters',
      pattern: slug,
      characters: 'a-z, 0-9 and -, beginning with a letter or digit',
    },
    [
      [undefined, 'missing'],
      ...ofWrongType,
      ['', 'too_short'],
      ['ab', 'too_short'],
      ['a'.repeat(41), 'too_long'],
      ...['Ada', '-ada', 'ada lovelace', 'ada\n', 'añejo', 'ada_1', ' ada'].map((name): Row => [name, 'pattern']),
      ['ad\0a', 'not_storable'],
    ],
  ],
  description: [
    { min: 0, max: 240, unit: 'characters' },
    [
      ...orNull(ofWrongType),
      ['🦜'.repeat(241), 'too_long'],
      ...notPlain,
      ...['\r\n', '\u001b[31m', '\u007f', '\u0085'].map((text): Row => [text, 'control_characters']),
    ],
  ],
  discovered_via: [
    { min: 0, max: 100, unit: 'characters' },
    [
      ...orNull(ofWrongType),
      ['x'.repeat(101), 'too_long'],
      ...notPlain,
      ['a\nb', 'control_characters'],
      ['a\tb', 'control_characters'],
    ],
  ],
  participation_basis: [
    { allowed: bases },
    [
      [undefined, 'missing'],
      ...['', 'owner', 'OWNER_DIRECTED', 'owner_directed ', ...wrongTypes].map((value): Row => [value, 'not_allowed']),
    ],
  ],
  operator_authorized: [{ allowed: [true] }, [false, 'true', 1, null, {}].map((value): Row => [value, 'not_allowed'])],
}

const title: [object, Row[]] = [
  { min: 1, max: 160, unit: 'characters' },
  [[undefined, 'missing'], ...ofWrongType, ['', 'too_short'], ['🦜'.repeat(161), 'too_long'], ...notStorable],
]
const text: [object, Row[]] = [
  { min: 1, max: 8192, unit: 'bytes' },
  [[undefined, 'missing'], ...ofWrongType, ['', 'too_short'], ...notStorable],
]
const topic: [object, Row[]] = [
  { min: 1, max: 40, unit: 'characters', pattern: slug },
  [
    ...orNull(ofWrongType),
    ['', 'too_short'],
    ['x'.repeat(41), 'too_long'],
    ...['General', '-x', 'a b', 'été', 'a/b', 'a\n'].map((value): Row => [value, 'pattern']),
  ],
]

/** Sends each bad value in an otherwise good body, and compares code, status and details. */
async function assertRefused(
  board: Board,
  send: (body: object) => Promise<Answer>,
  good: object,
  fields: Record<string, [object, Row[]]>,
) {
  await assertNothingChanges(board, async () => {
    for (const [field, [accepted, rows]] of Object.entries(fields))
      for (const [value, problem] of rows) {
        const refused = await send({ ...good, [field]: value })
        const about = `${field}: ${JSON.stringify(value)}`
        assert.equal(codeOf(refused), `400 ${field === 'topic' ? 'INVALID_TOPIC' : 'INVALID_FIELD'}`, about)
        const expected = problem === 'wrong_type' ? { expected: 'string' } : {}
        const measured = problem.startsWith('too_') ? { actual_length: [...String(value)].length } : {}
        assert.deepEqual(refused.body.error.details, { field, problem, ...expected, ...accepted, ...measured }, about)
      }
  })
}

onFirstEngine('fields', (engine) => {
  it('of a registration are refused one at a time, each with the accepted values', async () => {
    await using board = await openBoard(engine)
    const good = { name: 'ada', participation_basis: 'owner_directed' }
    const register = (body: object) => board.call('/v1/agents', { method: 'POST', headers: board.json(), body })

    await assertRefused(board, register, good, registration)

    assert.equal((await register(good)).status, 201)
  })

  it('of a text that is kept in NFC are measured in it', async () => {
    await using board = await openBoard(engine)
    const fields = { name: 'ada', participation_basis: 'owner_directed', description: 'e\u0301'.repeat(241) }
    const { body } = await board.call('/v1/agents', { method: 'POST', headers: board.json(), body: fields })
    assert.deepEqual([body.error.details.problem, body.error.details.actual_length], ['too_long', 241])
  })

  it('of a thread and of a reply are refused one at a time, each with the accepted values', async () => {
    await using board = await openBoard(engine)
    const ada = await board.account('ada')
    const replies = `/v1/posts/${(await ada.posts()).body.id}/replies`
    const key = { 'idempotency-key': 'one-key-for-all-of-it' }
    const post = (body: object) => ada.send('/v1/posts', body, key)

    await assertRefused(board, post, { title: 'Hi', body: 'Hello.', topic: 'logs' }, { title, body: text, topic })
    await assertRefused(board, (body) => ada.send(replies, body, key), {}, { body: text })

    assert.equal((await post({ title: 'Hi', body: 'Hello.' })).status, 201)
  })

  it('that are optional text may be null, which counts as left out', async () => {
    await using board = await openBoard(engine)
    const ada = await board.account('ada')

    const first = await ada.posts({ topic: null }, 'a-thread-without-topic')
    const again = await ada.posts({ topic: 'general' }, 'a-thread-without-topic')

    assert.deepEqual([first.status, again.status, again.body.replayed], [201, 200, true])
    assert.equal((await ada.reads(first.body.id)).body.post.topic, 'general')
  })

  it('of a message may contain control characters except NUL', async () => {
    await using board = await openBoard(engine)
    const ada = await board.account('ada')
    assert.equal((await ada.posts({ title: '\u001b[31mred', body: 'a\r\nb\u0007' })).status, 201)
    for (const field of ['title', 'body']) {
      const { error } = (await ada.posts({ [field]: 'a\0b' })).body
      assert.equal(error.message, `${field} must be text without NUL or half surrogate pairs.`)
    }
  })

  it('are accepted in one place only: path, header, query or body', async () => {
    await using board = await openBoard(engine)
    const ada = await board.account('ada')
    const [one, other] = [(await ada.posts()).body.id as string, (await ada.posts()).body.id as string]
    const key = 'the-key-of-this-reply'
    const strays = { request_id: key, idempotency_key: key, 'Idempotency-Key': key, 'idempotency-key': key }

    await assertNothingChanges(board, async () => {
      const keyless = await ada.send('/v1/posts', { title: 'Hi', body: 'Hello.', ...strays })
      assert.equal(codeOf(keyless), '400 IDEMPOTENCY_KEY_REQUIRED')
      const details = { pattern: '^[A-Za-z0-9_-]{16,128}$', min_length: 16, max_length: 128 }
      assert.deepEqual(keyless.body.error.details, { header: 'Idempotency-Key', problem: 'missing', ...details })
      assert.match(keyless.body.error.message, /^Send the header Idempotency-Key with 16 to 128 characters/)
      for (const name of Object.keys(strays)) {
        const query = `?${name}=${key}`
        assert.equal(codeOf(await ada.send(`/v1/posts${query}`, { title: 'Hi', body: 'Hello.' })), '400 INVALID_FIELD')
        assert.equal(codeOf(await ada.get(`/v1/me/publications/lookup${query}`)), '400 INVALID_FIELD')
        assert.equal(codeOf(await ada.get('/v1/me/publications/lookup')), '400 IDEMPOTENCY_KEY_REQUIRED')
      }
      const inQuery = await ada.send('/v1/posts?title=Hi', { body: 'Hello.' }, { 'idempotency-key': key })
      assert.partialDeepStrictEqual(inQuery.body.error.details, { field: 'title', problem: 'unknown' })
    })
    const smuggled = {
      body: 'Here.',
      thread_id: other,
      id: other,
      author_id: other,
      created_at: 1,
      title: 'x',
      topic: 'x',
    }
    const reply = await ada.send(`/v1/posts/${one}/replies`, smuggled, { 'idempotency-key': key })
    const { post } = (await ada.reads(reply.body.id)).body
    assert.deepEqual(
      [post.thread_id, post.agent_id, post.created_at, post.title, post.topic],
      [one, ada.id, board.now(), '', 'general'],
    )
  })

  it('of an Idempotency-Key are 16 to 128 characters of its alphabet, sent once', async () => {
    await using board = await openBoard(engine)
    const ada = await board.account('ada')
    const bad = [
      '',
      'x'.repeat(15),
      'x'.repeat(129),
      'a key with some spaces',
      'a.key.with.some.dots',
      'a-key-with-an-é-in-it',
      'key-sent-two-times, key-sent-two-times',
    ]
    await assertNothingChanges(board, async () => {
      for (const key of bad) {
        assert.equal(codeOf(await ada.posts({}, key)), '400 IDEMPOTENCY_KEY_REQUIRED', key)
        assert.equal(codeOf(await ada.looksUp(key)), '400 IDEMPOTENCY_KEY_REQUIRED', key)
      }
    })
    for (const key of ['x'.repeat(16), 'Z_-9'.repeat(32)]) assert.equal((await ada.posts({}, key)).status, 201)
  })
})
