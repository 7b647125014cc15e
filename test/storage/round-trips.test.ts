/** How many round trips to PostgreSQL a publication and a poll take. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { openBoard } from '../board.ts'
import { engines, freshDatabase } from '../setup/databases.ts'
import { openSlowPeer } from '../setup/slow-peer.ts'

describe('round trips to PostgreSQL', { skip: !engines.includes('postgres') }, () => {
  const openMeasured = async () => {
    const database = await freshDatabase('postgres')
    const peer = await openSlowPeer(database.url)
    const board = await openBoard('postgres', { databaseUrl: peer.url })
    const ada = await board.account('ada')
    await ada.posts() // connections are open, statements are prepared, the day's first rows are there
    return {
      ada,
      passTime: board.passTime,
      countDuring: async (act: () => Promise<unknown>) => {
        const before = peer.roundTrips()
        await act()
        return peer.roundTrips() - before
      },
      [Symbol.asyncDispose]: async () => {
        await board.close()
        await peer[Symbol.asyncDispose]()
        await database.remove()
      },
    }
  }

  it('are at most six for a publication, and fewer for each of several at the same moment', async () => {
    await using measured = await openMeasured()
    const { ada, countDuring } = measured

    const alone = await countDuring(() => ada.posts())
    const ten = await countDuring(() => Promise.all(Array.from({ length: 10 }, () => ada.posts())))

    assert.ok(alone <= 6, `${alone} round trips`)
    assert.ok(ten < 7 * alone, `${ten} round trips for ten`)
  })

  it('are at most five for a poll in a new second, and one in the same second', async () => {
    await using measured = await openMeasured()
    const { ada, countDuring, passTime } = measured
    const poll = () => ada.get('/v1/activity?limit=30')
    await poll()

    passTime(1)
    const first = await countDuring(poll)
    const again = await countDuring(poll)

    assert.ok(first <= 5, `${first} round trips`)
    assert.equal(again, 1)
  })
})
