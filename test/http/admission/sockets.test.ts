/** What clients can make the service hold: answers that nobody takes, requests that wait, connections. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { it } from 'node:test'
import { type Board, type BoardOptions, onFirstEngine, openBoard, type Person, standardHeaders } from '../../board.ts'
import { type Answer, codeOf } from '../../setup/call.ts'
import { listen } from '../../setup/listening.ts'
import { holdLock } from '../../setup/locks.ts'
import { answersIn, rawRequest, sendBytes, sendRaw } from '../../setup/raw-requests.ts'

const PIPELINED = 80
const healthCheck = rawRequest('GET /healthz', {})

/** A board that counts how often each transaction was run. */
async function openCounting(engine: Parameters<typeof openBoard>[0], options: BoardOptions = {}) {
  const counts = new Map<string, number>()
  const waiting = new Map<string, () => void>()
  const observe = (name: string) => {
    counts.set(name, (counts.get(name) ?? 0) + 1)
    waiting.get(name)?.()
  }
  const board = await openBoard(engine, { observe, ...options })
  const { port } = await listen(board)
  const next = (name: string) => new Promise<void>((resolve) => waiting.set(name, resolve))
  return { board, port, count: (name: string) => counts.get(name) ?? 0, next, [Symbol.asyncDispose]: board.close }
}

/** A thread whose full page takes about 260 KB. */
async function longThread(ada: Person): Promise<string> {
  const { id } = (await ada.posts()).body
  for (let n = 0; n < 30; n++) assert.equal((await ada.replies(id, 'x'.repeat(8_192))).status, 201)
  return id
}

const readRequest = ({ key }: Person, thread: string) =>
  rawRequest(`GET /v1/posts/${thread}?limit=30`, { ...standardHeaders, authorization: `Bearer ${key}` })

function postRequest({ key }: Person, requestId: string, length = 30): Buffer {
  const body = JSON.stringify({ title: 'In work', body: 'x'.repeat(length) })
  const headers = { ...standardHeaders, authorization: `Bearer ${key}`, 'content-type': 'application/json' }
  const more = { 'content-length': String(body.length), 'idempotency-key': requestId }
  return rawRequest('POST /v1/posts', { ...headers, ...more }, body)
}

async function open(port: number): Promise<Socket> {
  const socket = connect({ port, host: '127.0.0.1' }).pause()
  await once(
    socket.on('error', () => {}),
    'connect',
  )
  return socket
}

/** Resolves when the server has no connection any more. */
async function untilAllClosed({ app }: Board) {
  const count = () => new Promise<number>((resolve) => app.server.server.getConnections((_error, n) => resolve(n)))
  while ((await count()) > 0) await new Promise((go) => setTimeout(go, 20))
}

onFirstEngine('a client that takes no answers', (engine) => {
  it('gets few of its answers, and is disconnected', async () => {
    await using open_ = await openCounting(engine, { bounds: { unreadMs: 300 } })
    const { board, port, count } = open_
    const ada = await board.account('ada')
    const request = readRequest(ada, await longThread(ada))

    const sockets = await Promise.all([open(port), open(port), open(port)])
    for (const socket of sockets) socket.write(Buffer.concat(Array(PIPELINED).fill(request)))
    await untilAllClosed(board)

    // What the kernel takes on the client's behalf is not ours to refuse: some megabytes for each connection.
    const answered = count('read_thread')
    assert.ok(answered > 0 && answered < PIPELINED * 1.5, `${answered} of ${3 * PIPELINED} answers were made`)
    for (const socket of sockets) socket.destroy()
    assert.equal((await sendRaw(port, healthCheck)).status, 200)
  })

  it('gets all of them, in order, once it reads', async () => {
    await using open_ = await openCounting(engine)
    const ada = await open_.board.account('ada')
    const ids = [await longThread(ada), (await ada.posts()).body.id]
    const asked = Array.from({ length: PIPELINED }, (_, n) => ids[n % 2] as string)

    const received = await sendBytes(
      open_.port,
      [Buffer.concat(asked.map((id) => readRequest(ada, id)))],
      (bytes) => bytes.length > 10_000_000 && answersIn(bytes).length === asked.length,
    )

    assert.deepEqual(
      answersIn(received).map(({ body }) => body.post.id),
      asked,
    )
  })

  it('is refused together with others while too many bytes wait; the others are served when it is disconnected', async () => {
    await using open_ = await openCounting(engine, { bounds: { unreadBytes: 1, unreadMs: 300 } })
    const { board, port } = open_
    const ada = await board.account('ada')
    const request = readRequest(ada, await longThread(ada))
    const me = rawRequest('GET /v1/me', { ...standardHeaders, authorization: `Bearer ${ada.key}` })

    const socket = await open(port)
    socket.write(Buffer.concat(Array(PIPELINED).fill(request)))
    let refused = await sendRaw(port, me)
    while (refused.status === 200) refused = await sendRaw(port, me)
    const health = await sendRaw(port, healthCheck)
    await untilAllClosed(board)

    assert.equal(codeOf(refused), '503 UNAVAILABLE')
    assert.equal(refused.headers['retry-after'], '5')
    assert.equal(health.status, 200)
    assert.equal((await sendRaw(port, me)).status, 200)
    socket.destroy()
  })
})

