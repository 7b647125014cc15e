/** The endpoint itself: who gets in, what a message may be, what is counted. */
import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import { gunzipSync } from 'node:zlib'
import fc from 'fast-check'
import { fixed } from '../../src/settings/limits.ts'
import { BASE_URL, type Board, onFirstEngine, openBoard } from '../board.ts'
import { assistantOf, assistantWith, eras, LEGACY, MODERN, mcpHeaders, messageOf, replyIn } from '../setup/mcp.ts'
import { freshRequestId } from '../setup/people.ts'
import { writtenLog } from '../setup/written-log.ts'

const METADATA = `resource_metadata="${BASE_URL}/.well-known/oauth-protected-resource/mcp"`
const BOTH = 'scope="board:read board:write"'

/** One message without any credential. */
const knock = (board: Board, headers: Record<string, string> = {}) => {
  const { body, headers: own } = messageOf(LEGACY, 'initialize', {
    protocolVersion: LEGACY,
    capabilities: {},
    clientInfo: { name: 'test', version: '1' },
  })
  return board.call('/mcp', { method: 'POST', headers: { ...mcpHeaders, ...own, ...headers }, body })
}

describe('the MCP SDK', () => {
  it('is loaded with the first message, so that a board without MCP clients saves the memory', () => {
    const root = new URL('../../', import.meta.url)
    const importing = (pattern: RegExp) =>
      globSync('src/**/*.ts', { cwd: root }).filter((file) => pattern.test(readFileSync(new URL(file, root), 'utf8')))
    assert.deepEqual(importing(/from '@modelcontextprotocol\//), ['src/mcp/protocol.ts'])
    assert.deepEqual(importing(/^import (?!type ).*\/protocol\.ts'/m), [])
    assert.deepEqual(importing(/import\('\.\/protocol\.ts'\)/), ['src/mcp/endpoint.ts'])
  })
})

onFirstEngine('the MCP endpoint', (engine) => {
  it('refers a caller without a token to the metadata, and reports an error only for a token that was sent', async () => {
    await using board = await openBoard(engine)
    const ada = await board.account('ada')

    const nothing = await knock(board)
    assert.equal(nothing.status, 401)
    assert.equal(nothing.headers['www-authenticate'], `Bearer realm="board", ${BOTH}, ${METADATA}`)
    assert.deepEqual(Object.keys(nothing.body), ['error', 'error_description'])
    assert.equal(nothing.body.error, 'unauthorized')

    for (const bearer of ['made-up', ada.key]) {
      const refused = await knock(board, { authorization: `Bearer ${bearer}` })
      assert.equal(refused.status, 401)
      const challenge = `Bearer realm="board", error="invalid_token", ${BOTH}, ${METADATA}`
      assert.equal(refused.headers['www-authenticate'], challenge)
      assert.equal(refused.body.error, 'invalid_token')
    }
    const inQuery = await board.call('/mcp?access_token=x', { method: 'POST', headers: mcpHeaders, body: {} })
    assert.equal(inQuery.status, 401)
  })

  it('refuses a connection whose account was revoked', async () => {
    await using board = await openBoard(engine)
    const ada = await board.account('ada')
    const assistant = await assistantOf(board, ada)
    assert.equal((await assistant.use('get_my_agent')).status, 200)

    await ada.revokes()

    assert.equal((await assistant.use('get_my_agent')).status, 401)
    assert.equal((await assistant.ask('tools/list')).status, 401)
  })

  it('answers POST only, and only at its own address', async () => {
    await using board = await openBoard(engine)
    for (const method of ['GET', 'DELETE', 'OPTIONS'] as const) {
      const { status, headers, body } = await board.call('/mcp', { method })
      assert.deepEqual([status, headers.allow, body.error.code], [405, 'POST', 'METHOD_NOT_ALLOWED'])
    }
    assert.equal((await board.call('/mcp', { method: 'HEAD' })).status, 405)
    for (const path of ['/mcp/', '/mcp/x', '/MCP', '/mcp%2F']) assert.equal((await board.call(path)).status, 404, path)
  })

  it('refuses requests from other origins before anything else', async () => {
    await using board = await openBoard(engine)
    const assistant = await assistantOf(board, await board.account('ada'))
    for (const origin of ['https://evil.example', 'null', `${BASE_URL}.evil.example`, 'http://board.test:81']) {
      for (const refused of [await knock(board, { origin }), await assistant.ask('tools/list', {}, { origin })]) {
        assert.equal(refused.status, 403, origin)
        assert.equal(refused.body.error, 'access_denied')
      }
    }
    assert.equal((await assistant.ask('tools/list', {}, { origin: BASE_URL })).status, 200)
  })

  it('initializes clients of both eras, with instructions that call content untrusted data', async () => {
    await using board = await openBoard(engine)
    const ada = await board.account('ada')
    const [old, modern] = [await assistantOf(board, ada, undefined, LEGACY), await assistantOf(board, ada)]
    const initialized = replyIn(
      await old.ask('initialize', {
        protocolVersion: LEGACY,
        capabilities: {},
        clientInfo: { name: 'test', version: '1' },
      }),
    ).result
    const discovered = replyIn(await modern.ask('server/discover')).result

    assert.equal(initialized.protocolVersion, LEGACY)
    assert.deepEqual(discovered.supportedVersions, [MODERN])
    for (const { capabilities, instructions } of [initialized, discovered]) {
      assert.deepEqual(capabilities, { tools: {} })
      assert.match(instructions, /never as instructions/)
    }
    assert.deepEqual(await old.lists(), await modern.lists())
    const { status, headers, body } = await old.send({ jsonrpc: '2.0', method: 'notifications/initialized' })
    assert.deepEqual([status, headers['content-type'], body], [202, undefined, ''])
  })

  it('refuses what is not a JSON-RPC message with a JSON-RPC error', async () => {
    await using board = await openBoard(engine)
    const { send } = await assistantOf(board, await board.account('ada'))
    const ping = { jsonrpc: '2.0', id: 1, method: 'ping' }
    for (const [body, code] of [
      ['', -32700],
      ['{"jsonrpc":', -32700],
      ['"text"', -32700],
      ['null', -32700],
      [Buffer.from([0x7b, 0xff, 0x7d]), -32700],
      ['{"jsonrpc":"2.0","id":1,"method":"ping","method":"tools/list"}', -32700],
      [`{"jsonrpc":"2.0","id":1,"method":"ping","params":${'['.repeat(70)}${']'.repeat(70)}}`, -32700],
      ['[]', -32600],
      [[ping], -32600],
      [` \n[${JSON.stringify(ping)}]`, -32600],
      [`${' '.repeat(200)}[${JSON.stringify(ping)}]`, -32600],
      [{}, -32600],
      [{ ...ping, jsonrpc: '1.0' }, -32600],
      [{ ...ping, method: 7 }, -32600],
      [{ ...ping, id: {} }, -32600],
    ] as const) {
      const { status, body: answer } = await send(body)
      assert.deepEqual([status, answer.error?.code], [400, code], String(body).slice(0, 80))
    }
  })

  it('refuses a malformed call with -32602 and one sentence', async () => {
    await using board = await openBoard(engine)
    const { token } = await assistantOf(board, await board.account('ada'))
    const malformed: [method: string, params: unknown, sentence: RegExp][] = [
      ['tools/call', {}, /^tools\/call needs params\.name/],
      ['tools/call', { name: 5 }, /^tools\/call needs params\.name/],
      ['tools/call', { name: 'fetch', arguments: 'x' }, /^params\.arguments must be an object/],
      ['tools/call', { name: 'fetch', arguments: ['x'] }, /^params\.arguments must be an object/],
      ['tools/call', { name: 'fetch', arguments: null }, /^params\.arguments must be an object/],
      ['tools/call', { name: 'no_such_tool' }, /^There is no tool of this name/],
      ['tools/list', { cursor: 5 }, /^There is one page of tools/],
      ['tools/list', { cursor: 'x' }, /^There is one page of tools/],
      ['tools/call', [], /^params must be an object\.$/],
      ['tools/call', 'x', /^params must be an object\.$/],
      ['tools/call', { name: 'fetch', arguments: {}, task: 5 }, /^The params of this method are malformed/],
    ]
    for (const era of eras)
      for (const [method, params, sentence] of malformed) {
        const { body, headers } = messageOf(era, method, params as Record<string, unknown>)
        const sent = typeof params === 'object' && !Array.isArray(params) ? body : { ...body, params }
        const answer = await assistantWith(board, token, era).send(sent, headers)
        const { id, error, result } = replyIn(answer)
        if (result && 'task' in Object(params)) continue // a field that this revision does not have
        assert.deepEqual([answer.status, id, error.code], [200, 1, -32_602], `${era} ${JSON.stringify(params)}`)
        assert.match(error.message, sentence)
        assert.doesNotMatch(error.message, /\n|invalid_type/)
      }
    const { body, headers } = messageOf(LEGACY, 'initialize', { protocolVersion: 5 })
    const { error } = replyIn(await assistantWith(board, token, LEGACY).send(body, headers))
    assert.deepEqual([error.code, error.message.includes('\n')], [-32_602, false])
  })

  it('answers every call under its own id, and checks each as it does the first', async () => {
    await using board = await openBoard(engine)
    const ada = await board.account('ada')
    await ada.posts()
    for (const era of eras) {
      const assistant = await assistantOf(board, ada, undefined, era)
      const { body, headers } = messageOf(era, 'tools/call', { name: 'list_recent', arguments: { limit: 3 } })
      const ids = [1, 1, 'one', '"$&\\', 0, -7, 1]
      const replies: { id: unknown; result: unknown }[] = []
      for (const id of ids) replies.push(replyIn(await assistant.send({ ...body, id }, headers)))
      assert.deepEqual(
        replies.map(({ id }) => id),
        ids,
      )
      for (const { result } of replies) assert.deepEqual(result, replies[0]?.result)

      const { token } = assistant
      const zipped = await board.app.server.inject({
        method: 'POST',
        url: '/mcp',
        headers: { ...mcpHeaders, ...headers, authorization: `Bearer ${token}`, 'accept-encoding': 'gzip' },
        payload: JSON.stringify({ ...body, id: 'zipped' }),
      })
      assert.equal(zipped.headers['content-encoding'], 'gzip')
      const plain = await assistant.send({ ...body, id: 'zipped' }, headers)
      const [text, sent] = [gunzipSync(zipped.rawPayload).toString(), plain.body]
      assert.deepEqual(replyIn({ ...plain, body: typeof sent === 'string' ? text : JSON.parse(text) }), replyIn(plain))

      const unlike = await assistant.send({ ...body, id: 1 }, { ...headers, 'mcp-protocol-version': '1999-01-01' })
      assert.equal(unlike.status, 400)
      const refused = replyIn(await assistant.use('list_recent', { limit: 3000 }))
      assert.equal(refused.result.isError, true)
      const infinite = JSON.stringify({ ...body, id: 1 }).replace('"limit":3', '"limit":1e999')
      assert.equal(replyIn(await assistant.send(infinite, headers)).result.isError, true)
    }
  })

  it('answers messages that arrive together to their own callers, also after refusals', async () => {
    await using board = await openBoard(engine)
    const callers = await Promise.all(
      ['ada', 'bob', 'cyd'].map(async (name) => ({
        name,
        token: (await assistantOf(board, await board.account(name))).token,
      })),
    )
    const askAll = () =>
      Promise.all(
        callers.flatMap(({ name, token }) =>
          eras.map(async (era) => {
            const assistant = assistantWith(board, token, era)
            const [refused, own] = await Promise.all([assistant.ask('wombats'), assistant.gets('get_my_agent')])
            assert.notEqual(replyIn(refused).error, undefined)
            assert.equal(own.agent.name, name)
            await assistant.isRefused('fetch', { id: 'no id' })
          }),
        ),
      )
    await askAll()
    await askAll()
  })

  it('never repeats the text of a header or of a revision', async () => {
    await using board = await openBoard(engine)
    const { token, send, ask } = await assistantOf(board, await board.account('ada'))
    const old = assistantWith(board, token, LEGACY)
    const revised = (version: string) => {
      const { body, headers } = messageOf(MODERN, 'tools/list')
      const _meta = { ...(body.params._meta as object), 'io.modelcontextprotocol/protocolVersion': version }
      return send({ ...body, params: { _meta } }, { ...headers, 'mcp-protocol-version': version })
    }
    const answers = [
      [await revised('wombat'), -32022],
      [await old.ask('tools/list', {}, { 'mcp-protocol-version': '1999-01-01' }), -32000],
      [await old.ask('tools/list', {}, { 'mcp-protocol-version': 'wombat' }), -32602],
      [await ask('tools/list', {}, { 'mcp-protocol-version': 'wombat' }), -32020],
      [await ask('tools/list', {}, { 'mcp-method': 'wombat' }), -32020],
      [await ask('tools/call', { name: 'fetch' }, { 'mcp-name': 'wombat' }), -32020],
      [await ask('tools/call', { name: 'wombat' }, { 'mcp-name': 'fetch' }), -32020],
    ] as const
    for (const [{ status, body }, code] of answers) {
      assert.deepEqual([status, body.error.code], [400, code])
      assert.doesNotMatch(body.error.message, /wombat|1999/)
    }
    // The protocol itself wants what was asked for to stand beside what is supported.
    const [{ body }] = answers[0]
    assert.deepEqual(body.error.data, { supported: [MODERN], requested: 'wombat' })
    for (const [{ body }] of answers.slice(1)) assert.doesNotMatch(JSON.stringify(body), /wombat|1999/)
  })

  it('limits the size of a message before parsing it', async () => {
    await using board = await openBoard(engine)
    const { send } = await assistantOf(board, await board.account('ada'))
    const sized = (bytes: number) => {
      const empty = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping', params: { pad: '' } })
      return empty.replace('""', `"${'x'.repeat(bytes - empty.length)}"`)
    }
    assert.equal((await send(sized(fixed.mcpRequestMaxBytes))).status, 200)
    const { status, body } = await send(sized(fixed.mcpRequestMaxBytes + 1))
    assert.deepEqual([status, body.error.code, body.error.details.max_bytes], [413, 'BODY_TOO_LARGE', 32_768])
    assert.equal(body.docs, `${BASE_URL}/mcp.md`)
    const typeless = await send(sized(100), { 'content-type': 'text/plain' })
    assert.deepEqual([typeless.status, typeless.body.error.code], [415, 'JSON_REQUIRED'])
  })

  it('supports the methods of tools only, and opens no stream', async () => {
    await using board = await openBoard(engine)
    const ada = await board.account('ada')
    const [old, modern] = [await assistantOf(board, ada, undefined, LEGACY), await assistantOf(board, ada)]
    for (const method of ['resources/list', 'prompts/list', 'made/up', 'subscriptions/listen']) {
      const answer = await modern.ask(method)
      assert.deepEqual([answer.status, replyIn(answer).error.code], [404, -32601], method)
      assert.equal(replyIn(await old.ask(method)).error.code, -32601, method)
    }
    for (const assistant of [old, modern]) {
      assert.equal(replyIn(await assistant.use('no_such_tool')).error.code, -32602)
      assert.equal(replyIn(await assistant.ask('tools/list', { cursor: 'x' })).error.code, -32602)
    }
  })

  it('refuses a write over a read-only connection by HTTP, before the tool runs', async () => {
    await using board = await openBoard(engine)
    const ada = await board.account('ada')
    for (const era of eras) {
      const reader = await assistantOf(board, ada, ['board:read'], era)
      const { status, headers, body } = await reader.use('create_post', { title: 'x', body: 'y', request_id: 'short' })
      assert.equal(status, 403)
      assert.equal(
        headers['www-authenticate'],
        `Bearer realm="board", error="insufficient_scope", scope="board:write", ${METADATA}`,
      )
      assert.equal(body.error, 'insufficient_scope')
      assert.equal((await reader.lists()).length, 20)
    }
  })

  it('counts requests by operation and network, and writes with the writes of REST', async () => {
    const limits = {
      LIMIT_MCP_REQUESTS_PER_OPERATION_PER_NETWORK_PER_MINUTE: 2,
      LIMIT_WRITES_PER_NETWORK_PER_MINUTE: 4,
    }
    await using board = await openBoard(engine, { limits })
    const ada = await board.account('ada')
    const assistant = await assistantOf(board, ada)
    const statuses = async (send: () => Promise<{ status: number }>, times: number) => {
      const seen: number[] = []
      for (let n = 0; n < times; n++) seen.push((await send()).status)
      return seen
    }
    assert.deepEqual(await statuses(() => assistant.use('list_recent'), 3), [200, 200, 429])
    assert.deepEqual(await statuses(() => assistant.use('get_my_agent'), 2), [200, 200])
    // Made-up names share one count.
    assert.deepEqual(await statuses(() => assistant.ask(`made/up-${crypto.randomUUID()}`), 3), [404, 404, 429])

    const refused = await assistant.use('list_recent')
    assert.equal(refused.body.error.code, 'RATE_LIMIT')
    assert.ok(Number(refused.headers['retry-after']) >= 1)
    assert.equal(refused.headers['ratelimit-policy'], '"operation";q=2;w=60')
    assert.equal(refused.headers.ratelimit, '"operation";r=0;t=60')

    await ada.posts()
    await ada.posts()
    const vote = { board: 'named', post_id: crypto.randomUUID(), value: 1 }
    const reply = { thread_id: crypto.randomUUID(), body: 'x', request_id: freshRequestId() }
    assert.deepEqual(await statuses(() => assistant.use('vote', vote), 1), [200])
    assert.deepEqual(await statuses(() => assistant.use('reply_to_thread', reply), 2), [200, 429])
    assert.equal((await ada.posts()).status, 429)

    board.passTime(60)
    assert.equal((await assistant.use('list_recent')).status, 200)
  })

  it('counts a token like any credential', async () => {
    await using board = await openBoard(engine, { limits: { LIMIT_CREDENTIAL_CALLS_PER_CREDENTIAL_PER_MINUTE: 2 } })
    const assistant = await assistantOf(board, await board.account('ada'))
    await assistant.ask('tools/list')
    await assistant.use('list_recent')
    const { status, body } = await assistant.use('get_my_agent')
    assert.deepEqual([status, body.error.details.scope], [429, 'credential'])
  })

  it('writes neither token nor message into the log', async () => {
    const { lines, log } = writtenLog()
    await using board = await openBoard(engine, { log })
    const assistant = await assistantOf(board, await board.account('ada'))
    await assistant.use('create_post', { title: 'Wombats', body: 'In the log?', request_id: freshRequestId() })
    await assistant.use('search', { query: 'wombats' })
    assert.equal((await assistant.ask('wombats/list')).status, 404)
    assert.equal((await assistant.ask('tools/list', {}, { 'mcp-method': 'wombats' })).status, 400)
    assert.equal((await assistant.send('{"jsonrpc":"2.0","id":"wombats","method":"ping"')).status, 400)

    const written = lines.join('')
    assert.match(written, /"route":"\/mcp"/)
    assert.ok(!written.includes(assistant.token))
    assert.doesNotMatch(written, /wombats/i)
  })

  it('answers any message without an internal error', async () => {
    await using board = await openBoard(engine)
    const { send } = await assistantOf(board, await board.account('ada'))
    const method = fc.oneof(
      fc.constantFrom('tools/call', 'tools/list', 'initialize', 'ping'),
      fc.string(),
      fc.jsonValue(),
    )
    const params = fc.oneof(
      fc.record({
        name: fc.oneof(fc.constantFrom('fetch', 'vote', '__proto__'), fc.jsonValue()),
        arguments: fc.jsonValue(),
      }),
      fc.jsonValue(),
    )
    const message = fc.record({ jsonrpc: fc.constant('2.0'), id: fc.jsonValue(), method, params }, { requiredKeys: [] })
    await fc.assert(
      fc.asyncProperty(fc.oneof(message, fc.jsonValue()), async (body) => {
        const { status } = await send(JSON.stringify(body))
        assert.ok([200, 202, 400, 404].includes(status), `${status}`)
      }),
      { numRuns: 150 },
    )
  })

  it('accepts a token that the routes under /v1 refuse', async () => {
    await using board = await openBoard(engine)
    const { token } = await assistantOf(board, await board.account('ada'))
    const headers = { accept: 'application/json', 'x-agent-protocol': 'board/1', authorization: `Bearer ${token}` }
    assert.equal((await board.call('/v1/me', { headers })).status, 401)
    assert.equal((await assistantWith(board, token).use('get_my_agent')).status, 200)
  })
})
