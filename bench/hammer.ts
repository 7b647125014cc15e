/** As many requests as a server answers, over a few connections kept alive. Answers are counted, and not parsed. */
import { request as httpRequest } from 'node:http'
import { connect, type Socket } from 'node:net'

const CONNECTIONS = 16

/** The bytes of a request: a GET, or a POST with this body. */
export function requestText(path: string, headers: Readonly<Record<string, string>>, body?: string): string {
  const length = body === undefined ? {} : { 'content-length': Buffer.byteLength(body) }
  const lines = Object.entries({ ...headers, ...length }).map(([name, value]) => `${name}: ${value}`)
  const method = body === undefined ? 'GET' : 'POST'
  return [`${method} ${path} HTTP/1.1`, 'host: board.test', ...lines, '', body].join('\r\n')
}

/** When to stop sending. */
export type Until = { ms?: number; requests?: number }

/**
 * Sends the requests in turn, each connection its next as soon as the last was answered; returns how many were answered.
 * Several servers get the same number of connections.
 */
export async function hammer(urls: readonly string[], requests: readonly string[], until: Until): Promise<number> {
  const { ms = Number.POSITIVE_INFINITY, requests: max = Number.POSITIVE_INFINITY } = until
  const ports = urls.map((url) => Number(new URL(url).port))
  const end = performance.now() + ms
  let sent = 0
  let answered = 0
  const next = () => (performance.now() < end && sent < max ? requests[sent++ % requests.length] : undefined)
  const run = (connection: number) =>
    new Promise<void>((resolve, reject) => {
      const socket = connect(ports[connection % ports.length] as number, '127.0.0.1')
      const ask = () => {
        const text = next()
        if (text !== undefined) return void socket.write(text)
        socket.destroy()
        resolve()
      }
      socket.on('error', reject).on('connect', ask)
      onAnswers(socket, reject, () => {
        answered++
        ask()
      })
    })
  await Promise.all(Array.from({ length: CONNECTIONS }, (_, connection) => run(connection)))
  return answered
}

/** The first answer to a request, on a connection of its own. */
export function answerTo(url: string, request: string): Promise<{ body: Buffer; encoding: string }> {
  const [head = '', body = ''] = request.split('\r\n\r\n')
  const [line = '', ...fields] = head.split('\r\n')
  const [method = '', path = ''] = line.split(' ')
  const headers = Object.fromEntries(fields.map((field) => field.split(': ') as [string, string]))
  return new Promise((resolve, reject) => {
    const sent = httpRequest(url + path, { method, headers, agent: false }, async (response) => {
      if (response.statusCode !== 200) return reject(new Error(`${path} was answered ${response.statusCode}.`))
      const encoding = response.headers['content-encoding'] ?? ''
      resolve({ body: Buffer.concat(await response.toArray()), encoding })
    })
    sent.on('error', reject).end(body)
  })
}

const LAST_CHUNK = Buffer.from('\r\n0\r\n\r\n')

/** Every answer is 200, and has a length or comes in chunks. One is asked for at a time, so that its end is the end of what came. */
function onAnswers(socket: Socket, refuse: (error: Error) => void, onAnswer: () => void) {
  let head: Buffer = Buffer.alloc(0)
  let missing = 0
  let isChunked = false
  const isEnd = (bytes: Buffer) => (isChunked ? bytes.subarray(-LAST_CHUNK.length).equals(LAST_CHUNK) : missing === 0)
  socket.on('data', (chunk: Buffer) => {
    if (missing === 0 && !isChunked) {
      head = head.length === 0 ? chunk : Buffer.concat([head, chunk])
      const headEnd = head.indexOf('\r\n\r\n')
      if (headEnd < 0) return
      const text = head.toString('latin1', 0, headEnd)
      if (!text.startsWith('HTTP/1.1 200')) return refuse(new Error(text))
      const length = /\r\ncontent-length: (\d+)/i.exec(text)?.[1]
      isChunked = length === undefined
      missing = isChunked ? 0 : Number(length) - (head.length - headEnd - 4)
      head = Buffer.alloc(0)
    } else if (!isChunked) missing -= chunk.length
    if (!isEnd(chunk)) return
    isChunked = false
    onAnswer()
  })
}
