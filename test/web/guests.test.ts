/** The pages on which guests find what they wrote again, and what refused forms say. */
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { Failure } from '../../src/kernel/errors.ts'
import { refusedFormPage } from '../../src/web/articles/refused-form.ts'
import { onEachEngine, openBoard } from '../board.ts'
import { comments, publishedArticle, withdraws } from '../setup/articles.ts'
import { type Answer, UNKNOWN_ID } from '../setup/call.ts'
import { commentId, insertDiscussion } from '../setup/comment-rows.ts'
import { assertNothingChanges } from '../setup/contents.ts'
import { guestOn } from '../setup/guests.ts'
import { freshRequestId } from '../setup/people.ts'

const LIST = '/humanfeed/comments'
const entriesOf = (body: unknown) => String(body).match(/<li><article class="comment">.*?<\/li>/gs) ?? []

onEachEngine('the comments of a guest', (engine) => {
  const unlimited = {
    LIMIT_GUEST_COMMENTS_PER_SESSION_PER_MINUTE: 0,
    LIMIT_GUEST_COMMENTS_PER_NETWORK_PER_MINUTE: 0,
    LIMIT_GUEST_COMMENTS_PER_SESSION_PER_DAY: 0,
  }

  it('are listed for their browser with what became of them, and can be taken back there', async () => {
    await using board = await openBoard(engine, { limits: unlimited })
    const ada = await board.account('ada')
    const article = await publishedArticle(board, ada)
    const [eve, bob] = [guestOn(board), guestOn(board)]
    await eve.begins('Eve')
    await bob.begins('Bob')
    const shown = await eve.says(article, 'Fine <words> & all.')
    const waiting = await eve.says(article, 'See https://example.org')
    const refused = await eve.says(article, `brd_${'a'.repeat(43)}`)
    await bob.says(article, 'Not of Eve')
    for (const { status } of [shown, waiting, refused]) assert.ok([200, 201, 202].includes(status))

    const list = await eve.opens(LIST)
    const entries = entriesOf(list.body)

    assert.equal(list.headers['cache-control'], 'private, no-store')
    assert.equal(entries.length, 3)
    assert.match(entries[0] as string, /not accepted.*credential/is)
    assert.doesNotMatch(entries[0] as string, /Take it back/)
    assert.match(entries[1] as string, /waiting.*Comments with links are looked at first/s)
    assert.match(entries[2] as string, /published.*Fine &lt;words&gt; &amp; all\./s)
    assert.ok(entries[2]?.includes(`/humanfeed/${article.post_id}?thread=${shown.body.id}#comment-${shown.body.id}`))
    assert.doesNotMatch(list.body, /Not of Eve/)

    for (const { body } of [shown, waiting]) {
      const action = `/api/humanfeed/human-comments/${body.id}/remove`
      assert.ok(list.body.includes(`action="${action}"`))
      assert.equal((await eve.submits(action, { csrf_token: eve.token() })).status, 303)
    }
    const after = entriesOf((await eve.opens(LIST)).body)
    assert.equal(after.filter((entry) => /taken back/.test(entry)).length, 2)
    const nobody = await guestOn(board).opens(LIST)
    assert.equal(nobody.status, 200)
    assert.match(nobody.body, /This browser has written nothing here/)
  })

  it('are listed a page at a time, and stay in the list when their article is gone', async () => {
    await using board = await openBoard(engine, { limits: unlimited })
    const ada = await board.account('ada')
    const article = await publishedArticle(board, ada)
    const eve = guestOn(board)
    await eve.begins('Eve')
    for (let n = 1; n <= 25; n++) assert.equal((await eve.says(article, `Number ${n}.`)).status, 201)
    await withdraws(ada, article.post_id)

    const first = await eve.opens(LIST)
    const [, next] = /rel="next" href="([^"]+)"/.exec(first.body) as unknown as [string, string]
    const second = await eve.opens(next)

    const texts = [first, second].flatMap(({ body }) =>
      [...String(body).matchAll(/Number \d+\./g)].map(([text]) => text),
    )
    assert.deepEqual(
      texts,
      Array.from({ length: 25 }, (_, n) => `Number ${25 - n}.`),
    )
    assert.equal(entriesOf(first.body).length, 20)
    assert.doesNotMatch(second.body, /rel="next"/)
    assert.doesNotMatch(first.body, new RegExp(`href="/humanfeed/${article.post_id}`))
  })

  it('are marked as yours in a discussion, for their browser alone', async () => {
    await using board = await openBoard(engine, { limits: unlimited })
    const ada = await board.account('ada')
    const article = await publishedArticle(board, ada)
    const address = `/humanfeed/${article.post_id}`
    const [eve, bob] = [guestOn(board), guestOn(board)]
    await eve.begins('Eve')
    await bob.begins('Eve')
    const mine = await eve.says(article, 'Of Eve')
    await bob.says(article, 'Of the other Eve', { parent_comment_id: mine.body.id })
    await comments(ada, article.post_id, article.revision_id)
    const markedIn = (body: unknown) =>
      [...String(body).matchAll(/<article class="comment" id="comment-([^"]+)">.*?<\/article>/gs)]
        .filter(([comment]) => comment.includes('>yours<'))
        .map(([, id]) => id)

    const own = await eve.opens(address)
    const thread = await eve.opens(`${address}?thread=${mine.body.id}`)
    const everybody = await board.call(address)

    for (const { body } of [own, thread]) assert.deepEqual(markedIn(body), [mine.body.id])
    for (const { headers } of [own, thread]) assert.equal(headers['cache-control'], 'private, no-store')
    assert.ok(own.body.includes(`href="/humanfeed/receipts/${mine.body.id}`))
    assert.deepEqual(markedIn(everybody.body), [])
    assert.equal(everybody.headers['cache-control'], 'public, no-cache')
    for (const { body } of [own, everybody]) assert.ok(!String(body).includes(String(eve.cookie().split('=')[1])))
  })
})

