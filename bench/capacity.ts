/** Processor time of a request against that of a bare node:http that sends the same bytes from memory. */
import { startBaseline } from './baseline.ts'
import { cpuMs } from './cpu.ts'
import { hammer } from './hammer.ts'
import { median, type Row } from './report.ts'

/** Many short ones: the speed of a machine that others use, too, changes within seconds. */
const SLICES = 7
const BOARD_MS = 1_000
const BARE_MS = 500
const WARM_MS = 3_000

/** A process, and the requests that it is sent in turn. */
export type Served = { server: { url: string; pid: number }; requests: readonly string[] }

async function cpuPerRequest({ server, requests }: Served, ms: number) {
  const since = cpuMs(server.pid)
  const answered = await hammer([server.url], requests, ms)
  return (cpuMs(server.pid) - since) / answered
}

export type Comparison = {
  what: string
  goal?: number
  /** What the board is and what happens meanwhile. */
  how: string
  now: Served
  /** An older version, measured in turns. */
  before: Served | undefined
  /** What the board answers to the first of its requests. */
  bytes: Buffer
}

/** The encoding of a body, as far as its first bytes show it. */
const encodingOf = (bytes: Buffer) => (bytes[0] === 0x1f && bytes[1] === 0x8b ? 'gzip' : '')

export async function capacity({ what, goal, how, now, before, bytes }: Comparison): Promise<Row> {
  await using bare = await startBaseline(bytes, encodingOf(bytes))
  const ofBare = { server: bare, requests: now.requests.slice(0, 1) }
  await cpuPerRequest(now, WARM_MS)
  await cpuPerRequest(ofBare, BARE_MS)
  const slices: { now: number; bare: number; before: number }[] = []
  for (let n = 0; n < SLICES; n++)
    slices.push({
      now: await cpuPerRequest(now, BOARD_MS),
      bare: await cpuPerRequest(ofBare, BARE_MS),
      before: before ? await cpuPerRequest(before, BARE_MS) : Number.NaN,
    })
  const cost = (version: 'now' | 'bare' | 'before') => median(slices.map((slice) => slice[version])) * 1000
  const was = before
    ? `; before ${(cost('bare') / cost('before')).toFixed(3)} × bare, ${cost('before').toFixed(0)} µs`
    : ''
  return {
    what: `capacity, ${what}`,
    value: median(slices.map((slice) => slice.bare / slice.now)),
    unit: '× bare',
    ...(goal !== undefined && { goal: { atLeast: goal } }),
    how: `${cost('now').toFixed(0)} µs of CPU a call, bare ${cost('bare').toFixed(0)} µs, ${bytes.length} bytes, ${how}; ${SLICES} slices of ${BOARD_MS / 1000} s${was}`,
  }
}
