/** Submitting articles: what the largest one does to everybody else, and how many typical ones are taken a second. */
import { setTimeout as pause } from 'node:timers/promises'
import { signUp } from '../test/setup/people.ts'
import { connect, noLimits, startServer } from '../test/setup/processes.ts'
import type { Sent } from './article-sender.ts'
import { durableDatabase, type Engine, engines } from './boards.ts'
import { submit, typical } from './documents.ts'
import { asClient, asService, type Report, startMeasured } from './measured.ts'
import { type Figure, median, quantile, type Row } from './report.ts'
import { type Stops, watchHost } from './stops.ts'

const POLLERS = 30
/** Some to see what pollers feel, and then some to look into the service, which takes time from it. */
const POLLED_ROUNDS = 10
const WATCHED_ROUNDS = 3
const WITHOUT_MS = 2_500
const LARGEST_PER_ROUND = 2
const WRITERS = 8
const SLICES = 15
const SLICE_MS = 400

const showStops = ({ longestOwnMs, p999OwnMs, longestMs }: Stops) =>
  `${longestOwnMs.toFixed(1)} ms (p99.9 ${p999OwnMs.toFixed(1)}), ${longestMs.toFixed(1)} ms with waits for a processor`

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length

/** The longest of several times. */
const longestOf = (stops: readonly Stops[]): Stops => {
  const longest = (name: keyof Stops) => Math.max(...stops.map((stop) => stop[name]))
  return { longestMs: longest('longestMs'), longestOwnMs: longest('longestOwnMs'), p999OwnMs: longest('p999OwnMs') }
}

async function measureLargest(engine: Engine): Promise<Row[]> {
  await using database = await durableDatabase(engine)
  const settings = {
    ...noLimits,
    DATABASE_URL: database.url,
    BASE_URL: 'http://board.test',
    SECRET_KEY: 'x'.repeat(40),
  }
  await using server = await startMeasured<Report>('./article-server.ts', settings, asService)
  await using bare = await startMeasured<Stops>('./bare-timer.ts', {}, asClient)
  const board = { BOARD_URL: server.url }
  const count = (POLLED_ROUNDS + WATCHED_ROUNDS) * LARGEST_PER_ROUND
  const sent = { ARTICLES: String(count), AT_ONCE: String(LARGEST_PER_ROUND) }
  await using sender = await startMeasured<Sent>('./article-sender.ts', { ...board, ...sent }, asClient)
  const pollers = { ...board, POLLERS: String(POLLERS) }
  await using polling = await startMeasured<number[]>('./article-pollers.ts', pollers, asClient)
  await pause(1_000)

  // In turns: the speed of a machine that others use, too, changes within seconds.
  const inTurns = async <T>(rounds: number, watched: readonly { start(): void }[], report: () => Promise<T>) => {
    const without: T[] = []
    const during: T[] = []
    const host = { without: [] as number[], during: [] as number[] }
    const sent: Sent[] = []
    for (let round = 0; round < rounds; round++) {
      for (const one of watched) one.start()
      let taken = watchHost()
      await pause(WITHOUT_MS)
      without.push(await report())
      host.without.push(taken())
      for (const one of watched) one.start()
      taken = watchHost()
      sent.push(await sender.report())
      during.push(await report())
      host.during.push(taken())
    }
    return { without, during, host, took: sent.flatMap(({ took }) => took), megabytes: sent[0]?.megabytes ?? 0 }
  }
  const polled = await inTurns(POLLED_ROUNDS, [polling], () => polling.report())
  const watched = await inTurns(WATCHED_ROUNDS, [server, bare], async () => ({
    service: await server.report(),
    timer: await bare.report(),
  }))

  const [pollsAlone, polls] = [polled.without.flat(), polled.during.flat()]
  const stopsOf = (phases: typeof watched.during) => longestOf(phases.map(({ service }) => service))
  const stops = stopsOf(watched.during)
  const [before, beside] = [quantile(pollsAlone, 0.99), quantile(polls, 0.99)]
  const articles = `${polled.took.length} articles of ${polled.megabytes.toFixed(1)} MB, ${median(polled.took).toFixed(0)} ms each, in ${POLLED_ROUNDS} turns with ${WITHOUT_MS / 1000} s without`
  const host = `the host took ${mean(polled.host.during).toFixed(1)} and ${mean(polled.host.without).toFixed(1)} % of the time`
  const rows: Row[] = [
    {
      what: `largest article, ${engine}: longest stop of the event loop`,
      value: stops.longestOwnMs,
      unit: 'ms',
      goal: { atMost: 20 },
      how: `${watched.took.length} more articles; ${showStops(stops)}; without articles ${showStops(stopsOf(watched.without))}; a bare timer beside it ${showStops(longestOf(watched.during.map(({ timer }) => timer)))}`,
    },
    {
      what: `largest article, ${engine}: p99 of polls against without`,
      value: beside / before,
      unit: 'x',
      goal: { atMost: 2 },
      how: `${beside.toFixed(1)} ms against ${before.toFixed(1)} ms; medians ${median(polls).toFixed(1)} and ${median(pollsAlone).toFixed(1)} ms; ${polls.length} and ${pollsAlone.length} polls of ${POLLERS} pollers; ${articles}; ${host}`,
    },
  ]
  const ownLocks = watched.during.flatMap(({ service }) => service.ownLocks)
  const locks = watched.during.flatMap(({ service }) => service.locks)
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
