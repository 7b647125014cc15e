/** What an author does with an article: revise, withdraw, resume. */
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { onEachEngine, openBoard } from '../../board.ts'
import {
  comments,
  idsIn,
  listsArticles,
  publishedArticle,
  readsItem,
  readsRevision,
  revises,
  submits,
  withdraws,
} from '../../setup/articles.ts'
import { hardContent, softContent, wordsFile } from '../../setup/blocked-words.ts'
import { codeOf, UNKNOWN_ID } from '../../setup/call.ts'
import { assertNothingChanges } from '../../setup/contents.ts'
import { moderatorOf } from '../../setup/moderators.ts'

onEachEngine('revising an article', (engine) => {
  const limits = { LIMIT_ARTICLE_REVISIONS_PER_AGENT_PER_DAY: 0 }

  it('supersedes a waiting revision in either state, except if the new revision is rejected', async () => {
    using words = wordsFile()
    await using board = await openBoard(engine, { limits, env: { BLOCKED_WORDS_FILE: words.path } })
    const ada = await board.account('ada')
    const statusOf = async (revision: string) => (await readsRevision(ada, revision)).body.post.revision_status

    const first = idsIn(await submits(ada))
    const rejected = idsIn(await revises(ada, first.post, hardContent()))
    assert.deepEqual([rejected.status, await statusOf(first.revision)], ['rejected', 'awaiting_votes'])
    const waiting = idsIn(await revises(ada, first.post, softContent()))
    assert.deepEqual([waiting.status, await statusOf(first.revision)], ['auto_review', 'superseded'])
    assert.equal(await statusOf(rejected.revision), 'rejected')
    const second = idsIn(await revises(ada, first.post))
    assert.deepEqual([second.status, await statusOf(waiting.revision)], ['awaiting_votes', 'superseded'])
    const third = idsIn(await revises(ada, first.post))
    assert.deepEqual([third.status, await statusOf(second.revision)], ['awaiting_votes', 'superseded'])
    assert.equal((await listsArticles(ada)).body.items.length, 1)
  })

  it('leaves the public revision public, and shows others the candidate, then falls back', async () => {
    await using board = await openBoard(engine, { limits })
    const [ada, bob] = [await board.account('ada'), await board.account('bob')]
    const { post_id, revision_id } = await publishedArticle(board, ada)

    const candidate = idsIn(await revises(ada, post_id))
    const [own, others] = [(await readsItem(ada, post_id)).body, (await readsItem(bob, post_id)).body]
    assert.equal(own.post.revision_id, candidate.revision)
    assert.deepEqual(others.revision_context, {
      read_revision_id: candidate.revision,
      public_revision_id: revision_id,
      active_candidate_revision_id: candidate.revision,
      read_revision_is_public: false,
      read_revision_is_current_candidate: true,
    })
    assert.deepEqual(others.post.revision_context, others.revision_context)
    assert.equal(others.post.website_status, 'listed')
    const exact = (await readsRevision(bob, revision_id)).body.revision_context
    assert.deepEqual([exact.read_revision_is_public, exact.read_revision_is_current_candidate], [true, false])

    board.passTime(30 * 86_400)
    const fallen = (await readsItem(bob, post_id)).body
    assert.equal(fallen.post.revision_id, revision_id)
    assert.equal(fallen.revision_context.active_candidate_revision_id, null)
    const newest = (await readsItem(ada, post_id)).body.post
    assert.deepEqual([newest.revision_id, newest.revision_status], [candidate.revision, 'expired'])
    assert.equal(codeOf(await readsRevision(bob, candidate.revision)), '404 NOT_FOUND')
  })

  it('falls back for others when the newest revision is rejected or waits for the operator', async () => {
    using words = wordsFile()
    await using board = await openBoard(engine, { limits, env: { BLOCKED_WORDS_FILE: words.path } })
    const [ada, bob] = [await board.account('ada'), await board.account('bob')]
    const { post_id, revision_id } = await publishedArticle(board, ada)

    for (const content of [hardContent(), softContent()]) {
      const { revision } = idsIn(await revises(ada, post_id, content))
      assert.equal((await readsItem(ada, post_id)).body.post.revision_id, revision)
      assert.equal((await readsItem(bob, post_id)).body.post.revision_id, revision_id)
      assert.equal((await listsArticles(bob)).body.items[0].revision_id, revision_id)
      assert.equal(codeOf(await readsRevision(bob, revision)), '404 NOT_FOUND')
    }
  })

  it('is for its author: others get 403, or 404 where they cannot read it, and nothing is stored', async () => {
    using words = wordsFile()
    await using board = await openBoard(engine, { limits, env: { BLOCKED_WORDS_FILE: words.path } })
    const [ada, bob] = [await board.account('ada'), await board.account('bob')]
    const open = idsIn(await submits(ada))
    const hidden = idsIn(await submits(ada, hardContent()))
    const comment = idsIn(await comments(ada, open.post, open.revision))

    await assertNothingChanges(board, async () => {
      assert.equal(codeOf(await revises(bob, open.post)), '403 NOT_OWNER')
      assert.equal(codeOf(await revises(bob, hidden.post)), '404 NOT_FOUND')
      assert.equal(codeOf(await revises(bob, comment.post)), '403 NOT_OWNER')
      assert.equal(codeOf(await revises(ada, UNKNOWN_ID)), '404 NOT_FOUND')
      const own = await revises(ada, comment.post)
      assert.deepEqual([codeOf(own), own.body.error.details.revision_status], ['409 REVISION_STATE', 'published'])
      assert.equal(codeOf(await withdraws(bob, open.post)), '403 NOT_OWNER')
      assert.equal(codeOf(await withdraws(bob, hidden.post)), '404 NOT_FOUND')
      assert.equal(codeOf(await withdraws(ada, UNKNOWN_ID)), '404 NOT_FOUND')
    })
    await withdraws(ada, open.post)
    assert.equal(codeOf(await revises(bob, comment.post)), '404 NOT_FOUND')
  })
})

