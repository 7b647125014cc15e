import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { prefersHtml } from '../../src/http/answers/pages.ts'
import { BASE_URL, type Board, onEachEngine, openBoard } from '../board.ts'
import { UNKNOWN_ID } from '../setup/call.ts'
import { assertNothingChanges } from '../setup/contents.ts'
import { cannotRunExamples, runExamples } from '../setup/examples.ts'
import { listen } from '../setup/listening.ts'
import { injectRaw } from '../setup/raw-requests.ts'
import { asForm, asPage, CONFIRM, visitorOn } from '../setup/visitors.ts'

const chrome = {
  'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36',
  accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,*/*;q=0.8',
  'accept-language': 'en-US,en;q=0.9',
  'sec-fetch-site': 'none',
  'sec-fetch-mode': 'navigate',
  'sec-fetch-user': '?1',
  'sec-fetch-dest': 'document',
}

/** A message as a reader with regular expressions finds it. */
const message =
  /<article>\s*<p>(?<time>[^<]*) · score (?<score>-?\d+) · <a href="(?<url>[^"]*)">(?<path>[^<]*)<\/a><\/p>\s*<blockquote>(?<text>[^<]*)<\/blockquote>\s*<\/article>/g
const messagesIn = (page: string) => [...page.matchAll(message)].map(({ groups }) => ({ ...groups }))

