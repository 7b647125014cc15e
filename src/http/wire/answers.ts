/** JSON answers, and the headers that every answer of the API carries. */
import type { FastifyReply } from 'fastify'
import { toJson } from '../../kernel/json-text.ts'

export const apiHeaders = {
  'cache-control': 'private, no-store',
  vary: 'Authorization, X-Agent-Protocol, Accept, Accept-Encoding',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'x-robots-tag': 'noindex, nofollow',
}

export const JSON_TYPE = 'application/json; charset=utf-8'

/** Sent as bytes: a socket takes several times as long to encode a string that has characters beyond Latin-1. */
export const sendJson = (reply: FastifyReply, status: number, value: unknown) =>
  reply
    .code(status)
    .header('content-type', JSON_TYPE)
    .send(Buffer.from(toJson(value)))
