import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { openBoard, standardHeaders } from '../../board.ts'
import { codeOf, UNKNOWN_ID } from '../../setup/call.ts'
import { listen } from '../../setup/listening.ts'
import { injectRaw, rawRequest, sendBytes, sendRaw } from '../../setup/raw-requests.ts'

/** A board that listens, with Ada on it. */
async function openToAda() {
  const board = await openBoard('sqlite')
  const ada = await board.account('ada')
  const headers = { ...standardHeaders, authorization: `Bearer ${ada.key}` }
  const { port } = await listen(board)
  const asks = (target: string, method = 'GET') => sendRaw(port, rawRequest(`${method} ${target}`, headers))
  return { board, ada, headers, port, asks, [Symbol.asyncDispose]: board.close }
}

describe('the router', () => {
  it('checks every path whose first segment is v1 with the ladder', async () => {
    await using open = await openToAda()
    const plain = ['/v1', '/v1/', '/v1//me', '/v1/nowhere', '/v1/me/', '/v1?', '/v1/../healthz']
    const tricks = ['/v1/%6De', '/v1/me%2F', '/v1/me#top', 'http://board.test/v1/nowhere', 'HTTPS://x.test:9/v1/%6de']
    for (const path of [...plain, ...tricks]) {
      assert.equal(codeOf(await sendRaw(open.port, rawRequest(`GET ${path}`, {}))), '400 PROTOCOL_REQUIRED', path)
      assert.equal(codeOf(await open.asks(path)), '404 NOT_FOUND', path)
    }
  })

  it('answers paths that only resemble v1 with 404, whatever credential they carry', async () => {
    await using open = await openToAda()
    const spellings = ['/V1/me', '/v1x', '/v1x/me', '//v1/me', '/v1%2Fme', '/v1;x/me', '/%76%31/me', '/v%31/me', '/v1.']
    const tricks = ['/./v1/me', '/x/../v1/me', '/v1\\me', '/v1:80/me', '/%20v1/me', '/v1#/me', '*']
    for (const path of [...spellings, ...tricks, 'http://v1/me', 'http://board.test//v1/me']) {
      const answer = await open.asks(path)
      assert.equal(codeOf(answer), '404 NOT_FOUND', path)
    }
  })

  it('checks an absolute request target with the ladder too', async () => {
    await using open = await openToAda()
    const body = '{"name":"mallory","operator_authorized":true}'
    const type = { 'Content-Type': 'application/json', 'Content-Length': String(body.length) }
    const register = (headers: object) =>
      sendRaw(open.port, rawRequest('POST http://board.test/v1/agents', { ...type, ...headers }, body))

    assert.equal(codeOf(await register({ Origin: 'https://site.example' })), '403 BROWSER_ACCESS_DENIED')
    assert.equal(codeOf(await register({})), '400 PROTOCOL_REQUIRED')
    assert.equal((await register(standardHeaders)).status, 201)
    assert.equal((await open.asks('http://board.test/v1/me')).body.name, 'ada')
    assert.equal(codeOf(await open.asks('http://board.test/v1/me?x=1')), '400 INVALID_FIELD')
  })

  it('answers every unknown path with the envelope, whatever the method', async () => {
    await using board = await openBoard('sqlite')
    for (const zone of ['/ballot', '/pins', '/b', '/api/humanfeed'])
      for (const path of [`${zone}/nowhere`, `${zone}/`, `${zone}//x`]) {
        const answer = await injectRaw(board, 'GET', path)
        assert.equal(codeOf(answer), '404 NOT_FOUND', path)
        assert.equal(answer.headers['cache-control'], 'private, no-store')
      }
    const open = ['/nowhere', '/bb', '/api', '/api/', '/api/humanfeeds', '/ballots', '/B', '/skill.md/', '/healthz/']
    for (const path of open)
      for (const method of ['GET', 'POST', 'OPTIONS', 'DELETE']) {
        const answer = await injectRaw(board, method, path)
        assert.equal(codeOf(answer), '404 NOT_FOUND', `${method} ${path}`)
        assert.match(answer.body.error.message, /\/reference lists them all/)
      }
  })

  it('lists the methods that a known path allows, and refuses the others', async () => {
    await using open = await openToAda()
    const thread = `/v1/posts/${(await open.ada.posts()).body.id}`
    const allows = async (path: string, method = 'PATCH') => {
      const refused = await open.asks(path, method)
      assert.equal(codeOf(refused), '405 METHOD_NOT_ALLOWED', `${method} ${path}`)
      assert.equal(refused.body.error.details.allowed.join(', '), refused.headers.allow)
      return refused.body.error.details.allowed.sort()
    }

    assert.deepEqual(await allows('/v1/me'), ['GET', 'HEAD'])
    assert.deepEqual(await allows('/v1/agents', 'GET'), ['POST'])
    assert.deepEqual(await allows('/v1/me/revoke', 'DELETE'), ['POST'])
    assert.deepEqual(await allows(`${thread}/replies`), ['POST'])
    for (const method of ['PUT', 'PATCH', 'POST', 'OPTIONS', 'TRACE', 'PROPFIND', 'QUERY', 'PURGE'])
      assert.deepEqual(await allows(thread, method), ['DELETE', 'GET', 'HEAD'])
    assert.equal((await open.asks(thread)).status, 200)
  })

  it('says of every other address, too, which methods it answers', async () => {
    await using board = await openBoard('sqlite')
    const reads = ['/', '/healthz', '/skill.md', '/reference', '/reference/vote.md', '/favicon.ico', '/robots.txt']
    const pages = ['/humanfeed/', '/humanfeed/about', '/humanfeed/feed.atom', `/humanfeed/${UNKNOWN_ID}`, '/agents/']
    const answers: [allowed: string, paths: string[], methods: string[]][] = [
      ['GET, HEAD', [...reads, ...pages, '/oauth/authorize'], ['POST', 'DELETE', 'QUERY']],
      ['OPTIONS, POST', ['/oauth/token', '/oauth/register', '/oauth/revoke'], ['GET', 'PUT']],
      ['GET, HEAD, POST', ['/oauth/link/x'], ['PUT']],
      ['POST', ['/mcp', `/api/humanfeed/human-comments/${UNKNOWN_ID}/remove`], ['GET', 'PATCH', 'OPTIONS', 'QUERY']],
    ]
    for (const [allowed, paths, methods] of answers)
      for (const path of paths)
        for (const method of methods) {
          const refused = await injectRaw(board, method, path)
          assert.equal(codeOf(refused), '405 METHOD_NOT_ALLOWED', `${method} ${path}`)
          assert.equal(refused.headers.allow, allowed, path)
        }
    assert.equal(codeOf(await injectRaw(board, 'POST', '/skillXmd')), '404 NOT_FOUND')
  })

  it('requires a credential before it lists the methods of a path', async () => {
    await using board = await openBoard('sqlite')
    for (const method of ['GET', 'PUT', 'OPTIONS', 'DELETE'])
      assert.equal((await injectRaw(board, method, '/v1/agents', standardHeaders)).status, 401, method)
    for (const path of ['/v1/me', '/v1/nowhere'])
      assert.equal((await injectRaw(board, 'OPTIONS', path, { ...standardHeaders, origin: 'null' })).status, 403)
  })

  it('treats a trailing slash, another case or an id that is not a UUID as an unknown path', async () => {
    await using open = await openToAda()
    const id = (await open.ada.posts()).body.id as string
    const near = [
      `${id}/`,
      `${id};x`,
      `{${id}}`,
      `%7B${id}%7D`,
      id.slice(1),
      `${id}%00`,
      id.replaceAll('-', ''),
      `${id}#x`,
    ]
    const strange = [
      'me/',
      'Me',
      'me%20',
      'posts/../me',
      'posts/%2e%2e/me',
      `Posts/${id}`,
      `posts//${id}`,
      `posts/${UNKNOWN_ID}`,
    ]
    for (const path of [...near.map((name) => `posts/${name}`), ...strange])
      assert.equal(codeOf(await open.asks(`/v1/${path}`)), '404 NOT_FOUND', path)
    assert.equal((await open.asks(`/v1/posts/${id.toUpperCase()}`)).body.post.id, id)
  })

  it('answers HEAD as GET, without the body', async () => {
    await using open = await openToAda()
    const thread = (await open.ada.posts({ body: 'word '.repeat(1_000) })).body.id as string
    const close = { connection: 'close' }
    const read = async (method: string, path: string, headers: object) => {
      const bytes = await sendBytes(open.port, [rawRequest(`${method} ${path}`, { ...headers, ...close })])
      const [head = '', ...body] = bytes.toString('latin1').split('\r\n\r\n')
      return { head: head.replace(/(Date|x-request-id): .*/g, ''), body: body.join() }
    }
    const packed = { ...open.headers, 'accept-encoding': 'gzip' }
    const writes = ['/v1/agents', `/v1/posts/${thread}/replies`, '/b/publish']
    const reads = ['/v1/me', '/v1/nowhere', '/v1/me?x=1', `/v1/posts/${thread}`, '/pins/x', '/skill.md']
    for (const path of [...reads, ...writes])
      for (const headers of [open.headers, packed, { ...open.headers, origin: 'null' }, {}]) {
        const [head, get] = [await read('HEAD', path, headers), await read('GET', path, headers)]
        assert.equal(head.head, get.head)
        assert.equal(head.body, '')
      }
  })
})
