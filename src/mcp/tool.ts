/** The form that every tool fills in: what models read about it, and the operation or operations that it performs. */
import type { z } from 'zod'
import type { AnyOperation, Site } from '../kernel/operation.ts'

export type Arguments = Readonly<Record<string, unknown>>

/** One operation as a tool performs it: arguments and answer may have other names than in REST. */
export type Binding = {
  op: AnyOperation
  /** Argument → input field, for every argument that it takes. */
  takes: Readonly<Record<string, string>>
  /** Names that belong inside an argument, and the advice to a caller that sends them beside it. */
  elsewhere?: Readonly<Record<string, string>>
  /** Removes arguments that a model sends although they have no effect. */
  tidy?(given: Arguments): Arguments
  /** Input fields with a fixed value. */
  preset?: Readonly<Record<string, unknown>>
  output: readonly z.ZodType[]
  reshape?(answer: unknown, site: Site): object
}

/** Several operations of one tool; the value of one argument chooses which of them a call performs. */
export type Choice = {
  argument: string
  description: string
  /** Value of the argument → operation. */
  operations: Readonly<Record<string, Binding>>
  /** Descriptions of arguments that the operations describe differently. */
  describes?: Readonly<Record<string, string>>
}

export type Tool = {
  name: string
  title: string
  /** What it does, in one sentence. */
  summary: string
  /** When to use it, and what to expect. */
  advice?: string
  /** Whether it shows or changes what others see; tools that show only the caller's own figures are `closed world`. */
  openWorld: boolean
  destructive?: true
  /** Whether its answer holds text or names that others wrote. */
  showsContent?: true
  performs: Binding | Choice
}

/** A model pays for every argument of every tool, and answers to tools are short anyway. */
const restOnly = new Set(['author', 'compact', 'wait'])

/** Every field of an operation under its own name, except those renamed (argument → field) and those of REST alone. */
export function allFields(op: AnyOperation, renamed: Readonly<Record<string, string>> = {}): Record<string, string> {
  const taken = new Set(Object.values(renamed))
  const same = Object.keys(op.input.shape).filter((field) => !taken.has(field) && !restOnly.has(field))
  return { ...renamed, ...Object.fromEntries(same.map((field) => [field, field])) }
}

type Changes<O extends z.ZodType> = Pick<Partial<Binding>, 'takes' | 'elsewhere' | 'preset' | 'tidy'> & {
  /** The answer in another shape, and the schema of that shape. */
  answer?: { output: z.ZodType; reshape(answer: z.output<O>, site: Site): object }
}

/** Binds an operation with the same arguments and the same answer as in REST, except for the changes. */
export function bind<O extends z.ZodType>(
  op: AnyOperation & { output: O },
  { takes = allFields(op), elsewhere, preset, tidy, answer }: Changes<O> = {},
): Binding {
  return {
    op,
    takes,
    ...(elsewhere && { elsewhere }),
    ...(preset && { preset }),
    ...(tidy && { tidy }),
    output: answer ? [answer.output] : op.replay ? [op.output, op.replay] : [op.output],
    ...(answer && { reshape: (given, site) => answer.reshape(given as z.output<O>, site) }),
  }
}

const isChoice = (performs: Tool['performs']): performs is Choice => 'operations' in performs

export const choiceOf = ({ performs }: Tool): Choice | undefined => (isChoice(performs) ? performs : undefined)

export const bindingsOf = ({ performs }: Tool): readonly Binding[] =>
  isChoice(performs) ? Object.values(performs.operations) : [performs]

/**
 * The operation that a call performs, and the name under which it is counted; undefined if the arguments choose none.
 */
export function chosenBy(tool: Tool, given: Arguments): { binding: Binding; countedAs: string } | undefined {
  const { name, performs } = tool
  if (!isChoice(performs)) return { binding: performs, countedAs: name }
  const value = given[performs.argument]
  if (typeof value !== 'string' || !Object.hasOwn(performs.operations, value)) return undefined
  return { binding: performs.operations[value] as Binding, countedAs: `${name} ${value}` }
}
