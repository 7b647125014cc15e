/** Submitting articles: what the largest one does to everybody else, and how many typical ones are taken a second. */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { signUp } from '../test/setup/people.ts'
import { connect, noLimits, startServer } from '../test/setup/processes.ts'
import { Line } from '../test/soak/line.ts'
import type { Sent } from './article-sender.ts'
import { durableDatabase, type Engine, engines } from './boards.ts'
import { submit, typical } from './documents.ts'
import { requestText } from './hammer.ts'
import { headersOfNew } from './load.ts'
import { type Figure, median, quantile, type Row } from './report.ts'
import type { Stops } from './stops.ts'

const POLLERS = 30
const POLL_EVERY_MS = 100
const ROUNDS = 4
const WITHOUT_MS = 2_500
const LARGEST_PER_ROUND = 2
const WRITERS = 8
const SLICES = 15
const SLICE_MS = 400

type Report = Stops & { locks: number[]; ownLocks: number[] }

/** A process that reports on itself. */
async function startMeasured<Reported>(module: string, env: Record<string, string> = {}) {
  const child = fork(new URL(module, import.meta.url).pathname, { env: { ...process.env, ...env } })
  const [{ port }] = (await once(child, 'message')) as [{ port?: number }]
  const kill = () => child.kill('SIGKILL')
  process.once('exit', kill)
  const end = async () => {
    process.off('exit', kill)
    kill()
    await once(child, 'exit')
  }
  return {
    url: `http://127.0.0.1:${port}`,
    start: () => child.send('start'),
    async report(): Promise<Reported> {
      const answered = once(child, 'message')
      child.send('report')
      return (await answered)[0] as Reported
    },
    [Symbol.asyncDispose]: end,
  }
}

const showStops = ({ longestOwnMs, p999OwnMs, longestMs }: Stops) =>
  `${longestOwnMs.toFixed(1)} ms (p99.9 ${p999OwnMs.toFixed(1)}), ${longestMs.toFixed(1)} ms with waits for a processor`

/** Agents that poll from machines of their own: in a client that takes as little as possible from the service. */
async function openPollers(url: string) {
  const headers = await headersOfNew(url, 'poller')
  const open = () => Line.open(Number(new URL(url).port))
  return {
    request: Buffer.from(requestText('/v1/activity?limit=30', headers)),
    lines: await Promise.all(Array.from({ length: POLLERS }, open)),
  }
}

/** The longest of several times. */
const longestOf = (stops: readonly Stops[]): Stops => {
  const longest = (name: keyof Stops) => Math.max(...stops.map((stop) => stop[name]))
  return { longestMs: longest('longestMs'), longestOwnMs: longest('longestOwnMs'), p999OwnMs: longest('p999OwnMs') }
}

