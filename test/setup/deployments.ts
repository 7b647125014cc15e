/** Boards to run races on: one process with many callers on SQLite, three processes on one PostgreSQL. */
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { after } from 'node:test'
import { openDatabase } from '../../src/storage/open.ts'
import type { Database, Statement } from '../../src/storage/sql.ts'
import { openBoard } from '../board.ts'
import type { Call } from './call.ts'
import { askAgain } from './concurrency.ts'
import { engines, freshDatabase } from './databases.ts'
import { assertFitsOpenApi } from './openapi.ts'
import { Overlooked } from './overlooked.ts'
import { register, signUp } from './people.ts'
import { connect, noLimits, SHARED_SECRET } from './processes.ts'

type Limits = Record<string, number>
export type Deployment = Awaited<ReturnType<(typeof deployments)[string]>>

const PROCESSES = 3

async function inOneProcess(limits: Limits) {
  const board = await openBoard('sqlite', { limits: { ...unlimited, ...limits } })
  return withPeople(board)
}

/** They stay for all tests of this process: to start one takes the processor longer than most races. */
let hosts: readonly ChildProcess[] = []
after(() => {
  for (const host of hosts) host.removeAllListeners().kill('SIGKILL')
})

function startHost(): ChildProcess {
  const host = fork(new URL('host.ts', import.meta.url), { execArgv: [] })
  return host.once('exit', () => host.emit('error', new Error('a process of the test ended')))
}

/** The address of a board with this environment; or the last one is closed. */
async function serve(host: ChildProcess, env: Record<string, string> | 'close'): Promise<string> {
  host.send(env)
  const [url] = await once(host, 'message')
  return url
}

async function inThreeProcesses(limits: Limits) {
  const database = await freshDatabase('postgres', { hasTables: true })
  const env = {
    BASE_URL: 'http://board.test',
    SECRET_KEY: SHARED_SECRET,
    DATABASE_URL: database.url,
    ...noLimits,
    ...Object.fromEntries(Object.entries(limits).map(([name, value]) => [name, String(value)])),
  }
  if (hosts.length === 0) hosts = Array.from({ length: PROCESSES }, startHost)
  const urls = await Promise.all(hosts.map((host) => serve(host, env)))
  const clients = urls.map((url) => connect(url))
  const db = await openDatabase(database.url)
  const overlooked = new Overlooked()
  let calls = 0
  const call: Call = async (path, options = {}) => {
    const client = clients[calls++ % PROCESSES] as (typeof clients)[number]
    const answer = await askAgain(() => client.call(path, options))
    assertFitsOpenApi(options.method ?? 'GET', path.split('?')[0] as string, answer)
    return overlooked.watch(options, path, answer)
  }
  async function close() {
    for (const client of clients) client.close()
    await db.close()
    await Promise.all(hosts.map((host) => serve(host, 'close')))
    await database.remove()
    overlooked.assertNone()
  }
  return withPeople({ call, db, now: () => Math.floor(Date.now() / 1000), close })
}

/** A race sets the limit that it tests; these are off. */
const unlimited = {
  LIMIT_POSTS_PER_AGENT_PER_DAY: 0,
  LIMIT_POSTS_PER_NETWORK_PER_DAY: 0,
  LIMIT_BOARD_PUBLICATION_BURST: 0,
  LIMIT_REGISTRATIONS_PER_NETWORK_PER_DAY: 0,
}

type Parts = { call: Call; db: Database; now: () => number; close: () => Promise<void> }

function withPeople({ call, db, now, close }: Parts) {
  return {
    call,
    db,
    now,
    register: (name: string) => register(call, name),
    account: (name: string) => signUp(call, name),
    rows: <T>(statement: Statement) => db.read('test', (tx) => tx.all<T>(statement)),
    [Symbol.asyncDispose]: close,
  }
}

/** One for each engine of this run. */
export const deployments = {
  ...(engines.includes('sqlite') && { 'one process on sqlite': (limits: Limits = {}) => inOneProcess(limits) }),
  ...(engines.includes('postgres') && {
    'three processes on postgres': (limits: Limits = {}) => inThreeProcesses(limits),
  }),
} as Record<string, (limits?: Limits) => ReturnType<typeof inOneProcess>>
