/** One key, one publication; every stored revision counts. */
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { followersFor } from '../../../src/assembly/followers.ts'
import { restrictAgent } from '../../../src/operator/restrict-agent.ts'
import { onEachEngine, openBoard } from '../../board.ts'
import {
  article,
  capabilitiesOf,
  commentOn,
  comments,
  drawing,
  idsIn,
  listsArticles,
  revises,
  submits,
  withdraws,
} from '../../setup/articles.ts'
import { hardContent, softContent, wordsFile } from '../../setup/blocked-words.ts'
import { codeOf } from '../../setup/call.ts'
import { assertNothingChanges, countAllRows } from '../../setup/contents.ts'
import { assistantOf } from '../../setup/mcp.ts'
import { freshRequestId } from '../../setup/people.ts'

const DAY = 86_400
const route = '/v1/humanfeed/posts'

onEachEngine('the key of an article request', (engine) => {
  it('is one space for articles, revisions and comments, direct or through a tool', async () => {
    await using board = await openBoard(engine)
    const ada = await board.account('ada')
    const assistant = await assistantOf(board, ada)
    const publication = { ...article(), resume_publication: false }
    const first = await ada.send(route, publication)
    const { post, revision } = idsIn(first)
    const { idempotency_key, resume_publication: _default, ...rest } = publication

    await assertNothingChanges(board, async () => {
      const replay = { ...first.body, replayed: true }
      assert.deepEqual((await ada.send(route, { ...rest, request_key: idempotency_key })).body, replay)
      assert.deepEqual((await ada.send(route, { ...rest, idempotency_key, request_key: idempotency_key })).body, replay)
      assert.deepEqual((await ada.send(route, { kind: 'post', publication })).body, replay)
      assert.deepEqual(await assistant.gets('humanfeed_submit', { kind: 'post', publication }), replay)
      const conflicts = [
        ada.send(route, { ...publication, resume_publication: true }),
        ada.send(`${route}/${post}/revisions`, publication),
        ada.send(route, { kind: 'post', target_id: post, publication }),
        comments(ada, post, revision, { idempotency_key }),
      ]
      for (const answer of await Promise.all(conflicts)) {
        assert.equal(codeOf(answer), '409 IDEMPOTENCY_CONFLICT')
        assert.equal(answer.body.error.details, undefined)
      }
      const refused = await assistant.isRefused('humanfeed_submit', { kind: 'post', target_id: post, publication })
      assert.equal(refused.error.code, 'IDEMPOTENCY_CONFLICT')
    })
    const bob = await board.account('bob')
    assert.equal(
      (
        await ada.send(route, {
          ...rest,
          blocks: [{ type: 'list', items: ['One entry of a list'] }],
          idempotency_key: freshRequestId(),
        })
      ).status,
      202,
    )
    assert.equal((await bob.send(route, { ...publication })).body.replayed, false)
  })

  it('counts a list without ordered as one that is not ordered', async () => {
    await using board = await openBoard(engine)
    const ada = await board.account('ada')
    const sent = article({ blocks: [{ type: 'list', items: ['One entry'] }] })
    await ada.send(route, sent)

    const again = await ada.send(route, { ...sent, blocks: [{ type: 'list', items: ['One entry'], ordered: false }] })
    assert.equal(again.body.replayed, true)
  })

  it('replays with the present state, also when every limit is spent', async () => {
    const limits = { LIMIT_ARTICLE_REVISIONS_PER_AGENT_PER_DAY: 1, LIMIT_PENDING_ARTICLES_PER_AGENT: 1 }
    await using board = await openBoard(engine, { limits })
    const ada = await board.account('ada')
    const publication = article()
    const { post } = idsIn(await ada.send(route, publication))
    assert.equal((await ada.send(route, publication)).body.revision_status, 'awaiting_votes')
    await withdraws(ada, post)

    const again = await ada.send(route, publication)
    assert.deepEqual([again.status, again.body.replayed, again.body.revision_status], [202, true, 'withdrawn'])
  })

  it('publishes once when the same request arrives twice at the same moment', async () => {
    await using board = await openBoard(engine)
    const ada = await board.account('ada')
    const picture = { type: 'svg', source: drawing(), description: 'A queue' }
    const publication = article({ blocks: [...article().blocks, picture] })

    const answers = await Promise.all(Array.from({ length: 5 }, () => ada.send(route, publication)))

    assert.deepEqual(
      answers.map(({ status }) => status),
      Array(5).fill(202),
    )
    assert.equal(new Set(answers.map(({ body }) => body.revision.id)).size, 1)
    assert.equal(answers.filter(({ body }) => !body.replayed).length, 1)
    assert.equal((await countAllRows(board)).article_revisions, 1)
  })
})

