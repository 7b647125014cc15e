/** Three times as many reads as the process can serve, over 3,000 connections, with every limit off. */
import { connect as connectSocket, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { standardHeaders } from '../setup/call.ts'
import { freshDatabase } from '../setup/databases.ts'
import { signUp } from '../setup/people.ts'
import { connect, startServer } from '../setup/processes.ts'
import { rawRequest } from '../setup/raw-requests.ts'
import { quantile, type Row } from './row.ts'

const CONNECTIONS = 3_000
const OPENED_PER_STEP = 50
const SECONDS = 10
const TICK_MS = 5
const RECOVERY_MAX_MS = 5_000

type Timed = { status: number; ms: number }

/** A client that costs as little as possible, because it shares the machine with the server. */
class Line {
  readonly #socket: Socket
  #left = 0
  #status = 0
  #done: ((status: number) => void) | undefined
  isOpen = true

  constructor(socket: Socket) {
    this.#socket = socket
    socket.setNoDelay(true)
    socket.on('data', (bytes: Buffer) => this.#read(bytes)).on('error', () => {})
    socket.on('close', () => {
      this.isOpen = false
      this.#done?.(0)
    })
  }

  static open(port: number): Promise<Line> {
    return new Promise((resolve, reject) => {
      const socket = connectSocket({ port, host: '127.0.0.1' }, () => resolve(new Line(socket)))
      socket.once('error', reject)
    })
  }

  ask(bytes: Buffer): Promise<Timed> {
    const start = performance.now()
    return new Promise((resolve) => {
      this.#done = (status) => {
        this.#done = undefined
        resolve({ status, ms: performance.now() - start })
      }
      this.#socket.write(bytes)
    })
  }

  #read(bytes: Buffer) {
    if (this.#left > 0) this.#left -= bytes.length
    else {
      const end = bytes.indexOf('\r\n\r\n')
      const head = bytes.toString('latin1', 0, end)
      this.#status = Number(head.slice(9, 12))
      this.#left = Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0) - (bytes.length - end - 4)
    }
    if (this.#left <= 0) this.#done?.(this.#status)
  }

  close() {
    this.#socket.destroy()
  }
}

async function openLines(port: number): Promise<Line[]> {
  const lines: Line[] = []
  while (lines.length < CONNECTIONS)
    lines.push(...(await Promise.all(Array.from({ length: OPENED_PER_STEP }, () => Line.open(port)))))
  return lines
}

/** A new connection for each check, as a load balancer makes them. */
async function check(port: number, path: string): Promise<Timed> {
  const start = performance.now()
  const line = await Line.open(port)
  const { status } = await line.ask(rawRequest(`GET ${path}`, {}))
  line.close()
  return { status, ms: performance.now() - start }
}

/** The next request to send. */
type Next = () => Buffer

async function measureCapacity(lines: Line[], next: Next): Promise<number> {
  const [seconds, until] = [4, performance.now() + 4_000]
  let served = 0
  const work = async (line: Line) => {
    while (performance.now() < until) if ((await line.ask(next())).status === 200) served++
  }
  await Promise.all(lines.slice(0, 16).map(work))
  return served / seconds
}

async function flood(lines: Line[], next: Next, perSecond: number, port: number) {
  const idle = [...lines]
  const answers: Timed[] = []
  const checks: Promise<Timed>[] = []
  const start = performance.now()
  let [asked, running, lateness] = [0, 0, 0]
  const ask = async (line: Line) => {
    running++
    const answer = await line.ask(next())
    running--
    answers.push(answer)
    if (line.isOpen) idle.push(line)
  }
  for (let last = start; performance.now() - start < SECONDS * 1000; ) {
    const now = performance.now()
    lateness = Math.max(lateness, now - last - TICK_MS) // of this client itself: its own figures are no better than that
    last = now
    for (const due = ((now - start) / 1000) * perSecond; asked < due && idle.length > 0; asked++)
      void ask(idle.shift() as Line)
    if (checks.length < (now - start) / 100) checks.push(check(port, '/healthz'), check(port, '/readyz'))
    await pause(TICK_MS)
  }
  const ended = performance.now()
  const [line] = lines.filter(({ isOpen }) => isOpen)
  while (running > 0) await pause(TICK_MS)
  while ((await line?.ask(next()))?.status !== 200) await pause(TICK_MS)
  return { answers, checks: await Promise.all(checks), lateness, recoveryMs: performance.now() - ended }
}

const at = (answers: Timed[], share: number) => {
  const times = answers.map(({ ms }) => ms)
  return `${Math.round(quantile(times, share))} ms`
}

/** More pages than are remembered at a time, so that none of them is found. */
const DIFFERENT_PAGES = 20_000

type Kind = { what: string; paths: readonly string[] }
const kinds: readonly Kind[] = [
  {
    what: 'reads that are each made anew',
    paths: Array.from({ length: DIFFERENT_PAGES }, (_, n) => `/v1/activity?limit=30&before=${n + 1_000}`),
  },
  { what: 'reads that are remembered', paths: ['/v1/activity?limit=30'] },
]

export async function overload(): Promise<Row[]> {
  const rows: Row[] = []
  for (const kind of kinds) rows.push(await overloadWith(kind))
  return rows
}

async function overloadWith({ what, paths }: Kind): Promise<Row> {
  const database = await freshDatabase('sqlite')
  await using server = await startServer({ DATABASE_URL: database.url })
  const { call, close } = connect(server.url)
  const ada = await signUp(call, 'ada')
  for (let n = 0; n < 40; n++) await ada.posts({ body: 'y'.repeat(400) })
  const headers = { ...standardHeaders, authorization: `Bearer ${ada.key}` }
  const requests = paths.map((path) => rawRequest(`GET ${path}`, headers))
  let sent = 0
  const next = () => requests[sent++ % requests.length] as Buffer
  const port = Number(new URL(server.url).port)

  const lines = await openLines(port)
  const capacity = await measureCapacity(lines, next)
  const { answers, checks, lateness, recoveryMs } = await flood(lines, next, capacity * 3, port)
  for (const line of lines) line.close()
  close()
  await server[Symbol.asyncDispose]()
  await database.remove()

  const of = (status: number) => answers.filter((answer) => answer.status === status)
  const [ok, refused, reset] = [of(200), of(503), of(0)]
  const failed = checks.filter(({ status }) => status !== 200).length
  return {
    tried: `three times the capacity of ${what}, over ${CONNECTIONS} connections, limits off`,
    times: `${answers.length} reads in ${SECONDS} s against ${Math.round(capacity)} a second`,
    happened: `${ok.length} served (median ${at(ok, 0.5)}, p99 ${at(ok, 0.99)}), ${refused.length} refused with 503 (median ${at(refused, 0.5)}, p99 ${at(refused, 0.99)}), ${reset.length} reset; health checks on ${checks.length} new connections: median ${at(checks, 0.5)}, p99 ${at(checks, 0.99)}, ${failed} failed; read again ${Math.round(recoveryMs)} ms after the end; the client itself was late by up to ${Math.round(lateness)} ms`,
    ok: reset.length === 0 && failed === 0 && recoveryMs < RECOVERY_MAX_MS,
  }
}
