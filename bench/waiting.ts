/** Calls that wait: how soon a message reaches a thousand of them, and what two thousand hold. */
import { readFileSync } from 'node:fs'
import { connect as connectSocket, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { type Answer, type Call, standardHeaders } from '../test/setup/call.ts'
import { type Person, personWith, signUp } from '../test/setup/people.ts'
import { connect, type Server, startServers } from '../test/setup/processes.ts'
import { durableDatabase, type Engine } from './boards.ts'
import { cpuMs } from './cpu.ts'
import { type Figure, median, type Row } from './report.ts'

const CALLS_EACH = 4
const ROUNDS = 3
const CALLS_HELD = 2_000
const REST_MS = 5_000
const REFUSED_MS = 1_000
/** Until all calls wait: nothing tells a client that its call does. */
const SETTLE_MS = 3_000
const path = (after: number) => `/v1/activity?after=${after}&wait=50&limit=1`

const residentMb = ({ pid }: Server) =>
  Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024

async function signUpMany(url: string, count: number) {
  const { call, close } = connect(url)
  const people = []
  for (let n = 0; n < count; n += 16)
    people.push(...(await Promise.all(Array.from({ length: 16 }, (_, k) => signUp(call, `waiter-${n + k}`)))))
  close()
  return people
}

/** A few at a time: a thousand requests at one moment are too much. Those that are refused all the same are repeated. */
async function beginWaiting(person: Person, call: Call, after: number): Promise<Promise<Answer>[]> {
  await pause(5)
  const ask = async () => {
    for (;;) {
      const answer = await personWith(call, person).get(path(after))
      if (answer.status !== 503) return answer
      await pause(REFUSED_MS)
    }
  }
  return Array.from({ length: CALLS_EACH }, ask)
}

/** Seconds from the receipt of a message until all calls that waited for it are answered. */
async function reach(servers: readonly Server[], calls: number): Promise<number> {
  const people = await signUpMany((servers[0] as Server).url, calls / CALLS_EACH)
  const [author] = people
  if (!author) throw new Error('Nobody signed up.')
  const rounds: number[] = []
  let { seq } = (await author.posts()).body
  for (let round = 0; round < ROUNDS; round++) {
    const clients = servers.map(({ url }) => connect(url, calls)) // kept ones may have been closed meanwhile
    const waiting: Promise<Answer>[] = []
    for (const [n, person] of people.entries()) {
      const { call } = clients[n % clients.length] as (typeof clients)[number]
      waiting.push(...(await beginWaiting(person, call, seq)))
    }
    await pause(SETTLE_MS)
    seq = (await author.posts()).body.seq
    const begun = performance.now()
    for (const { status, body } of await Promise.all(waiting))
      if (status !== 200 || body.items.length !== 1) throw new Error(`A waiting call was answered ${status}.`)
    rounds.push((performance.now() - begun) / 1000)
    for (const { close } of clients) close()
  }
  return median(rounds)
}

async function reachRow(engine: Engine, processes: number, goal: number): Promise<Row> {
  await using database = await durableDatabase(engine)
  await using started = await startServers(processes, { DATABASE_URL: database.url })
  const value = await reach(started.servers, 1_000)
  const what = `a message reaches 1,000 waiting calls, ${engine}, ${processes === 1 ? 'one process' : 'two processes'}`
  return {
    what,
    value,
    unit: 's',
    goal: { atMost: goal },
    how: `from its receipt to the last answer; median of ${ROUNDS}`,
  }
}

/**
 * What waiting costs beyond a connection: the same connections are measured after each has asked once and is idle, so
 * that what the process needs for any first thousand calls is on both sides.
 */
async function memoryRow(): Promise<Row> {
  await using database = await durableDatabase('sqlite')
  await using started = await startServers(1, { DATABASE_URL: database.url })
  const [server] = started.servers as [Server]
  const people = await signUpMany(server.url, 512)
  const { port } = new URL(server.url)
  const open = () =>
    Array.from({ length: CALLS_HELD }, () =>
      connectSocket(Number(port), '127.0.0.1')
        .on('error', () => {})
        .resume(),
    )
  const askEach = async (sockets: readonly Socket[], query: string) => {
    for (const [n, socket] of sockets.entries()) {
      const { key } = people[n % 500] as Person
      const headers = { Host: 'board.test', ...standardHeaders, Authorization: `Bearer ${key}` }
      const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
      socket.write(`GET /v1/inbox${query} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`)
      if (n % 20 === 0) await pause(10) // all at one moment would be too much, and some refused
    }
    await pause(SETTLE_MS)
  }
  const measured: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const idle = open()
    await askEach(idle, '?limit=1')
    const before = residentMb(server)
    for (const socket of idle) socket.destroy()
    const held = open()
    await askEach(held, '?limit=1&wait=50')
    measured.push(residentMb(server) - before)
    const processor = cpuMs(server.pid)
    await pause(REST_MS)
    restShare.push((cpuMs(server.pid) - processor) / REST_MS)
    for (const socket of held) socket.destroy()
    await pause(SETTLE_MS)
  }
  const how = `resident pages above those with as many idle connections that have asked once; largest of ${ROUNDS} (${measured.map((mb) => mb.toFixed(0)).join(', ')})`
  return {
    what: `${CALLS_HELD.toLocaleString('en')} waiting calls hold`,
    value: Math.max(...measured),
    unit: 'MB',
    goal: { atMost: 40 },
    how,
  }
}

/** Shares of a core that a process took while calls waited and nothing happened. */
const restShare: number[] = []

const restRow = (): Row => ({
  what: `${CALLS_HELD.toLocaleString('en')} waiting calls at rest`,
  value: median(restShare) * 100,
  unit: '% of a core',
  goal: { atMost: 1 },
  how: `processor time over ${REST_MS / 1000} s; median of ${ROUNDS}`,
})

export const waiting: Figure = {
  name: 'waiting',
  async measure() {
    const rows = [await memoryRow(), restRow(), await reachRow('sqlite', 1, 1)]
    if (process.env.BENCH_SETUPS === 'sqlite-1') return rows
    return [...rows, await reachRow('postgres', 2, 2)]
  },
}
