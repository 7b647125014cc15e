import assert from 'node:assert/strict'
import type { AddressInfo } from 'node:net'
import { describe, it } from 'node:test'
import { createMetrics } from '../../src/http/metrics/metrics.ts'
import { Histogram } from '../../src/http/metrics/series.ts'
import { type Board, onEachEngine, openBoard } from '../board.ts'
import { UNKNOWN_ID } from '../setup/call.ts'
import type { Engine } from '../setup/databases.ts'
import { assistantOf } from '../setup/mcp.ts'
import { sampleOf, samplesIn } from '../setup/scrape.ts'
import { watchUnhandled } from '../setup/unhandled.ts'

async function openWatched(engine: Engine, limits: Record<string, number> = {}) {
  const metrics = createMetrics()
  const board = await openBoard(engine, { metrics, limits })
  const page = metrics.page({ ...board.app, engine, limits: board.config.limits })
  return { board, metrics, scrape: async () => samplesIn(await page()) }
}

/** Opens the listener that the operator's port is for. */
async function listenFor(board: Board, metrics: ReturnType<typeof createMetrics>, engine: Engine) {
  const server = metrics.listener({ ...board.app, engine, limits: board.config.limits }).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close: () => server.close() }
}

onEachEngine('metrics', (engine) => {
  it('count requests by operation, method and status, with their times', async () => {
    const { board, scrape } = await openWatched(engine)
    await using _ = board
    const ada = await board.account('ada')
    for (let n = 0; n < 3; n++) await ada.get('/v1/activity')
    await ada.reads(UNKNOWN_ID)
    await board.call('/healthz')
    await board.call('/nothing-here')

    const samples = await scrape()
    const requests = (operation: string, method: string, status: number) =>
      sampleOf(samples, 'board_requests_total', { operation, method, status: String(status) })
    assert.equal(requests('register', 'POST', 201), 1)
    assert.equal(requests('list_activity', 'GET', 200), 3)
    assert.equal(requests('read_thread', 'GET', 404), 1)
    assert.equal(requests('/healthz', 'GET', 200), 1)
    assert.equal(requests('unknown', 'GET', 404), 1)
    const times = (operation: string, outcome: string) =>
      sampleOf(samples, 'board_request_seconds_count', { operation, outcome })
    assert.equal(times('list_activity', 'served'), 3)
    assert.equal(times('read_thread', 'refused'), 1)
    const committed = { name: 'register', kind: 'write', ok: 'true' }
    assert.equal(sampleOf(samples, 'board_transaction_seconds_count', committed), 1)
  })

  it('count refusals by code, those of the ladder, of tools and of OAuth too, and begin at zero', async () => {
    const { board, scrape } = await openWatched(engine)
    await using _ = board
    const ada = await board.account('ada')
    const assistant = await assistantOf(board, ada)
    await ada.reads(UNKNOWN_ID)
    await assistant.isRefused('read_thread', { root_id: UNKNOWN_ID })
    await board.call('/v1/me')
    await board.call('/oauth/token', {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: 'grant_type=password',
    })

    const samples = await scrape()
    const refusals = (code: string) => sampleOf(samples, 'board_refusals_total', { code })
    assert.equal(refusals('NOT_FOUND'), 2)
    assert.equal(refusals('PROTOCOL_REQUIRED'), 1)
    assert.equal(refusals('unsupported_grant_type'), 1)
    assert.equal(refusals('INTERNAL'), 0)
    const called = { operation: 'mcp:read_thread', method: 'POST', status: '200' }
    assert.equal(sampleOf(samples, 'board_requests_total', called), 1)
  })

  it('show what is kept against its capacity, the size of the database, the caches and the version', async () => {
    const { board, scrape } = await openWatched(engine, { LIMIT_ACCOUNTS: 7, LIMIT_MESSAGES: 0 })
    await using _ = board
    const ada = await board.account('ada')
    await ada.posts()
    await ada.get('/v1/activity')
    await ada.get('/v1/activity')
    await board.call('/humanfeed/', { headers: { accept: 'text/html' } })

    const samples = await scrape()
    assert.equal(sampleOf(samples, 'board_retained', { kind: 'accounts' }), 1)
    assert.equal(sampleOf(samples, 'board_retained_max', { kind: 'accounts' }), 7)
    assert.equal(sampleOf(samples, 'board_retained', { kind: 'messages' }), 1)
    assert.equal(sampleOf(samples, 'board_retained_max', { kind: 'messages' }), Number.POSITIVE_INFINITY)
    assert.equal(sampleOf(samples, 'board_retained', { kind: 'published_articles' }), 0)
    assert.ok(sampleOf(samples, 'board_database_bytes') > 10_000)
    assert.equal(sampleOf(samples, 'board_database_up'), 1)
    assert.ok(sampleOf(samples, 'board_cache_hits_total', { cache: 'current' }) > 0)
    assert.ok(sampleOf(samples, 'board_cache_entries', { cache: 'current' }) > 0)
    assert.ok(sampleOf(samples, 'board_cache_bytes', { cache: 'current' }) > 1_000)
    assert.equal(sampleOf(samples, 'board_info', { engine, contract: '1.7.0' }), 1)
  })

  it('are served while the database is not', async () => {
    const { board, metrics } = await openWatched(engine)
    const { url, close } = await listenFor(board, metrics, engine)
    await board.call('/healthz')
    await board.close()

    const answer = await fetch(`${url}/metrics`)
    const samples = samplesIn(await answer.text())
    assert.equal(answer.status, 200)
    assert.equal(sampleOf(samples, 'board_database_up'), 0)
    assert.equal(sampleOf(samples, 'board_requests_total', { operation: '/healthz' }), 1)
    assert.equal((await fetch(`${url}/`)).status, 404)
    assert.equal((await fetch(`${url}/metrics`, { method: 'POST' })).status, 404)
    close()
  })
})

describe('metrics', () => {
  it('do not wait for a database that is silent, and ask it once', async () => {
    const { board, metrics } = await openWatched('sqlite')
    await using _ = board
    let asked = 0
    const silent = {
      ...board.db,
      read: () => {
        asked++
        return new Promise<never>(() => {})
      },
    }
    const page = metrics.page({ ...board.app, db: silent, engine: 'sqlite', limits: board.config.limits, maxWaitMs: 1 })

    assert.equal(sampleOf(samplesIn(await page()), 'board_database_up'), 0)
    assert.equal(sampleOf(samplesIn(await page()), 'board_database_up'), 0)
    assert.equal(asked, 1)
  })

  it('that cannot be read are answered 500, and nothing else notices', async () => {
    await using unhandled = watchUnhandled()
    const { board, metrics } = await openWatched('sqlite')
    await using _ = board
    const app = { ...board.app, caches: undefined as never }
    const { url, close } = await listenFor({ ...board, app }, metrics, 'sqlite')

    assert.equal((await fetch(`${url}/metrics`)).status, 500)
    assert.deepEqual(unhandled.seen, [])
    close()
  })

  it('have cumulative buckets, whose last one counts all', () => {
    const histogram = new Histogram([0.1, 1])
    for (const seconds of [0.1, 0.5, 7]) histogram.observe(seconds)

    const [first, second, last, sum, count] = [...histogram.samples({})]
    assert.deepEqual(first, { suffix: '_bucket', labels: { le: 0.1 }, value: 1 })
    assert.deepEqual(second, { suffix: '_bucket', labels: { le: 1 }, value: 2 })
    assert.deepEqual(last, { suffix: '_bucket', labels: { le: '+Inf' }, value: 3 })
    assert.deepEqual([sum?.value, count?.value], [7.6, 3])
  })
})
