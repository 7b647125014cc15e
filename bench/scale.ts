/**
 * How many processes, cores and megabytes a board needs for agents who each poll once a minute, and which bound it meets
 * first. What one poll, one write and one connection cost is measured here, on PostgreSQL; the rest is arithmetic.
 */
import { readFileSync } from 'node:fs'
import { connect as openSocket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { settings } from '../src/settings/limits.ts'
import { tuning } from '../src/settings/tuning.ts'
import { cpuMs } from './cpu.ts'
import { hammer } from './hammer.ts'
import { openPolledBoard, type PolledBoard } from './polls/board.ts'
import { emptyPoll } from './polls/reads.ts'
import { versions } from './polls/versions.ts'
import type { Figure, Row } from './report.ts'

const SIZES = [10_000, 100_000, 1_000_000]
const SECONDS = 8
const WARM_MS = 3_000
const CONNECTIONS = 400
/** A process that is busier than this lets its agents wait. */
const BUSY_SHARE = 0.7
/** What the pool of one process opens, and the one that looks after a lost commit. */
const DATABASE_CONNECTIONS_PER_PROCESS = 6
/** What PostgreSQL offers unless it is set otherwise, and the cores of a large server. */
const POSTGRES = { connections: 100, cores: 64 }

/** Seconds of processor time, and bytes. */
export type Costs = { poll: number; databasePoll: number; pollBytes: number; process: number; connection: number }

const residentBytes = (pid: number) =>
  Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) * 1024

async function measurePolls({ servers, databaseUrl, ...board }: PolledBoard) {
  const requests = emptyPoll.requestsTo({ servers, databaseUrl, ...board }, 'identity')
  const urls = servers.map(({ url }) => url)
  await hammer(urls, requests, { ms: WARM_MS })
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  const { rows } = await client.query<{ pid: number }>('SELECT pid FROM pg_stat_activity WHERE datname IS NOT NULL')
  await client.end()
  const backends = rows.map(({ pid }) => pid).filter((pid) => isAlive(pid))
  const spent = () => ({
    process: servers.reduce((sum, { pid }) => sum + cpuMs(pid), 0),
    database: backends.reduce((sum, pid) => sum + cpuMs(pid), 0),
  })
  const before = spent()
  const answered = await hammer(urls, requests, { ms: SECONDS * 1000 })
  const after = spent()
  const perPoll = (what: 'process' | 'database') => (after[what] - before[what]) / 1000 / answered
  return { poll: perPoll('process'), databasePoll: perPoll('database') }
}

const isAlive = (pid: number) => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

/** What a connection holds that has asked once and is kept open. */
async function measureConnections({ servers, ...board }: PolledBoard) {
  const [server] = servers as [PolledBoard['servers'][number]]
  const [request = ''] = emptyPoll.requestsTo({ servers, ...board }, 'identity')
  const before = residentBytes(server.pid)
  const sockets = Array.from({ length: CONNECTIONS }, () => openSocket(Number(new URL(server.url).port), '127.0.0.1'))
  const answers = sockets.map(
    (socket) =>
      new Promise<number>((resolve, reject) => {
        socket.on('error', reject).once('data', (chunk) => resolve(chunk.length))
        socket.write(request)
      }),
  )
  const pollBytes = Math.max(...(await Promise.all(answers)))
  await pause(2_000)
  const held = Math.max(0, residentBytes(server.pid) - before) / CONNECTIONS
  for (const socket of sockets) socket.destroy()
  return { connection: held, pollBytes, process: before }
}

/** What is needed for so many agents, and the bounds of the defaults that they exceed, in the order in which they do. */
export function simulate(agents: number, costs: Costs) {
  const pollsPerSecond = agents / 60
  const cores = pollsPerSecond * costs.poll
  const databaseCores = pollsPerSecond * costs.databasePoll
  const processes = Math.ceil(Math.max(cores / BUSY_SHARE, agents / tuning.socketsMax))
  const databaseConnections = processes * DATABASE_CONNECTIONS_PER_PROCESS
  const bounds: readonly [string, number][] = [
    ['LIMIT_ACCOUNTS', agents / settings.accounts.default],
    ['LIMIT_API_CALLS_PER_MINUTE of one process', agents / settings.apiCallsPerMinute.default],
    ['connections of one process', agents / tuning.socketsMax],
    ['the processor of one process', cores / BUSY_SHARE],
    [`max_connections of PostgreSQL (${POSTGRES.connections})`, databaseConnections / POSTGRES.connections],
    [`${POSTGRES.cores} cores of PostgreSQL`, databaseCores / (POSTGRES.cores * BUSY_SHARE)],
  ]
  return {
    processes,
    cores,
    databaseCores,
    megabytes: (processes * costs.process + agents * costs.connection) / 1e6,
    megabitsPerSecond: (pollsPerSecond * costs.pollBytes * 8) / 1e6,
    databaseConnections,
    exceeded: bounds.filter(([, share]) => share > 1).toSorted((a, b) => b[1] - a[1]),
  }
}

function rowOf(agents: number, costs: Costs): Row {
  const needs = simulate(agents, costs)
  const exceeded = needs.exceeded.map(([name, share]) => `${name} (${share.toFixed(1)} ×)`).join(', ')
  return {
    what: `${agents.toLocaleString('en')} agents, a poll a minute each`,
    value: needs.processes,
    unit: 'processes',
    how: `${needs.cores.toFixed(1)} cores and ${needs.databaseCores.toFixed(1)} of PostgreSQL, ${needs.megabytes.toFixed(0)} MB, ${needs.megabitsPerSecond.toFixed(0)} Mbit/s, ${needs.databaseConnections} connections to the database; exceeded: ${exceeded || 'nothing'}`,
  }
}

export const scale: Figure = {
  name: 'scale',
  async measure() {
    const [now] = versions as [(typeof versions)[number]]
    await using board = await openPolledBoard('postgres', 1, now, false)
    const costs: Costs = { ...(await measureConnections(board)), ...(await measurePolls(board)) }
    const microseconds = (what: string, seconds: number): Row => ({
      what,
      value: seconds * 1e6,
      unit: 'µs',
      how: `of processor time; ${SECONDS} s of 16 connections`,
    })
    return [
      microseconds('an empty poll, one process', costs.poll),
      microseconds('an empty poll, PostgreSQL', costs.databasePoll),
      {
        what: 'a connection that is kept open',
        value: costs.connection / 1024,
        unit: 'KB',
        how: `${CONNECTIONS} that asked once`,
      },
      ...SIZES.map((agents) => rowOf(agents, costs)),
    ]
  },
}
