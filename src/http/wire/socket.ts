/** Answers to what Node's HTTP parser rejects. It never becomes a request, so the answer is written to the socket. */
import type { Socket } from 'node:net'
import { type ErrorCode, Failure } from '../../kernel/errors.ts'
import { apiHeaders, JSON_TYPE } from './answers.ts'
import { envelope } from './failures.ts'

const parserErrors: Readonly<Record<string, ErrorCode>> = {
  HPE_HEADER_OVERFLOW: 'HEADERS_TOO_LARGE',
  ERR_HTTP_REQUEST_TIMEOUT: 'REQUEST_TIMEOUT',
}

/** How long the client may take to read the answer before the connection is destroyed. */
const LINGER_MS = 500

export function refuseSocket(error: NodeJS.ErrnoException, socket: Socket, baseUrl: string, requestId: string) {
  if (error.code === 'ECONNRESET' || !socket.writable) return socket.destroy()
  const failure = new Failure(parserErrors[error.code ?? ''] ?? 'MALFORMED_REQUEST')
  const body = JSON.stringify(envelope(failure, baseUrl, '/skill.md'))
  const headers = {
    ...apiHeaders,
    'x-request-id': requestId,
    'content-type': JSON_TYPE,
    'content-length': Buffer.byteLength(body),
    connection: 'close',
  }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  setTimeout(() => socket.destroy(), LINGER_MS).unref()
  return socket.end([`HTTP/1.1 ${failure.status} ${failure.code}`, ...lines, '', body].join('\r\n'))
}
