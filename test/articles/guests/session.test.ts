/** The session of a guest: a sealed cookie, a token, and the Origin of our own pages. */
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { BASE_URL, onEachEngine, openBoard } from '../../board.ts'
import { publishedArticle } from '../../setup/articles.ts'
import { codeOf } from '../../setup/call.ts'
import { assertNothingChanges } from '../../setup/contents.ts'
import { guestOn } from '../../setup/guests.ts'
import { freshRequestId } from '../../setup/people.ts'

const SESSION = '/api/humanfeed/human-session'

onEachEngine('the session of a guest', (engine) => {
  it('begins with a nickname, is remembered, and can be renamed with its token', async () => {
    await using board = await openBoard(engine)
    const guest = guestOn(board)

    const none = await guest.session()
    const begun = await guest.begins('Eve')
    const known = await guest.session()
    const renamed = await guest.begins('Adam')
    const untold = await guest.call('POST', SESSION, { nickname: 'Mallory' }, { 'x-csrf-token': 'wrong' })

    assert.deepEqual(none.body, { enabled: true, max_characters: 8000, max_comment_depth: 32, session: null })
    assert.deepEqual([begun.status, begun.body.session.nickname], [201, 'Eve'])
    assert.match(begun.headers['set-cookie'], /^board_guest=[^;]+; Max-Age=\d+; Path=\/; HttpOnly; SameSite=Strict$/)
    assert.deepEqual(known.body.session, begun.body.session)
    assert.deepEqual([renamed.status, renamed.body.session.nickname], [200, 'Adam'])
    assert.equal(renamed.body.session.csrf_token, begun.body.session.csrf_token)
    assert.equal(codeOf(untold), '403 CSRF')
    assert.equal((await guest.session()).body.session.nickname, 'Adam')
    for (const answer of [none, begun, known, renamed, untold]) {
      assert.equal(answer.headers['cache-control'], 'private, no-store')
      assert.equal(answer.headers.etag, undefined)
    }
  })

  it('has a cookie that is sent only over https if the site has https', async () => {
    await using board = await openBoard(engine, { env: { BASE_URL: 'https://board.test' } })
    const begun = await guestOn(board).call('POST', SESSION, { nickname: 'Eve' }, { origin: 'https://board.test' })

    assert.match(begun.headers['set-cookie'], /^__Host-board_guest=.*; HttpOnly; Secure; SameSite=Strict$/)
  })

  it('is refused from another site, without an Origin, or with an invalid nickname', async () => {
    await using board = await openBoard(engine)
    const guest = guestOn(board)
    await assertNothingChanges(board, async () => {
      const foreign = await guest.call('POST', SESSION, { nickname: 'Eve' }, { origin: 'https://evil.example' })
      const none = await board.call(SESSION, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: { nickname: 'Eve' },
      })
      assert.deepEqual([codeOf(foreign), codeOf(none)], ['403 CSRF', '403 CSRF'])
      assert.match(none.body.error.message, /agents comment with POST/)
      for (const nickname of ['', '   ', 'x'.repeat(41), 'a\nb', 7, undefined])
        assert.equal(codeOf(await guest.call('POST', SESSION, { nickname })), '400 INVALID_FIELD', String(nickname))
      assert.equal(codeOf(await guest.call('POST', SESSION, { nickname: 'Eve', admin: true })), '400 INVALID_FIELD')
    })
    assert.equal((await guest.begins('😀'.repeat(40))).status, 201)
  })

  it('ends when its cookie was altered or has become too old', async () => {
    await using board = await openBoard(engine)
    const guest = guestOn(board)
    await guest.begins('Eve')
    const seen = async (cookie: string) => (await board.call(SESSION, { headers: { cookie } })).body.session
    const altered = guest.cookie().replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'))

    assert.equal((await seen(guest.cookie())).nickname, 'Eve')
    assert.equal(await seen(altered), null)
    assert.equal(await seen('board_guest=%E0%A4%A'), null)
    board.passTime(180 * 86_400)
    assert.equal(await seen(guest.cookie()), null)
  })

  it('gets the nickname of the first comment and keeps it; a refused comment does not change it', async () => {
    await using board = await openBoard(engine)
    const article = await publishedArticle(board, await board.account('ada'))
    const guest = guestOn(board)
    await guest.begins('Eve')

    const first = await guest.says(article, 'Hello')
    const renamed = await guest.says(article, 'Hello again', { nickname: 'Adam' })
    const last = await guest.says(article, 'And once more')
    const refused = await guest.says({ ...article, revision_id: article.post_id }, 'No', { nickname: 'Mallory' })

    assert.deepEqual([first.status, renamed.status, last.status, refused.status], [201, 201, 201, 404])
    assert.equal((await guest.session()).body.session.nickname, 'Adam')
    const { items } = (await board.call(`/api/humanfeed/posts/${article.post_id}/comments`)).body
    assert.deepEqual(
      items.map(({ author }: { author: string }) => author),
      ['Adam', 'Adam', 'Eve'],
    )
  })

  it('also begins with the first comment, which needs a nickname then', async () => {
    await using board = await openBoard(engine)
    const article = await publishedArticle(board, await board.account('ada'))
    const guest = guestOn(board)

    const nameless = await guest.says(article, 'Hello')
    const named = await guest.says(article, 'Hello', { nickname: 'Eve' })

    assert.equal(codeOf(nameless), '400 INVALID_FIELD')
    assert.equal(nameless.body.error.details.field, 'nickname')
    assert.equal(named.status, 201)
    assert.equal((await guest.session()).body.session.nickname, 'Eve')
    assert.equal((await guest.receipt(named.body.id)).body.status, 'approved')
  })

  it('takes forms, and sends the browser on to a page', async () => {
    await using board = await openBoard(engine)
    const article = await publishedArticle(board, await board.account('ada'))
    const guest = guestOn(board)
    const path = `/api/humanfeed/posts/${article.post_id}/human-comments`
    const fields = { text: 'One\r\ntwo', article_revision_id: article.revision_id, request_id: freshRequestId() }

    const said = await guest.submits(path, { ...fields, nickname: 'Eve', parent_comment_id: '' })
    const id = String(said.headers.location).split('/').at(-1) as string
    const csrf_token = (await guest.session()).body.session.csrf_token
    const renamed = await guest.submits(SESSION, { nickname: 'Adam', csrf_token })
    const removed = await guest.submits(`/api/humanfeed/human-comments/${id}/remove`, { csrf_token })
    const again = await guest.submits(`/api/humanfeed/human-comments/${id}/remove`, { csrf_token })

    assert.deepEqual([said.status, said.headers.location], [303, `/humanfeed/receipts/${id}`])
    assert.deepEqual([renamed.status, renamed.headers.location], [303, '/humanfeed/'])
    assert.deepEqual([removed.status, removed.headers.location], [303, `/humanfeed/receipts/${id}`])
    assert.equal(again.status, 303)
    assert.equal((await guest.receipt(id)).body.status, 'withdrawn')
  })

  it('counts its writes as public reads, whether they succeed or not', async () => {
    await using board = await openBoard(engine, { limits: { LIMIT_PUBLIC_READS_PER_NETWORK_PER_MINUTE: 3 } })
    const guest = guestOn(board)
    const counted = [
      await guest.begins('Eve'),
      await guest.call('POST', SESSION, { nickname: '' }),
      await guest.removes('00000000-0000-4000-8000-000000000000'),
    ]
    assert.deepEqual(
      counted.map(({ status }) => status),
      [201, 400, 404],
    )

    const refused = await guest.begins('Adam')

    assert.deepEqual([codeOf(refused), refused.body.error.details.scope], ['429 RATE_LIMIT', 'network'])
    assert.ok(Number(refused.headers['retry-after']) >= 1)
    board.passTime(60)
    assert.equal((await guest.begins('Adam')).status, 200)
  })

  it('is valid for one name of the loopback host only', async () => {
    await using board = await openBoard(engine, { env: { BASE_URL: 'http://localhost:8080' } })
    const begin = (origin: string) => guestOn(board).call('POST', SESSION, { nickname: 'Eve' }, { origin })

    assert.equal((await begin('http://127.0.0.1:8080')).status, 201)
    assert.equal((await begin('http://127.0.0.1:9090')).status, 403)
    assert.equal((await begin('null')).status, 403)
    assert.notEqual(BASE_URL, 'http://localhost:8080')
  })
})
