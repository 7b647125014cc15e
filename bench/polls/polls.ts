/**
 * What reads cost under the load of the service's users, against a bare node:http that sends the same bytes, and how long
 * a poll takes at a fixed rate. All versions are measured in turns, in short slices.
 */
import { startBaseline } from '../baseline.ts'
import type { Engine } from '../boards.ts'
import { cpuMs } from '../cpu.ts'
import { answerTo, hammer, type Until } from '../hammer.ts'
import { type Figure, median, quantile, type Row } from '../report.ts'
import { load, openPolledBoard, type PolledBoard } from './board.ts'
import { latenciesAt } from './open-loop.ts'
import { type Encoding, emptyPoll, needsArticles, type Read, reads } from './reads.ts'
import { versions } from './versions.ts'

const SLICES = 15
const SLICE_MS = 400
const BARE_MS = 250
/** By number, because a busy machine takes longer: until V8 has compiled what is called often. */
const WARM_REQUESTS = 8_000
const RATE_PER_SECOND = 500
const RATE_SECONDS = 20
const encodings: readonly Encoding[] = ['identity', 'gzip']

/** Several processes share a PostgreSQL; on SQLite there is one. */
type Setup = { engine: Engine; processes: number; hasGoals: boolean }
const setups: readonly Setup[] = [
  { engine: 'sqlite', processes: 1, hasGoals: true },
  { engine: 'postgres', processes: 1, hasGoals: false },
  { engine: 'postgres', processes: 2, hasGoals: false },
]
/** `BENCH_SETUPS=sqlite-1,postgres-2` measures only those. */
const wanted = process.env.BENCH_SETUPS?.split(',')
const nameOf = ({ engine, processes }: Setup) => `${engine}-${processes}`

type Served = { servers: readonly { url: string; pid: number }[]; requests: readonly string[] }
type Speed = { perSecond: number; cpuUs: number }

async function speedOf({ servers, requests }: Served, until: Until): Promise<Speed> {
  const spent = () => servers.reduce((sum, { pid }) => sum + cpuMs(pid), 0)
  const [since, started] = [spent(), performance.now()]
  const answered = await hammer(urlsOf(servers), requests, until)
  const seconds = (performance.now() - started) / 1000
  return { perSecond: answered / seconds, cpuUs: ((spent() - since) * 1000) / answered }
}

const urlsOf = (servers: Served['servers']) => servers.map(({ url }) => url)

const middle = (speeds: readonly Speed[]): Speed => ({
  perSecond: median(speeds.map(({ perSecond }) => perSecond)),
  cpuUs: median(speeds.map(({ cpuUs }) => cpuUs)),
})

async function measureRead(setup: Setup, boards: readonly PolledBoard[], read: Read, encoding: Encoding) {
  const served = boards.map((board) => ({ ...board, requests: read.requestsTo(board, encoding) }))
  const [now] = served as [(typeof served)[number]]
  const answer = await answerTo(urlsOf(now.servers)[0] as string, now.requests[0] as string)
  await using bare = await startBaseline(answer.body, answer.encoding)
  const control = { servers: [bare], requests: now.requests }
  for (const each of [...served, control]) await speedOf(each, { requests: WARM_REQUESTS })

  const slices: { bare: Speed; versions: Speed[] }[] = []
  for (let n = 0; n < SLICES; n++) {
    const speeds: Speed[] = []
    for (const each of served) speeds.push(await speedOf(each, { ms: SLICE_MS }))
    slices.push({ versions: speeds, bare: await speedOf(control, { ms: BARE_MS }) })
  }

  const bareUs = median(slices.map((slice) => slice.bare.cpuUs)).toFixed(0)
  return boards.map(({ version }, n): Row => {
    const own = (slice: (typeof slices)[number]) => slice.versions[n] as Speed
    const { perSecond, cpuUs } = middle(slices.map(own))
    const againstNow = median(slices.map((slice) => own(slice).perSecond / (slice.versions[0] as Speed).perSecond))
    return {
      what: `${nameOf(setup)}, ${read.what}, ${encoding === 'gzip' ? 'gzip' : 'plain'}, ${version.label}`,
      value: median(slices.map((slice) => slice.bare.cpuUs / own(slice).cpuUs)),
      unit: '× bare',
      ...(setup.hasGoals && n === 0 && { goal: { atLeast: read.goal[encoding] } }),
      how: `${cpuUs.toFixed(0)} µs of CPU, bare ${bareUs}, ${answer.body.length} bytes; ${perSecond.toFixed(0)} a second${n > 0 ? `, ${againstNow.toFixed(2)} × now` : ''}`,
    }
  })
}

/** One version after the other, because two at once would share the processors. */
async function measureLatency(setup: Setup, { version, servers, ...board }: PolledBoard): Promise<Row> {
  const requests = emptyPoll.requestsTo({ version, servers, ...board }, 'identity')
  const times = await latenciesAt(RATE_PER_SECOND, RATE_SECONDS, urlsOf(servers), requests)
  const [p50, p999] = [quantile(times, 0.5), quantile(times, 0.999)]
  return {
    what: `${nameOf(setup)}, p99 of an empty poll at ${RATE_PER_SECOND} a second, ${version.label}`,
    value: quantile(times, 0.99),
    unit: 'ms',
    how: `open loop, ${RATE_SECONDS} s; p50 ${p50.toFixed(2)} ms, p99.9 ${p999.toFixed(1)} ms`,
  }
}

async function measureSetup(setup: Setup): Promise<Row[]> {
  await using stack = new AsyncDisposableStack()
  const boards: PolledBoard[] = []
  for (const version of versions)
    boards.push(stack.use(await openPolledBoard(setup.engine, setup.processes, version, needsArticles)))
  const rows: Row[] = []
  for (const read of reads)
    for (const encoding of encodings) rows.push(...(await measureRead(setup, boards, read, encoding)))
  for (const board of boards) rows.push(await measureLatency(setup, board))
  return rows
}

export const polls: Figure = {
  name: 'polls',
  async measure() {
    console.error(`${load}; ${SLICES} slices of ${SLICE_MS} ms in turns`)
    const rows: Row[] = []
    for (const setup of setups.filter((each) => !wanted || wanted.includes(nameOf(each))))
      rows.push(...(await measureSetup(setup)))
    return rows
  },
}
