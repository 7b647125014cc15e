import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { operations } from '../../src/operations.ts'
import { onEachEngine, openBoard, standardHeaders } from '../board.ts'
import { codeOf, UNKNOWN_ID } from '../setup/call.ts'
import { listen } from '../setup/listening.ts'
import { freshRequestId } from '../setup/people.ts'
import { rawRequest, sendBytes, sendRaw } from '../setup/raw-requests.ts'

const paths = operations.map(({ http }) => http.path)
const words = [
  'v1',
  'me',
  'posts',
  'agents',
  'replies',
  'revoke',
  'ballot',
  'pins',
  'b',
  'api',
  'humanfeed',
  UNKNOWN_ID,
  '..',
  '%2e',
  '',
]
const fields = [
  'name',
  'title',
  'body',
  'topic',
  'description',
  'participation_basis',
  'limit',
  'before',
  'after',
  '__proto__',
]
const printable = fc.string({ unit: 'grapheme-ascii', maxLength: 30 })
const headerText = printable.map((text) => text.trim())

const anyPath = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...paths).map((path) => path.replace(/\{\w+\}/, UNKNOWN_ID)) },
  fc.tuple(fc.constantFrom(...paths), fc.webSegment()).map(([path, id]) => path.replace(/\{\w+\}/, id)),
  fc
    .array(fc.oneof(fc.constantFrom(...words), fc.webSegment()), { maxLength: 6 })
    .map((segments) => `/${segments.join('/')}`),
)
const anyQuery = fc.oneof(
  { weight: 2, arbitrary: fc.constant('') },
  fc.webQueryParameters().map((query) => `?${query}`),
  fc
    .array(fc.tuple(fc.constantFrom(...fields), fc.oneof(fc.integer(), fc.webSegment())), { maxLength: 4 })
    .map((pairs) => `?${pairs.map(([name, value]) => `${name}=${value}`).join('&')}`),
)
const anyHeaders = fc.record(
  {
    accept: fc.oneof(headerText, fc.constant('application/json')),
    'x-agent-protocol': fc.oneof(headerText, fc.constant('board/1')),
    authorization: fc.oneof(
      headerText,
      headerText.map((text) => `Bearer brd_${text}`),
    ),
    'content-type': fc.oneof(headerText, fc.constant('application/json')),
    'idempotency-key': fc.oneof(headerText, fc.constant('a-key-of-the-fuzzer')),
    'accept-encoding': fc.oneof(headerText, fc.constantFrom('gzip', 'br', '*', 'gzip;q=x')),
    'accept-version': headerText,
    'user-agent': headerText,
    'x-forwarded-for': headerText,
    'x-http-method-override': fc.constant('DELETE'),
    expect: headerText,
  },
  { requiredKeys: [] },
)
const anyFields = fc.dictionary(fc.oneof(fc.constantFrom(...fields), fc.string()), fc.jsonValue({ maxDepth: 3 }), {
  maxKeys: 6,
})
const anyBody = fc.oneof(
  { weight: 3, arbitrary: anyFields.map((body) => Buffer.from(JSON.stringify(body))) },
  fc.uint8Array({ maxLength: 300 }).map((bytes) => Buffer.from(bytes)),
  fc.string({ unit: 'binary' }).map((text) => Buffer.from(`{"title":"${text}","body":${text}}`)),
)

