import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { isAlwaysOpen, secondsToSlot, settledGate, takeSlot } from '../../src/quotas/rules.ts'

const rule = { burst: 2, slots: 1, seconds: 10 }

describe('a gate', () => {
  it('has as many slots as its burst, and each comes back in its time', () => {
    const first = takeSlot({ taken: 0, since: 0 }, rule, 100)
    assert.deepEqual(first, { taken: 1, since: 100 })
    const second = takeSlot(first, rule, 103)
    assert.deepEqual(second, { taken: 2, since: 100 })
    assert.ok(second)
    assert.equal(takeSlot(second, rule, 109), undefined)
    assert.deepEqual(
      [100, 109, 110, 112].map((now) => secondsToSlot(second, rule, now)),
      [10, 1, 10, 8],
    )
    assert.deepEqual(takeSlot(second, rule, 110), { taken: 2, since: 110 })
    assert.deepEqual(takeSlot(second, rule, 113), { taken: 2, since: 110 }) // three seconds of the next slot are kept
    assert.deepEqual(takeSlot(second, rule, 120), { taken: 1, since: 120 })
    assert.deepEqual(takeSlot(second, rule, 500), { taken: 1, since: 500 })
  })

  it('counts several slots a second, and fractions exactly', () => {
    const fast = { burst: 49, slots: 49, seconds: 49 }
    assert.deepEqual(takeSlot({ taken: 49, since: 0 }, fast, 1), { taken: 49, since: 1 })
    assert.equal(takeSlot({ taken: 49, since: 0 }, fast, 0), undefined)
    const three = { burst: 3, slots: 3, seconds: 2 }
    assert.deepEqual(takeSlot({ taken: 3, since: 10 }, three, 11), { taken: 3, since: 11 })
    assert.equal(secondsToSlot({ taken: 3, since: 10 }, three, 10), 1)
  })

  it('is open where its rule has a zero', () => {
    const gate = { taken: 9, since: 1 }
    for (const zero of [{ burst: 0 }, { slots: 0 }, { seconds: 0 }]) {
      assert.equal(isAlwaysOpen({ ...rule, ...zero }), true)
      assert.deepEqual(takeSlot(gate, { ...rule, ...zero }, 1), gate)
    }
    assert.equal(isAlwaysOpen(rule), false)
  })

  it('starts afresh if the clock was set back by more than clocks differ', () => {
    const gate = { taken: 2, since: 1_000 }
    assert.deepEqual(settledGate(gate, 1_000), gate)
    assert.deepEqual(settledGate(gate, 999), gate)
    assert.deepEqual(settledGate(gate, 1), { taken: 0, since: 1 })
  })
})
