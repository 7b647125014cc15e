/** One JSON-RPC message, read before the SDK gets it: its method and tool decide which rate and scope apply. */
import type { Failure } from '../kernel/errors.ts'
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
const INVALID_PARAMS = -32_602

export function parseMessage(bytes: Buffer): Message {
  if (isBatch(bytes))
    throw new MessageError(400, INVALID_REQUEST, 'Batches are not accepted: send one message a request.')
  try {
    return parseObject(bytes)
  } catch (error) {
    throw new MessageError(400, PARSE_ERROR, (error as Failure).message)
  }
}

/** A batch would be counted as one request, however many calls it contains. */
const isBatch = (bytes: Buffer) => bytes.toString('latin1').trimStart().startsWith('[')

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const isOptionalObject = (value: unknown) => value === undefined || isObject(value)

/** The id to answer under; null where the message has none that can be repeated. */
const idOf = ({ id }: Message) => (typeof id === 'string' || typeof id === 'number' ? id : null)

/** The server never announces changes, and an idle stream would only occupy a connection. */
export function refuseStreams(message: Message) {
  if (message.method === 'subscriptions/listen')
    throw new MessageError(404, METHOD_NOT_FOUND, 'This server announces no changes.', idOf(message))
}

/** What is wrong with the params of a method, by method. */
const paramProblems: Readonly<Record<string, (params: Record<string, unknown>) => string | undefined>> = {
  'tools/call': ({ name, arguments: given }) => {
    if (typeof name !== 'string')
      return 'tools/call needs params.name, the name of a tool as text; tools/list names them all.'
    return isOptionalObject(given)
      ? undefined
      : 'params.arguments must be an object with the arguments of the tool by their names, even where there is only one.'
  },
  'tools/list': ({ cursor }) => (cursor === undefined ? undefined : 'There is one page of tools, and no cursor.'),
}

/** The SDK refuses these too, but prints its validator's output. Sent with 200, as the errors of every method are. */
export function refuseMalformed(message: Message) {
  const { method, params } = message
  if (typeof method !== 'string' || idOf(message) === null) return // no request, or one that cannot be answered
  const check = Object.hasOwn(paramProblems, method) ? paramProblems[method] : undefined
  const problem = isOptionalObject(params) ? check?.(params ?? {}) : 'params must be an object.'
  if (problem) throw new MessageError(200, INVALID_PARAMS, problem, idOf(message))
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
