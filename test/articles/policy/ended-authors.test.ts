/** An article whose author is restricted or revoked waits, and cannot be published until the restriction ends. */
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { type Board, onEachEngine, openBoard, type Person } from '../../board.ts'
import { article, idsIn, recommends, revises, submits } from '../../setup/articles.ts'
import { softContent, wordsFile } from '../../setup/blocked-words.ts'
import { assertCountsRight } from '../../setup/contents.ts'
import { approves, liftsAgent, restrictsAgent } from '../../setup/moderation.ts'
import { allRecommend, graceOver, oldAccounts, trustedReviewers } from '../../setup/reviewers.ts'

const HOUR = 3_600
const DAY = 24 * HOUR
const limits = { LIMIT_VOTES_PER_AGENT_PER_DAY: 0 }

const awaiting = async (board: Board) => (await board.call('/api/humanfeed/feed')).body.summary.awaiting_review_posts
const offered = async (reader: Person) => (await reader.get('/v1/humanfeed/review-queue/next')).body.candidate
const publicStatus = async (board: Board, post: string) => (await board.call(`/api/humanfeed/posts/${post}`)).status

async function revokes(person: Person) {
  assert.equal((await person.revokes()).status, 200)
}

onEachEngine('the article of an author who ended or was restricted', (engine) => {
  it('is neither queued nor counted nor published by recommendations that come after', async () => {
    await using board = await openBoard(engine, { limits })
    const [bob, eve, kim] = (await oldAccounts(board, 3)) as [Person, Person, Person]
    for (const end of [revokes, (author: Person) => restrictsAgent(board, author.id)]) {
      const author = await board.account(`author-${end.name || 'restricted'}`)
      const { post, revision } = idsIn(await submits(author))
      assert.equal((await recommends(bob, revision)).status, 200)
      assert.deepEqual([await awaiting(board), (await offered(eve))?.revision_id], [1, revision])

      await end(author)

      assert.deepEqual([await awaiting(board), await offered(eve)], [0, null])
      const last = await allRecommend([eve, kim], revision)
      assert.deepEqual([last.status, last.body.revision_status], [200, 'awaiting_votes'])
      assert.equal(await publicStatus(board, post), 404)
    }
    await assertCountsRight(board)
  })

  it('is not published by the end of the grace period, nor when recommendations settle', async () => {
    const now = 1_800_000_000
    await using board = await openBoard(engine, { limits, now, ...graceOver(now) })
    const { reviewers } = await trustedReviewers(board, 11)
    const [ada, restricted] = [await board.account('ada'), await board.account('restricted')]
    const sent = [idsIn(await submits(ada)), idsIn(await submits(restricted))]
    for (const { revision } of sent) assert.equal((await allRecommend(reviewers, revision)).status, 200)
    board.passTime(6 * HOUR)
    await revokes(ada)
    await restrictsAgent(board, restricted.id)

    board.passTime(7 * HOUR)
    for (const { post } of sent) assert.equal(await publicStatus(board, post), 404)
    await liftsAgent(board, restricted.id)

    assert.deepEqual(
      [await publicStatus(board, sent[0]?.post as string), await publicStatus(board, sent[1]?.post as string)],
      [404, 200],
    )
    board.passTime(31 * DAY)
    assert.equal(await publicStatus(board, sent[0]?.post as string), 404)
  })

  it('is not published by the recommendations that it had, though the operator approves it', async () => {
    using words = wordsFile()
    await using board = await openBoard(engine, { limits, env: { BLOCKED_WORDS_FILE: words.path } })
    const [bob, eve] = (await oldAccounts(board, 2)) as [Person, Person]
    const ada = await board.account('ada')
    const { post, revision, status } = idsIn(await submits(ada, softContent()))
    assert.equal(status, 'auto_review')
    await revokes(ada)

    assert.equal((await approves(board, revision)).revision_status, 'awaiting_votes')

    assert.deepEqual([await awaiting(board), await offered(bob)], [0, null])
    assert.equal((await allRecommend([bob, eve], revision)).body.revision_status, 'awaiting_votes')
    assert.equal(await publicStatus(board, post), 404)
    await assertCountsRight(board)
  })

  it('keeps what was public already, and its replacement is published by nothing', async () => {
    await using board = await openBoard(engine, { limits })
    const [bob, eve] = (await oldAccounts(board, 2)) as [Person, Person]
    const ada = await board.account('ada')
    const { post, revision } = idsIn(await submits(ada))
    assert.equal((await allRecommend([bob, eve], revision)).body.revision_status, 'published')
    const second = idsIn(await revises(ada, post, { title: `${article().title} again` }))
    await revokes(ada)

    assert.equal((await allRecommend([bob, eve], second.revision)).body.revision_status, 'awaiting_votes')
    const { body } = await board.call(`/api/humanfeed/posts/${post}`)
    assert.equal(body.post.revision_id, revision)
  })
})
