/** Programs that we did not write, and the habits of those that we know. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { it } from 'node:test'
import * as oauth from 'oauth4webapi'
import { BASE_URL, onEachEngine, openBoard } from '../board.ts'
import {
  authorizeUrl,
  codeFor,
  connect,
  errorOf,
  newClient,
  openForm,
  pkce,
  REDIRECT_URI,
  RESOURCE,
  redirectOf,
  registerClient,
  requestTokens,
  sendForm,
  submitForm,
  wayBack,
} from '../setup/connections.ts'
import { openListeningBoard } from '../setup/listening.ts'

onEachEngine('a client', (engine) => {
  it('that is oauth4webapi completes the whole flow, and accepts every answer', async () => {
    await using board = await openListeningBoard(engine)
    const http = { [oauth.allowInsecureRequests]: true }
    const resource = new URL(`${board.url}/mcp`)

    const found = await oauth.resourceDiscoveryRequest(resource, http)
    const { authorization_servers = [] } = await oauth.processResourceDiscoveryResponse(resource, found)
    const issuer = new URL(authorization_servers[0] as string)
    const as = await oauth.processDiscoveryResponse(
      issuer,
      await oauth.discoveryRequest(issuer, { ...http, algorithm: 'oauth2' }),
    )
    const redirect_uri = 'http://127.0.0.1/callback'
    const client = await oauth.processDynamicClientRegistrationResponse(
      await oauth.dynamicClientRegistrationRequest(as, { redirect_uris: [redirect_uri], client_name: 'panva' }, http),
    )
    const verifier = oauth.generateRandomCodeVerifier()
    const state = oauth.generateRandomState()
    const asked = authorizeUrl(client.client_id, await oauth.calculatePKCECodeChallenge(verifier), {
      redirect_uri,
      state,
      resource: resource.href,
    })
    const form = await openForm(board.overSocket, asked)
    const back = redirectOf(
      await submitForm(board.overSocket, form, { name: 'panva', write: 'yes' }, { origin: board.url }),
    )

    const parameters = oauth.validateAuthResponse(as, client, back, state)
    const none = oauth.None()
    const tokens = await oauth.processAuthorizationCodeResponse(
      as,
      client,
      await oauth.authorizationCodeGrantRequest(as, client, none, parameters, redirect_uri, verifier, {
        ...http,
        additionalParameters: { resource: resource.href },
      }),
    )
    const refreshed = await oauth.processRefreshTokenResponse(
      as,
      client,
      await oauth.refreshTokenGrantRequest(as, client, none, tokens.refresh_token as string, http),
    )
    const ballot = () =>
      oauth.protectedResourceRequest(
        refreshed.access_token,
        'POST',
        new URL('/ballot', board.url),
        new Headers({ 'content-type': 'application/json' }),
        '{}',
        http,
      )
    assert.equal((await ballot()).status, 400) // authenticated; the refusal names the missing field

    await oauth.processRevocationResponse(
      await oauth.revocationRequest(as, client, none, refreshed.refresh_token as string, http),
    )
    await assert.rejects(ballot, oauth.WWWAuthenticateChallengeError)
  })

  it('on a loopback address may use any port', async () => {
    await using board = await openBoard(engine)
    for (const [registered, used] of [
      ['http://127.0.0.1/callback', 'http://127.0.0.1:51004/callback'],
      ['http://localhost:3000/callback', 'http://localhost:61234/callback'],
      ['http://[::1]:3000/callback', 'http://[::1]:61234/callback'],
      ['http://127.0.0.1', 'http://127.0.0.1:51005/'],
    ] as const) {
      const client = await newClient(board, { redirect_uris: [registered] })
      const { code_challenge, code_verifier } = pkce()
      const form = await openForm(board, authorizeUrl(client, code_challenge, { redirect_uri: used }))
      const back = redirectOf(
        await submitForm(board, form, {
          name: `at-${new URL(registered).hostname.replace(/\W/g, '')}-${new URL(used).port}`,
        }),
      )
      assert.equal(`${back.origin}${back.pathname}`, used)
      const request = { grant_type: 'authorization_code', client_id: client, code_verifier, redirect_uri: used }
      const tokens = await requestTokens(board, { ...request, code: back.searchParams.get('code') as string })
      assert.equal(tokens.status, 200)
    }
  })

  it('with a private-use scheme gets a page with a link', async () => {
    await using board = await openBoard(engine)
    const redirect_uris = [
      'cursor://anysphere.cursor-mcp/oauth/callback',
      'https://www.cursor.com/agents/mcp/oauth/callback',
      'http://localhost:8787/callback',
    ]
    const registered = await registerClient(board, { client_name: 'Cursor', redirect_uris })
    const { client_id } = registered.body
    for (const redirect_uri of redirect_uris) {
      const { code_challenge } = pkce()
      const form = await openForm(board, authorizeUrl(client_id, code_challenge, { redirect_uri }))
      const sent = await submitForm(board, form, { name: `cursor-${redirect_uri.length}` })
      assert.equal(sent.status, redirect_uri.startsWith('cursor:') ? 200 : 303)
      if (sent.status === 200) {
        assert.match(form.page.body, /opens <strong>cursor:\/\/<\/strong> links/)
        assert.match(
          sent.body,
          /href="cursor:\/\/anysphere\.cursor-mcp\/oauth\/callback\?code=board_code_[\w-]+&amp;state=a%20state&amp;iss=/,
        )
      }
    }
    assert.equal(registered.status, 201)
    assert.deepEqual(registered.body.redirect_uris, redirect_uris)
  })

  it('may register any complete address, or a private-use scheme', async () => {
    await using board = await openBoard(engine)
    const redirect_uris = [
      'https://assistant.example',
      'https://Assistant.Example:8443/callback?a=b&c=%20',
      'https://xn--bcher-kva.example:443/',
      'http://localhost/',
      'HTTP://LOCALHOST:1/callback',
      'http://[::1]:3000/callback',
      'cursor://anysphere.cursor-mcp/oauth/callback',
      'vscode://vscode.github-authentication/did-authenticate',
      'com.example.app:/callback',
      'com.example.app:callback',
    ]
    const { status, body } = await registerClient(board, { redirect_uris })
    assert.equal(status, 201, JSON.stringify(body))
  })

  it('may send null for optional metadata', async () => {
    await using board = await openBoard(engine)
    const nothing = { client_name: null, grant_types: null, response_types: null, scope: null, logo_uri: null }
    const { status, body } = await registerClient(board, nothing)
    assert.deepEqual([status, body.client_name], [201, 'A program without a name'])
    assert.equal((await registerClient(board, { redirect_uris: null })).body.error, 'invalid_redirect_uri')
  })

  it('may have a name in any script', async () => {
    await using board = await openBoard(engine)
    const names = [
      'Claude (MCP) — v1.2 & more',
      "L’assistant d'Ada",
      'مساعد المنشورات',
      'हिन्दी पेड़ों वाला',
      '日本語アシスタント・テスト',
      'Trợ lý',
      'עוזר של צה״ל',
      'ผู้ช่วยน้ำ',
      'Robot 🤖',
    ]
    for (const client_name of names)
      assert.equal((await registerClient(board, { client_name })).body.client_name, client_name)
  })

  it('may ask for a secret, and is registered without one', async () => {
    await using board = await openBoard(engine)
    for (const token_endpoint_auth_method of ['client_secret_post', 'client_secret_basic', 'none']) {
      const { status, body } = await registerClient(board, {
        token_endpoint_auth_method,
        scope: 'openid',
        foo: { bar: 1 },
      })
      assert.equal(status, 201)
      assert.equal(body.token_endpoint_auth_method, 'none')
      assert.equal('client_secret' in body, false)
      assert.equal(body.client_id_issued_at, board.now())
    }
    const { client_id, tokens } = await connect(board, { form: { name: 'with-secret' } })
    const refresh = { grant_type: 'refresh_token', refresh_token: tokens.refresh_token, client_id, client_secret: '' }
    assert.equal((await requestTokens(board, { ...refresh, client_secret: 'made up' })).status, 200)
  })

  it('that expired is named in the answer, and gets a challenge only if it sent a credential', async () => {
    await using board = await openListeningBoard(engine)
    const as = { issuer: board.url, token_endpoint: `${board.url}/oauth/token` }
    const client = { client_id: randomUUID() }
    const http = { [oauth.allowInsecureRequests]: true }
    const refresh = async (login: oauth.ClientAuth) =>
      oauth.processRefreshTokenResponse(
        as,
        client,
        await oauth.refreshTokenGrantRequest(as, client, login, 'a token', http),
      )
    await assert.rejects(refresh(oauth.None()), { name: 'ResponseBodyError', status: 400, error: 'invalid_client' })

    const fields = { grant_type: 'refresh_token', refresh_token: 'a token', ...client }
    const refused = await sendForm(board, '/oauth/token', fields, { authorization: 'Basic eDp5' })
    assert.deepEqual([refused.status, refused.body.error], [401, 'invalid_client'])
    assert.equal(refused.headers['www-authenticate'], 'Basic realm="board"')
  })

  it('may leave out scope, resource, state and its only address, and ask for unknown scopes', async () => {
    await using board = await openBoard(engine)
    const client_id = await newClient(board)
    let n = 0
    const granted = async (changes: Record<string, string | undefined>) => {
      const { code_challenge, code_verifier } = pkce()
      const form = await openForm(board, authorizeUrl(client_id, code_challenge, changes))
      const back = redirectOf(await submitForm(board, form, { name: `agent-${++n}`, write: 'yes' }))
      assert.equal(back.searchParams.get('state'), 'state' in changes ? null : 'a state')
      const code = back.searchParams.get('code') as string
      return (await requestTokens(board, { grant_type: 'authorization_code', code, client_id, code_verifier })).body
        .scope
    }

    assert.equal(await granted({ scope: undefined, resource: undefined }), 'board:read board:write')
    assert.equal(await granted({ state: undefined, redirect_uri: undefined }), 'board:read board:write')
    assert.equal(await granted({ scope: 'openid offline_access board:read' }), 'board:read')
    assert.equal(await granted({ scope: ' ' }), 'board:read board:write')
    assert.equal(await granted({ scope: 'board:write', resource: `${BASE_URL}/mcp` }), 'board:read board:write')
  })

  it('is refused if it asks for unknown scopes only', async () => {
    await using board = await openBoard(engine)
    const client_id = await newClient(board)
    for (const scope of ['openid offline_access', 'board', 'Board:Read', 'board:read,board:write', 'board:*'])
      assert.equal(
        errorOf(await board.call(authorizeUrl(client_id, pkce().code_challenge, { scope }))),
        'invalid_scope',
        scope,
      )
  })

  it('may repeat the resource, but not add another one', async () => {
    await using board = await openBoard(engine)
    const client = await newClient(board)
    const own = `&resource=${encodeURIComponent(RESOURCE)}`
    const other = `&resource=${encodeURIComponent('https://other.example/mcp')}`
    const ask = (resources: string) => board.call(authorizeUrl(client, pkce().code_challenge) + resources)
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    const redeem = async (request: object, resources: string) =>
      board.call('/oauth/token', {
        method: 'POST',
        headers,
        body: String(new URLSearchParams({ ...request })) + resources,
      })
    const request = await codeFor(board)

    assert.match((await ask(own + own)).headers.location, /^\/oauth\/link\//)
    assert.equal(errorOf(await ask(own + other)), 'invalid_target')
    assert.equal((await redeem(request, own + other)).body.error, 'invalid_target')
    assert.equal((await redeem(request, own + own)).status, 200)
  })

  it('may name the loopback host by any of its names', async () => {
    await using board = await openBoard(engine, { env: { BASE_URL: 'http://localhost:8080' } })
    const client_id = await newClient(board)
    const { code_challenge } = pkce()
    const status = async (resource: string) => {
      const answer = await board.call(authorizeUrl(client_id, code_challenge, { resource }))
      return answer.status === 303 ? 'form' : wayBack(answer).searchParams.get('error')
    }
    for (const host of ['localhost', '127.0.0.1', '[::1]'])
      assert.equal(await status(`http://${host}:8080/mcp`), 'form')
    for (const other of ['http://localhost:8081/mcp', 'https://localhost:8080/mcp', 'http://127.0.0.2:8080/mcp'])
      assert.equal(await status(other), 'invalid_target', other)
    const form = await openForm(board, authorizeUrl(client_id, code_challenge))
    const sent = await submitForm(board, form, { name: 'at-home' }, { origin: 'http://127.0.0.1:8080' })
    assert.equal(sent.status, 303)
  })

  it('refreshes one token many times at once, and every answer works', async () => {
    await using board = await openBoard(engine)
    const { client_id, tokens } = await connect(board, { form: { name: 'in-parallel' } })
    const refresh = (refresh_token: string) =>
      requestTokens(board, { grant_type: 'refresh_token', refresh_token, client_id })

    const answers = await Promise.all(Array.from({ length: 6 }, () => refresh(tokens.refresh_token)))

    for (const { status, body } of answers) {
      assert.equal(status, 200)
      assert.equal((await refresh(body.refresh_token)).status, 200)
    }
  })

  it('keeps the query of its redirect address', async () => {
    await using board = await openBoard(engine)
    const redirect_uri = `${REDIRECT_URI}?session=a%20b`
    const client_id = await newClient(board, { redirect_uris: [redirect_uri] })
    const form = await openForm(board, authorizeUrl(client_id, pkce().code_challenge, { redirect_uri }))
    const sent = await submitForm(board, form, { name: 'with-query' })
    assert.ok(sent.headers.location.startsWith(`${redirect_uri}&code=`))
  })

  it('may send a state as long as an address allows, over a real connection', async () => {
    await using board = await openListeningBoard(engine)
    const redirect_uri = `https://assistant.example/${'x'.repeat(2_022)}`
    const client_id = await newClient(board, { redirect_uris: [redirect_uri] })
    const ask = (state: string) => authorizeUrl(client_id, pkce().code_challenge, { redirect_uri, state })
    const longest = ['s'.repeat(4_096), '"'.repeat(1_365), '\\'.repeat(1_365), '~'.repeat(4_096), 'a b'.repeat(819)]
    const browser = {
      origin: board.url,
      'user-agent': 'x'.repeat(200),
      accept: 'x'.repeat(300),
      referer: 'x'.repeat(4_096), // the most that a browser sends
    }
    for (const [n, state] of longest.entries()) {
      const form = await openForm(board.overSocket, ask(state))
      const sent = await submitForm(board.overSocket, form, { name: `talkative-${n}` }, browser)
      assert.equal(redirectOf(sent).searchParams.get('state'), state)
      const longer = wayBack(await board.overSocket.call(ask(`${state}"`))).searchParams
      assert.deepEqual([longer.get('error'), longer.get('state')], ['invalid_request', `${state}"`])
    }
    for (const state of ['\x01'.repeat(4_000), 'a\nb', 'é', '\x7f'])
      assert.equal(wayBack(await board.overSocket.call(ask(state))).searchParams.get('error'), 'invalid_request')
  })
})
