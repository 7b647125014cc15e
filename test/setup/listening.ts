/** A board that listens at its public address, for clients that follow the addresses in its answers. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Board, type BoardOptions, openBoard } from '../board.ts'
import { type Call, decodeAnswer, encodeBody } from './call.ts'
import type { Engine } from './databases.ts'

export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => probe.once('listening', resolve))
  const { port } = probe.address() as AddressInfo
  await new Promise((resolve) => probe.close(resolve))
  return port
}

/** Lets a board that is open listen on a free port. */
export async function listen({ app }: Board) {
  await app.server.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.server.address() as AddressInfo
  return { port, url: `http://127.0.0.1:${port}` }
}

export async function openListeningBoard(engine: Engine, options: BoardOptions = {}) {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const board = await openBoard(engine, { ...options, env: { BASE_URL: url, ...options.env } })
  await board.app.server.listen({ host: '127.0.0.1', port })

  /** The same as `board.call`, over a socket. */
  const call: Call = async (path, { method = 'GET', headers = {}, body } = {}) => {
    const payload = encodeBody(body)
    const request = { method, headers, redirect: 'manual', ...(payload !== undefined && { body: payload }) } as const
    const answer = await fetch(url + path, request)
    return decodeAnswer(answer.status, Object.fromEntries(answer.headers), await answer.text())
  }

  return { ...board, url, overSocket: { call } }
}
