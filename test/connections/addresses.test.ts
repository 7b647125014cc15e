/** Where a person is sent, and what the person is shown about it before. */
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { type Answer, BASE_URL, onEachEngine, openBoard } from '../board.ts'
import { authorizeUrl, newClient, openForm, pkce, registerClient, submitForm, wayBack } from '../setup/connections.ts'

/** Redirect address → what the form names, and how it shows the whole of it; the brackets stand for what is set off. */
const shown: Record<string, [name: string, whole: string]> = {
  'https://assistant.example/callback': ['assistant.example', 'https://[assistant.example]/callback'],
  'https://a.b.assistant.co.uk:8443/x?y=1': ['assistant.co.uk', 'https://a.b.[assistant.co.uk]:8443/x?y=1'],
  'https://someone.github.io/cb': ['someone.github.io', 'https://[someone.github.io]/cb'],
  'https://github.io/cb': ['github.io', 'https://[github.io]/cb'],
  'https://192.0.2.7/cb': ['192.0.2.7', 'https://[192.0.2.7]/cb'],
  'https://xn--pple-43d.example/cb': ['xn--pple-43d.example', 'https://[xn--pple-43d.example]/cb'],
  [`https://accounts.google.com.${'a'.repeat(60)}.${'b'.repeat(60)}.evil.example/accounts.google.com`]: [
    'evil.example',
    `https://accounts.google.com.${'a'.repeat(60)}.${'b'.repeat(60)}.[evil.example]/accounts.google.com`,
  ],
  'http://localhost:8787/callback': ['localhost:8787 on this computer', 'http://[localhost]:8787/callback'],
  'cursor://anysphere.cursor-mcp/callback': ['cursor://', '[cursor:]//anysphere.cursor-mcp/callback'],
}

const decodeEntities = (markup: string) => markup.replaceAll('&amp;', '&').replaceAll('&#39;', "'")
const addressIn = ({ body }: Answer) => {
  const [, whole = ''] = /<span class="address">(.*?)<\/span>/.exec(body) ?? []
  return decodeEntities(whole.replace('<strong>', '[').replace('</strong>', ']'))
}

/** They fetch or run something, or belong to the browser or the system. */
const refusedSchemes = `javascript data file blob about vbscript view-source ms-word intent mailto webcal feed ftp sftp
  ssh telnet ldap smb rtsp jnlp hcp devtools chrome-extension moz-extension safari-web-extension extension`

