/** A worker thread whose jobs say what they do to it. */
import { parentPort } from 'node:worker_threads'

const port = parentPort as NonNullable<typeof parentPort>

port.on('message', (job: string) => {
  port.postMessage('started')
  if (job === 'spin') for (;;);
  if (job === 'wait') Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 700)
  if (job === 'sleep') Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)
  if (job === 'throw') throw new Error('no')
  port.postMessage({ done: job })
})
