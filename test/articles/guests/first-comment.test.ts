/** The first comment of a browser, which has no session yet: sent twice, it is stored once. */
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { onEachEngine, openBoard } from '../../board.ts'
import { publishedArticle } from '../../setup/articles.ts'
import { assertNothingChanges } from '../../setup/contents.ts'
import { guestOn } from '../../setup/guests.ts'

onEachEngine('the first comment of a guest', (engine) => {
  const opened = async () => {
    const board = await openBoard(engine, {
      limits: { LIMIT_GUEST_COMMENTS_PER_NETWORK_PER_MINUTE: 0, LIMIT_GUEST_COMMENTS_PER_NETWORK_PER_DAY: 0 },
    })
    const ada = await board.account('ada')
    const article = await publishedArticle(board, ada)
    const other = await publishedArticle(board, ada)
    const listed = async () => (await board.call(`/api/humanfeed/posts/${article.post_id}/comments`)).body.items.length
    return { board, article, other, listed, [Symbol.asyncDispose]: board.close }
  }
  const eve = { nickname: 'Eve' }

  it('is stored once when it is sent twice, and both answers own it', async () => {
    await using o = await opened()
    const [first, second] = [guestOn(o.board), guestOn(o.board)]

    const [one, two] = await Promise.all([first.says(o.article, 'a\nb', eve), second.says(o.article, 'a\r\nb', eve)])

    assert.deepEqual([one.status, two.status].toSorted(), [200, 201])
    assert.equal(one.body.id, two.body.id)
    assert.equal(one.body.replayed, !two.body.replayed)
    assert.equal(await o.listed(), 1)
    for (const guest of [first, second]) {
      assert.equal((await guest.receipt(one.body.id)).status, 200)
      assert.equal((await guest.session()).body.session.nickname, 'Eve')
    }
    const csrf_token = (await second.session()).body.session.csrf_token
    const removed = await second.call('DELETE', `/api/humanfeed/human-comments/${one.body.id}`, undefined, {
      'x-csrf-token': csrf_token,
    })
    assert.equal(removed.body.status, 'withdrawn')
    assert.equal((await first.receipt(one.body.id)).body.status, 'withdrawn')
  })

  it('is stored once from a form too, also when the answer set the cookie before the second click', async () => {
    await using o = await opened()
    const action = `/api/humanfeed/posts/${o.article.post_id}/human-comments`
    const fields = { ...eve, text: 'Two\r\nlines', article_revision_id: o.article.revision_id }
    const [first, second] = [guestOn(o.board), guestOn(o.board)]
    const send = (guest: typeof first) => guest.submits(action, { ...fields, request_id: o.article.revision_id })

    const [one, two] = [await send(first), await send(second)]
    const withCookie = await send(first)
    const otherText = await first.submits(action, { ...fields, request_id: o.article.revision_id, text: 'Else' })

    assert.deepEqual([one.status, two.status, withCookie.status, otherText.status], [303, 303, 303, 403])
    assert.equal(two.headers.location, one.headers.location)
    assert.equal(withCookie.headers.location, one.headers.location)
    assert.equal(await o.listed(), 1)
    assert.equal((await second.opens(one.headers.location)).status, 200)
  })

  it('is found by no other form of its session without a token, whatever stands in its fields', async () => {
    await using o = await opened()
    const guest = guestOn(o.board)
    const action = `/api/humanfeed/posts/${o.article.post_id}/human-comments`
    const { revision_id, post_id } = o.article
    const fields = { ...eve, text: 'Hello', article_revision_id: revision_id, request_id: revision_id }
    const [, id] = (await guest.submits(action, fields)).headers.location.split('/receipts/')

    const strange = await guest.submits(action, { ...fields, request_id: '\0'.repeat(16) })
    const removal = await guest.submits(`/api/humanfeed/human-comments/${id}/remove`, { ...fields, post_id })

    assert.deepEqual([strange.status, removal.status], [403, 403])
  })

  it('is another one with another network, article, nickname, text or place, and after ten minutes', async () => {
    await using o = await opened()
    const said = await guestOn(o.board).says(o.article, 'Hello', eve)
    assert.equal(said.status, 201)

    const others = [
      await guestOn(o.board, '198.51.100.9').says(o.article, 'Hello', eve),
      await guestOn(o.board).says(o.other, 'Hello', eve),
      await guestOn(o.board).says(o.article, 'Hello', { nickname: 'Adam' }),
      await guestOn(o.board).says(o.article, 'Hello!', eve),
      await guestOn(o.board).says(o.article, 'Hello', { ...eve, parent_comment_id: said.body.id }),
    ]
    assert.deepEqual(
      others.map(({ status }) => status),
      [201, 201, 201, 201, 201],
    )
    o.board.passTime(599)
    assert.equal((await guestOn(o.board).says(o.article, 'Hello', eve)).body.id, said.body.id)
    o.board.passTime(1)
    const later = await guestOn(o.board).says(o.article, 'Hello', eve)
    assert.equal(later.status, 201)
    assert.equal(new Set([said, ...others, later].map(({ body }) => body.id)).size, 7)
  })

  it('belongs to its sender alone from the first use of the session: a repeat begins another session', async () => {
    await using o = await opened()
    const guest = guestOn(o.board)
    const said = await guest.says(o.article, 'Mine', eve)
    assert.equal((await guest.opens(`/humanfeed/${o.article.post_id}`)).status, 200)

    const copier = guestOn(o.board)
    const copied = await copier.says(o.article, 'Mine', eve)

    assert.equal(copied.status, 201)
    assert.notEqual(copied.body.id, said.body.id)
    assert.equal((await copier.receipt(said.body.id)).status, 404)
    assert.equal((await guest.receipt(copied.body.id)).status, 404)
  })

  it('takes nothing from an allowance when it is repeated', async () => {
    await using o = await opened()
    await guestOn(o.board).says(o.article, 'Once', eve)
    await assertNothingChanges(o.board, async () => {
      assert.equal((await guestOn(o.board).says(o.article, 'Once', eve)).body.replayed, true)
    })
  })
})
