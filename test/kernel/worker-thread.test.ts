import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import {
  JobLost,
  JobRefused,
  JobStarved,
  JobTimeout,
  JobTooLarge,
  WorkerThread,
} from '../../src/kernel/worker-thread.ts'

const entry = new URL('./busy-thread.ts', import.meta.url)

/** What became of each: its value, or the kind of its error. */
const outcomesOf = async (jobs: readonly Promise<unknown>[]) =>
  (await Promise.allSettled(jobs)).map((outcome) =>
    outcome.status === 'fulfilled' ? outcome.value : outcome.reason.constructor,
  )

/** A job that goes on until it is told to end. */
function heldJob() {
  const signal = () => new Int32Array(new SharedArrayBuffer(4))
  const [started, go] = [signal(), signal()]
  return {
    job: { started, go },
    hasStarted: Atomics.waitAsync(started, 0, 0).value,
    end() {
      Atomics.store(go, 0, 1)
      Atomics.notify(go, 0)
    },
  }
}

describe('a worker thread', () => {
  it('does one job after the other, and is replaced after one that hangs or fails', async () => {
    const thread = new WorkerThread(entry, { maxMs: 100 })
    const jobs = ['one', 'spin', 'two', 'throw', 'three', 'exit', 'four', 'answer nothing that can be copied', 'five']
    const outcomes = await outcomesOf(jobs.map((job) => thread.run(job)))
    await thread.close()

    const done = (job: string) => ({ done: job })
    assert.deepEqual(outcomes, [
      done('one'),
      JobTimeout,
      done('two'),
      Error,
      done('three'),
      JobLost,
      done('four'),
      Error,
      done('five'),
    ])
  })

  it('answers each job once and with its own result, also if a thread answers late or twice', async () => {
    const thread = new WorkerThread(entry, { maxMs: 10_000 })
    const jobs = ['answer twice', 'one', 'answer while it fails', 'two', 'answer twice', 'answer twice', 'three']
    const outcomes = await outcomesOf(jobs.map((job) => thread.run(job)))
    await thread.close()

    // Whether the answer or the error of the third arrives first is not promised; that nobody else gets it is.
    for (const [n, outcome] of outcomes.entries())
      if (outcome !== Error || n !== 2) assert.deepEqual(outcome, { done: jobs[n] })
    assert.ok(thread.ignoredMessages >= 3)
  })

  it('fails a job that cannot be sent, and no other', async () => {
    const thread = new WorkerThread(entry, { maxMs: 10_000 })
    const outcomes = await outcomesOf([thread.run('one'), thread.run({ send: () => {} }), thread.run('two')])
    await thread.close()

    assert.deepEqual(outcomes, [{ done: 'one' }, DOMException, { done: 'two' }])
  })

  it('fails the job in hand and all that wait when it is closed, and takes no more', async () => {
    const thread = new WorkerThread(entry, { maxMs: 10_000 })
    const jobs = ['sleep', 'one', 'two'].map((job) => thread.run(job))
    const outcomes = outcomesOf(jobs)
    await thread.close()

    assert.deepEqual(await outcomes, [JobRefused, JobRefused, JobRefused])
    assert.deepEqual(await outcomesOf([thread.run('three')]), [JobRefused])
  })

  it('begins no job anew when it is closed, although it has done others', async () => {
    const thread = new WorkerThread(entry, { maxMs: 10_000 })
    assert.deepEqual(await thread.run('one'), { done: 'one' })
    const job = outcomesOf([thread.run('two')])
    await thread.close()

    assert.deepEqual(await job, [JobRefused])
  })

  it('gets the bytes of a job, not a copy', async () => {
    const thread = new WorkerThread(entry, { maxMs: 1_000 })
    const bytes = Buffer.alloc(100_000, 'x')
    const { done } = await thread.run<{ done: { bytes: Uint8Array } }>({ bytes })
    await thread.close()

    assert.equal(bytes.length, 0)
    assert.equal(Buffer.from(done.bytes).toString(), 'x'.repeat(100_000))
  })

  it('counts processor time: a job that only waits for the processor continues for a limited time', async () => {
    const thread = new WorkerThread(entry, { maxMs: 100 })
    for (let n = 0; n < 4; n++) assert.deepEqual(await thread.run('burn'), { done: 'burn' })
    assert.deepEqual(await thread.run('wait'), { done: 'wait' })
    await assert.rejects(thread.run('wait and spin'), JobTimeout)
    await assert.rejects(thread.run('sleep'), JobStarved)
    assert.deepEqual(await thread.run('one'), { done: 'one' })
    await thread.close()
  })

  it('does nothing more for a job that has taken too long', async () => {
    const thread = new WorkerThread(entry, { maxMs: 20 })
    const count = new Int32Array(new SharedArrayBuffer(4))
    await assert.rejects(thread.run({ count }), JobTimeout)
    for (let n = 0, before: number | undefined; before !== count[0]; n++) {
      assert.ok(n < 50, 'it has stopped')
      before = count[0]
      await pause(200)
    }
    await thread.close()
  })

  it('lets owners take turns, so that an owner with many jobs does not delay the others', async () => {
    const thread = new WorkerThread(entry, { maxMs: 10_000 })
    const first = heldJob()
    const order: string[] = []
    const does = (owner: string, job: string) => thread.run(job, owner).then(() => order.push(job))
    const jobs = [
      thread.run(first.job, 'ada'),
      ...['ada 1', 'ada 2', 'ada 3', 'ada 4'].map((job) => does('ada', job)),
      ...['bob 1', 'bob 2'].map((job) => does('bob', job)),
      does('eve', 'eve 1'),
    ]
    await first.hasStarted
    first.end()
    await Promise.all(jobs)
    await thread.close()

    assert.deepEqual(order, ['ada 1', 'bob 1', 'eve 1', 'ada 2', 'bob 2', 'ada 3', 'ada 4'])
  })

  it('is replaced after a job that left it with a large heap, and fails a job that needs more than it may', async () => {
    const thread = new WorkerThread(entry, {
      maxMs: 60_000,
      maxHeapBytes: 100 * 2 ** 20,
      maxIdleHeapBytes: 30 * 2 ** 20,
    })
    const first = await thread.run('which thread')
    assert.equal(await thread.run('which thread'), first)
    assert.deepEqual(await thread.run('hoard'), { done: 'hoard' })
    const second = await thread.run('which thread')
    assert.notEqual(second, first)
    assert.deepEqual(await outcomesOf([thread.run('fill')]), [JobTooLarge])
    assert.notEqual(await thread.run('which thread'), second)
    await thread.close()
  })

  it('refuses a job if too many bytes would wait, of one owner or of all, and has room again later', async () => {
    const thread = new WorkerThread(entry, { maxMs: 10_000, maxWaitingBytes: 300, maxWaitingBytesOfOne: 200 })
    const bytes = () => ({ bytes: Buffer.alloc(100) })
    const first = heldJob()
    const held = thread.run(first.job, 'ada')
    await first.hasStarted
    const accepted = ['ada', 'ada', 'bob'].map((owner) => thread.run(bytes(), owner))
    const refused = ['ada', 'bob', 'eve'].map((owner) => thread.run(bytes(), owner))

    assert.deepEqual(await outcomesOf(refused), [JobRefused, JobRefused, JobRefused])
    assert.equal(thread.waitingBytes, 300)
    first.end()
    await Promise.all([held, ...accepted])
    assert.equal(thread.waitingBytes, 0)
    await thread.run(bytes(), 'ada')
    await thread.close()
  })

  it('fails a job for which no thread can be started, and the next ones too', async () => {
    const thread = new WorkerThread(new URL('https://board.test/thread.js'), { maxMs: 10_000 })
    assert.deepEqual(await outcomesOf([thread.run('one'), thread.run('two')]), [TypeError, TypeError])
    await thread.close()
  })

  it('fails a job if its program fails at once, again and again, and waits for none of them', async () => {
    const thread = new WorkerThread(`throw new RangeError('no program')`, { maxMs: 60_000 })
    for (let n = 0; n < 2; n++)
      assert.deepEqual(await outcomesOf([thread.run('one'), thread.run('two')]), [RangeError, RangeError])
    await thread.close()
  })

  it('ends when it has been idle for half a minute, and never while it has a job, however late', async (t) => {
    t.mock.timers.enable({ apis: ['setTimeout'] })
    const thread = new WorkerThread(entry, { maxMs: 10_000 })
    const first = await thread.run('which thread')
    for (let n = 0; n < 8; n++) {
      t.mock.timers.tick(29_000)
      assert.equal(await thread.run('which thread'), first)
    }
    const long = heldJob()
    const done = thread.run(long.job)
    await long.hasStarted
    t.mock.timers.tick(100_000) // longer than an idle thread lives, and than the first jobs might have taken
    long.end()
    await done
    assert.equal(await thread.run('which thread'), first)
    t.mock.timers.tick(30_000)
    assert.notEqual(await thread.run('which thread'), first)
    await thread.close()
  })
})
