import assert from 'node:assert/strict'
import { it } from 'node:test'
import { Failure } from '../../src/kernel/errors.ts'
import { readSettled, settleFirst } from '../../src/kernel/settlement.ts'
import type { Database } from '../../src/storage/sql.ts'

/** Reads something of which so many parts are due; each write settles one, or fails. */
async function readWith(due: number, { fails, asks = true }: { fails?: unknown; asks?: boolean } = {}) {
  const log: string[] = []
  let left = due
  const tx = {}
  const db = {
    read: (_name: string, work: (handle: object) => unknown) => work(tx),
    write: (_name: string, work: (handle: object) => unknown) => work(tx),
  } as unknown as Database
  const settlement = {
    isDue: async () => left > 0,
    async settle() {
      log.push('settle')
      if (fails) throw fails
      left--
      return left > 0
    },
  }
  const read = async (_tx: unknown, _now: number, isDue: () => Promise<boolean>) => {
    log.push('read')
    if (log.length > 1 && !asks) return 'answer'
    return (await isDue()) ? settleFirst : 'answer'
  }
  const answer = await readSettled(db, 'read', settlement, { now: () => 1 }, read).catch((error) => error)
  return [answer, ...log]
}

it('a read finds nothing due: all that was due is settled first, and it reads again', async () => {
  assert.deepEqual(await readWith(0), ['answer', 'read'])
  assert.deepEqual(await readWith(3), ['answer', 'read', 'settle', 'settle', 'settle', 'read'])
})

it('a read goes on where nothing can be settled, and fails with another error only if it asks', async () => {
  const busy = new Failure('UNAVAILABLE')
  assert.deepEqual(await readWith(1, { fails: busy }), ['answer', 'read', 'settle', 'read'])
  const faults = [new Failure('GONE'), Object.assign(new Error('broken'), { code: 'UNAVAILABLE' })]
  for (const fails of faults) {
    assert.deepEqual(await readWith(1, { fails }), [fails, 'read', 'settle', 'read'])
    assert.deepEqual(await readWith(1, { fails, asks: false }), ['answer', 'read', 'settle', 'read'])
  }
})
