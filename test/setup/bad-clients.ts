/** Clients that make a proxy log something: they send no valid HTTP, or disconnect in the middle of an answer. */
import { connect as connectTcp, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import { HOST } from './proxies.ts'

export type Origin = { port: number; localAddress: string }

const overTcp = (origin: Origin) => connectTcp({ host: '127.0.0.1', ...origin })
const overTls = (origin: Origin) =>
  connectTls({ host: '127.0.0.1', ...origin, servername: HOST, rejectUnauthorized: false, ALPNProtocols: ['http/1.1'] })

/** Sends bytes and returns what comes back until the other side ends the connection, however it does. */
const exchange = (socket: Socket, bytes: string) =>
  new Promise<string>((resolve) => {
    let text = ''
    socket.setEncoding('latin1').on('data', (part: string) => {
      text += part
    })
    socket.on('error', () => {}).on('close', () => resolve(text))
    socket.write(bytes)
  })

export async function askWithoutTls(origin: Origin): Promise<string> {
  return exchange(overTcp(origin), `GET / HTTP/1.1\r\nhost: ${HOST}\r\nconnection: close\r\n\r\n`)
}

export async function talkNonsense(origin: Origin): Promise<void> {
  await exchange(overTcp(origin), 'no handshake\r\n\r\n')
  await exchange(overTls(origin), 'no request\r\n\r\n')
}

/** Asks for something large and ends the connection with a reset when the first bytes have arrived. */
export async function hangUp(origin: Origin, path: string, headers: Record<string, string>): Promise<void> {
  const socket = overTcp(origin)
  const tls = connectTls({ socket, servername: HOST, rejectUnauthorized: false, ALPNProtocols: ['http/1.1'] })
  const lines = Object.entries({ host: HOST, ...headers }).map(([name, value]) => `${name}: ${value}\r\n`)
  await new Promise((resolve) => {
    tls.on('error', () => {}).once('data', () => socket.resetAndDestroy())
    socket.on('error', () => {}).on('close', resolve)
    tls.write(`GET ${path} HTTP/1.1\r\n${lines.join('')}\r\n`)
  })
}
