/** A comment with thousands of answers is hidden at once, and shown again, by writes that are as short as any other. */
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { ROWS_PER_WRITE } from '../../../src/storage/unfinished.ts'
import { type Answer, type Board, onEachEngine, openBoard, type Person } from '../../board.ts'
import { comments, publishedArticle, withdraws } from '../../setup/articles.ts'
import { codeOf } from '../../setup/call.ts'
import { commentId, commentRevisionId, insertDiscussion, type PlannedComment } from '../../setup/comment-rows.ts'
import { assertCountsRight } from '../../setup/contents.ts'
import { patience } from '../../setup/cost.ts'
import { isSoak } from '../../setup/databases.ts'
import { liftsItem, restrictsItem } from '../../setup/moderation.ts'
import { endWorkAfter, goOnFor, listUnfinished, transactionsOf, untilFinished } from '../../setup/unfinished.ts'

const ANSWERS = 450
const text = 'A remark'

/** Below the first comment: every answer to it, or two to the first and two to each of those, and so on. */
const shapes = {
  'with many direct answers': () => 0,
  'with answers to answers': (n: number) => Math.floor((n - 1) / 2),
}

/** The first comment is cora's and has many answers; the last one stands beside it. */
async function setUp(board: Board, parentOf: (n: number) => number) {
  const [ada, bob, cora] = [await board.account('ada'), await board.account('bob'), await board.account('cora')]
  const article = await publishedArticle(board, ada)
  const below = Array.from({ length: ANSWERS }, (_, n): PlannedComment => ({ parent: parentOf(n + 1), text }))
  await insertDiscussion(board, article, [{ parent: null, text, author: cora.id }, ...below, { parent: null, text }])
  return { bob, cora, ...article, beside: commentId(ANSWERS + 1) }
}

async function pagesOf(ask: (before: string) => Promise<Answer>): Promise<string[]> {
  const found: string[] = []
  for (let before = ''; ; ) {
    const { status, body } = await ask(before)
    assert.equal(status, 200)
    found.push(...body.items.map((item: { id?: string; item_id?: string }) => item.id ?? item.item_id))
    if (body.next_before === null) return found
    before = `&before=${body.next_before}`
  }
}

const listedBy = (reader: Person, post_id: string) =>
  pagesOf((page) => reader.get(`/v1/humanfeed/posts/${post_id}/comments?limit=30${page}`))

/** What an agent and a human find: lists, counts, events, pages. */
async function answersTo(board: Board, reader: Person, post_id: string) {
  const human = (path: string) => board.call(path)
  const article = (await reader.get(`/v1/humanfeed/posts/${post_id}`)).body.post
  const shown = await human(`/api/humanfeed/posts/${post_id}`)
  return {
    listed: await listedBy(reader, post_id),
    events: await pagesOf((page) => reader.get(`/v1/humanfeed/activity?limit=30${page}`)),
    after: (await reader.get('/v1/humanfeed/activity?limit=30&after=3')).body.items.map(
      ({ item_id }: { item_id: string }) => item_id,
    ),
    latest: article.latest_comment?.id,
    counts: [article.comment_count, article.public_comment_count, shown.body.post.public_comment_count],
    first: (await human(`/humanfeed/${post_id}?thread=${commentId(0)}`)).status,
    one: codeOf(await reader.get(`/v1/humanfeed/posts/${commentId(7)}`)),
    revision: codeOf(await reader.get(`/v1/humanfeed/revisions/${commentRevisionId(7)}`)),
  }
}

