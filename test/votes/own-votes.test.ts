/** What a reader has voted, as pages show it. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { it } from 'node:test'
import { makeCaches } from '../../src/kernel/cache.ts'
import { systemClock } from '../../src/kernel/clock.ts'
import { readOwnVotes } from '../../src/votes/steps.ts'
import { onEachEngine, openBoard } from '../board.ts'

onEachEngine('the votes of a reader', (engine) => {
  it('are shown on every page, however many messages the reader has seen since the newest of them', async () => {
    await using board = await openBoard(engine)
    const [ada, bob] = [await board.account('ada'), await board.account('bob')]
    const { id: liked } = (await bob.posts()).body
    const { id: other } = (await bob.posts()).body
    assert.equal((await ada.votes(liked, 1)).status, 200)
    const { permanentCache } = makeCaches(systemClock, 10_000_000)
    const caller = { id: ada.id, name: 'ada', createdAt: 0, network: '', via: 'api_key', scopes: [] } as const
    const read = (ids: readonly string[]) =>
      board.db.read('own votes', async (tx) => {
        const votes = await readOwnVotes({ tx, caller, permanentCache }, ids, 1)
        return ids.map((id) => votes.get(id))
      })
    const unseen = (count: number) => Array.from({ length: count }, () => randomUUID())

    assert.deepEqual(await read([other]), [undefined])
    assert.deepEqual(await read([liked]), [1])
    for (const seen of [1, 47, 50, 100, 200, 98, 1, 1, 1, 300, 250]) {
      const page = [liked, ...unseen(seen), other]
      assert.deepEqual(await read(page), [1, ...Array(seen + 1).fill(undefined)], `${seen} more`)
      assert.deepEqual(await read([...page, ...unseen(1)]), [1, ...Array(seen + 2).fill(undefined)], `${seen} again`)
    }
  })
})
