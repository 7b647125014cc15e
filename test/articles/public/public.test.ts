/** What everybody reads under /api/humanfeed, browsers included. */
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { it } from 'node:test'
import { BASE_URL, type Board, onEachEngine, openBoard, type Person } from '../../board.ts'
import { article, comments, drawing, publishedArticle, revises, submits, withdraws } from '../../setup/articles.ts'
import { codeOf, UNKNOWN_ID } from '../../setup/call.ts'
import { liftsItem, restrictsItem } from '../../setup/moderation.ts'
import { moderatorOf } from '../../setup/moderators.ts'
import { allRecommend, oldAccounts } from '../../setup/reviewers.ts'

const browser = {
  'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/140.0',
  accept: 'text/html,application/xhtml+xml',
  'sec-fetch-mode': 'navigate',
  'sec-fetch-site': 'none',
}
const reads = (board: Board, path: string, headers: Record<string, string> = {}) =>
  board.call(`/api/humanfeed${path}`, { headers })
const pathsOf = (post: string) => [`/posts/${post}`, `/posts/${post}/comments`, `/posts/${post}/source`]

onEachEngine('the public reads', (engine) => {
  it('show the feed with its summary and the policy', async () => {
    await using board = await openBoard(engine)
    const ada = await board.account('ada')
    await ada.posts()
    const { post_id, revision_id } = await publishedArticle(board, ada)
    await comments(ada, post_id, revision_id)
    await submits(ada)

    const { status, body, headers } = await reads(board, '/feed')

    assert.equal(status, 200)
    const [item] = body.items
    assert.equal(
      Object.keys(item).join(' '),
      'seq id title author first_published_at updated_at excerpt score public_comment_count url',
    )
    assert.deepEqual(
      [item.id, item.author, item.first_published_at, item.updated_at, item.score, item.public_comment_count, item.url],
      [post_id, 'ada', board.now(), board.now(), 2, 1, `${BASE_URL}/humanfeed/${post_id}`],
    )
    assert.equal(item.excerpt, article().blocks[0]?.text)
    assert.deepEqual(body.summary, { message_count: 1, published_posts: 1, awaiting_review_posts: 1 })
    assert.deepEqual(
      [body.publication.mode, body.publication.threshold, body.publication.grace.active, body.next_before],
      ['grace', 2, true, null],
    )
    assert.equal(headers['cache-control'], 'public, no-cache')
  })

  it('order the feed by the first publication, and page it by that event', async () => {
    await using board = await openBoard(engine)
    const [ada, bob, eve] = (await oldAccounts(board, 3)) as [Person, Person, Person]
    const sent = [(await submits(ada)).body, (await submits(ada)).body, (await submits(bob)).body]
    const ids = sent.map(({ item }) => item.id as string)
    const publish = async (n: number, by: Person[]) => {
      await allRecommend(by, sent[n].revision.id)
      board.passTime(5)
    }
    await publish(1, [bob, eve])
    await publish(2, [ada, eve])
    await publish(0, [bob, eve])
    const again = (await revises(bob, ids[2] as string)).body.revision.id
    await allRecommend([ada, eve], again)

    const first = (await reads(board, '/feed?limit=2')).body
    const second = (await reads(board, `/feed?limit=2&before=${first.next_before}`)).body

    const order = [...first.items, ...second.items].map(({ id }) => id)
    assert.deepEqual(order, [ids[0], ids[2], ids[1]])
    assert.deepEqual([first.next_before, second.next_before], [first.items[1].seq, null])
    assert.ok(first.items[1].updated_at > first.items[1].first_published_at)
    const codes = await Promise.all(
      ['limit=0', 'limit=51', 'before=0', 'after=1'].map(async (query) => codeOf(await reads(board, `/feed?${query}`))),
    )
    assert.deepEqual(codes, ['400 INVALID_LIMIT', '400 INVALID_LIMIT', '400 INVALID_CURSOR', '400 INVALID_FIELD'])
  })

  it('show the article, and a source whose bytes have the hash that everything names', async () => {
    await using board = await openBoard(engine)
    const ada = await board.account('ada')
    const { post_id, revision_id } = await publishedArticle(board, ada)

    const { body } = await reads(board, `/posts/${post_id}`)
    const source = await board.app.server.inject({ url: `/api/humanfeed/posts/${post_id}/source` })

    assert.deepEqual([body.post.revision_id, body.publication.mode], [revision_id, 'grace'])
    const [picture] = body.post.assets
    assert.deepEqual(body.post.blocks[1], {
      type: 'svg',
      asset: 0,
      description: 'A queue',
      caption: 'Our queue',
    })
    assert.equal(picture.url, `${BASE_URL}/api/humanfeed/assets/${revision_id}/0.svg`)
    const hash = createHash('sha256').update(source.rawPayload).digest('hex')
    assert.deepEqual([hash, source.headers.etag], [body.post.content_hash, `"${body.post.content_hash}"`])
    const own = (await ada.get(`/v1/humanfeed/revisions/${revision_id}`)).body.post
    assert.equal(own.content_hash, hash)
    const parsed = JSON.parse(source.body)
    assert.deepEqual(
      [Object.keys(parsed), parsed.blocks[1].type],
      [['blocks', 'language', 'schema_version', 'title'], 'svg'],
    )
  })

  it('have a strong ETag only uncompressed, and know it in both forms', async () => {
    await using board = await openBoard(engine)
    const blocks = [{ type: 'paragraph', text: 'Half of all writers tried again at once. '.repeat(50) }]
    const { post_id } = await publishedArticle(board, await board.account('ada'), { blocks })
    const url = `/api/humanfeed/posts/${post_id}/source`
    const plain = await board.app.server.inject({ url })
    const packed = await board.app.server.inject({ url, headers: { 'accept-encoding': 'br' } })

    assert.match(`${plain.headers.etag}`, /^"/)
    assert.deepEqual([packed.headers['content-encoding'], packed.headers.etag], ['br', `W/${plain.headers.etag}`])
    for (const etag of [plain, packed].map(({ headers }) => `${headers.etag}`))
      for (const encoding of ['br', 'identity']) {
        const headers = { 'accept-encoding': encoding, 'if-none-match': etag }
        assert.equal((await board.app.server.inject({ url, headers })).statusCode, 304)
      }
  })

  it('answer 304 to a caller that has the answer, and send a new ETag when something changes', async () => {
    await using board = await openBoard(engine)
    const [ada, bob] = (await oldAccounts(board, 2)) as [Person, Person]
    const { post_id, revision_id } = await publishedArticle(board, ada)
    for (const path of ['/feed', ...pathsOf(post_id), `/assets/${revision_id}/0.svg`]) {
      const { headers } = await reads(board, path)
      assert.equal(headers.etag.startsWith('W/'), !/source|assets/.test(path), path)
      board.passTime(60)
      await ada.posts()
      // Neither the time nor a message of the board makes it another document.
      const again = await reads(board, path, { 'if-none-match': headers.etag })
      assert.deepEqual([again.status, again.body, again.headers.etag], [304, '', headers.etag], path)
      assert.equal((await reads(board, path, { 'if-none-match': '"other"' })).status, 200)
      assert.equal((await reads(board, path, { 'if-none-match': '*' })).status, 304)
      assert.equal((await reads(board, path, { 'if-none-match': `"x", ${headers.etag}` })).status, 304)
    }
    const before = (await reads(board, '/feed')).headers.etag
    await comments(bob, post_id, revision_id)
    const after = await reads(board, '/feed', { 'if-none-match': before })
    assert.deepEqual([after.status, after.body.items[0].public_comment_count], [200, 1])
    board.passTime(8 * 86_400) // the grace period ends, and with it the policy that the answer shows
    assert.equal((await reads(board, '/feed', { 'if-none-match': after.headers.etag })).status, 200)
  })

  it('answer browsers, too, and HEAD like GET without the body', async () => {
    await using board = await openBoard(engine)
    const ada = await board.account('ada')
    const { post_id, revision_id } = await publishedArticle(board, ada)
    for (const path of ['/feed', ...pathsOf(post_id), `/assets/${revision_id}/0.svg`]) {
      const got = await reads(board, path, browser)
      const head = await board.call(`/api/humanfeed${path}`, { method: 'HEAD', headers: browser })
      assert.deepEqual([got.status, head.status, head.body], [200, 200, ''], path)
      assert.equal(head.headers.etag, got.headers.etag)
      assert.equal(head.headers['content-length'], got.headers['content-length'])
    }
    assert.equal(codeOf(await reads(board, '/nothing', browser)), '404 NOT_FOUND')
    const { status, headers } = await board.call('/api/humanfeed/feed', { method: 'POST', headers: browser })
    assert.deepEqual([status, headers['content-type']], [405, 'text/html; charset=utf-8']) // a form is answered with a page
  })

  it('answer 404 for items that were never public, and 410 without a reason for items that were', async () => {
    await using board = await openBoard(engine)
    const [ada, bob] = (await oldAccounts(board, 2)) as [Person, Person]
    const { post_id, revision_id } = await publishedArticle(board, ada)
    const waiting = (await submits(ada, { blocks: [...article().blocks, picture()] })).body
    const comment = (await comments(bob, waiting.item.id, waiting.revision.id, { blocks: [picture()] })).body
    const codes = (paths: string[]) => Promise.all(paths.map(async (path) => codeOf(await reads(board, path))))
    const asset = `/assets/${revision_id}/0.svg`
    const unseen = [
      ...pathsOf(waiting.item.id),
      ...pathsOf(UNKNOWN_ID),
      ...pathsOf('x'),
      `/posts/${comment.item.id}`,
      `/assets/${waiting.revision.id}/0.svg`,
      `/assets/${comment.revision.id}/0.svg`,
      `/assets/${revision_id}/1.svg`,
      `/assets/${revision_id}/0.png`,
      `/assets/${UNKNOWN_ID}/0.svg`,
    ]
    assert.deepEqual(new Set(await codes(unseen)), new Set(['404 NOT_FOUND']))

    const gone = new Set(['410 GONE'])
    await restrictsItem(board, post_id)
    assert.deepEqual(new Set(await codes([...pathsOf(post_id), asset])), gone)
    const { error } = (await reads(board, `/posts/${post_id}`)).body
    assert.equal(error.details, undefined)
    await liftsItem(board, post_id)
    assert.deepEqual(new Set(await codes([...pathsOf(post_id), asset])), new Set(['200']))
    await withdraws(ada, post_id)
    assert.deepEqual(new Set(await codes([...pathsOf(post_id), asset])), gone)
    assert.equal(codeOf(await bob.get(`/v1/humanfeed/posts/${post_id}`)), '404 NOT_FOUND')
    await moderatorOf(board).removes(post_id)
    assert.deepEqual(new Set(await codes([...pathsOf(post_id), asset])), gone)
    await moderatorOf(board).removes(waiting.item.id)
    const others = unseen.filter((path) => !path.includes(revision_id))
    assert.deepEqual(new Set(await codes(others)), new Set(['404 NOT_FOUND']))
  })

  it('serve pictures under a policy that lets them do nothing, also those of a revision that was public', async () => {
    await using board = await openBoard(engine)
    const [ada, bob, eve] = (await oldAccounts(board, 3)) as [Person, Person, Person]
    const { post_id, revision_id } = await publishedArticle(board, ada)
    const asset = `/assets/${revision_id}/0.svg`

    const { headers, body } = await reads(board, asset)
    assert.equal(headers['content-security-policy'], "sandbox; default-src 'none'; style-src 'unsafe-inline'")
    assert.deepEqual(
      [headers['content-type'], headers['x-content-type-options']],
      ['image/svg+xml; charset=utf-8', 'nosniff'],
    )
    assert.ok(body.startsWith('<svg'))
    const newer = (await revises(ada, post_id, { blocks: [...article().blocks, picture('newer')] })).body.revision.id
    assert.equal(codeOf(await reads(board, `/assets/${newer}/0.svg`)), '404 NOT_FOUND')
    await allRecommend([bob, eve], newer)
    assert.equal((await reads(board, `/assets/${newer}/0.svg`)).status, 200)
    assert.equal((await reads(board, asset)).status, 200)
    const sent = await comments(bob, post_id, newer, { blocks: [picture('in a comment')] })
    const [comment] = (await reads(board, `/posts/${post_id}/comments`)).body.items
    assert.equal(comment.blocks[0].url, `${BASE_URL}/api/humanfeed/assets/${sent.body.revision.id}/0.svg`)
    assert.equal((await reads(board, `/assets/${sent.body.revision.id}/0.svg`)).status, 200)
    await withdraws(bob, sent.body.item.id)
    assert.equal(codeOf(await reads(board, `/assets/${sent.body.revision.id}/0.svg`)), '410 GONE')
  })

  it('show comments without anything that belongs to agents', async () => {
    await using board = await openBoard(engine)
    const [ada, bob] = (await oldAccounts(board, 2)) as [Person, Person]
    const { post_id, revision_id } = await publishedArticle(board, ada)
    const parent = (await comments(bob, post_id, revision_id)).body.item.id
    await comments(ada, post_id, revision_id, { parent_id: parent })

    const first = (await reads(board, `/posts/${post_id}/comments?limit=1`)).body
    const second = (await reads(board, `/posts/${post_id}/comments?limit=1&before=${first.next_before}`)).body

    assert.equal(
      Object.keys(first.items[0]).join(' '),
      'seq id parent_id article_revision_id author_type author created_at blocks reply_depth',
    )
    assert.deepEqual(
      [first.items[0].parent_id, first.items[0].reply_depth, second.items[0].id, second.next_before],
      [parent, 2, parent, null],
    )
    assert.equal(Object.keys(first).join(' '), 'items next_before content_is_untrusted')
  })
})

const picture = (text?: string) => ({ type: 'svg', source: drawing(text), description: 'A queue' })
