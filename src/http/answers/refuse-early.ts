/** The answer to a request that is too much at this moment: ready-made, because refusing must cost little. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { Failure } from '../../kernel/errors.ts'
import { isNavigation } from '../ladder/browsers.ts'
import { docsPageOf, pathOf, type Zone, zoneOf } from '../ladder/paths.ts'
import type { NoteAnswer, requestIds } from './answered.ts'
import { envelope } from './failures.ts'
import { apiHeaders, JSON_TYPE } from './json.ts'

/** Where every failure is this JSON, except to a form of a guest. Elsewhere it may have to be a page or an error of OAuth. */
const plainZones: ReadonlySet<Zone> = new Set<Zone>(['v1', 'ballot', 'pins', 'mcp', 'humanfeed'])

export type RefusalParts = {
  baseUrl: string
  idOf: ReturnType<typeof requestIds>
  note: NoteAnswer
}

/** Returns false where the router has to answer. */
export function earlyRefusal({ baseUrl, idOf, note }: RefusalParts) {
  const failure = new Failure('UNAVAILABLE')
  const { status, code, retryAfter = 0 } = failure
  const bodies = new Map<string, string>() // one for each page of the docs
  const bodyFor = (docsPage: string) => {
    const body = bodies.get(docsPage) ?? JSON.stringify(envelope(failure, baseUrl, docsPage))
    bodies.set(docsPage, body)
    return body
  }
  return ({ url = '/', method = '', headers }: IncomingMessage, response: ServerResponse): boolean => {
    const path = pathOf(url)
    if (!plainZones.has(zoneOf(path)) || (method === 'POST' && isNavigation(headers))) return false
    const id = idOf(headers['x-request-id'])
    const body = bodyFor(docsPageOf(path))
    response.writeHead(status, {
      'x-request-id': id,
      ...apiHeaders,
      'retry-after': String(retryAfter),
      'content-type': JSON_TYPE,
      'content-length': Buffer.byteLength(body),
    })
    response.end(method === 'HEAD' ? undefined : body)
    note({ request_id: id, method, route: 'refused early', status, ms: 0, code })
    return true
  }
}