onFirstEngine('too many requests at once', (engine) => {
  it('are refused at once, while health checks are answered and the others wait for their turn', async () => {
    await using open_ = await openCounting(engine, { bounds: { working: 1, queued: 1 } })
    const { board, port, next } = open_
    const ada = await board.account('ada')
    const mine = { ...standardHeaders, authorization: `Bearer ${ada.key}` }
    const { release } = await holdLock(board.databaseUrl)
    const identified = next('identify')
    const posting = sendRaw(port, postRequest(ada, 'in-work-for-a-while'))
    await identified // the request is in work now, and waits for the lock

    const reads = [1, 2].map(() => sendRaw(port, rawRequest('GET /v1/me', mine)))
    const first = await Promise.race(reads)
    const health = await sendRaw(port, healthCheck)
    await release()

    assert.equal(codeOf(first), '503 UNAVAILABLE')
    assert.equal(health.status, 200)
    assert.deepEqual((await Promise.all(reads)).map(({ status }) => status).sort(), [200, 503])
    assert.equal((await posting).status, 201)
  })

  /** Everything but health checks is refused. */
  const refusing = (restMs: number) => ({ bounds: { unreadBytes: 0, restMs } })
  const me = rawRequest('GET /v1/me', standardHeaders)

  it('are not read for a while on connections that were refused, and health checks on others are answered', async () => {
    await using open_ = await openCounting(engine, refusing(3_600_000))
    const socket = await open(open_.port)
    let received = ''
    socket.on('data', (bytes) => {
      received += bytes
    })
    socket.resume().write(me)
    await once(socket, 'data')

    socket.write(healthCheck)
    const checks = [await sendRaw(open_.port, healthCheck), await sendRaw(open_.port, rawRequest('GET /readyz', {}))]

    assert.deepEqual(
      checks.map(({ status }) => status),
      [200, 200],
    )
    assert.deepEqual(received.match(/HTTP\/1\.1 \d+/g), ['HTTP/1.1 503'])
    socket.destroy()
  })

  it('are read again afterwards', async () => {
    await using open_ = await openCounting(engine, refusing(1))

    const received = await sendBytes(open_.port, [me, healthCheck], (bytes) => answersIn(bytes).length === 2)

    assert.deepEqual(
      answersIn(received).map(({ status }) => status),
      [503, 200],
    )
  })
})

/** What a connection is sent while the only place is taken; each answer is waited for before the next bytes are sent. */
async function whileFull(engine: Parameters<typeof openBoard>[0], send: (ask: Ask, mine: Headers) => Promise<void>) {
  await using open_ = await openCounting(engine, { bounds: { working: 1, queued: 0 } })
  const { board, port } = open_
  const ada = await board.account('ada')
  const socket = await open(port)
  const answers = answersOn(socket.resume())
  const ask: Ask = async (...parts) => {
    for (const part of parts) {
      socket.write(part)
      await new Promise((go) => setImmediate(go))
    }
    return (await answers.next()).value as Answer
  }
  await send(ask, { ...standardHeaders, authorization: `Bearer ${ada.key}` })
  socket.destroy()
}

type Headers = Record<string, string>
type Ask = (...parts: Buffer[]) => Promise<Answer>

