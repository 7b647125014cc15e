/** The worker thread's side: parses, validates and prepares one input at a time. */
import { fromBody, placesOf } from '../http/body/input.ts'
import { Failure } from '../kernel/errors.ts'
import { refuse } from '../kernel/fields.ts'
import { parseObject } from '../kernel/json.ts'
import { must } from '../kernel/must.ts'
import { type AnyOperation, type BlockedWords, finishOf, type PrepareContext } from '../kernel/operation.ts'
import type { Ready, UnparsedInput } from '../kernel/unparsed-input.ts'
import { doJobs } from '../kernel/worker-jobs.ts'
import { operations, siteOperations } from '../operations.ts'

export type Job = { operation: string; input: UnparsedInput; blockedWords: BlockedWords }
export type Result = Ready | { failure: ReturnType<Failure['toData']> }

doJobs(async (job: Job): Promise<Result> => {
  try {
    return await prepare(job)
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    return { failure: error.toData() }
  }
})

async function prepare({ operation, input, blockedWords }: Job): Promise<Ready> {
  const all: readonly AnyOperation[] = [...operations, ...siteOperations]
  const op = must(
    all.find(({ name }) => name === operation),
    `the operation ${operation}`,
  )
  const loaded = Buffer.from(input.loaded ?? [])
  const finish = finishOf(op)
  if (finish) return { input: {}, prepared: finish(loaded) }
  const body = input.body && fromBody(parseObject(Buffer.concat(input.body)), placesOf(op))
  const raw = { ...body, ...input.fields }
  const parsed = op.input.safeParse(raw)
  if (!parsed.success) refuse(op.input, parsed.error, raw)
  // Preparation in the worker is a pure function: it uses neither random values nor seals.
  const context = { blockedWords } as PrepareContext
  const prepared = await op.prepare?.(parsed.data, context, loaded)
  // The body is not sent back: the handler uses what was prepared from it.
  return { input: input.body ? input.fields : {}, prepared }
}
