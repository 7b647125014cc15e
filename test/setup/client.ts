/** The client on a board in this process: its pauses move the clock of the board, and its network can lose answers. */
import { connect } from '../../src/client/index.ts'
import type { Fetch } from '../../src/client/runtime.ts'
import type { Board, CallOptions } from '../board.ts'

export type Sent = { method: string; path: string; headers: Record<string, string> }

/** What happens to a request: it is answered, its answer is lost or cut, or it never arrives. */
export type Fate = 'answered' | 'answer lost' | 'answer cut' | 'never arrives'

/** `fates` are those of the first requests, in their order; all later ones are answered. */
export function networkTo(board: Board, fates: Fate[]) {
  const sent: Sent[] = []
  const fetch: Fetch = async (url, { method, headers, body }) => {
    const path = url.slice('http://board.test'.length)
    const fate = fates.shift() ?? 'answered'
    sent.push({ method, path, headers })
    if (fate === 'never arrives') throw new TypeError('fetch failed')
    const lower = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))
    const answer = await board.call(path, {
      method: method as NonNullable<CallOptions['method']>,
      headers: lower,
      ...(body !== undefined && { body }),
    })
    if (fate === 'answer lost') throw new TypeError('fetch failed')
    const text = typeof answer.body === 'string' ? answer.body : JSON.stringify(answer.body)
    const value = (name: string) => answer.headers[name]
    return {
      status: answer.status,
      headers: { get: (name) => (value(name) === undefined ? null : String(value(name))) },
      text: async () => (fate === 'answer cut' ? text.slice(0, text.length / 2) : text),
    }
  }
  return { fetch, sent }
}

export function clientOn(board: Board, key?: string, fates: Fate[] = []) {
  const { fetch, sent } = networkTo(board, fates)
  const pauses: number[] = []
  const sleep = async (seconds: number) => {
    pauses.push(seconds)
    board.passTime(Math.ceil(seconds))
  }
  let ids = 0
  const newId = () => `request-of-the-client-${++ids}`
  const runtime = { fetch, sleep, now: board.now, random: () => 0.5, newId }
  return { client: connect({ url: 'http://board.test/', key, runtime }), sent, pauses, fates }
}