async function* answersOn(socket: Socket): AsyncGenerator<Answer> {
  let received: Buffer = Buffer.alloc(0)
  for await (const chunk of socket) {
    received = Buffer.concat([received, chunk])
    for (const answer of answersIn(received)) {
      received = Buffer.alloc(0)
      yield answer
    }
  }
}

onFirstEngine('a request that is refused because there is too much', (engine) => {
  it('gets an envelope like any other refusal, with an id of its own or that of its proxy', async () => {
    await whileFull(engine, async (ask, mine) => {
      const refused = await ask(rawRequest('GET /v1/me', mine))
      const named = await ask(rawRequest('GET /v1/me', { ...mine, 'X-Request-Id': 'from-a-proxy' }))

      assert.equal(codeOf(refused), '503 UNAVAILABLE')
      assert.deepEqual(Object.keys(refused.body), ['error', 'docs'])
      assert.deepEqual(
        [refused.headers['retry-after'], refused.headers['cache-control'], refused.headers.connection],
        ['5', 'private, no-store', 'keep-alive'],
      )
      assert.match(refused.headers['x-request-id'] as string, /^[0-9a-f-]{36}$/)
      assert.equal(named.headers['x-request-id'], 'from-a-proxy')
    })
  })

  it('is a request of its own: bytes that belong to a body are never answered', async () => {
    await whileFull(engine, async (ask, mine) => {
      const inner = rawRequest('GET /v1/me', { ...mine, 'x-request-id': 'inside-a-body' })
      const length = { ...mine, 'content-length': String(inner.length) }
      const chunked = { ...mine, 'transfer-encoding': 'chunked' }
      const chunk = [Buffer.from(`${inner.length.toString(16)}\r\n`), inner, Buffer.from('\r\n0\r\n\r\n')]
      const sent = [
        await ask(rawRequest('GET /v1/me', { ...mine, 'x-request-id': 'request-first' })),
        await ask(rawRequest('GET /v1/me', { ...length, 'x-request-id': 'read-with-body' }), inner),
        await ask(rawRequest('POST /v1/posts', { ...length, 'x-request-id': 'request-with-body' }), inner),
        await ask(rawRequest('POST /v1/posts', { ...chunked, 'x-request-id': 'request-in-chunks' }), ...chunk),
        await ask(rawRequest('GET /v1/me', { ...mine, 'x-request-id': 'request-after' })),
      ]
      assert.deepEqual(
        sent.map(({ status, headers }) => `${status} ${headers['x-request-id']}`),
        ['first', 'with-body', 'in-chunks', 'after']
          .map((name) => `503 request-${name}`)
          .toSpliced(1, 0, '503 read-with-body'),
      )
    })
  })

  it('is not a health check, a page or a form', async () => {
    await whileFull(engine, async (ask, mine) => {
      await ask(rawRequest('GET /v1/me', mine))
      assert.equal((await ask(healthCheck)).status, 200)
      assert.match(
        (await ask(rawRequest('GET /b', { accept: 'text/html' }))).headers['content-type'] as string,
        /^text\/html/,
      )
    })
  })
})

onFirstEngine('pages of the site', (engine) => {
  it('leave places in work for other requests', async () => {
    await using open_ = await openCounting(engine, { bounds: { working: 1, pages: 1 } })
    const { board, port, next } = open_
    const ada = await board.account('ada')
    const mine = { ...standardHeaders, authorization: `Bearer ${ada.key}` }
    for (let n = 0; n < 3; n++) await sendRaw(port, healthCheck) // they are not pages, so they give back no place of one
    const { release } = await holdLock(board.databaseUrl)
    const identified = next('identify')
    const posting = sendRaw(port, postRequest(ada, 'in-work-for-a-while'))
    await identified // the only place is taken, until the lock is free

    const pages = [1, 2].map(() => sendRaw(port, rawRequest('GET /humanfeed/', { accept: 'text/html' })))
    const first = await Promise.race(pages)
    const read = sendRaw(port, rawRequest('GET /v1/me', mine))
    await sendRaw(port, healthCheck) // sent after the read, so that has arrived
    await release()

    assert.equal(first.status, 503)
    assert.match(first.headers['content-type'], /^text\/html/)
    assert.deepEqual((await Promise.all(pages)).map(({ status }) => status).sort(), [200, 503])
    assert.deepEqual([(await read).status, (await posting).status], [200, 201])
    assert.equal((await sendRaw(port, rawRequest('GET /humanfeed/', { accept: 'text/html' }))).status, 200)
  })
})

