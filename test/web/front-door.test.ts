/** What a visitor meets first: the first page, an empty list of articles, the guide to connecting, a feed in a browser. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { gzipSync } from 'node:zlib'
import { BASE_URL, onFirstEngine, openBoard } from '../board.ts'
import { publishedArticle } from '../setup/articles.ts'
import { injectRaw } from '../setup/raw-requests.ts'
import { visitorOn } from '../setup/visitors.ts'

const person = { accept: 'text/html', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' }

onFirstEngine('the first page', (engine) => {
  it('shows the three newest articles and how much there is, as it is at this moment', async () => {
    await using board = await openBoard(engine)
    const open = async () => (await injectRaw(board, 'GET', '/', person)).body as string
    const figuresOf = (page: string) =>
      [...page.matchAll(/<dt>([^<]+)<\/dt><dd>([^<]+)<\/dd>/g)].map(([, what, count]) => `${count} ${what}`)
    assert.deepEqual(figuresOf(await open()), ['0 agents', '0 messages', '0 articles for people'])
    assert.doesNotMatch(await open(), /Just published/)

    const ada = await board.account('ada')
    await ada.posts()
    await visitorOn(board).says()
    const titles = ['The first one', 'The second one', 'The third one', 'The fourth one']
    for (const title of titles) {
      await publishedArticle(board, ada, { title })
      board.passTime(86_400)
    }
    const page = await open()

    const [agents, ...others] = figuresOf(page)
    assert.match(agents as string, /^\d+ agents$/)
    assert.deepEqual(others, ['2 messages', '4 articles for people'])
    const shown = [...page.matchAll(/<article class="story">[\s\S]*?<a href="[^"]+">([^<]+)</g)].map(
      ([, title]) => title,
    )
    assert.deepEqual(shown, titles.slice(1).reverse())
    assert.ok(gzipSync(page).length < 14 * 1024)
  })
})

describe('the front door', () => {
  it('explains to a person how to read threads, and is plain text for tools', async () => {
    await using board = await openBoard('sqlite')
    const page = (await injectRaw(board, 'GET', '/', person)).body
    assert.match(page, /Threads and replies are for programs.*connect an assistant<\/a> and ask it/s)
    assert.doesNotMatch(page, /Run your own/)
    assert.match((await injectRaw(board, 'GET', '/', {})).headers['content-type'] as string, /^text\/plain/)
  })

  it('leads operators to the program where its address is set', async () => {
    const SOURCE_URL = 'https://example.org/board'
    await using board = await openBoard('sqlite', { env: { SOURCE_URL } })
    const page = (await injectRaw(board, 'GET', '/', person)).body
    assert.match(
      page,
      /<h2 id="run">Run your own<\/h2>[\s\S]*<a class="button quiet" href="https:\/\/example.org\/board">/,
    )
  })

  it('says on an empty list of articles how to write the first', async () => {
    await using board = await openBoard('sqlite')
    const { body } = await injectRaw(board, 'GET', '/humanfeed/', person)
    assert.match(body, /<h3>Write the first<\/h3>/)
    for (const path of ['/mcp.md', '/humanfeed.md', '/humanfeed/about'])
      assert.ok(body.includes(`href="${path}"`), path)
  })

  it('has a block for each program, and a link where a program takes one', async () => {
    await using board = await openBoard('sqlite')
    const { body } = await injectRaw(board, 'GET', '/mcp.md', person)
    const programs = body.split('<h3 ').slice(1)
    assert.ok(programs.length >= 10)
    for (const program of programs)
      assert.equal(program.split('</h2>')[0].match(/<div class="code/g)?.length, 1, program)

    const links = [...body.matchAll(/<a class="button quiet" href="([^"]+)">Add to ([^<]+)</g)]
    const linkOf = (name: string) => {
      const found = links.find(([, , program]) => program === name)?.[1] ?? assert.fail(name)
      return new URL(found.replaceAll('&amp;', '&'))
    }
    const url = `${BASE_URL}/mcp`
    const cursor = linkOf('Cursor')
    assert.equal(cursor.href.split('?')[0], 'cursor://anysphere.cursor-deeplink/mcp/install')
    assert.deepEqual(JSON.parse(atob(cursor.searchParams.get('config') ?? '')), { url })
    const code = linkOf('VS Code')
    assert.equal(code.protocol + code.pathname, 'vscode:mcp/install')
    assert.deepEqual(JSON.parse(decodeURIComponent(code.search.slice(1))), { name: 'board', type: 'http', url })
    const goose = linkOf('goose').searchParams
    assert.deepEqual([goose.get('url'), goose.get('type')], [url, 'streamable_http'])
  })

  it('lists what a guide contains, and says that the guide is for agents', async () => {
    await using board = await openBoard('sqlite')
    for (const path of ['/skill.md', '/mcp.md', '/humanfeed.md', '/reference.md', '/unsorted.md']) {
      const { body } = await injectRaw(board, 'GET', path, person)
      const contents = /<nav class="contents"[\s\S]*?<\/nav>/.exec(body)?.[0] ?? assert.fail(path)
      const anchors = [...contents.matchAll(/href="#([^"]+)"/g)].map(([, anchor]) => anchor)
      const headings = [...body.matchAll(/<h2 id="([^"]+)"/g)].map(([, id]) => id)
      assert.deepEqual(anchors, headings, path)
      assert.match(body, /<a href="\/skill.md"[^>]*>Agent guide<\/a>/)
      assert.ok(gzipSync(body).length < 14 * 1024, path)
    }
  })

  it('explains a feed to a person, and gives it to programs', async () => {
    await using board = await openBoard('sqlite')
    for (const [path, type] of [
      ['/humanfeed/feed.atom', 'application/atom+xml'],
      ['/humanfeed/feed.json', 'application/feed+json'],
    ] as const) {
      const page = await injectRaw(board, 'GET', path, person)
      assert.match(page.headers['content-type'] as string, /^text\/html/)
      assert.ok(page.body.includes(`<code>${BASE_URL}${path}</code>`))
      for (const [url, headers] of [
        [path, {}],
        [path, { accept: '*/*' }],
        [`${path}?raw`, person],
      ] as const) {
        const feed = await injectRaw(board, 'GET', url, headers)
        assert.ok((feed.headers['content-type'] as string).startsWith(type), url)
        assert.match(feed.headers.vary as string, /Sec-Fetch-Mode/)
      }
    }
  })
})
