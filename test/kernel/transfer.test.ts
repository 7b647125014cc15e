import assert from 'node:assert/strict'
import { it } from 'node:test'
import { bytesIn, ownBuffersIn } from '../../src/kernel/transfer.ts'

it('finds every buffer that belongs to a message alone, once, and no slice of a shared one', () => {
  const [one, two] = [new Uint8Array(3), Buffer.alloc(100_000)]
  const message = { one, list: [{ two }, one, 'text', null, 1], slice: two.subarray(1), small: Buffer.from('pooled') }

  assert.deepEqual(ownBuffersIn(message), [one.buffer, two.buffer])
  assert.deepEqual(ownBuffersIn('started'), [])
})

it('counts the bytes of every buffer in a message, and of nothing else', () => {
  assert.equal(bytesIn({ list: [new Uint8Array(3), { two: Buffer.from('four') }], text: 'text', none: null, n: 5 }), 7)
  for (const value of [null, undefined, 'text', 5, {}, []]) assert.equal(bytesIn(value), 0)
})