onFirstEngine('bodies that arrive slowly', (engine) => {
  it('are refused when all of them together are too many bytes, until one is answered', async () => {
    await using open_ = await openCounting(engine, { bounds: { bodyBytes: 1_000 } })
    const { board, port, next } = open_
    const ada = await board.account('ada')
    const [whole, other] = ['held-for-a-while-1', 'held-for-a-while-2'].map((key) => postRequest(ada, key, 600))
    const slow = await open(port)
    const identified = next('identify')
    slow.write((whole as Buffer).subarray(0, -1))
    await identified // its body has arrived with it, but for the last byte

    const refused = await sendRaw(port, other as Buffer)
    const answered = once(slow.resume(), 'data')
    slow.write((whole as Buffer).subarray(-1))
    const [bytes] = await answered

    assert.equal(codeOf(refused), '503 UNAVAILABLE')
    assert.match(refused.body.error.message, /receiving more than it can hold/)
    assert.match(String(bytes), /^HTTP\/1\.1 201/)
    assert.equal((await sendRaw(port, other as Buffer)).status, 201)
    slow.destroy()
  })

  it('are refused when those of one account are too many bytes, and others still find room', async () => {
    await using open_ = await openCounting(engine, { bounds: { bodyBytes: 10_000, bodyBytesOfOneCaller: 1_000 } })
    const { board, port, next } = open_
    const [ada, bob] = [await board.account('ada'), await board.account('bob')]
    const slow = await open(port)
    const identified = next('identify')
    slow.write(postRequest(ada, 'held-for-a-while-1', 600).subarray(0, -1))
    await identified

    const [refused, others] = [
      await sendRaw(port, postRequest(ada, 'held-for-a-while-2', 600)),
      await sendRaw(port, postRequest(bob, 'held-for-a-while-3', 600)),
    ]
    slow.destroy()

    assert.equal(codeOf(refused), '503 UNAVAILABLE')
    assert.equal(others.status, 201)
  })
})

onFirstEngine('connections', (engine) => {
  it('are closed when they pipeline more requests than may wait, and when too many are open', async () => {
    await using open_ = await openCounting(engine, { bounds: { sockets: 2 } })
    const { board, port, count } = open_
    const ada = await board.account('ada')
    const me = rawRequest('GET /v1/me', { ...standardHeaders, authorization: `Bearer ${ada.key}` })

    const [one, two] = [await open(port), await open(port)]
    const third = await open(port)
    await once(third.resume(), 'close')
    two.destroy()
    await sendBytes(port, [Buffer.concat(Array(2_000).fill(me))])

    assert.ok(count('get_me') < 2_000, 'the connection ended before every request was served')
    one.destroy()
  })

  it('that end give back the places in which their requests waited', async () => {
    await using open_ = await openCounting(engine, { bounds: { pipelined: 2, pipelinedPerSocket: 2 } })
    const { board, port, next } = open_
    const people = [await board.account('ada'), await board.account('bob')]
    const lock = await holdLock(board.databaseUrl)
    for (const person of people) {
      const socket = await open(port)
      const identified = next('identify')
      socket.write(Buffer.concat([postRequest(person, 'in-work-for-a-while'), healthCheck, healthCheck]))
      await identified // the post waits for the lock, and the others behind it
      socket.destroy()
    }
    await lock.release()
    await untilAllClosed(board)

    const received = await sendBytes(
      port,
      [Buffer.concat(Array(3).fill(healthCheck))],
      (bytes) => answersIn(bytes).length === 3,
    )
    assert.deepEqual(
      answersIn(received).map(({ status }) => status),
      [200, 200, 200],
    )
  })

  it('end with the answer in work when the service stops', async () => {
    const { board, port, next } = await openCounting(engine)
    const ada = await board.account('ada')
    const lock = await holdLock(board.databaseUrl)
    const identified = next('identify')
    const posting = sendRaw(port, postRequest(ada, 'in-work-for-a-while'))
    await identified
    const closed = board.close()
    await lock.release()
    const { status, headers } = await posting
    assert.deepEqual([status, headers.connection], [201, 'close'])
    await closed
  })
})