onEachEngine('withdrawing an article', (engine) => {
  const limits = { LIMIT_ARTICLE_REVISIONS_PER_AGENT_PER_DAY: 0 }

  it('withdraws waiting and public revisions at once; a repeat is answered with 202 and replayed', async () => {
    await using board = await openBoard(engine, { limits })
    const [ada, bob] = [await board.account('ada'), await board.account('bob')]
    const { post_id, revision_id } = await publishedArticle(board, ada)
    const candidate = idsIn(await revises(ada, post_id))

    const done = await withdraws(ada, post_id)
    assert.equal(done.status, 202)
    assert.deepEqual(
      [done.body.revision_status, done.body.website_status, done.body.published_revision, done.body.replayed],
      ['withdrawn', 'withdrawn', null, false],
    )
    for (const revision of [revision_id, candidate.revision]) {
      assert.equal((await readsRevision(ada, revision)).body.post.revision_status, 'withdrawn')
      assert.equal(codeOf(await readsRevision(bob, revision)), '404 NOT_FOUND')
    }
    assert.equal(codeOf(await readsItem(bob, post_id)), '404 NOT_FOUND')
    assert.deepEqual((await listsArticles(bob)).body.items, [])
    const again = await assertNothingChanges(board, () => withdraws(ada, post_id))
    assert.deepEqual([again.status, again.body], [202, { ...done.body, replayed: true }])
  })

  it('hides superseded revisions from others, too, and leaves their state', async () => {
    await using board = await openBoard(engine, { limits })
    const [ada, bob] = [await board.account('ada'), await board.account('bob')]
    const first = idsIn(await submits(ada))
    await revises(ada, first.post)
    assert.equal((await readsRevision(bob, first.revision)).body.post.revision_status, 'superseded')

    await withdraws(ada, first.post)
    assert.equal(codeOf(await readsRevision(bob, first.revision)), '404 NOT_FOUND')
    assert.equal((await readsRevision(ada, first.revision)).body.post.revision_status, 'superseded')
  })

  it('is refused if no revision waits or is public', async () => {
    using words = wordsFile()
    await using board = await openBoard(engine, { limits, env: { BLOCKED_WORDS_FILE: words.path } })
    const ada = await board.account('ada')
    const rejected = idsIn(await submits(ada, hardContent()))
    const expired = idsIn(await submits(ada))
    board.passTime(30 * 86_400)
    await listsArticles(ada)

    await assertNothingChanges(board, async () => {
      for (const [item, status] of [
        [rejected.post, 'rejected'],
        [expired.post, 'expired'],
      ] as const) {
        const answer = await withdraws(ada, item)
        assert.deepEqual([codeOf(answer), answer.body.error.details.revision_status], ['409 REVISION_STATE', status])
      }
    })
  })

  it('is ended by a resuming revision that waits, not by one that is rejected', async () => {
    using words = wordsFile()
    await using board = await openBoard(engine, { limits, env: { BLOCKED_WORDS_FILE: words.path } })
    const [ada, bob] = [await board.account('ada'), await board.account('bob')]
    const first = idsIn(await submits(ada))
    await withdraws(ada, first.post)

    const refused = await assertNothingChanges(board, () => revises(ada, first.post))
    assert.deepEqual([codeOf(refused), refused.body.error.details.revision_status], ['409 REVISION_STATE', 'withdrawn'])
    assert.match(refused.body.error.message, /resume_publication/)
    assert.equal(codeOf(await revises(ada, first.post, { resume_publication: false })), '409 REVISION_STATE')
    const rejected = await revises(ada, first.post, { resume_publication: true, ...hardContent() })
    assert.deepEqual([rejected.body.revision_status, rejected.body.website_status], ['rejected', 'withdrawn'])
    assert.equal((await withdraws(ada, first.post)).body.replayed, true)

    const resumed = await revises(ada, first.post, { resume_publication: true })
    assert.deepEqual([resumed.body.revision_status, resumed.body.website_status], ['awaiting_votes', 'not_listed'])
    assert.equal((await readsItem(bob, first.post)).body.post.revision_id, resumed.body.revision.id)
    assert.equal((await readsRevision(ada, first.revision)).body.post.revision_status, 'withdrawn')
    assert.equal(codeOf(await readsRevision(bob, first.revision)), '404 NOT_FOUND')
    assert.equal((await withdraws(ada, first.post)).body.replayed, false)
  })

  it('is ended by a resuming revision that waits for the operator', async () => {
    using words = wordsFile()
    await using board = await openBoard(engine, { limits, env: { BLOCKED_WORDS_FILE: words.path } })
    const ada = await board.account('ada')
    const { post } = idsIn(await submits(ada))
    await withdraws(ada, post)

    const resumed = await revises(ada, post, { resume_publication: true, ...softContent() })
    assert.deepEqual([resumed.body.revision_status, resumed.body.website_status], ['auto_review', 'not_listed'])
  })

  it('outlasts a restriction and its lift; a restricted article takes no revision', async () => {
    await using board = await openBoard(engine, { limits })
    const [ada, bob, operator] = [await board.account('ada'), await board.account('bob'), moderatorOf(board)]
    const { post_id, revision_id } = await publishedArticle(board, ada)
    const candidate = idsIn(await revises(ada, post_id))

    await operator.restricts(post_id)
    const shown = (await readsItem(ada, post_id)).body.post
    assert.deepEqual([shown.revision_status, shown.website_status], ['restricted', 'restricted'])
    assert.equal(codeOf(await readsItem(bob, post_id)), '404 NOT_FOUND')
    assert.equal(codeOf(await readsRevision(bob, revision_id)), '404 NOT_FOUND')
    for (const resume_publication of [true, false]) {
      const refused = await revises(ada, post_id, { resume_publication })
      assert.deepEqual(
        [codeOf(refused), refused.body.error.details.revision_status],
        ['409 REVISION_STATE', 'restricted'],
      )
    }
    await operator.lifts(post_id)
    assert.equal((await readsItem(bob, post_id)).body.post.revision_id, candidate.revision)
    assert.equal((await readsRevision(bob, revision_id)).body.post.revision_status, 'published')

    await operator.restricts(post_id)
    const withdrawn = await withdraws(ada, post_id)
    assert.deepEqual([withdrawn.status, withdrawn.body.website_status], [202, 'restricted'])
    await operator.lifts(post_id)
    const left = (await readsItem(ada, post_id)).body.post
    assert.deepEqual([left.revision_status, left.website_status], ['withdrawn', 'withdrawn'])
    assert.equal(codeOf(await readsItem(bob, post_id)), '404 NOT_FOUND')
  })
})
