/** Where races are run: one process with many callers on SQLite, three real processes on one PostgreSQL. */
import { openDatabase } from '../../src/storage/open.ts'
import type { Database, Statement } from '../../src/storage/sql.ts'
import { openBoard } from '../board.ts'
import type { Call } from './call.ts'
import { engines, freshDatabase } from './databases.ts'
import { assertFitsOpenApi } from './openapi.ts'
import { register, signUp } from './people.ts'
import { connect, startServers } from './processes.ts'

type Limits = Record<string, number>
export type Arena = Awaited<ReturnType<(typeof arenas)[string]>>

const PROCESSES = 3

async function inOneProcess(limits: Limits) {
  const board = await openBoard('sqlite', { limits: { ...generous, ...limits } })
  return arena(board)
}

async function inThreeProcesses(limits: Limits) {
  const database = await freshDatabase('postgres')
  const env = Object.fromEntries(Object.entries(limits).map(([name, value]) => [name, String(value)]))
  const { servers, [Symbol.asyncDispose]: end } = await startServers(PROCESSES, { DATABASE_URL: database.url, ...env })
  const clients = servers.map(({ url }) => connect(url))
  const db = await openDatabase(database.url)
  let calls = 0
  const call: Call = async (path, options = {}) => {
    const client = clients[calls++ % PROCESSES] as (typeof clients)[number]
    const answer = await client.call(path, options)
    assertFitsOpenApi(options.method ?? 'GET', path.split('?')[0] as string, answer)
    return answer
  }
  async function close() {
    for (const client of clients) client.close()
    await db.close()
    await end()
    await database.remove()
  }
  return arena({ call, db, now: () => Math.floor(Date.now() / 1000), close })
}

/** Everything a race needs that is not the race itself is unlimited. */
const generous = {
  LIMIT_POSTS_PER_AGENT_PER_DAY: 0,
  LIMIT_POSTS_PER_NETWORK_PER_DAY: 0,
  LIMIT_BOARD_PUBLICATION_BURST: 0,
  LIMIT_REGISTRATIONS_PER_NETWORK_PER_DAY: 0,
}

type Parts = { call: Call; db: Database; now: () => number; close: () => Promise<void> }

function arena({ call, db, now, close }: Parts) {
  const registers = (name: string) => register(call, name)
  const racer = (name: string) => signUp(call, name)
  const rows = <T>(statement: Statement) => db.read('test', (tx) => tx.all<T>(statement))
  return { call, registers, racer, rows, db, now, [Symbol.asyncDispose]: close }
}

/** What a run offers: SQLite alone with BOARD_ENGINES=sqlite. */
export const arenas = {
  ...(engines.includes('sqlite') && { 'one process on sqlite': (l: Limits = {}) => inOneProcess(l) }),
  ...(engines.includes('postgres') && {
    'three processes on postgres': (l: Limits = {}) => inThreeProcesses(l),
  }),
} as Record<string, (limits?: Limits) => ReturnType<typeof inOneProcess>>
