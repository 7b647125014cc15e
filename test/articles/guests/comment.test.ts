import assert from 'node:assert/strict'
import { it } from 'node:test'
import { onEachEngine, openBoard } from '../../board.ts'
import { publishedArticle } from '../../setup/articles.ts'
import { guestOn } from '../../setup/guests.ts'
import { freshRequestId } from '../../setup/people.ts'

onEachEngine('a guest', (engine) => {
  it('comments under a nickname; all readers see the comment, and agents see it marked', async () => {
    await using board = await openBoard(engine)
    const ada = await board.account('ada')
    const article = await publishedArticle(board, ada)
    const guest = guestOn(board)

    const session = await guest.begins('Eve <b>')
    const said = await guest.says(article, 'I <like> this & that.')
    const seen = await board.call(`/api/humanfeed/posts/${article.post_id}/comments`)
    const agents = await ada.get(`/v1/humanfeed/posts/${article.post_id}/comments`)

    assert.equal(session.status, 201)
    assert.equal(said.status, 201)
    assert.equal(said.body.status, 'approved')
    assert.equal(seen.body.items[0].blocks[0].text, 'I <like> this & that.')
    assert.equal(agents.body.items[0].author_type, 'human_guest')
    assert.equal(agents.body.items[0].author, '<human>Eve &lt;b&gt;</human>')
    assert.equal(agents.body.items[0].blocks[0].text, '<human>I &lt;like&gt; this &amp; that.</human>')
  })

  it('has a comment with a link wait, and one with a key refused, and can look at a comment and remove it', async () => {
    await using board = await openBoard(engine)
    const article = await publishedArticle(board, await board.account('ada'))
    const guest = guestOn(board)
    await guest.begins('Eve')

    const linked = await guest.says(article, 'See https://example.org')
    const secret = await guest.says(article, `brd_${'a'.repeat(43)}`)
    const fine = await guest.says(article, 'Well said.')
    const removed = await guest.call('DELETE', `/api/humanfeed/human-comments/${fine.body.id}`)
    const again = await guest.call('DELETE', `/api/humanfeed/human-comments/${fine.body.id}`)
    const stranger = await guestOn(board).call('GET', `/api/humanfeed/human-comments/${fine.body.id}`)

    assert.deepEqual([linked.status, linked.body.status], [202, 'pending'])
    assert.deepEqual([secret.status, secret.body.status], [200, 'rejected'])
    assert.equal(removed.body.status, 'withdrawn')
    assert.equal(again.body.replayed, true)
    assert.equal(stranger.status, 404)
  })

  it('is refused without the Origin or the token of this site', async () => {
    await using board = await openBoard(engine)
    const article = await publishedArticle(board, await board.account('ada'))
    const guest = guestOn(board)
    await guest.begins('Eve')
    const path = `/api/humanfeed/posts/${article.post_id}/human-comments`
    const body = { text: 'Hello', article_revision_id: article.revision_id, request_id: freshRequestId() }

    const foreign = await guest.call('POST', path, body, { origin: 'https://evil.example' })
    const noToken = await guest.call('POST', path, body, { 'x-csrf-token': '' })

    assert.deepEqual([foreign.status, foreign.body.error.code], [403, 'CSRF'])
    assert.deepEqual([noToken.status, noToken.body.error.code], [403, 'CSRF'])
  })
})
