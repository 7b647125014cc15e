/** As many requests as a server answers, over a few connections kept alive. Answers are counted, and not parsed. */
import { connect, type Socket } from 'node:net'

const CONNECTIONS = 16

/** The bytes of a request: a GET, or a POST with this body. */
export function requestText(path: string, headers: Readonly<Record<string, string>>, body?: string): string {
  const length = body === undefined ? {} : { 'content-length': Buffer.byteLength(body) }
  const lines = Object.entries({ ...headers, ...length }).map(([name, value]) => `${name}: ${value}`)
  const method = body === undefined ? 'GET' : 'POST'
  return [`${method} ${path} HTTP/1.1`, 'host: board.test', ...lines, '', body].join('\r\n')
}

/**
 * Sends the requests in turn, each connection its next as soon as the last was answered; returns how many were answered.
 * Several servers get the same number of connections.
 */
export async function hammer(urls: readonly string[], requests: readonly string[], ms: number): Promise<number> {
  const ports = urls.map((url) => Number(new URL(url).port))
  const end = performance.now() + ms
  let sent = 0
  let answered = 0
  const next = () => (performance.now() < end ? requests[sent++ % requests.length] : undefined)
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

/** Every answer has a length and is 200. */
function onAnswers(socket: Socket, refuse: (error: Error) => void, onAnswer: () => void) {
  let received: Buffer = Buffer.alloc(0)
  let missing = 0
  socket.on('data', (chunk: Buffer) => {
    if (missing > 0) {
      missing -= chunk.length
      if (missing === 0) onAnswer()
      return
    }
    received = received.length === 0 ? chunk : Buffer.concat([received, chunk])
    const headEnd = received.indexOf('\r\n\r\n')
    if (headEnd < 0) return
    const head = received.toString('latin1', 0, headEnd)
    const length = Number(/\r\ncontent-length: (\d+)/i.exec(head)?.[1])
    if (!head.startsWith('HTTP/1.1 200') || Number.isNaN(length)) return refuse(new Error(head))
    missing = length - (received.length - headEnd - 4)
    received = Buffer.alloc(0)
    if (missing === 0) onAnswer()
  })
}
