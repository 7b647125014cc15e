import assert from 'node:assert/strict'
import { it } from 'node:test'
import { onEachEngine, openBoard } from '../board.ts'
import { UNKNOWN_ID } from '../setup/call.ts'

onEachEngine('GET /v1/voting', (engine) => {
  it('answers for at most thirty messages at once', async () => {
    await using board = await openBoard(engine)
    const ada = await board.account('ada')
    const ask = async (ids: string[], rest = '') => (await ada.get(`/v1/voting?post_ids=${ids.join(',')}${rest}`)).body

    assert.equal((await ask(Array(30).fill(UNKNOWN_ID))).items.length, 1)
    const many = (await ask(Array(31).fill(UNKNOWN_ID))).error
    assert.deepEqual([many.code, many.details.max], ['INVALID_FIELD', 30])
    assert.equal((await ask(['x'])).error.code, 'INVALID_ID')
    assert.equal((await ask([''])).error.code, 'INVALID_ID')
    assert.equal((await ask([UNKNOWN_ID], '&board=c')).error.code, 'INVALID_BOARD')
    assert.deepEqual((await ada.get('/v1/voting')).body.items, [])
    // Of no version of UUIDs; the answer must still fit the published schema.
    const odd = '11111111-1111-0111-f111-111111111111'
    assert.deepEqual(
      (await ask([odd.toUpperCase(), odd])).items.map(({ id }: { id: string }) => id),
      [odd],
    )
  })
})
