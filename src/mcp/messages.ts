/** One JSON-RPC message, looked at before the protocol is: what it asks for decides which rate and scope it needs. */
import { parseObject } from '../http/wire/json.ts'
import type { Tool } from './tool.ts'
import type { Tools } from './tools.ts'

export type Message = Readonly<Record<string, unknown>>

/** A refusal in JSON-RPC's own words. */
export class MessageError extends Error {
  readonly status: number
  readonly answer: object
  constructor(status: number, code: number, message: string, id: unknown = null) {
    super(message)
    this.status = status
    this.answer = { jsonrpc: '2.0', id, error: { code, message } }
  }
}

const PARSE_ERROR = -32_700
const INVALID_REQUEST = -32_600
const METHOD_NOT_FOUND = -32_601

export function parseMessage(bytes: Buffer): Message {
  if (isBatch(bytes))
    throw new MessageError(400, INVALID_REQUEST, 'Batches are not accepted: send one message a request.')
  try {
    return parseObject(bytes)
  } catch {
    const accepted = 'one JSON object in UTF-8, without repeated keys and nested at most 64 deep'
    throw new MessageError(400, PARSE_ERROR, `The body must be one JSON-RPC message: ${accepted}.`)
  }
}

/** What one request may ask, a batch would ask many times over under one count. */
const isBatch = (bytes: Buffer) => bytes.toString('latin1').trimStart().startsWith('[')

/** Nothing is ever announced here, and a stream that stays silent would only hold a connection. */
export function refuseStreams({ method, id }: Message) {
  if (method === 'subscriptions/listen') {
    const isName = typeof id === 'string' || typeof id === 'number'
    throw new MessageError(404, METHOD_NOT_FOUND, 'This server announces no changes.', isName ? id : null)
  }
}

/** The tool that a message calls, if it calls one that exists. */
export function toolCalledBy({ method, params }: Message, tools: Tools): Tool | undefined {
  const name = (params as { name?: unknown } | undefined)?.name
  return method === 'tools/call' && typeof name === 'string' ? tools.get(name) : undefined
}

/** As they were sent: the SDK's own copy lacks what is called `__proto__`. */
export const argumentsIn = ({ params }: Message) =>
  ((params as { arguments?: unknown } | undefined)?.arguments ?? {}) as Readonly<Record<string, unknown>>

const methods: ReadonlySet<unknown> = new Set(['initialize', 'server/discover', 'ping', 'tools/list', 'tools/call'])

/** Under which name a message is counted; made-up methods share one, so that they cannot dodge it. */
export const operationOf = (message: Message, tool: Tool | undefined) =>
  tool?.name ?? (methods.has(message.method) ? String(message.method) : 'other')
