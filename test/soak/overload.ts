/**
 * Three times as many reads as the process can serve, over 3,000 connections, with every limit off. Another process
 * sends them: what is measured here are the answers that a few well-behaved clients get meanwhile.
 */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { standardHeaders } from '../setup/call.ts'
import { freshDatabase } from '../setup/databases.ts'
import { signUp } from '../setup/people.ts'
import { connect, startServer } from '../setup/processes.ts'
import { rawRequest } from '../setup/raw-requests.ts'
import { CONNECTIONS, type FloodOrder, type FloodReport, type Reads, requestsOf, SECONDS } from './flood.ts'
import { Line, type Timed } from './line.ts'
import { quantile, type Row } from './row.ts'

const CAPACITY_CONNECTIONS = 16
const CAPACITY_SECONDS = 4
const READERS = 50
const READ_EVERY_MS = 100
const RETRY_AFTER_MS = 1_000
const CHECK_EVERY_MS = 100
const RECOVERY_MAX_MS = 5_000
const REFUSED_MAX_MS = 250

/** A new connection for each check, as a load balancer makes them. */
async function check(port: number, path: string): Promise<Timed> {
  const start = performance.now()
  const line = await Line.open(port)
  const { status } = await line.ask(rawRequest(`GET ${path}`, {}))
  line.close()
  return { status, ms: performance.now() - start }
}

async function measureCapacity(port: number, next: () => Buffer): Promise<number> {
  const lines = await Promise.all(Array.from({ length: CAPACITY_CONNECTIONS }, () => Line.open(port)))
  const until = performance.now() + CAPACITY_SECONDS * 1000
  let served = 0
  const work = async (line: Line) => {
    while (performance.now() < until) if ((await line.ask(next())).status === 200) served++
    line.close()
  }
  await Promise.all(lines.map(work))
  return served / CAPACITY_SECONDS
}

/** Reads over a kept connection until the flood is over, and waits after a refusal as Retry-After says. */
async function readMeanwhile(line: Line, next: () => Buffer, isOver: () => boolean): Promise<Timed[]> {
  const answers: Timed[] = []
  while (!isOver()) {
    const answer = await line.ask(next())
    answers.push(answer)
    await pause(answer.status === 503 ? RETRY_AFTER_MS : READ_EVERY_MS)
  }
  line.close()
  return answers
}

async function checkMeanwhile(port: number, path: string, isOver: () => boolean): Promise<Timed[]> {
  const answers: Promise<Timed>[] = []
  for (; !isOver(); await pause(CHECK_EVERY_MS)) answers.push(check(port, path))
  return Promise.all(answers)
}

/** How long after the end of the flood a read is served. */
async function measureRecovery(port: number, next: () => Buffer): Promise<number> {
  await pause(SECONDS * 1000)
  const [ended, line] = [performance.now(), await Line.open(port)]
  while ((await line.ask(next())).status !== 200) await pause(5)
  line.close()
  return performance.now() - ended
}

async function measureFlood(order: FloodOrder) {
  const { port, reads } = order
  const flood = fork(new URL('flood.ts', import.meta.url))
  const messages: (string | FloodReport)[] = []
  flood.on('message', (message) => messages.push(message as string | FloodReport))
  try {
    const next = requestsOf(reads)
    const lines = await Promise.all(Array.from({ length: READERS }, () => Line.open(port)))
    for (const line of lines) await line.ask(next())
    flood.send(order)
    await once(flood, 'message')
    const started = performance.now()
    const isOver = () => performance.now() - started > SECONDS * 1000
    const [recoveryMs, health, ready, ...readers] = await Promise.all([
      measureRecovery(port, next),
      checkMeanwhile(port, '/healthz', isOver),
      checkMeanwhile(port, '/readyz', isOver),
      ...lines.map((line) => readMeanwhile(line, next, isOver)),
    ])
    while (messages.length < 2) await once(flood, 'message')
    return { report: messages[1] as FloodReport, checks: [...health, ...ready], answers: readers.flat(), recoveryMs }
  } finally {
    flood.kill('SIGKILL')
  }
}

/** More pages than are remembered at a time, so that none of them is found. */
const DIFFERENT_PAGES = 20_000

type Kind = { what: string; path: string; numbers?: number }
const kinds: readonly Kind[] = [
  { what: 'reads that are each made anew', path: '/v1/activity?limit=30&before=', numbers: DIFFERENT_PAGES },
  { what: 'reads that are remembered', path: '/v1/activity?limit=30' },
]

export async function overload(): Promise<Row[]> {
  const rows: Row[] = []
  for (const kind of kinds) rows.push(await overloadWith(kind))
  return rows
}

async function overloadWith({ what, ...kind }: Kind): Promise<Row> {
  const database = await freshDatabase('sqlite')
  await using server = await startServer({ DATABASE_URL: database.url })
  const { call, close } = connect(server.url)
  const ada = await signUp(call, 'ada')
  for (let n = 0; n < 40; n++) await ada.posts({ body: 'y'.repeat(400) })
  close()
  const reads: Reads = { ...kind, headers: { ...standardHeaders, authorization: `Bearer ${ada.key}` } }
  const port = Number(new URL(server.url).port)

  const capacity = await measureCapacity(port, requestsOf(reads))
  const { report, checks, answers, recoveryMs } = await measureFlood({ port, perSecond: capacity * 3, reads })
  await server[Symbol.asyncDispose]()
  await database.remove()

  const of = (status: number) => answers.filter((answer) => answer.status === status)
  const [ok, refused, reset] = [of(200), of(503), of(0)]
  const failed = checks.filter(({ status }) => status !== 200).length
  const lost = reset.length + report.reset + report.unanswered
  return {
    tried: `three times the capacity of ${what} (${Math.round(capacity)} a second), over ${CONNECTIONS} connections, limits off`,
    times: `${report.sent} reads in ${SECONDS} s, ${Math.round(report.sent / SECONDS)} a second: ${report.served} served, ${report.refused} refused with 503 (median ${Math.round(report.refusedMedianMs)} ms, the sender’s own delays included)`,
    happened: `${READERS} clients that wait after a refusal as it says: ${refused.length} of ${answers.length} refused (${times(refused)}), ${ok.length} served (${times(ok)}), ${lost} connections reset or without an answer in all; ${checks.length} health checks on new connections: ${times(checks)}, ${failed} failed; read again ${Math.round(recoveryMs)} ms after the end`,
    ok: lost === 0 && failed === 0 && recoveryMs < RECOVERY_MAX_MS && quantileMs(refused, 0.99) < REFUSED_MAX_MS,
  }
}

const quantileMs = (answers: Timed[], share: number) =>
  quantile(
    answers.map(({ ms }) => ms),
    share,
  )

const times = (answers: Timed[]) =>
  [0.5, 0.99]
    .map((share) => `${share === 0.5 ? 'median' : 'p99'} ${quantileMs(answers, share).toFixed(1)} ms`)
    .join(', ')
