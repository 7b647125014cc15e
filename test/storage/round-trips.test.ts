/** How often PostgreSQL is waited for. Before statements were sent together, a publication took sixteen round trips. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { openBoard } from '../board.ts'
import { engines, freshDatabase } from '../setup/databases.ts'
import { openSlowPeer } from '../setup/slow-peer.ts'

describe('round trips to PostgreSQL', { skip: !engines.includes('postgres') }, () => {
  it('are at most six for a publication, and fewer for each of several at the same moment', async () => {
    const database = await freshDatabase('postgres')
    await using peer = await openSlowPeer(database.url)
    const board = await openBoard('postgres', { databaseUrl: peer.url })
    const ada = await board.account('ada')
    await ada.posts() // connections are open, statements are prepared, the day's first rows are there
    const countDuring = async (act: () => Promise<unknown>) => {
      const before = peer.roundTrips()
      await act()
      return peer.roundTrips() - before
    }

    const alone = await countDuring(() => ada.posts())
    const ten = await countDuring(() => Promise.all(Array.from({ length: 10 }, () => ada.posts())))

    assert.ok(alone <= 6, `${alone} round trips`)
    assert.ok(ten < 7 * alone, `${ten} round trips for ten`)
    await board.close()
    await database.remove()
  })
})
