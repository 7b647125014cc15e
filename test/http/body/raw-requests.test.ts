import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { describe, it } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { openApiDocument } from '../../../src/openapi/document.ts'
import { operations } from '../../../src/operations.ts'
import { type BoardOptions, openBoard, standardHeaders } from '../../board.ts'
import { codeOf } from '../../setup/call.ts'
import { assertNothingChanges } from '../../setup/contents.ts'
import { listen } from '../../setup/listening.ts'
import { rawRequest, sendBytes, sendRaw, sendUntilClose } from '../../setup/raw-requests.ts'
import { writtenLog } from '../../setup/written-log.ts'

/** Only for requests that never end: on a busy machine a good request may take longer than this. */
const impatient = { requestMaxMs: 300 }
const json = { ...standardHeaders, 'content-type': 'application/json' }
const line = 'POST /v1/agents'
const mallory = '{"name":"mallory","operator_authorized":true}'
const chunk = (text: string) => `${Buffer.byteLength(text).toString(16)}\r\n${text}\r\n`
const sized = (body: string) => rawRequest(line, { ...json, 'content-length': String(Buffer.byteLength(body)) }, body)
const chunked = { ...json, 'transfer-encoding': 'chunked' }

async function openListening(options: BoardOptions = {}) {
  const board = await openBoard('sqlite', options)
  const { port } = await listen(board)
  const close = async () => {
    assert.equal((await sendRaw(port, rawRequest('GET /healthz', {}))).status, 200)
    await board.close()
  }
  return { board, port, [Symbol.asyncDispose]: close }
}

/** Bytes that are not HTTP: each is answered once, with the usual envelope, and the connection ends. */
const malformed: Record<string, string | Buffer> = {
  'no request at all': 'hello there\r\n\r\n',
  'a TLS greeting': Buffer.from([0x16, 3, 1, 2, 0, 1, 0, 1, 0xfc, 3, 3]),
  'HTTP/2': 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
  'HTTP/9.9': 'GET /v1/me HTTP/9.9\r\nHost: x\r\n\r\n',
  'an unknown method': rawRequest('BREW /v1/me', {}),
  'a method in small letters': rawRequest('get /v1/me', {}),
  'a path without a slash': rawRequest('GET v1/me', {}),
  'a raw letter beyond ASCII in the path': Buffer.from('GET /v1/é HTTP/1.1\r\nHost: x\r\n\r\n'),
  'a NUL in a header': rawRequest('GET /v1/me', { 'x-a': 'a\0b' }),
  'a folded header': rawRequest('GET /v1/me', { 'x-a': 'a\r\n b' }),
  'a space before the colon': rawRequest('GET /v1/me', { 'Origin ': 'x' }),
  'lines without a carriage return': `GET /v1/me HTTP/1.1\nHost: x\n\n`,
  'two lengths': rawRequest(line, { ...json, 'content-length': '5', 'Content-Length': '6' }, mallory),
  'a length and chunks': rawRequest(line, { ...chunked, 'content-length': '5' }, `${chunk(mallory)}0\r\n\r\n`),
  'chunks and a length': rawRequest(
    line,
    { ...json, 'content-length': '5', 'transfer-encoding': 'chunked' },
    '0\r\n\r\n',
  ),
  'an unknown transfer coding': rawRequest(line, { ...json, 'transfer-encoding': 'identity' }, mallory),
  'chunked, but not last': rawRequest(line, { ...json, 'transfer-encoding': 'chunked, gzip' }, mallory),
  'a negative length': rawRequest(line, { ...json, 'content-length': '-1' }, mallory),
  'a length with a sign': rawRequest(line, { ...json, 'content-length': `+${mallory.length}` }, mallory),
  'a length in hexadecimal': rawRequest(line, { ...json, 'content-length': '0x2d' }, mallory),
  'a length beyond 2^64 where no body is read': rawRequest('GET /v1/me', { 'content-length': '18446744073709551616' }),
  'two hosts': rawRequest('GET /v1/me', { host: 'other.test' }),
  'two credentials': rawRequest('GET /v1/me', { authorization: 'Bearer brd_one', Authorization: 'Bearer brd_two' }),
  'two types': rawRequest(line, { ...json, 'Content-Type': 'application/x-www-form-urlencoded' }, mallory),
  'a coding before the chunks': rawRequest(
    line,
    { ...json, 'transfer-encoding': 'identity, chunked' },
    `${chunk(mallory)}0\r\n\r\n`,
  ),
  'a coding before the chunks, in a header of its own': rawRequest(
    line,
    { ...json, 'Transfer-Encoding': 'gzip', 'transfer-encoding': 'chunked' },
    `${chunk(mallory)}0\r\n\r\n`,
  ),
  'a chunk size that is none': rawRequest(line, chunked, 'zz\r\nxx\r\n'),
  'a chunk size beyond 2^64': rawRequest(line, chunked, 'fffffffffffffffff\r\nxx\r\n'),
  'a chunk longer than it says': rawRequest(line, chunked, '2\r\nxxxxx\r\n0\r\n\r\n'),
}

