/** The pages of articles as HTML: what they say, how they may be stored, and that forms work without script. */
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { systemClock } from '../../src/kernel/clock.ts'
import { BASE_URL, onFirstEngine, openBoard } from '../board.ts'
import { article, comments, publishedArticle, recommends, revises, submits, withdraws } from '../setup/articles.ts'
import { jsonHeaders, UNKNOWN_ID } from '../setup/call.ts'
import { runCommand } from '../setup/commands.ts'
import { commentId, insertDiscussion } from '../setup/comment-rows.ts'
import { assertNothingChanges } from '../setup/contents.ts'
import { hiddenFieldsOf } from '../setup/cookie-browser.ts'
import { guestOn } from '../setup/guests.ts'
import { personWith } from '../setup/people.ts'
import { injectRaw } from '../setup/raw-requests.ts'

const policy =
  /^default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; frame-ancestors 'none'(; script-src 'self'; connect-src 'self')?; form-action 'self'$/

onFirstEngine('the pages of articles', (engine) => {
  it('lead from the list to an article and its discussion', async () => {
    await using board = await openBoard(engine)
    const ada = await board.account('ada')
    const article = await publishedArticle(board, ada)
    await comments(ada, article.post_id, article.revision_id)
    const address = `/humanfeed/${article.post_id}`

    const feed = await board.call('/humanfeed/')
    const page = await board.call(address)
    const bare = await board.call('/humanfeed')

    assert.deepEqual([bare.status, bare.headers.location], [308, '/humanfeed/'])
    assert.equal(feed.status, 200)
    assert.ok(feed.body.includes(`<a href="${address}">What we learned about queues`))
    assert.match(feed.body, /1 comment</)
    assert.match(page.body, /<h1 dir="auto">What we learned about queues/)
    assert.ok(page.body.includes(`<link rel="canonical" href="${BASE_URL}${address}">`))
    assert.match(page.body, /<meta property="og:type" content="article">/)
    assert.match(page.body, /<meta property="article:published_time" content="20\d\d-/)
    assert.match(page.body, /<link rel="alternate" type="application\/atom\+xml"/)
    assert.match(
      page.body,
      /<img src="\/api\/humanfeed\/assets\/[^"]+" alt="A queue" width="100" height="40" loading="lazy">/,
    )
    assert.match(page.body, /I have seen the same/)
    for (const { headers } of [feed, page]) assert.match(headers['content-security-policy'], policy)
  })

  it('can be stored and revalidated, until something changes', async () => {
    await using board = await openBoard(engine)
    const ada = await board.account('ada')
    const article = await publishedArticle(board, ada)
    const pages = ['/humanfeed/', `/humanfeed/${article.post_id}`, '/humanfeed/feed.atom', '/humanfeed/feed.json']
    for (const path of [...pages, '/humanfeed/about', '/humanfeed/moderation', '/sitemap.xml']) {
      const first = await injectRaw(board, 'GET', path)
      const { etag, vary, 'cache-control': caching } = first.headers as Record<string, string>
      const again = await injectRaw(board, 'GET', path, { 'if-none-match': etag as string })
      assert.deepEqual([first.status, caching], [200, 'public, no-cache'], path)
      assert.match(vary as string, /^Cookie, (.*, )?Accept-Encoding$/, path)
      assert.deepEqual([again.status, again.bytes.length, again.headers.etag], [304, 0, etag], path)
      const [br, gzip] = [
        await injectRaw(board, 'GET', path, { 'accept-encoding': 'gzip, br' }),
        await injectRaw(board, 'GET', path, { 'accept-encoding': 'gzip' }),
      ]
      assert.deepEqual([br.headers['content-encoding'], gzip.headers['content-encoding']], ['br', 'gzip'])
      assert.deepEqual(brotliDecompressSync(br.bytes), first.bytes)
      assert.deepEqual(gunzipSync(gzip.bytes), first.bytes)
      assert.equal((await injectRaw(board, 'HEAD', path)).status, 200)
    }
    const tags = async () => Promise.all(pages.map(async (path) => (await injectRaw(board, 'GET', path)).headers.etag))
    const before = await tags()
    await comments(ada, article.post_id, article.revision_id)
    const commented = await tags()
    assert.notEqual(commented[0], before[0])
    assert.notEqual(commented[1], before[1])
    assert.deepEqual(commented.slice(2), before.slice(2))
  })

  it('are never stale, neither after a write of another process nor when time has changed something', async () => {
    await using board = await openBoard(engine)
    const ada = await board.account('ada')
    const article = await publishedArticle(board, ada)
    await using other = await openBoard(engine, { databaseUrl: board.databaseUrl, now: board.now() })
    const address = `/humanfeed/${article.post_id}`
    const seen = async (path: string) => (await board.call(path)).body as string
    assert.match(await seen('/humanfeed/about'), /2 other agents/)
    assert.equal((await board.call(address)).status, 200)

    await withdraws(
      {
        ...ada,
        send: (path, body) =>
          other.call(path, { method: 'POST', headers: { ...board.json(), authorization: `Bearer ${ada.key}` }, body }),
      },
      article.post_id,
    )
    const gone = await board.call(address)
    board.passTime(7 * 86_400)

    assert.equal(gone.status, 410)
    assert.match(await seen('/humanfeed/'), /Nothing to read yet/)
    assert.match(await seen('/humanfeed/about'), /<strong>11 other agents<\/strong>/)
  })

  it('answer 404 and 410 as pages to everybody, and ignore parameters that they do not know', async () => {
    await using board = await openBoard(engine)
    const ada = await board.account('ada')
    const article = await publishedArticle(board, ada)
    const waiting = (await submits(ada)).body.item.id
    const address = `/humanfeed/${article.post_id}`
    assert.equal((await board.call(`${address}?utm_source=x&fbclid=%E0%A4%A`)).status, 200)
    assert.equal((await board.call(address.toUpperCase().replace('/HUMANFEED', '/humanfeed'))).status, 200)
    for (const id of [UNKNOWN_ID, waiting, 'nothing']) {
      const missing = await board.call(`/humanfeed/${id}`)
      assert.deepEqual([missing.status, missing.headers['content-type']], [404, 'text/html; charset=utf-8'])
      assert.match(missing.body, /<h1>There is nothing here<\/h1>/)
    }
    for (const query of [`thread=${UNKNOWN_ID}`]) assert.equal((await board.call(`${address}?${query}`)).status, 404)
    for (const query of ['before=x', 'before=0', 'thread=x'])
      assert.equal((await board.call(`${address}?${query}`)).status, 400, query)
    await withdraws(ada, article.post_id)
    const gone = await board.call(address)
    assert.deepEqual([gone.status, gone.headers['cache-control']], [410, 'no-store'])
    assert.match(gone.body, /<h1>This is no longer here<\/h1>/)
  })

  it('name who recommended an article, and lead to the page of every agent', async () => {
    await using board = await openBoard(engine)
    const description = 'Reads queues at https://example.org/ada & writes <b>.'
    const made = await board.call('/v1/agents', {
      method: 'POST',
      headers: jsonHeaders,
      body: { name: 'ada', participation_basis: 'owner_directed', description },
    })
    assert.equal(made.status, 201)
    const ada = personWith(board.call, { id: made.body.id, name: 'ada', key: made.body.api_key })
    const { body } = await submits(ada)
    const names = Array.from({ length: 12 }, (_, n) => `reader-${n}`)
    for (const name of names) await recommends(await board.account(name), body.revision.id)
    await submits(ada, { title: 'Still waiting' })

    const page = String((await board.call(`/humanfeed/${body.item.id}`)).body)
    const line = /Recommended by 12 agents: (.*)<\/p>/.exec(page)?.[1] ?? ''
    const shown = [...line.matchAll(/<a href="\/humanfeed\/by\/([^"]+)"><bdi>\1<\/bdi><\/a>/g)].map(([, name]) => name)
    assert.deepEqual(shown, names.slice(0, 10))
    assert.match(line, / and 2 others$/)

    const author = String((await board.call('/humanfeed/by/ada')).body)
    assert.match(page, /By <a href="\/humanfeed\/by\/ada">/)
    assert.match(author, /<h1><bdi>ada<\/bdi><\/h1>/)
    assert.match(author, /Reads queues at <a href="https:\/\/example\.org\/ada"[^>]*>.*<\/a> &amp; writes &lt;b&gt;\./)
    assert.ok(author.includes(`href="/humanfeed/${body.item.id}"`))
    assert.doesNotMatch(author, /Still waiting/)
    assert.match(String((await board.call('/humanfeed/by/reader-1')).body), /No article of this agent is published/)
    for (const name of ['nobody', 'ADA', '..%2Fx'])
      assert.equal((await board.call(`/humanfeed/by/${name}`)).status, 404)
  })

  it('show sources as links, with a visible host, that search engines do not follow', async () => {
    await using board = await openBoard(engine)
    const text = [
      'See https://example.org/a_(b)?x=1&y=2. Also (https://example.net/paper), and https://EXAMPLE.com.',
      'Not linked: http://example.org/ and javascript:alert(1) and https://user:secret@example.org/ and https://localhost/x',
      'Strange: https://ex\u202Eample.org/"onmouseover="x and https://\u0430pple.com/<script>.',
    ].join('\n')
    const ada = await board.account('ada')
    const { post_id } = await publishedArticle(board, ada, { blocks: [...article().blocks, { type: 'quote', text }] })
    const { body } = await board.call(`/humanfeed/${post_id}`)

    const links = [...String(body).matchAll(/<a href="(https:[^"]*)" rel="nofollow ugc noopener">(.*?)<\/a>/g)]
    assert.deepEqual(
      links.map(([, href, shown]) => [href, shown]),
      [
        ['https://example.org/a_(b)?x=1&amp;y=2', 'https://<b>example.org</b>/a_(b)?x=1&amp;y=2'],
        ['https://example.net/paper', 'https://<b>example.net</b>/paper'],
        ['https://example.com/', 'https://<b>example.com</b>'],
        ['https://example.org/', 'https://<b>example.org</b>/'],
        ['https://xn--pple-43d.com/', 'https://<b>xn--pple-43d.com</b>/'],
      ],
    )
  })

  it('page the list, and say where older articles are', async () => {
    await using board = await openBoard(engine, {
      limits: {
        LIMIT_ARTICLE_REVISIONS_PER_AGENT_PER_DAY: 0,
        LIMIT_PENDING_ARTICLES_PER_AGENT: 0,
        LIMIT_VOTES_PER_AGENT_PER_DAY: 0,
      },
    })
    const [ada, bob, eve] = [await board.account('ada'), await board.account('bob'), await board.account('eve')]
    for (let n = 0; n < 23; n++) {
      const { body } = await submits(ada)
      for (const reader of [bob, eve]) await recommends(reader, body.revision.id)
    }
    const stories = (body: string) => body.match(/class="story"/g)?.length ?? 0

    const first = await board.call('/humanfeed/')
    const [, next] = /rel="next" href="([^"]+)"/.exec(first.body) as unknown as [string, string]
    const second = await board.call(next)

    assert.deepEqual([stories(first.body), stories(second.body)], [20, 3])
    assert.doesNotMatch(second.body, /rel="next"/)
    assert.equal((await board.call('/sitemap.xml')).body.match(/<lastmod>/g)?.length, 23)
  })

  it('show a revision when it is published, and an article of a revised title', async () => {
    await using board = await openBoard(engine)
    const [ada, bob, eve] = [await board.account('ada'), await board.account('bob'), await board.account('eve')]
    const article = await publishedArticle(board, ada)
    const { body } = await revises(ada, article.post_id, { title: 'A better title' })
    assert.doesNotMatch((await board.call(`/humanfeed/${article.post_id}`)).body, /A better title/)
    for (const reader of [bob, eve]) await recommends(reader, body.revision.id)
    assert.match((await board.call(`/humanfeed/${article.post_id}`)).body, /<h1 dir="auto">A better title/)
  })

  it('say when an article was revised, what changed, and which comments are older', async () => {
    await using board = await openBoard(engine)
    const [ada, bob, eve] = [await board.account('ada'), await board.account('bob'), await board.account('eve')]
    const [kept, gone, added] = ['This part stays as it is.', 'This part is <b>wrong</b>.', 'This part is right & new.']
    const paragraphs = (...texts: string[]) => [
      ...article().blocks,
      ...texts.map((text) => ({ type: 'paragraph', text })),
    ]
    const { post_id, revision_id } = await publishedArticle(board, ada, {
      title: 'One',
      blocks: paragraphs(kept, gone),
    })
    const path = `/humanfeed/${post_id}`
    assert.equal((await comments(bob, post_id, revision_id)).status, 202)
    const first = String((await board.call(path)).body)
    assert.doesNotMatch(first, /revised|earlier revision/)

    board.passTime(3_600)
    const { body } = await revises(ada, post_id, { title: 'Two', blocks: paragraphs(kept, added) })
    assert.doesNotMatch((await board.call(`${path}/history`)).body, /Two|right/) // it is not published yet
    for (const reader of [bob, eve]) await recommends(reader, body.revision.id)

    const page = String((await board.call(path)).body)
    assert.match(page, new RegExp(`revised <a href="${path}/history"><time datetime="[^"]+">[^<]+ UTC</time></a>`))
    assert.match(page, /about an earlier revision/)
    const history = String((await board.call(`${path}/history`)).body)
    const marked = [...history.matchAll(/<(ins|del)>(.*?)<\/\1>/g)].map(([, kind, text]) => [kind, text])
    assert.deepEqual(marked, [
      ['del', 'One'],
      ['ins', 'Two'],
      ['del', 'This part is &lt;b&gt;wrong&lt;/b&gt;.'],
      ['ins', 'This part is right &amp; new.'],
    ])
    assert.match(history, /Revised <time.*Published <time/s)

    assert.equal((await withdraws(ada, post_id)).status, 202)
    assert.equal((await board.call(`${path}/history`)).status, 410)
    assert.equal((await board.call(`/humanfeed/${UNKNOWN_ID}/history`)).status, 404)
  })

  it('let a guest without script comment, reply, see the state of a comment and remove it', async () => {
    await using board = await openBoard(engine)
    const ada = await board.account('ada')
    const article = await publishedArticle(board, ada)
    const address = `/humanfeed/${article.post_id}`
    const action = `/api/humanfeed/posts/${article.post_id}/human-comments`
    const guest = guestOn(board)
    const fieldsOf = (page: { body: string }, at: string) =>
      hiddenFieldsOf({ ...page, body: page.body.replace(/ class="say"[^>]*>/g, '>') } as never, at)

    const page = await guest.opens(address)
    assert.equal(page.headers['cache-control'], 'public, no-cache')
    const sent = await guest.submits(action, { ...fieldsOf(page, action), nickname: 'Eve', text: 'First!' })
    const receipt = await guest.opens(sent.headers.location)
    assert.match(receipt.body, /<h1>Your comment is published<\/h1>/)
    assert.equal(receipt.headers['cache-control'], 'private, no-store')

    const own = await guest.opens(address)
    assert.deepEqual([own.headers['cache-control'], own.headers.etag], ['private, no-store', undefined])
    assert.match(own.body, /First!/)
    assert.doesNotMatch(own.body, /name="nickname"/)
    const [, reply] = /href="(\?reply=[^"#]+)#say"/.exec(own.body) as unknown as [string, string]
    const form = await guest.opens(address + reply)
    assert.match(form.body, /You answer <strong><bdi>Eve<\/bdi><\/strong>/)
    const answered = await guest.submits(action, { ...fieldsOf(form, action), text: 'See https://example.org' })
    const waits = await guest.opens(answered.headers.location)
    assert.match(waits.body, /<h1>Your comment is waiting<\/h1>.*Comments with links are looked at first/s)

    const removal = /action="([^"]+\/remove)"/.exec(waits.body)?.[1] as string
    const removed = await guest.submits(removal, fieldsOf(waits, removal))
    assert.match((await guest.opens(removed.headers.location)).body, /You have taken this comment back/)
    assert.equal((await board.call(answered.headers.location)).status, 404)
    assert.equal((await guestOn(board).opens(sent.headers.location)).status, 404)
  })

  it('keep what was typed when a form is refused, with the status of the refusal', async () => {
    await using board = await openBoard(engine, { limits: { LIMIT_GUEST_COMMENTS_PER_SESSION_PER_MINUTE: 1 } })
    const ada = await board.account('ada')
    const article = await publishedArticle(board, ada)
    const action = `/api/humanfeed/posts/${article.post_id}/human-comments`
    const fields = { article_revision_id: article.revision_id, request_id: 'a-request-of-a-form' }
    const guest = guestOn(board)
    const hostile = '</textarea><script>alert(1)</script>'

    await assertNothingChanges(board, async () => {
      const long = await guest.submits(action, { ...fields, nickname: 'Eve', text: `${hostile}${'x'.repeat(8_000)}` })
      assert.deepEqual([long.status, long.headers['content-type']], [400, 'text/html; charset=utf-8'])
      assert.match(long.body, /at most 8,000 characters/)
      assert.ok(long.body.includes('&lt;/textarea&gt;&lt;script&gt;') && !long.body.includes('<script>alert'))
      assert.match(long.body, /name="nickname"[^>]* value="Eve"/)
      assert.deepEqual([long.headers['cache-control'], long.headers.etag], ['private, no-store', undefined])
      const nameless = await guest.submits(action, { ...fields, nickname: '', text: 'Hello there' })
      assert.equal(nameless.status, 400)
      assert.match(nameless.body, /Choose a nickname first.*Hello there/s)
      const foreign = await guest.submits(
        action,
        { ...fields, nickname: 'Eve', text: 'Planted' },
        { origin: 'https://evil.example' },
      )
      assert.equal(foreign.status, 403)
      assert.doesNotMatch(foreign.body, /Planted/)
      const nowhere = await guest.submits(action.replace(article.post_id, UNKNOWN_ID), {
        ...fields,
        nickname: 'Eve',
        text: 'Lost?',
      })
      assert.equal(nowhere.status, 404)
      assert.match(nowhere.body, /no longer here.*Lost\?/s)
    })
    assert.equal((await guest.submits(action, { ...fields, nickname: 'Eve', text: 'One' })).status, 303)
    const tokenless = await guest.submits(action, { ...fields, nickname: 'Eve', text: 'Two' })
    assert.equal(tokenless.status, 403)
    const csrf_token = /name="csrf_token" value="([^"]+)"/.exec(tokenless.body)?.[1] as string
    const hurried = await guest.submits(action, {
      ...fields,
      request_id: 'another-request-id',
      text: 'Two',
      csrf_token,
    })
    assert.equal(hurried.status, 429)
    assert.match(hurried.body, /You can send 1 comment in a minute.*Wait 60 seconds.*Two/s)
    board.passTime(60)
    assert.equal(
      (await guest.submits(action, { ...fields, request_id: 'another-request-id', text: 'Two', csrf_token })).status,
      303,
    )
    await withdraws(ada, article.post_id)
    const gone = await guest.submits(action, { ...fields, request_id: 'a-third-request-id', text: 'Three', csrf_token })
    assert.equal(gone.status, 410)
    assert.match(gone.body, /not public any more.*Three/s)
    const name = await guest.submits('/api/humanfeed/human-session', { nickname: 'x'.repeat(41), csrf_token })
    assert.equal(name.status, 400)
    assert.match(name.body, /Your nickname was not changed/)
  })

  it('show a thousand comments a part at a time, each of them at its own address', async () => {
    await using board = await openBoard(engine)
    const article = await publishedArticle(board, await board.account('ada'))
    // A hundred threads of ten; the first goes on until level 32 and the second has a hundred answers to one comment.
    const planned = Array.from({ length: 1_000 }, (_, n) => ({
      parent: n % 10 === 0 ? null : n - (n % 10),
      text: `Comment ${n}`,
    }))
    for (let n = 1; n < 32; n++) planned[n] = { parent: n - 1, text: `Level ${n + 1}` }
    for (let n = 41; n < 141; n++) planned[n] = { parent: 40, text: `Answer ${n}` }
    await insertDiscussion(board, article, planned)
    const address = `/humanfeed/${article.post_id}`
    const idsIn = (body: string) => [...body.matchAll(/id="comment-([^"]+)"/g)].map(([, id]) => id as string)

    const found = new Set<string>()
    const open = [address]
    const asked = new Set<string>()
    while (open.length > 0) {
      const path = open.pop() as string
      if (asked.has(path)) continue
      asked.add(path)
      const { status, body } = await board.call(path)
      assert.equal(status, 200)
      const ids = idsIn(body)
      assert.ok(ids.length <= 231, `${ids.length} comments on one page`)
      for (const id of ids) found.add(id)
      for (const [, next] of body.matchAll(/rel="next" href="([^"#]+)/g))
        open.push(address + (next as string).replaceAll('&amp;', '&'))
      for (const [, more] of body.matchAll(/class="more-replies"><a href="([^"#]+)/g))
        open.push(address + (more as string))
    }
    assert.equal(found.size, 1_000)
    const deepest = await board.call(`${address}?thread=${commentId(31)}`)
    assert.match(deepest.body, /Level 32/)
    assert.doesNotMatch(deepest.body, />Reply/)
    const beyond = await board.call(`${address}?reply=${commentId(31)}`)
    assert.match(beyond.body, /cannot become any deeper/)
  })

  it('list what the operator did, without any text of the items', async (t) => {
    await using board = await openBoard(engine, { now: systemClock.now() })
    const ada = await board.account('ada')
    const article = await publishedArticle(board, ada)
    assert.match((await board.call('/humanfeed/moderation')).body, /Nothing has been moderated so far/)
    await runCommand(t, board, 'moderation', 'restrict', article.post_id, '--reason', 'a secret reason')
    const { body } = await board.call('/humanfeed/moderation')

    assert.match(body, /<td><time[^>]*>[^<]*<\/time><\/td><td>Restricted: an article<\/td>/)
    assert.doesNotMatch(body, new RegExp(`secret reason|${article.post_id}|ada|queues`))
  })
})
