/**
 * Reads of two processes that share a PostgreSQL, while others write. `BENCH_BEFORE` names a checkout of an older version
 * with its packages installed: both serve the same database, are measured in turns, and must answer the same.
 */
import type { Person } from '../test/setup/people.ts'
import { startServers } from '../test/setup/processes.ts'
import { type BusyBoard, busy, openBusyBoard, polls, type Read, viewerHeaders } from './busy-board.ts'
import { cpuMs } from './cpu.ts'
import { hammer, requestText } from './hammer.ts'
import { fetcher } from './load.ts'
import { type Figure, median, type Row } from './report.ts'

const PROCESSES = 2
const SLICES = 3
const SLICE_MS = 2_000
const WARM_MS = 2_000
/** Requests a second of this version against the older one. */
const GOAL = 3

const before = process.env.BENCH_BEFORE

type Processes = Awaited<ReturnType<typeof startServers>>
type Speed = { perSecond: number; cpuMs: number }

async function speedOf({ servers }: Processes, requests: readonly string[], ms = SLICE_MS): Promise<Speed> {
  const spent = () => servers.reduce((sum, { pid }) => sum + cpuMs(pid), 0)
  const [since, started] = [spent(), performance.now()]
  const answered = await hammer(
    servers.map(({ url }) => url),
    requests,
    ms,
  )
  return { perSecond: answered / ((performance.now() - started) / 1000), cpuMs: (spent() - since) / answered }
}

const shown = ({ perSecond, cpuMs: ms }: Speed) =>
  `${Math.round(perSecond)} a second, ${(ms * 1000).toFixed(0)} µs of CPU each`

async function compare(board: BusyBoard, now: Processes, earlier: Processes | undefined, read: Read): Promise<Row> {
  const requests = board.viewers.map((viewer) => requestText(read.pathOf(board), viewerHeaders(viewer, 'identity')))
  await speedOf(now, requests, WARM_MS)
  if (earlier) await speedOf(earlier, requests, WARM_MS)
  const slices: { now: Speed; before: Speed | undefined }[] = []
  for (let n = 0; n < SLICES; n++)
    slices.push({ now: await speedOf(now, requests), before: earlier && (await speedOf(earlier, requests)) })
  const middle = (speeds: readonly Speed[]): Speed => ({
    perSecond: median(speeds.map(({ perSecond }) => perSecond)),
    cpuMs: median(speeds.map((speed) => speed.cpuMs)),
  })
  const [is, was] = [middle(slices.map((s) => s.now)), middle(slices.flatMap((s) => s.before ?? []))]
  const how = `PostgreSQL and the client on the same machine, ${busy}; ${SLICES} slices of ${SLICE_MS / 1000} s; ${shown(is)}`
  const what = `${PROCESSES} processes on PostgreSQL, ${read.what}`
  if (!earlier) return { what, value: is.perSecond, unit: 'a second', how }
  const ratio = median(slices.map((s) => s.now.perSecond / (s.before as Speed).perSecond))
  return { what, value: ratio, unit: '× before', goal: { atLeast: GOAL }, how: `${how}; before ${shown(was)}` }
}

/** How many of the answers of all processes to all viewers differ from those of the first process. */
async function countDifferences(board: BusyBoard, processes: readonly Processes[], reads: readonly Read[]) {
  const urls = processes.flatMap(({ servers }) => servers.map(({ url }) => url))
  let differences = 0
  for (const viewer of board.viewers as readonly Person[])
    for (const read of reads) {
      const answers = urls.map(async (url) => {
        using fetch = fetcher(url, viewerHeaders(viewer, 'identity'))
        return String(await fetch(read.pathOf(board)))
      })
      const [first, ...others] = await Promise.all(answers)
      differences += others.filter((other) => other !== first).length
    }
  return differences
}

export const twoProcesses: Figure = {
  name: 'two-processes',
  async measure() {
    const reads: readonly Read[] = [polls.activity, polls.afterTip, polls.olderPage, polls.thread]
    await using board = await openBusyBoard({ engine: 'postgres' })
    const env = { DATABASE_URL: board.databaseUrl }
    await using now = await startServers(PROCESSES, env)
    await using earlier = before ? await startServers(PROCESSES, env, before) : undefined
    const rows: Row[] = []
    for (const read of reads) rows.push(await compare(board, now, earlier, read))
    await board.rest()
    const compared = [now, ...(earlier ? [earlier] : [])]
    rows.push({
      what: `${PROCESSES} processes on PostgreSQL, answers that differ`,
      value: await countDifferences(board, compared, reads),
      unit: 'answers',
      goal: { atMost: 0 },
      how: `${reads.length} reads by ${board.viewers.length} viewers after the load, each asked of ${compared.length * PROCESSES} processes${earlier ? ', those of the older version too' : ''}`,
    })
    return rows
  },
}
