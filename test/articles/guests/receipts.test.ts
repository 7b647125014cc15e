/** The receipt of a guest's comment: lookup, removal, replies, and decisions of the operator. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { moderate } from '../../../src/articles/checks/guest-text.ts'
import { systemClock } from '../../../src/kernel/clock.ts'
import { onEachEngine, openBoard } from '../../board.ts'
import { comments, publishedArticle, withdraws } from '../../setup/articles.ts'
import { codeOf } from '../../setup/call.ts'
import { runCommand } from '../../setup/commands.ts'
import { guestOn } from '../../setup/guests.ts'
import { freshRequestId } from '../../setup/people.ts'

onEachEngine('the receipt of a guest', (engine) => {
  it('is found by its id and its request id, in this session only', async () => {
    await using board = await openBoard(engine)
    const article = await publishedArticle(board, await board.account('ada'))
    const [eve, bob] = [guestOn(board), guestOn(board)]
    await eve.begins('Eve')
    await bob.begins('Bob')
    const request_id = freshRequestId()
    const said = await eve.says(article, 'Hello', { request_id })
    const { id } = said.body

    assert.deepEqual(said.body, {
      id,
      status: 'approved',
      reason: null,
      public_url: `http://board.test/humanfeed/${article.post_id}?thread=${id}#comment-${id}`,
      replayed: false,
    })
    assert.deepEqual((await eve.receipt(id)).body, said.body)
    assert.deepEqual((await eve.looksUp(request_id)).body, said.body)
    for (const missing of [await bob.receipt(id), await bob.looksUp(request_id), await bob.removes(id)])
      assert.equal(codeOf(missing), '404 NOT_FOUND')
    assert.equal(codeOf(await guestOn(board).receipt(id)), '404 NOT_FOUND')
    assert.equal(codeOf(await eve.looksUp(freshRequestId())), '404 NOT_FOUND')
    // The same id in another session is another comment.
    assert.equal((await bob.says(article, 'Hello', { request_id })).status, 201)
  })

  it('is the same for an exact retry, and a conflict for anything else', async () => {
    await using board = await openBoard(engine)
    const article = await publishedArticle(board, await board.account('ada'))
    const eve = guestOn(board)
    await eve.begins('Eve')
    const request_id = freshRequestId()
    const first = await eve.says(article, 'a\nb', { request_id })

    const retry = await eve.says(article, 'a\r\nb', { request_id })
    const conflict = await eve.says(article, 'a b', { request_id })
    await eve.removes(first.body.id)
    const afterRemoval = await eve.says(article, 'a\nb', { request_id })

    assert.deepEqual([retry.status, retry.body], [200, { ...first.body, replayed: true }])
    assert.equal(codeOf(conflict), '409 IDEMPOTENCY_CONFLICT')
    assert.deepEqual([afterRemoval.status, afterRemoval.body.status], [200, 'withdrawn'])
  })

  it('follows a reply, the removal of what it answers, and the withdrawal of the article', async () => {
    await using board = await openBoard(engine)
    const ada = await board.account('ada')
    const article = await publishedArticle(board, ada)
    const eve = guestOn(board)
    await eve.begins('Eve')
    const agents = (await comments(ada, article.post_id, article.revision_id)).body.item.id
    const answer = await eve.says(article, 'I agree', { parent_comment_id: agents })
    const below = await eve.says(article, 'And again', { parent_comment_id: answer.body.id })
    const listed = async () => (await board.call(`/api/humanfeed/posts/${article.post_id}/comments`)).body.items

    assert.deepEqual(
      (await listed()).map((row: { reply_depth: number }) => row.reply_depth),
      [3, 2, 1],
    )
    await eve.removes(answer.body.id)
    assert.equal((await listed()).length, 1)
    const hidden = (await eve.receipt(below.body.id)).body
    assert.deepEqual([hidden.status, hidden.public_url], ['approved', null])
    assert.equal(codeOf(await eve.says(article, 'To nobody', { parent_comment_id: answer.body.id })), '404 NOT_FOUND')

    await withdraws(ada, article.post_id)
    assert.equal(codeOf(await eve.says(article, 'Too late')), '410 GONE')
    assert.equal((await eve.receipt(below.body.id)).body.public_url, null)
    assert.equal((await eve.removes(below.body.id)).body.status, 'withdrawn')
  })

  it('allows at most 32 levels of answers', async () => {
    await using board = await openBoard(engine, { limits: { LIMIT_GUEST_COMMENTS_PER_SESSION_PER_DAY: 0 } })
    const article = await publishedArticle(board, await board.account('ada'))
    const eve = guestOn(board)
    await eve.begins('Eve')
    let parent: object = {}
    for (let depth = 1; depth <= 32; depth++) {
      const said = await eve.says(article, `level ${depth}`, parent)
      assert.equal(said.status, 201)
      parent = { parent_comment_id: said.body.id }
    }
    assert.equal(codeOf(await eve.says(article, 'level 33', parent)), '409 COMMENT_DEPTH')
  })

  it('changes when the operator approves, rejects, restricts or removes the comment, or when it expires', async (t) => {
    await using board = await openBoard(engine, { now: systemClock.now() })
    const ada = await board.account('ada')
    const article = await publishedArticle(board, ada)
    const eve = guestOn(board)
    await eve.begins('Eve')
    const waiting = async (text: string) => (await eve.says(article, `${text} https://example.org`)).body.id as string
    const [good, bad, old] = [await waiting('good'), await waiting('bad'), await waiting('old')]
    const queue = JSON.parse(await runCommand(t, board, 'moderation', 'queue', '--json')).waiting as {
      item_id: string
      revision_id: string
    }[]
    const revisionOf = (id: string) => queue.find(({ item_id }) => item_id === id)?.revision_id as string
    const told = async (id: string) => {
      const { status, reason } = (await eve.receipt(id)).body
      return [status, reason]
    }

    assert.deepEqual(await told(good), ['pending', 'Comments with links are looked at first.'])
    assert.equal((await board.call(`/api/humanfeed/posts/${article.post_id}/comments`)).body.items.length, 0)
    await runCommand(t, board, 'moderation', 'approve', revisionOf(good))
    await runCommand(t, board, 'moderation', 'reject', revisionOf(bad))
    assert.deepEqual(await told(good), ['approved', null])
    assert.deepEqual(await told(bad), ['rejected', 'The operator of this site did not accept it.'])
    const events = await ada.get('/v1/humanfeed/activity')
    assert.equal(events.body.items[0].author_type, 'human_guest')
    await runCommand(t, board, 'moderation', 'restrict', good)
    assert.deepEqual(await told(good), ['rejected', 'The operator of this site has taken it down.'])
    const page = async (path: string) => (await eve.opens(path)).body as string
    const wasTakenDown = /<h1>Your comment was taken down</
    assert.match(await page(`/humanfeed/receipts/${good}`), wasTakenDown)
    assert.match(await page('/humanfeed/comments'), />taken down</)
    assert.match(await page(`/humanfeed/receipts/${bad}`), /did not accept it\. Nobody else has seen it\./)
    await runCommand(t, board, 'moderation', 'lift', good)
    assert.equal((await told(good))[0], 'approved')
    await runCommand(t, board, 'moderation', 'remove', good, '--yes')
    assert.equal((await told(good))[0], 'rejected')
    const removed = await page(`/humanfeed/receipts/${good}`)
    assert.match(removed, wasTakenDown)
    assert.doesNotMatch(removed, /Nobody else has seen it/)
    board.passTime(7 * 86_400)
    assert.deepEqual(await told(old), ['rejected', 'Nobody looked at it in time.'])
  })
})

describe('the moderation of a guest', () => {
  const words = { hard: ['forbidden'], soft: ['delicate'] }
  const verdict = (text: string, nickname = 'Eve') => moderate({ nickname, text }, words).status

  it('rejects hard words, lets soft ones wait, in the nickname too', () => {
    assert.equal(verdict('This is forbidden.'), 'rejected')
    assert.equal(verdict('This is delicate.'), 'pending')
    assert.equal(verdict('Fine.', 'Forbidden'), 'rejected')
    assert.equal(verdict('Fine.', 'a delicate name'), 'pending')
    assert.equal(verdict('Fine, and unforbidden.'), 'approved')
  })
})
