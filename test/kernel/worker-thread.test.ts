import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { JobStarved, JobTimeout, WorkerThread } from '../../src/kernel/worker-thread.ts'

const entry = new URL('./busy-thread.ts', import.meta.url)

describe('a worker thread', () => {
  it('does one job after the other, and is replaced after one that hangs or fails', async () => {
    const thread = new WorkerThread(entry, 100)
    const outcomes = await Promise.allSettled(['one', 'spin', 'two', 'throw', 'three'].map((job) => thread.run(job)))
    await thread.close()

    assert.deepEqual(
      outcomes.map((outcome) => (outcome.status === 'fulfilled' ? outcome.value : outcome.reason.constructor)),
      [{ done: 'one' }, JobTimeout, { done: 'two' }, Error, { done: 'three' }],
    )
  })

  it('is given the bytes of a job, not a copy', async () => {
    const thread = new WorkerThread(entry, 1_000)
    const bytes = Buffer.alloc(100_000, 'x')
    const { done } = await thread.run<{ done: { bytes: Uint8Array } }>({ bytes })
    await thread.close()

    assert.equal(bytes.length, 0)
    assert.equal(Buffer.from(done.bytes).toString(), 'x'.repeat(100_000))
  })

  it('counts processor time: a job that only waits for the processor goes on, though not for ever', async () => {
    const thread = new WorkerThread(entry, 100)
    assert.deepEqual(await thread.run('wait'), { done: 'wait' })
    await assert.rejects(thread.run('sleep'), JobStarved)
    assert.deepEqual(await thread.run('one'), { done: 'one' })
    await thread.close()
  })
})
