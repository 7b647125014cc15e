/** The answer to a request that is too much at this moment: ready-made, because refusing must cost almost nothing. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { Failure } from '../../kernel/errors.ts'
import type { NoteAnswer } from '../answered.ts'
import { docsPageOf, pathOf, type Zone, zoneOf } from '../gate/paths.ts'
import { STATUS_CODES } from '../node-http.ts'
import { apiHeaders, JSON_TYPE } from './answers.ts'
import { envelope } from './failures.ts'
import type { requestIds } from './request-id.ts'

/** Where every failure is this JSON. Elsewhere it may have to be a page or an error of OAuth. */
const plainZones: ReadonlySet<Zone> = new Set<Zone>(['v1', 'ballot', 'pins', 'mcp', 'humanfeed'])

export type RefusalParts = {
  baseUrl: string
  idOf: ReturnType<typeof requestIds>
  note: NoteAnswer
}

/** Both return false where the router has to answer. */
export type EarlyRefusal = {
  refuse(request: IncomingMessage, response: ServerResponse): boolean
  /** The same for the bytes of one whole request, before they are parsed: the parser would be most of what it costs. */
  refuseBytes(socket: Socket, bytes: Buffer): boolean
}

/** A head as every server reads it. What is written in another way goes to the parser. */
const plainRead = /^GET (\/[!-~]*) HTTP\/1\.1\r\n(?:[^\r\n]+\r\n)*\r\n$/
/** What announces a body, or asks for something else than an answer on a connection that stays open. */
const specialHeader =
  /\r\n(?:content-length|transfer-encoding|expect|upgrade|connection(?!:[ \t]*keep-alive\r\n))[ \t]*:/i
const idHeader = /\r\nx-request-id:[ \t]*([^\r]*)\r\n/i

export function earlyRefusal({ baseUrl, idOf, note }: RefusalParts): EarlyRefusal {
  const failure = new Failure('UNAVAILABLE')
  const { status, code } = failure
  const answers = new Map<string, ReadyAnswer>() // one for each page of the docs
  const answerFor = (docsPage: string) => {
    const made = answers.get(docsPage) ?? readyAnswer(failure, JSON.stringify(envelope(failure, baseUrl, docsPage)))
    answers.set(docsPage, made)
    return made
  }
  /** Undefined where a failure may have to be a page or an error of OAuth. */
  const answerAt = (url: string) => {
    const path = pathOf(url)
    return plainZones.has(zoneOf(path)) ? answerFor(docsPageOf(path)) : undefined
  }
  const noteRefusal = (method: string, id: string) =>
    note({ request_id: id, method, route: 'refused early', status, ms: 0, code })

  return {
    refuse(request, response) {
      const { url = '/', method = '' } = request
      const answer = answerAt(url)
      if (!answer) return false
      const id = idOf(request.headers['x-request-id'])
      response.writeHead(status, ['x-request-id', id, ...answer.headers])
      response.end(method === 'HEAD' ? undefined : answer.body)
      noteRefusal(method, id)
      return true
    },
    refuseBytes(socket, bytes) {
      const text = bytes.toString('latin1')
      const url = plainRead.exec(text)?.[1]
      const answer = url !== undefined && !specialHeader.test(text) && answerAt(url)
      if (!answer) return false
      const id = idOf(idHeader.exec(text)?.[1])
      socket.write(`${answer.head}x-request-id: ${id}\r\n\r\n${answer.body}`)
      noteRefusal('GET', id)
      return true
    },
  }
}

type ReadyAnswer = { headers: readonly string[]; head: string; body: string }

function readyAnswer({ status, retryAfter }: Failure, body: string): ReadyAnswer {
  const headers = Object.entries({
    ...apiHeaders,
    'retry-after': String(retryAfter),
    'content-type': JSON_TYPE,
    'content-length': String(Buffer.byteLength(body)),
  })
  const lines = headers.map(([name, value]) => `${name}: ${value}\r\n`)
  return { headers: headers.flat(), head: `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}`, body }
}
