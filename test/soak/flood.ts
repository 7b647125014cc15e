/** The program that sends too much. It runs in a separate process, so that it does not disturb the measurement. */
import { setTimeout as pause } from 'node:timers/promises'
import { rawRequest } from '../setup/raw-requests.ts'
import { Line } from './line.ts'
import { quantile } from './row.ts'

export const CONNECTIONS = 3_000
export const SECONDS = 10
const OPENED_PER_STEP = 50
const TICK_MS = 5
/** An answer that has not come by then is counted as none. */
const ANSWER_MAX_MS = 30_000

/** Which reads, by which account: one for every number, or always the same one. */
export type Reads = { path: string; numbers?: number; headers: Record<string, string> }
export type FloodOrder = { port: number; perSecond: number; reads: Reads }
export type FloodReport = {
  sent: number
  served: number
  refused: number
  reset: number
  unanswered: number
  /** Of a refusal, with the time that this process itself was late. */
  refusedMedianMs: number
}

/** Gives the next request to send, for ever. */
export function requestsOf({ path, numbers, headers }: Reads): () => Buffer {
  const paths = numbers ? Array.from({ length: numbers }, (_, n) => `${path}${n + 1_000}`) : [path]
  const requests = paths.map((each) => rawRequest(`GET ${each}`, headers))
  let sent = 0
  return () => requests[sent++ % requests.length] as Buffer
}

async function openLines(port: number): Promise<Line[]> {
  const lines: Line[] = []
  while (lines.length < CONNECTIONS)
    lines.push(...(await Promise.all(Array.from({ length: OPENED_PER_STEP }, () => Line.open(port)))))
  return lines
}

async function flood({ port, perSecond, reads }: FloodOrder): Promise<FloodReport> {
  const next = requestsOf(reads)
  const idle = await openLines(port)
  process.send?.('open')
  const count = { 200: 0, 503: 0, 0: 0 } as Record<number, number>
  const refusedMs: number[] = []
  let [sent, answered] = [0, 0]
  const ask = async (line: Line) => {
    const { status, ms } = await line.ask(next())
    if (status === 503) refusedMs.push(ms)
    answered++
    count[status] = (count[status] ?? 0) + 1
    if (line.isOpen) idle.push(line)
  }
  const start = performance.now()
  for (let now = start; now - start < SECONDS * 1000; now = performance.now()) {
    for (const due = ((now - start) / 1000) * perSecond; sent < due && idle.length > 0; sent++)
      void ask(idle.shift() as Line)
    await pause(TICK_MS)
  }
  for (const ended = performance.now(); answered < sent && performance.now() - ended < ANSWER_MAX_MS; )
    await pause(TICK_MS)
  const { 200: served = 0, 503: refused = 0, 0: reset = 0 } = count
  return { sent, served, refused, reset, unanswered: sent - answered, refusedMedianMs: quantile(refusedMs, 0.5) }
}

if (process.send)
  process.once('message', async (order: FloodOrder) => {
    const report = await flood(order)
    process.send?.(report, () => process.exit(0))
  })
