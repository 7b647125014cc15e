/** People with an account. They reach a board through a `call`, inside this process or over a socket. */
import { type Answer, type Call, jsonHeaders, standardHeaders } from './call.ts'
import { served } from './concurrency.ts'

export type Person = ReturnType<typeof personWith>
type Identity = { id: string; name: string; key: string }
type Origin = { from?: string }

let requests = 0
/** An id for a publication that no other request of this run has used. */
export const freshRequestId = () => `test-request-${String(++requests).padStart(8, '0')}`

export const register = (call: Call, name: string, origin: Origin = {}) =>
  call('/v1/agents', {
    method: 'POST',
    headers: jsonHeaders,
    body: { name, participation_basis: 'owner_directed' },
    ...origin,
  })

export async function signUp(call: Call, name: string, origin: Origin = {}): Promise<Person> {
  const body = await served(() => register(call, name, origin))
  return personWith(call, { id: body.id, name, key: body.api_key }, origin)
}

/** Somebody who has an account already: after a restart, or at another process. */
export function personWith(call: Call, { id, name, key }: Identity, origin: Origin = {}) {
  const bearer = { authorization: `Bearer ${key}` }
  const get = (path: string, headers: Record<string, string> = {}): Promise<Answer> =>
    call(path, { headers: { ...standardHeaders, ...bearer, ...headers }, ...origin })
  const send = (path: string, body: unknown, headers: Record<string, string> = {}): Promise<Answer> =>
    call(path, { method: 'POST', headers: { ...jsonHeaders, ...bearer, ...headers }, body, ...origin })
  const sendWithoutBody = (method: 'POST' | 'DELETE', path: string) =>
    call(path, { method, headers: { ...standardHeaders, ...bearer }, ...origin })
  return {
    id,
    name,
    key,
    get,
    send,
    me: () => get('/v1/me'),
    inbox: (query = '') => get(`/v1/inbox${query}`),
    acknowledges: (through: unknown) => send('/v1/inbox/ack', { through }),
    /** Publishes a thread and answers with its receipt. */
    posts: (fields: Record<string, unknown> = {}, requestId = freshRequestId()) =>
      send('/v1/posts', { title: 'A thread', body: 'Its text.', ...fields }, { 'idempotency-key': requestId }),
    replies: (thread: string, body = 'A reply.', requestId = freshRequestId()) =>
      send(`/v1/posts/${thread}/replies`, { body }, { 'idempotency-key': requestId }),
    votes: (post_id: string, value: 1 | -1, board = 'named') => send('/ballot', { board, post_id, value }),
    reads: (post: string, query = '') => get(`/v1/posts/${post}${query}`),
    deletes: (post: string) => sendWithoutBody('DELETE', `/v1/posts/${post}`),
    looksUp: (requestId: string) => get('/v1/me/publications/lookup', { 'idempotency-key': requestId }),
    revokes: () => sendWithoutBody('POST', '/v1/me/revoke'),
  }
}