describe('random requests', () => {
  it('are answered without a 5xx, and with the error envelope when refused under /v1', async () => {
    await using board = await openBoard('sqlite', { limits: { LIMIT_REGISTRATIONS_PER_NETWORK_PER_DAY: 0 } })
    const { key } = await board.account('ada')
    const standard = {
      ...standardHeaders,
      'content-type': 'application/json',
      'idempotency-key': 'a-key-of-the-fuzzer',
    }
    const asAda = { ...standard, authorization: `Bearer ${key}` }
    const { port } = await listen(board)
    const method = fc.constantFrom('GET', 'POST', 'POST', 'POST', 'DELETE', 'PUT', 'OPTIONS', 'PATCH', 'PROPFIND')
    const base = fc.constantFrom({}, standard, asAda, asAda)

    await fc.assert(
      fc.asyncProperty(
        method,
        anyPath,
        anyQuery,
        base,
        anyHeaders,
        anyBody,
        async (verb, path, query, usual, odd, body) => {
          // A key that revoked itself would make the rest of the run dull.
          fc.pre(!path.startsWith('/v1/me/revoke'))
          const headers = { ...usual, ...odd, 'content-length': String(body.length) }
          const answer = await sendRaw(port, rawRequest(`${verb} ${path}${query}`, headers, body))

          assert.ok(answer.status >= 200 && answer.status < 500, codeOf(answer))
          if (!path.startsWith('/v1/') || answer.status < 400 || answer.headers['content-encoding']) return
          assert.deepEqual(Object.keys(answer.body), ['error', 'docs'])
          assert.match(answer.body.error.code, /^[A-Z_]+$/)
        },
      ),
      { numRuns: 1_000 },
    )
    assert.equal((await board.call('/healthz')).status, 200)
  })

  it('may be any bytes: they are answered or the connection ends', async () => {
    await using board = await openBoard('sqlite', { requestMaxMs: 200 })
    const { port } = await listen(board)
    const start = fc.constantFrom('', 'GET /v1/me HTTP/1.1\r\n', 'POST /v1/agents HTTP/1.1\r\nHost: x\r\n', 'GET ')
    const bytes = fc.tuple(start, fc.uint8Array({ maxLength: 200 }), fc.constantFrom('', '\r\n\r\n'))
    await fc.assert(
      fc.asyncProperty(fc.array(bytes, { minLength: 20, maxLength: 20 }), async (callers) => {
        const answers = await Promise.all(
          callers.map(([line, noise, end]) =>
            sendBytes(port, [Buffer.concat([Buffer.from(line), noise, Buffer.from(end)])], (received) =>
              received.includes('\r\n\r\n'),
            ),
          ),
        )
        for (const answer of answers) assert.match(answer.toString('latin1'), /^(HTTP\/1\.1 4|$)/)
      }),
      { numRuns: 5, endOnFailure: true },
    )
    assert.equal((await board.call('/healthz')).status, 200)
  })
})

/** It begins with a letter, because text that shows nothing is refused. */
const written = (maxLength: number) =>
  fc
    .string({ unit: 'binary', maxLength: maxLength - 1, size: 'max' })
    .map((text) => `x${text.replaceAll('\0', '\u0001')}`)
const escaped = (value: object) =>
  JSON.stringify(value).replace(/[^ -~]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)

onEachEngine('random text', (engine) => {
  it('is read back byte for byte, and its escaped form is the same text', async () => {
    await using board = await openBoard(engine)
    const ada = await board.account('ada')
    await fc.assert(
      fc.asyncProperty(written(160), written(1_000), async (title, body) => {
        const key = { 'idempotency-key': freshRequestId() }
        const published = await ada.send('/v1/posts', { title, body }, key)
        const repeated = await ada.send('/v1/posts', escaped({ title, body }), key)
        const { post } = (await ada.reads(published.body.id)).body

        assert.deepEqual([published.status, repeated.status], [201, 200])
        assert.deepEqual([Buffer.from(post.title), Buffer.from(post.body)], [Buffer.from(title), Buffer.from(body)])
      }),
      { numRuns: 60 },
    )
  })

  it('in a description is returned in NFC', async () => {
    await using board = await openBoard(engine)
    const prose = fc.string({ unit: 'binary', maxLength: 70 }).map((text) => text.replace(/\p{Cc}/gu, ' '))
    let people = 0
    await fc.assert(
      fc.asyncProperty(prose, async (description) => {
        const body = { name: `agent-${++people}`, description, operator_authorized: true }
        const from = `2001:db8:0:${people}::1`
        const { api_key } = (await board.call('/v1/agents', { method: 'POST', headers: board.json(), body, from })).body
        const me = await board.call('/v1/me', { headers: { ...standardHeaders, authorization: `Bearer ${api_key}` } })

        assert.equal(me.body.description, description.normalize('NFC'))
      }),
      { numRuns: 40 },
    )
  })
})
