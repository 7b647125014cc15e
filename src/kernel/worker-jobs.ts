/** The thread's side of a `WorkerThread`: it says that it is ready for a job, is given it, and answers it by its id. */
import { getHeapStatistics } from 'node:v8'
import { parentPort } from 'node:worker_threads'
import { ownBuffersIn } from './transfer.ts'

/** An offer of a job, then the job. */
export type ToThread = { id: number } | { id: number; payload: unknown }
export type FromThread = { id: number; isReady: true } | { id: number; result: unknown; heapBytes: number }

export function doJobs<Payload>(run: (payload: Payload) => unknown) {
  const port = parentPort as NonNullable<typeof parentPort>
  port.on('message', async (message: ToThread) => {
    const { id } = message
    if (!('payload' in message)) return port.postMessage({ id, isReady: true } satisfies FromThread)
    const result = await run(message.payload as Payload)
    const heapBytes = getHeapStatistics().total_heap_size
    port.postMessage({ id, result, heapBytes } satisfies FromThread, ownBuffersIn(result))
  })
}
