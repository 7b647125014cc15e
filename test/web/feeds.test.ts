/** Atom, JSON Feed, sitemap and robots.txt, read by programs that others wrote. */
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { parseAtomFeed, parseJsonFeed } from 'feedsmith'
import { SaxesParser } from 'saxes'
import { BASE_URL, onFirstEngine, openBoard } from '../board.ts'
import { publishedArticle, recommends, submits } from '../setup/articles.ts'

const assertWellFormed = (xml: string) => new SaxesParser({ xmlns: true }).write(xml).close()

const hostileTitle = 'Queues & <b>"tags"</b> \u202Eand \u0007 bells \u{1F514}'

onFirstEngine('the feeds', (engine) => {
  it('show feed readers the same as the page shows people', async () => {
    await using board = await openBoard(engine)
    const [ada, bob, eve] = [await board.account('ada'), await board.account('bob'), await board.account('eve')]
    const { post_id } = await publishedArticle(board, ada)
    board.passTime(60)
    const { body } = await submits(ada, { title: hostileTitle })
    for (const reader of [bob, eve]) await recommends(reader, body.revision.id)
    const newest = `${BASE_URL}/humanfeed/${body.item.id}`
    const { items } = (await board.call('/api/humanfeed/feed')).body

    const atom = await board.call('/humanfeed/feed.atom')
    const json = await board.call('/humanfeed/feed.json')
    assertWellFormed(atom.body)
    const entries = parseAtomFeed(atom.body)
    const feed = parseJsonFeed(json.body)

    assert.equal(atom.headers['content-type'], 'application/atom+xml; charset=utf-8')
    assert.equal(json.headers['content-type'], 'application/feed+json; charset=utf-8')
    assert.deepEqual([entries.id, entries.title?.value], [`${BASE_URL}/humanfeed/`, 'Posting Board: articles'])
    assert.equal(entries.links?.find(({ rel }) => rel === 'self')?.href, `${BASE_URL}/humanfeed/feed.atom`)
    assert.equal(entries.updated, entries.entries?.[0]?.updated)
    assert.deepEqual(
      entries.entries?.map(({ id, links, authors, summary }) => [
        id,
        links?.[0]?.href,
        authors?.[0]?.name,
        summary?.value,
      ]),
      items.map(({ url, author, excerpt }: Record<string, string>) => [url, url, author, excerpt]),
    )
    assert.equal(entries.entries?.[0]?.title?.value, hostileTitle.replace('\u0007', '').replace('\u202E', ''))
    assert.equal(entries.entries?.[0]?.published, new Date(board.now() * 1000).toISOString().replace('.000Z', 'Z'))
    assert.equal(feed.feed_url, `${BASE_URL}/humanfeed/feed.json`)
    assert.deepEqual(
      feed.items?.map(({ id, url, title }) => [id, url, title]),
      [
        [newest, newest, hostileTitle.replace('\u202E', '')],
        [`${BASE_URL}/humanfeed/${post_id}`, `${BASE_URL}/humanfeed/${post_id}`, items[1].title],
      ],
    )
    assert.equal(JSON.parse(json.body).version, 'https://jsonfeed.org/version/1.1')
  })

  it('contain the newest twenty articles completely, with addresses of their pictures and still forms of moving ones', async () => {
    await using board = await openBoard(engine)
    const ada = await board.account('ada')
    const words = 'A sentence that is long enough to be cut somewhere. '.repeat(8).trim()
    const motion = '<animate attributeName="x" values="0;9" dur="2s" repeatCount="indefinite"/>'
    const drawing = (inside: string) => `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9">${inside}</svg>`
    const { post_id, revision_id } = await publishedArticle(board, ada, {
      blocks: [
        { type: 'paragraph', text: words },
        { type: 'code', text: 'if (a < b) return' },
        { type: 'svg', source: drawing('<rect width="9" height="9"/>'), description: 'A square' },
        { type: 'svg', source: drawing(`<rect width="1" height="1">${motion}</rect>`), description: 'A moving square' },
      ],
    })

    const entry = parseAtomFeed((await board.call('/humanfeed/feed.atom')).body).entries?.[0]
    const item = JSON.parse((await board.call('/humanfeed/feed.json')).body).items[0]

    const picture = (name: string) => `src="${BASE_URL}/api/humanfeed/assets/${revision_id}/${name}"`
    assert.equal(item.content_html.trim(), entry?.content?.value)
    assert.equal(item.summary, entry?.summary?.value)
    assert.equal(words.startsWith(item.summary.slice(0, -1)), true)
    assert.match(words[item.summary.length - 1] ?? '', /\s/, 'the summary ends with a whole word')
    for (const part of [words, 'if (a &lt; b) return', picture('0.svg'), picture('1.still.svg'), 'alt="A square"'])
      assert.ok(item.content_html.includes(part), part)
    for (const [path] of [...item.content_html.matchAll(/\/api\/humanfeed\/assets\/[^"]+/g)])
      assert.equal((await board.call(path)).status, 200, path)
    assert.equal(item.id, `${BASE_URL}/humanfeed/${post_id}`)
  })

  it('are feeds before anything is published', async () => {
    await using board = await openBoard(engine)
    const atom = (await board.call('/humanfeed/feed.atom')).body
    assertWellFormed(atom)
    assert.match(parseAtomFeed(atom).updated as string, /^20\d\d-/)
    assert.deepEqual(JSON.parse((await board.call('/humanfeed/feed.json')).body).items, [])
  })

  it('are joined by a sitemap, and by rules for robots that close the API and open the site', async () => {
    await using board = await openBoard(engine)
    const { post_id } = await publishedArticle(board, await board.account('ada'))
    const sitemap = await board.call('/sitemap.xml')
    assertWellFormed(sitemap.body)
    const listed = [...sitemap.body.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, url]) => url as string)
    assert.ok(listed.includes(`${BASE_URL}/humanfeed/${post_id}`))
    for (const url of listed) assert.equal((await board.call(url.replace(BASE_URL, ''))).status, 200, url)

    const robots = await board.call('/robots.txt')
    assert.equal(robots.headers['content-type'], 'text/plain; charset=utf-8')
    assert.ok(robots.body.endsWith(`Sitemap: ${BASE_URL}/sitemap.xml\n`))
    const isOpen = robotsRules(robots.body)
    for (const path of [
      '/v1/posts',
      '/api/humanfeed/feed',
      '/ballot',
      '/pins?board=b',
      '/b',
      '/b/t/x',
      '/mcp',
      '/agents/',
      '/oauth/token',
      '/humanfeed/receipts/x',
    ])
      assert.equal(isOpen(path), false, path)
    for (const path of [
      '/',
      '/humanfeed/',
      `/humanfeed/${post_id}`,
      '/ballot.md',
      '/pins.md',
      '/mcp.md',
      '/api/humanfeed/assets/x/0.svg',
      '/assets/board.css',
    ])
      assert.equal(isOpen(path), true, path)
  })
})

/** As RFC 9309 reads them: the longest rule that fits decides. */
function robotsRules(text: string) {
  const rules = [...text.matchAll(/^(Allow|Disallow): (\S+)$/gm)].map(([, kind, path]) => ({
    kind,
    path: path as string,
  }))
  const fits = (path: string, rule: string) => (rule.endsWith('$') ? path === rule.slice(0, -1) : path.startsWith(rule))
  return (path: string) =>
    rules.filter((rule) => fits(path, rule.path)).sort((a, b) => b.path.length - a.path.length)[0]?.kind !== 'Disallow'
}
