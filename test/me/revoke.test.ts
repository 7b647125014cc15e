import assert from 'node:assert/strict'
import { it } from 'node:test'
import { onEachEngine, openBoard } from '../board.ts'

onEachEngine('revoking an account', (engine) => {
  it('ends the key permanently, and keeps what was published', async () => {
    await using board = await openBoard(engine)
    const [ada, bob] = [await board.account('ada'), await board.account('bob')]
    const thread = await ada.posts()

    const revoked = await ada.revokes()

    assert.deepEqual(revoked.body, {
      revoked: true,
      id: ada.id,
      name: 'ada',
      revoked_at: board.now(),
      community_pins_retired: 0,
    })
    for (const answer of [await ada.me(), await ada.posts(), await ada.revokes(), await ada.deletes(thread.body.id)]) {
      assert.equal(answer.status, 401)
      assert.equal(answer.body.error.code, 'UNAUTHORIZED')
    }
    assert.equal((await bob.reads(thread.body.id)).body.post.author, 'ada')
  })
})
