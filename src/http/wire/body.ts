/** Reads a request's body: bounded while it arrives, then strictly one JSON object. */
import type { IncomingMessage } from 'node:http'
import { fail } from '../../kernel/errors.ts'
import { fixed } from '../../limits.ts'

const declaredSize = (length: string | undefined) => {
  if (length === undefined) return {}
  const bytes = Number(length)
  return Number.isSafeInteger(bytes) ? { declared_bytes: bytes } : { declared_content_length: length }
}

const bodyTypes = { 'application/json': 'json', 'application/x-www-form-urlencoded': 'form' } as const
export type BodyType = (typeof bodyTypes)[keyof typeof bodyTypes]

/** What the body is said to be, if it is something that we can read. */
export function bodyTypeOf(contentType: string | undefined): BodyType | undefined {
  const mediaType = contentType?.split(';', 1)[0]?.trim().toLowerCase() ?? ''
  return Object.hasOwn(bodyTypes, mediaType) ? bodyTypes[mediaType as keyof typeof bodyTypes] : undefined
}

/** What the body is said to be, if it is something that the route takes. */
export function requireBodyType(contentType: string | undefined, { form = false }): BodyType {
  const type = bodyTypeOf(contentType)
  if (type === 'json' || (type === 'form' && form)) return type
  const orForm = form ? ', or as a form with application/x-www-form-urlencoded' : ''
  return fail(
    'JSON_REQUIRED',
    { required_headers: { 'Content-Type': 'application/json' } },
    { status: 415, message: `Send the body as JSON with Content-Type: application/json${orForm}.` },
  )
}

/** All bytes of the body. Stops at the first byte over `maxBytes`; a body that dawdles is cut off after `maxMs`. */
export function readBytes(request: IncomingMessage, maxBytes: number, maxMs: number): Promise<Buffer> {
  const declared = declaredSize(request.headers['content-length'])
  const tooLarge = (seen: object) =>
    fail('BODY_TOO_LARGE', { scope: 'json_request', max_bytes: maxBytes, ...seen, ...declared })
  if ((declared.declared_bytes ?? 0) > maxBytes || declared.declared_content_length)
    tooLarge({ observed_bytes_at_least: 0 })

  return new Promise<Buffer>((resolve, reject) => {
    const chunks: Buffer[] = []
    let size = 0
    const settle = (act: () => void) => {
      clearTimeout(timer)
      request.off('data', take).off('end', end).off('error', lost).off('aborted', lost)
      try {
        act()
      } catch (error) {
        request.resume() // the rest is thrown away, so that the client can read its answer
        reject(error)
      }
    }
    const take = (chunk: Buffer) => {
      size += chunk.length
      chunks.push(chunk)
      if (size > maxBytes) settle(() => tooLarge({ observed_bytes_at_least: size }))
    }
    const end = () => settle(() => resolve(Buffer.concat(chunks)))
    const lost = () => settle(() => fail('MALFORMED_REQUEST'))
    const timer = setTimeout(() => settle(() => fail('REQUEST_TIMEOUT')), maxMs)
    request.on('data', take).on('end', end).on('error', lost).on('aborted', lost)
  })
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

export function parseObject(bytes: Buffer): Record<string, unknown> {
  const refuse = () => fail('INVALID_JSON', { body_format: 'utf8_json_object', bytes_read: bytes.length })
  try {
    const text = utf8.decode(bytes)
    const value: unknown = JSON.parse(text)
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return refuse()
    return isUnambiguous(text) ? (value as Record<string, unknown>) : refuse()
  } catch {
    return refuse()
  }
}

/** JSON.parse keeps the last of two equal keys, and another reader might keep the first: refuse both, and deep nests. */
function isUnambiguous(json: string): boolean {
  const open: (Set<string> | null)[] = [] // the keys of each object that is open; null for an array
  const tokens = /"(?:[^"\\]|\\.)*"(\s*:)?|[{}[\]]/g
  for (let match = tokens.exec(json); match; match = tokens.exec(json)) {
    const [token, colon] = match
    if (token === '{' || token === '[') {
      if (open.push(token === '{' ? new Set() : null) > fixed.jsonMaxDepth) return false
    } else if (token === '}' || token === ']') open.pop()
    else if (colon) {
      const key = JSON.parse(token.slice(0, -colon.length)) as string
      const keys = open.at(-1) as Set<string>
      if (keys.has(key)) return false
      keys.add(key)
    }
  }
  return true
}