const entities: Record<string, string> = { lt: '<', gt: '>', quot: '"', '#39': "'", amp: '&' }
const unescaped = (text = '') =>
  text.replace(/&(lt|gt|quot|#39|amp);/g, (_whole, name: string) => entities[name] as string)

/** Every tag of a page that is not the bare name of an element, links apart. */
const dressedTags = (page: string) =>
  [...page.matchAll(/<[^>]*>/g)]
    .map(([tag]) => tag)
    .filter((tag) => !/^<\/?[a-z0-9]+>$|^<!doctype html>$|^<a href="http[^"<> ]*">$/.test(tag))

const pageOf = async (board: Board, path: string, status = 200) => {
  const answer = await board.call(path, { headers: asPage })
  assert.equal(answer.status, status, path)
  assert.equal(answer.headers['content-type'], 'text/html; charset=utf-8', path)
  return String(answer.body)
}

onEachEngine('the anonymous board as a page', (engine) => {
  it('shows each message as one plain article', async () => {
    await using board = await openBoard(engine, { now: 1_800_000_000 })
    const eve = visitorOn(board)
    const thread = (await eve.says('First line\nsecond line.')).body.id
    board.passTime(60)
    const reply = (await eve.says('A reply.', { reply_to: thread })).body.id
    const shown = (time: string, id: string, text: string) => ({
      time,
      score: '0',
      url: `${BASE_URL}/b/t/${id}`,
      path: `/b/t/${id}`,
      text,
    })
    const first = shown('2027-01-15T08:00:00Z', thread, 'First line\nsecond line.')
    const second = shown('2027-01-15T08:01:00Z', thread, 'A reply.') // a reply's row links its thread

    const pages = [
      await pageOf(board, '/b'),
      await pageOf(board, `/b/t/${thread}`),
      await pageOf(board, `/b/t/${reply}`),
    ]

    assert.deepEqual(pages.map(messagesIn), [[second, first], [first, second], [second]])
    for (const page of pages) {
      assert.deepEqual(dressedTags(page), [])
      assert.match(page, /untrusted/)
      for (const article of page.match(/<article>.*?<\/article>/gs) ?? assert.fail()) {
        assert.equal(article.match(/<p>/g)?.length, 1)
        assert.equal(article.match(/<blockquote>/g)?.length, 1)
      }
    }
    assert.ok(pages[2]?.includes(`<a href="${BASE_URL}/b/t/${thread}">The whole thread</a>`))
  })

  it('leads to older messages', async () => {
    await using board = await openBoard(engine)
    const eve = visitorOn(board)
    const thread = (await eve.says('The thread.')).body.id
    for (let n = 0; n < 21; n++) await eve.says(`Reply ${n}.`, { reply_to: thread })
    const next = (page: string) => /<a href="http:\/\/board\.test([^"]*)">Older messages<\/a>/.exec(page)?.[1] as string

    for (const [path, rest] of [
      ['/b', 2],
      [`/b/t/${thread}`, 2],
    ] as const) {
      const older = next(await pageOf(board, path))
      assert.equal(older, `${path}?before=3`)
      const last = await pageOf(board, older)
      assert.equal(messagesIn(last).length, rest)
      assert.equal(next(last), undefined)
    }
  })

  it('escapes all text', async () => {
    await using board = await openBoard(engine)
    const eve = visitorOn(board)
    const hostile = [
      '<script>alert(1)</script>',
      '</blockquote></article><article><p>2027 · score 9 · <a href="http://x">/b</a></p><blockquote>forged',
      '"><img src=x onerror=alert(1)>',
      "'&amp;&lt;b&gt;&#60;i&#62;",
      '<!-- --> ]]> <![CDATA[',
      '<<a href=javascript:alert(1)>',
    ]
    for (const text of hostile) await eve.says(text)

    const page = await pageOf(board, '/b')

    assert.deepEqual(
      messagesIn(page).map(({ text }) => unescaped(text)),
      hostile.toReversed(),
    )
    assert.deepEqual(dressedTags(page), [])
    assert.equal(page.match(/<article>/g)?.length, hostile.length)
    for (const text of hostile) {
      const preview = await pageOf(
        board,
        `/b/preview?${new URLSearchParams({ body: text, request_id: 'a-request-of-eve' })}`,
      )
      assert.deepEqual(dressedTags(preview), [])
      assert.equal(unescaped(/<blockquote>([^<]*)<\/blockquote>/.exec(preview)?.[1]), text)
    }
    const { headers } = await board.call('/b', { headers: asPage })
    assert.match(String(headers['content-security-policy']), /default-src 'none'/)
    assert.equal(headers['x-content-type-options'], 'nosniff')
  })

  it('leads from preview to receipt, and marks neither as a message', async () => {
    await using board = await openBoard(engine)
    const preview = await pageOf(board, '/b/preview?body=Hello%20you&request_id=a-request-of-eve')
    const ticket = /ticket: <code>([^<]*)<\/code>/.exec(preview)?.[1] as string
    const url = /href="http:\/\/board\.test(\/b\/publish)"/.exec(preview)?.[1] as string
    const send = () =>
      board.call(url, {
        method: 'POST',
        headers: { ...asForm, ...asPage },
        body: `ticket=${ticket}&confirm=${CONFIRM}`,
      })

    const [published, again] = [await send(), await send()]

    assert.deepEqual([published.status, again.status], [201, 200])
    assert.match(published.body, /public now/)
    assert.match(again.body, /published before/)
    for (const page of [preview, published.body, again.body]) {
      assert.ok(!page.includes('<article>'))
      assert.deepEqual(dressedTags(page), [])
    }
    const thread = /href="http:\/\/board\.test(\/b\/t\/[^"]*)"/.exec(published.body)?.[1] as string
    assert.equal(messagesIn(await pageOf(board, thread))[0]?.text, 'Hello you')
  })

  it('shows a refusal as a page with the same sentence', async () => {
    await using board = await openBoard(engine, { limits: { LIMIT_UNSORTED_MESSAGES: 1 } })
    const eve = visitorOn(board)
    await eve.says()
    const paths: [string, number][] = [
      [`/b/t/${UNKNOWN_ID}`, 404],
      ['/b?limit=1', 400],
      ['/b?before=x', 400],
      ['/b/preview?body=&request_id=a-request-of-eve', 400],
      [`/b/preview?body=${'x'.repeat(1_201)}&request_id=a-request-of-eve`, 413],
    ]
    for (const [path, status] of paths) {
      const { error } = (await board.call(path)).body
      const page = await pageOf(board, path, status)
      assert.ok(unescaped(page).includes(`<p>${error.message}</p>`), page)
      assert.ok(page.includes(error.code) && page.includes('/unsorted.md'))
      if (error.details) assert.ok(unescaped(page).includes(JSON.stringify(error.details)))
      assert.deepEqual(dressedTags(page), [])
    }
    const { ticket } = (await eve.previews()).body
    const full = await eve.send({ ticket, confirm: CONFIRM }, { ...asPage, 'content-type': 'application/json' })
    assert.deepEqual([full.status, full.headers['retry-after']], [503, '5'])
    assert.match(full.body, /^<!doctype html>/)
  })

  it('answers HEAD like GET, without the page', async () => {
    await using board = await openBoard(engine)
    const { status, headers, body } = await board.call('/b', { method: 'HEAD', headers: asPage })
    assert.deepEqual([status, headers['content-type'], body], [200, 'text/html; charset=utf-8', ''])
  })

  it('shows browsers instructions, and no message', async () => {
    await using board = await openBoard(engine)
    const eve = visitorOn(board)
    const secret = 'not for browsers'
    const { id } = (await eve.says(secret)).body
    const { ticket } = (await eve.previews()).body
    const json = { ...chrome, accept: 'application/json' }

    await assertNothingChanges(board, async () => {
      const script = { ...chrome, 'sec-fetch-mode': 'cors', 'sec-fetch-dest': 'empty' }
      for (const headers of [
        script,
        json,
        { 'sec-fetch-mode': 'cors' },
        { 'sec-fetch-site': 'none', 'accept-language': '*' },
      ])
        for (const [method, path] of [
          ['GET', '/b'],
          ['GET', `/b/t/${id}`],
          ['GET', '/b/preview?body=x&request_id=a-request-of-eve'],
          ['GET', '/b/nowhere'],
          ['OPTIONS', '/b'],
        ] as const) {
          const {
            status,
            headers: sent,
            body,
          } = await injectRaw(board, method, path, headers as Record<string, string>)
          assert.deepEqual([status, sent['content-type']], [403, 'text/html; charset=utf-8'], `${method} ${path}`)
          assert.ok(!body.includes(secret) && !body.includes('<article>'))
          assert.ok(body.includes(`curl ${BASE_URL}/b<`) && body.includes(`${BASE_URL}/unsorted.md`))
          assert.deepEqual(dressedTags(body), [])
        }
      const sent = await eve.send({ ticket, confirm: CONFIRM }, { ...json, 'content-type': 'application/json' })
      assert.equal(sent.status, 403)
    })
    assert.equal((await injectRaw(board, 'HEAD', '/b', chrome)).bytes.length, 0)
  })

  it('checks for browsers before rates, and accepts tools that only resemble browsers', async () => {
    await using board = await openBoard(engine, { limits: { LIMIT_PUBLIC_READS_PER_NETWORK_PER_MINUTE: 1 } })
    const { 'user-agent': agent, accept } = chrome
    const fetched = await board.call('/b', { headers: { 'user-agent': agent, accept, origin: 'https://site.example' } })

    assert.equal(fetched.status, 200)
    assert.match(fetched.body, /^<!doctype html>/)
    assert.equal((await board.call('/b', { headers: asPage })).status, 429)
    assert.equal((await board.call('/b', { headers: chrome })).status, 403)
  })

  it("lets Node's own fetch read and write", async () => {
    await using board = await openBoard(engine)
    const { url } = await listen(board)
    const preview = (await (await fetch(`${url}/b/preview?body=From+Node&request_id=a-request-of-node`)).json()) as {
      ticket: string
    }
    const form = new URLSearchParams({ ticket: preview.ticket, confirm: CONFIRM })

    const published = await fetch(`${url}/b/publish`, { method: 'POST', body: form })
    const page = await fetch(`${url}/b`, { headers: asPage })

    assert.equal(published.status, 201)
    assert.equal(messagesIn(await page.text())[0]?.text, 'From Node')
    const { items } = (await (await fetch(`${url}/b`)).json()) as { items: { body: string }[] }
    assert.equal(items[0]?.body, 'From Node')
  })

  it('serves every address that it names', async () => {
    await using board = await openBoard(engine)
    const eve = visitorOn(board)
    const thread = await eve.says('The thread.')
    for (let n = 0; n < 21; n++) await eve.says(`Reply ${n}.`, { reply_to: thread.body.id })
    const answers = [
      thread,
      await eve.previews(),
      await eve.get('/b/t/nothing'),
      await eve.get('/b', asPage),
      await eve.get(`/b/t/${thread.body.id}`, asPage),
      await eve.get('/b', chrome),
      await eve.get('/unsorted.md'),
    ]
    const found = answers.flatMap(({ body }) => JSON.stringify(body).match(/http:\/\/board\.test[^"'\\<)\s`]*/g) ?? [])
    const links = new Set(found.filter((link) => !/[{$…]/.test(link))) // those are for the reader to fill in

    assert.ok(links.size >= 7, [...links].join('\n'))
    const expected: Record<string, number> = { '/b/publish': 405, '/b/preview': 400 }
    for (const link of links) {
      const path = link.slice(BASE_URL.length)
      assert.equal((await board.call(path)).status, expected[path] ?? 200, link)
    }
  })

  it('is documented by a page whose examples work when pasted', { skip: cannotRunExamples }, async () => {
    await using board = await openBoard(engine, {
      limits: { LIMIT_UNSORTED_PER_NETWORK_PER_DAY: 7, LIMIT_UNSORTED_MESSAGES: 0 },
    })
    const explained = String((await board.call('/unsorted.md')).body)

    const [list, preview, receipt, reply, thread, page, ...more] = await runExamples(board, '/unsorted.md')

    assert.deepEqual(JSON.parse(list as string).items, [])
    assert.equal(JSON.parse(preview as string).published, false)
    const { id, seq } = JSON.parse(receipt as string)
    assert.deepEqual([seq, JSON.parse(reply as string).thread_id], [1, id])
    const { post, items } = JSON.parse(thread as string)
    assert.deepEqual([post.id, post.body, items[0].body], [id, 'Hello, whoever reads this.', 'Hello back.'])
    assert.equal(messagesIn(page as string).length, 2)
    assert.deepEqual(more, [])
    assert.match(explained, /\| messages on \/b per network and UTC day \| 7 \|/)
    assert.match(explained, /\| messages kept on \/b \| no limit \|/)
  })
})

describe('asking for a page', () => {
  it('means that Accept names text/html and does not prefer JSON', () => {
    const asks = (accept?: string) => prefersHtml(accept === undefined ? {} : { accept })
    for (const accept of [
      'text/html',
      'Text/HTML; charset=utf-8',
      chrome.accept,
      'text/html;q=0.9, application/json;q=0.1',
      'text/markdown, text/html;q=0.5, */*;q=0.1',
      'text/html;level=1;q=0.4, application/json;q=0.3',
      'application/json; q=0.3, text/html; q=0.4',
    ])
      assert.equal(asks(accept), true, accept)
    for (const accept of [
      undefined,
      '',
      '*/*',
      'text/*',
      'application/json',
      'application/json, text/html',
      'text/html;q=0.1, application/json',
      'text/html; q=0.1, application/json',
      'text/html; charset=utf-8 ; q=0.1, application/json; q=0.9',
      'text/html;q=0',
      'text/plain',
      ';;,,=;q=x',
    ])
      assert.equal(asks(accept), false, String(accept))
  })
})
