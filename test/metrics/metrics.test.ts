import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { systemClock } from '../../src/kernel/clock.ts'
import { createMetrics } from '../../src/metrics/metrics.ts'
import { Histogram } from '../../src/metrics/series.ts'
import { type Board, onEachEngine, openBoard } from '../board.ts'
import { codeOf, UNKNOWN_ID } from '../setup/call.ts'
import { runCommand } from '../setup/commands.ts'
import type { Engine } from '../setup/databases.ts'
import { assistantOf } from '../setup/mcp.ts'
import { fillDisk, refuseWrites } from '../setup/read-only.ts'
import { sampleOf, samplesIn } from '../setup/scrape.ts'
import { watchUnhandled } from '../setup/unhandled.ts'

const long = { body: 'x'.repeat(8_000) }
const hasPromtool = spawnSync('promtool', ['--version']).status === 0

function someFolder() {
  const path = mkdtempSync(join(tmpdir(), 'board-metrics-'))
  return { path, [Symbol.dispose]: () => rmSync(path, { recursive: true }) }
}

async function openWatched(engine: Engine, limits: Record<string, number> = {}) {
  const metrics = createMetrics()
  const board = await openBoard(engine, { metrics, limits })
  const page = metrics.page({ ...board.app, ...board.config })
  return { board, metrics, page, scrape: async () => samplesIn(await page()) }
}

/** Opens the listener that the operator's port is for. */
async function listenFor(board: Board, metrics: ReturnType<typeof createMetrics>) {
  const server = metrics.listener({ ...board.app, ...board.config }).listen(0, '127.0.0.1')
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
    const { status } = await board.call('/oauth/token', {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: 'grant_type=password',
    })
    assert.equal(status, 400)

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
    await ada.posts()
    await ada.get('/v1/activity?after=1&wait=50')
    await board.call('/humanfeed/', { headers: { accept: 'text/html' } })

    const samples = await scrape()
    assert.equal(sampleOf(samples, 'board_retained', { kind: 'accounts' }), 1)
    assert.equal(sampleOf(samples, 'board_retained_max', { kind: 'accounts' }), 7)
    assert.equal(sampleOf(samples, 'board_retained', { kind: 'messages' }), 2)
    assert.equal(sampleOf(samples, 'board_retained_max', { kind: 'messages' }), Number.POSITIVE_INFINITY)
    assert.equal(sampleOf(samples, 'board_retained', { kind: 'published_articles' }), 0)
    assert.ok(sampleOf(samples, 'board_database_bytes') > 10_000)
    assert.equal(sampleOf(samples, 'board_database_up'), 1)
    assert.ok(sampleOf(samples, 'board_ignored_messages_total') >= 0)
    assert.equal(sampleOf(samples, 'board_waits_total', { outcome: 'ready' }), 1)
    assert.equal(sampleOf(samples, 'board_waits_total', { outcome: 'full' }), 0)
    assert.equal(sampleOf(samples, 'board_waiting_calls'), 0)
    assert.ok(sampleOf(samples, 'board_cache_hits_total', { cache: 'current' }) > 0)
    assert.ok(sampleOf(samples, 'board_cache_entries', { cache: 'current' }) > 0)
    assert.ok(sampleOf(samples, 'board_cache_bytes', { cache: 'current' }) > 1_000)
    assert.equal(sampleOf(samples, 'board_info', { engine, contract: '1.7.0' }), 1)
  })

  it('say that writes fail from the first one that finds no room until one succeeds, on a board that is mostly read', async () => {
    const { board, scrape } = await openWatched(engine)
    await using _ = board
    const ada = await board.account('ada')
    const writable = async () => sampleOf(await scrape(), 'board_database_writable')
    const before = await writable()

    const makeRoom = await fillDisk(board)
    assert.equal(codeOf(await ada.posts(long)), '503 UNAVAILABLE')
    for (let n = 0; n < 50; n++) assert.equal((await ada.me()).status, 200)
    assert.equal((await ada.posts({ title: '' })).status, 400)
    const [during, isUp] = [await writable(), sampleOf(await scrape(), 'board_database_up')]
    await makeRoom()
    assert.equal((await ada.posts(long)).status, 201)

    assert.deepEqual([before, during, isUp, await writable()], [1, 0, 1, 1])
  })

  it('say that a database is read-only: of a server while nobody writes, of a file after the first attempt', async () => {
    const { board, scrape } = await openWatched(engine)
    await using _ = board
    const end = await refuseWrites(board)

    if (engine === 'sqlite') assert.equal((await board.call('/readyz')).status, 503)
    const samples = await scrape()
    await end()

    assert.equal(sampleOf(samples, 'board_database_writable'), 0)
  })

  it('show the free disk of an embedded database, and the last backup', async (t) => {
    const { board, scrape } = await openWatched(engine)
    await using _ = board
    using folder = someFolder()
    const before = await scrape()
    const first = systemClock.now()
    await runCommand(t, board, 'backup', join(folder.path, 'board.backup'))
    const after = await scrape()
    await runCommand(t, board, 'backup', '--made-elsewhere')

    const free = before.filter(({ name }) => name === 'board_disk_free_bytes').map(({ value }) => value)
    assert.equal(free.length, engine === 'sqlite' ? 1 : 0)
    for (const bytes of free) assert.ok(bytes > 0)
    const last = (samples: typeof before) => sampleOf(samples, 'board_last_backup_timestamp_seconds')
    assert.equal(last(before), 0)
    assert.ok(last(after) >= first)
    assert.ok(last(await scrape()) >= last(after))
  })

  it('are accepted by promtool', { skip: !hasPromtool && 'promtool not installed' }, async () => {
    const { board, page } = await openWatched(engine)
    await using _ = board
    const ada = await board.account('ada')
    assert.equal((await ada.posts()).status, 201)
    assert.equal((await ada.reads(UNKNOWN_ID)).status, 404)

    const { status, stdout, stderr } = spawnSync('promtool', ['check', 'metrics'], {
      input: await page(),
      encoding: 'utf8',
    })

    assert.deepEqual([status, stdout, stderr], [0, '', ''])
  })

  it('are served while the database does not answer', async () => {
    const { board, metrics } = await openWatched(engine)
    const { url, close } = await listenFor(board, metrics)
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
    const page = metrics.page({ ...board.app, ...board.config, db: silent, maxWaitMs: 1 })

    assert.equal(sampleOf(samplesIn(await page()), 'board_database_up'), 0)
    assert.equal(sampleOf(samplesIn(await page()), 'board_database_up'), 0)
    assert.equal(asked, 1)
  })

  it('are answered with 500 if they cannot be read, without another effect', async () => {
    await using unhandled = watchUnhandled()
    const { board, metrics } = await openWatched('sqlite')
    await using _ = board
    const app = { ...board.app, caches: undefined as never }
    const { url, close } = await listenFor({ ...board, app }, metrics)

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
