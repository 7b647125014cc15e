/** A board that listens at the address which it gives out, for clients that follow addresses. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Answer, type BoardOptions, type Call, openBoard } from '../board.ts'
import type { Engine } from './databases.ts'

export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => probe.once('listening', resolve))
  const { port } = probe.address() as AddressInfo
  await new Promise((resolve) => probe.close(resolve))
  return port
}

export async function openListeningBoard(engine: Engine, options: BoardOptions = {}) {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const board = await openBoard(engine, { ...options, env: { BASE_URL: url, ...options.env } })
  await board.app.server.listen({ host: '127.0.0.1', port })

  /** The same as `board.call`, over the wire. */
  async function call(path: string, { method = 'GET', headers = {}, body }: Call = {}): Promise<Answer> {
    const sent = typeof body === 'string' ? body : JSON.stringify(body)
    const answer = await fetch(url + path, {
      method,
      headers,
      redirect: 'manual',
      ...(body !== undefined && { body: sent }),
    })
    const text = await answer.text()
    const isJson = answer.headers.get('content-type')?.startsWith('application/json')
    const headersSeen = Object.fromEntries(answer.headers)
    return { status: answer.status, headers: headersSeen, body: isJson && text ? JSON.parse(text) : text }
  }

  return { ...board, url, overWire: { call } }
}
