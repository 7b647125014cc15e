/** POST /mcp: stateless streamable HTTP. The ladder has let the caller in; here the message is bounded, counted and handed to the SDK. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import { zoneOf } from '../http/gate/paths.ts'
import type { Rates } from '../http/gate/rates.ts'
import { CONTRACT_VERSION } from '../http/openapi.ts'
import { sendJson } from '../http/wire/answers.ts'
import { readBytes, requireBodyType } from '../http/wire/body.ts'
import { envelope, toFailure } from '../http/wire/failures.ts'
import { fail } from '../kernel/errors.ts'
import type { Agent, AnyOperation } from '../kernel/operation.ts'
import { requireAccess, type Services } from '../kernel/perform.ts'
import { fixed } from '../limits.ts'
import { argumentsIn, MessageError, operationOf, parseMessage, refuseStreams, toolCalledBy } from './messages.ts'
import type { Performance } from './protocol.ts'
import type { Tool } from './tool.ts'
import { callTool, listingOf, type Tools, toolsOf } from './tools.ts'

export type EndpointParts = {
  operations: readonly AnyOperation[]
  services: Services
  rates: Rates
  log: Logger
  requestMaxMs?: number
}

const PATH = '/mcp'

export function addMcp(server: FastifyInstance, parts: EndpointParts) {
  const { rates, log } = parts
  const tools = toolsOf(parts.operations)
  const protocol = lazily(() => loadProtocol(tools, parts))
  server.post(PATH, async (request, reply) => {
    try {
      const message = parseMessage(await readMessage(request, parts.requestMaxMs))
      const tool = toolCalledBy(message, tools)
      admit(request, rates, operationOf(message, tool), tool)
      refuseStreams(message)
      const caller = request.incoming.caller as Agent
      const performance = { caller, requestId: request.id, given: argumentsIn(message) }
      const answer = await (await protocol())(asWebRequest(request), message, performance)
      if (answer.status >= 500) log.error({ request_id: request.id }, 'an MCP message could not be served')
      if (answer.type) reply.header('content-type', answer.type)
      return await reply.code(answer.status).send(answer.text || undefined) // an empty text would be given a type
    } catch (error) {
      if (error instanceof MessageError) return sendJson(reply, error.status, error.answer)
      throw error
    }
  })
  server.route({
    method: ['GET', 'DELETE', 'PUT', 'PATCH', 'OPTIONS'],
    url: PATH,
    handler: () => fail('METHOD_NOT_ALLOWED', { allowed: ['POST'] }),
  })
}

function readMessage({ raw, headers }: FastifyRequest, maxMs = fixed.requestMaxSeconds * 1000) {
  requireBodyType(headers['content-type'], {})
  return readBytes(raw, fixed.mcpRequestMaxBytes, maxMs)
}

/** Rates and scope are refused by HTTP, before the tool runs: a client then knows to wait, or to ask for more. */
function admit({ incoming }: FastifyRequest, rates: Rates, operation: string, tool: Tool | undefined) {
  const { caller, rateStatuses } = incoming
  rates.count(rateStatuses, 'operation', `${operation} ${caller.network}`)
  if (tool?.op.effect === 'write') rates.count(rateStatuses, 'writes', caller.network)
  if (tool) requireAccess(tool.op, caller)
}

async function loadProtocol(tools: Tools, { services, log }: EndpointParts) {
  const { openProtocol } = await import('./protocol.ts')
  const { baseUrl } = services.site

  async function perform(name: string, { caller, requestId, given }: Performance) {
    const tool = tools.get(name) as Tool
    try {
      return { text: await callTool(tool, services, caller, given), isRefusal: false }
    } catch (error) {
      const refusal = envelope(toFailure(error, requestId, log), baseUrl, zoneOf(tool.op.http.path))
      return { text: JSON.stringify(refusal), isRefusal: true }
    }
  }
  return openProtocol({
    version: CONTRACT_VERSION,
    baseUrl,
    listings: [...tools.values()].map(listingOf),
    perform,
    newMark: services.random.id,
    // Without its message: that may repeat what the client sent.
    onError: ({ name, stack }) => log.debug({ name, at: stack?.split('\n').slice(1, 4) }, 'an MCP message was refused'),
  })
}

/** What the SDK reads of a request: its own headers. The credential stays with us. */
const protocolHeaders = ['accept', 'content-type', 'mcp-protocol-version', 'mcp-method', 'mcp-name', 'mcp-session-id']

function asWebRequest({ headers }: FastifyRequest): Request {
  const sent = protocolHeaders.flatMap((name) => {
    const value = headers[name]
    return value === undefined ? [] : [[name, String(value)] as [string, string]]
  })
  return new Request('http://localhost/mcp', { method: 'POST', headers: sent })
}

/** Made once, when first asked for; a failure is not kept. */
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
