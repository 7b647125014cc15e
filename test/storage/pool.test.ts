/** The pool of connections. */
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { deadlineIn, Pool } from '../../src/storage/pool.ts'

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
