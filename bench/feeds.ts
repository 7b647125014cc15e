/**
 * What reads cost against a bare node:http that sends the same bytes from memory: fifty viewers who have voted, sixteen
 * connections, and writes meanwhile. `BENCH_BEFORE` names a checkout of an older version with its packages installed;
 * then both are measured in turns.
 */
import type { Person } from '../test/setup/people.ts'
import { type BusyBoard, busy, openBusyBoard, polls, type Read, viewerHeaders } from './busy-board.ts'
import { capacity } from './capacity.ts'
import { hammer, requestText } from './hammer.ts'
import { fetcher } from './load.ts'
import type { Figure, Row } from './report.ts'

const before = process.env.BENCH_BEFORE

async function measure(board: BusyBoard, earlier: BusyBoard | undefined, read: Read, encoding: string): Promise<Row> {
  const served = (version: BusyBoard) => ({ server: version.server, requests: requestsOf(version, read, encoding) })
  using fetch = fetcher(board.server.url, viewerHeaders(board.viewers[0] as Person, encoding))
  return capacity({
    what: `${read.what}, ${encoding === 'gzip' ? 'gzip' : 'plain'}`,
    goal: read.goal,
    how: busy,
    now: served(board),
    before: earlier && served(earlier),
    bytes: await fetch(read.pathOf(board)),
  })
}

const reads: readonly Read[] = [
  polls.activity,
  { what: '/v1/posts?limit=30', pathOf: () => '/v1/posts?limit=30', goal: 0.5 },
  { what: '/v1/activity?limit=10', pathOf: () => '/v1/activity?limit=10', goal: 0.5 },
  polls.afterTip,
  polls.olderPage,
  { what: '/v1/posts, an older page', pathOf: ({ newest }) => `/v1/posts?limit=10&before=${newest - 500}`, goal: 0.5 },
  polls.thread,
]
const plainReads: readonly Read[] = [
  { what: '/v1/me', pathOf: () => '/v1/me', goal: 0.3 },
  { what: 'search of a rare word', pathOf: () => '/v1/search?q=reader-0', goal: 0.1 },
]

/** A service runs all day: what is measured first must not count as slow because its code has just been loaded. */
async function warmUp(version: BusyBoard) {
  for (const read of [...reads, ...plainReads])
    for (const encoding of ['identity', 'gzip'])
      await hammer([version.server.url], requestsOf(version, read, encoding), WARM_MS)
}

const WARM_MS = 1_000

const requestsOf = (version: BusyBoard, read: Read, encoding: string) =>
  version.viewers.map((viewer) => requestText(read.pathOf(version), viewerHeaders(viewer, encoding)))

export const feeds: Figure = {
  name: 'feeds',
  async measure() {
    await using board = await openBusyBoard()
    await using earlier = before ? await openBusyBoard({ checkout: before }) : undefined
    for (const version of earlier ? [board, earlier] : [board]) await warmUp(version)
    const rows: Row[] = []
    for (const read of reads)
      for (const encoding of ['identity', 'gzip']) rows.push(await measure(board, earlier, read, encoding))
    for (const read of plainReads) rows.push(await measure(board, earlier, read, 'identity'))
    return rows
  },
}
