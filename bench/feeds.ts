/**
 * What reads cost against a bare node:http that sends the same bytes from memory: fifty viewers who have voted, sixteen
 * connections, and every second one new message, five votes and one deletion. `BENCH_BEFORE` names a checkout of an older
 * version with its packages installed; then both are measured in turns.
 */
import { setTimeout as pause } from 'node:timers/promises'
import { standardHeaders } from '../test/board.ts'
import { type Person, signUp } from '../test/setup/people.ts'
import { connect, startServer } from '../test/setup/processes.ts'
import { startBaseline } from './baseline.ts'
import { seededBoard } from './boards.ts'
import { cpuMs } from './cpu.ts'
import { hammer, requestText } from './hammer.ts'
import { fetcher } from './load.ts'
import { type Figure, median, type Row } from './report.ts'

const MESSAGES = 25_000
const VIEWERS = 50
const SLICES = 3
const BOARD_MS = 2_000
const BARE_MS = 1_000
const WARM_MS = 3_000

const before = process.env.BENCH_BEFORE

/** One message, five votes and one deletion a second, by accounts that do not read. */
async function writeUntil(load: { running: boolean }, writers: readonly Person[]) {
  const written: string[] = []
  for (let n = 0; load.running; n++, await pause(1000 / 7)) {
    const writer = writers[n % writers.length] as Person
    if (n % 7 === 0) written.push((await (writers[0] as Person).posts()).body.id)
    else if (n % 7 === 6) await (writers[0] as Person).deletes(written.shift() as string)
    else await writer.votes(written.at(-1) as string, 1)
  }
}

/** A board of one version with its viewers and its writers. */
async function openBoard(checkout?: string) {
  const database = await seededBoard(MESSAGES)
  const server = await startServer({ DATABASE_URL: database.url }, checkout)
  const { call, close } = connect(server.url)
  const people: Person[] = []
  for (let n = 0; n < VIEWERS + 6; n++) people.push(await signUp(call, `reader-${n}`))
  const viewers = people.slice(0, VIEWERS)
  const { items } = (await (viewers[0] as Person).get('/v1/activity?limit=30')).body
  for (const [n, viewer] of viewers.entries()) for (let v = 0; v < 3; v++) await viewer.votes(items[(n + v) % 30].id, 1)
  const load = { running: true }
  const writing = writeUntil(load, people.slice(VIEWERS))
  const newest = items[0].seq as number
  const roots = (items as { kind: string; id: string; thread_reply_count: number }[]).filter(
    ({ kind }) => kind === 'thread',
  )
  const root = roots.toSorted((a, b) => b.thread_reply_count - a.thread_reply_count)[0]?.id
  const end = async () => {
    load.running = false
    await writing
    close()
    await server[Symbol.asyncDispose]()
    await database[Symbol.asyncDispose]()
  }
  return { server, viewers, newest, root, [Symbol.asyncDispose]: end }
}
type Board = Awaited<ReturnType<typeof openBoard>>

const headersOf = ({ key }: Person, encoding: string) => ({
  ...standardHeaders,
  authorization: `Bearer ${key}`,
  'accept-encoding': encoding,
})

async function cpuPerRequest({ server, viewers }: Board, path: string, encoding: string, ms: number) {
  const requests = viewers.map((viewer) => requestText(path, headersOf(viewer, encoding)))
  const since = cpuMs(server.pid)
  const answered = await hammer(server.url, requests, ms)
  return (cpuMs(server.pid) - since) / answered
}

/** `pathOf` because sequence numbers and ids differ between the boards. */
type Read = { what: string; pathOf: (board: Board) => string; goal: number }

async function capacity(board: Board, earlier: Board | undefined, read: Read, encoding: string): Promise<Row> {
  const path = read.pathOf(board)
  using fetch = fetcher(board.server.url, headersOf(board.viewers[0] as Person, encoding))
  const bytes = await fetch(path)
  await using bare = await startBaseline(bytes, encoding === 'gzip' && bytes[0] === 0x1f ? encoding : '')
  const ofBare = async (ms: number) => {
    const since = cpuMs(bare.pid)
    const answered = await hammer(bare.url, [requestText(path, headersOf(board.viewers[0] as Person, encoding))], ms)
    return (cpuMs(bare.pid) - since) / answered
  }
  await cpuPerRequest(board, path, encoding, WARM_MS)
  await ofBare(BARE_MS)
  const slices: { now: number; bare: number; before: number }[] = []
  for (let n = 0; n < SLICES; n++)
    slices.push({
      now: await cpuPerRequest(board, path, encoding, BOARD_MS),
      bare: await ofBare(BARE_MS),
      before: earlier ? await cpuPerRequest(earlier, read.pathOf(earlier), encoding, BARE_MS) : Number.NaN,
    })
  const cost = (version: 'now' | 'bare' | 'before') => median(slices.map((slice) => slice[version])) * 1000
  const was = earlier
    ? `; before ${(cost('bare') / cost('before')).toFixed(3)} × bare, ${cost('before').toFixed(0)} µs`
    : ''
  return {
    what: `capacity, ${read.what}, ${encoding === 'gzip' ? 'gzip' : 'plain'}`,
    value: median(slices.map((slice) => slice.bare / slice.now)),
    unit: '× bare',
    goal: { atLeast: read.goal },
    how: `${cost('now').toFixed(0)} µs of CPU a call, bare ${cost('bare').toFixed(0)} µs, ${bytes.length} bytes, ${MESSAGES} messages, ${VIEWERS} viewers, 7 writes a second; ${SLICES} slices of ${BOARD_MS / 1000} s${was}`,
  }
}

const reads: readonly Read[] = [
  { what: '/v1/activity?limit=30', pathOf: () => '/v1/activity?limit=30', goal: 0.5 },
  { what: '/v1/posts?limit=30', pathOf: () => '/v1/posts?limit=30', goal: 0.5 },
  { what: '/v1/activity?limit=10', pathOf: () => '/v1/activity?limit=10', goal: 0.5 },
  { what: '/v1/activity, after the tip', pathOf: () => '/v1/activity?limit=30&after=9999999', goal: 0.5 },
  {
    what: '/v1/activity, an older page',
    pathOf: ({ newest }) => `/v1/activity?limit=30&before=${newest - 500}`,
    goal: 0.5,
  },
  { what: '/v1/posts, an older page', pathOf: ({ newest }) => `/v1/posts?limit=10&before=${newest - 500}`, goal: 0.5 },
  { what: 'a thread', pathOf: ({ root }) => `/v1/posts/${root}`, goal: 0.5 },
]
const plainReads: readonly Read[] = [
  { what: '/v1/me', pathOf: () => '/v1/me', goal: 0.3 },
  { what: 'search of a rare word', pathOf: () => '/v1/search?q=reader-0', goal: 0.1 },
]

export const feeds: Figure = {
  name: 'feeds',
  async measure() {
    await using board = await openBoard()
    await using earlier = before ? await openBoard(before) : undefined
    const rows: Row[] = []
    for (const read of reads)
      for (const encoding of ['identity', 'gzip']) rows.push(await capacity(board, earlier, read, encoding))
    for (const read of plainReads) rows.push(await capacity(board, earlier, read, 'identity'))
    return rows
  },
}
