/** Connections that cost nothing to hold open: ten thousand that say nothing, and a thousand that send byte by byte. */
import { connect as connectSocket, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { jsonHeaders } from '../setup/call.ts'
import { freshDatabase } from '../setup/databases.ts'
import { type Person, signUp } from '../setup/people.ts'
import { connect, type Server, startServer } from '../setup/processes.ts'
import { rawRequest } from '../setup/raw-requests.ts'
import { quantile, type Row, residentMb } from './row.ts'

const IDLE = 10_000
const SLOW = 1_000
const OPENED_AT_ONCE = 100
const BYTE_EVERY_MS = 250
const SLOW_SECONDS = 20
const READ_EVERY_MS = 50

async function openMany(count: number, port: number): Promise<Socket[]> {
  const sockets: Socket[] = []
  const open = () =>
    new Promise<void>((resolve) => {
      const socket = connectSocket({ port, host: '127.0.0.1' }, resolve)
      socket.on('error', () => resolve()).resume()
      sockets.push(socket)
    })
  while (sockets.length < count) await Promise.all(Array.from({ length: OPENED_AT_ONCE }, open))
  return sockets
}

const countOpen = (sockets: Socket[]) =>
  sockets.filter(({ closed, readyState }) => !closed && readyState === 'open').length

/** Somebody who was connected before reads all the while. */
function startReading(ada: Person) {
  const times: number[] = []
  let isOver = false
  const read = async () => {
    while (!isOver) {
      const start = performance.now()
      if ((await ada.me()).status === 200) times.push(performance.now() - start)
      await pause(READ_EVERY_MS)
    }
  }
  const reading = read()
  return async () => {
    isOver = true
    await reading
    const ms = (share: number) => Math.round(quantile(times, share))
    return `another client was served all the while (${times.length} reads, median ${ms(0.5)} ms, p99 ${ms(0.99)} ms)`
  }
}

async function endAll(sockets: Socket[]) {
  for (const socket of sockets) socket.destroy()
  await pause(2_000)
}

async function holdIdle(server: Server, ada: Person, port: number): Promise<Row> {
  const before = residentMb(server.pid)
  const stopReading = startReading(ada)
  const sockets = await openMany(IDLE, port)
  await pause(2_000)
  const [held, during, served] = [countOpen(sockets), residentMb(server.pid), await stopReading()]
  await endAll(sockets)
  return {
    tried: 'connections that say nothing',
    times: `${IDLE} opened; ${held} open at the end, because silence ends after 10 s and no more than 5,000 are held`,
    happened: `memory ${before} MB before, ${during} MB with them, ${residentMb(server.pid)} MB after; ${served}`,
    ok: held <= 5_000 && during < before + 200,
  }
}

/** A post whose body takes longer than a request may. */
async function sendSlowly(server: Server, ada: Person, port: number): Promise<Row> {
  const before = residentMb(server.pid)
  const sockets = await openMany(SLOW, port)
  const headers = { ...jsonHeaders, authorization: `Bearer ${ada.key}`, 'content-length': '16000' }
  for (const [n, socket] of sockets.entries())
    socket.write(
      rawRequest('POST /v1/posts', { ...headers, 'idempotency-key': `slow-request-${n}-`.padEnd(16, 'x') }, '{'),
    )
  let during = before
  const stopReading = startReading(ada)
  for (let ms = 0; ms < SLOW_SECONDS * 1000; ms += BYTE_EVERY_MS) {
    for (const socket of sockets) if (socket.writable) socket.write(' ')
    await pause(BYTE_EVERY_MS)
    during = Math.max(during, residentMb(server.pid))
  }
  const left = countOpen(sockets)
  const how = await stopReading()
  await endAll(sockets)
  return {
    tried: 'clients that send a body byte by byte',
    times: `${SLOW} connections, a byte every ${BYTE_EVERY_MS} ms`,
    happened: `${SLOW - left} answered 408 or cut off within ${SLOW_SECONDS} s; memory ${before} MB before, ${during} MB at most, ${residentMb(server.pid)} MB after; ${how}`,
    ok: left === 0 && during < before + 200,
  }
}

export async function idle(): Promise<Row[]> {
  if (process.platform !== 'linux') return []
  const database = await freshDatabase('sqlite')
  await using server = await startServer({ DATABASE_URL: database.url })
  const { call, close } = connect(server.url, 1)
  const ada = await signUp(call, 'ada')
  for (let n = 0; n < 200; n++) await ada.me()
  const port = Number(new URL(server.url).port)
  const rows = [await holdIdle(server, ada, port), await sendSlowly(server, ada, port)]
  close()
  await server[Symbol.asyncDispose]()
  await database.remove()
  return rows
}
