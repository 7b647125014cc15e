/**
 * Durable publishes per second over HTTP, and what pollers feel of fifty durable writes a second. `BENCH_BEFORE` names
 * a checkout of an older version with its packages installed; then both are measured in turns, on the same disk.
 */
import { closeSync, fdatasyncSync, openSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { jsonHeaders } from '../test/setup/call.ts'
import { freshRequestId } from '../test/setup/people.ts'
import { startServer } from '../test/setup/processes.ts'
import { Line } from '../test/soak/line.ts'
import { durableDatabase, type Engine, engines, temporaryFolder } from './boards.ts'
import { requestText } from './hammer.ts'
import { headersOfNew } from './load.ts'
import { type Figure, median, quantile, type Row } from './report.ts'

const WRITERS = 64
const SLICES = 15
const SLICE_MS = 400
const WARM_MS = 1_500
const POLLERS = 10
const POLL_EVERY_MS = 50
const POLLING_MS = 6_000
const WRITES_PER_SECOND = 50
const BODY = JSON.stringify({ title: 'A thread', body: 'A text of some length. '.repeat(20) })

const before = process.env.BENCH_BEFORE

type Headers = Record<string, string>
/** Each writer has an account of its own. */
type Writers = { port: number; headers: readonly Headers[] }

/** A board of one version that can be written to for a while. */
async function openBoard(engine: Engine, checkout?: string) {
  const database = await durableDatabase(engine)
  const server = await startServer({ DATABASE_URL: database.url }, checkout)
  const sign = async (n: number) => ({ ...jsonHeaders, ...(await headersOfNew(server.url, `writer-${n}`)) })
  const headers = await Promise.all(Array.from({ length: WRITERS }, (_, n) => sign(n)))
  const writers: Writers = { port: Number(new URL(server.url).port), headers }
  const end = async () => {
    await server[Symbol.asyncDispose]()
    await database[Symbol.asyncDispose]()
  }
  return { writers, perSecond: [] as number[], [Symbol.asyncDispose]: end }
}

async function openLines(port: number, count: number) {
  const all = await Promise.all(Array.from({ length: count }, () => Line.open(port)))
  const close = () => {
    for (const line of all) line.close()
  }
  return { all, [Symbol.dispose]: close }
}

async function post(line: Line, headers: Headers) {
  const request = requestText('/v1/posts', { ...headers, 'idempotency-key': freshRequestId() }, BODY)
  const { status } = await line.ask(Buffer.from(request))
  if (status !== 201) throw new Error(`A post was answered ${status}.`)
}

/** Posts without a pause, each writer its next as soon as the last was acknowledged; returns publishes per second. */
async function publishFor({ port, headers }: Writers, ms: number): Promise<number> {
  using lines = await openLines(port, WRITERS)
  const since = performance.now()
  let published = 0
  const write = async (line: Line, n: number) => {
    for (; performance.now() - since < ms; published++) await post(line, headers[n] as Headers)
  }
  await Promise.all(lines.all.map(write))
  return (published * 1000) / (performance.now() - since)
}

async function measureRate(engine: Engine): Promise<Row> {
  await using now = await openBoard(engine)
  await using earlier = before ? await openBoard(engine, before) : undefined
  const boards = earlier ? [now, earlier] : [now]
  for (const { writers } of boards) await publishFor(writers, WARM_MS)
  for (let slice = 0; slice < SLICES; slice++)
    for (const { writers, perSecond } of boards) perSecond.push(await publishFor(writers, SLICE_MS))
  const value = median(now.perSecond)
  const was = earlier && median(earlier.perSecond)
  return {
    what: `durable publishes, ${engine}`,
    value,
    unit: '/s',
    ...(was && { goal: { atLeast: Math.round(0.85 * was) } }),
    how: `${WRITERS} writers, median of ${SLICES} slices${was ? `; before ${was.toFixed(0)} /s, ${(value / was).toFixed(1)} x` : ''}`,
  }
}

/** What every commit would wait for if none were shared. */
function measureDisk(): Row {
  using folder = temporaryFolder()
  const file = openSync(join(folder.path, 'log'), 'w')
  const page = Buffer.alloc(4_096, 1)
  const times: number[] = []
  for (const end = performance.now() + 2_000; performance.now() < end; ) {
    writeSync(file, page)
    const since = performance.now()
    fdatasyncSync(file)
    times.push(performance.now() - since)
  }
  closeSync(file)
  const mean = times.reduce((sum, time) => sum + time) / times.length
  return {
    what: 'single fdatasync of the same disk',
    value: 1000 / mean,
    unit: '/s',
    how: `after each 4 KB; median ${median(times).toFixed(2)} ms, p99 ${quantile(times, 0.99).toFixed(2)} ms`,
  }
}

async function measurePolls(engine: Engine): Promise<Row> {
  await using board = await openBoard(engine)
  const { port, headers } = board.writers
  const request = Buffer.from(requestText('/v1/activity?limit=30', headers[0] as Headers))
  const p99During = async (writesPerSecond: number) => {
    using lines = await openLines(port, WRITERS)
    using pollers = await openLines(port, POLLERS)
    const load = { running: true }
    const times: number[] = []
    const poll = async (line: Line, n: number) => {
      await pause((n * POLL_EVERY_MS) / POLLERS)
      while (load.running) {
        const { status, ms } = await line.ask(request)
        if (status !== 200) throw new Error(`A poll was answered ${status}.`)
        times.push(ms)
        await pause(POLL_EVERY_MS)
      }
    }
    const write = async () => {
      const writes: Promise<void>[] = []
      for (let n = 0; load.running && writesPerSecond > 0; n++) {
        writes.push(post(lines.all[n % WRITERS] as Line, headers[n % WRITERS] as Headers))
        await pause(1000 / writesPerSecond)
      }
      await Promise.all(writes)
    }
    const working = Promise.all([write(), ...pollers.all.map(poll)])
    await pause(POLLING_MS)
    load.running = false
    await working
    return quantile(times, 0.99)
  }
  await p99During(WRITES_PER_SECOND) // until the code is warm
  const [alone, during] = [await p99During(0), await p99During(WRITES_PER_SECOND)]
  return {
    what: `p99 of a poll with ${WRITES_PER_SECOND} durable writes a second, ${engine}`,
    value: during / alone,
    unit: 'x',
    goal: { atMost: 3 },
    how: `${during.toFixed(1)} ms against ${alone.toFixed(1)} ms without writes; ${POLLERS} pollers of 30 messages`,
  }
}

export const publishing: Figure = {
  name: 'publishing',
  async measure() {
    const rows: Row[] = [measureDisk()]
    for (const engine of engines) rows.push(await measureRate(engine))
    for (const engine of engines) rows.push(await measurePolls(engine))
    return rows
  },
}
