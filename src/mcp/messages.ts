/** One JSON-RPC message, read before the SDK gets it: its method and tool decide which rate and scope apply. */
import { parseObject } from '../kernel/json.ts'
import { type Arguments, type Binding, chosenBy, type Tool } from './tool.ts'

export type Message = Readonly<Record<string, unknown>>

/** A JSON-RPC error. */
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

/** A batch would be counted as one request, however many calls it contains. */
const isBatch = (bytes: Buffer) => bytes.toString('latin1').trimStart().startsWith('[')

/** The server never announces changes, and an idle stream would only occupy a connection. */
export function refuseStreams({ method, id }: Message) {
  if (method === 'subscriptions/listen') {
    const isName = typeof id === 'string' || typeof id === 'number'
    throw new MessageError(404, METHOD_NOT_FOUND, 'This server announces no changes.', isName ? id : null)
  }
}

export type ToolsByName = ReadonlyMap<string, Tool>

/** The tool that a message calls, if it exists. */
function toolCalledBy({ method, params }: Message, tools: ToolsByName): Tool | undefined {
  const name = (params as { name?: unknown } | undefined)?.name
  return method === 'tools/call' && typeof name === 'string' ? tools.get(name) : undefined
}

/** As they were sent: the SDK's copy lacks an argument called `__proto__`. */
export const argumentsIn = ({ params }: Message) =>
  ((params as { arguments?: unknown } | undefined)?.arguments ?? {}) as Arguments

const methods: ReadonlySet<unknown> = new Set(['initialize', 'server/discover', 'ping', 'tools/list', 'tools/call'])

export type Demand = { countedAs: string; binding?: Binding }

/** The name under which a message is counted, and the operation that it performs. Unknown methods share one name. */
export function demandOf(message: Message, tools: ToolsByName): Demand {
  const tool = toolCalledBy(message, tools)
  if (tool) return chosenBy(tool, argumentsIn(message)) ?? { countedAs: tool.name }
  return { countedAs: methods.has(message.method) ? String(message.method) : 'other' }
}