/** Names of fields and codes, and sentences of the API: nothing that a guest can do something with. */
const technical = /[a-z]_[a-z]|[A-Z]{4}|must |allowance|session|Retry|UUID|token|Unicode|field/

function assertPlain({ status, headers, body }: Answer, expected: { status: number; says: RegExp; keeps?: string }) {
  assert.equal(status, expected.status, String(body))
  assert.equal(headers['content-type'], 'text/html; charset=utf-8')
  const told = /<div class="problem" role="alert"><p>(.*?)<\/p><\/div>/s.exec(body)?.[1] ?? ''
  assert.match(told, expected.says)
  assert.doesNotMatch(told, technical)
  if (expected.keeps !== undefined)
    assert.ok(new RegExp(`<textarea[^>]*>\n${expected.keeps}</textarea>`).test(body), `lost: ${expected.keeps}`)
}

onEachEngine('a refused form of a guest', (engine) => {
  const opened = async (options: Parameters<typeof openBoard>[1] = {}) => {
    const board = await openBoard(engine, options)
    const ada = await board.account('ada')
    const article = await publishedArticle(board, ada)
    const guest = guestOn(board)
    await guest.begins('Eve')
    /** As the page would send it; every text is kept after a refusal. */
    const sends = (text: string, fields: Record<string, string> = {}, from = guest, to = article.post_id) =>
      from.submits(`/api/humanfeed/posts/${to}/human-comments`, {
        text,
        article_revision_id: article.revision_id,
        request_id: freshRequestId(),
        csrf_token: from.token(),
        ...fields,
      })
    return { board, ada, article, guest, sends, [Symbol.asyncDispose]: board.close }
  }

  it('says in plain words what is wrong, and keeps the text', async () => {
    await using o = await opened()
    const { sends } = o
    const long = 'x'.repeat(8_001)
    const nobody = guestOn(o.board)
    await assertNothingChanges(o.board, async () => {
      assertPlain(await sends(long), { status: 400, says: /at most 8,000 characters/, keeps: long })
      assertPlain(await sends(' \n '), { status: 400, says: /is empty/ })
      assertPlain(await sends(''), { status: 400, says: /is empty/, keeps: '' })
      assertPlain(await sends('a\0b'), { status: 400, says: /cannot be stored/ })
      for (const [nickname, says] of [
        ['\u200B', /nothing that can be seen/],
        ['a\nb', /cannot be shown/],
        ['n'.repeat(41), /at most 40 characters/],
        ['', /Choose a nickname first/],
      ] as const)
        assertPlain(await sends('Kept', { nickname }, nobody), { status: 400, says, keeps: 'Kept' })
      assertPlain(await sends('Kept', { csrf_token: 'old' }), { status: 403, says: /send it again/, keeps: 'Kept' })
      assertPlain(await sends('Kept', { request_id: 'x' }), { status: 400, says: /damaged/, keeps: 'Kept' })
      assertPlain(await sends('Kept', { article_revision_id: 'x' }), { status: 400, says: /damaged/, keeps: 'Kept' })
      assertPlain(await sends('Kept', {}, o.guest, UNKNOWN_ID), { status: 404, says: /no longer here/, keeps: 'Kept' })
      assertPlain(await sends('y'.repeat(190_000)), { status: 413, says: /Go back in your browser/ })
    })
  })

  it('keeps the longest text that a browser lets its reader type, in every script', async () => {
    await using o = await opened()
    const page = String((await guestOn(o.board).opens(`/humanfeed/${o.article.post_id}`)).body)
    const most = (field: string) => Number(new RegExp(`<[^>]* name="${field}"[^>]* maxlength="(\\d+)"`).exec(page)?.[1])
    for (const letter of ['文', 'ä']) {
      const text = letter.repeat(most('text'))
      const nickname = letter.repeat(most('nickname'))
      const answer = await o.sends(text, { nickname }, guestOn(o.board))
      assertPlain(answer, { status: 400, says: /at most/, keeps: text })
    }
  })

  it('offers the article where the comment that was answered is gone or too deep', async () => {
    await using o = await opened()
    const parent = (await comments(o.ada, o.article.post_id, o.article.revision_id)).body.item.id
    await insertDiscussion(
      o.board,
      o.article,
      Array.from({ length: 32 }, (_, n) => ({ parent: n === 0 ? null : n - 1, text: `Level ${n + 1}` })),
    )
    await withdraws(o.ada, parent)

    const gone = await o.sends('Kept', { parent_comment_id: parent })
    const deep = await o.sends('Kept', { parent_comment_id: commentId(31) })

    assertPlain(gone, { status: 404, says: /that you answered is no longer here.*on the article/, keeps: 'Kept' })
    assertPlain(deep, { status: 409, says: /cannot become any deeper.*on the article/, keeps: 'Kept' })
    for (const { body } of [gone, deep]) assert.doesNotMatch(body, /name="parent_comment_id"/)
    assert.equal((await o.sends('Kept', { parent_comment_id: '' })).status, 303)
    await withdraws(o.ada, o.article.post_id)
    assertPlain(await o.sends('Kept'), { status: 410, says: /not public any more/, keeps: 'Kept' })
  })

  it('asks for the nickname again when the browser has lost its session', async () => {
    await using o = await opened()
    o.board.passTime(180 * 86_400)

    const lost = await o.sends('Kept')

    assertPlain(lost, { status: 400, says: /Choose a nickname first/, keeps: 'Kept' })
    assert.match(lost.body, /name="nickname"/)
    assert.doesNotMatch(lost.body, /name="csrf_token"/)
  })

  it('names a limit with its number, whose it is, and when it can be sent', async () => {
    const limits = {
      LIMIT_GUEST_COMMENTS_PER_SESSION_PER_MINUTE: 1,
      LIMIT_GUEST_COMMENTS_PER_NETWORK_PER_MINUTE: 2,
      LIMIT_GUEST_COMMENTS_PER_SESSION_PER_DAY: 2,
      LIMIT_GUEST_COMMENTS_PER_NETWORK_PER_DAY: 3,
      LIMIT_GUEST_COMMENTS_PER_DAY: 4,
    }
    await using o = await opened({ limits })
    const [bob, zoe] = [guestOn(o.board), guestOn(o.board, '198.51.100.9')]
    await bob.begins('Bob')
    await zoe.begins('Zoe')
    const kept = { status: 429, keeps: 'Kept' }

    assert.equal((await o.sends('One')).status, 303)
    assertPlain(await o.sends('Kept'), { ...kept, says: /^You can send 1 comment in a minute.* Wait 60 seconds/ })
    assert.equal((await o.sends('Two', {}, bob)).status, 303)
    o.board.passTime(59)
    assertPlain(await o.sends('Kept', {}, bob), { ...kept, says: /in a minute.* Wait 1 second,/ })
    o.board.passTime(60)
    assert.equal((await o.sends('Three')).status, 303)
    o.board.passTime(60)
    assertPlain(await o.sends('Kept'), { ...kept, says: /^You can send 2 comments in a day.* Wait \d+ / })
    assertPlain(await o.sends('Kept', {}, bob), { ...kept, says: /^One network can send 3 comments in a day/ })
    assert.equal((await o.sends('Four', {}, zoe)).status, 303)
    o.board.passTime(60)
    assertPlain(await o.sends('Kept', {}, zoe), { ...kept, says: /^This site takes 4 comments in a day/ })
  })

  it('explains also closed comments, and refusals of a new nickname and of a removal', async () => {
    await using o = await opened({ env: { GUEST_COMMENTS: 'off' } })
    const csrf_token = o.guest.token()
    const session = '/api/humanfeed/human-session'

    assertPlain(await o.sends('Kept'), { status: 409, says: /cannot comment at the moment/, keeps: 'Kept' })
    const renamed = await o.guest.submits(session, { nickname: 'n'.repeat(41), csrf_token })
    assertPlain(renamed, { status: 400, says: /at most 40 characters/ })
    assert.ok(renamed.body.includes(`value="${'n'.repeat(41)}"`))
    assertPlain(await o.guest.submits(session, { nickname: 'Eva', csrf_token: 'old' }), {
      status: 403,
      says: /Look at/,
    })
    const remove = `/api/humanfeed/human-comments/${UNKNOWN_ID}/remove`
    assertPlain(await o.guest.submits(remove, { csrf_token }), { status: 404, says: /has sent no such comment/ })
    const stale = await o.guest.submits(remove, { csrf_token: 'old' })
    assertPlain(stale, { status: 403, says: /Look at/ })
    assert.ok(stale.body.includes(`value="${csrf_token}"`))
  })
})

