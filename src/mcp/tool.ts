/** What a tool is: an operation of the catalogue, told to a model. */
import type { z } from 'zod'
import type { AnyOperation, Site } from '../kernel/operation.ts'
import type { ObjectSchema } from './schemas.ts'

/** As tools/list prints it. */
export type Listing = {
  name: string
  title: string
  description: string
  inputSchema: ObjectSchema
  outputSchema: ObjectSchema
  annotations: { readOnlyHint: boolean; destructiveHint: boolean; idempotentHint: boolean; openWorldHint: boolean }
}

/** It performs one operation; it may rename arguments and results, and does nothing else. */
export type Tool = {
  name: string
  op: AnyOperation
  /** Instead of the operation's own. */
  summary?: string
  /** Argument → input field, for every argument that it takes. */
  takes: Readonly<Record<string, string>>
  /** Input fields that the tool fills in itself. */
  preset?: Readonly<Record<string, unknown>>
  output: readonly z.ZodType[]
  reshape?(answer: unknown, site: Site): object
}

type Reshaping<O extends z.ZodType> = Omit<Tool, 'op' | 'output' | 'reshape'> & {
  op: AnyOperation & { output: O }
  output: z.ZodType
  reshape(answer: z.output<O>, site: Site): object
}

/** Returns its argument: it exists so that the answer's type is inferred from the operation. */
export const tool = <O extends z.ZodType>({ output, reshape, ...form }: Reshaping<O>): Tool => ({
  ...form,
  output: [output],
  reshape: (answer, site) => reshape(answer as z.output<O>, site),
})

/** Every field of an operation under its own name, but for those renamed (argument → field). */
export function allFields(op: AnyOperation, renamed: Readonly<Record<string, string>> = {}): Record<string, string> {
  const taken = new Set(Object.values(renamed))
  const same = Object.keys(op.input.shape).filter((field) => !taken.has(field))
  return { ...renamed, ...Object.fromEntries(same.map((field) => [field, field])) }
}

/** The tool that performs an operation as it is. */
export const plainTool = (name: string, op: AnyOperation): Tool => ({
  name,
  op,
  takes: allFields(op),
  output: op.replay ? [op.output, op.replay] : [op.output],
})
