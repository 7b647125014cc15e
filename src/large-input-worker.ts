/** The worker thread's side: parses, validates and prepares one large input at a time. */
import { parentPort } from 'node:worker_threads'
import { fromBody, placesOf } from './http/wire/input.ts'
import { parseObject } from './http/wire/json.ts'
import { Failure } from './kernel/errors.ts'
import { refuse } from './kernel/fields.ts'
import type { LargeInput } from './kernel/large-input.ts'
import type { AnyOperation, BlockedWords, Tools } from './kernel/operation.ts'
import { operations } from './operations.ts'

export type LargeJob = { operation: string; input: LargeInput; blockedWords: BlockedWords }
export type LargeResult = { prepared: unknown; input: unknown } | { failure: ReturnType<Failure['toData']> }

const port = parentPort as NonNullable<typeof parentPort>

port.on('message', async (job: LargeJob) => {
  port.postMessage('started')
  try {
    port.postMessage(await prepare(job))
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    port.postMessage({ failure: error.toData() })
  }
})

async function prepare({ operation, input, blockedWords }: LargeJob): Promise<LargeResult> {
  const op = operations.find(({ name }) => name === operation) as AnyOperation
  const raw = { ...(input.body && fromBody(parseObject(Buffer.from(input.body)), placesOf(op))), ...input.fields }
  const parsed = op.input.safeParse(raw)
  if (!parsed.success) return refuse(op.input, parsed.error, raw)
  // A large operation's `prepare` is pure: it uses neither randomness nor seals.
  const tools = { blockedWords } as Tools
  const prepared = await op.prepare?.(parsed.data, tools, Buffer.from(input.loaded ?? []))
  return { prepared, input: input.fields }
}
