import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { makeCaches, readOnce } from '../../src/kernel/cache.ts'
import { systemClock } from '../../src/kernel/clock.ts'

const context = () => ({ tx: { version: () => 'v1' }, now: 1, ...makeCaches(systemClock, 1_000_000) })

describe('what everybody sees alike', () => {
  it('is read once for all who ask while it is being read', async () => {
    const shared = context()
    let reads = 0
    const read = () => readOnce(shared, 'page', async () => ({ text: `read ${++reads}`, bytes: 10 }))

    const answers = await Promise.all([read(), read(), read()])

    assert.deepEqual(
      [...answers, await read()].map(({ text }) => text),
      Array(4).fill('read 1'),
    )
  })

  it('is read by each if the one who read it first failed', async () => {
    const shared = context()
    let reads = 0
    const read = () =>
      readOnce(shared, 'page', async () => {
        if (++reads === 1) throw new Error('The connection was lost.')
        return { bytes: reads }
      })

    const [first, second] = await Promise.allSettled([read(), read()])

    assert.equal(first.status, 'rejected')
    assert.deepEqual(second, { status: 'fulfilled', value: { bytes: 2 } })
    assert.deepEqual(await read(), { bytes: 3 })
  })
})
