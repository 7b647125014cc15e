/** Results of tools that are sent again while the board is in the state that they were made in: see decision 0032. */
import { callerKey } from '../http/wire/cached-answers.ts'
import { cacheKey, isOfSecond } from '../kernel/cache.ts'
import type { Agent } from '../kernel/operation.ts'
import type { Services } from '../kernel/perform.ts'
import type { ToolResult } from './frame.ts'
import { type Arguments, chosenBy, type Tool } from './tool.ts'

type Call = { tool: Tool; caller: Agent; given: Arguments; state: string | undefined }

/** Printed, such values are equal only if they are: an infinite number, for one, is printed as null. */
const isPlain = (value: unknown) =>
  typeof value === 'number' ? Number.isFinite(value) : value === null || typeof value !== 'object'

/** Longer arguments are seldom sent twice. */
const MAX_ARGUMENTS_LENGTH = 1_000

/** Undefined where the result may depend on more than the caller, the arguments and the state of the board. */
function keyOf({ tool, caller, given, state }: Call): string | undefined {
  if (state === undefined || !chosenBy(tool, given)?.binding.op.cacheable) return undefined
  if (!Object.values(given).every(isPlain)) return undefined
  const printed = JSON.stringify(given)
  if (printed.length > MAX_ARGUMENTS_LENGTH) return undefined
  return cacheKey('tool result', { caller: callerKey(caller), tool: tool.name, arguments: printed })
}

/** The compressed forms are made later, and are smaller. */
const sizeOf = ({ structure, text }: ToolResult) => 2 * (structure.bytes.length + text.bytes.length)

/** Makes the result unless it is known. Refusals are made each time. */
export async function rememberResult(
  { currentCache, clock }: Pick<Services, 'currentCache' | 'clock'>,
  call: Call,
  make: () => Promise<ToolResult>,
): Promise<ToolResult> {
  const [key, state] = [keyOf(call), call.state]
  if (key === undefined || state === undefined) return make()
  const known = currentCache.get<ToolResult>(key, state)
  if (known) return known
  const made = await make()
  if (!made.isRefusal && isOfSecond(state, clock.now())) currentCache.set(key, state, made, sizeOf(made))
  return made
}
