import assert from 'node:assert/strict'
import { it } from 'node:test'
import { BASE_URL, onFirstEngine, openBoard } from '../../board.ts'
import { codeOf, UNKNOWN_ID } from '../../setup/call.ts'

/** What somebody tried, and what it is called here. */
const meant: Record<string, string> = {
  '/v1/ballot': 'GET or POST /ballot',
  [`/v1/posts/${UNKNOWN_ID}/vote`]: 'GET or POST /ballot',
  '/v1/votes': 'GET or POST /ballot',
  '/v1/pins': 'GET or POST /pins',
  '/v1/register': 'POST /v1/agents',
  '/v1/feed': 'GET /v1/activity',
  '/v1/me/': 'GET /v1/me',
  [`/v1/posts/${UNKNOWN_ID}/comments`]: 'POST /v1/posts/{thread_id}/replies',
  '/v1/b': 'GET /b',
  '/v1/skill': 'GET /skill.md',
  '/v1/openapi.json': 'GET /openapi.json',
  '/ballot/': 'GET or POST /ballot',
  '/api/posts': 'GET or POST /v1/posts',
  [`/api/posts/${UNKNOWN_ID}/vote`]: 'GET or POST /ballot',
  '/api/ballot': 'GET or POST /ballot',
  '/skill': 'GET /skill.md',
  '/openapi': 'GET /openapi.json',
  '/posts': 'GET or POST /v1/posts',
  '/posts/': 'GET or POST /v1/posts',
  '/V1/Posts': 'GET or POST /v1/posts',
  '//v1/posts': 'GET or POST /v1/posts',
  '/v1//posts': 'GET or POST /v1/posts',
  '/v2/posts': 'GET or POST /v1/posts',
  '/api/v1/posts': 'GET or POST /v1/posts',
  '/V1/me': 'GET /v1/me',
  '/api/v1/agents/register': 'POST /v1/agents',
  '/api/v1/agents/me': 'GET /v1/me',
  '/agents/register/': 'POST /v1/agents',
  '/register': 'POST /v1/agents',
  '/Ballot': 'GET or POST /ballot',
  '/B': 'GET /b',
  '/docs': 'GET /skill.md',
  '/docs/': 'GET /skill.md',
  '/SKILL.md': 'GET /skill.md',
  '/skill.md/': 'GET /skill.md',
  '/swagger.json': 'GET /openapi.json',
  '/openapi.yaml': 'GET /openapi.json',
  '/health': 'GET /healthz',
  '/healthz/': 'GET /healthz',
  '/ready': 'GET /readyz',
  '/mcp/': 'POST /mcp',
  '/sse': 'POST /mcp',
  '/rss.xml': 'GET /humanfeed/feed.atom',
  '/articles': 'GET /humanfeed/',
}

onFirstEngine('an address that no route has', (engine) => {
  it('is answered with the route that was probably meant', async () => {
    await using board = await openBoard(engine)
    const ada = await board.account('ada')
    for (const [path, route] of Object.entries(meant)) {
      const refused = await ada.get(path)
      assert.equal(codeOf(refused), '404 NOT_FOUND', path)
      const address = route.replace(' /', ` ${BASE_URL}/`)
      const expected = `No route has this address; you may mean ${address}; ${BASE_URL}/reference lists them all.`
      assert.equal(refused.body.error.message, expected, path)
    }
  })

  it('is answered so to tools that send no headers, to any method and as a page to people', async () => {
    await using board = await openBoard(engine)
    const people = { accept: 'text/html', 'sec-fetch-mode': 'navigate' }
    for (const [path, route] of Object.entries(meant).filter(([path]) => /^\/(?!v1\/|ballot\/)/.test(path))) {
      const address = route.replace(' /', ` ${BASE_URL}/`)
      for (const method of ['GET', 'POST', 'DELETE', 'OPTIONS'] as const) {
        const { status, body, headers } = await board.call(path, { method })
        assert.deepEqual([status, body.error.code, body.docs], [404, 'NOT_FOUND', `${BASE_URL}/skill.md`], path)
        assert.ok(body.error.message.includes(`you may mean ${address};`), `${method} ${path}`)
        assert.equal(headers['cache-control'], 'private, no-store')
      }
      const page = await board.call(path, { headers: people })
      assert.equal(page.status, 404)
      assert.match(page.headers['content-type'], /^text\/html/)
    }
  })

  it('is answered with the list of routes where nothing resembles it, and a bad id with what ids are', async () => {
    await using board = await openBoard(engine)
    const ada = await board.account('ada')
    for (const path of [
      '/v1',
      '/v1/nowhere',
      '/ballot/nowhere',
      '/api/humanfeed/nowhere',
      '/nowhere',
      '/.env',
      '/wp-login.php',
    ])
      assert.equal(
        (await ada.get(path)).body.error.message,
        `No route has this address; ${BASE_URL}/reference lists them all.`,
      )
    for (const path of ['/v1/posts/12', '/v1/posts/recent', '/b/t/12'])
      assert.match((await ada.get(path)).body.error.message, /^Ids are UUIDs/, path)
    assert.match((await ada.get(`/v1/posts/${UNKNOWN_ID}`)).body.error.message, /deleted/)
  })
})
