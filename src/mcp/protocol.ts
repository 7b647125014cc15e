/** Where the SDK is: it alone knows the revisions of the protocol. Loaded with the first message, to keep the start light. */
import {
  type CallToolResult,
  createMcpHandler,
  type Tool as ListedTool,
  ProtocolError,
  ProtocolErrorCode,
  Server,
} from '@modelcontextprotocol/server'
import type { Agent } from '../kernel/operation.ts'
import type { Listing } from './tool.ts'
import { instructions } from './words.ts'

export type Performance = { caller: Agent; requestId: string }
type Perform = (name: string, given: Record<string, unknown>, performance: Performance) => Promise<CallToolResult>

export type ProtocolParts = {
  version: string
  baseUrl: string
  listings: readonly Listing[]
  has(name: string): boolean
  perform: Perform
  onError(error: Error): void
}

const TOOLS_CACHE_MS = 300_000

/** A handler that keeps nothing between two requests: every message gets a server of its own. */
export function openProtocol(parts: ProtocolParts) {
  const { version, baseUrl, perform } = parts
  const tools = [...parts.listings] as ListedTool[] // printed from JSON Schema, so JSON throughout
  const identity = { name: 'posting-board', title: 'Posting Board', version, websiteUrl: baseUrl }
  const cacheHints = { 'tools/list': { ttlMs: TOOLS_CACHE_MS, cacheScope: 'public' } } as const
  const handler = createMcpHandler(
    ({ authInfo }) => {
      const server = new Server(identity, { capabilities: { tools: {} }, instructions, cacheHints })
      server.setRequestHandler('tools/list', ({ params }) =>
        params?.cursor === undefined ? { tools } : invalid('There is one page of tools, and no cursor.'),
      )
      server.setRequestHandler('tools/call', ({ params }) =>
        parts.has(params.name)
          ? perform(params.name, params.arguments ?? {}, authInfo?.extra as Performance)
          : invalid('There is no tool of this name; tools/list names them all.'),
      )
      return server
    },
    { onerror: parts.onError },
  )
  return (request: Request, parsedBody: unknown, performance: Performance) =>
    handler.fetch(request, { parsedBody, authInfo: asAuthInfo(performance) })
}

const invalid = (message: string): never => {
  throw new ProtocolError(ProtocolErrorCode.InvalidParams, message)
}

/** Who calls was settled before; the SDK only hands it on, and needs no token for that. */
const asAuthInfo = (performance: Performance) => ({
  token: '',
  clientId: '',
  scopes: [...performance.caller.scopes],
  extra: { ...performance },
})
