/** Hands inputs to a worker thread and turns its answers back into values and failures. */
import { Failure, fail } from '../kernel/errors.ts'
import { ownerOf } from '../kernel/perform.ts'
import type { PrepareInWorker } from '../kernel/unparsed-input.ts'
import { JobLost, JobRefused, JobStarved, JobTimeout, JobTooLarge, WorkerThread } from '../kernel/worker-thread.ts'
import { threadEntry } from '../program/own-files.ts'
import { fixed } from '../settings/limits.ts'
import { tuning } from '../settings/tuning.ts'
import type { Job, Result } from './preparation-worker.ts'

/** One for the process: it ends when it has been idle. */
const thread = new WorkerThread(threadEntry('worker/preparation-worker'), {
  maxMs: fixed.preparationMaxMs,
  maxWaitingBytes: tuning.bodiesMaxBytes,
  maxWaitingBytesOfOne: tuning.bodiesOfOneCallerMaxBytes,
  maxHeapBytes: fixed.preparationHeapMaxBytes,
  maxIdleHeapBytes: tuning.preparationIdleHeapMaxBytes,
})

/** Messages of the thread that came too late to answer anything, since the process began. */
export const countIgnoredMessages = () => thread.ignoredMessages

export const prepareInWorker: PrepareInWorker = async (op, input, { caller, blockedWords }) => {
  const job: Job = { operation: op.name, input, blockedWords }
  const result = await thread.run<Result>(job, ownerOf(caller)).catch(refuseFailedJob)
  if ('failure' in result) throw Failure.fromData(result.failure)
  return result
}

const tooComplex = `This takes longer than ${fixed.preparationMaxMs / 1000} seconds or too much memory to check; make its pictures simpler.`

/** Too complex is refused for good, and bad luck for now. Other errors are thrown as they are. */
export function refuseFailedJob(error: Error): never {
  const isTransient = [JobStarved, JobLost, JobRefused].some((kind) => error instanceof kind)
  if (isTransient) fail('UNAVAILABLE', undefined, { cause: error })
  if (!(error instanceof JobTimeout || error instanceof JobTooLarge)) throw error
  fail('INVALID_FIELD', { field: 'blocks', problem: 'too_complex' }, { message: tooComplex })
}
