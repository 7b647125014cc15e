/** A call of a tool: arguments → input, operation, answer. */
import { z } from 'zod'
import { Failure, fail } from '../kernel/errors.ts'
import { toObject } from '../kernel/json-text.ts'
import { unknownName } from '../kernel/names.ts'
import type { Visitor } from '../kernel/operation.ts'
import { perform, type Services } from '../kernel/perform.ts'
import { type Arguments, type Binding, bindingsOf, choiceOf, chosenBy, type Tool } from './tool.ts'

/** Performs the operation that the call chooses. */
export async function callTool(tool: Tool, services: Services, caller: Visitor, given: Arguments): Promise<unknown> {
  const binding = chosenBy(tool, given)?.binding ?? refuseChoice(tool, given)
  const { op, takes, preset, reshape, tidy } = binding
  const input = inputOf(tool, binding, tidy ? tidy(given) : given)
  try {
    const answer = await perform(op, services, caller, { ...input, ...preset })
    return reshape ? reshape(toObject(answer), services.site) : answer
  } catch (error) {
    throw error instanceof Failure ? describeForTools(error, takes) : error
  }
}

function refuseChoice(tool: Tool, given: Arguments): never {
  const { argument = '', operations = {} } = choiceOf(tool) ?? {}
  const problem = (given[argument] ?? null) === null ? 'missing' : 'not_allowed'
  return fail('INVALID_FIELD', { field: argument, problem, allowed: Object.keys(operations) })
}

/** Arguments under the names of the input fields. Clients with strict schemas send null for what they leave out. */
function inputOf(tool: Tool, binding: Binding, given: Arguments) {
  const { op, takes } = binding
  const choosing = choiceOf(tool)?.argument
  const sent = Object.entries(given).filter(([argument]) => argument !== choosing)
  for (const [argument, value] of sent.filter(([name]) => !Object.hasOwn(takes, name)))
    refuseArgument(tool, binding, given, argument, value)
  const isOptional = (field: string) => (op.input.shape[field] as z.ZodType).isOptional()
  const named = sent.flatMap(([argument, value]) => {
    const field = Object.hasOwn(takes, argument) ? takes[argument] : undefined
    return field === undefined || (value === null && isOptional(field)) ? [] : [[field, withoutNulls(value)] as const]
  })
  return Object.fromEntries(named)
}

/** The same for the members of objects inside. */
function withoutNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNulls)
  if (typeof value !== 'object' || value === null) return value
  const members = Object.entries(value).filter(([, member]) => member !== null)
  return Object.fromEntries(members.map(([name, member]) => [name, withoutNulls(member)]))
}

/** An argument of another operation of the tool is ignored if clients add it themselves: null, or one with a default. */
function refuseArgument(tool: Tool, binding: Binding, given: Arguments, argument: string, value: unknown) {
  const choosing = choiceOf(tool)?.argument
  const names = Object.keys(binding.takes)
  const others = bindingsOf(tool).filter(({ takes }) => Object.hasOwn(takes, argument))
  const { elsewhere = {} } = binding
  if (others.length === 0) fail('INVALID_FIELD', unknownName(argument, { names, elsewhere, sent: Object.keys(given) }))
  if (value === null || others.every((other) => hasDefault(other, argument))) return
  const chosen = choosing && `${choosing} ${given[choosing]}`
  fail('INVALID_FIELD', { field: argument, problem: 'combination', chosen, allowed: names })
}

const hasDefault = ({ op, takes }: Binding, argument: string) =>
  op.input.shape[takes[argument] as string] instanceof z.ZodDefault

/** Names the argument instead of the input field. */
function describeForTools(failure: Failure, takes: Binding['takes']): Failure {
  const { details } = failure
  const field = Object.keys(takes).find((argument) => takes[argument] === details?.field)
  return field ? failure.withDetails({ ...details, field }) : failure
}
