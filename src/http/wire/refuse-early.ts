/** The answer to a request that is too much at this moment: ready-made, because refusing must cost almost nothing. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { Failure } from '../../kernel/errors.ts'
import type { NoteAnswer } from '../answered.ts'
import { docsPageOf, pathOf, type Zone, zoneOf } from '../gate/paths.ts'
import { apiHeaders, JSON_TYPE } from './answers.ts'
import { envelope } from './failures.ts'

/** Where every failure is this JSON. Elsewhere it may have to be a page or an error of OAuth. */
const plainZones: ReadonlySet<Zone> = new Set<Zone>(['v1', 'ballot', 'pins', 'mcp', 'humanfeed'])

export type EarlyRefusal = {
  baseUrl: string
  idOf(request: IncomingMessage): string
  note: NoteAnswer
}

/** Answers with 503 and returns true; false where the router has to do it. */
export function earlyRefusal({ baseUrl, idOf, note }: EarlyRefusal) {
  const failure = new Failure('UNAVAILABLE')
  const { status, code, retryAfter } = failure
  const bodies = new Map<string, Buffer>() // one for each page of the docs
  const bodyFor = (docsPage: string) => {
    const known = bodies.get(docsPage)
    if (known) return known
    const made = Buffer.from(JSON.stringify(envelope(failure, baseUrl, docsPage)))
    bodies.set(docsPage, made)
    return made
  }
  return (request: IncomingMessage, response: ServerResponse): boolean => {
    const { url = '/', method = '' } = request
    const path = pathOf(url)
    if (!plainZones.has(zoneOf(path))) return false
    const [body, id] = [bodyFor(docsPageOf(path)), idOf(request)]
    response.writeHead(status, {
      ...apiHeaders,
      'x-request-id': id,
      'retry-after': String(retryAfter),
      'content-type': JSON_TYPE,
      'content-length': body.length,
    })
    response.end(method === 'HEAD' ? undefined : body)
    note({ request_id: id, method, route: 'refused early', status, ms: 0, code })
    return true
  }
}
