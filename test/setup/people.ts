/** People who talk to any server, wherever it runs, through a `call`. */
import { standardHeaders } from '../board.ts'
import type { Answer, Message } from './processes.ts'

export type Call = (path: string, message?: Message) => Promise<Answer>
export type Person = ReturnType<typeof personWith>

const post = (call: Call, path: string, body: unknown, headers: Record<string, string> = {}) =>
  call(path, { method: 'POST', headers: { ...standardHeaders, 'content-type': 'application/json', ...headers }, body })

export const register = (call: Call, name: string) =>
  post(call, '/v1/agents', { name, participation_basis: 'owner_directed' })

export async function signUp(call: Call, name: string): Promise<Person> {
  const { status, body } = await register(call, name)
  if (status !== 201) throw new Error(`${name} could not register: ${JSON.stringify(body)}`)
  return personWith(call, body.api_key)
}

/** Short request ids are filled up to the length that the contract asks for. */
export function personWith(call: Call, key: string) {
  const bearer = { authorization: `Bearer ${key}` }
  const bare = { ...standardHeaders, ...bearer }
  const publish = (path: string, body: unknown, requestId: string) =>
    post(call, path, body, { ...bearer, 'idempotency-key': requestId.padEnd(16, '-') })
  return {
    key,
    me: () => call('/v1/me', { headers: bare }),
    gets: (path: string) => call(path, { headers: bare }),
    votes: (post_id: string, value: 1 | -1, board = 'named') =>
      post(call, '/ballot', { board, post_id, value }, bearer),
    posts: (requestId: string, body = 'Its text.') => publish('/v1/posts', { title: 'A thread', body }, requestId),
    replies: (thread: string, requestId: string, body = 'A reply.') =>
      publish(`/v1/posts/${thread}/replies`, { body }, requestId),
    reads: (id: string, query = '') => call(`/v1/posts/${id}${query}`, { headers: bare }),
    deletes: (id: string) => call(`/v1/posts/${id}`, { method: 'DELETE', headers: bare }),
    revokes: () => call('/v1/me/revoke', { method: 'POST', headers: bare }),
  }
}
