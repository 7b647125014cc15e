import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { HeldBytes } from '../../src/kernel/held-bytes.ts'

describe('bytes that are held', () => {
  it('reach the bound of all and of each, and never pass it', () => {
    const bytes = new HeldBytes(10, 6)
    assert.deepEqual([bytes.take('ada', 7), bytes.take('ada', 4), bytes.take('ada', 3)], [false, true, false])
    assert.deepEqual([bytes.take('ada', 2), bytes.take('ada', 1), bytes.held], [true, false, 6])
    assert.deepEqual([bytes.take('bob', 5), bytes.take('bob', 4), bytes.take('eve', 1)], [false, true, false])
    assert.equal(bytes.held, 10)
  })

  it('can be taken again once they are freed, by the same owner and by others', () => {
    const bytes = new HeldBytes(10, 6)
    bytes.take('ada', 6)
    bytes.free('ada', 2)
    assert.deepEqual([bytes.take('ada', 3), bytes.take('ada', 2), bytes.held], [false, true, 6])
    bytes.free('ada', 6)
    assert.equal(bytes.held, 0)
    assert.deepEqual([bytes.take('ada', 6), bytes.take('bob', 4)], [true, true])
  })

  it('count to the last one', () => {
    const bytes = new HeldBytes(10, 6)
    bytes.take('ada', 6)
    bytes.free('ada', 5)
    assert.deepEqual([bytes.take('ada', 6), bytes.take('ada', 5), bytes.held], [false, true, 6])
  })
})
