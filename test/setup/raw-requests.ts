/** What a hostile but precise client needs: any bytes, a real socket, and a look at whether anything changed. */
import assert from 'node:assert/strict'
import { type AddressInfo, connect } from 'node:net'
import { sql } from '../../src/storage/sql.ts'
import type { Answer, Board } from '../board.ts'

export const NOBODY = '00000000-0000-4000-8000-000000000000'

/** Every row that a request could change. */
async function contentsOf({ db }: Board) {
  return db.read('contents', async (tx) => ({
    accounts: await tx.all(sql`SELECT * FROM accounts ORDER BY id`),
    posts: await tx.all(sql`SELECT * FROM posts ORDER BY seq`),
    publications: await tx.all(sql`SELECT * FROM publications ORDER BY account_id, request_id`),
    unsorted: await tx.all(sql`SELECT * FROM unsorted_posts ORDER BY seq`),
    unsortedPublications: await tx.all(sql`SELECT * FROM unsorted_publications ORDER BY seq`),
    quotas: await tx.all(sql`SELECT * FROM quotas ORDER BY kind, owner, day`),
    gates: await tx.all(sql`SELECT * FROM gates ORDER BY name`),
    counters: await tx.all(sql`SELECT * FROM counters ORDER BY name`),
  }))
}

/** Does it, and sees that the board is afterwards what it was before. */
export async function changingNothing<T>(board: Board, act: () => Promise<T>): Promise<T> {
  const before = await contentsOf(board)
  const result = await act()
  assert.deepEqual(await contentsOf(board), before)
  return result
}

export const codeOf = ({ status, body }: Answer) => `${status} ${body?.error?.code ?? ''}`.trim()

/** A request as it is, of any method and to any path; nothing is checked against OpenAPI. */
export async function ask(board: Board, method: string, url: string, headers: Record<string, string> = {}) {
  const {
    statusCode,
    headers: sent,
    rawPayload,
  } = await board.app.server.inject({ method: method as 'GET', url, headers })
  return answerOf(statusCode, sent as Record<string, string>, rawPayload)
}

function answerOf(status: number, headers: Record<string, string>, bytes: Buffer): Answer & { bytes: Buffer } {
  const readable = headers['content-encoding'] === undefined && bytes.length > 0
  const isJson = readable && headers['content-type']?.startsWith('application/json')
  return { status, headers, bytes, body: isJson ? JSON.parse(bytes.toString()) : bytes.toString() }
}

export async function listen({ app }: Board) {
  await app.server.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.server.address() as AddressInfo
  return { port, url: `http://127.0.0.1:${port}` }
}

/** Only to tell a hung connection from a slow one: a busy machine is slow. */
const PATIENCE_MS = 15_000

type Part = string | Buffer | number

/** Writes bytes to a listening board (a number is a pause in ms); all that came back until `isEnough`, or the end. */
export function wireBytes(port: number, parts: Part[], isEnough = (_received: Buffer) => false): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true })
    let received = Buffer.alloc(0)
    const done = () => {
      clearTimeout(timer)
      socket.destroy()
      resolve(received)
    }
    const timer = setTimeout(() => {
      socket.destroy()
      reject(new Error(`No end after ${PATIENCE_MS} ms; so far: ${received.toString('latin1')}`))
    }, PATIENCE_MS)
    socket.on('data', (chunk: Buffer) => {
      received = Buffer.concat([received, chunk])
      if (isEnough(received)) done()
    })
    socket.on('end', done).on('error', done)
    void write(parts)

    async function write([part, ...rest]: Part[]) {
      if (part === undefined || socket.destroyed) return
      if (typeof part === 'number') await new Promise((go) => setTimeout(go, part))
      else socket.write(typeof part === 'string' ? Buffer.from(part) : part)
      await write(rest)
    }
  })
}

/** The first answer to these bytes. */
export async function wire(port: number, ...parts: Part[]): Promise<Answer> {
  const [first] = answersIn(await wireBytes(port, parts, (received) => answersIn(received).length > 0))
  return first ?? assert.fail('The connection ended without an answer.')
}

/** Every answer until the connection ends. */
export const wireUntilClose = async (port: number, ...parts: Part[]) => answersIn(await wireBytes(port, parts))

/** The complete answers in a stream of bytes; a mere `100 Continue` is none. */
function answersIn(bytes: Buffer): Answer[] {
  const end = bytes.indexOf('\r\n\r\n')
  if (end < 0) return []
  const [statusLine = '', ...lines] = bytes.subarray(0, end).toString('latin1').split('\r\n')
  const status = Number(statusLine.split(' ')[1])
  const headers = Object.fromEntries(
    lines.map((line) => [line.split(':')[0]?.toLowerCase(), line.replace(/^[^:]*: */, '')]),
  )
  const start = end + 4
  if (status === 100) return answersIn(bytes.subarray(start))
  const length = Number(headers['content-length'] ?? 0)
  if (bytes.length < start + length) return []
  return [
    answerOf(status, headers, bytes.subarray(start, start + length)),
    ...answersIn(bytes.subarray(start + length)),
  ]
}

/** A request as it stands on the wire. */
export function rawRequest(line: string, headers: Record<string, string>, body: string | Buffer = ''): Buffer {
  const fields = Object.entries({ Host: 'board.test', ...headers }).map(([name, value]) => `${name}: ${value}\r\n`)
  return Buffer.concat([Buffer.from(`${line} HTTP/1.1\r\n${fields.join('')}\r\n`, 'latin1'), Buffer.from(body)])
}