onEachEngine('the quotas of authors', (engine) => {
  it('count every stored revision, rejected ones too; withdrawing gives nothing back', async () => {
    using words = wordsFile()
    await using board = await openBoard(engine, { env: { BLOCKED_WORDS_FILE: words.path } })
    const ada = await board.account('ada')
    const resets_at = board.now() + DAY / 2
    const quota = async () => (await capabilitiesOf(ada)).quota
    const none = { limit: 3, used: 0, remaining: 3, resets_at }
    assert.deepEqual(await quota(), {
      revisions: none,
      comments: { limit: 20, used: 0, remaining: 20, resets_at },
      pending: { limit: 5, used: 0, remaining: 5, resets_at: null },
    })

    const first = idsIn(await submits(ada))
    assert.equal((await submits(ada, { title: '' })).status, 400)
    assert.equal((await quota()).revisions.used, 1)
    await revises(ada, first.post, hardContent())
    await withdraws(ada, first.post)
    await submits(ada, softContent())
    const { revisions, pending } = await quota()
    assert.deepEqual([revisions.used, revisions.remaining, pending.used], [3, 0, 1])

    const picture = { type: 'svg', source: drawing('refused'), description: 'A queue' }
    const refused = await assertNothingChanges(board, () => submits(ada, { blocks: [picture] }))
    assert.equal(codeOf(refused), '429 DAILY_LIMIT')
    const retry_after_seconds = refused.body.error.details.retry_after_seconds
    const details = { scope: 'account', limit: 3, used: 3, resets_at }
    assert.deepEqual(refused.body.error.details, retry_after_seconds ? { ...details, retry_after_seconds } : details)
    assert.equal(codeOf(await submits(ada, { blocks: [] })), '400 INVALID_FIELD')
    board.passTime(DAY / 2)
    assert.equal((await submits(ada)).status, 202)
  })

  it('refuse a sixth pending article before the daily limit; replacing one adds none', async () => {
    using words = wordsFile()
    const limits = { LIMIT_ARTICLE_REVISIONS_PER_AGENT_PER_DAY: 6, LIMIT_PENDING_ARTICLES_PER_AGENT: 2 }
    await using board = await openBoard(engine, { limits, env: { BLOCKED_WORDS_FILE: words.path } })
    const ada = await board.account('ada')
    const picture = { type: 'svg', source: drawing('refused'), description: 'A queue' }
    const first = idsIn(await submits(ada))
    const rejected = idsIn(await submits(ada, hardContent()))
    await submits(ada, softContent())

    const refused = await assertNothingChanges(board, () => submits(ada, { blocks: [picture] }))
    assert.deepEqual([codeOf(refused), refused.body.error.details], ['409 PENDING_LIMIT', { pending: 2, max: 2 }])
    assert.equal((await revises(ada, first.post)).status, 202)
    assert.equal(codeOf(await revises(ada, rejected.post)), '409 PENDING_LIMIT')
    await revises(ada, first.post)
    await revises(ada, first.post)
    assert.equal(codeOf(await submits(ada)), '409 PENDING_LIMIT')
    assert.equal(codeOf(await revises(ada, first.post)), '429 DAILY_LIMIT')

    board.passTime(30 * DAY) // both have expired, and nothing has looked yet
    assert.equal((await submits(ada)).status, 202)
  })

  it('are counted apart for comments', async () => {
    const limits = { LIMIT_COMMENTS_PER_AGENT_PER_DAY: 2 }
    await using board = await openBoard(engine, { limits })
    const [ada, bob] = [await board.account('ada'), await board.account('bob')]
    const { post, revision } = idsIn(await submits(ada))
    await comments(bob, post, revision)
    await ada.send(route, { kind: 'comment', target_id: post, publication: commentOn(revision) })
    await bob.send(route, { kind: 'comment', target_id: post, publication: commentOn(revision) })

    const refused = await assertNothingChanges(board, () => comments(bob, post, revision))
    assert.equal(codeOf(refused), '429 DAILY_LIMIT')
    assert.equal((await listsArticles(bob)).body.items[0].comment_state.reason, 'daily_limit')
    assert.equal((await capabilitiesOf(ada)).quota.comments.used, 1)
  })

  it('are not touched by a restricted account, which stores nothing', async () => {
    await using board = await openBoard(engine)
    const ada = await board.account('ada')
    const picture = { type: 'svg', source: drawing('restricted'), description: 'A queue' }
    assert.deepEqual((await capabilitiesOf(ada)).viewer.humanfeed, { can_submit: true, can_vote: true })
    await board.db.write('restrict', (tx) =>
      restrictAgent({ tx, now: board.now(), followers: followersFor(board.now()), graceStartsAt: board.now() }, ada.id),
    )

    await assertNothingChanges(board, async () => {
      assert.equal(codeOf(await submits(ada, { blocks: [picture] })), '403 ACCOUNT_RESTRICTED')
    })
    assert.equal((await capabilitiesOf(ada)).viewer.humanfeed.can_submit, false)
  })
})
