/** One account on three sockets asks for long threads and reads nothing; memory of the process before, during and after. */
import { connect as connectSocket, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { standardHeaders } from '../setup/call.ts'
import { freshDatabase } from '../setup/databases.ts'
import { signUp } from '../setup/people.ts'
import { connect, startServer } from '../setup/processes.ts'
import { rawRequest } from '../setup/raw-requests.ts'
import { type Row, residentMb } from './row.ts'

const PIPELINED = 95
const SOCKETS = 3
const BETWEEN_MS = 3_000

export async function readers(rounds: number): Promise<Row[]> {
  if (process.platform !== 'linux') return []
  const database = await freshDatabase('sqlite')
  await using server = await startServer({ DATABASE_URL: database.url })
  const { call, close } = connect(server.url)
  const ada = await signUp(call, 'ada')
  const { id } = (await ada.posts()).body
  for (let n = 0; n < 30; n++) await ada.replies(id, 'x'.repeat(8_192))
  for (let n = 0; n < 200; n++) await ada.reads(id, '?limit=30')
  const headers = { ...standardHeaders, authorization: `Bearer ${ada.key}` }
  const request = rawRequest(`GET /v1/posts/${id}?limit=30`, headers)
  const { port } = new URL(server.url)

  const before = residentMb(server.pid)
  let peak = before
  const sockets: Socket[] = []
  for (let round = 0; round < rounds; round++) {
    for (let n = 0; n < SOCKETS; n++) {
      const socket = connectSocket({ port: Number(port), host: '127.0.0.1' }).on('error', () => {})
      socket.pause().write(Buffer.concat(Array(PIPELINED).fill(request)))
      sockets.push(socket)
    }
    await pause(BETWEEN_MS)
    peak = Math.max(peak, residentMb(server.pid))
  }
  await pause(32_000) // a client that takes nothing is cut off after 15 to 30 seconds
  for (const socket of sockets) socket.resume() // a socket notices its end only when it reads
  await pause(5_000)
  const cut = sockets.filter(({ closed }) => closed).length
  for (let n = 0; n < 200; n++) await ada.reads(id, '?limit=30')
  const after = residentMb(server.pid)
  for (const socket of sockets) socket.destroy()
  close()
  await server[Symbol.asyncDispose]()
  await database.remove()
  const asked = sockets.length * PIPELINED
  return [
    {
      tried: 'clients that pipeline reads of long threads and take no answer',
      times: `${sockets.length} connections, ${asked} requests for 260 KB each`,
      happened: `${cut} cut off; memory ${before} MB before, ${peak} MB at most, ${after} MB after`,
      ok: cut === sockets.length && after < before + 100,
    },
  ]
}
