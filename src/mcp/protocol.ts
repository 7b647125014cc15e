/** The SDK, which implements all revisions of the protocol. Loaded with the first message, because it is large. */
import {
  createMcpHandler,
  type Tool as ListedTool,
  ProtocolError,
  ProtocolErrorCode,
  Server,
} from '@modelcontextprotocol/server'
import type { Refusable } from '../http/wire/failures.ts'
import { OncePart, type Part } from '../http/wire/gzip-parts.ts'
import type { PermanentCache } from '../kernel/cache.ts'
import type { Agent } from '../kernel/operation.ts'
import { type Frame, Marks, type ToolResult } from './frame.ts'
import type { Listing } from './listing.ts'
import type { Message } from './messages.ts'
import { rewordDump, rewordSdkError } from './sdk-errors.ts'
import type { Arguments } from './tool.ts'
import { instructions } from './words.ts'

/** `state` is that of the board when the request arrived. */
export type CallContext = { caller: Agent; request: Refusable; given: Arguments; state: string | undefined }
type Perform = (name: string, context: CallContext) => Promise<ToolResult>

export type ProtocolParts = {
  version: string
  baseUrl: string
  listings: readonly Listing[]
  perform: Perform
  /** Remembers what the SDK prints around results. */
  frames: PermanentCache
  newMark(): string
  onError(error: Error): void
}

/** Those that the SDK reads, as they were sent. */
export type ProtocolHeaders = readonly (readonly [string, string])[]

/** The complete answer, even in the form of an event stream: nothing follows the result. */
export type Answer = { status: number; type: string | null; text: string }

const TOOLS_CACHE_MS = 300_000

/** A handler without state between requests: every message that the SDK has to see gets a new server. */
export function openProtocol(parts: ProtocolParts) {
  const { version, baseUrl, perform } = parts
  const tools = [...parts.listings] as ListedTool[] // made from JSON Schema, so they are plain JSON
  const names = new Set(tools.map(({ name }) => name))
  const identity = { name: 'posting-board', title: 'Posting Board', version, websiteUrl: baseUrl }
  const cacheHints = { 'tools/list': { ttlMs: TOOLS_CACHE_MS, cacheScope: 'public' } } as const
  const handler = createMcpHandler(
    ({ authInfo }) => {
      const call = authInfo?.extra as Extra
      const server = new Server(identity, { capabilities: { tools: {} }, instructions, cacheHints })
      server.setRequestHandler('tools/list', () => ({ tools }))
      server.setRequestHandler('tools/call', async ({ params }) => {
        if (!names.has(params.name)) invalid('There is no tool of this name; tools/list names them all.')
        call.result ??= await perform(params.name, call.context)
        return call.marks.resultFor(call.result)
      })
      return server
    },
    { onerror: parts.onError },
  )
  const ask = async (headers: ProtocolHeaders, message: Message, extra: Extra): Promise<Answer> => {
    const request = new Request('http://localhost/mcp', { method: 'POST', headers: headers as [string, string][] })
    const answer = await handler.fetch(request, { parsedBody: message, authInfo: authInfoWith(extra) })
    return { status: answer.status, type: answer.headers.get('content-type'), text: await answer.text() }
  }

  /** What any message but a call is answered with. */
  const relay = async (headers: ProtocolHeaders, message: Message, context: CallContext): Promise<Answer> => {
    const answer = await ask(headers, message, { context, marks: new Marks(parts.newMark()) })
    return { ...answer, text: reword(answer) }
  }

  return async (headers: ProtocolHeaders, message: Message, context: CallContext): Promise<Answer | FilledFrame> => {
    const name = calledBy(message)
    if (name === undefined || !names.has(name)) return relay(headers, message, context)
    const key = frameKey(headers, message)
    const known = parts.frames.get<TypedFrame>(key)
    const result = known && (await perform(name, context))
    if (known && result && !result.isRefusal) return fill(known, message, result)

    const marks = new Marks(parts.newMark())
    const extra: Extra = { context, marks, result }
    const answer = await ask(headers, { ...message, id: marks.id }, extra)
    const frame = { type: answer.type, frame: marks.frameOf(answer.text) }
    if (answer.status !== 200 || !extra.result) {
      const text = frame.frame
        .fill({ id: printedId(message) })
        .map(({ bytes }) => bytes.toString())
        .join('')
      return { ...answer, text: reword({ ...answer, text }) }
    }
    if (!extra.result.isRefusal && key.length <= FRAME_KEY_MAX_LENGTH) parts.frames.set(key, frame, frame.frame.size)
    return fill(frame, message, extra.result)
  }
}

const reword = ({ status, text }: Answer) => (status === 400 ? rewordSdkError(text) : rewordDump(text))

/** A whole body that is ready to be sent. */
export type FilledFrame = { type: string | null; parts: readonly Part[] }
type TypedFrame = { type: string | null; frame: Frame }

const printedId = ({ id }: Message) => new OncePart(Buffer.from(JSON.stringify(id)))

const fill = ({ type, frame }: TypedFrame, message: Message, { structure, text }: ToolResult): FilledFrame => ({
  type,
  parts: frame.fill({ structure, text, id: printedId(message) }),
})

/** The tool that a message calls and can be answered under its id; the SDK refuses other ids. */
const calledBy = ({ method, id, params }: Message): string | undefined =>
  method === 'tools/call' && (typeof id === 'string' || Number.isSafeInteger(id))
    ? (params as { name: string }).name
    : undefined

/** A client that sends something new with every call must not fill the cache with long keys. */
const FRAME_KEY_MAX_LENGTH = 2_000

/** All that the SDK sees of a call but the id and the arguments, which it takes as they are. */
function frameKey(headers: ProtocolHeaders, message: Message): string {
  const params = { ...(message.params as object), arguments: null }
  return `mcp frame ${JSON.stringify([headers, { ...message, id: null, params }])}`
}

const invalid = (message: string): never => {
  throw new ProtocolError(ProtocolErrorCode.InvalidParams, message)
}

/** `result` is known as soon as the tool has been called. */
type Extra = { context: CallContext; marks: Marks; result?: ToolResult | undefined }

/** The caller is already authenticated; the SDK only passes it on and needs no token. */
const authInfoWith = (extra: Extra) => ({
  token: '',
  clientId: '',
  scopes: [...extra.context.caller.scopes],
  extra,
})
