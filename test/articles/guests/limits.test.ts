/** What bounds guests: length, rates per minute, allowances per day, and the operator's switch. */
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { sql } from '../../../src/storage/sql.ts'
import { onEachEngine, openBoard } from '../../board.ts'
import { publishedArticle } from '../../setup/articles.ts'
import { codeOf } from '../../setup/call.ts'
import { assertNothingChanges } from '../../setup/contents.ts'
import { guestOn } from '../../setup/guests.ts'
import { freshRequestId } from '../../setup/people.ts'

onEachEngine('the limits of guests', (engine) => {
  const opened = async (options: Parameters<typeof openBoard>[1] = {}) => {
    const board = await openBoard(engine, options)
    const article = await publishedArticle(board, await board.account('ada'))
    const guest = guestOn(board)
    await guest.begins('Eve')
    return { board, article, guest, [Symbol.asyncDispose]: board.close }
  }

  it('take 8,000 code points, with CRLF as one, and keep LF', async () => {
    await using o = await opened()
    const { guest, article } = o
    const crlf = 'a\r\n'.repeat(4_000)

    const longest = await guest.says(article, '😀'.repeat(8_000))
    const lines = await guest.says(article, crlf)
    const tooLong = await guest.says(article, 'x'.repeat(8_001))
    const blank = await guest.says(article, ' \r\n\t ')
    const broken = await guest.says(article, 'NUL \0 NUL')
    const stored = await o.board.db.read('blocks', (tx) =>
      tx.all<{ blocks: string }>(sql`SELECT blocks FROM article_revisions WHERE status = 'auto_review'`),
    )

    assert.deepEqual([longest.status, lines.status], [202, 202])
    assert.ok(stored.some(({ blocks }) => JSON.parse(blocks)[0].text === 'a\n'.repeat(4_000)))
    for (const refused of [tooLong, blank, broken]) assert.equal(codeOf(refused), '400 INVALID_FIELD')
    assert.deepEqual([tooLong.body.error.details.problem, tooLong.body.error.details.max], ['too_long', 8_000])
    assert.equal((await guest.says(article, 'a\r\n'.repeat(4_001))).body.error.details.actual_length, 8_002)
  })

  it('let short comments without links appear at once, and others wait', async () => {
    await using o = await opened()
    const verdict = async (text: string) => (await o.guest.says(o.article, text)).body.status
    const longest = 'w '.repeat(1_000).slice(0, 1_999)

    assert.equal(await verdict(longest), 'approved')
    assert.equal(await verdict(`${longest}x`), 'pending')
    for (const link of ['http://x', 'HTTPS://x', 'www.example.org', 'http://x '.repeat(30)])
      assert.equal(await verdict(`see ${link}`), 'pending', link)
    assert.equal(await verdict('mail me at eve@example.org'), 'approved')
    for (const secret of [`brd_${'a'.repeat(43)}`, '-----BEGIN PRIVATE KEY-----'])
      assert.equal(await verdict(`here: ${secret}`), 'rejected')
    await o.guest.begins('www.buy.example')
    assert.equal(await verdict('A plain comment'), 'pending')
  })

  it('count per session and per network in a minute, and let exact retries through', async () => {
    const limits = {
      LIMIT_GUEST_COMMENTS_PER_SESSION_PER_MINUTE: 2,
      LIMIT_GUEST_COMMENTS_PER_NETWORK_PER_MINUTE: 3,
    }
    await using o = await opened({ limits })
    const { board, guest, article } = o
    const request_id = freshRequestId()
    const first = await guest.says(article, 'one', { request_id })
    await guest.says(article, 'two')

    const third = await guest.says(article, 'three')
    const retry = await guest.says(article, 'one', { request_id })
    const misdirected = await guest.says({ ...article, post_id: '00000000-0000-4000-8000-000000000000' }, 'four')
    const other = guestOn(board)
    await other.begins('Bob')
    const others = await other.says(article, 'five')
    const crowded = await other.says(article, 'six')
    const elsewhere = guestOn(board, '198.51.100.9')
    await elsewhere.begins('Zoe')

    assert.deepEqual([codeOf(third), third.body.error.details.scope], ['429 RATE_LIMIT', 'session'])
    assert.deepEqual([retry.status, retry.body], [200, { ...first.body, replayed: true }])
    assert.equal(misdirected.status, 404)
    assert.equal(others.status, 201)
    assert.deepEqual([codeOf(crowded), crowded.body.error.details.scope], ['429 RATE_LIMIT', 'network'])
    assert.equal((await elsewhere.says(article, 'seven')).status, 201)
    board.passTime(60)
    assert.equal((await guest.says(article, 'three')).status, 201)
  })

  it('count per session, network and service in a day, rejected ones too, and refund nothing', async () => {
    const limits = {
      LIMIT_GUEST_COMMENTS_PER_SESSION_PER_DAY: 2,
      LIMIT_GUEST_COMMENTS_PER_NETWORK_PER_DAY: 3,
      LIMIT_GUEST_COMMENTS_PER_DAY: 4,
    }
    await using o = await opened({ limits })
    const { board, guest, article } = o
    const scopeOf = ({ body }: { body: { error?: { code: string; details: { scope: string } } } }) =>
      `${body.error?.code} ${body.error?.details.scope}`
    const kept = await guest.says(article, 'one')
    await guest.says(article, `brd_${'b'.repeat(43)}`)
    await guest.removes(kept.body.id)

    const third = await guest.says(article, 'three')
    const neighbour = guestOn(board)
    await neighbour.begins('Bob')
    await neighbour.says(article, 'four')
    const fourth = await neighbour.says(article, 'five')
    const stranger = guestOn(board, '198.51.100.9')
    await stranger.begins('Zoe')
    await stranger.says(article, 'six')
    const fifth = await stranger.says(article, 'seven')

    assert.equal(scopeOf(third), 'DAILY_LIMIT session')
    assert.equal(scopeOf(fourth), 'DAILY_LIMIT network')
    assert.equal(scopeOf(fifth), 'DAILY_LIMIT service')
    assert.ok(third.body.error.details.resets_at > board.now())
    board.passTime(86_400)
    assert.equal((await guest.says(article, 'three')).status, 201)
  })

  it('close with GUEST_COMMENTS=off, while receipts and removal go on', async () => {
    await using o = await opened()
    const request_id = freshRequestId()
    const said = await o.guest.says(o.article, 'Still here', { request_id })
    await using closed = await openBoard(engine, {
      databaseUrl: o.board.databaseUrl,
      env: { GUEST_COMMENTS: 'off' },
      now: o.board.now(),
    })
    const headers = { cookie: o.guest.cookie(), 'x-csrf-token': (await o.guest.session()).body.session.csrf_token }
    const guest = guestOn(closed)

    const session = await guest.call('GET', '/api/humanfeed/human-session', undefined, headers)
    const path = `/api/humanfeed/posts/${o.article.post_id}/human-comments`
    const body = { text: 'More', article_revision_id: o.article.revision_id, request_id: freshRequestId() }
    const refused = await guest.call('POST', path, body, headers)
    const replay = await guest.call('POST', path, { ...body, text: 'Still here', request_id }, headers)
    const receipt = await guest.call('GET', `/api/humanfeed/human-comments/${said.body.id}`, undefined, headers)
    const removed = await guest.call('DELETE', `/api/humanfeed/human-comments/${said.body.id}`, undefined, headers)

    assert.deepEqual([session.body.enabled, session.body.session.nickname], [false, 'Eve'])
    assert.equal(codeOf(refused), '409 COMMENTS_CLOSED')
    assert.deepEqual([replay.status, replay.body.replayed], [200, true])
    assert.equal(receipt.body.status, 'approved')
    assert.equal(removed.body.status, 'withdrawn')
    const page = await closed.call(`/humanfeed/${o.article.post_id}`)
    assert.match(page.body, /Comments are closed/)
    assert.doesNotMatch(page.body, /<form|Reply/)
  })

  it('store nothing when they refuse', async () => {
    await using o = await opened({ limits: { LIMIT_GUEST_COMMENTS_PER_SESSION_PER_DAY: 1 } })
    const { guest, article, board } = o
    const request_id = freshRequestId()
    await guest.says(article, 'one', { request_id })
    await assertNothingChanges(board, async () => {
      assert.equal(codeOf(await guest.says(article, 'another', { request_id })), '409 IDEMPOTENCY_CONFLICT')
      assert.equal(codeOf(await guest.says(article, 'two')), '429 DAILY_LIMIT')
      assert.equal(codeOf(await guest.says(article, 'three', { request_id: 'short' })), '400 IDEMPOTENCY_KEY_REQUIRED')
      assert.equal(codeOf(await guest.says(article, 'four', { article_revision_id: article.post_id })), '404 NOT_FOUND')
      assert.equal(codeOf(await guest.says(article, 'five', { parent_comment_id: article.post_id })), '404 NOT_FOUND')
      assert.equal(codeOf(await guest.says(article, 'six', { score: 5 })), '400 INVALID_FIELD')
      assert.equal((await guest.says(article, 'one', { request_id })).body.replayed, true)
    })
  })
})
