/** Each bound admits as many as it says, and refuses the next one until one of them is answered. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { describe, it } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { type SocketBounds, Sockets } from '../../../src/http/admission/sockets.ts'

/** A server whose requests are answered when the test says so. */
async function openServer(bounds: Partial<SocketBounds>) {
  const sockets = new Sockets({ restMs: 1, ...bounds })
  /** By path: requests that have begun, and whether they are refused. */
  const begun = new Map<string, PromiseWithResolvers<{ isTooMuch: boolean; response: ServerResponse }>>()
  const beginning = (path: string) => {
    const known = begun.get(path) ?? Promise.withResolvers()
    begun.set(path, known)
    return known
  }
  const server = sockets.watch(
    createServer((request, response) => {
      const path = request.url ?? ''
      sockets.admit(request, response, (isTooMuch) =>
        beginning(path).resolve({ isTooMuch, response: isTooMuch ? response.end('no') : response }),
      )
      server.emit(path)
    }),
  )
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const open: Socket[] = []
  const requestsOf = (paths: readonly string[]) =>
    paths.map((path) => `GET ${path} HTTP/1.1\r\nhost: a\r\n\r\n`).join('')
  return {
    stop: () => sockets.stop(),
    /** The server's side of the next connection. */
    nextSocket: async (): Promise<Socket> => (await once(server, 'connection'))[0],
    /** Sends requests on a connection of their own. */
    send(...paths: string[]) {
      const socket = connect(port, '127.0.0.1').on('error', () => {})
      open.push(socket)
      socket.resume().write(requestsOf(paths))
      return socket
    },
    sendOn: (socket: Socket, ...paths: string[]) => socket.write(requestsOf(paths)),
    /** Sends a request, and resolves when it is admitted or waits. */
    async arrives(path: string, socket?: Socket) {
      const arrived = once(server, path)
      if (socket) this.sendOn(socket, path)
      else this.send(path)
      await arrived
    },
    hasBegun: (path: string) => begun.has(path),
    isRefused: async (path: string) => (await beginning(path).promise).isTooMuch,
    rest: async (path: string) => sockets.rest((await beginning(path).promise).response),
    async answer(path: string, body: string | Buffer = 'yes') {
      const { response } = await beginning(path).promise
      response.end(body)
      await once(response, 'close')
    },
    async [Symbol.asyncDispose]() {
      for (const socket of open) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

const hangs = { timeout: 60_000 }

describe('a bound', () => {
  it('of requests in work and waiting', hangs, async () => {
    await using server = await openServer({ working: 2, queued: 2 })
    const { send, isRefused, hasBegun, answer } = server
    for (const path of ['/work-1', '/work-2']) {
      send(path)
      assert.equal(await isRefused(path), false)
    }
    for (const path of ['/wait-1', '/wait-2']) await server.arrives(path)
    for (const path of ['/too-much', '/healthz']) send(path)

    assert.deepEqual([await isRefused('/too-much'), await isRefused('/healthz')], [true, false])
    assert.deepEqual(['/wait-1', '/wait-2'].map(hasBegun), [false, false])
    await answer('/work-1')
    assert.equal(await isRefused('/wait-1'), false)
    assert.equal(hasBegun('/wait-2'), false)
    send('/wait-3')
    for (const path of ['/work-2', '/wait-1', '/wait-2', '/wait-3']) await answer(path)
  })

  it('of requests in work, of which one that rests is none, also when it is answered', hangs, async () => {
    await using server = await openServer({ working: 1 })
    const { send, rest, isRefused, hasBegun, answer } = server
    for (const path of ['/rests', '/work']) {
      send(path)
      assert.equal(await isRefused(path), false)
      if (path === '/rests') await rest(path)
    }
    await answer('/rests')
    await server.arrives('/waits')
    send('/healthz')
    await answer('/healthz')

    assert.equal(hasBegun('/waits'), false)
    for (const path of ['/work', '/waits']) await answer(path)
  })

  it('of the time in which an answer is read, which by default is enough for a client that pauses', hangs, async () => {
    await using server = await openServer({})
    const socket = server.send('/large').pause()
    await server.isRefused('/large')
    void server.answer('/large', Buffer.alloc(20_000_000))
    await pause(300)
    let received = 0
    for await (const bytes of socket) {
      received += bytes.length
      if (received > 20_000_000) break
    }
    assert.ok(received > 20_000_000, `${received} bytes came`)
  })

  it('of the time in which an answer is read is over when it is read', hangs, async () => {
    await using server = await openServer({ unreadMs: 1_000 })
    const socket = server.send('/large', '/slow').pause()
    await server.isRefused('/large')
    const answered = server.answer('/large', Buffer.alloc(20_000_000))
    socket.resume()
    await answered
    await server.isRefused('/slow')
    await pause(2_500)

    assert.equal(socket.readyState, 'open')
    await server.answer('/slow')
  })

  it('of pages, which no other request counts towards', hangs, async () => {
    await using server = await openServer({ pages: 2 })
    const { send, isRefused, answer } = server
    const refused: Record<string, boolean> = {}
    const ask = async (path: string) => {
      send(path)
      refused[path] = await isRefused(path)
    }
    for (const path of ['/v1/me', '/humanfeed/1', '/sitemap.xml', '/humanfeed/2', '/humanfeed.md', '/v1/me?2'])
      await ask(path)
    for (const path of ['/v1/me', '/sitemap.xml']) await answer(path)
    for (const path of ['/humanfeed/3', '/humanfeed/4']) await ask(path)

    assert.deepEqual(
      Object.keys(refused).filter((path) => refused[path]),
      ['/humanfeed/2', '/humanfeed/4'],
    )
  })

  it('of requests that wait behind another one of their connection, or of all connections', hangs, async () => {
    await using server = await openServer({ pipelinedPerSocket: 2, pipelined: 3 })
    const { send, sendOn, isRefused, answer } = server
    const first = send('/a', '/a2', '/a3')
    assert.equal(await isRefused('/a'), false)
    const second = send('/b', '/b2')
    assert.equal(await isRefused('/b'), false)
    const third = send('/c', '/c2')
    await once(third, 'close')

    for (const path of ['/a', '/a2', '/b']) await answer(path)
    assert.deepEqual([await isRefused('/a3'), await isRefused('/b2')], [false, false])
    await server.arrives('/b3', second)
    await answer('/b2')
    assert.equal(await isRefused('/b3'), false)
    sendOn(first, '/a4', '/a5', '/a6')
    await once(first, 'close')
    second.destroy()
  })
})

describe('after a stop', () => {
  it('new connections are closed, and one that reads nothing of its answer is, too', hangs, async () => {
    await using server = await openServer({ unreadMs: 3_600_000 })
    const [reads, accepted] = [server.send('/large').pause(), server.nextSocket()]
    const held = await accepted
    await server.isRefused('/large')
    void server.answer('/large', Buffer.alloc(50_000_000))
    const ended = once(held, 'close')

    server.stop()
    await once(server.send('/late'), 'close')
    await ended

    assert.equal(server.hasBegun('/late'), false)
    reads.destroy()
  })
})
