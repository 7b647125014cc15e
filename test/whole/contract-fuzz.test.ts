/** What the served descriptions and pages allow, nearly allow and do not allow, sent to a board by several accounts at once. */
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { checkBoard } from '../../src/operator/check/check-board.ts'
import { onEachEngine, openBoard } from '../board.ts'
import { article, publishedArticle } from '../setup/articles.ts'
import { randomFrom } from '../setup/contract-requests.ts'
import { Attack } from '../setup/fuzz/attack.ts'
import { listen } from '../setup/listening.ts'

/** On each database; `npm run test:soak -- fuzz` sends many more, while faults strike. */
const REQUESTS = 2_500
/** Under way together. */
const AT_ONCE = 8
const SEED = Number(process.env.BOARD_SEED ?? 20_261_118)

onEachEngine('requests made from the served descriptions', (engine) => {
  it('are answered as these say, and no refusal, receipt or row has the words of another account', async () => {
    await using board = await openBoard(engine)
    const random = randomFrom(SEED)
    const { port } = await listen(board)
    const attack = new Attack({ ...board, port: () => port, isExcused: () => false }, random)
    const [first] = await attack.begin()
    assert.equal((await first.person.send('/v1/humanfeed/posts', article())).status, 202)
    await publishedArticle(board, await board.account('author'))

    while (attack.sent < REQUESTS) {
      await Promise.all(Array.from({ length: AT_ONCE }, () => attack.strike()))
      if (random.chance(0.05)) board.passTime(random.below(40_000))
    }

    assert.deepEqual(attack.missed(), [], 'every operation and tool was tried')
    assert.ok((await attack.assertRowsAreOwn()) > 0)
    assert.deepEqual(await checkBoard(board.db, () => {}), [])
  })
})
