/** How an assistant is connected: discovery, registration, the form, tokens, and what they open. */
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { sql } from '../../src/storage/sql.ts'
import { BASE_URL, onEachEngine, openBoard } from '../board.ts'
import {
  authorizeUrl,
  connect,
  connectAs,
  newClient,
  openForm,
  pkce,
  REDIRECT_URI,
  redirectOf,
  registerClient,
  requestTokens,
  sendForm,
  submitForm,
} from '../setup/connections.ts'

const bearer = (token: string) => ({ authorization: `Bearer ${token}`, 'content-type': 'application/json' })

onEachEngine('connecting an assistant', (engine) => {
  it('is possible from the discovery documents alone', async () => {
    await using board = await openBoard(engine)
    const server = await board.call('/.well-known/oauth-authorization-server')
    const resource = await board.call('/.well-known/oauth-protected-resource/mcp')
    const same = await board.call('/.well-known/oauth-protected-resource')

    assert.deepEqual(server.body, {
      issuer: BASE_URL,
      authorization_endpoint: `${BASE_URL}/oauth/authorize`,
      token_endpoint: `${BASE_URL}/oauth/token`,
      registration_endpoint: `${BASE_URL}/oauth/register`,
      revocation_endpoint: `${BASE_URL}/oauth/revoke`,
      response_types_supported: ['code'],
      response_modes_supported: ['query'],
      grant_types_supported: ['authorization_code', 'refresh_token'],
      code_challenge_methods_supported: ['S256'],
      token_endpoint_auth_methods_supported: ['none'],
      revocation_endpoint_auth_methods_supported: ['none'],
      scopes_supported: ['board:read', 'board:write'],
      authorization_response_iss_parameter_supported: true,
      client_id_metadata_document_supported: false,
    })
    assert.deepEqual(resource.body, {
      resource: `${BASE_URL}/mcp`,
      authorization_servers: [BASE_URL],
      scopes_supported: ['board:read', 'board:write'],
      bearer_methods_supported: ['header'],
    })
    assert.deepEqual(same.body, resource.body)
  })

  it('makes a new agent on the form, without any key, and votes with its token', async () => {
    await using board = await openBoard(engine)
    const ada = await board.account('ada')
    const thread = (await ada.posts()).body.id

    const { tokens } = await connect(board, { form: { name: 'my-assistant' } })
    const ballot = await board.call('/ballot', {
      method: 'POST',
      headers: bearer(tokens.access_token),
      body: { board: 'named', post_id: thread, value: 1 },
    })

    assert.deepEqual(Object.keys(tokens), ['access_token', 'token_type', 'expires_in', 'refresh_token', 'scope'])
    assert.deepEqual([tokens.token_type, tokens.expires_in, tokens.scope], ['Bearer', 3600, 'board:read board:write'])
    assert.equal(ballot.status, 200)
    assert.equal(ballot.body.score, 1)
    const keys = await board.db.read('keys', (tx) =>
      tx.all(sql`SELECT key_hash, participation_basis FROM accounts WHERE name = 'my-assistant'`),
    )
    assert.deepEqual({ ...(keys[0] as object) }, { key_hash: null, participation_basis: 'owner_directed' })
  })

  it('links an existing agent by its key, which continues to work', async () => {
    await using board = await openBoard(engine)
    const [ada, bob] = [await board.account('ada'), await board.account('bob')]
    const thread = (await bob.posts()).body.id
    const token = await connectAs(board, ada)

    const cast = await board.call('/ballot', {
      method: 'POST',
      headers: bearer(token),
      body: { board: 'named', post_id: thread, value: 1 },
    })
    const again = await ada.send('/ballot', { board: 'named', post_id: thread, value: 1 })

    assert.equal(cast.status, 200)
    assert.equal(again.body.replayed, true)
  })

  it('answers with state and issuer, and shows the client and its redirect address', async () => {
    await using board = await openBoard(engine)
    const client = await newClient(board, { client_name: 'Claude' })
    const form = await openForm(board, authorizeUrl(client, pkce().code_challenge))
    const back = redirectOf(await submitForm(board, form, { name: 'new-one' }))

    assert.match(
      form.page.body,
      /calls itself<\/dt><dd><span class="tag">not verified<\/span> <strong><bdi>Claude<\/bdi><\/strong>/,
    )
    assert.match(
      form.page.body,
      /<strong>assistant\.example<\/strong> <span class="address">https:\/\/<strong>assistant\.example<\/strong>\/callback<\/span>/,
    )
    assert.equal(back.origin + back.pathname, REDIRECT_URI)
    assert.equal(back.searchParams.get('state'), 'a state')
    assert.equal(back.searchParams.get('iss'), BASE_URL)
    assert.ok(back.searchParams.get('code'))
  })

  it('grants reading only when the box is not ticked, and names the scope that a write needs', async () => {
    await using board = await openBoard(engine)
    const ada = await board.account('ada')
    const { tokens } = await connect(board, { form: { agent: 'existing', api_key: ada.key, write: undefined } })
    const refused = await board.call('/ballot', { method: 'POST', headers: bearer(tokens.access_token), body: {} })

    assert.equal(tokens.scope, 'board:read')
    assert.deepEqual([refused.status, refused.body.error.code], [403, 'INSUFFICIENT_SCOPE'])
    assert.equal(
      refused.headers['www-authenticate'],
      `Bearer realm="board", error="insufficient_scope", scope="board:write", resource_metadata="${BASE_URL}/.well-known/oauth-protected-resource/mcp"`,
    )
  })

  it('offers no box for writing to a client that asked to read only', async () => {
    await using board = await openBoard(engine)
    const client = await newClient(board)
    const { code_challenge } = pkce()
    const form = await openForm(board, authorizeUrl(client, code_challenge, { scope: 'board:read' }))
    assert.doesNotMatch(form.page.body, /name="write"/)
  })

  it('shows a caller without a token where to get one, and reports an error only for a token that was sent', async () => {
    await using board = await openBoard(engine)
    const ask = async (headers: Record<string, string>) =>
      (await board.call('/ballot', { method: 'POST', headers, body: {} })).headers['www-authenticate']
    const metadata = `scope="board:read board:write", resource_metadata="${BASE_URL}/.well-known/oauth-protected-resource/mcp"`

    assert.equal(await ask({}), `Bearer realm="board", ${metadata}`)
    assert.equal(
      await ask({ authorization: 'Bearer nothing' }),
      `Bearer realm="board", error="invalid_token", ${metadata}`,
    )
  })

  it('accepts tokens on no other route', async () => {
    await using board = await openBoard(engine)
    const ada = await board.account('ada')
    const token = await connectAs(board, ada)
    const me = await ada.get('/v1/me', { authorization: `Bearer ${token}` })
    assert.deepEqual([me.status, me.headers['www-authenticate']], [401, 'Bearer realm="board"'])
  })

  it('rotates refresh tokens within the granted scopes', async () => {
    await using board = await openBoard(engine)
    const { client_id, tokens } = await connect(board, { form: { name: 'my-assistant' } })
    const refresh = (refresh_token: string, more = {}) =>
      requestTokens(board, { grant_type: 'refresh_token', refresh_token, client_id, ...more })

    const second = await refresh(tokens.refresh_token, { scope: 'board:read' })
    const third = await refresh(second.body.refresh_token)
    const asWriter = await refresh(third.body.refresh_token, { scope: 'board:write' })

    assert.deepEqual([second.status, second.body.scope], [200, 'board:read'])
    assert.deepEqual([third.status, third.body.scope], [200, 'board:read board:write'])
    assert.deepEqual([asWriter.status, asWriter.body.scope], [200, 'board:read board:write'])
    assert.equal(new Set([tokens, second.body, third.body].map((set) => set.refresh_token)).size, 3)
  })

  it('shows the same form again with the typed text, except the key', async () => {
    await using board = await openBoard(engine)
    await board.account('taken-name')
    const client = await newClient(board)
    const form = await openForm(board, authorizeUrl(client, pkce().code_challenge))

    const taken = await submitForm(board, form, {
      name: 'taken-name',
      write: 'yes',
      participation_basis: 'autonomous_discovery',
    })
    const bad = await submitForm(board, form, { name: 'No Good' })
    const hasty = await submitForm(board, form, { name: ' Taken-Name ' })
    const wrong = await submitForm(board, form, {
      agent: 'existing',
      api_key: `brd_${'k'.repeat(43)}`,
      name: 'typed-name',
    })

    assert.equal(taken.status, 409)
    assert.match(taken.body, /Somebody has this name already/)
    assert.match(taken.body, /value="taken-name"/)
    assert.match(taken.body, /value="autonomous_discovery" selected/)
    assert.match(taken.body, /name="write" value="yes" checked/)
    assert.equal(bad.status, 400)
    assert.match(bad.body, /small letters, digits and hyphens, beginning/)
    assert.match(hasty.body, /Somebody has this name already/)
    assert.equal(wrong.status, 400)
    assert.match(wrong.body, /value="existing" checked/)
    assert.match(wrong.body, /value="typed-name"/)
    assert.doesNotMatch(wrong.body, /kkkk/)
    assert.match((await submitForm(board, form, { name: 'fine-name' })).headers.location, /code=/)
  })

  it('creates one account for one form and name, even after a double click', async () => {
    await using board = await openBoard(engine)
    const client = await newClient(board)
    const { code_challenge, code_verifier } = pkce()
    const form = await openForm(board, authorizeUrl(client, code_challenge))

    const clicks = await Promise.all([1, 2, 3].map(() => submitForm(board, form, { name: 'once-only' })))
    board.passTime(599)
    const later = await submitForm(board, form, { name: 'once-only' })
    const elsewhere = await openForm(board, authorizeUrl(client, code_challenge))
    const other = await submitForm(board, elsewhere, { name: 'once-only' })

    for (const click of [...clicks, later]) assert.match(redirectOf(click).search, /code=/)
    assert.equal(other.status, 409)
    const code = redirectOf(later).searchParams.get('code') as string
    const tokens = await requestTokens(board, {
      grant_type: 'authorization_code',
      code,
      client_id: client,
      code_verifier,
    })
    assert.equal(tokens.status, 200)
    assert.match((await board.call(form.path, { headers: { cookie: form.cookie } })).body, /value="once-only"/)
  })

  it('keeps registration within its daily allowance and the capacity of the board', async () => {
    await using board = await openBoard(engine, { limits: { LIMIT_REGISTRATIONS_PER_NETWORK_PER_DAY: 1 } })
    await using full = await openBoard(engine, { limits: { LIMIT_ACCOUNTS: 1 } })
    await board.account('ada')
    await full.account('ada')
    const attempt = async (on: typeof board) => {
      const client = await newClient(on)
      return submitForm(on, await openForm(on, authorizeUrl(client, pkce().code_challenge)), { name: 'one-more' })
    }

    const limited = await attempt(board)
    const refused = await attempt(full)
    assert.equal(limited.status, 429)
    assert.match(limited.body, /come back tomorrow/)
    assert.equal(limited.headers['retry-after'], '43200')
    assert.equal(refused.status, 503)
    assert.match(refused.body, /The board is full/)
  })

  it('counts new agents among the registrations of a network', async () => {
    await using board = await openBoard(engine, { limits: { LIMIT_REGISTRATION_ATTEMPTS_PER_NETWORK_PER_MINUTE: 1 } })
    const client = await newClient(board)
    const form = await openForm(board, authorizeUrl(client, pkce().code_challenge))
    assert.equal((await submitForm(board, form, { name: 'No Good' })).status, 400)
    const limited = await submitForm(board, form, { name: 'good-name' })
    assert.equal(limited.status, 429)
    assert.match(limited.body, /Your network has sent this form very often/)
    assert.match(limited.body, /value="good-name"/)
    assert.equal(limited.headers['retry-after'], '60')
    assert.match(limited.headers.ratelimit, /"registration-attempts";r=0;t=60/)
    board.passTime(60)
    assert.equal((await submitForm(board, form, { name: 'good-name' })).status, 303)
  })

  it('counts a new agent as a registration once its fields are valid, and not when it is reused', async () => {
    await using board = await openBoard(engine, { limits: { LIMIT_REGISTRATIONS_PER_MINUTE: 1 } })
    const client = (await registerClient(board)).body.client_id
    const [form, other] = [
      await openForm(board, authorizeUrl(client, pkce().code_challenge)),
      await openForm(board, authorizeUrl(client, pkce().code_challenge)),
    ]
    assert.equal((await submitForm(board, form, { name: 'No Good' })).status, 400)
    assert.equal((await submitForm(board, form, { name: 'good-name' })).status, 303)
    assert.equal((await submitForm(board, form, { name: 'good-name' })).status, 303)
    const limited = await submitForm(board, other, { name: 'other-name' })
    assert.equal(limited.status, 429)
    assert.match(limited.body, /Very many new agents/)
    assert.equal(limited.headers['retry-after'], '60')
  })

  it('needs no headers of the API with a token; a key needs them to vote and cannot pin at all', async () => {
    await using board = await openBoard(engine)
    const ada = await board.account('ada')
    const refusal = async (path: string, credential: string) => {
      const { status, body } = await board.call(path, { method: 'POST', headers: bearer(credential), body: {} })
      return [status, body.error.code]
    }
    const token = await connectAs(board, ada)
    assert.deepEqual(await refusal('/ballot', token), [400, 'INVALID_BOARD'])
    assert.deepEqual(await refusal('/ballot', ada.key), [400, 'PROTOCOL_REQUIRED'])
    assert.deepEqual(await refusal('/pins', token), [400, 'INVALID_BOARD'])
    assert.deepEqual(await refusal('/pins', ada.key), [403, 'INSUFFICIENT_SCOPE'])
  })

  it('creates no account when the form is opened', async () => {
    await using board = await openBoard(engine)
    const client = await newClient(board)
    const counts = () =>
      board.db.read('count', (tx) =>
        tx.one(sql`
          SELECT (SELECT COUNT(*) FROM accounts) AS accounts, (SELECT COUNT(*) FROM oauth_grants) AS grants,
                 (SELECT COUNT(*) FROM oauth_links) AS links, (SELECT COUNT(*) FROM oauth_tokens) AS tokens`),
      )
    const before = await counts()
    await openForm(board, authorizeUrl(client, pkce().code_challenge))
    assert.deepEqual(await counts(), before)
  })

  it('marks pages and documents as compressible', async () => {
    await using board = await openBoard(engine)
    const form = await openForm(board, authorizeUrl(await newClient(board), pkce().code_challenge))
    const answers = [
      form.page,
      await board.call('/oauth/authorize'),
      await board.call('/.well-known/oauth-authorization-server'),
      await requestTokens(board, {}),
    ]
    for (const { headers } of answers) assert.equal(headers.vary, 'Accept-Encoding')
  })

  it('reports to the client that the person declined', async () => {
    await using board = await openBoard(engine)
    const client = await newClient(board)
    const form = await openForm(board, authorizeUrl(client, pkce().code_challenge))
    const { search, searchParams } = redirectOf(await submitForm(board, form, { decision: 'cancel' }))
    assert.doesNotMatch(search, /\+/) // some programs show it as it comes
    assert.deepEqual(
      ['error', 'state', 'iss', 'code'].map((name) => searchParams.get(name)),
      ['access_denied', 'a state', BASE_URL, null],
    )
  })

  it('revokes an access token alone, or the whole connection with its refresh token', async () => {
    await using board = await openBoard(engine)
    const { client_id, tokens } = await connect(board, { form: { name: 'my-assistant' } })
    const status = async (token: string) =>
      (await board.call('/ballot', { method: 'POST', headers: bearer(token), body: {} })).status
    const revoke = (token: string) => sendForm(board, '/oauth/revoke', { token, client_id })
    const refresh = (refresh_token: string) =>
      requestTokens(board, { grant_type: 'refresh_token', refresh_token, client_id })

    assert.equal((await revoke(tokens.access_token)).status, 200)
    assert.equal(await status(tokens.access_token), 401)
    const next = await refresh(tokens.refresh_token)
    assert.equal(await status(next.body.access_token), 400)
    assert.equal((await revoke(next.body.refresh_token)).status, 200)
    assert.equal(await status(next.body.access_token), 401)
    assert.equal((await refresh(next.body.refresh_token)).body.error, 'invalid_grant')
    assert.equal((await revoke('never heard of')).status, 200)
  })

  it('lets pages of any site call the documents and endpoints, but not the form', async () => {
    await using board = await openBoard(engine)
    for (const path of ['/.well-known/oauth-authorization-server', '/.well-known/oauth-protected-resource/mcp'])
      assert.equal((await board.call(path)).headers['access-control-allow-origin'], '*')
    for (const path of ['/oauth/register', '/oauth/token', '/oauth/revoke']) {
      const preflight = await board.call(path, { method: 'OPTIONS', headers: { origin: 'https://inspector.example' } })
      const refused = await sendForm(board, path, {}, { origin: 'https://inspector.example' })
      assert.equal(preflight.status, 204)
      assert.match(preflight.headers['access-control-allow-methods'], /POST/)
      assert.equal(refused.headers['access-control-allow-origin'], '*')
      assert.deepEqual(Object.keys(refused.body), ['error', 'error_description'])
    }
    const client = await newClient(board)
    const form = await openForm(board, authorizeUrl(client, pkce().code_challenge))
    assert.equal(form.page.headers['access-control-allow-origin'], undefined)
  })

  it('counts registrations and operations of a network', async () => {
    await using board = await openBoard(engine, {
      limits: {
        LIMIT_OAUTH_REGISTRATIONS_PER_NETWORK_PER_MINUTE: 2,
        LIMIT_MCP_REQUESTS_PER_OPERATION_PER_NETWORK_PER_MINUTE: 3,
      },
    })
    const registered = [await registerClient(board), await registerClient(board), await registerClient(board)]
    const tokens = []
    for (let n = 0; n < 4; n++) tokens.push(await requestTokens(board, {}))

    assert.deepEqual(
      registered.map(({ status }) => status),
      [201, 201, 429],
    )
    assert.deepEqual(
      tokens.map(({ status }) => status),
      [400, 400, 400, 429],
    )
    assert.equal(tokens[3]?.body.error, 'temporarily_unavailable')
    assert.ok(Number(tokens[3]?.headers['retry-after']) >= 1)
    assert.equal((await sendForm(board, '/oauth/revoke', { token: 'x' })).status, 200)
  })
})
