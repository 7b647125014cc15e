/** The bounds of what clients can make the service hold, at both sides, and what gives a place back. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { it } from 'node:test'
import { type BoardOptions, onFirstEngine, openBoard, type Person, standardHeaders } from '../../board.ts'
import { codeOf } from '../../setup/call.ts'
import { listen } from '../../setup/listening.ts'
import { holdLock } from '../../setup/locks.ts'
import { answersIn, rawRequest, sendRaw } from '../../setup/raw-requests.ts'

const hangs = { timeout: 120_000 }
const healthCheck = rawRequest('GET /healthz', {})
const headersOf = ({ key }: Person) => ({ ...standardHeaders, authorization: `Bearer ${key}` })
const readMe = (person: Person) => rawRequest('GET /v1/me', headersOf(person))
const repeated = (request: Buffer, times: number) => Buffer.concat(Array<Buffer>(times).fill(request))

let keys = 0
function post(person: Person, bodyBytes = 60): Buffer {
  const body = JSON.stringify({ title: 'In work', body: '' })
  const padded = body.replace('""', `"${'x'.repeat(bodyBytes - body.length)}"`)
  const more = { 'content-type': 'application/json', 'content-length': String(bodyBytes) }
  const key = `in-work-for-a-while-${++keys}`
  return rawRequest('POST /v1/posts', { ...headersOf(person), ...more, 'idempotency-key': key }, padded)
}

/** A board on which a post waits for the writer's lock until it is released. */
async function open(engine: Parameters<typeof openBoard>[0], bounds: BoardOptions['bounds']) {
  const waiting = new Map<string, () => void>()
  const counts = new Map<string, number>()
  const observe = (name: string) => {
    counts.set(name, (counts.get(name) ?? 0) + 1)
    waiting.get(name)?.()
  }
  const board = await openBoard(engine, { bounds, observe })
  const { port } = await listen(board)
  const sockets: Socket[] = []
  const socket = async () => {
    const opened = connect({ port, host: '127.0.0.1' }).on('error', () => {})
    sockets.push(opened)
    await once(opened, 'connect')
    return opened
  }
  /** Sends a post that waits, and what follows it at once; its caller has been identified when this resolves. */
  const sends = async (bytes: Buffer) => {
    const identified = new Promise<void>((resolve) => waiting.set('identify', resolve))
    const sender = await socket()
    sender.write(bytes)
    await identified
    return sender
  }
  const close = async () => {
    for (const opened of sockets) opened.destroy()
    await board.close()
  }
  /** How often this transaction was run. */
  const count = (name: string) => counts.get(name) ?? 0
  return { board, port, socket, sends, count, [Symbol.asyncDispose]: close }
}

/** Asks for pages of 260 KB on a connection that reads nothing: together more than the kernel keeps. */
async function asksForPages({ socket }: Awaited<ReturnType<typeof open>>, person: Person, pages: number) {
  const thread = (await person.posts()).body.id as string
  for (let n = 0; n < 30; n++) assert.equal((await person.replies(thread, 'x'.repeat(8_192))).status, 201)
  const silent = (await socket()).pause()
  silent.write(repeated(rawRequest(`GET /v1/posts/${thread}?limit=30`, headersOf(person)), pages))
  return silent
}

/** Calls until no further page is read, each of which is answered; returns how many pages were read. */
async function untilStuck({ port, count }: Awaited<ReturnType<typeof open>>, person: Person): Promise<number> {
  let [before, unchanged] = [0, 0]
  while (unchanged < 5) {
    assert.equal((await sendRaw(port, readMe(person))).status, 200)
    const now = count('read_thread')
    unchanged = now > 0 && now === before ? unchanged + 1 : 0
    before = now
  }
  return before
}

/** The statuses of the answers, as many as are expected; fewer if the connection ends before. */
async function statusesOn(socket: Socket, expected: number): Promise<number[]> {
  let received: Buffer = Buffer.alloc(0)
  const statuses = () => answersIn(received).map(({ status }) => status)
  if (socket.destroyed) return []
  const ended = new Promise<void>((resolve) => {
    socket.once('close', () => resolve())
    socket.on('data', (chunk: Buffer) => {
      received = Buffer.concat([received, chunk])
      if (statuses().length >= expected) resolve()
    })
  })
  await ended
  return statuses()
}

onFirstEngine('requests that wait for the answer to an earlier one', (engine) => {
  for (const [name, bounds, most, tooMany] of [
    ['on one connection, by default', {}, 100, 101],
    ['on one connection', { pipelinedPerSocket: 2 }, 2, 3],
    ['on all connections together', { pipelinedPerSocket: 9, pipelined: 3 }, 3, 1],
  ] as const)
    it(`may be ${most} ${name}; one more closes its connection`, hangs, async () => {
      await using busy = await open(engine, bounds)
      const [ada, bob] = [await busy.board.account('ada'), await busy.board.account('bob')]
      const lock = await holdLock(busy.board.databaseUrl)

      const within = await busy.sends(Buffer.concat([post(ada), repeated(healthCheck, most)]))
      const above = await busy.socket()
      above.write(Buffer.concat([post(bob), repeated(healthCheck, tooMany)]))
      const closed = await statusesOn(above, Infinity)
      await lock.release()

      assert.deepEqual(closed, [])
      assert.deepEqual(await statusesOn(within, most + 1), [201, ...Array(most).fill(200)])
    })

  it('give their places back, and are refused once, when the last one turns out to be malformed', hangs, async () => {
    await using busy = await open(engine, { pipelined: 1 })
    const ada = await busy.board.account('ada')
    for (let n = 0; n < 3; n++) {
      const lock = await holdLock(busy.board.databaseUrl)
      const chunked = { ...headersOf(ada), 'content-type': 'application/json', 'transfer-encoding': 'chunked' }
      const malformed = rawRequest('POST /v1/posts', chunked, 'zz\r\n')
      const socket = await busy.sends(Buffer.concat([post(ada), malformed]))
      await lock.release()
      assert.deepEqual(await statusesOn(socket, 3), [201, 400])
    }
  })
})

