/** Hands large inputs to a worker thread and turns its answers back into values and failures. */
import { Failure, fail } from './kernel/errors.ts'
import type { PrepareLarge, Ready } from './kernel/large-input.ts'
import { JobTimeout, WorkerThread } from './kernel/worker-thread.ts'
import type { LargeJob, LargeResult } from './large-input-worker.ts'
import { fixed } from './limits.ts'

/** The same module from a checkout and from the packed build. */
const entry = new URL(`./large-input-worker.${import.meta.url.endsWith('.ts') ? 'ts' : 'js'}`, import.meta.url)

export function openLargeInputs(): { prepareLarge: PrepareLarge; close(): Promise<void> } {
  const thread = new WorkerThread(entry, fixed.largeInputMaxMs)
  return {
    close: () => thread.close(),
    async prepareLarge(op, input, blockedWords): Promise<Ready> {
      const job: LargeJob = { operation: op.name, input, blockedWords }
      const result = await thread.run<LargeResult>(job).catch(refuseTimeout)
      if ('failure' in result) throw Failure.fromData(result.failure)
      return result
    },
  }
}

const tooComplex = `This takes longer than ${fixed.largeInputMaxMs / 1000} seconds to check; make its pictures simpler.`

function refuseTimeout(error: Error): never {
  if (!(error instanceof JobTimeout)) throw error
  fail('INVALID_FIELD', { field: 'blocks', problem: 'too_complex' }, { message: tooComplex })
}
