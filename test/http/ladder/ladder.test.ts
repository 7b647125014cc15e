import assert from 'node:assert/strict'
import { it } from 'node:test'
import { type Answer, type CallOptions, onFirstEngine, openBoard, standardHeaders } from '../../board.ts'
import { codeOf } from '../../setup/call.ts'
import { assertNothingChanges } from '../../setup/contents.ts'

const WRITES = 20
const CALLS = 80
const limits = {
  LIMIT_WRITES_PER_NETWORK_PER_MINUTE: WRITES,
  LIMIT_CREDENTIAL_CALLS_PER_CREDENTIAL_PER_MINUTE: CALLS,
  LIMIT_POSTS_PER_NETWORK_PER_DAY: 2,
}

type Sent = {
  path: string
  method: CallOptions['method']
  headers: Record<string, string | undefined>
  body: string
  from: string
}
type Fault = { wrong: (sent: Sent) => Partial<Sent>; refusal: string }

/** One thing wrong with a reply per rung, in the order of the rules. */
const faults = (known: {
  crowded: string
  spent: string
  busyKey: string
  usedKey: string
  reply: string
}): Fault[] => {
  const headers = (changes: Sent['headers']) => (sent: Sent) => ({ headers: { ...sent.headers, ...changes } })
  return [
    { wrong: headers({ origin: 'https://site.example' }), refusal: '403 BROWSER_ACCESS_DENIED' },
    { wrong: () => ({ from: known.crowded }), refusal: '429 RATE_LIMIT network' },
    { wrong: headers({ 'x-agent-protocol': 'board/2' }), refusal: '400 PROTOCOL_REQUIRED' },
    { wrong: headers({ accept: '*/*' }), refusal: '406 JSON_REQUIRED' },
    { wrong: headers({ authorization: `Bearer brd_${'x'.repeat(43)}` }), refusal: '401 UNAUTHORIZED' },
    { wrong: headers({ authorization: `Bearer ${known.busyKey}` }), refusal: '429 RATE_LIMIT credential' },
    { wrong: () => ({ path: '/v1/nowhere' }), refusal: '404 NOT_FOUND' },
    { wrong: () => ({ method: 'DELETE' }), refusal: '405 METHOD_NOT_ALLOWED' },
    { wrong: headers({ 'content-type': 'text/plain' }), refusal: '415 JSON_REQUIRED' },
    { wrong: ({ body }) => ({ body: body.padEnd(16_385) }), refusal: '413 BODY_TOO_LARGE json_request' },
    { wrong: () => ({ body: '{"body":' }), refusal: '400 INVALID_JSON' },
    { wrong: () => ({ body: '{"body":""}' }), refusal: '400 INVALID_FIELD' },
    { wrong: headers({ 'idempotency-key': undefined }), refusal: '400 IDEMPOTENCY_KEY_REQUIRED' },
    { wrong: headers({ 'idempotency-key': known.usedKey }), refusal: '409 IDEMPOTENCY_CONFLICT' },
    { wrong: () => ({ path: `/v1/posts/${known.reply}/replies` }), refusal: '400 ROOT_THREAD_REQUIRED' },
    { wrong: () => ({ from: known.spent }), refusal: '429 DAILY_LIMIT network' },
  ]
}

const refusalOf = (answer: Answer) => `${codeOf(answer)} ${answer.body.error?.details?.scope ?? ''}`.trim()

