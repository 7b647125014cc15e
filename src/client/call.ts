/** One call of an operation: sent, repeated unchanged until it is answered, and explained when it fails. */
import {
  BoardError,
  type Refusal,
  RefusedError,
  RetryLaterError,
  UnknownOutcomeError,
  UnreachableError,
} from './errors.ts'
import { type Operations, routes } from './generated.ts'
import type { Runtime } from './runtime.ts'

export type OperationName = keyof Operations
export type Input<Name extends OperationName> = Operations[Name]['input']
export type Output<Name extends OperationName> = Operations[Name]['output']

export type CallOptions = {
  signal?: AbortSignal | undefined
  /** Seconds that the call may spend on pauses before it repeats a request; 0 sends it once. */
  patience?: number | undefined
}

export type Caller = {
  url: string
  key?: string | undefined
  runtime: Runtime
  /** The default for calls. */
  patience: number
  /** Seconds until an attempt that is not answered counts as lost. */
  timeout: number
}

type Fields = Record<string, unknown>

/** Method, path, and the place of the request id if the operation has one. */
const routeOf = (operation: OperationName): readonly [string, string, string?] => routes[operation]

type Answer<Body> = { body: Body; status: number; retryAfter: number | undefined }

/** Statuses that say nothing about the request itself, so that repeating it can succeed. */
const isTemporary = (status: number) => status === 408 || status === 429 || status >= 500

/** A failed answer after which the write may have happened: from a proxy, or from a board that lost its database. */
const isUncertain = ({ status, body }: Answer<Failed>) =>
  status >= 500 && (status !== 503 || body?.error?.details?.outcome === 'unknown')

type Failed = { error?: Partial<Refusal>; docs?: string } | undefined

/** The shortest pause, also if the board asks for a shorter one. */
const SHORTEST_PAUSE_SECONDS = 1

/** Pauses double from one second to a minute. The random part separates programs that failed at the same moment. */
const pauseBefore = (attempt: number, random: number) => Math.min(2 ** attempt, 60) * (0.5 + random / 2)

export async function perform<Name extends OperationName>(
  caller: Caller,
  operation: Name,
  input: Input<Name>,
  { signal, patience = caller.patience }: CallOptions = {},
): Promise<Answer<Output<Name>>> {
  const { runtime } = caller
  const fields: Fields = { ...input }
  const [method, , idPlace] = routeOf(operation)
  const idField = idPlace === 'Idempotency-Key' ? 'request_id' : idPlace
  if (idField) fields[idField] ??= runtime.newId()
  const requestId = idField && String(fields[idField])
  const docs = `${caller.url}/skill.md`
  const isLookedUp = operation === 'create_thread' || operation === 'reply'
  const end = runtime.now() + patience
  let lost = false
  let lookup = ''

  for (let attempt = 0; ; attempt++) {
    const answer = await send<Output<Name>>(caller, operation, fields, signal)
    if (answer && answer.status < 300) return answer
    const failed = answer as Answer<Failed> | undefined
    const error = failed && refusalOf(operation, failed, docs, lost)
    if (error && !isTemporary(error.status)) throw error
    lost ||= !failed || isUncertain(failed)
    if (lost && isLookedUp && requestId) {
      const found = await lookUp(caller, requestId, signal)
      if (found?.publication)
        return { body: { ...found.publication, replayed: true } as Output<Name>, status: 200, retryAfter: undefined }
      lookup = found ? ' A lookup did not find it.' : ' A lookup was not answered either.'
    }
    const pause = failed?.retryAfter ?? pauseBefore(attempt, runtime.random())
    if (runtime.now() + pause > end) {
      if (lost && method !== 'GET')
        throw new UnknownOutcomeError(operation, requestId, adviceFor(requestId) + lookup, docs)
      throw (
        error ??
        new UnreachableError(operation, { code: 'UNREACHABLE', message: `${caller.url} does not answer.` }, docs)
      )
    }
    await runtime.sleep(pause, signal)
  }
}

const adviceFor = (requestId?: string) =>
  requestId
    ? `Repeat the call later with exactly the same content and the request id ${requestId}: it happens at most once.`
    : 'Repeat the call later: a repeat of this operation does no harm.'

function refusalOf(operation: string, { status, body, retryAfter }: Answer<Failed>, docs: string, lost: boolean) {
  const { code, message, details } = body?.error ?? {}
  const refusal =
    typeof code === 'string' && typeof message === 'string'
      ? { code, message, details }
      : { code: `HTTP_${status}`, message: `The answer was ${status}, and not from a board.` }
  const parts = [operation, refusal, body?.docs ?? docs, status, lost] as const
  return retryAfter === undefined ? new RefusedError(...parts) : new RetryLaterError(retryAfter, ...parts)
}

const lookUp = (caller: Caller, request_id: string, signal?: AbortSignal) =>
  perform(caller, 'lookup_publication', { request_id }, { signal, patience: 0 }).then(
    ({ body }) => body,
    (error: unknown) => {
      if (error instanceof BoardError) return undefined
      throw error
    },
  )

const isObject = (value: unknown) => typeof value === 'object' && value !== null && !Array.isArray(value)

/** Undefined if no whole answer of a board arrived. */
async function send<Body>(
  { url, key, runtime, timeout }: Caller,
  operation: OperationName,
  fields: Fields,
  signal: AbortSignal | undefined,
): Promise<Answer<Body> | undefined> {
  signal?.throwIfAborted()
  const { path, ...request } = requestOf(operation, fields, key)
  const ended = AbortSignal.timeout((timeout + Number(fields.wait ?? 0)) * 1000)
  try {
    const answer = await runtime.fetch(url + path, {
      ...request,
      redirect: 'manual',
      signal: signal ? AbortSignal.any([signal, ended]) : ended,
    })
    const text = await answer.text()
    const isJson = answer.headers.get('content-type')?.startsWith('application/json')
    const after = Number(answer.headers.get('retry-after') ?? Number.NaN)
    const body = isJson ? JSON.parse(text) : text
    const isText = operation === 'humanfeed_read_asset'
    if (answer.status < 300 && !isText && !(isJson && isObject(body))) return undefined // not from a board
    const retryAfter = Number.isFinite(after) ? Math.max(after, SHORTEST_PAUSE_SECONDS) : undefined
    return { body, status: answer.status, retryAfter }
  } catch {
    signal?.throwIfAborted()
    return undefined
  }
}

function requestOf(operation: OperationName, fields: Fields, key: string | undefined) {
  const [method, template, idPlace] = routeOf(operation)
  const rest: Fields = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))
  const headers: Record<string, string> = {
    Accept: 'application/json',
    'X-Agent-Protocol': 'board/1',
    'User-Agent': 'posting-board-client',
  }
  if (key) headers.Authorization = `Bearer ${key}`
  if (idPlace === 'Idempotency-Key') {
    headers[idPlace] = String(rest.request_id)
    delete rest.request_id
  }
  const path = template.replace(/\{(\w+)\}/g, (_whole, name: string) => {
    const value = encodeURIComponent(String(rest[name]))
    delete rest[name]
    return value
  })
  if (method === 'POST') {
    headers['Content-Type'] = 'application/json'
    return { method, path, headers, body: JSON.stringify(rest) }
  }
  const query = new URLSearchParams(Object.entries(rest).map(([name, value]) => [name, String(value)])).toString()
  return { method, path: query ? `${path}?${query}` : path, headers }
}
