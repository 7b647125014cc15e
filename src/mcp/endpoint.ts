/** POST /mcp: stateless streamable HTTP. The caller is authenticated; here the message is read, counted and passed to the SDK. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import { envelope, toFailure } from '../http/answers/failures.ts'
import { sendJson } from '../http/answers/json.ts'
import { readBytes, requireBodyType } from '../http/body/body.ts'
import { docsPageOf } from '../http/ladder/paths.ts'
import type { Rates } from '../http/ladder/rate-windows.ts'
import { Failure, fail } from '../kernel/errors.ts'
import { toJson, toObject } from '../kernel/json-text.ts'
import type { Agent } from '../kernel/operation.ts'
import { requireAccess, type Services } from '../kernel/perform.ts'
import { CONTRACT_VERSION } from '../program/version.ts'
import { fixed } from '../settings/limits.ts'
import { callTool } from './call.ts'
import { listingOf } from './listing.ts'
import {
  argumentsIn,
  type Demand,
  demandOf,
  MessageError,
  parseMessage,
  refuseMalformed,
  refuseStreams,
  type ToolsByName,
} from './messages.ts'
import type { CallContext, ProtocolHeaders, ToolResult } from './protocol.ts'
import { type Binding, bindingsOf, chosenBy, type Tool } from './tool.ts'

export type EndpointParts = {
  tools: readonly Tool[]
  services: Services
  rates: Rates
  log: Logger
  requestMaxMs?: number
}

const PATH = '/mcp'

export function addMcp(server: FastifyInstance, parts: EndpointParts) {
  const { rates, log } = parts
  const tools: ToolsByName = new Map(parts.tools.map((tool) => [tool.name, tool]))
  const protocol = lazily(() => loadProtocol(tools, parts))
  server.post(PATH, async (request, reply) => {
    try {
      const message = parseMessage(await readMessage(request, parts.requestMaxMs))
      const demand = demandOf(message, tools)
      request.incoming.operation = `mcp:${demand.countedAs}`
      admit(request, rates, demand)
      refuseStreams(message)
      refuseMalformed(message)
      const caller: Agent = { ...(request.incoming.caller as Agent), usesTools: true }
      const context = { caller, request, given: argumentsIn(message) }
      const answer = await (await protocol())(protocolHeadersOf(request), message, context)
      if (answer.status >= 500) log.error({ request_id: request.id }, 'an MCP message could not be served')
      if (answer.type) reply.header('content-type', answer.type)
      return await reply.code(answer.status).send(answer.body || undefined) // Fastify would add a content type to an empty text
    } catch (error) {
      if (error instanceof MessageError) return sendJson(reply, error.status, error.answer)
      throw error
    }
  })
}

async function readMessage(request: FastifyRequest, maxMs = fixed.requestMaxSeconds * 1000) {
  requireBodyType(request.headers['content-type'], {})
  try {
    return await readBytes(request, fixed.mcpRequestMaxBytes, maxMs)
  } catch (error) {
    if (error instanceof Failure && error.code === 'BODY_TOO_LARGE')
      fail(error.code, error.details, { message: tooLarge })
    throw error
  }
}

const tooLarge = `A request to /mcp may take ${fixed.mcpRequestMaxBytes} bytes, and the body of a message ${fixed.bodyMaxBytes}: shorten it. An article that is larger is sent in parts, with the tool humanfeed_upload.`

/** Rates and scope are refused with an HTTP status before the tool runs, so that a client can wait or ask for the scope. */
function admit({ incoming }: FastifyRequest, rates: Rates, { countedAs, binding }: Demand) {
  const { caller, rateStatuses } = incoming
  rates.count(rateStatuses, 'operation', `${countedAs} ${caller.network}`)
  if (binding?.op.effect === 'write') rates.count(rateStatuses, 'writes', caller.network)
  if (binding) requireAccess(binding.op, caller)
}

async function loadProtocol(tools: ToolsByName, { services, log }: EndpointParts) {
  const { openProtocol } = await import('./protocol.ts')
  const { baseUrl, identity } = services.site

  async function perform(name: string, { caller, request, given }: CallContext): Promise<ToolResult> {
    const tool = tools.get(name) as Tool
    try {
      const answer = await callTool(tool, services, caller, given)
      return { content: [{ type: 'text', text: toJson(answer) }], structuredContent: toObject(answer) }
    } catch (error) {
      const { op } = chosenBy(tool, given)?.binding ?? (bindingsOf(tool)[0] as Binding)
      const refusal = envelope(toFailure(error, request, log), baseUrl, op.docs ?? docsPageOf(op.http.path))
      // Text only: older clients reject structured content that does not fit the tool's output schema.
      return { content: [{ type: 'text', text: JSON.stringify(refusal) }], isError: true }
    }
  }
  return openProtocol({
    version: CONTRACT_VERSION,
    baseUrl,
    siteName: identity.name,
    listings: [...tools.values()].map(listingOf),
    perform,
    // Without its message, which may repeat what the client sent.
    onError: ({ name, stack }) => log.debug({ name, at: stack?.split('\n').slice(1, 4) }, 'an MCP message was refused'),
  })
}

/** The headers that the SDK reads. The credential is not passed on. */
const protocolHeaders = ['accept', 'content-type', 'mcp-protocol-version', 'mcp-method', 'mcp-name', 'mcp-session-id']

const protocolHeadersOf = ({ headers }: FastifyRequest): ProtocolHeaders =>
  protocolHeaders.flatMap((name) => {
    const value = headers[name]
    return value === undefined ? [] : [[name, String(value)] as const]
  })

/** Creates a value at its first use; a failure is not cached. */
function lazily<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined
  return () => {
    made ??= make().catch((error) => {
      made = undefined
      throw error
    })
    return made
  }
}