onEachEngine('a comment', (engine) => {
  for (const [shape, parentOf] of Object.entries(shapes)) {
    it(`${shape} is withdrawn, restricted and lifted by writes of a few hundred rows`, async () => {
      await using board = await openBoard(engine, { patience })
      const { bob, cora, post_id, beside } = await setUp(board, parentOf)
      const before = await answersTo(board, bob, post_id)
      assert.equal(before.listed.length, ANSWERS + 2)

      const writes = await transactionsOf(board, async () => {
        await restrictsItem(board, commentId(0))
        await goOnFor(board, Number.MAX_SAFE_INTEGER)
        assert.deepEqual((await answersTo(board, bob, post_id)).listed, [beside])
        await liftsItem(board, commentId(0))
        await goOnFor(board, Number.MAX_SAFE_INTEGER)
      })
      const lifted = await answersTo(board, bob, post_id)
      assert.deepEqual(lifted, { ...before, events: [commentId(0), ...before.events] })
      writes.push(
        ...(await transactionsOf(board, async () => assert.equal((await withdraws(cora, commentId(0))).status, 202))),
      )

      assert.deepEqual(await listUnfinished(board), [], 'the answer waits for all of it')
      assert.deepEqual((await answersTo(board, bob, post_id)).counts, [1, 1, 1])
      assert.ok(writes.length > (3 * ANSWERS) / (4 * ROWS_PER_WRITE))
      for (const { name, rows } of writes) assert.ok(rows <= 4 * ROWS_PER_WRITE, `${name} took ${rows} rows`)
      await assertCountsRight(board)
    })

    it(`${shape} is hidden completely by the first write, and later writes change nothing that readers see`, async () => {
      await using board = await openBoard(engine, { patience })
      const { bob, cora, post_id, revision_id, beside } = await setUp(board, parentOf)
      const stop = endWorkAfter(board, 0)

      assert.equal((await withdraws(cora, commentId(0))).status, 202)

      assert.notDeepEqual(await listUnfinished(board), [])
      const between = await answersTo(board, bob, post_id)
      assert.deepEqual(between.listed, [beside])
      assert.deepEqual(between.events.slice(0, 2), [beside, post_id])
      assert.deepEqual([between.latest, between.counts], [beside, [1, 1, 1]])
      assert.deepEqual([between.one, between.revision, between.first], ['404 NOT_FOUND', '404 NOT_FOUND', 404])
      const answer = await comments(bob, post_id, revision_id, { parent_id: commentId(7) })
      assert.equal(codeOf(answer), '404 NOT_FOUND')
      await assertCountsRight(board)
      stop()
      while ((await listUnfinished(board)).length > 0) {
        await goOnFor(board, 2)
        await assertCountsRight(board)
        assert.deepEqual(await answersTo(board, bob, post_id), between)
      }
    })

    it(`${shape} comes back in parts, and is counted together with them`, async () => {
      await using board = await openBoard(engine, { patience })
      const { bob, post_id } = await setUp(board, parentOf)
      const before = await answersTo(board, bob, post_id)
      await restrictsItem(board, commentId(0))
      // Half of it is still shown by its rows when it comes back.
      await goOnFor(board, 4)
      await liftsItem(board, commentId(0))

      for (let seen = 1; ; ) {
        await assertCountsRight(board)
        const listed = await listedBy(bob, post_id)
        const { body } = await board.call(`/api/humanfeed/posts/${post_id}`)
        assert.equal(body.post.public_comment_count, listed.length)
        assert.ok(listed.length >= seen && listed.includes(commentId(0)))
        seen = listed.length
        if ((await listUnfinished(board)).length === 0) break
        await goOnFor(board, 2)
      }
      assert.deepEqual(await answersTo(board, bob, post_id), { ...before, events: [commentId(0), ...before.events] })
    })
  }

  it('with thousands of answers is right after comments in it were hidden and shown before all had followed', async () => {
    await using board = await openBoard(engine, { patience })
    const { bob, post_id, beside } = await setUp(board, shapes['with answers to answers'])
    const [top, left, lower] = [commentId(0), commentId(1), commentId(4)]
    const steps = [
      [restrictsItem, top],
      [restrictsItem, lower],
      [liftsItem, top],
      [restrictsItem, left],
      [liftsItem, lower],
      [restrictsItem, top],
      [liftsItem, left],
      [restrictsItem, lower],
      [liftsItem, top],
    ] as const
    for (const writes of isSoak ? [0, 2, 3] : [2])
      for (const [act, id] of [...steps, [liftsItem, lower] as const]) {
        await act(board, id)
        await assertCountsRight(board)
        await goOnFor(board, writes)
        await assertCountsRight(board)
      }
    await goOnFor(board, Number.MAX_SAFE_INTEGER)
    assert.equal((await answersTo(board, bob, post_id)).listed.length, ANSWERS + 2)

    await restrictsItem(board, lower)
    await restrictsItem(board, top)
    await goOnFor(board, 3)
    assert.deepEqual((await answersTo(board, bob, post_id)).listed, [beside])
    await liftsItem(board, top)
    assert.equal((await bob.posts()).status, 201)
    await untilFinished(board)
    const { listed } = await answersTo(board, bob, post_id)
    assert.ok(!listed.includes(lower) && !listed.includes(commentId(9)) && listed.includes(commentId(7)))
    await assertCountsRight(board)
  })
})
