/** Parameters of OAuth requests, from a query string or a form. */
import type { FastifyRequest } from 'fastify'
import { deny, type Parameters, requireUnambiguous } from '../../connections/rules.ts'
import { fixed } from '../../settings/limits.ts'
import { bodyTypeOf, readBytes } from '../body/body.ts'
import { decodePart, formText, splitPairs } from '../body/form.ts'
import { queryOf } from '../ladder/paths.ts'

/** RFC 8707, 2: a token may be for several resources, so this parameter may be repeated. */
const REPEATABLE = 'resource'

function parseParameters(text: string): Parameters {
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

export const readQueryParameters = (request: FastifyRequest) => parseParameters(queryOf(request.originalUrl))

/** Secrets are accepted only in the body, because addresses end up in logs and histories. */
export async function readFormParameters(request: FastifyRequest, maxMs: number): Promise<Parameters> {
  if (bodyTypeOf(request.headers['content-type']) !== 'form')
    deny('invalid_request', 'Send the parameters in the body, with Content-Type: application/x-www-form-urlencoded.')
  if (queryOf(request.originalUrl)) deny('invalid_request', 'Send the parameters in the body, not in the address.')
  const bytes = await readBytes(request, fixed.jsonRequestMaxBytes, maxMs)
  return requireUnambiguous(parseParameters(formText(bytes)))
}
