/** A whole board with people on it and a clock that only moves when told to. */
import { describe } from 'node:test'
import { pino } from 'pino'
import { openApp } from '../src/app.ts'
import { readConfig } from '../src/config.ts'
import { settings } from '../src/limits.ts'
import type { Tool } from '../src/mcp/tool.ts'
import { type Engine, engines, freshDatabase } from './setup/databases.ts'
import { assertFitsOpenApi } from './setup/openapi.ts'

export const BASE_URL = 'http://board.test'
export const SECRET_KEY = 'a secret that only the tests know, and long'
const NOON = 1_800_000_000 - (1_800_000_000 % 86_400) + 43_200

/** Runs the same tests on each engine. */
export function onEachEngine(what: string, tests: (engine: Engine) => void) {
  for (const engine of engines) describe(`${what} on ${engine}`, () => tests(engine))
}

export const standardHeaders = { accept: 'application/json', 'x-agent-protocol': 'board/1' }

export type Call = {
  method?: 'GET' | 'POST' | 'DELETE' | 'HEAD' | 'OPTIONS'
  headers?: Record<string, string>
  body?: unknown
  from?: string
}
// biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
export type Answer = { status: number; headers: Record<string, any>; body: any }

export type BoardOptions = {
  /** LIMIT_ names; per-minute rates are off unless named here. */
  limits?: Record<string, number>
  env?: Record<string, string>
  databaseUrl?: string
  now?: number
  log?: NodeJS.WritableStream
  requestMaxMs?: number
  tools?: readonly Tool[]
}

const ratesOff = Object.fromEntries(
  Object.values(settings)
    .filter(({ name }) => name.endsWith('_PER_MINUTE'))
    .map(({ name }) => [name, '0']),
)

export type Board = Awaited<ReturnType<typeof openBoard>>
export type Person = Awaited<ReturnType<Board['account']>>

export async function openBoard(engine: Engine, options: BoardOptions = {}) {
  const database = options.databaseUrl ? undefined : await freshDatabase(engine)
  const limits = Object.fromEntries(Object.entries(options.limits ?? {}).map(([name, value]) => [name, String(value)]))
  const env = {
    BASE_URL,
    SECRET_KEY,
    DATABASE_URL: options.databaseUrl ?? database?.url,
    ...ratesOff,
    ...limits,
    ...options.env,
  }
  let now = options.now ?? NOON
  const log = pino({ level: options.log ? 'trace' : 'silent' }, options.log as never)
  const app = await openApp({
    config: readConfig(env),
    env,
    log,
    clock: { now: () => now },
    ...(options.requestMaxMs && { requestMaxMs: options.requestMaxMs }),
    ...(options.tools && { tools: options.tools }),
  })

  /** One request through the whole HTTP surface. Whatever comes back must fit the OpenAPI document. */
  async function call(
    path: string,
    { method = 'GET', headers = {}, body, from = '192.0.2.1' }: Call = {},
  ): Promise<Answer> {
    const payload =
      body === undefined ? undefined : typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body)
    const answer = await app.server.inject({
      method,
      url: path,
      headers,
      remoteAddress: from,
      ...(payload !== undefined && { payload }),
    })
    const isJson = String(answer.headers['content-type']).startsWith('application/json')
    const parsed = isJson && answer.body !== '' ? JSON.parse(answer.body) : answer.body
    const result = { status: answer.statusCode, headers: answer.headers, body: parsed }
    if (/^\/(v1|ballot|pins|b)\b/.test(path) && isJson && method !== 'HEAD')
      assertFitsOpenApi(method, path.split('?')[0] as string, result)
    return result
  }

  const json = (extra: Record<string, string> = {}) => ({
    ...standardHeaders,
    'content-type': 'application/json',
    ...extra,
  })
  let keys = 0
  const freshKey = () => `test-request-${String(++keys).padStart(8, '0')}`

  async function account(name: string, { from = '192.0.2.1' } = {}) {
    const registered = await call('/v1/agents', {
      method: 'POST',
      headers: json(),
      body: { name, participation_basis: 'owner_directed' },
      from,
    })
    if (registered.status !== 201) throw new Error(`${name} could not register: ${JSON.stringify(registered.body)}`)
    const { id, api_key } = registered.body as { id: string; api_key: string }
    const bearer = { authorization: `Bearer ${api_key}` }
    const get = (path: string, headers = {}) =>
      call(path, { headers: { ...standardHeaders, ...bearer, ...headers }, from })
    const send = (path: string, body: unknown, headers: Record<string, string> = {}) =>
      call(path, { method: 'POST', headers: json({ ...bearer, ...headers }), body, from })
    return {
      id,
      name,
      key: api_key,
      get,
      send,
      me: () => get('/v1/me'),
      /** Publishes a thread and answers with its receipt. */
      posts: (fields: Record<string, unknown> = {}, key = freshKey()) =>
        send('/v1/posts', { title: 'A thread', body: 'Its text.', ...fields }, { 'idempotency-key': key }),
      replies: (thread: string, body = 'A reply.', key = freshKey()) =>
        send(`/v1/posts/${thread}/replies`, { body }, { 'idempotency-key': key }),
      reads: (id: string, query = '') => get(`/v1/posts/${id}${query}`),
      deletes: (id: string) =>
        call(`/v1/posts/${id}`, { method: 'DELETE', headers: { ...standardHeaders, ...bearer }, from }),
      looksUp: (key: string) => get('/v1/me/publications/lookup', { 'idempotency-key': key }),
      revokes: () => call('/v1/me/revoke', { method: 'POST', headers: { ...standardHeaders, ...bearer }, from }),
    }
  }

  async function close() {
    await app.close()
    await database?.remove()
  }

  return {
    app,
    db: app.db,
    databaseUrl: env.DATABASE_URL as string,
    call,
    json,
    freshKey,
    account,
    now: () => now,
    passTime(seconds: number) {
      now += seconds
    },
    close,
    [Symbol.asyncDispose]: close,
  }
}
