/** Writes a whole answer at once. The router's own way, one header at a time, takes longer than finding the answer. */
import type { FastifyReply, FastifyRequest } from 'fastify'
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
  const { zone, rateStatuses } = request.incoming
  const headers = ['x-request-id', request.id, 'content-length', String(bytes.length), ...own]
  if (zone !== 'open') headers.push(...apiHeaderList)
  if (encoding) headers.push('content-encoding', encoding)
  if (rateStatuses.length > 0) headers.push(...Object.entries(rateHeaders(rateStatuses)).flat())
  reply.hijack()
  reply.raw.writeHead(200, headers)
  reply.raw.end(request.method === 'HEAD' ? undefined : bytes)
}
