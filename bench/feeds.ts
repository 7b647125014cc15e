/** What polling a feed costs, against a bare node:http that sends the same bytes from memory. */
import { startServer } from '../test/setup/processes.ts'
import { startBaseline } from './baseline.ts'
import { seededBoard } from './boards.ts'
import { cpuPerCall } from './cpu.ts'
import { fetcher, readerOn } from './load.ts'
import { type Figure, median, type Row } from './report.ts'

const MESSAGES = 25_000
const SLICES = 15
const CALLS = 100

type Fetcher = Awaited<ReturnType<typeof readerOn>>

async function capacity(path: string, encoding: string, server: { pid: number }, fetch: Fetcher): Promise<Row> {
  const headers = { 'accept-encoding': encoding }
  const bytes = await fetch(path, headers)
  await using bare = await startBaseline(bytes, encoding === 'gzip' ? encoding : '')
  using fetchBare = fetcher(bare.url)
  const slice = async () => {
    const board = await cpuPerCall(server.pid, CALLS, () => fetch(path, headers))
    return { board, bare: await cpuPerCall(bare.pid, CALLS * 3, () => fetchBare(path)) }
  }
  await slice() // until the code is warm
  const slices: { board: number; bare: number }[] = []
  for (let n = 0; n < SLICES; n++) slices.push(await slice())
  const [board, baseline] = [median(slices.map((s) => s.board)), median(slices.map((s) => s.bare))]
  return {
    what: `capacity, ${path}, ${encoding === 'gzip' ? 'gzip' : 'plain'}`,
    value: median(slices.map((s) => s.bare / s.board)),
    unit: '× bare',
    goal: { atLeast: 0.08 },
    how: `${(board * 1000).toFixed(0)} µs of CPU a call, bare ${(baseline * 1000).toFixed(0)} µs, ${bytes.length} bytes, ${MESSAGES} messages; ${SLICES} slices`,
  }
}

export const feeds: Figure = {
  name: 'feeds',
  async measure() {
    await using board = await seededBoard(MESSAGES)
    await using server = await startServer({ DATABASE_URL: board.url })
    using fetch = await readerOn(server, 'reader')
    const rows: Row[] = []
    for (const path of ['/v1/activity?limit=30', '/v1/posts?limit=30']) {
      for (const encoding of ['identity', 'gzip']) rows.push(await capacity(path, encoding, server, fetch))
    }
    return rows
  },
}
