/** Requests that come again from the same address, byte for byte. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { it } from 'node:test'
import { type Board, type BoardOptions, onEachEngine, openBoard, type Person, standardHeaders } from '../../board.ts'
import { type Answer, codeOf } from '../../setup/call.ts'
import { listen } from '../../setup/listening.ts'
import { answersIn, rawRequest } from '../../setup/raw-requests.ts'

const limits = {
  LIMIT_CREDENTIAL_CALLS_PER_CREDENTIAL_PER_MINUTE: 3,
  LIMIT_CREDENTIAL_CALLS_PER_NETWORK_PER_MINUTE: 100,
}

const mine = ({ key }: Person, more = {}) => ({ ...standardHeaders, authorization: `Bearer ${key}`, ...more })
const poll = (person: Person) => rawRequest('GET /v1/activity?limit=5', mine(person))

/** A board with one connection to it, and how many requests were parsed so far. */
async function openLine(engine: Parameters<typeof openBoard>[0], options: BoardOptions = {}) {
  const board: Board = await openBoard(engine, options)
  const { port } = await listen(board)
  const counted = { parsed: 0 }
  board.app.server.server.on('request', () => counted.parsed++)
  const connectTo = async () => {
    const socket = connect({ port, host: '127.0.0.1' })
    await once(socket, 'connect')
    return socket
  }
  const socket = await connectTo()
  const send = (...requests: Buffer[]) => answersTo(socket, requests)
  const close = async () => {
    socket.destroy()
    await board.close()
  }
  return { board, send, connect: connectTo, counted, [Symbol.asyncDispose]: close }
}

/** Sends the requests without waiting between them, and waits for an answer to each. */
function answersTo(socket: Socket, requests: Buffer[]): Promise<Answer[]> {
  return new Promise((resolve) => {
    let received: Buffer = Buffer.alloc(0)
    const read = (chunk: Buffer) => {
      received = Buffer.concat([received, chunk])
      const answers = answersIn(received)
      if (answers.length < requests.length) return
      socket.off('data', read)
      resolve(answers)
    }
    socket.on('data', read)
    for (const request of requests) socket.write(request)
  })
}

/** All that must not differ between an answer and its repetition. */
function comparable({ status, headers, body }: Answer) {
  const {
    date: _date,
    connection: _open,
    'keep-alive': _time,
    'x-request-id': _id,
    ratelimit: _left,
    ...rest
  } = headers
  return { status, headers: rest, body }
}

onEachEngine('a request that comes again on its connection', (engine) => {
  const parsedOnce = engine === 'sqlite' ? 1 : 2 // on PostgreSQL the version has to be waited for

  it('is answered as before, is counted, and has an id of its own', async () => {
    await using line = await openLine(engine, { limits })
    const ada = await line.board.account('ada')
    const [[first], [second]] = [await line.send(poll(ada)), await line.send(poll(ada))]

    assert.equal(line.counted.parsed, parsedOnce)
    assert.deepEqual(comparable(second as Answer), comparable(first as Answer))
    assert.notEqual(second?.headers['x-request-id'], first?.headers['x-request-id'])
    const left = [first, second].map((answer) =>
      Number(/"credential";r=(\d+)/.exec(answer?.headers.ratelimit ?? '')?.[1]),
    )
    assert.equal((left[0] as number) - (left[1] as number), 1)
  })

  it('is answered anew after a change, and refused after the key is revoked', async () => {
    await using line = await openLine(engine)
    const ada = await line.board.account('ada')
    await line.send(poll(ada))
    const { id } = (await ada.posts()).body
    const [changed] = await line.send(poll(ada))
    await ada.revokes()
    const [refused] = await line.send(poll(ada))

    assert.equal(changed?.body.items[0].id, id)
    assert.equal(refused?.status, 401)
  })

  it('is refused at the same number as any other, and what it was counted as is counted once', async () => {
    await using line = await openLine(engine, { limits })
    const ada = await line.board.account('ada')
    const answers: Answer[] = []
    for (let n = 0; n < 5; n++) answers.push(...(await line.send(poll(ada))))

    assert.deepEqual(
      answers.map((answer) => (answer.status === 200 ? '200' : codeOf(answer))),
      ['200', '200', '200', '429 RATE_LIMIT', '429 RATE_LIMIT'],
    )
    const network = answers.map(({ headers }) =>
      Number(/"credential-calls";r=(\d+)/.exec(headers.ratelimit as string)?.[1]),
    )
    assert.deepEqual(
      network.map((left) => (network[0] as number) - left),
      [0, 1, 2, 3, 4],
    )
  })

  it('may be for a page, which is the same for everybody', async () => {
    await using line = await openLine(engine)
    const page = rawRequest('GET /humanfeed/', { accept: 'text/html' })
    const [[first], [second]] = [await line.send(page), await line.send(page)]

    assert.equal(line.counted.parsed, parsedOnce)
    assert.equal(first?.status, 200)
    assert.deepEqual(comparable(second as Answer), comparable(first as Answer))
  })

  it('may come on another connection, once that one has sent a request', async () => {
    await using line = await openLine(engine)
    const ada = await line.board.account('ada')
    await line.send(poll(ada))
    const before = line.counted.parsed
    const other = await line.connect()
    const answers = [...(await answersTo(other, [poll(ada)])), ...(await answersTo(other, [poll(ada)]))]
    other.destroy()

    assert.equal(line.counted.parsed - before, parsedOnce)
    assert.deepEqual(comparable(answers[1] as Answer), comparable(answers[0] as Answer))
  })

  it('is answered and closed if it asks for that, also when it has come before', async () => {
    await using line = await openLine(engine)
    const ada = await line.board.account('ada')
    const last = rawRequest('GET /v1/me', mine(ada, { connection: 'close' }))
    for (let n = 0; n < 2; n++) {
      const other = await line.connect()
      await answersTo(other, [poll(ada)])
      const closed = once(other, 'close')
      assert.equal((await answersTo(other, [last]))[0]?.headers.connection, 'close')
      await closed
    }
  })

  it('keeps its place among others that are sent with it', async () => {
    await using line = await openLine(engine)
    const ada = await line.board.account('ada')
    const me = rawRequest('GET /v1/me', mine(ada))
    await line.send(poll(ada))
    const answers = await line.send(poll(ada), me, poll(ada), poll(ada))
    const again = await line.send(poll(ada))

    assert.deepEqual(
      [...answers, ...again].map(({ body }) => (body.items ? 'feed' : 'me')),
      ['feed', 'me', 'feed', 'feed', 'feed'],
    )
  })
})
