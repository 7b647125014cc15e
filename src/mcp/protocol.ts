/** Where the SDK is: it alone knows the revisions of the protocol. Loaded with the first message, to keep the start light. */
import {
  createMcpHandler,
  type Tool as ListedTool,
  ProtocolError,
  ProtocolErrorCode,
  Server,
} from '@modelcontextprotocol/server'
import type { Agent } from '../kernel/operation.ts'
import { inOwnWords } from './sdk-refusals.ts'
import { StandIn, type ToolResult } from './stand-in.ts'
import type { Listing } from './tool.ts'
import { instructions } from './words.ts'

export type Performance = { caller: Agent; requestId: string; given: Readonly<Record<string, unknown>> }
type Perform = (name: string, performance: Performance) => Promise<ToolResult>

export type ProtocolParts = {
  version: string
  baseUrl: string
  listings: readonly Listing[]
  perform: Perform
  newMark(): string
  onError(error: Error): void
}

/** Whole, even where it has the form of a stream: no answer goes on after its result. */
export type Answer = { status: number; type: string | null; text: string }

const TOOLS_CACHE_MS = 300_000

/** A handler that keeps nothing between two requests: every message gets a server of its own. */
export function openProtocol(parts: ProtocolParts) {
  const { version, baseUrl, perform } = parts
  const tools = [...parts.listings] as ListedTool[] // printed from JSON Schema, so JSON throughout
  const names = new Set(tools.map(({ name }) => name))
  const identity = { name: 'posting-board', title: 'Posting Board', version, websiteUrl: baseUrl }
  const cacheHints = { 'tools/list': { ttlMs: TOOLS_CACHE_MS, cacheScope: 'public' } } as const
  const handler = createMcpHandler(
    ({ authInfo }) => {
      const call = authInfo?.extra as Extra
      const server = new Server(identity, { capabilities: { tools: {} }, instructions, cacheHints })
      server.setRequestHandler('tools/list', ({ params }) =>
        params?.cursor === undefined ? { tools } : invalid('There is one page of tools, and no cursor.'),
      )
      server.setRequestHandler('tools/call', async ({ params }) =>
        names.has(params.name)
          ? call.standIn.of(await perform(params.name, call.performance))
          : invalid('There is no tool of this name; tools/list names them all.'),
      )
      return server
    },
    { onerror: parts.onError },
  )
  return async (request: Request, parsedBody: unknown, performance: Performance): Promise<Answer> => {
    const standIn = new StandIn(parts.newMark())
    const answer = await handler.fetch(request, { parsedBody, authInfo: authInfoWith({ performance, standIn }) })
    const type = answer.headers.get('content-type')
    const text = await answer.text()
    return { status: answer.status, type, text: answer.status === 400 ? inOwnWords(text) : standIn.replaceIn(text) }
  }
}

const invalid = (message: string): never => {
  throw new ProtocolError(ProtocolErrorCode.InvalidParams, message)
}

type Extra = { performance: Performance; standIn: StandIn }

/** Who calls was settled before; the SDK only hands it on, and needs no token for that. */
const authInfoWith = (extra: Extra) => ({
  token: '',
  clientId: '',
  scopes: [...extra.performance.caller.scopes],
  extra,
})
