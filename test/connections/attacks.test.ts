/** What an attacker would try against the authorization server. Each attempt fails, and says no more than it must. */
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { BASE_URL, onEachEngine, openBoard } from '../board.ts'
import {
  authorizeUrl,
  codeFor,
  connect,
  connectAs,
  errorOf,
  newClient,
  openForm,
  pkce,
  pkceOf,
  REDIRECT_URI,
  redirectOf,
  registerClient,
  requestTokens,
  sendForm,
  submitForm,
  tokenWorks,
  wayBack,
} from '../setup/connections.ts'
import { assertNothingChanges } from '../setup/contents.ts'

onEachEngine('an attacker', (engine) => {
  it('is refused without PKCE, or with a plain challenge', async () => {
    await using board = await openBoard(engine)
    const client = await newClient(board)
    const { code_challenge } = pkce()
    for (const changes of [
      { code_challenge: undefined },
      { code_challenge_method: undefined },
      { code_challenge_method: 'plain' },
      { code_challenge: 'short' },
    ]) {
      const refused = await board.call(authorizeUrl(client, code_challenge, changes))
      assert.equal(errorOf(refused), 'invalid_request', JSON.stringify(changes))
      assert.equal(wayBack(refused).searchParams.get('state'), 'a state')
    }
  })

  it('cannot redeem a code that was stolen: no verifier, a wrong one, another client', async () => {
    await using board = await openBoard(engine)
    const request = await codeFor(board)
    const thief = await newClient(board)
    const error = async (changes: object) => (await requestTokens(board, { ...request, ...changes })).body.error

    assert.equal(await error({ code_verifier: undefined }), 'invalid_request')
    assert.equal(await error({ code_verifier: pkce().code_verifier }), 'invalid_grant')
    assert.equal(await error({ code_verifier: 'short' }), 'invalid_grant')
    assert.equal(await error({ client_id: thief }), 'invalid_grant')
    assert.equal(await error({ client_id: 'nobody' }), 'invalid_client')
    assert.equal(await error({ client_id: undefined }), 'invalid_request')
    assert.equal(await error({ redirect_uri: 'https://evil.example/' }), 'invalid_grant')
    assert.equal(await error({ resource: 'https://other.example/mcp' }), 'invalid_target')
    assert.equal((await requestTokens(board, request)).status, 200)
  })

  it('gains nothing from a program whose verifier is too easy to guess, or is none', async () => {
    await using board = await openBoard(engine)
    const statusOf = async (code_verifier: string) => {
      const request = await codeFor(board, `agent-${code_verifier.length}`, pkceOf(code_verifier))
      return (await requestTokens(board, request)).status
    }
    const verifiers = ['a'.repeat(42), 'a'.repeat(43), 'a'.repeat(128), 'a'.repeat(129), `${'a'.repeat(49)}!`]
    assert.deepEqual(await Promise.all(verifiers.map(statusOf)), [400, 200, 200, 400, 400])
  })

  it('who replays a code ends the connection that it made', async () => {
    await using board = await openBoard(engine)
    const request = await codeFor(board)
    const { access_token, refresh_token } = (await requestTokens(board, request)).body
    assert.ok(await tokenWorks(board, access_token))

    const replay = await requestTokens(board, request)

    assert.deepEqual([replay.status, replay.body.error], [400, 'invalid_grant'])
    assert.equal(await tokenWorks(board, access_token), false)
    const refresh = { grant_type: 'refresh_token', refresh_token, client_id: request.client_id }
    assert.equal((await requestTokens(board, refresh)).body.error, 'invalid_grant')
  })

  it('cannot end a connection with a used code alone', async () => {
    await using board = await openBoard(engine)
    const request = await codeFor(board)
    const { access_token } = (await requestTokens(board, request)).body

    for (const code_verifier of [undefined, pkce().code_verifier])
      assert.equal((await requestTokens(board, { ...request, code_verifier })).status, 400)
    assert.equal((await requestTokens(board, { ...request, client_id: await newClient(board) })).status, 400)

    assert.ok(await tokenWorks(board, access_token))
  })

  it('who redeems one code many times at once gets one token, which then ends', async () => {
    await using board = await openBoard(engine)
    const request = await codeFor(board)
    const answers = await Promise.all(Array.from({ length: 8 }, () => requestTokens(board, request)))
    const won = answers.filter(({ status }) => status === 200)
    assert.equal(won.length, 1)
    assert.equal(await tokenWorks(board, won[0]?.body.access_token), false)
  })

  it('is never redirected to, for an unknown client or for a foreign or similar address', async () => {
    await using board = await openBoard(engine)
    const client = await newClient(board, { redirect_uris: [REDIRECT_URI, 'http://127.0.0.1/callback'] })
    const { code_challenge } = pkce()
    const addresses = [
      'https://evil.example/callback',
      `${REDIRECT_URI}/`,
      `${REDIRECT_URI}?x=1`,
      `${REDIRECT_URI}#`,
      'https://assistant.example:444/callback',
      'https://assistant.example@evil.example/callback',
      'http://assistant.example/callback',
      'http://127.0.0.1.evil.example/callback',
      'http://127.0.0.1:80@evil.example/callback',
      'http://127.0.0.1:8080/other',
      'http://127.0.0.1:8080/x/../callback',
      'http:127.0.0.1:8080/callback',
      'http://localhost:8080/callback',
      'https://127.0.0.1:8080/callback',
      'javascript:alert(1)',
      undefined,
    ]
    for (const redirect_uri of addresses) {
      const refused = await board.call(authorizeUrl(client, code_challenge, { redirect_uri }))
      assert.equal(refused.status, 400, String(redirect_uri))
      assert.equal(refused.headers.location, undefined)
      assert.match(refused.headers['content-type'], /text\/html/)
    }
    for (const id of ['', 'nobody', '\0', '00000000-0000-4000-8000-000000000000', "' OR 1=1"]) {
      const refused = await board.call(authorizeUrl(id, code_challenge))
      assert.equal(refused.status, 400, id)
      assert.equal(refused.headers.location, undefined)
      assert.match(refused.body, /remove the board there, and connect again/)
    }
  })

  it('cannot register an address that a browser would execute, or a public one without https', async () => {
    await using board = await openBoard(engine)
    const bad = [
      'javascript:alert(1)',
      'JavaScript://x/%0aalert(1)',
      'data:text/html,x',
      'file:///etc/passwd',
      'blob:https://x.example/1',
      'about:blank',
      'vbscript:x',
      'filesystem:https://x.example/temporary/',
      'view-source:https://x.example/',
      'chrome://settings',
      'intent://x#Intent;end',
      'intent:x',
      'ms-msdt:/id',
      'MS-Settings:privacy',
      'search-ms:query=x',
      'itms-services://?action=download-manifest',
      'mailto:x@x.example',
      'tel:1',
      'wss://x.example/',
      'ftp://x.example/',
      'http://public.example/callback',
      'http://localhost.evil.example/callback',
      'https://user:secret@x.example/',
      'https://user@x.example/',
      'https://x.example/#fragment',
      'https://x.example/#',
      '/relative',
      '',
      `https://x.example/${'x'.repeat(2048)}`,
    ]
    for (const uri of bad) {
      const refused = await registerClient(board, { redirect_uris: [REDIRECT_URI, uri] })
      assert.deepEqual([refused.status, refused.body.error], [400, 'invalid_redirect_uri'], uri)
    }
    for (const redirect_uris of [[], undefined, 'https://x.example/', [7], Array(11).fill(REDIRECT_URI)])
      assert.equal((await registerClient(board, { redirect_uris })).body.error, 'invalid_redirect_uri')
    assert.equal((await registerClient(board, { client_name: 7 })).body.error, 'invalid_client_metadata')
    assert.equal((await registerClient(board, { grant_types: ['implicit'] })).body.error, 'invalid_client_metadata')
    assert.equal((await registerClient(board, { response_types: ['token'] })).body.error, 'invalid_client_metadata')
  })

  it('cannot register an address that a browser reads differently than a person', async () => {
    await using board = await openBoard(engine)
    const bad = [
      'http:localhost/callback',
      'https:evil.example/callback',
      'https:/evil.example/callback',
      'https:///evil.example/callback',
      'https:\\\\evil.example\\callback',
      'https://evil.example\\@x.example/',
      'https://@evil.example/',
      'https://:@evil.example/',
      'cursor://@evil/callback',
      'https://evil%2eexample/',
      'https://x.example:/',
      'http://0x7f.1/callback',
      'http://127.1/callback',
      'http://[0:0:0:0:0:0:0:1]/callback',
      'https://x.example/a b',
      'https://x.example/a\tb',
      'https://x.example/\r\nSet-Cookie: a=b',
      'ht\ntps://x.example/',
      ' https://x.example/',
      'https://x.example/"',
      'https://x.example/{a}',
      'https://bücher.example/',
    ]
    for (const uri of bad) {
      const refused = await registerClient(board, { redirect_uris: [uri] })
      assert.deepEqual([refused.status, refused.body.error], [400, 'invalid_redirect_uri'], uri)
    }
  })

  it('cannot get a token for another resource, or use one on another board', async () => {
    await using board = await openBoard(engine)
    const client = await newClient(board)
    const { code_challenge } = pkce()
    for (const resource of [
      'https://other.example/mcp',
      `${BASE_URL}/`,
      `${BASE_URL}/mcp/x`,
      `${BASE_URL}/mcp#x`,
      'mcp',
    ])
      assert.equal(
        errorOf(await board.call(authorizeUrl(client, code_challenge, { resource }))),
        'invalid_target',
        resource,
      )

    const { tokens } = await connect(board, { form: { name: 'my-assistant' } })
    await using moved = await openBoard(engine, {
      databaseUrl: board.databaseUrl,
      env: { BASE_URL: 'http://moved.test' },
    })
    assert.ok(await tokenWorks(board, tokens.access_token))
    assert.equal(await tokenWorks(moved, tokens.access_token), false)
  })

  it('who uses a replaced refresh token after the grace period ends the grant for everyone', async () => {
    await using board = await openBoard(engine)
    const { client_id, tokens } = await connect(board, { form: { name: 'my-assistant' } })
    const refresh = (refresh_token: string) =>
      requestTokens(board, { grant_type: 'refresh_token', refresh_token, client_id })
    const owner = await refresh(tokens.refresh_token)
    board.passTime(60)
    assert.equal((await refresh(tokens.refresh_token)).status, 200)
    board.passTime(60)

    const stolen = await refresh(tokens.refresh_token)

    assert.equal(stolen.body.error, 'invalid_grant')
    assert.equal(await tokenWorks(board, owner.body.access_token), false)
    assert.equal((await refresh(owner.body.refresh_token)).body.error, 'invalid_grant')
  })

  it('cannot refresh as another client, or ask for more than was granted', async () => {
    await using board = await openBoard(engine)
    const { client_id, tokens } = await connect(board, {
      scopes: ['board:read'],
      form: { name: 'my-assistant', write: 'yes' },
    })
    const other = await newClient(board)
    const error = async (fields: Record<string, string>) =>
      (
        await requestTokens(board, {
          grant_type: 'refresh_token',
          refresh_token: tokens.refresh_token,
          client_id,
          ...fields,
        })
      ).body.error

    assert.equal(tokens.scope, 'board:read')
    assert.equal(await error({ client_id: other }), 'invalid_grant')
    assert.equal(await error({ scope: 'board:read board:write' }), 'invalid_scope')
    assert.equal(await error({ scope: 'board:write' }), 'invalid_scope')
    assert.equal(await error({ scope: 'openid offline_access' }), 'invalid_scope')
    assert.equal(await error({ scope: 'Board:Read' }), 'invalid_scope')
    assert.equal(await error({ resource: 'https://other.example/mcp' }), 'invalid_target')
    assert.equal(await error({ refresh_token: tokens.access_token }), 'invalid_grant')
    assert.equal(await tokenWorks(board, tokens.refresh_token), false)
    assert.equal(await error({ scope: 'openid board:read' }), undefined)
  })

  it('cannot pass a token or code in an address', async () => {
    await using board = await openBoard(engine)
    const { access_token } = (await connect(board, { form: { name: 'my-assistant' } })).tokens
    const headers = { 'content-type': 'application/json' }
    const query = await board.call(`/ballot?access_token=${access_token}`, { method: 'POST', headers, body: {} })
    const request = await codeFor(board, 'another-one')
    const asQuery = await sendForm(board, `/oauth/token?${new URLSearchParams(request)}`, {})
    const asJson = await board.call('/oauth/token', { method: 'POST', headers, body: request })

    assert.equal(query.status, 401)
    assert.deepEqual([asQuery.status, asQuery.body.error], [400, 'invalid_request'])
    assert.deepEqual([asJson.status, asJson.body.error], [400, 'invalid_request'])
    assert.equal((await board.call('/oauth/token')).status, 405)
  })

  it('cannot send the form from another site, from another browser, or without its CSRF token', async () => {
    await using board = await openBoard(engine)
    const client = await newClient(board)
    const form = await openForm(board, authorizeUrl(client, pkce().code_challenge))
    const other = await openForm(board, authorizeUrl(client, pkce().code_challenge))
    const fields = { name: 'forged-name', write: 'yes' }

    await assertNothingChanges(board, async () => {
      const forged = [
        await submitForm(board, form, fields, { origin: 'https://evil.example' }),
        await submitForm(board, form, fields, { origin: 'null' }),
        await submitForm(board, form, fields, { origin: undefined }),
        await submitForm(board, form, fields, { cookie: undefined }),
        await submitForm(board, form, fields, { cookie: other.cookie }),
        await submitForm(board, form, { ...fields, csrf: undefined }),
        await submitForm(board, form, { ...fields, csrf: other.csrf }),
        await submitForm(board, form, { ...fields, decision: 'cancel' }, { origin: 'https://evil.example' }),
        await board.call(form.path),
      ]
      for (const { status, headers } of forged) assert.deepEqual([status, headers.location], [403, undefined])
      const altered = form.path.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'))
      assert.equal((await submitForm(board, { ...form, path: altered }, fields)).status, 400)
    })
  })

  it('cannot connect by a form that does not say to connect, and the person is shown the form again', async () => {
    await using board = await openBoard(engine)
    const ada = await board.account('ada')
    const form = await openForm(board, authorizeUrl(await newClient(board), pkce().code_challenge))
    const agents = [{ name: 'my-assistant' }, { agent: 'existing', api_key: ada.key }]

    await assertNothingChanges(board, async () => {
      for (const decision of [undefined, '', 'Connect', 'connect ', 'yes', 'true', 'canceled'])
        for (const agent of agents) {
          const { status, headers, body } = await submitForm(board, form, { ...agent, decision })
          assert.deepEqual(
            [status, headers.location, headers['set-cookie']],
            [400, undefined, undefined],
            String(decision),
          )
          assert.match(body, /Connect or Cancel/)
          assert.match(body, /name="csrf"/)
        }
      const fields = new URLSearchParams({ csrf: form.csrf, agent: 'new', name: 'my-assistant' })
      const twice = await board.call(form.path, {
        method: 'POST',
        headers: { cookie: form.cookie, origin: BASE_URL, 'content-type': 'application/x-www-form-urlencoded' },
        body: `${fields}&decision=connect&decision=connect`,
      })
      assert.equal(twice.status, 400)
      assert.match(twice.headers['content-type'], /^text\/html/)
    })
    assert.ok(redirectOf(await submitForm(board, form, { name: 'my-assistant' })).searchParams.get('code'))
  })

  it('can neither frame the pages nor run a script in them', async () => {
    await using board = await openBoard(engine)
    const client_name = '"><script>alert(1)</script><img src=x onerror=alert(2)>\u202Eevil\n\0'
    const client = await newClient(board, { client_name })
    const form = await openForm(
      board,
      authorizeUrl(client, pkce().code_challenge, { state: '"><script>alert(3)</script>' }),
    )
    const sent = await submitForm(board, form, { name: '"><script>alert(4)</script>' })
    const refused = await board.call('/oauth/authorize?client_id=<script>alert(5)</script>')

    for (const { headers, body } of [form.page, sent, refused]) {
      assert.doesNotMatch(body, /<script|<img|\u202E/)
      const policy = headers['content-security-policy'] as string
      assert.match(policy, /default-src 'none'/)
      assert.match(policy, /frame-ancestors 'none'/)
      assert.doesNotMatch(policy, /unsafe|form-action|script-src/)
      assert.equal(headers['x-frame-options'], 'DENY')
      assert.equal(headers['cache-control'], 'no-store')
    }
  })

  it('cannot use a client name to imitate the service, hide text or break the layout', async () => {
    await using board = await openBoard(engine)
    const nameless = 'A program without a name'
    for (const [sent, shown] of [
      ['Claude” by Anthropic. “Ok', 'Claude by Anthropic. Ok'],
      ['a"b«c»d„e‟f＂g″h〝i〞j❝k', 'abcdefghijk'],
      ["a'' b' 'c ‘d’", 'a b c d'],
      ['in\u200Bvi\u00ADsi\u202Eble', 'invisible'],
      ['two\n\nlines\u2800here', 'two lines here'],
      [`Z${'\u0301'.repeat(50)}algo`, 'Z\u0301\u0301\u0301algo'],
      ['\u0301\u0301name', 'name'],
      ['\u3164', nameless],
      ['\u2800 \u2800', nameless],
      ['“”', nameless],
      ['\u0301', nameless],
      ['', nameless],
    ] as const)
      assert.equal((await registerClient(board, { client_name: sent })).body.client_name, shown, sent)
  })

  it('is refused a parameter that is repeated or badly encoded', async () => {
    await using board = await openBoard(engine)
    const client = await newClient(board)
    const url = authorizeUrl(client, pkce().code_challenge)
    for (const more of [
      'scope=board:read&scope=board:write',
      'code_challenge_method=plain',
      'foo=1&foo=2',
      'foo=1&foo=',
      'foo=%',
      '%ff=foo',
      'scope=%zz',
    ]) {
      const refused = await board.call(`${url}&${more}`)
      assert.equal(errorOf(refused), 'invalid_request', more)
      assert.equal(wayBack(refused).searchParams.get('state'), 'a state')
    }
    for (const state of ['state=b', 'state=', 'state=%', '%73tate=b']) {
      const refused = await board.call(`${url}&${state}`)
      assert.equal(errorOf(refused), 'invalid_request', state)
      assert.equal(wayBack(refused).searchParams.get('state'), null)
    }
    for (const more of [
      `redirect_uri=${encodeURIComponent('https://evil.example')}`,
      'redirect_uri=%',
      `client_id=${await newClient(board)}`,
      'client_id=%ff',
    ])
      assert.equal((await board.call(`${url}&${more}`)).headers.location, undefined, more)
  })

  it('is refused a form with a repeated field or with bytes that are not UTF-8', async () => {
    await using board = await openBoard(engine)
    const request = String(new URLSearchParams(await codeFor(board)))
    const send = async (path: string, body: string | Buffer) => {
      const headers = { 'content-type': 'application/x-www-form-urlencoded' }
      const answer = await board.app.server.inject({ method: 'POST', url: path, headers, payload: body })
      return [answer.statusCode, answer.json().error]
    }
    const refused = [400, 'invalid_request']

    assert.deepEqual(await send('/oauth/token', `${request}&code_verifier=x`), refused)
    assert.deepEqual(await send('/oauth/token', `${request}&foo=%ff`), refused)
    assert.deepEqual(await send('/oauth/token', Buffer.from(`${request}&foo=\xff`, 'latin1')), refused)
    assert.deepEqual(await send('/oauth/revoke', 'token=a&token=b'), refused)
    assert.equal((await send('/oauth/token', request))[0], 200)
  })

  it('loses every connection at once when the account is revoked', async () => {
    await using board = await openBoard(engine)
    const ada = await board.account('ada')
    const token = await connectAs(board, ada)
    const { client_id, tokens } = await connect(board, { form: { agent: 'existing', api_key: ada.key } })
    const waiting = await openForm(board, authorizeUrl(client_id, pkce().code_challenge))
    assert.ok((await tokenWorks(board, token)) && (await tokenWorks(board, tokens.access_token)))

    await ada.revokes()

    assert.deepEqual([await tokenWorks(board, token), await tokenWorks(board, tokens.access_token)], [false, false])
    const refresh = { grant_type: 'refresh_token', refresh_token: tokens.refresh_token, client_id }
    assert.equal((await requestTokens(board, refresh)).body.error, 'invalid_grant')
    assert.equal((await submitForm(board, waiting, { agent: 'existing', api_key: ada.key })).status, 400)
  })

  it('is refused every other grant and response type', async () => {
    await using board = await openBoard(engine)
    const client_id = await newClient(board)
    for (const grant_type of ['password', 'client_credentials', 'urn:ietf:params:oauth:grant-type:device_code'])
      assert.equal((await requestTokens(board, { grant_type, client_id })).body.error, 'unsupported_grant_type')
    const { code_challenge } = pkce()
    for (const response_type of ['token', 'code token', 'id_token'])
      assert.equal(
        errorOf(await board.call(authorizeUrl(client_id, code_challenge, { response_type }))),
        'unsupported_response_type',
      )
    assert.equal(
      errorOf(await board.call(authorizeUrl(client_id, code_challenge, { response_type: undefined }))),
      'invalid_request',
    )
    assert.equal(
      errorOf(await board.call(authorizeUrl(client_id, code_challenge, { response_mode: 'fragment' }))),
      'invalid_request',
    )
  })

  it('causes no server error with malformed requests', async () => {
    await using board = await openBoard(engine)
    const form = { 'content-type': 'application/x-www-form-urlencoded' }
    const json = { 'content-type': 'application/json' }
    const answers = [
      await board.call('/oauth/token', { method: 'POST', headers: form, body: 'grant_type=%ff&code=%' }),
      await board.call('/oauth/token', { method: 'POST', headers: form, body: 'x'.repeat(20_000) }),
      await board.call('/oauth/token', { method: 'POST' }),
      await board.call('/oauth/register', { method: 'POST', headers: json, body: '{"redirect_uris":' }),
      await board.call('/oauth/register', { method: 'POST', headers: json, body: '[]' }),
      await board.call('/oauth/register', { method: 'POST', headers: json, body: 'x'.repeat(20_000) }),
      await board.call('/oauth/register', { method: 'POST', headers: form, body: 'a=b' }),
      await board.call('/oauth/authorize?client_id=%'),
      await board.call('/oauth/authorize'),
      await board.call('/oauth/link/nothing'),
      await board.call(`/oauth/link/${'a'.repeat(9_000)}.b`),
    ]
    for (const { status } of answers) assert.ok(status >= 400 && status < 500, String(status))
  })
})
