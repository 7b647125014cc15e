/**
 * The bytes of a connection on their way to Node's parser. A whole request can be looked at before it is parsed, if the
 * parser is between two requests: otherwise the bytes could be a part of something else, a body for instance.
 */
import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'

type Listener = (bytes: Buffer) => void

const HEAD_END = Buffer.from('\r\n\r\n')

export class RequestBytes {
  readonly #answer: (request: Buffer) => boolean
  /** Whether everything so far were whole requests, each in a piece of its own. */
  #isBetweenRequests = true
  #parsed: IncomingMessage | undefined

  /** `answer` gets every whole request without a body; it returns true if it has answered, and the parser never sees it. */
  constructor(socket: Socket, answer: (request: Buffer) => boolean) {
    this.#answer = answer
    const [parse] = socket.listeners('data') as Listener[]
    if (!parse) return
    socket.off('data', parse)
    socket.on('data', (bytes: Buffer) => this.#receive(bytes, parse))
  }

  /** Called by the parser's listener, while it is given the bytes of this request. */
  noteParsed(request: IncomingMessage) {
    this.#parsed = request
  }

  #receive(bytes: Buffer, parse: Listener) {
    if (!this.#isBetweenRequests) return parse(bytes)
    const headEnd = bytes.indexOf(HEAD_END) + HEAD_END.length
    // Node counts the time until the first request of a connection, so that one has to be parsed.
    if (this.#parsed && headEnd === bytes.length && this.#answer(bytes)) return
    this.#parsed = undefined
    parse(bytes)
    this.#isBetweenRequests = lengthAfter(headEnd, this.#parsed) === bytes.length
  }
}

/** How many bytes a request takes whose head has so many; undefined where the head does not tell. */
function lengthAfter(headEnd: number, request: IncomingMessage | undefined): number | undefined {
  if (!request || headEnd < HEAD_END.length || request.headers['transfer-encoding'] !== undefined) return undefined
  return headEnd + Number(request.headers['content-length'] ?? 0)
}
