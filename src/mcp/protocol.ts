/** The SDK, which implements all revisions of the protocol. Loaded with the first message, because it is large. */
import {
  createMcpHandler,
  type Tool as ListedTool,
  ProtocolError,
  ProtocolErrorCode,
  Server,
} from '@modelcontextprotocol/server'
import type { Refusable } from '../http/answers/failures.ts'
import type { Agent } from '../kernel/operation.ts'
import type { Listing } from './listing.ts'
import type { Message } from './messages.ts'
import { rewordDump, rewordSdkError } from './sdk-errors.ts'
import type { Arguments } from './tool.ts'
import { instructionsFor } from './words.ts'

export type CallContext = { caller: Agent; request: Refusable; given: Arguments }

export type ToolResult = {
  content: { type: 'text'; text: string }[]
  structuredContent?: object
  isError?: true
}
type Perform = (name: string, context: CallContext) => Promise<ToolResult>

export type ProtocolParts = {
  version: string
  baseUrl: string
  siteName: string
  listings: readonly Listing[]
  perform: Perform
  onError(error: Error): void
}

/** The headers that the SDK reads, as they were sent. */
export type ProtocolHeaders = readonly (readonly [string, string])[]

/** The complete answer, even in the form of an event stream: nothing follows the result. */
export type Answer = { status: number; type: string | null; body: Buffer | string }

const TOOLS_CACHE_MS = 300_000

/** A handler without state between requests: every message gets a new server. */
export function openProtocol(parts: ProtocolParts) {
  const { version, baseUrl, siteName, perform } = parts
  const tools = [...parts.listings] as ListedTool[] // made from JSON Schema, so they are plain JSON
  const names = new Set(tools.map(({ name }) => name))
  const identity = { name: 'posting-board', title: siteName, version, websiteUrl: baseUrl }
  const instructions = instructionsFor(siteName)
  const cacheHints = { 'tools/list': { ttlMs: TOOLS_CACHE_MS, cacheScope: 'public' } } as const
  const handler = createMcpHandler(
    ({ authInfo }) => {
      const call = authInfo?.extra as Extra
      const server = new Server(identity, { capabilities: { tools: {} }, instructions, cacheHints })
      server.setRequestHandler('tools/list', () => ({ tools }))
      server.setRequestHandler('tools/call', async ({ params }) => {
        if (!names.has(params.name)) invalid('There is no tool of this name; tools/list names them all.')
        const result = await perform(params.name, call.context)
        call.hasResult = true
        return result
      })
      return server
    },
    { onerror: parts.onError },
  )
  return async (headers: ProtocolHeaders, message: Message, context: CallContext): Promise<Answer> => {
    const extra: Extra = { context, hasResult: false }
    const request = new Request('http://localhost/mcp', { method: 'POST', headers: headers as [string, string][] })
    const answer = await handler.fetch(request, { parsedBody: message, authInfo: authInfoWith(extra) })
    const { status } = answer
    const type = answer.headers.get('content-type')
    if (extra.hasResult) return { status, type, body: Buffer.from(await answer.arrayBuffer()) }
    const printed = await answer.text()
    return { status, type, body: status === 400 ? rewordSdkError(printed) : rewordDump(printed) }
  }
}

const invalid = (message: string): never => {
  throw new ProtocolError(ProtocolErrorCode.InvalidParams, message)
}

/** `hasResult`: the SDK prints the answer of a tool, not a text of its own. */
type Extra = { context: CallContext; hasResult: boolean }

/** The caller is already authenticated; the SDK only passes it on and needs no token. */
const authInfoWith = (extra: Extra) => ({
  token: '',
  clientId: '',
  scopes: [...extra.context.caller.scopes],
  extra,
})
