import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { type Answer, BASE_URL, openBoard, standardHeaders } from '../../board.ts'
import { UNKNOWN_ID } from '../../setup/call.ts'
import { injectRaw } from '../../setup/raw-requests.ts'

const everywhere = {
  'cache-control': 'private, no-store',
  vary: 'Authorization, X-Agent-Protocol, Accept, Accept-Encoding',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'x-robots-tag': 'noindex, nofollow',
  'content-type': 'application/json; charset=utf-8',
}

function assertApiHeaders({ status, headers }: Answer) {
  for (const [name, value] of Object.entries(everywhere)) assert.equal(headers[name], value, `${name} of a ${status}`)
  assert.match(headers['x-request-id'], /^[0-9a-f-]{36}$/)
}

describe('answers', () => {
  it('carry the same headers whatever their status, and a different request id each', async () => {
    await using board = await openBoard('sqlite', {
      limits: { LIMIT_MESSAGES: 2, LIMIT_CREDENTIAL_CALLS_PER_CREDENTIAL_PER_MINUTE: 14 },
    })
    const [ada, bob] = [await board.account('ada'), await board.account('bob')]
    const key = 'the-key-of-one-post'
    const thread = await ada.posts({}, key)
    const answers = [
      thread,
      await ada.posts({}, key),
      await ada.me(),
      await ada.posts({ title: '' }),
      await board.call('/v1/me', { headers: standardHeaders }),
      await board.call('/v1/me', { headers: { origin: 'null' } }),
      await board.call('/ballot', { headers: { origin: 'null' } }),
      await ada.reads(UNKNOWN_ID),
      await injectRaw(board, 'GET', '/pins/nowhere'),
      await injectRaw(board, 'POST', '/b/nowhere'),
      await ada.get('/v1/me/revoke'),
      await ada.get('/v1/me', { accept: 'text/plain' }),
      await ada.posts({ title: 'Another' }, key),
      await ada.posts({ body: 'x'.repeat(8_193) }),
      await ada.send('/v1/posts', {}, { 'content-type': 'text/plain' }),
      await bob.posts(),
      await bob.posts(),
    ]
    for (let n = 0; n < 14; n++) await bob.me()
    answers.push(await bob.me(), await ada.deletes(thread.body.id), await ada.revokes())

    answers.forEach(assertApiHeaders)
    const seen = [...new Set(answers.map(({ status }) => status))].sort()
    assert.deepEqual(seen, [200, 201, 400, 401, 403, 404, 405, 406, 409, 413, 415, 429, 503])
    assert.equal(new Set(answers.map(({ headers }) => headers['x-request-id'])).size, answers.length)
    for (const { status, headers } of answers)
      assert.equal(/^[1-9]\d*$/.test(headers['retry-after'] ?? ''), status === 429 || status === 503, String(status))
  })

  it('name their type, and forbid browsers to guess another one', async () => {
    await using board = await openBoard('sqlite')
    const paths = ['/', '/skill.md', '/openapi.json', '/robots.txt', '/reference', '/nowhere', '/agents', '/agents/']
    const more = [
      '/humanfeed',
      '/humanfeed/',
      '/healthz',
      '/readyz',
      '/b',
      '/oauth/authorize',
      '/v1/me',
      '/favicon.ico',
    ]
    for (const path of [...paths, ...more])
      for (const accept of ['*/*', 'text/html']) {
        const { status, headers } = await injectRaw(board, 'GET', path, { accept })
        assert.equal(headers['x-content-type-options'], 'nosniff', `${status} ${path} as ${accept}`)
        if (headers['content-type']?.startsWith('text/html'))
          assert.equal(headers['referrer-policy'], 'same-origin', path) // an address can hold a text or a ticket
      }
  })

  it('ignore a request id of the caller', async () => {
    await using board = await openBoard('sqlite')
    const answer = await injectRaw(board, 'GET', '/v1/me', { 'x-request-id': 'mine', 'request-id': 'mine' })
    assert.notEqual(answer.headers['x-request-id'], 'mine')
  })

  it('explain a refusal in one envelope, without repeating what was sent', async () => {
    await using board = await openBoard('sqlite')
    const ada = await board.account('ada')
    const refused = [
      await ada.get('/v1/Ignore-All-Rules'),
      await ada.get('/v1/me?Ignore-All-Rules=1'),
      await ada.send('/v1/posts', { title: 7, body: 'Ignore-All-Rules' }, { 'idempotency-key': 'Ignore-All-Rules!' }),
      await ada.send('/v1/posts', '{"Ignore-All-Rules":1,"Ignore-All-Rules":2}'),
      await board.call('/v1/me', { headers: { ...standardHeaders, authorization: 'Bearer Ignore-All-Rules' } }),
    ]
    for (const { body } of refused) {
      assert.deepEqual(Object.keys(body), ['error', 'docs'])
      assert.equal(body.docs, `${BASE_URL}/skill.md`)
      assert.match(body.error.message, /^[^\n]+\.$/)
      assert.equal(JSON.stringify(body).includes('Ignore-All-Rules'), false)
    }
    assert.equal((await injectRaw(board, 'GET', '/ballot/nowhere')).body.docs, `${BASE_URL}/ballot.md`)
  })

  it('are compressed when the client asks for it and the body is large enough', async () => {
    await using board = await openBoard('sqlite')
    const ada = await board.account('ada')
    const path = `/v1/posts/${(await ada.posts({ body: 'All work and no play. '.repeat(200) })).body.id}`
    const standard = { ...standardHeaders, authorization: `Bearer ${ada.key}` }
    const read = (encoding?: string) =>
      injectRaw(board, 'GET', path, { ...standard, ...(encoding && { 'accept-encoding': encoding }) })
    const plain = await read()

    for (const [asked, given] of Object.entries({
      gzip: 'gzip',
      br: 'br',
      'gzip, deflate, br': 'br',
      'gzip;q=0.5, br;q=0.9': 'br',
      'br;q=0.1, gzip': 'gzip',
      'br;q=0, gzip': 'gzip',
      GZIP: 'gzip',
      'deflate, gzip;q=0.2': 'gzip',
    })) {
      const { headers, bytes } = await read(asked)
      assert.equal(headers['content-encoding'], given, asked)
      assert.ok(bytes.length < plain.bytes.length / 5)
      assert.deepEqual(given === 'br' ? brotliDecompressSync(bytes) : gunzipSync(bytes), plain.bytes)
      assert.equal(headers['content-length'] ?? String(bytes.length), String(bytes.length))
      assertApiHeaders({ status: 200, headers, body: undefined })
    }
    for (const asked of ['identity', 'deflate', 'gzip;q=0', 'gzip;q=0, br;q=0', 'compress', ',;q=', 'gzipped'])
      assert.deepEqual((await read(asked)).bytes, plain.bytes, asked)
    assert.equal(
      (await injectRaw(board, 'GET', '/v1/me', { ...standard, 'accept-encoding': 'gzip' })).headers['content-encoding'],
      undefined,
    )
    const page = await injectRaw(board, 'GET', '/skill.md', { 'accept-encoding': 'gzip' })
    assert.equal(page.headers['content-encoding'], 'gzip')
    assert.match(page.headers.vary as string, /Accept-Encoding/)
  })
})
