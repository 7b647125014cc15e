/** Hands inputs to a worker thread and turns its answers back into values and failures. */
import { Failure, fail } from './kernel/errors.ts'
import type { PrepareInWorker } from './kernel/unparsed-input.ts'
import { JobStarved, JobTimeout, WorkerThread } from './kernel/worker-thread.ts'
import { fixed } from './limits.ts'
import { threadModule } from './own-files.ts'
import type { Job, Result } from './preparation-worker.ts'

/** One for the process: it ends when it has been idle. */
const thread = new WorkerThread(threadModule('preparation-worker'), fixed.preparationMaxMs)

export const prepareInWorker: PrepareInWorker = async (op, input, blockedWords) => {
  const job: Job = { operation: op.name, input, blockedWords }
  const result = await thread.run<Result>(job).catch(refuseTimeout)
  if ('failure' in result) throw Failure.fromData(result.failure)
  return result
}

const tooComplex = `This takes longer than ${fixed.preparationMaxMs / 1000} seconds to check; make its pictures simpler.`

function refuseTimeout(error: Error): never {
  if (error instanceof JobStarved) fail('UNAVAILABLE')
  if (!(error instanceof JobTimeout)) throw error
  fail('INVALID_FIELD', { field: 'blocks', problem: 'too_complex' }, { message: tooComplex })
}
