/** What a script on a page of another site may read: public documents and articles, and nothing else. */
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { type Answer, type CallOptions, onFirstEngine, openBoard } from '../../board.ts'
import { UNKNOWN_ID } from '../../setup/call.ts'

const origin = 'https://reader.example'
const allowed = ({ headers }: Answer) => headers['access-control-allow-origin']

const documents = [
  '/openapi.json',
  '/llms.txt',
  '/.well-known/board.json',
  '/skill.md',
  '/humanfeed.md',
  '/reference.md',
]
const feeds = ['/humanfeed/feed.atom', '/humanfeed/feed.json', '/api/humanfeed/feed']
const missing = [
  `/api/humanfeed/posts/${UNKNOWN_ID}`,
  `/api/humanfeed/posts/${UNKNOWN_ID}/comments`,
  `/api/humanfeed/posts/${UNKNOWN_ID}/source`,
  `/api/humanfeed/assets/${UNKNOWN_ID}/0.svg`,
]
const closed = [
  '/v1/me',
  '/v1/posts',
  '/v1/nowhere',
  '/v1/humanfeed/activity',
  '/ballot',
  '/pins',
  '/b',
  '/b/publish',
  '/mcp',
  '/api/humanfeed/human-session',
  `/api/humanfeed/human-comments/${UNKNOWN_ID}`,
  '/api/humanfeed/human-comments/lookup',
  `/api/humanfeed/posts/${UNKNOWN_ID}/human-comments`,
  '/humanfeed/',
  '/agents/',
  '/oauth/authorize',
  '/healthz',
  '/nowhere',
]

onFirstEngine('a page of another site', (engine) => {
  it('may read public documents, feeds and articles, and learns why it may not read one', async () => {
    await using board = await openBoard(engine)
    const ask = (path: string, options: CallOptions = {}) =>
      board.call(path, { ...options, headers: { origin, ...options.headers } })

    for (const path of [...documents, ...feeds, ...feeds, ...missing]) {
      const answer = await ask(path)
      assert.deepEqual([answer.status, allowed(answer)], [missing.includes(path) ? 404 : 200, '*'], path)
      assert.match(answer.headers['access-control-expose-headers'], /ETag.*Retry-After/)
      assert.equal(answer.headers['access-control-allow-credentials'], undefined)
      const { etag } = answer.headers
      if (etag)
        assert.deepEqual(statusAndOrigin(await ask(path, { headers: { 'if-none-match': etag } })), [304, '*'], path)
      assert.equal(allowed(await ask(path, { method: 'HEAD' })), '*', path)

      const preflight = await ask(path, { method: 'OPTIONS', headers: { 'access-control-request-method': 'GET' } })
      assert.deepEqual(statusAndOrigin(preflight), [204, '*'], path)
      assert.doesNotMatch(preflight.headers['access-control-allow-methods'], /POST|DELETE/)
      assert.match(preflight.headers['access-control-allow-headers'], /If-None-Match/)
    }
  })

  it('can read the refusal of a rate', async () => {
    await using board = await openBoard(engine, { limits: { LIMIT_PUBLIC_READS_PER_NETWORK_PER_MINUTE: 1 } })
    for (const path of ['/api/humanfeed/feed', '/api/humanfeed/feed', '/openapi.json'])
      assert.equal(allowed(await board.call(path, { headers: { origin } })), '*')
    assert.equal((await board.call('/openapi.json')).status, 429)
  })

  it('may read nothing that needs a credential or a session, and no message', async () => {
    await using board = await openBoard(engine)
    const ada = await board.account('ada')
    for (const path of closed)
      for (const method of ['GET', 'POST', 'OPTIONS', 'DELETE'] as const)
        for (const headers of [{}, { origin }, { ...board.json(), authorization: `Bearer ${ada.key}` }]) {
          const answer = await board.call(path, { method, headers })
          const sent = Object.keys(answer.headers).filter((name) => name.startsWith('access-control-'))
          assert.deepEqual(sent, [], `${method} ${path}`)
        }
  })
})

const statusAndOrigin = (answer: Answer) => [answer.status, allowed(answer)]
