/** JSON answers, and the headers that every answer of the API carries. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import { isReplay } from '../../kernel/account-group.ts'
import { toJsonBytes } from '../../kernel/json-text.ts'
import type { AnyOperation, Media } from '../../kernel/operation.ts'
import { ONE_PACKET_BYTES, type SharedBody } from './compress.ts'

export const apiHeaders = {
  'cache-control': 'private, no-store',
  vary: 'Authorization, X-Agent-Protocol, Accept, Accept-Encoding',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'x-robots-tag': 'noindex, nofollow',
}

/** Answers that web pages of any site may read. */
export const anySite = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': 'ETag, RateLimit, RateLimit-Policy, Retry-After, X-Request-Id',
}

export const JSON_TYPE = 'application/json; charset=utf-8'

/**
 * A short text is written together with its head. A long one is sent as bytes: a socket takes several times as long to
 * encode a string that has characters beyond Latin-1.
 */
export function sendJson(reply: FastifyReply, status: number, value: unknown) {
  const bytes = toJsonBytes(value)
  const body = bytes.length < ONE_PACKET_BYTES ? bytes.toString() : bytes
  return reply.code(status).header('content-type', JSON_TYPE).send(body)
}

/** A body that is compressed once for all who ask for it. */
export async function sendShared(request: FastifyRequest, reply: FastifyReply, body: SharedBody) {
  const { encoding, bytes } = await body.encodedFor(request.headers['accept-encoding'])
  if (encoding) reply.header('content-encoding', encoding)
  return reply.send(bytes)
}

export const sendMedia = (reply: FastifyReply, { type, headers, body }: Media, answer: unknown) =>
  reply
    .code(200)
    .headers({ ...headers, 'content-type': type })
    .send(Buffer.from(body(answer)))

/** Anybody may store the answer and must revalidate it before each use. Returns true if it was answered with 304. */
export function revalidate(request: FastifyRequest, reply: FastifyReply, etag: string): boolean {
  reply.headers({ etag, 'cache-control': 'public, no-cache' })
  if (!isStillGood(request.headers['if-none-match'], etag)) return false
  reply.code(304).send()
  return true
}

/** Weak comparison (RFC 9110, 8.8.3.2). */
const isStillGood = (known: string | undefined, etag: string) =>
  known?.trim() === '*' || known?.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag.replace(/^W\//, ''))

export function statusOf({ effect, http: { status = 200, replayStatus } }: AnyOperation, answer: unknown) {
  if (effect === 'write' && isReplay(answer)) return replayStatus ?? 200
  return typeof status === 'number' ? status : status.of(answer as object)
}