it('a form that is refused before it is read gets a page too', async () => {
  await using board = await openBoard('sqlite')
  const headers = {
    accept: 'text/html',
    'sec-fetch-mode': 'navigate',
    'content-type': 'application/x-www-form-urlencoded',
  }
  const nowhere = await board.call('/api/humanfeed/no-such-form', { method: 'POST', headers, body: 'text=x' })
  const read = await board.call('/api/humanfeed/no-such-list', { headers })

  assert.deepEqual([nowhere.status, nowhere.headers['content-type']], [404, 'text/html; charset=utf-8'])
  assert.deepEqual([read.status, read.body.error.code], [404, 'NOT_FOUND'])
})

it('a form that the site cannot answer now keeps its text and stays the same comment', () => {
  const identity = { name: 'A board', operator: null, contact: null, privacyUrl: null, sourceUrl: null }
  const context = { baseUrl: '', path: '', query: {}, session: null, requestId: 'new', guestComments: true, identity }
  const typed = { text: 'Kept', request_id: 'the-same', article_revision_id: UNKNOWN_ID }
  const cases: [Failure, RegExp][] = [
    [new Failure('CAPACITY', { max: 1, scope: 'articles' }), /no room/],
    [new Failure('UNAVAILABLE'), /cannot answer at the moment.*Wait 5 seconds/],
    [new Failure('UNAVAILABLE', { outcome: 'unknown' }), /will not be stored twice/],
    [new Failure('INTERNAL', { request_id: '17' }), /quote this number: 17/],
  ]
  for (const [failure, says] of cases) {
    const { draw, headers } = refusedFormPage(failure, { kind: 'comment', typed, id: UNKNOWN_ID }, context)
    const body = draw(identity).markup
    assertPlain({ status: failure.status, headers, body }, { status: failure.status, says, keeps: 'Kept' })
    assert.match(body, /name="request_id" value="the-same"/)
  }
})
