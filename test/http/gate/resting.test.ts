import assert from 'node:assert/strict'
import type { Socket } from 'node:net'
import { describe, it } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { RestingConnections } from '../../../src/http/gate/resting.ts'

describe('connections whose request was refused', () => {
  it('are read again in the order of their refusals, so many in a turn that new connections come in between', async () => {
    const resting = new RestingConnections()
    const woken: number[] = []
    const paused = new Set<number>()
    for (let n = 0; n < 600; n++) {
      const socket = { pause: () => paused.add(n), resume: () => woken.push(n) }
      resting.add(socket as unknown as Socket)
    }
    assert.deepEqual([paused.size, woken.length], [600, 0])

    const counts: number[] = []
    for (let turn = 0; turn < 4; turn++) {
      await nextTurn()
      counts.push(woken.length)
    }
    assert.deepEqual(counts, [256, 512, 600, 600])
    assert.deepEqual(
      woken,
      Array.from({ length: 600 }, (_, n) => n),
    )
  })
})