async function measureLargest(engine: Engine): Promise<Row[]> {
  await using database = await durableDatabase(engine)
  await using server = await startMeasured<Report>('./article-server.ts', {
    ...noLimits,
    DATABASE_URL: database.url,
    BASE_URL: 'http://board.test',
    SECRET_KEY: 'x'.repeat(40),
  })
  await using bare = await startMeasured<Stops>('./bare-timer.ts')
  await using sender = await startMeasured<Sent>('./article-sender.ts', {
    BOARD_URL: server.url,
    ARTICLES: String(ROUNDS * LARGEST_PER_ROUND),
    AT_ONCE: String(LARGEST_PER_ROUND),
  })
  const { lines, request } = await openPollers(server.url)
  const load = { running: true }
  const times: number[] = []
  const since = performance.now()
  const poll = async (line: Line, n: number) => {
    // Each by a clock of its own: pollers that waited for the answer to the last poll would come to ask all at once.
    for (let next = (n * POLL_EVERY_MS) / POLLERS; load.running; next += POLL_EVERY_MS) {
      await pause(Math.max(0, since + next - performance.now()))
      const { status, ms } = await line.ask(request)
      if (status !== 200) throw new Error(`A poll was answered ${status}.`)
      times.push(ms)
    }
    line.close()
  }
  const polling = Promise.all(lines.map(poll))
  polling.catch(() => {}) // the measurement fails with it when it waits for the pollers
  await pause(1_000)

  /** What pollers, the service and a bare timer feel while this happens. */
  const watch = async <T>(act: () => Promise<T>) => {
    times.length = 0
    server.start()
    bare.start()
    const result = await act()
    return { result, polls: [...times], service: await server.report(), timer: await bare.report() }
  }
  const without: Awaited<ReturnType<typeof watch<void>>>[] = []
  const during: Awaited<ReturnType<typeof watch<Sent>>>[] = []
  // In turns: the speed of a machine that others use, too, changes within seconds.
  for (let round = 0; round < ROUNDS; round++) {
    without.push(await watch(() => pause(WITHOUT_MS)))
    during.push(await watch(() => sender.report()))
  }
  load.running = false
  await polling

  const [alone, stops] = [without, during].map((phases) => longestOf(phases.map(({ service }) => service))) as [
    Stops,
    Stops,
  ]
  const [pollsAlone, polls] = [without, during].map((phases) => phases.flatMap((phase) => phase.polls)) as [
    number[],
    number[],
  ]
  const [before, beside] = [quantile(pollsAlone, 0.99), quantile(polls, 0.99)]
  const took = during.flatMap(({ result }) => result.took)
  const how = `${took.length} articles of ${during[0]?.result.megabytes.toFixed(1)} MB, ${median(took).toFixed(0)} ms each, in ${ROUNDS} turns with ${WITHOUT_MS / 1000} s without; ${POLLERS} pollers`
  const rows: Row[] = [
    {
      what: `largest article, ${engine}: longest stop of the event loop`,
      value: stops.longestOwnMs,
      unit: 'ms',
      goal: { atMost: 20 },
      how: `${how}; ${showStops(stops)}; without articles ${showStops(alone)}; a bare timer beside it ${showStops(longestOf(during.map(({ timer }) => timer)))}`,
    },
    {
      what: `largest article, ${engine}: p99 of polls against without`,
      value: beside / before,
      unit: 'x',
      goal: { atMost: 2 },
      how: `${beside.toFixed(1)} ms against ${before.toFixed(1)} ms; medians ${median(polls).toFixed(1)} and ${median(pollsAlone).toFixed(1)} ms; ${polls.length} and ${pollsAlone.length} polls`,
    },
  ]
  const ownLocks = during.flatMap(({ service }) => service.ownLocks)
  const locks = during.flatMap(({ service }) => service.locks)
  const lock: Row = {
    what: 'largest article, sqlite: longest hold of the writer’s lock',
    value: Math.max(...ownLocks),
    unit: 'ms',
    goal: { atMost: 5 },
    how: `${locks.length} transactions, BEGIN to the end of COMMIT with its checkpoint; p99 ${quantile(ownLocks, 0.99).toFixed(1)} ms, median ${median(ownLocks).toFixed(1)} ms; ${Math.max(...locks).toFixed(1)} ms with waits for a processor`,
  }
  return engine === 'sqlite' ? [lock, ...rows] : rows
}

async function measureTypical(engine: Engine): Promise<Row> {
  await using database = await durableDatabase(engine)
  await using server = await startServer({ DATABASE_URL: database.url })
  const { call, close } = connect(server.url)
  const load = { running: true, sent: 0 }
  const work = async (n: number) => {
    const person = await signUp(call, `writer-${n}`)
    for (let k = 0; load.running; k++, load.sent++) await submit(person, typical(n * 100_000 + k))
  }
  const working = Promise.all(Array.from({ length: WRITERS }, (_, n) => work(n + 1)))
  await pause(3_000) // until the code is warm
  const perSecond: number[] = []
  for (let slice = 0; slice < SLICES; slice++) {
    const [before, since] = [load.sent, performance.now()]
    await pause(SLICE_MS)
    perSecond.push(((load.sent - before) * 1000) / (performance.now() - since))
  }
  load.running = false
  await working
  close()
  return {
    what: `typical articles submitted, ${engine}`,
    value: median(perSecond),
    unit: '/s',
    how: `3 KB of text and a picture of 20 KB; ${WRITERS} writers, median of ${SLICES} slices`,
  }
}

export const submissions: Figure = {
  name: 'submissions',
  async measure() {
    const rows: Row[] = []
    for (const engine of engines) rows.push(...(await measureLargest(engine)))
    for (const engine of engines) rows.push(await measureTypical(engine))
    return rows
  },
}
