/** Connections take turns: whatever one of them asks for at once, the others get their answers in between. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { it } from 'node:test'
import { type BoardOptions, onFirstEngine, openBoard, standardHeaders } from '../../board.ts'
import { listen } from '../../setup/listening.ts'
import { rawRequest } from '../../setup/raw-requests.ts'

const PIPELINED = 40
/** They begin in turn; what waits for a server may end in another order. Without turns one is ahead by all of its answers. */
const maxLeads = { sqlite: PIPELINED / 4, postgres: PIPELINED / 2 }

/** A board that notes the ids of requests in the order of their answers. */
async function openNoting(engine: Parameters<typeof openBoard>[0], options: BoardOptions = {}) {
  const answered: string[] = []
  const board = await openBoard(engine, {
    ...options,
    observeAnswer: (_operation, { request_id }) => void answered.push(request_id),
  })
  const { port } = await listen(board)
  return { board, port, answered, [Symbol.asyncDispose]: board.close }
}

const request = (line: string, id: string) =>
  rawRequest(line, { ...standardHeaders, 'x-request-id': `request-of-${id}` })

/** A connection that the board has answered once, so it is known to be read. */
async function open(port: number, id: string): Promise<Socket> {
  const socket = connect({ port, host: '127.0.0.1' }).on('error', () => {})
  socket.write(request('GET /healthz', id))
  await once(socket, 'data')
  return socket.resume()
}

/** Sends all requests before the first of them is read, and returns the names of the connections as they were answered. */
async function answersInOrder(open_: Awaited<ReturnType<typeof openNoting>>, asked: Record<string, string[]>) {
  const { port, answered } = open_
  const names = Object.keys(asked)
  const sockets = await Promise.all(names.map((name) => open(port, name)))
  answered.length = 0
  for (const [n, name] of names.entries())
    sockets[n]?.write(Buffer.concat((asked[name] as string[]).map((line) => request(line, name))))
  const total = Object.values(asked).flat().length
  while (answered.length < total) await new Promise((go) => setTimeout(go, 20))
  for (const socket of sockets) socket.destroy()
  return answered.map((id) => id.replace('request-of-', ''))
}

const times = (line: string) => Array<string>(PIPELINED).fill(line)

/** How far any connection was ever ahead of another. */
function greatestLead(order: readonly string[], names: readonly string[]): number {
  const counts = new Map(names.map((name) => [name, 0]))
  const leads = order.map((name) => {
    counts.set(name, (counts.get(name) as number) + 1)
    return Math.max(...counts.values()) - Math.min(...counts.values())
  })
  return Math.max(...leads)
}

const hangs = { timeout: 120_000 }

onFirstEngine('connections that pipeline', (engine) => {
  const lines = [
    'GET /healthz',
    'GET /readyz',
    'GET /openapi.json',
    'GET /robots.txt',
    'GET /ballot',
    'GET /v1/nowhere',
  ]
  for (const line of lines)
    it(`take turns at ${line}`, hangs, async () => {
      await using open_ = await openNoting(engine)
      const asked = { ada: times(line), bob: times(line), eve: times(line) }
      const lead = greatestLead(await answersInOrder(open_, asked), Object.keys(asked))
      assert.ok(lead <= maxLeads[engine], `one was ${lead} answers ahead of another`)
    })

  it('take turns when they are refused because there is too much', hangs, async () => {
    await using open_ = await openNoting(engine, { bounds: { queued: 0 } })
    const asked = { ada: times('GET /ballot'), bob: times('GET /ballot'), eve: times('GET /ballot') }
    const lead = greatestLead(await answersInOrder(open_, asked), Object.keys(asked))
    assert.ok(lead <= maxLeads[engine], `one was ${lead} answers ahead of another`)
  })

  it('do not delay others, with any request', hangs, async () => {
    for (const line of ['GET /healthz', 'GET /openapi.json']) {
      await using open_ = await openNoting(engine)
      const order = await answersInOrder(open_, { ada: times(line), bob: times(line), eve: ['GET /ballot'] })
      const before = order.indexOf('eve')
      assert.ok(before < PIPELINED / 2, `${before} answers to ${line} came first`)
    }
  })
})
