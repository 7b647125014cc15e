/** A board behind a proxy that adds a token to every call: for programs that cannot log in. */
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { openBoard } from '../board.ts'
import type { Engine } from './databases.ts'
import { freePort } from './listening.ts'

const HOST = '127.0.0.1'

export async function openBehindTokenProxy(engine: Engine) {
  const port = await freePort()
  const url = `http://${HOST}:${port}`
  const board = await openBoard(engine, { env: { BASE_URL: url } })
  await board.app.server.listen({ port: 0, host: HOST })
  const target = board.app.server.server.address() as AddressInfo
  let authorization = ''
  const proxy = createServer((incoming, answer) => {
    const { method, url: path, headers } = incoming
    const options = { host: HOST, port: target.port, method, path, headers: { ...headers, authorization } }
    const forwarded = request(options, (response) => {
      answer.writeHead(response.statusCode as number, response.headers)
      response.pipe(answer)
    })
    forwarded.on('error', () => answer.destroy())
    incoming.pipe(forwarded)
  }).listen(port, HOST)
  return {
    board,
    url,
    /** Every later call carries this token. */
    useToken(token: string) {
      authorization = `Bearer ${token}`
    },
    async [Symbol.asyncDispose]() {
      proxy.closeAllConnections()
      proxy.close()
      await board.close()
    },
  }
}
