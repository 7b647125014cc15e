import assert from 'node:assert/strict'
import { it } from 'node:test'
import { onEachEngine, openBoard } from '../board.ts'

const key = 'the-same-key-every-time'

onEachEngine('looking up a publication', (engine) => {
  it('finds the receipt of a message that still exists, by its idempotency key in the header', async () => {
    await using board = await openBoard(engine)
    const ada = await board.account('ada')
    const thread = await ada.posts({}, key)

    const found = await ada.looksUp(key)
    const unknown = await ada.looksUp('a-key-never-used-0000')
    await ada.deletes(thread.body.id)
    const deleted = await ada.looksUp(key)

    assert.deepEqual(found.body, {
      found: true,
      publication: thread.body,
      retained_only: true,
      scope: 'own_named_publications',
    })
    for (const { body } of [unknown, deleted]) {
      assert.equal(body.found, false)
      assert.ok(body.note)
      assert.equal(body.publication, undefined)
    }
    assert.equal((await ada.get('/v1/me/publications/lookup')).body.error.code, 'IDEMPOTENCY_KEY_REQUIRED')
    assert.equal((await ada.get(`/v1/me/publications/lookup?request_id=${key}`)).body.error.code, 'INVALID_FIELD')
  })
})
