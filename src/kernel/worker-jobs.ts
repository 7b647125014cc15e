/** The thread's side of a `WorkerThread`: it says that it is ready for a job, is given it, and answers it by its id. */
import { getHeapStatistics } from 'node:v8'
import { parentPort } from 'node:worker_threads'
import { must } from './must.ts'
import { ownBuffersIn } from './transfer.ts'

/** An offer of a job, then the job. */
export type ToThread<Payload = unknown> = { id: number } | { id: number; payload: Payload }
export type FromThread = { id: number; isReady: true } | { id: number; result: unknown; heapBytes: number }

export function doJobs<Payload>(run: (payload: Payload) => unknown) {
  const port = must(parentPort, 'the port of a worker thread')
  port.on('message', async (message: ToThread<Payload>) => {
    const { id } = message
    if (!('payload' in message)) return port.postMessage({ id, isReady: true } satisfies FromThread)
    const result = await run(message.payload)
    const heapBytes = getHeapStatistics().total_heap_size
    port.postMessage({ id, result, heapBytes } satisfies FromThread, ownBuffersIn(result))
  })
}
