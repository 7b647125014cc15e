/** Refusals without the router: of requests that Node's HTTP parser rejects, and of requests during overload. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { type ErrorCode, Failure } from '../../kernel/errors.ts'
import { STATUS_CODES } from '../admission/node-http.ts'
import { refuseSize } from '../body/body.ts'
import { isNavigation } from '../ladder/browsers.ts'
import type { NoteAnswer, requestIds } from '../ladder/incoming.ts'
import { docsPageOf, pathOf, type Zone, zoneOf } from '../ladder/paths.ts'
import { envelope } from './failures.ts'
import { apiHeaders, JSON_TYPE } from './json.ts'

export type UnroutedParts = {
  baseUrl: string
  note: NoteAnswer
  idOf: ReturnType<typeof requestIds>
  /** How many bytes the body of such a request may have; undefined where none is read. */
  bodyLimitOf(method: string, path: string): number | undefined
}

const headersOf = (requestId: string, body: string) => ({
  ...apiHeaders,
  'x-request-id': requestId,
  'content-type': JSON_TYPE,
  'content-length': Buffer.byteLength(body),
})

const parserErrors: Readonly<Record<string, ErrorCode>> = {
  HPE_HEADER_OVERFLOW: 'HEADERS_TOO_LARGE',
  ERR_HTTP_REQUEST_TIMEOUT: 'REQUEST_TIMEOUT',
}

export type ParserError = NodeJS.ErrnoException & { reason?: string; bytesParsed?: number; rawPacket?: Buffer }

/** How long the caller may take to read the answer before the socket is destroyed. */
const LINGER_MS = 500

/** What the parser rejects never becomes a request, so the answer is written to the socket. */
export function refuseSocket(error: ParserError, socket: Socket, { baseUrl, note, idOf, bodyLimitOf }: UnroutedParts) {
  if (error.code === 'ECONNRESET' || !socket.writable) return socket.destroy()
  const requestId = idOf(undefined)
  const request = requestIn(error)
  const { method, path } = request
  const failure = failureOf(error, bodyLimitOf(method, path), request)
  const { status, code } = failure
  note({ request_id: requestId, method, route: 'unparsed', status, ms: 0, code })
  const body = JSON.stringify(envelope(failure, baseUrl, docsPageOf(path)))
  const headers = { ...headersOf(requestId, body), connection: 'close' }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  setTimeout(() => socket.destroy(), LINGER_MS).unref()
  return socket.end(
    [`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...lines, '', method === 'HEAD' ? '' : body].join('\r\n'),
  )
}

type Refused = { method: string; path: string; contentLength: string | undefined }

/** The facts that are known about the refused request: a packet may hold several requests, or only a part of one. */
function requestIn({ rawPacket, bytesParsed }: ParserError): Refused {
  const text = rawPacket?.toString('latin1') ?? ''
  const lines = [...text.slice(0, bytesParsed).matchAll(/(?:^|\n)([A-Z]+) (\S+) HTTP\/1\.[01]\r\n/g)]
  const last = lines.at(-1)
  const [, method = '', url = ''] = last ?? []
  const contentLength = /\ncontent-length:[ \t]*(\d+)/i.exec(text.slice(last?.index))?.[1]
  return { method, path: pathOf(url), contentLength }
}

/** A length of 2^64 or more is refused by the parser, which says so: such a request is well formed and too large. */
function failureOf(error: ParserError, bodyLimit: number | undefined, { contentLength }: Refused): Failure {
  const isTooLong = error.code === 'HPE_INVALID_CONTENT_LENGTH' && error.reason === 'Content-Length overflow'
  if (isTooLong && bodyLimit !== undefined) return refuseSize(bodyLimit, { observed_bytes_at_least: 0 }, contentLength)
  return new Failure(parserErrors[error.code ?? ''] ?? 'MALFORMED_REQUEST')
}

/** Here every failure is this JSON, except for forms of guests. Elsewhere it can be a page or an OAuth error. */
const plainZones: ReadonlySet<Zone> = new Set<Zone>(['v1', 'ballot', 'pins', 'mcp', 'humanfeed'])

/**
 * Refuses a request during overload without the router, because refusing must cost little. False if the router must
 * answer.
 */
export function earlyRefusal({ baseUrl, idOf, note }: UnroutedParts) {
  const failure = new Failure('UNAVAILABLE')
  const { status, code, retryAfter = 0 } = failure
  return ({ url = '/', method = '', headers }: IncomingMessage, response: ServerResponse): boolean => {
    const path = pathOf(url)
    if (!plainZones.has(zoneOf(path)) || (method === 'POST' && isNavigation(headers))) return false
    const id = idOf(headers['x-request-id'])
    const body = JSON.stringify(envelope(failure, baseUrl, docsPageOf(path)))
    response.writeHead(status, { ...headersOf(id, body), 'retry-after': String(retryAfter) })
    response.end(method === 'HEAD' ? undefined : body)
    note({ request_id: id, method, route: 'refused early', status, ms: 0, code })
    return true
  }
}
