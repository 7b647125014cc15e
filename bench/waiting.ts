/** Calls that wait: how soon a message reaches a thousand of them, and what two thousand hold. */
import { readFileSync } from 'node:fs'
import { connect as connectSocket, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import type { Answer, Call } from '../test/setup/call.ts'
import { type Person, personWith, signUp } from '../test/setup/people.ts'
import { connect, type Server, startServers } from '../test/setup/processes.ts'
import { durableDatabase, type Engine } from './boards.ts'
import { type Figure, median, type Row } from './report.ts'

const CALLS_EACH = 4
const ROUNDS = 3
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

/** A few at a time: a thousand requests at one moment are too much, and some would be refused. */
async function beginWaiting(person: Person, call: Call, after: number): Promise<Promise<Answer>[]> {
  await pause(5)
  return Array.from({ length: CALLS_EACH }, () => personWith(call, person).get(path(after)))
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

async function memoryRow(): Promise<Row> {
  await using database = await durableDatabase('sqlite')
  await using started = await startServers(1, { DATABASE_URL: database.url })
  const [server] = started.servers as [Server]
  const people = await signUpMany(server.url, 512)
  const sockets: Socket[] = []
  const { port } = new URL(server.url)
  for (let n = 0; n < 2_000; n++) sockets.push(connectSocket(Number(port), '127.0.0.1').on('error', () => {}))
  await pause(SETTLE_MS)
  const idle = residentMb(server)
  for (const socket of sockets) socket.destroy()
  await pause(SETTLE_MS)
  const { call, close } = connect(server.url, 2_000)
  const waiting: Promise<unknown>[] = []
  for (const person of people.slice(0, 500))
    waiting.push(...(await beginWaiting(person, call, 1)).map((answer) => answer.catch(() => undefined)))
  await pause(3 * SETTLE_MS)
  const value = residentMb(server) - idle
  close()
  await Promise.all(waiting)
  const how = 'resident pages of the process above those with as many idle connections'
  return { what: '2,000 waiting calls hold', value, unit: 'MB', goal: { atMost: 40 }, how }
}

export const waiting: Figure = {
  name: 'waiting',
  async measure() {
    const rows = [await reachRow('sqlite', 1, 1), await memoryRow()]
    return process.env.BENCH_SETUPS === 'sqlite-1' ? rows : [...rows, await reachRow('postgres', 2, 2)]
  },
}
