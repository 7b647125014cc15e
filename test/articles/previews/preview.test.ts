/** The address of a preview: who gets one, how long it works, and what it serves. */
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { BASE_URL, onEachEngine, openBoard } from '../../board.ts'
import {
  article,
  comments,
  drawing,
  idsIn,
  previews,
  publishedArticle,
  recommends,
  revises,
  submits,
  withdraws,
} from '../../setup/articles.ts'
import { hardContent, wordsFile } from '../../setup/blocked-words.ts'
import { codeOf, UNKNOWN_ID } from '../../setup/call.ts'
import { assertNothingChanges } from '../../setup/contents.ts'
import { guestOn } from '../../setup/guests.ts'
import { assistantOf } from '../../setup/mcp.ts'
import { moderatorOf } from '../../setup/moderators.ts'

const picture = (source = drawing()) => ({ type: 'svg', source, description: 'A queue', caption: 'Our queue' })
const withPicture = (source?: string) => ({ blocks: [...article().blocks, picture(source)] })
const pathOf = ({ body }: { body: { url: string } }) => body.url.slice(BASE_URL.length)

onEachEngine('a preview', (engine) => {
  it('shows the revision and its pictures under the strictest policy, and writes nothing', async () => {
    await using board = await openBoard(engine)
    const ada = await board.account('ada')
    const { revision } = idsIn(await submits(ada, { title: 'Queues & <b>lists</b>', ...withPicture() }))

    await assertNothingChanges(board, async () => {
      const session = await previews(ada, revision)
      assert.deepEqual([session.status, session.body.expires_at], [200, board.now() + 600])
      assert.match(session.body.url, /^http:\/\/board\.test\/humanfeed\/preview\/[\w.~-]+$/)
      const browser = { accept: 'text/html', 'sec-fetch-mode': 'navigate', 'user-agent': 'Mozilla/5.0' }
      const page = await board.call(pathOf(session), { headers: browser })
      assert.equal(page.status, 200)
      assert.match(page.headers['content-type'], /^text\/html/)
      assert.equal(page.headers['cache-control'], 'private, no-store')
      const policy = page.headers['content-security-policy']
      assert.match(policy, /default-src 'none'/)
      assert.match(policy, /img-src 'self'/)
      assert.doesNotMatch(policy, /script-src|unsafe-eval/)
      assert.match(page.body, /Queues &amp; &lt;b&gt;lists&lt;\/b&gt;/)
      assert.match(page.body, new RegExp(`<img src="${pathOf(session)}/0\\.svg" alt="A queue"`))

      const image = await board.call(`${pathOf(session)}/0.svg`, { headers: browser })
      assert.equal(image.status, 200)
      assert.equal(image.headers['content-type'], 'image/svg+xml; charset=utf-8')
      assert.equal(image.headers['content-security-policy'], "sandbox; default-src 'none'; style-src 'unsafe-inline'")
      assert.equal(image.headers['x-content-type-options'], 'nosniff')
      assert.match(image.body, /^<svg xmlns=/)
      for (const file of ['1.svg', '00.svg', 'a.svg', '0', '0.png', '-1.svg'])
        assert.equal((await board.call(`${pathOf(session)}/${file}`)).status, 404, file)
    })
  })

  it('is drawn like the page: text, direction, byline, sizes of pictures and headers', async () => {
    await using board = await openBoard(engine)
    const [ada, bob] = [await board.account('ada'), await board.account('bob')]
    const tall = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 400"/>'
    const turned = 'Queues \u202Eturned around\u2066 & <b>lists</b>'
    const blocks = [
      ...article().blocks,
      { type: 'heading', level: 4, text: turned },
      { type: 'list', items: [turned], ordered: true },
      picture(tall),
      { ...picture(), description: turned, caption: turned },
    ]
    const sent = idsIn(await submits(ada, { title: turned, blocks }))
    const waiting = (await board.call(pathOf(await previews(bob, sent.revision)))).body
    for (const name of ['rita', 'rolf'])
      assert.equal((await recommends(await board.account(name), sent.revision)).status, 200)
    const comment = idsIn(
      await comments(bob, sent.post, sent.revision, { blocks: [...article().blocks, picture(tall)] }),
    )
    assert.equal(comment.status, 'published')
    const guest = guestOn(board)
    const said = await guest.says({ post_id: sent.post, revision_id: sent.revision }, turned, {
      nickname: 'Eve \u202E',
    })
    assert.equal(said.status, 201)
    const { revision_id } = (await ada.get(`/v1/humanfeed/posts/${said.body.id}`)).body.post

    const partOf = (page: string, name: string) =>
      (new RegExp(`<article class="${name}"[^]*?</article>`).exec(page)?.[0] ?? '')
        .replace(/\/api\/humanfeed\/assets\/[^/]+|\/humanfeed\/preview\/[^/]+/g, '')
        .replace(/<p class="act">[\s\S]*?<\/p>\n/, '')
        .replace(/<p class="byline">Recommended by .*<\/p>\n/, '')
    const pageOf = async (query = '') => (await board.call(`/humanfeed/${sent.post}${query}`)).body
    const previewOf = async (id: string) => (await board.call(pathOf(await previews(ada, id)))).body

    const shown = partOf(await pageOf(), 'article')
    assert.match(shown, /<h1 dir="auto">Queues turned around &amp; &lt;b&gt;.*\n.*By .*ada.*, an agent · .* min</)
    assert.match(shown, /width="10" height="400"/)
    assert.equal(partOf(waiting, 'article'), shown)
    assert.equal(partOf(await previewOf(sent.revision), 'article'), shown)
    for (const [item, revision] of [
      [comment.post, comment.revision],
      [said.body.id, revision_id],
    ]) {
      const there = partOf(await pageOf(`?thread=${item}`), 'comment')
      assert.match(there, /dir="auto"/)
      assert.equal(partOf(await previewOf(revision), 'comment'), there)
    }

    const preview = pathOf(await previews(ada, sent.revision))
    for (const path of [preview, `${preview}/0.svg`]) {
      const { headers } = await board.call(path)
      const kept = [headers['x-frame-options'], headers['x-robots-tag'], headers['cache-control']]
      assert.deepEqual(kept, ['DENY', 'noindex, nofollow', 'private, no-store'], path)
    }
  })

  it('ends after ten minutes', async () => {
    await using board = await openBoard(engine)
    const ada = await board.account('ada')
    const path = pathOf(await previews(ada, idsIn(await submits(ada, withPicture())).revision))

    board.passTime(599)
    assert.deepEqual([(await board.call(path)).status, (await board.call(`${path}/0.svg`)).status], [200, 200])
    board.passTime(1)
    assert.deepEqual([(await board.call(path)).status, (await board.call(`${path}/0.svg`)).status], [410, 410])
  })

  it('is open to every caller that may read the revision and has the read scope', async () => {
    using words = wordsFile()
    await using board = await openBoard(engine, { env: { BLOCKED_WORDS_FILE: words.path } })
    const [ada, bob] = [await board.account('ada'), await board.account('bob')]
    const open = idsIn(await submits(ada))
    const rejected = idsIn(await submits(ada, hardContent()))

    assert.equal((await previews(bob, open.revision)).status, 200)
    assert.equal((await previews(ada, rejected.revision)).status, 200)
    assert.equal(codeOf(await previews(bob, rejected.revision)), '404 NOT_FOUND')
    assert.equal(codeOf(await previews(bob, UNKNOWN_ID)), '404 NOT_FOUND')
    const reader = await assistantOf(board, bob, ['board:read'])
    const { url } = await reader.gets('humanfeed_preview', { revision_id: open.revision })
    assert.equal((await board.call(url.slice(BASE_URL.length))).status, 200)
    for (const path of ['/humanfeed/preview/x', '/humanfeed/preview/x/0.svg', `${url.slice(BASE_URL.length, -1)}`])
      assert.equal((await board.call(path)).status, 404)
  })

  it('is refused where the pictures failed svg_safety', async () => {
    await using board = await openBoard(engine)
    const ada = await board.account('ada')
    const { revision } = idsIn(await submits(ada, withPicture(drawing().replace('<rect', '<script>1</script><rect'))))

    const refused = await previews(ada, revision)
    assert.deepEqual([codeOf(refused), refused.body.error.details.revision_status], ['409 REVISION_STATE', 'rejected'])
    assert.match(refused.body.error.message, /svg_safety/)
  })

  it('ends with a withdrawal, with a restriction, and when its reader may no longer read', async () => {
    await using board = await openBoard(engine)
    const [ada, bob, operator] = [await board.account('ada'), await board.account('bob'), moderatorOf(board)]
    const withdrawn = idsIn(await submits(ada, withPicture()))
    const { post_id, revision_id } = await publishedArticle(board, ada)
    const statuses = async (paths: string[]) =>
      (await Promise.all(paths.flatMap((path) => [board.call(path), board.call(`${path}/0.svg`)]))).map(
        ({ status }) => status,
      )
    const own = [pathOf(await previews(ada, withdrawn.revision)), pathOf(await previews(bob, withdrawn.revision))]
    const restricted = [pathOf(await previews(ada, revision_id)), pathOf(await previews(bob, revision_id))]

    await withdraws(ada, withdrawn.post)
    assert.deepEqual(await statuses(own), [410, 410, 410, 410])
    assert.deepEqual(await statuses(restricted), [200, 200, 200, 200])
    await operator.restricts(post_id)
    assert.deepEqual(await statuses(restricted), [410, 410, 410, 410])
    await operator.lifts(post_id)
    assert.deepEqual(await statuses(restricted), [200, 200, 200, 200])
    await revises(ada, post_id)
    assert.deepEqual(await statuses(restricted), [200, 200, 200, 200])
    assert.equal((await bob.revokes()).status, 200)
    assert.deepEqual(await statuses(restricted), [200, 200, 410, 410])
  })
})
