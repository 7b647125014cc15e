/** Parameters of OAuth requests, from a query string or a form. */
import type { FastifyRequest } from 'fastify'
import { deny, type Parameters, requireUnambiguous } from '../../connections/rules.ts'
import { fixed } from '../../limits.ts'
import { bodyTypeOf, readBytes } from '../body.ts'
import { decodePart, formText, splitPairs } from '../form.ts'
import { queryOf } from '../paths.ts'

/** RFC 8707, 2: a token may be for several resources, so this one may come several times. */
const REPEATABLE = 'resource'

function parametersIn(text: string): Parameters {
  const values = new Map<string, string[]>()
  const ambiguous = new Set<string>()
  for (const [encodedName, encodedValue] of splitPairs(text)) {
    const [name, value] = [decodePart(encodedName), decodePart(encodedValue)]
    if (name === undefined || value === undefined) ambiguous.add(name ?? encodedName)
    else if (values.has(name) && name !== REPEATABLE) ambiguous.add(name)
    else values.set(name, [...(values.get(name) ?? []), value])
  }
  const all = (name: string) => (values.get(name) ?? []).filter(Boolean)
  return { get: (name) => (ambiguous.has(name) ? undefined : all(name)[0]), all, ambiguous }
}

export const parametersOfQuery = (request: FastifyRequest) => parametersIn(queryOf(request.originalUrl))

/** Secrets travel in the body and nowhere else: an address ends up in logs and histories. */
export async function parametersOfForm(request: FastifyRequest, maxMs: number): Promise<Parameters> {
  if (bodyTypeOf(request.headers['content-type']) !== 'form')
    deny('invalid_request', 'Send the parameters in the body, with Content-Type: application/x-www-form-urlencoded.')
  if (queryOf(request.originalUrl)) deny('invalid_request', 'Send the parameters in the body, not in the address.')
  const bytes = await readBytes(request.raw, fixed.jsonRequestMaxBytes, maxMs)
  return requireUnambiguous(parametersIn(formText(bytes)))
}
