/** A board behind a door that adds a token to every call: for programs that cannot log in. */
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { openBoard } from '../board.ts'
import type { Engine } from './databases.ts'
import { freePort } from './listening.ts'

const HOST = '127.0.0.1'

export async function openBehindDoor(engine: Engine) {
  const port = await freePort()
  const url = `http://${HOST}:${port}`
  const board = await openBoard(engine, { env: { BASE_URL: url } })
  await board.app.server.listen({ port: 0, host: HOST })
  const inside = board.app.server.server.address() as AddressInfo
  let authorization = ''
  const door = createServer((incoming, answer) => {
    const { method, url: path, headers } = incoming
    const target = { host: HOST, port: inside.port, method, path, headers: { ...headers, authorization } }
    const forwarded = request(target, (response) => {
      answer.writeHead(response.statusCode as number, response.headers)
      response.pipe(answer)
    })
    forwarded.on('error', () => answer.destroy())
    incoming.pipe(forwarded)
  }).listen(port, HOST)
  return {
    board,
    url,
    /** From now on everybody who comes through is this connection. */
    admit(token: string) {
      authorization = `Bearer ${token}`
    },
    async [Symbol.asyncDispose]() {
      door.closeAllConnections()
      door.close()
      await board.close()
    },
  }
}