onFirstEngine('the ladder of refusals', (engine) => {
  it('answers a request with two mistakes with the earlier refusal, for every pair', async () => {
    await using board = await openBoard(engine, { limits })
    const [ada, bob, eve] = [await board.account('ada'), await board.account('bob'), await board.account('eve')]
    const thread = (await ada.posts({}, 'a-key-used-before')).body.id as string
    const reply = (await ada.replies(thread)).body.id as string
    const [crowded, spent] = ['198.51.100.1', '198.51.100.2']
    const from = (network: string) => ({ from: network, headers: standardHeaders })
    for (let n = 0; n < WRITES; n++)
      assert.equal((await board.call('/v1/nowhere', { method: 'POST', ...from(crowded) })).status, 401)
    for (let n = 0; n < CALLS; n++) await eve.me()
    for (const key of ['first-post-of-the-network', 'second-post-of-the-network'])
      await board.call('/v1/posts', {
        method: 'POST',
        headers: board.json({ authorization: `Bearer ${bob.key}`, 'idempotency-key': key }),
        body: { title: 'Hi', body: 'Hello.' },
        from: spent,
      })

    let networks = 0
    const send = ({ path, headers, ...rest }: Sent) =>
      board.call(path, { ...rest, headers: JSON.parse(JSON.stringify(headers)) } as CallOptions)
    const perfect = (): Sent => ({
      path: `/v1/posts/${thread}/replies`,
      method: 'POST',
      headers: board.json({ authorization: `Bearer ${ada.key}`, 'idempotency-key': 'a-key-never-used-before' }),
      body: '{"body":"Me too."}',
      from: `2001:db8:0:${(++networks).toString(16)}::1`,
    })
    const list = faults({ crowded, spent, busyKey: eve.key, usedKey: 'a-key-used-before', reply })
    await assertNothingChanges(board, async () => {
      for (const [i, earlier] of list.entries())
        for (const later of list.slice(i)) {
          const twiceWrong = { ...perfect(), ...later.wrong(perfect()) }
          const refused = await send({ ...twiceWrong, ...earlier.wrong(twiceWrong) })
          assert.equal(refusalOf(refused), earlier.refusal, `against ${later.refusal}`)
        }
    })

    assert.equal((await send(perfect())).status, 201)
  })

  it('shows a caller without a credential how to get one, and reports an invalid key', async () => {
    await using board = await openBoard(engine)
    const ada = await board.account('ada')
    await ada.revokes()
    const me = (authorization?: string) =>
      board.call('/v1/me', { headers: { ...standardHeaders, ...(authorization !== undefined && { authorization }) } })

    const unsent = [undefined, '', 'Bearer', 'Bearer ', `Basic ${ada.key}`, ada.key, `Bearer ${ada.key} and more`]
    const unknown = [`Bearer ${ada.key}`, `bearer  brd_${'A'.repeat(43)}`, 'Bearer brd_']
    const ofOtherKind = ['Bearer an.oauth.token', `Bearer board_access_${'A'.repeat(43)}`]

    const messages = new Set<string>()
    for (const [group, message] of [
      [unsent, /Send your API key as Authorization: Bearer/],
      [unknown, /unknown, expired or revoked/],
      [ofOtherKind, /not an API key.* begin with brd_.*use the tools at \/mcp/],
    ] as const)
      for (const authorization of group) {
        const refused = await me(authorization)
        assert.equal(codeOf(refused), '401 UNAUTHORIZED', String(authorization))
        assert.equal(refused.headers['www-authenticate'], 'Bearer realm="board"')
        assert.match(refused.body.error.message, message, String(authorization))
        assert.equal('details' in refused.body.error, false)
        messages.add(refused.body.error.message)
      }
    assert.equal(messages.size, 3)
  })

  it('says to each caller which credential its route accepts', async () => {
    await using board = await openBoard(engine)
    const ada = await board.account('ada')
    const messageAt = async (path: string, headers: Record<string, string>) => {
      const { status, body } = await board.call(path, { method: 'POST', headers, body: '{}' })
      return [status, body.error_description ?? body.error.message]
    }
    const key = { ...board.json(), authorization: `Bearer ${ada.key}` }

    const [keyAtMcp, mcp] = await messageAt('/mcp', key)
    assert.deepEqual(
      [keyAtMcp, /^This is an API key, and this endpoint takes only the access token/.test(mcp)],
      [401, true],
    )
    const [nothingAtPins, pins] = await messageAt('/pins', board.json())
    assert.equal(nothingAtPins, 401)
    assert.match(pins, /^Send the access token of an OAuth connection .* API keys are not taken here/)
    const [nothingAtBallot, ballot] = await messageAt('/ballot', board.json())
    assert.equal(nothingAtBallot, 401)
    assert.match(ballot, /^Send your API key, or the access token of an OAuth connection/)
    for (const missing of ['x-agent-protocol', 'accept'] as const) {
      const { [missing]: _left, ...headers } = key
      const [, message] = await messageAt('/ballot', headers as Record<string, string>)
      assert.match(message, /^Send the header .* with a vote that an API key casts\.$/)
    }
    for (const path of ['/ballot', '/pins'])
      assert.equal(codeOf(await board.call(path, { method: 'DELETE' })), '405 METHOD_NOT_ALLOWED', path)
  })

  it('names the header that is missing', async () => {
    await using board = await openBoard(engine)
    const { accept, 'x-agent-protocol': protocol } = standardHeaders
    const details = async (headers: Record<string, string>) =>
      (await board.call('/v1/me', { headers })).body.error.details

    assert.deepEqual(await details({ accept }), { required_headers: { 'X-Agent-Protocol': 'board/1' } })
    assert.deepEqual(await details({ 'x-agent-protocol': protocol }), {
      required_headers: { Accept: 'application/json' },
    })
    const post = { method: 'POST', headers: standardHeaders, body: '{}' } as const
    const untyped = await board.call('/v1/agents', post)
    assert.equal(codeOf(untyped), '415 JSON_REQUIRED')
    assert.deepEqual(untyped.body.error.details, { required_headers: { 'Content-Type': 'application/json' } })
  })

  it('accepts the two standard headers only in their exact form, and JSON among other types', async () => {
    await using board = await openBoard(engine)
    const ada = await board.account('ada')
    const status = async (headers: Record<string, string>) => (await ada.get('/v1/me', headers)).status

    for (const protocol of ['', 'board', 'board/1.0', 'BOARD/1', 'board/1, board/1', '1'])
      assert.equal(await status({ 'x-agent-protocol': protocol }), 400, protocol)
    for (const accept of ['', '*/*', 'application/*', 'text/plain', 'application/xml;q=0.9, */*;q=0.8'])
      assert.equal(await status({ accept }), 406, accept)
    for (const accept of ['application/json; charset=utf-8', 'Application/JSON', '*/*;q=0.1, application/json;q=0.9'])
      assert.equal(await status({ accept }), 200, accept)
  })
})
