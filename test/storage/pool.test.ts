/** The pool of connections. */
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { deadlineIn, Line, Pool } from '../../src/storage/pool.ts'

it('a pool keeps an item that was made for somebody who stopped waiting, and forgets nobody else who waits', async () => {
  const made: PromiseWithResolvers<string>[] = []
  const make = () => {
    made.push(Promise.withResolvers())
    return (made.at(-1) as PromiseWithResolvers<string>).promise
  }
  const pool = new Pool<string>({ max: 1, make, isBroken: (item) => item === 'broken' })
  const patient = deadlineIn(60_000)
  const held = Promise.withResolvers<void>()
  const first = pool.use(patient, () => held.promise)
  made[0]?.resolve('broken')
  const refused = assert.rejects(pool.use({ remainingMs: () => 50 }, async (item) => item))
  const second = pool.use(patient, async (item) => item)

  await new Promise((resolve) => setImmediate(resolve)) // the first has its item
  held.resolve()
  await first
  await refused
  made[1]?.resolve('new')

  assert.equal(await second, 'new')
  assert.equal(await pool.use(patient, async (item) => item), 'new')
})

const unavailable = { code: 'UNAVAILABLE' }

it('a closed pool lends nothing, not even what was being made, and makes nothing', async () => {
  const made: PromiseWithResolvers<string>[] = []
  const make = () => {
    made.push(Promise.withResolvers())
    return (made.at(-1) as PromiseWithResolvers<string>).promise
  }
  const pool = new Pool<string>({ max: 2, make })
  const early = pool.use(deadlineIn(60_000), async (item) => item)
  const closing = pool.close(deadlineIn(60_000))
  const late = pool.use(deadlineIn(60_000), async (item) => item)
  for (const { resolve } of made) resolve('made')

  await assert.rejects(early, unavailable)
  await assert.rejects(late, unavailable)
  assert.deepEqual([await closing, made.length], [['made'], 1])
})

it('a line takes 2,000 and refuses the next', async () => {
  const line = new Line<number, void>()
  const waiting = Array.from({ length: 2_000 }, (_, n) => line.wait(n, deadlineIn(60_000)))
  assert.throws(() => line.wait(2_000, deadlineIn(60_000)), unavailable)
  line.shift()?.resolve()
  waiting.push(line.wait(2_001, deadlineIn(60_000)))
  line.refuseAll()
  const outcomes = await Promise.allSettled(waiting)
  assert.equal(outcomes.filter(({ status }) => status === 'rejected').length, 2_000)
})
