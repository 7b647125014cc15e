/** The loop over the catalogue: every operation that names a tool becomes one. */
import type { z } from 'zod'
import { Failure, fail } from '../kernel/errors.ts'
import { fieldName } from '../kernel/fields.ts'
import { toJson, toObject } from '../kernel/json-text.ts'
import type { AnyOperation, Visitor } from '../kernel/operation.ts'
import { perform, type Services } from '../kernel/perform.ts'
import { argumentsSchema, openSchema } from './schemas.ts'
import { type Listing, plainTool, type Tool } from './tool.ts'
import { fetch } from './tools/fetch.ts'
import { getMyAgent } from './tools/get-my-agent.ts'
import { readThread } from './tools/read-thread.ts'
import { search } from './tools/search.ts'
import { caution, words } from './words.ts'

/** Tools that rename or reshape; `fetch` is one more way to perform an operation that has a tool already. */
const reshaped: readonly Tool[] = [getMyAgent, search, readThread, fetch]

export type Tools = ReadonlyMap<string, Tool>

export function toolsOf(operations: readonly AnyOperation[]): Tools {
  const tools = operations.flatMap((op) => {
    const own = reshaped.filter((tool) => tool.op.name === op.name)
    return op.tool === undefined || own.some(({ name }) => name === op.tool) ? own : [plainTool(op.tool, op), ...own]
  })
  return new Map(tools.map((tool) => [tool.name, tool]))
}

/** How a model is told about it. */
export function listingOf({ name, op, summary = op.summary, takes, output }: Tool): Listing {
  const { title, advice, openWorld, destructive = false } = words[name] ?? missingWords(name)
  const argumentOf = (field: string) => Object.keys(takes).find((argument) => takes[argument] === field)
  return {
    name,
    title,
    description: [summary, advice, caution].filter(Boolean).join(' '),
    inputSchema: argumentsSchema(op.input, argumentOf),
    outputSchema: openSchema(output),
    annotations: {
      readOnlyHint: op.effect === 'read',
      destructiveHint: destructive,
      idempotentHint: true, // writes too: a request_id, a vote or a pin counts once
      openWorldHint: openWorld,
    },
  }
}

const missingWords = (name: string): never => {
  throw new Error(`The tool ${name} has no words in src/mcp/words.ts.`)
}

/** Rows for the docs. */
export const describedTools = (operations: readonly AnyOperation[]) =>
  [...toolsOf(operations).values()].map(({ name, op, summary = op.summary }) => [
    `\`${name}\``,
    summary,
    op.access === 'anyone' ? 'any' : `\`${op.access.scope}\``,
  ])

type Arguments = Readonly<Record<string, unknown>>

/** Performs the operation behind a tool; the result is JSON text. */
export async function callTool(tool: Tool, services: Services, caller: Visitor, given: Arguments): Promise<string> {
  const { op, takes, preset, reshape } = tool
  const input = inputOf(tool, given)
  try {
    const answer = await perform(op, services, caller, { ...input, ...preset })
    return toJson(reshape ? reshape(toObject(answer), services.site) : answer)
  } catch (error) {
    throw error instanceof Failure ? asToolsTell(error, takes) : error
  }
}

/** Arguments under the names of the fields behind them. Clients with strict schemas send null for what they leave out. */
function inputOf({ op, takes }: Tool, given: Arguments) {
  const unknown = Object.keys(given).find((argument) => !Object.hasOwn(takes, argument))
  if (unknown !== undefined) fail('INVALID_FIELD', { ...fieldName(unknown), problem: 'unknown' })
  const named = Object.entries(given).map(([argument, value]) => [takes[argument] as string, value] as const)
  const isOptional = (field: string) => (op.input.shape[field] as z.ZodType).isOptional()
  return Object.fromEntries(named.filter(([field, value]) => value !== null || !isOptional(field)))
}

/** By the argument, not the field behind it, and with the wait: no model sees the header that tells it elsewhere. */
function asToolsTell(failure: Failure, takes: Tool['takes']): Failure {
  const { details, retryAfter } = failure
  const field = Object.keys(takes).find((argument) => takes[argument] === details?.field)
  if (!field && !retryAfter) return failure
  return failure.withDetails({
    ...details,
    ...(field && { field }),
    ...(retryAfter && { retry_after_seconds: retryAfter }),
  })
}
