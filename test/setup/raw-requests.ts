/** Requests that a well-behaved client would not send: any method, any path, any bytes on a socket. */
import assert from 'node:assert/strict'
import { connect } from 'node:net'
import type { Answer, Board } from '../board.ts'

/** A request of any method to any path, without the check against OpenAPI. */
export async function injectRaw(board: Board, method: string, url: string, headers: Record<string, string> = {}) {
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

/** Only ends a connection that hangs: a busy machine is slow. */
const HANG_MS = 120_000

/** Nothing more is sent, and the answer is read. */
export const END = Symbol('end')
/** The client is gone. */
export const CLOSE = Symbol('close')
export type Part = string | Buffer | number | typeof END | typeof CLOSE

/** Writes bytes to a listening board (a number is a pause in ms), and returns what came back until `isEnough` or the end. */
export function sendBytes(port: number, parts: Part[], isEnough = (_received: Buffer) => false): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true, noDelay: true })
    let received = Buffer.alloc(0)
    const done = () => {
      clearTimeout(timer)
      socket.destroy()
      resolve(received)
    }
    const timer = setTimeout(() => {
      socket.destroy()
      reject(new Error(`No end after ${HANG_MS} ms; so far: ${received.toString('latin1')}`))
    }, HANG_MS)
    socket.on('data', (chunk: Buffer) => {
      received = Buffer.concat([received, chunk])
      if (isEnough(received)) done()
    })
    socket.on('end', done).on('error', done)
    void write(parts)

    async function write([part, ...rest]: Part[]) {
      if (part === undefined || socket.destroyed) return
      if (typeof part === 'number') await new Promise((go) => setTimeout(go, part))
      else if (part === END) socket.end()
      else if (part === CLOSE) done()
      else socket.write(typeof part === 'string' ? Buffer.from(part) : part)
      await write(rest)
    }
  })
}

/** The first answer to these bytes. */
export async function sendRaw(port: number, ...parts: Part[]): Promise<Answer> {
  const [first] = answersIn(await sendBytes(port, parts, (received) => answersIn(received).length > 0))
  return first ?? assert.fail('The connection ended without an answer.')
}

/** Every answer until the connection ends. */
export const sendUntilClose = async (port: number, ...parts: Part[]) => answersIn(await sendBytes(port, parts))

/** The complete answers in a stream of bytes; `100 Continue` does not count. */
export function answersIn(bytes: Buffer): Answer[] {
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

/** The bytes of a request. */
export function rawRequest(line: string, headers: Record<string, string>, body: string | Buffer = ''): Buffer {
  const fields = Object.entries({ Host: 'board.test', ...headers }).map(([name, value]) => `${name}: ${value}\r\n`)
  return Buffer.concat([Buffer.from(`${line} HTTP/1.1\r\n${fields.join('')}\r\n`, 'latin1'), Buffer.from(body)])
}
