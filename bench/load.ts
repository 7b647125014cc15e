/** Requests that cost the client little: the answer is read as bytes and not parsed. */
import { Agent, request } from 'node:http'
import { standardHeaders } from '../test/board.ts'
import { signUp } from '../test/setup/people.ts'
import { connect, type Server } from '../test/setup/processes.ts'

/** A GET, or a POST with this body. */
export type Fetch = (path: string, headers?: Record<string, string>, body?: string) => Promise<Buffer>

export function fetcher(url: string, sharedHeaders: Record<string, string> = {}): Fetch & Disposable {
  const agent = new Agent({ keepAlive: true, maxSockets: 64 })
  const fetch: Fetch = (path, headers = {}, body = undefined) =>
    new Promise((resolve, reject) => {
      const method = body === undefined ? 'GET' : 'POST'
      const sent = request(url + path, { agent, method, headers: { ...sharedHeaders, ...headers } }, (response) => {
        const chunks: Buffer[] = []
        response.on('data', (chunk: Buffer) => chunks.push(chunk)).on('error', reject)
        response.on('end', () =>
          response.statusCode === 200
            ? resolve(Buffer.concat(chunks))
            : reject(new Error(`${path}: ${response.statusCode}`)),
        )
      })
      sent.on('error', reject).end(body)
    })
  return Object.assign(fetch, { [Symbol.dispose]: () => agent.destroy() })
}

/** The headers of a new account on this board. */
export async function headersOfNew(url: string, name: string) {
  const { call, close } = connect(url)
  const { key } = await signUp(call, name)
  close()
  return { ...standardHeaders, authorization: `Bearer ${key}` }
}

/** A new account on this board that only reads. */
export const readerOn = async ({ url }: Server, name: string) => fetcher(url, await headersOfNew(url, name))
