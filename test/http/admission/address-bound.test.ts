/** One address holds some of the connections and never all. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { connect, Socket } from 'node:net'
import { describe, it } from 'node:test'
import { boundAddresses, HeldSockets, isExempt } from '../../../src/http/admission/address-bound.ts'
import { createMetrics } from '../../../src/metrics/metrics.ts'
import { tuning } from '../../../src/settings/tuning.ts'
import { type BoardOptions, openBoard } from '../../board.ts'
import { listen } from '../../setup/listening.ts'
import { rawRequest } from '../../setup/raw-requests.ts'
import { sampleOf, samplesIn } from '../../setup/scrape.ts'
import { writtenLog } from '../../setup/written-log.ts'

const PER_ADDRESS = 3
const hangs = { timeout: 120_000 }

/** A board to which only 127.0.0.1 is local: the other addresses of this machine stand for foreign ones. */
async function openTo(options: BoardOptions = {}) {
  const bounds = { socketsPerAddress: PER_ADDRESS, isLoopback: (address: string) => address === '127.0.0.1' }
  const board = await openBoard('sqlite', { bounds, ...options })
  const { port } = await listen(board)
  const sockets: Socket[] = []
  const open = (localAddress: string) => {
    const socket = connect({ port, host: '127.0.0.1', localAddress }).on('error', () => {})
    sockets.push(socket)
    return socket
  }
  return {
    /** As Prometheus reads it. */
    refused: async () =>
      sampleOf(
        samplesIn(await createMetrics().page({ ...board.app, ...board.config })()),
        'board_refused_connections_total',
      ),
    /** Connects, and sends nothing. */
    holdsSilently: async (from: string) => {
      const socket = open(from)
      await once(socket, 'connect')
      return socket
    },
    /** Whether a new connection is answered, which is held afterwards; if not, it was closed. */
    isAnswered: async (from: string) => {
      const socket = open(from)
      socket.write(rawRequest('GET /healthz', {}))
      return new Promise<boolean>((resolve) =>
        socket.once('data', () => resolve(true)).once('close', () => resolve(false)),
      )
    },
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy()
      await board.close()
    },
  }
}

describe('one address', () => {
  it(
    'can hold a limited number of connections, silent ones included, and other addresses are served meanwhile',
    hangs,
    async () => {
      const { lines, log } = writtenLog()
      await using board = await openTo({ log })
      const silent = [1, 2, 3].map(() => board.holdsSilently('127.0.0.2'))
      const [first] = await Promise.all(silent)

      assert.deepEqual([await board.isAnswered('127.0.0.2'), await board.isAnswered('127.0.0.2')], [false, false])
      assert.equal(await board.refused(), 2)
      assert.ok(lines.some((line) => line.includes('one address holds as many connections as it may')))
      for (const other of ['127.0.0.3', '127.0.0.4']) assert.equal(await board.isAnswered(other), true)

      first?.destroy()
      let isAnswered = await board.isAnswered('127.0.0.2')
      while (!isAnswered) isAnswered = await board.isAnswered('127.0.0.2') // until the board has seen the end of the first
      assert.equal(await board.isAnswered('127.0.0.2'), false)
    },
  )

  it('is not that of a connection that was gone before it was looked at', async () => {
    const log = { warn: () => assert.fail('a warning') }
    const bounds = { socketsPerAddress: 0, isLoopback: () => false }
    const server = boundAddresses(createServer(), { bounds, trustProxy: false, log, countRefused: log.warn })
    assert.ok(server.emit('connection', new Socket()))
  })

  it('may hold any number of connections if it is of this machine', hangs, async () => {
    await using board = await openTo()
    for (let n = 0; n < 3 * PER_ADDRESS; n++) assert.equal(await board.isAnswered('127.0.0.1'), true)
  })

  for (const [TRUST_PROXY, answered] of [
    ['1', [true, true]],
    ['127.0.0.2', [true, false]],
    ['10.0.0.0/8, 127.0.0.2/31', [true, true]],
    ['10.0.0.0/8', [false, false]],
    ['0', [false, false]],
  ] as const)
    it(`holds more only as a proxy that TRUST_PROXY names: ${TRUST_PROXY}`, hangs, async () => {
      await using board = await openTo({ env: { TRUST_PROXY } })
      for (const from of ['127.0.0.2', '127.0.0.3'])
        await Promise.all(Array.from({ length: PER_ADDRESS }, () => board.holdsSilently(from)))
      assert.deepEqual([await board.isAnswered('127.0.0.2'), await board.isAnswered('127.0.0.3')], answered)
    })

  it('is an IPv6 /64, and the same in both forms of IPv4', () => {
    const held = new HeldSockets(2)
    const add = (address: string) => held.add(address)

    assert.deepEqual(['2001:db8::1', '2001:db8::ffff:1', '2001:db8:0:0:9::3'].map(add), [true, true, false])
    assert.deepEqual(['2001:db8:0:1::1', '192.0.2.1', '::ffff:192.0.2.1', '192.0.2.1'].map(add), [
      true,
      true,
      true,
      false,
    ])
    held.remove('2001:db8::1')
    assert.deepEqual(['2001:db8::7', '2001:db8::8'].map(add), [true, false])
    for (const address of ['2001:db8::7', '2001:db8::7', '2001:db8:0:1::1', '192.0.2.1', '192.0.2.1'])
      held.remove(address)
    assert.equal(held.addresses, 0)
  })

  it('has no limit if it belongs to this machine, in every form', () => {
    const loopback = ['127.0.0.1', '127.9.9.9', '::1', '::ffff:127.0.0.1']
    const foreign = ['192.0.2.1', '10.0.0.1', '172.17.0.1', 'fe80::1', '::ffff:10.0.0.1', '2001:db8::1']
    assert.deepEqual(loopback.map(isExempt(false)), [true, true, true, true])
    assert.ok(!foreign.some(isExempt(false)))
    assert.ok(foreign.every(isExempt(2)))
    assert.deepEqual(foreign.map(isExempt(['10.0.0.0/8', '2001:db8::/32'])), [false, true, false, false, true, true])
  })

  it('holds a tenth of all connections at most', () =>
    assert.equal(tuning.socketsPerAddressMax * 10, tuning.socketsMax))
})
