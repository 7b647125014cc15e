/** The SDK, which implements all revisions of the protocol. Loaded with the first message, because it is large. */
import {
  createMcpHandler,
  type Tool as ListedTool,
  ProtocolError,
  ProtocolErrorCode,
  Server,
} from '@modelcontextprotocol/server'
import type { Refusable } from '../http/wire/failures.ts'
import type { Agent } from '../kernel/operation.ts'
import type { Listing } from './listing.ts'
import { ResultPlaceholder, type ToolResult } from './result-placeholder.ts'
import { rewordDump, rewordSdkError } from './sdk-errors.ts'
import type { Arguments } from './tool.ts'
import { instructions } from './words.ts'

export type CallContext = { caller: Agent; request: Refusable; given: Arguments }
type Perform = (name: string, context: CallContext) => Promise<ToolResult>

export type ProtocolParts = {
  version: string
  baseUrl: string
  listings: readonly Listing[]
  perform: Perform
  newMark(): string
  onError(error: Error): void
}

/** The complete answer, even in the form of an event stream: nothing follows the result. */
export type Answer = { status: number; type: string | null; text: string }

const TOOLS_CACHE_MS = 300_000

/** A handler without state between requests: every message gets a new server. */
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
      server.setRequestHandler('tools/call', async ({ params }) =>
        names.has(params.name)
          ? call.placeholder.resultFor(await perform(params.name, call.context))
          : invalid('There is no tool of this name; tools/list names them all.'),
      )
      return server
    },
    { onerror: parts.onError },
  )
  return async (request: Request, parsedBody: unknown, context: CallContext): Promise<Answer> => {
    const placeholder = new ResultPlaceholder(parts.newMark())
    const answer = await handler.fetch(request, { parsedBody, authInfo: authInfoWith({ context, placeholder }) })
    const type = answer.headers.get('content-type')
    const text = await answer.text()
    return {
      status: answer.status,
      type,
      text: answer.status === 400 ? rewordSdkError(text) : (placeholder.replaceIn(text) ?? rewordDump(text)),
    }
  }
}

const invalid = (message: string): never => {
  throw new ProtocolError(ProtocolErrorCode.InvalidParams, message)
}

type Extra = { context: CallContext; placeholder: ResultPlaceholder }

/** The caller is already authenticated; the SDK only passes it on and needs no token. */
const authInfoWith = (extra: Extra) => ({
  token: '',
  clientId: '',
  scopes: [...extra.context.caller.scopes],
  extra,
})
