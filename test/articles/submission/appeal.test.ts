import assert from 'node:assert/strict'
import { it } from 'node:test'
import { onEachEngine, openBoard } from '../../board.ts'
import {
  appeals,
  article,
  comments,
  drawing,
  idsIn,
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
import { freshRequestId } from '../../setup/people.ts'

const limits = { LIMIT_ARTICLE_REVISIONS_PER_AGENT_PER_DAY: 0 }
const noWords = '[hard]\n[soft]\n'

onEachEngine('an appeal', (engine) => {
  it('checks the revision again with the present words: it is accepted, waits or stays rejected', async () => {
    using words = wordsFile()
    await using board = await openBoard(engine, { limits, env: { BLOCKED_WORDS_FILE: words.path } })
    const [ada, bob] = [await board.account('ada'), await board.account('bob')]
    const { post, revision } = idsIn(await submits(ada, hardContent()))

    const same = await appeals(ada, revision)
    assert.deepEqual([same.status, same.body.revision_status, same.body.replayed], [202, 'rejected', false])
    words.write('[soft]\nflurbish\n')
    const waiting = await appeals(ada, revision)
    assert.equal(waiting.body.revision_status, 'auto_review')
    assert.match(waiting.body.blocking_reasons[0], /wants to see first/)
    assert.equal(codeOf(await readsItem(bob, post)), '404 NOT_FOUND')
    words.write(noWords)
    const third = await assertNothingChanges(board, () => appeals(ada, revision))
    assert.equal(codeOf(third), '409 APPEALS_EXHAUSTED')

    const other = idsIn(await revises(ada, post, hardContent()))
    assert.equal(other.status, 'awaiting_votes')
    assert.equal((await readsRevision(ada, revision)).body.post.revision_status, 'superseded')
  })

  it('supersedes a waiting revision if it passes, and others can read it', async () => {
    using words = wordsFile()
    await using board = await openBoard(engine, { limits, env: { BLOCKED_WORDS_FILE: words.path } })
    const [ada, bob] = [await board.account('ada'), await board.account('bob')]
    const first = idsIn(await submits(ada))
    const rejected = idsIn(await revises(ada, first.post, hardContent()))

    words.write(noWords)
    const passed = await appeals(ada, rejected.revision)
    assert.deepEqual([passed.body.revision_status, passed.body.blocking_reasons], ['awaiting_votes', []])
    assert.equal((await readsItem(bob, first.post)).body.post.revision_id, rejected.revision)
    assert.equal((await readsRevision(ada, first.revision)).body.post.revision_status, 'superseded')
  })

  it('moves a waiting revision on, or rejects it', async () => {
    using words = wordsFile()
    await using board = await openBoard(engine, { limits, env: { BLOCKED_WORDS_FILE: words.path } })
    const ada = await board.account('ada')
    const [one, two] = [idsIn(await submits(ada, softContent())), idsIn(await submits(ada, softContent()))]
    assert.equal(one.status, 'auto_review')

    words.write(noWords)
    assert.equal((await appeals(ada, one.revision)).body.revision_status, 'awaiting_votes')
    words.write('[hard]\nglimmerous\n')
    assert.equal((await appeals(ada, two.revision)).body.revision_status, 'rejected')
  })

  it('of a comment publishes it', async () => {
    using words = wordsFile()
    await using board = await openBoard(engine, { env: { BLOCKED_WORDS_FILE: words.path } })
    const [ada, bob] = [await board.account('ada'), await board.account('bob')]
    const target = idsIn(await submits(ada))
    const comment = idsIn(await comments(bob, target.post, target.revision, hardContent()))

    words.write(noWords)
    const passed = await appeals(bob, comment.revision)
    assert.deepEqual([passed.body.revision_status, passed.body.website_status], ['published', 'hidden_by_ancestor'])
    assert.equal((await readsItem(ada, comment.post)).status, 200)
  })

  it('keeps the pictures, and a drawing that is still forbidden stays as it was sent', async () => {
    await using board = await openBoard(engine)
    const ada = await board.account('ada')
    const source = drawing().replace('<rect', '<script>alert(1)</script><rect')
    const picture = { type: 'svg', source, description: 'A queue' }
    const { revision, status } = idsIn(await submits(ada, { blocks: [...article().blocks, picture] }))
    assert.equal(status, 'rejected')
    const before = (await readsRevision(ada, revision)).body.post

    await appeals(ada, revision)
    const after = (await readsRevision(ada, revision)).body.post
    assert.deepEqual([after.assets, after.content_hash], [before.assets, before.content_hash])
    assert.equal(after.assets[0].source, source)
  })

  it('is for the newest revision in the two states, and for its author', async () => {
    using words = wordsFile()
    await using board = await openBoard(engine, { limits, env: { BLOCKED_WORDS_FILE: words.path } })
    const [ada, bob, operator] = [await board.account('ada'), await board.account('bob'), moderatorOf(board)]
    const open = idsIn(await submits(ada))
    const older = idsIn(await submits(ada, hardContent()))
    const newer = idsIn(await revises(ada, older.post, hardContent()))
    const restricted = idsIn(await submits(ada, hardContent()))
    await operator.restricts(restricted.post)

    await assertNothingChanges(board, async () => {
      for (const [revision, status] of [
        [open.revision, 'awaiting_votes'],
        [older.revision, 'rejected'],
        [restricted.revision, 'rejected'],
      ] as const) {
        const refused = await appeals(ada, revision)
        assert.deepEqual([codeOf(refused), refused.body.error.details.revision_status], ['409 REVISION_STATE', status])
      }
      assert.equal(codeOf(await appeals(bob, open.revision)), '403 NOT_OWNER')
      assert.equal(codeOf(await appeals(bob, newer.revision)), '404 NOT_FOUND')
      assert.equal(codeOf(await appeals(ada, UNKNOWN_ID)), '404 NOT_FOUND')
      for (const fields of [{ request_key: undefined }, { request_key: 'short' }]) {
        const refused = await appeals(ada, newer.revision, fields)
        assert.deepEqual(
          [codeOf(refused), refused.body.error.details.field],
          ['400 IDEMPOTENCY_KEY_REQUIRED', 'request_key'],
        )
      }
      for (const reason of ['', 'x'.repeat(2001), undefined, 7])
        assert.equal(codeOf(await appeals(ada, newer.revision, { reason })), '400 INVALID_FIELD')
      assert.equal(codeOf(await appeals(ada, newer.revision, { why: 'x' })), '400 INVALID_FIELD')
    })
    assert.equal((await appeals(ada, newer.revision, { reason: '😀'.repeat(2000) })).status, 202)
  })

  it('of a rejected resuming revision ends the withdrawal when it passes; one from before stays withdrawn', async () => {
    using words = wordsFile()
    await using board = await openBoard(engine, { limits, env: { BLOCKED_WORDS_FILE: words.path } })
    const ada = await board.account('ada')
    const { post } = idsIn(await submits(ada))
    const before = idsIn(await revises(ada, post, hardContent()))
    board.passTime(1)
    await withdraws(ada, post)
    assert.equal(codeOf(await appeals(ada, before.revision)), '409 REVISION_STATE')
    board.passTime(1)
    const resuming = idsIn(await revises(ada, post, { resume_publication: true, ...hardContent() }))

    words.write(noWords)
    const passed = await appeals(ada, resuming.revision)
    assert.deepEqual([passed.body.revision_status, passed.body.website_status], ['awaiting_votes', 'not_listed'])
  })

  it('of a revision that the operator rejected brings it to the operator again', async () => {
    using words = wordsFile()
    await using board = await openBoard(engine, { limits, env: { BLOCKED_WORDS_FILE: words.path } })
    const [ada, bob, operator] = [await board.account('ada'), await board.account('bob'), moderatorOf(board)]
    const { post, revision } = idsIn(await submits(ada, softContent()))
    const statusNow = async () => (await readsItem(ada, post)).body.post.revision_status

    await operator.rejects(revision)
    assert.equal(await statusNow(), 'rejected')
    assert.equal((await appeals(ada, revision)).body.revision_status, 'auto_review')
    await operator.approves(revision)
    assert.equal(await statusNow(), 'awaiting_votes')
    assert.equal((await readsItem(bob, post)).body.post.revision_id, revision)
    assert.equal(codeOf(await appeals(ada, revision)), '409 REVISION_STATE')
  })

  it('is replayed under its key, which is unique among all requests of articles', async () => {
    using words = wordsFile()
    await using board = await openBoard(engine, { env: { BLOCKED_WORDS_FILE: words.path } })
    const ada = await board.account('ada')
    const publication = article(hardContent())
    const { revision } = idsIn(await ada.send('/v1/humanfeed/posts', publication))
    const request_key = freshRequestId()
    const first = await appeals(ada, revision, { request_key })

    await assertNothingChanges(board, async () => {
      const again = await appeals(ada, revision, { request_key })
      assert.deepEqual([again.status, again.body], [202, { ...first.body, replayed: true }])
      for (const fields of [{ request_key, reason: 'Another one.' }, { request_key: publication.idempotency_key }])
        assert.equal(codeOf(await appeals(ada, revision, fields)), '409 IDEMPOTENCY_CONFLICT')
      assert.equal(codeOf(await appeals(ada, UNKNOWN_ID, { request_key })), '409 IDEMPOTENCY_CONFLICT')
      assert.equal(codeOf(await submits(ada, { idempotency_key: request_key })), '409 IDEMPOTENCY_CONFLICT')
    })
  })
})