const oversized: Record<string, Buffer> = {
  'a huge header': rawRequest('GET /v1/me', { 'x-a': 'a'.repeat(20_000) }),
  'a huge address': rawRequest(`GET /v1/me?${'a'.repeat(20_000)}`, {}),
  'a thousand headers': rawRequest(
    'GET /v1/me',
    Object.fromEntries(Array.from({ length: 3_000 }, (_, n) => [`x-${n}`, 'y'])),
  ),
}

describe('raw requests', () => {
  it('are refused once, with the envelope, when they are not HTTP, and the connection ends', async () => {
    await using open = await openListening()
    await assertNothingChanges(open.board, async () => {
      for (const [name, bytes] of Object.entries({ ...malformed, ...oversized })) {
        const answers = await sendUntilClose(open.port, bytes)
        const refusal = name in malformed ? '400 MALFORMED_REQUEST' : '431 HEADERS_TOO_LARGE'
        assert.deepEqual(answers.map(codeOf), [refusal], name)
        const { headers, body } = answers[0]!
        assert.match(headers['x-request-id'], /^[0-9a-f-]{36}$/)
        assert.deepEqual([headers.connection, headers['cache-control']], ['close', 'private, no-store'])
        assert.match(body.docs, /\/skill\.md$/)
      }
    })
  })

  it('that the parser refuses get HTTP’s own reason phrase, and no body in answer to HEAD', async () => {
    await using open = await openListening()
    const answer = async (bytes: string | Buffer) => (await sendBytes(open.port, [bytes])).toString().split('\r\n\r\n')

    const [head = '', body] = await answer('HEAD /v1/me HTTP/1.1\r\nHo st: x\r\n\r\n')
    const [large = ''] = await answer(oversized['a huge header'] as Buffer)

    assert.match(head, /^HTTP\/1\.1 400 Bad Request\r\n/)
    assert.equal(body, '')
    assert.match(large, /^HTTP\/1\.1 431 Request Header Fields Too Large\r\n/)
  })

  it('that the parser refuses are described for every operation', () => {
    const { paths } = openApiDocument(operations, 'http://board.test')
    for (const { http, name } of operations) {
      const described = JSON.stringify(paths[http.path]?.[http.method.toLowerCase()])
      for (const code of ['MALFORMED_REQUEST', 'HEADERS_TOO_LARGE'])
        assert.ok(described.includes(code), `${name}: ${code}`)
    }
  })

  it('that the parser refuses are logged under the id of their answer, and answered after those before them', async () => {
    const { lines, log } = writtenLog()
    await using open = await openListening({ log })

    const answers = await sendUntilClose(
      open.port,
      Buffer.concat([rawRequest('GET /healthz', {}), Buffer.from('?\r\n\r\n')]),
    )

    assert.deepEqual(answers.map(codeOf), ['200', '400 MALFORMED_REQUEST'])
    const id = answers[1]?.headers['x-request-id']
    const logged = lines.map((text) => JSON.parse(text)).find(({ request_id }) => request_id === id)
    assert.equal(`${logged?.route} ${logged?.status} ${logged?.code}`, 'unparsed 400 MALFORMED_REQUEST')
  })

  it('that are refused again and again are summed up in the log', async () => {
    const { lines, log } = writtenLog()
    await using open = await openListening({ log })
    for (let n = 0; n < 200; n++) {
      await sendUntilClose(open.port, 'nonsense\r\n\r\n')
      await open.board.call('/v1/me')
    }
    assert.ok(lines.length < 30, `${lines.length} lines`)

    open.board.passTime(10)
    await open.board.call('/healthz')

    const sums = lines.map((text) => JSON.parse(text)).filter(({ not_logged }) => not_logged)
    assert.deepEqual(sums.map(({ route, status, not_logged }) => `${route} ${status} ${not_logged}`).sort(), [
      '/v1/me 400 190',
      'unparsed 400 190',
    ])
  })

  it('need a Host header, may be HTTP/1.0, and are answered despite an Expect or Upgrade header', async () => {
    await using open = await openListening()
    const { key } = await open.board.account('ada')
    const mine = { ...standardHeaders, authorization: `Bearer ${key}` }
    const hostless = rawRequest('GET /v1/me', mine).toString().replace('Host: board.test\r\n', '')

    assert.equal(codeOf(await sendRaw(open.port, hostless)), '400 MALFORMED_REQUEST')
    assert.equal((await sendRaw(open.port, hostless.replace('HTTP/1.1', 'HTTP/1.0'))).status, 200)
    assert.equal((await sendRaw(open.port, rawRequest('GET /v1/me', { ...mine, expect: 'tea' }))).status, 200)
    const named = { 'x-first': 'Host', 'x-second': 'Authorization' } // values, not names
    assert.equal((await sendRaw(open.port, rawRequest('GET /v1/me', { ...mine, ...named }))).status, 200)
    const upgrade = { connection: 'Upgrade', upgrade: 'websocket' }
    assert.equal((await sendRaw(open.port, rawRequest('GET /v1/me', { ...mine, ...upgrade }))).status, 200)
    assert.deepEqual(await sendUntilClose(open.port, rawRequest('CONNECT board.test:80', mine)), [])
    const patient = rawRequest(line, { ...json, 'content-length': String(mallory.length), expect: '100-continue' })
    assert.equal((await sendRaw(open.port, patient, 20, mallory)).status, 201)
  })

  it('may send their body in pieces, and are read up to the announced length', async () => {
    await using open = await openListening()
    const registration = (name: string) => mallory.replace('mallory', name)
    const letters = (text: string) => [...text].map((letter) => chunk(letter)).join('')

    assert.equal(
      (await sendRaw(open.port, rawRequest(line, chunked), letters(registration('piecemeal')), '0\r\n\r\n')).status,
      201,
    )
    const halves = [sized(registration('in-halves')).subarray(0, -9), 30, sized(registration('in-halves')).subarray(-9)]
    assert.equal((await sendRaw(open.port, ...halves)).status, 201)
    const twice = Buffer.concat([sized(registration('first-of-two')), sized(registration('next-of-two'))])
    const received = await sendBytes(open.port, [twice], (bytes) => bytes.toString().split('api_key').length === 3)
    assert.match(received.toString(), /first-of-two.*next-of-two/s)
    await assertNothingChanges(open.board, async () => {
      const short = rawRequest(line, { ...json, 'content-length': '9' }, registration('cut-short'))
      assert.equal((await sendRaw(open.port, short)).status, 400)
      assert.equal(codeOf(await sendRaw(open.port, rawRequest(line, json))), '400 INVALID_JSON')
    })
  })

  it('are read up to the size limit, and the refusal reports how much was read', async () => {
    await using open = await openListening()
    const whole = { scope: 'json_request', max_bytes: 16_384 }
    const details = async (...parts: (string | Buffer)[]) => {
      const refused = await sendRaw(open.port, ...parts)
      assert.equal(codeOf(refused), '413 BODY_TOO_LARGE')
      return refused.body.error.details
    }
    const declared = (length: string) => details(rawRequest(line, { ...json, 'content-length': length }, mallory))
    await assertNothingChanges(open.board, async () => {
      assert.deepEqual(await declared('16385'), { ...whole, observed_bytes_at_least: 0, declared_bytes: 16_385 })
      const safe = Number.MAX_SAFE_INTEGER
      assert.deepEqual(await declared(String(safe)), { ...whole, observed_bytes_at_least: 0, declared_bytes: safe })
      for (const declared_content_length of [
        '9007199254740993',
        '18446744073709551615',
        '18446744073709551616',
        '9'.repeat(40),
      ])
        assert.deepEqual(await declared(declared_content_length), {
          ...whole,
          observed_bytes_at_least: 0,
          declared_content_length,
        })
      const endless = await details(rawRequest(line, chunked), ...Array(40).fill(chunk(' '.repeat(1_000))))
      assert.deepEqual(Object.keys(endless), ['scope', 'max_bytes', 'observed_bytes_at_least'])
      assert.ok(endless.observed_bytes_at_least > 16_384 && endless.observed_bytes_at_least <= 40_000)
    })
    const exact = mallory.padEnd(16_384)
    assert.equal((await sendRaw(open.port, rawRequest(line, chunked), chunk(exact), '0\r\n\r\n')).status, 201)
  })

  it('end with REQUEST_TIMEOUT when they do not arrive completely', async () => {
    await using open = await openListening(impatient)
    const slow: Record<string, (string | Buffer | number)[]> = {
      'a body that stops': [sized(mallory).subarray(0, -1)],
      'a body that never starts': [rawRequest(line, { ...json, 'content-length': '45' })],
      'a body that drips': [
        rawRequest(line, chunked),
        ...Array(20)
          .fill([chunk(' '), 40])
          .flat(),
      ],
      'headers that stop': [sized(mallory).subarray(0, 60)],
      'a connection that says nothing': [],
    }
    await assertNothingChanges(open.board, async () => {
      const all = Object.entries(slow).map(async ([name, parts]) => [
        name,
        (await sendUntilClose(open.port, ...parts)).map(codeOf),
      ])
      for (const [name, codes] of await Promise.all(all))
        assert.deepEqual(codes, ['408 REQUEST_TIMEOUT'], name as string)
    })
  })

  it('leave no open connection, whether the client leaves early or never', async () => {
    await using open = await openListening(impatient)
    const { server } = open.board.app.server
    const connections = () => new Promise<number>((resolve) => server.getConnections((_error, count) => resolve(count)))
    const areGone = async () => {
      for (let tries = 0; (await connections()) > 0 && tries < 1_200; tries++) await pause(50)
      assert.equal(await connections(), 0)
    }
    const call = async (bytes: string | Buffer) => {
      const socket = connect({ port: open.port, host: '127.0.0.1', allowHalfOpen: true }).resume()
      await once(
        socket.on('error', () => {}),
        'connect',
      )
      socket.write(bytes)
      return socket
    }
    await assertNothingChanges(open.board, async () => {
      const leavers = await Promise.all([20, 60, 150, 190].map((length) => call(sized(mallory).subarray(0, length))))
      await pause(50)
      for (const leaver of leavers) leaver.resetAndDestroy()
      await areGone()

      const stayers = await Promise.all(['nonsense\r\n\r\n', 'GET /v1', sized(mallory).subarray(0, 190)].map(call))
      try {
        await pause(50)
        await areGone()
      } finally {
        for (const stayer of stayers) stayer.destroy()
      }
    })
  })
})
