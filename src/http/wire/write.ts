/** Writes a whole answer at once. The router's own way, one header at a time, takes longer than finding the answer. */
import type { FastifyReply, FastifyRequest } from 'fastify'
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
export function headersOf(
  { zone, rateStatuses }: Incoming,
  requestId: string,
  own: readonly string[],
  { encoding, bytes }: Encoded,
): string[] {
  const headers = ['x-request-id', requestId, 'content-length', String(bytes.length), ...own]
  if (zone !== 'open') headers.push(...apiHeaderList)
  if (encoding) headers.push('content-encoding', encoding)
  if (rateStatuses.length > 0) headers.push(...Object.entries(rateHeaders(rateStatuses)).flat())
  return headers
}
