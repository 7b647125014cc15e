/**
 * What the same read costs through MCP and through REST, and against a bare node:http that sends the same bytes; and what a
 * conversation pays for the list of tools. `BENCH_BEFORE` names a checkout of an older version to measure in turns.
 */
import { openDatabase } from '../src/storage/open.ts'
import { sql } from '../src/storage/sql.ts'
import type { Answer } from '../test/setup/call.ts'
import { type Era, LEGACY, MODERN, mcpHeaders, messageOf } from '../test/setup/mcp.ts'
import { connect, startServer } from '../test/setup/processes.ts'
import { insertToken } from '../test/setup/token-rows.ts'
import { seededBoard } from './boards.ts'
import { type BusyBoard, busy, openBusyBoard } from './busy-board.ts'
import { capacity as capacityAgainstBare } from './capacity.ts'
import { cpuPerCall } from './cpu.ts'
import { requestText } from './hammer.ts'
import { fetcher, readerOn } from './load.ts'
import { type Figure, median, type Row } from './report.ts'

const MESSAGES = 2_500
const SLICES = 15
const CALLS = 100
const LIMIT = 30
const BARE_GOAL = 0.2

const before = process.env.BENCH_BEFORE

type Ask = (era: Era, method: string, params?: Record<string, unknown>) => Promise<Answer>
type Read = () => Promise<unknown>

async function tokenOn(url: string): Promise<string> {
  const db = await openDatabase(url)
  const account = await db.read('bench', (tx) => tx.one<{ id: string }>(sql`SELECT id FROM accounts LIMIT 1`))
  const token = await insertToken(db, account?.id as string)
  await db.close()
  return token
}

async function capacity(era: Era, pid: number, tool: Read, rest: Read): Promise<Row> {
  const slice = async () => ({ mcp: await cpuPerCall(pid, CALLS, tool), rest: await cpuPerCall(pid, CALLS, rest) })
  await slice() // until the code is warm
  const slices: { mcp: number; rest: number }[] = []
  for (let n = 0; n < SLICES; n++) slices.push(await slice())
  const [mcp, byRest] = [median(slices.map((s) => s.mcp)), median(slices.map((s) => s.rest))]
  return {
    what: `capacity, tools/call list_recent, ${era}`,
    value: median(slices.map((s) => s.rest / s.mcp)),
    unit: '× REST',
    goal: { atLeast: 0.4 },
    how: `${(mcp * 1000).toFixed(0)} µs of CPU a call, GET /v1/activity ${(byRest * 1000).toFixed(0)} µs, ${LIMIT} items; ${SLICES} slices`,
  }
}

const MESSAGES_PER_VIEWER = 20

/** What the assistants of all viewers send in turn. A client numbers its messages, so no two are alike. */
export async function callsOn({ viewers, databaseUrl }: BusyBoard, era: Era, encoding: string) {
  const db = await openDatabase(databaseUrl)
  const { body, headers } = messageOf(era, 'tools/call', { name: 'list_recent', arguments: { limit: LIMIT } })
  const clients: Record<string, string>[] = []
  for (const { id } of viewers) {
    const authorization = `Bearer ${await insertToken(db, id)}`
    clients.push({ ...mcpHeaders, ...headers, authorization, 'accept-encoding': encoding })
  }
  await db.close()
  const bodyOf = (id: number) => JSON.stringify({ ...body, id })
  const rounds = Array.from({ length: MESSAGES_PER_VIEWER }, (_, n) =>
    clients.map((client) => requestText('/mcp', client, bodyOf(n))),
  )
  return { requests: rounds.flat(), first: { headers: clients[0] as Record<string, string>, body: bodyOf(0) } }
}

async function againstBare(board: BusyBoard, earlier: BusyBoard | undefined, era: Era, encoding: string): Promise<Row> {
  const { requests, first } = await callsOn(board, era, encoding)
  using fetch = fetcher(board.server.url)
  return capacityAgainstBare({
    what: `tools/call list_recent, ${era}, ${encoding === 'gzip' ? 'gzip' : 'plain'}`,
    ...(encoding !== 'gzip' && { goal: BARE_GOAL }),
    how: `${LIMIT} items, ${busy}`,
    now: { server: board.server, requests },
    before: earlier && { server: earlier.server, requests: (await callsOn(earlier, era, encoding)).requests },
    bytes: await fetch('/mcp', first.headers, first.body),
  })
}

async function measureAgainstBare(): Promise<Row[]> {
  await using board = await openBusyBoard()
  await using earlier = before ? await openBusyBoard({ checkout: before }) : undefined
  const rows: Row[] = []
  for (const encoding of ['identity', 'gzip'])
    for (const era of [MODERN, LEGACY] as const) rows.push(await againstBare(board, earlier, era, encoding))
  return rows
}

async function listSize(ask: Ask): Promise<Row> {
  const { body } = await ask(MODERN, 'tools/list')
  const { tools } = body.result as { tools: unknown[] }
  return {
    what: 'size of tools/list',
    value: Buffer.byteLength(JSON.stringify(tools)),
    unit: 'bytes',
    goal: { atMost: 24_576 },
    how: `${tools.length} tools, printed without spaces`,
  }
}

export const mcp: Figure = {
  name: 'mcp',
  async measure() {
    await using board = await seededBoard(MESSAGES)
    const token = await tokenOn(board.url)
    await using server = await startServer({ DATABASE_URL: board.url })
    using fetch = await readerOn(server, 'reader')
    const { call, close } = connect(server.url)
    const ask: Ask = async (era, method, params) => {
      const { body, headers } = messageOf(era, method, params)
      const standing = { ...mcpHeaders, authorization: `Bearer ${token}` }
      const answer = await call('/mcp', { method: 'POST', headers: { ...standing, ...headers }, body })
      if (answer.status !== 200) throw new Error(`${method}: ${answer.status} ${JSON.stringify(answer.body)}`)
      return answer
    }
    const rest = () => fetch(`/v1/activity?limit=${LIMIT}`)
    const rows: Row[] = []
    for (const era of [MODERN, LEGACY] as const) {
      const tool = () => ask(era, 'tools/call', { name: 'list_recent', arguments: { limit: LIMIT } })
      rows.push(await capacity(era, server.pid, tool, rest))
    }
    rows.push(await listSize(ask))
    close()
    return [...(await measureAgainstBare()), ...rows]
  },
}
