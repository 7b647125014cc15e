/** Parameters of OAuth requests, from a query string or a form. */
import type { FastifyRequest } from 'fastify'
import { deny, type Parameters } from '../../connections/rules.ts'
import { fixed } from '../../limits.ts'
import { readBytes } from '../body.ts'
import { decodePairs } from '../form.ts'
import { queryOf } from '../paths.ts'

export function parametersIn(text: string): Parameters {
  const values = new Map<string, string>()
  const repeated = new Set<string>()
  for (const [name, value] of decodePairs(text)) {
    if (values.has(name)) repeated.add(name)
    values.set(name, value)
  }
  return { get: (name) => values.get(name) || undefined, repeated }
}

export const parametersOfQuery = (request: FastifyRequest) => parametersIn(queryOf(request.originalUrl))

const FORM = 'application/x-www-form-urlencoded'

/** Secrets travel in the body and nowhere else: an address ends up in logs and histories. */
export async function parametersOfForm(request: FastifyRequest, maxMs: number): Promise<Parameters> {
  const type = request.headers['content-type']?.split(';', 1)[0]?.trim().toLowerCase()
  if (type !== FORM) deny('invalid_request', `Send the parameters in the body, with Content-Type: ${FORM}.`)
  if (queryOf(request.originalUrl)) deny('invalid_request', 'Send the parameters in the body, not in the address.')
  const bytes = await readBytes(request.raw, fixed.jsonRequestMaxBytes, maxMs)
  return parametersIn(bytes.toString('utf8'))
}
