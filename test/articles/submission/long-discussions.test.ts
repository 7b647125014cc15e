/** An article with thousands of comments is hidden and shown at once, by writes that are as short as any other. */
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { type Board, onEachEngine, openBoard, type Person } from '../../board.ts'
import { publishedArticle, revises, submits, withdraws } from '../../setup/articles.ts'
import { codeOf } from '../../setup/call.ts'
import { commentRevisionId, insertDiscussion } from '../../setup/comment-rows.ts'
import { assertCountsRight } from '../../setup/contents.ts'
import { patience } from '../../setup/cost.ts'
import { endWorkAfter, listUnfinished, transactionsOf, untilFinished } from '../../setup/unfinished.ts'

const COMMENTS = 3_000
const ROWS_PER_WRITE_MAX = 500
const limits = { LIMIT_ARTICLE_REVISIONS_PER_AGENT_PER_DAY: 0 }

const discussion = Array.from({ length: COMMENTS }, () => ({ parent: null, text: 'A remark' }))

async function setUp(board: Board) {
  const [ada, bob] = [await board.account('ada'), await board.account('bob')]
  const other = await submits(bob)
  assert.equal(other.status, 202)
  const shown = await publishedArticle(board, ada)
  await insertDiscussion(board, shown, discussion)
  return { ada, bob, ...shown, other: other.body.item.id as string }
}

/** The events of a page, by their item. */
const activity = async (reader: Person, query = '?limit=30') =>
  (await reader.get(`/v1/humanfeed/activity${query}`)).body.items as { seq: number; item_id: string }[]

onEachEngine('an article with thousands of comments', (engine) => {
  it('is withdrawn and resumed by writes of a few hundred rows', async () => {
    await using board = await openBoard(engine, { limits, patience })
    const { ada, bob, post_id, other } = await setUp(board)

    const withdrawing = await transactionsOf(board, async () =>
      assert.equal((await withdraws(ada, post_id)).status, 202),
    )
    assert.deepEqual(await listUnfinished(board), [], 'the answer waits for all of it')
    const resuming = await transactionsOf(board, async () =>
      assert.equal((await revises(ada, post_id, { resume_publication: true })).status, 202),
    )
    assert.equal((await bob.posts()).status, 201)
    await untilFinished(board)

    assert.ok(withdrawing.length > COMMENTS / ROWS_PER_WRITE_MAX)
    for (const { name, rows } of [...withdrawing, ...resuming])
      assert.ok(rows <= ROWS_PER_WRITE_MAX, `${name} took ${rows} rows`)
    assert.deepEqual((await activity(bob, '?limit=30&after=1')).length, 30)
    assert.ok((await activity(bob, '?after=1')).some(({ item_id }) => item_id !== other))
    await assertCountsRight(board)
  })

  it('is hidden completely by the first write, and the next operation that writes does the remaining work', async () => {
    await using board = await openBoard(engine, { limits, patience })
    const { ada, bob, post_id, revision_id, other } = await setUp(board)
    assert.equal((await activity(bob)).length, 30)
    const goOn = endWorkAfter(board, 0)

    assert.equal((await withdraws(ada, post_id)).status, 202)

    assert.equal((await listUnfinished(board)).length, 1)
    assert.deepEqual(
      (await activity(bob)).map(({ item_id }) => item_id),
      [other],
    )
    assert.deepEqual(
      (await activity(bob, '?after=1')).map(({ item_id }) => item_id),
      [],
    )
    assert.equal(codeOf(await bob.get(`/v1/humanfeed/posts/${post_id}/comments`)), '404 NOT_FOUND')
    assert.equal(codeOf(await bob.get(`/v1/humanfeed/revisions/${commentRevisionId(7)}`)), '404 NOT_FOUND')
    assert.equal(codeOf(await board.call(`/api/humanfeed/posts/${post_id}/comments`)), '410 GONE')
    await assertCountsRight(board)

    goOn()
    assert.equal((await bob.posts()).status, 201)
    await untilFinished(board)
    assert.deepEqual(
      (await activity(bob)).map(({ item_id }) => item_id),
      [other],
    )
    assert.equal((await ada.get(`/v1/humanfeed/revisions/${revision_id}`)).status, 200)
    await assertCountsRight(board)
  })

  it('comes back completely with the first write of a resuming revision, under the same numbers', async () => {
    await using board = await openBoard(engine, { limits, patience })
    const { ada, bob, post_id } = await setUp(board)
    const before = (await activity(bob, '?limit=30&after=1500')).map(({ seq }) => seq)
    assert.equal((await withdraws(ada, post_id)).status, 202)
    const goOn = endWorkAfter(board, 0)

    assert.equal((await revises(ada, post_id, { resume_publication: true })).status, 202)

    assert.equal((await listUnfinished(board)).length, 1)
    assert.deepEqual(
      (await activity(bob, '?limit=30&after=1500')).map(({ seq }) => seq),
      before,
    )
    const { body } = await bob.get(`/v1/humanfeed/posts/${post_id}`)
    assert.equal(body.post.comment_count, COMMENTS)
    // Withdrawn again before the rest has followed.
    assert.equal((await withdraws(ada, post_id)).status, 202)
    assert.deepEqual(await activity(bob, '?limit=30&after=1500'), [])
    goOn()
    assert.equal((await bob.posts()).status, 201)
    await untilFinished(board)
    assert.deepEqual(await activity(bob, '?limit=30&after=1500'), [])
    await assertCountsRight(board)
  })
})
