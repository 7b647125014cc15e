/** Writes a whole answer at once. The router's own way, one header at a time, takes longer than finding the answer. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import { httpTime } from '../../kernel/clock.ts'
import type { Incoming } from '../gate/incoming.ts'
import { rateHeaders } from '../gate/rates.ts'
import { apiHeaders } from './answers.ts'
import type { Encoded } from './compress.ts'

const apiHeaderList = Object.entries(apiHeaders).flat()

export function writeBody(
  request: FastifyRequest,
  reply: FastifyReply,
  own: readonly string[],
  { encoding, bytes }: Encoded,
) {
  reply.hijack()
  reply.raw.writeHead(200, headersOf(request.incoming, request.id, own, { encoding, bytes }))
  reply.raw.end(request.method === 'HEAD' ? undefined : bytes)
}

/** Names and values in turns. */
export const headersOf = (
  incoming: Incoming,
  requestId: string,
  own: readonly string[],
  encoded: Encoded,
): string[] => [...changing(incoming, requestId, encoded), ...lasting(incoming, own)]

/** The same, as bytes are sent. */
export function headText(incoming: Incoming, requestId: string, own: readonly string[], encoded: Encoded, now: number) {
  const changed = linesOf(changing(incoming, requestId, encoded))
  return `HTTP/1.1 200 OK\r\n${dateLine(now)}${changed}${lastingText(incoming, own)}\r\n`
}

/** What differs from one answer to the next. */
function changing({ rateStatuses }: Incoming, requestId: string, { encoding, bytes }: Encoded): string[] {
  const headers = ['x-request-id', requestId, 'content-length', String(bytes.length)]
  if (encoding) headers.push('content-encoding', encoding)
  if (rateStatuses.length > 0) {
    const { 'ratelimit-policy': policy, ratelimit } = rateHeaders(rateStatuses)
    headers.push('ratelimit-policy', policy, 'ratelimit', ratelimit)
  }
  return headers
}

const lasting = ({ zone }: Incoming, own: readonly string[]) => (zone === 'open' ? own : [...own, ...apiHeaderList])

const lastingTexts = { open: new WeakMap<readonly string[], string>(), api: new WeakMap<readonly string[], string>() }

/** Made once for each list of headers. */
function lastingText(incoming: Incoming, own: readonly string[]): string {
  const texts = lastingTexts[incoming.zone === 'open' ? 'open' : 'api']
  const known = texts.get(own)
  if (known !== undefined) return known
  const made = linesOf(lasting(incoming, own))
  texts.set(own, made)
  return made
}

function linesOf(headers: readonly string[]): string {
  let lines = ''
  for (let n = 0; n < headers.length; n += 2) lines += `${headers[n]}: ${headers[n + 1]}\r\n`
  return lines
}

let date = { of: 0, line: '' }

/** Where the router answers, Node adds the date. */
function dateLine(now: number): string {
  if (date.of !== now) date = { of: now, line: `date: ${httpTime(now)}\r\n` }
  return date.line
}
