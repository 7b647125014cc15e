import assert from 'node:assert/strict'
import { test } from 'node:test'
import { getHeapSpaceStatistics } from 'node:v8'
import { collectAfterStart } from '../../src/worker/heap.ts'

const youngBytes = () =>
  getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space')?.physical_space_size ?? 0

test('the collection after the start gives back the room that the start has made for new objects', () => {
  const kept = Array.from({ length: 300_000 }, (_, n) => ({ n }))
  const before = youngBytes()
  collectAfterStart()
  // A usual collection leaves more than half.
  assert.ok(youngBytes() < before / 4, `${youngBytes()} bytes of ${before} are left, beside ${kept.length} objects`)
})
