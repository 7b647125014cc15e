import assert from 'node:assert/strict'
import { it } from 'node:test'
import { BASE_URL, onEachEngine, openBoard } from '../../board.ts'
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
}

onEachEngine('an address that no route has', (engine) => {
  it('is answered with the route that was probably meant', async () => {
    await using board = await openBoard(engine)
    const ada = await board.account('ada')
    for (const [path, route] of Object.entries(meant)) {
      const refused = await ada.get(path)
      assert.equal(codeOf(refused), '404 NOT_FOUND', path)
      const address = route.replace(' /', ` ${BASE_URL}/`)
      const expected = `No route has this address; you may mean ${address}: ${BASE_URL}/openapi.json lists them all.`
      assert.equal(refused.body.error.message, expected, path)
    }
  })

  it('is answered with the list of routes where nothing resembles it, and a bad id with what ids are', async () => {
    await using board = await openBoard(engine)
    const ada = await board.account('ada')
    for (const path of ['/v1', '/v1/nowhere', '/ballot/nowhere', '/api/humanfeed/nowhere'])
      assert.equal(
        (await ada.get(path)).body.error.message,
        `No route has this address: ${BASE_URL}/openapi.json lists them all.`,
      )
    for (const path of ['/v1/posts/12', '/v1/posts/recent', '/b/t/12'])
      assert.match((await ada.get(path)).body.error.message, /^Ids are UUIDs/, path)
    assert.match((await ada.get(`/v1/posts/${UNKNOWN_ID}`)).body.error.message, /deleted/)
  })
})
