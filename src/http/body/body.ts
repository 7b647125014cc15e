/** Reads the body of a request, limited in type, size and time. */
import type { IncomingMessage } from 'node:http'
import { Failure, fail } from '../../kernel/errors.ts'
import type { Incoming } from '../ladder/incoming.ts'

const declaredSize = (length: string | undefined) => {
  if (length === undefined) return {}
  const bytes = Number(length)
  return Number.isSafeInteger(bytes) ? { declared_bytes: bytes } : { declared_content_length: length }
}

const bodyTypes = { 'application/json': 'json', 'application/x-www-form-urlencoded': 'form' } as const
export type BodyType = (typeof bodyTypes)[keyof typeof bodyTypes]

/** The declared type of the body, or undefined if it is not one that we can read. */
export function bodyTypeOf(contentType: string | undefined): BodyType | undefined {
  const mediaType = contentType?.split(';', 1)[0]?.trim().toLowerCase() ?? ''
  return Object.hasOwn(bodyTypes, mediaType) ? bodyTypes[mediaType as keyof typeof bodyTypes] : undefined
}

/** The declared type of the body; fails if the route does not accept it. */
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

/**
 * Refuses a body that is too large. `seen` bytes of it were read; the last argument is the Content-Length that was
 * sent.
 */
export const refuseSize = (maxBytes: number, seen: object, contentLength: string | undefined) =>
  new Failure('BODY_TOO_LARGE', { scope: 'json_request', max_bytes: maxBytes, ...seen, ...declaredSize(contentLength) })

type BodySource = { raw: IncomingMessage; incoming: Pick<Incoming, 'countBodyBytes'> }

/** After so many bytes of a body comes a pause, because megabytes may arrive at once and delay other requests. */
const READ_AT_ONCE_BYTES = 64 * 1024
const PAUSE_MS = 1

/** All bytes of the body. */
export const readBytes = async (source: BodySource, maxBytes: number, maxMs: number): Promise<Buffer> =>
  Buffer.concat(await readPieces(source, maxBytes, maxMs))

/**
 * The body in the pieces in which it came: joining a large one takes milliseconds. Fails at the first byte over
 * `maxBytes`, and after `maxMs` if the body is not complete.
 */
export function readPieces({ raw: request, incoming }: BodySource, maxBytes: number, maxMs: number): Promise<Buffer[]> {
  const { 'content-length': contentLength } = request.headers
  const declared = declaredSize(contentLength)
  const refuse = (seen: object) => {
    throw refuseSize(maxBytes, seen, contentLength)
  }
  if ((declared.declared_bytes ?? 0) > maxBytes || declared.declared_content_length)
    refuse({ observed_bytes_at_least: 0 })

  return new Promise<Buffer[]>((resolve, reject) => {
    const chunks: Buffer[] = []
    let size = 0
    let sizeAtPause = 0
    const finish = (action: () => void) => {
      clearTimeout(timer)
      request.off('data', add).off('end', end).off('error', abort).off('aborted', abort)
      try {
        action()
      } catch (error) {
        request.resume() // the rest is read and discarded, so that the caller can read its answer
        reject(error)
      }
    }
    const add = (chunk: Buffer) => {
      size += chunk.length
      chunks.push(chunk)
      if (size > maxBytes) return finish(() => refuse({ observed_bytes_at_least: size }))
      try {
        incoming.countBodyBytes(chunk.length)
      } catch (failure) {
        return finish(() => {
          throw failure
        })
      }
      if (size - sizeAtPause >= READ_AT_ONCE_BYTES) letOthersWork()
    }
    const letOthersWork = () => {
      sizeAtPause = size
      request.pause()
      setTimeout(() => request.resume(), PAUSE_MS)
    }
    const end = () => finish(() => resolve(chunks))
    const abort = () => finish(() => fail('MALFORMED_REQUEST'))
    const timer = setTimeout(() => finish(() => fail('REQUEST_TIMEOUT')), maxMs)
    request.on('data', add).on('end', end).on('error', abort).on('aborted', abort)
  })
}
