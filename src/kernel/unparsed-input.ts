/** Inputs that are parsed, validated and prepared in a worker thread, so that the event loop never waits for them. */
import type { AnyOperation, BlockedWords, Caller } from './operation.ts'

export type UnparsedInput = {
  /** Fields from the path, the query and the headers, or a whole input. */
  fields: Readonly<Record<string, unknown>>
  /** A JSON body that has not been parsed yet, in pieces. */
  body?: readonly Buffer[]
  /** A document that `load` found. */
  loaded?: Buffer
}

/** An input that has passed, and what was prepared of it. */
export type Ready = { input: Record<string, unknown>; prepared: unknown }

export type PrepareInWorker = (
  op: AnyOperation,
  input: UnparsedInput,
  call: { caller: Caller; blockedWords: BlockedWords },
) => Promise<Ready>

const unparsed = new WeakSet<object>()

export function unparsedInput(input: UnparsedInput): UnparsedInput {
  unparsed.add(input)
  return input
}

export const isUnparsed = (raw: unknown): raw is UnparsedInput => raw instanceof Object && unparsed.has(raw)