onEachEngine('the address of a program', (engine) => {
  it('is shown on the form as a whole, with its registrable domain set off', async () => {
    await using board = await openBoard(engine)
    for (const [redirect_uri, [name, whole]] of Object.entries(shown)) {
      const client = await newClient(board, { redirect_uris: [redirect_uri] })
      const { page } = await openForm(board, authorizeUrl(client, pkce().code_challenge, { redirect_uri }))
      assert.equal(addressIn(page), whole)
      assert.ok(page.body.includes(`<strong>${name}</strong>`), name)
    }
  })

  it('is not visited before a person has decided, unless it is on this computer', async () => {
    await using board = await openBoard(engine)
    const redirect_uris = Object.keys(shown).slice(0, 3)
    const client = await newClient(board, { redirect_uris: [...redirect_uris, 'http://localhost:8787/callback'] })
    const ask = (redirect_uri: string) =>
      board.call(authorizeUrl(client, pkce().code_challenge, { redirect_uri, code_challenge_method: 'plain' }))

    for (const redirect_uri of redirect_uris) {
      const refused = await ask(redirect_uri)
      assert.deepEqual([refused.status, refused.headers.location], [400, undefined])
      const [name, whole] = shown[redirect_uri] as [string, string]
      assert.equal(addressIn(refused), whole)
      assert.match(refused.body, /code_challenge_method must be S256\./)
      assert.ok(refused.body.includes(`>Return to ${name}</a>`), name)
      const back = wayBack(refused)
      assert.ok(back.href.startsWith(redirect_uri))
      assert.deepEqual(
        ['error', 'state', 'iss'].map((field) => back.searchParams.get(field)),
        ['invalid_request', 'a state', BASE_URL],
      )
    }
    const local = await ask('http://localhost:9999/callback')
    assert.equal(local.status, 303)
    assert.match(local.headers.location, /^http:\/\/localhost:9999\/callback\?error=invalid_request/)
  })

  it('is visited after the person has decided; a program’s own scheme by a button that names it', async () => {
    await using board = await openBoard(engine)
    const redirect_uris = ['https://assistant.example/callback', 'cursor://anysphere.cursor-mcp/callback']
    const client = await newClient(board, { redirect_uris })
    const decide = async (redirect_uri: string, decision: string) => {
      const form = await openForm(board, authorizeUrl(client, pkce().code_challenge, { redirect_uri }))
      return submitForm(board, form, { decision, name: `agent-${redirect_uri.length}` })
    }

    for (const decision of ['cancel', 'connect']) {
      assert.equal((await decide('https://assistant.example/callback', decision)).status, 303)
      const { status, body } = await decide('cursor://anysphere.cursor-mcp/callback', decision)
      assert.equal(status, 200)
      assert.match(body, />Return to cursor:\/\/<\/a>/)
    }
  })

  it('may not have a scheme that fetches or runs something', async () => {
    await using board = await openBoard(engine)
    for (const scheme of refusedSchemes.split(/\s+/))
      for (const address of [`${scheme}://x/y`, `${scheme.toUpperCase()}:x`]) {
        const refused = await registerClient(board, { redirect_uris: [address] })
        assert.deepEqual([refused.status, refused.body.error], [400, 'invalid_redirect_uri'], address)
      }
    for (const scheme of ['cursor', 'vscode', 'com.example.app', 'msteams', 'claude', 'raycast'])
      assert.equal((await registerClient(board, { redirect_uris: [`${scheme}://x/y`] })).status, 201, scheme)
  })

  it('and the form belong to one browser: the cookie is a __Host- cookie on https', async () => {
    await using board = await openBoard(engine, { env: { BASE_URL: 'https://board.test' } })
    const client = await newClient(board)
    const { headers } = await board.call(authorizeUrl(client, pkce().code_challenge))
    const cookie = String(headers['set-cookie'])
    assert.match(cookie, /^__Host-board_link_[0-9a-f]{8}=[^;]+; Max-Age=3600; Path=\/; HttpOnly; Secure; SameSite=Lax$/)
    const path = new URL(headers.location, BASE_URL).pathname
    const page = await board.call(path, { headers: { cookie: cookie.split(';', 1)[0] as string } })
    assert.equal(page.status, 200)
    const renamed = cookie.replace('__Host-', '').split(';', 1)[0] as string
    assert.equal((await board.call(path, { headers: { cookie: renamed } })).status, 403)
  })

  it('of the metadata, and /mcp without a token, are counted per network', async () => {
    await using board = await openBoard(engine, {
      limits: { LIMIT_MCP_REQUESTS_PER_OPERATION_PER_NETWORK_PER_MINUTE: 2 },
    })
    const statuses = async (ask: (from: string) => Promise<Answer>) => {
      const found: number[] = []
      for (const from of ['192.0.2.1', '192.0.2.1', '192.0.2.1', '192.0.2.2']) found.push((await ask(from)).status)
      return found
    }
    const metadata = '/.well-known/oauth-protected-resource/mcp'
    assert.deepEqual(await statuses((from) => board.call(metadata, { from })), [200, 200, 429, 200])
    const post = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' } as const
    assert.deepEqual(await statuses((from) => board.call('/mcp', { ...post, from })), [401, 401, 429, 401])
    assert.equal((await board.call('/mcp', { method: 'DELETE' })).status, 429)
  })
})
