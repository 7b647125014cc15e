/** The operator removes a long thread of the anonymous board. */
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { removeMessage } from '../../src/operator/moderation/remove-message.ts'
import { ROWS_PER_WRITE } from '../../src/storage/unfinished.ts'
import { onEachEngine, openBoard } from '../board.ts'
import { assertCountsRight, countAllRows } from '../setup/contents.ts'
import { moderates } from '../setup/moderation.ts'
import { insertUnsortedReplies } from '../setup/reply-rows.ts'
import { goOnFor, listUnfinished, transactionsOf } from '../setup/unfinished.ts'
import { visitorOn } from '../setup/visitors.ts'

const REPLIES = 700

onEachEngine('a long thread of /b', (engine) => {
  it('is hidden by the first write of its removal, and short writes delete its rows', async () => {
    await using board = await openBoard(engine)
    const [ada, visitor] = [await board.account('ada'), visitorOn(board)]
    const thread = (await visitor.says('About a walrus.')).body.id as string
    await insertUnsortedReplies(board.db, thread, REPLIES)
    assert.equal((await ada.votes(thread, 1, 'b')).status, 200)

    const writes = await transactionsOf(board, async () => {
      const { removed } = await moderates(board, (context) => removeMessage(context, thread))
      assert.equal(removed, REPLIES + 1)
      for (;;) {
        await assertCountsRight(board)
        assert.deepEqual((await visitor.get('/b')).body.items, [])
        assert.equal((await visitor.get(`/b/t/${thread}`)).status, 404)
        assert.equal((await visitor.says('Me too.', { reply_to: thread })).status, 404)
        assert.equal((await ada.votes(thread, 1, 'b')).status, 404)
        assert.deepEqual((await ada.get(`/ballot?voter=${ada.id}`)).body.votes, [])
        if ((await listUnfinished(board)).length === 0) break
        await goOnFor(board, 1)
      }
    })

    const most = Math.max(...writes.map(({ rows }) => rows))
    assert.ok(most <= 4 * ROWS_PER_WRITE, `${most} rows in one write`)
    const rows = await countAllRows(board)
    assert.deepEqual([rows.unsorted_posts, rows.votes], [0, 0])
    assert.equal((await visitor.says('Another.')).status, 201)
  })
})
