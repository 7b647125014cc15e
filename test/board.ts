/** A whole board in this process, with people on it and a clock that moves only by `passTime`. */
import assert from 'node:assert/strict'
import { describe } from 'node:test'
import { pino } from 'pino'
import { openApp } from '../src/app.ts'
import type { ObserveAnswer } from '../src/http/ladder/incoming.ts'
import type { ServerParts } from '../src/http/server.ts'
import type { Caches } from '../src/kernel/cache.ts'
import type { Clock } from '../src/kernel/clock.ts'
import { sumUpRepeats } from '../src/log/log.ts'
import type { Tool } from '../src/mcp/tool.ts'
import type { Metrics } from '../src/metrics/metrics.ts'
import { readConfig } from '../src/settings/config.ts'
import { settings } from '../src/settings/limits.ts'
import type { Observer, Patience } from '../src/storage/pool.ts'
import { type Answer, type Call, decodeAnswer, encodeBody, jsonHeaders } from './setup/call.ts'
import { type Engine, engines, freshDatabase } from './setup/databases.ts'
import { assertFitsOpenApi } from './setup/openapi.ts'
import { Overlooked } from './setup/overlooked.ts'
import { signUp } from './setup/people.ts'

export const BASE_URL = 'http://board.test'
export const SECRET_KEY = 'a secret that only the tests know, and long'
const NOON = 1_800_000_000 - (1_800_000_000 % 86_400) + 43_200

/** Runs the same tests on each engine. */
export function onEachEngine(what: string, tests: (engine: Engine) => void) {
  for (const engine of engines) describe(`${what} on ${engine}`, () => tests(engine))
}

/** For what the engine cannot change: how HTTP and MCP are spoken, what pages look like, what is refused before it is stored. */
export function onFirstEngine(what: string, tests: (engine: Engine) => void) {
  const [engine] = engines
  if (engine) describe(`${what} on ${engine}`, () => tests(engine))
}

export { type Answer, type CallOptions, standardHeaders } from './setup/call.ts'
export type { Person } from './setup/people.ts'

export type BoardOptions = {
  /** LIMIT_ names; per-minute rates are off unless named here. */
  limits?: Record<string, number>
  env?: Record<string, string>
  databaseUrl?: string
  now?: number
  log?: NodeJS.WritableStream
  requestMaxMs?: number
  /** What clients can make the board hold. */
  bounds?: ServerParts['bounds']
  /** How long the database may take. */
  patience?: Partial<Patience>
  /** Called after every transaction. */
  observe?: Observer
  /** Called after every answer. */
  observeAnswer?: ObserveAnswer
  tools?: readonly Tool[]
  caches?: (clock: Clock) => Caches
  /** Counts what happens. */
  metrics?: Metrics
}

const ratesOff = Object.fromEntries(
  Object.values(settings)
    .filter(({ name }) => name.endsWith('_PER_MINUTE'))
    .map(({ name }) => [name, '0']),
)

/** Every 429 and 503 says in its details what its header says; OAuth's own errors have no details. */
function assertSaysWhenToRetry({ status, headers, body }: Answer) {
  if ((status === 429 || status === 503) && body?.error?.code)
    assert.equal(String(body.error.details.retry_after_seconds), headers['retry-after'])
}

/** Every answer of the API fits the OpenAPI document. */
export function assertAsDescribed(method: string, path: string, answer: Answer) {
  const isJson = typeof answer.body === 'object'
  if (/^\/(v1|ballot|pins|b|api)\b/.test(path) && isJson && method !== 'HEAD')
    assertFitsOpenApi(method, path.split('?')[0] as string, answer)
  assertSaysWhenToRetry(answer)
}

export type Board = Awaited<ReturnType<typeof openBoard>>

/** A busy machine is slow: a write or a new connection of a test gives up only where the test is about that. */
const patience = { waitMs: 60_000, connectMs: 60_000 }

export async function openBoard(engine: Engine, options: BoardOptions = {}) {
  const database = options.databaseUrl ? undefined : await freshDatabase(engine, { hasTables: true })
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
  const { logMethod } = sumUpRepeats({ now: () => now })
  const log = pino({ level: options.log ? 'trace' : 'silent', hooks: { logMethod } }, options.log as never)
  const config = readConfig(env)
  const app = await openApp({
    config,
    env,
    log,
    clock: { now: () => now },
    ...(options.requestMaxMs && { requestMaxMs: options.requestMaxMs }),
    ...(options.bounds && { bounds: options.bounds }),
    patience: { ...patience, ...options.patience },
    ...(options.observe && { observeTransaction: options.observe }),
    ...(options.observeAnswer && { observeAnswer: options.observeAnswer }),
    ...(options.tools && { tools: options.tools }),
    ...options.metrics,
    ...(options.caches && { caches: options.caches({ now: () => now }) }),
  })

  const overlooked = new Overlooked()
  /** One request through the whole HTTP surface. Every answer must fit the OpenAPI document. */
  const call: Call = async (path, { method = 'GET', headers = {}, body, from = '192.0.2.1' } = {}) => {
    const payload = encodeBody(body)
    const answered = await app.server.inject({
      method,
      url: path,
      headers,
      remoteAddress: from,
      ...(payload !== undefined && { payload }),
    })
    const answer = decodeAnswer(answered.statusCode, answered.headers, answered.body)
    assertAsDescribed(method, path, answer)
    return overlooked.watch({ method }, path, answer)
  }

  const json = (extra: Record<string, string> = {}) => ({ ...jsonHeaders, ...extra })
  const account = (name: string, origin: { from?: string } = {}) => signUp(call, name, origin)

  async function close() {
    await app.close()
    await database?.remove()
    overlooked.assertNone()
  }

  return {
    app,
    db: app.db,
    config,
    databaseUrl: env.DATABASE_URL as string,
    call,
    json,
    account,
    now: () => now,
    passTime(seconds: number) {
      now += seconds
    },
    close,
    [Symbol.asyncDispose]: close,
  }
}