onFirstEngine('places in work', (engine) => {
  it('are not given back by health checks and refusals, which have none', hangs, async () => {
    await using busy = await open(engine, { working: 1, queued: 1 })
    const ada = await busy.board.account('ada')
    for (let n = 0; n < 3; n++) await sendRaw(busy.port, healthCheck)
    const lock = await holdLock(busy.board.databaseUrl)
    const posting = await busy.sends(post(ada))

    const reads = Array.from({ length: 3 }, () => sendRaw(busy.port, readMe(ada)))
    const refused = [await Promise.race(reads)]
    while (refused.length < 2) refused.push(await sendRaw(busy.port, readMe(ada)))
    await lock.release()

    assert.deepEqual(refused.map(codeOf), ['503 UNAVAILABLE', '503 UNAVAILABLE'])
    assert.deepEqual((await Promise.all(reads)).map(({ status }) => status).sort(), [200, 503, 503])
    assert.deepEqual(await statusesOn(posting, 1), [201])
  })

  it('are taken by reads, too', hangs, async () => {
    await using busy = await open(engine, { working: 1, queued: 1 })
    const [ada, bob] = [await busy.board.account('ada'), await busy.board.account('bob')]
    const { api_key } = (await ada.send('/v1/me/key', {})).body
    const lock = await holdLock(busy.board.databaseUrl)
    const reading = await busy.sends(readMe({ ...ada, key: api_key })) // the first use of a key is written down

    const reads = Array.from({ length: 2 }, () => sendRaw(busy.port, readMe(bob)))
    const first = await Promise.race(reads)
    await lock.release()

    assert.equal(codeOf(first), '503 UNAVAILABLE')
    assert.deepEqual((await Promise.all(reads)).map(({ status }) => status).sort(), [200, 503])
    assert.deepEqual(await statusesOn(reading, 1), [200])
  })

  it('are free again when the caller is gone before its answer', hangs, async () => {
    await using busy = await open(engine, { working: 1 })
    const [ada, bob] = [await busy.board.account('ada'), await busy.board.account('bob')]
    const lock = await holdLock(busy.board.databaseUrl)
    const posting = await busy.sends(post(ada))
    posting.destroy()
    assert.equal((await sendRaw(busy.port, readMe(bob))).status, 200)
    await lock.release()
  })

  it('are free again when the answer is made, although its caller reads nothing', hangs, async () => {
    await using busy = await open(engine, { working: 1, unreadMs: 3_600_000 })
    const ada = await busy.board.account('ada')
    await asksForPages(busy, ada, 80)
    assert.ok((await untilStuck(busy, ada)) < 80, 'the caller gets no further answer')
  })

  it('are not taken by callers that send slowly, however many begin at the same moment', hangs, async () => {
    await using busy = await open(engine, { working: 1 })
    const [ada, ...others] = await Promise.all(Array.from({ length: 60 }, () => busy.socket()))
    const person = await busy.board.account('ada')
    const chunked = { ...headersOf(person), 'content-type': 'application/json', 'transfer-encoding': 'chunked' }
    const slow = [post(person).subarray(0, -1), rawRequest('POST /v1/posts', chunked, '9\r\n{"title"')]

    for (const [n, socket] of others.entries()) socket.write(slow[n % 2] as Buffer)
    ada?.write(readMe(person))

    assert.deepEqual(await statusesOn(ada as Socket, 1), [200])
  })
})

onFirstEngine('bytes of bodies', (engine) => {
  for (const bound of ['bodyBytes', 'bodyBytesOfOneCaller'])
    it(
      `may be as many as the bound says, and not one more, whatever was answered before: ${bound}`,
      hangs,
      async () => {
        const LENGTH = 600
        await using busy = await open(engine, { [bound]: LENGTH })
        const ada = await busy.board.account('ada')
        const answers = []
        for (const request of [...Array(5).fill(readMe(ada)), post(ada, LENGTH + 1), post(ada, LENGTH)])
          answers.push(await sendRaw(busy.port, request))
        assert.deepEqual(
          answers.map(({ status }) => status),
          [200, 200, 200, 200, 200, 503, 201],
        )
      },
    )
})

onFirstEngine('a service that stops', (engine) => {
  it('does not wait long for a caller that reads nothing', hangs, async () => {
    const busy = await open(engine, { unreadMs: 3_600_000 })
    const ada = await busy.board.account('ada')
    const silent = await asksForPages(busy, ada, 80)
    await untilStuck(busy, ada)

    await busy.board.close()
    assert.ok((await statusesOn(silent.resume(), Infinity)).length < 80)
  })

  it('answers nothing more on a connection whose answer it finishes', hangs, async () => {
    const busy = await open(engine, {})
    const ada = await busy.board.account('ada')
    const lock = await holdLock(busy.board.databaseUrl)
    const socket = await busy.sends(Buffer.concat([post(ada), healthCheck, healthCheck]))
    const idle = await busy.socket()
    const statuses = statusesOn(socket, 3)
    const closed = busy.board.close()
    assert.deepEqual(await statusesOn(idle, 1), [], 'closed at once: it has asked nothing')
    await lock.release()
    assert.deepEqual(await statuses, [201])
    await closed
  })
})
