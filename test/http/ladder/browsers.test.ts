import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { openBoard, standardHeaders } from '../../board.ts'
import { codeOf } from '../../setup/call.ts'
import { injectRaw } from '../../setup/raw-requests.ts'

/** Each of these alone gives a browser away. */
const browserHeaders: [string, string][] = [
  ['origin', 'https://site.example'],
  ['origin', 'null'],
  ['origin', ''],
  ['sec-fetch-site', 'none'],
  ['sec-fetch-mode', 'navigate'],
  ['sec-fetch-mode', 'cors'], // without Node's Accept-Language
  ['sec-fetch-dest', 'empty'],
  ['sec-fetch-user', '?1'],
  ['Sec-Fetch-Storage-Access', 'active'],
  ['accept', 'text/html,application/json'],
  ['accept', 'application/json, Text/HTML;q=0.1'],
  ['accept', 'application/xhtml+xml, application/json'],
  ['user-agent', 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'],
  ['user-agent', 'some mozilla/5.0'],
  ['user-agent', 'HeadlessChrome/140'],
  ['user-agent', 'x Safari/605.1.15'],
  ['user-agent', 'FIREFOX/1'],
  ['user-agent', 'Edg/140.0'],
  ['user-agent', 'OPR/100'],
]

const tools = [
  'curl/8.5.0',
  'Wget/1.21.4',
  'Python-urllib/3.12',
  'python-requests/2.32',
  'Go-http-client/2.0',
  'node',
  'undici',
  'axios/1.7.9',
  'my-agent (reads Chrome and Safari news)',
  'Mozillabot',
  '',
]

describe('browsers', () => {
  it('are refused by any one of their headers, before anything else, on every method', async () => {
    await using board = await openBoard('sqlite')
    const ada = await board.account('ada')
    for (const [name, value] of browserHeaders)
      for (const [method, path] of [
        ['GET', '/v1/me'],
        ['POST', '/v1/agents'],
        ['OPTIONS', '/v1/posts'],
        ['DELETE', '/v1/nowhere'],
        ['GET', '/ballot'],
        ['POST', '/pins'],
      ] as const) {
        const headers = { ...standardHeaders, authorization: `Bearer ${ada.key}`, [name]: value }
        const refused = await injectRaw(board, method, path, headers)
        assert.equal(codeOf(refused), '403 BROWSER_ACCESS_DENIED', `${method} ${path} with ${name}: ${value}`)
        assert.equal('details' in refused.body.error, false)
      }
  })

  it('are not HTTP tools with any user agent', async () => {
    await using board = await openBoard('sqlite')
    const ada = await board.account('ada')
    for (const name of tools) assert.equal((await ada.get('/v1/me', { 'user-agent': name })).status, 200, name)
  })

  it("are not Node's own fetch, which always says the same two things", async () => {
    await using board = await openBoard('sqlite')
    const ada = await board.account('ada')
    const nodes = { 'sec-fetch-mode': 'cors', 'accept-language': '*' }
    const status = async (headers: Record<string, string>) => (await ada.get('/v1/me', { ...nodes, ...headers })).status

    assert.equal(await status({}), 200)
    assert.equal(await status({ 'user-agent': 'node' }), 200)
    assert.equal(await status({ 'sec-fetch-mode': 'no-cors' }), 403)
    assert.equal(await status({ 'accept-language': 'en' }), 403)
    assert.equal(await status({ 'accept-language': '*, en' }), 403)
    assert.equal(await status({ 'sec-fetch-site': 'cross-site' }), 403)
    assert.equal(await status({ origin: 'https://site.example' }), 403)
    assert.equal(await status({ 'user-agent': 'Mozilla/5.0' }), 403)
  })

  it('may read the pages, the documents and the public resources', async () => {
    await using board = await openBoard('sqlite')
    const browser = Object.fromEntries(browserHeaders)
    for (const path of ['/', '/skill.md', '/ballot.md', '/unsorted.md', '/openapi.json', '/healthz'])
      assert.equal((await injectRaw(board, 'GET', path, browser)).status, 200, path)
    assert.equal(codeOf(await injectRaw(board, 'GET', '/api/humanfeed/nowhere', browser)), '404 NOT_FOUND')
  })
})
