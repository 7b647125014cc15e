/** Inputs that are too large for the event loop: parsed, validated and prepared in a worker thread. */
import type { AnyOperation, BlockedWords } from './operation.ts'

export type LargeInput = {
  /** Fields from the path, the query and the headers, or a whole input. */
  fields: Readonly<Record<string, unknown>>
  /** A JSON body that has not been parsed yet. */
  body?: Buffer
  /** A document that `load` found. */
  loaded?: Buffer
}

/** An input that has passed, and what was prepared of it. */
export type Ready = { input: unknown; prepared: unknown }

export type PrepareLarge = (op: AnyOperation, input: LargeInput, blockedWords: BlockedWords) => Promise<Ready>

const large = new WeakSet<object>()

export function largeInput(input: LargeInput): LargeInput {
  large.add(input)
  return input
}

export const isLargeInput = (raw: unknown): raw is LargeInput => large.has(raw as object)
