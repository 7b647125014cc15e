/** A worker thread whose jobs say what they do to it. */
import { parentPort, threadId } from 'node:worker_threads'
import { doJobs, type FromThread, type ToThread } from '../../src/kernel/worker-jobs.ts'

const port = parentPort as NonNullable<typeof parentPort>

let current: ToThread
const hoard: unknown[] = []
port.on('message', (message: ToThread) => {
  current = message
})

const say = (done: unknown) => port.postMessage({ id: current.id, result: { done }, heapBytes: 0 } satisfies FromThread)

function burn(ms: number) {
  for (const end = performance.now() + ms; performance.now() < end; );
}

type Job = string | { bytes: Uint8Array } | { count: Int32Array } | { started: Int32Array; go: Int32Array }

doJobs((job: Job) => {
  if (job === 'wait' || job === 'wait and spin') Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 700)
  if (job === 'spin' || job === 'wait and spin') for (;;);
  if (job === 'burn') burn(60)
  if (job === 'sleep') Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)
  if (job === 'throw') throw new Error('no')
  if (job === 'fill') for (const filled: unknown[] = []; ; ) filled.push(new Array(10_000).fill(filled.length))
  if (job === 'hoard') hoard.push(Array.from({ length: 5_000_000 }, (_, n) => n))
  if (job === 'which thread') return threadId
  if (job === 'exit') process.exit(0)
  if (job === 'answer twice') say(job)
  if (job === 'answer nothing that can be copied') return { done: () => {} }
  if (job === 'answer while it fails') {
    process.once('exit', () => say(job))
    throw new Error('no')
  }
  if (typeof job === 'object' && 'count' in job) for (;;) Atomics.add(job.count, 0, 1)
  if (typeof job === 'object' && 'go' in job) {
    Atomics.store(job.started, 0, 1)
    Atomics.notify(job.started, 0)
    Atomics.wait(job.go, 0, 0)
  }
  return { done: job }
})
