/** Contents of an article, links to its parts and to the articles beside it, and its description for programs. */
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { BASE_URL, onFirstEngine, openBoard } from '../board.ts'
import { article, drawing, publishedArticle, recommends, revises, withdraws } from '../setup/articles.ts'

const heading = (text: string, level = 2) => ({ type: 'heading', level, text })
const [prose] = article().blocks
const picture = { type: 'svg', source: drawing(), description: 'A queue', caption: 'Our queue' }
const hostileTitle = 'Queues & "quotes" </script><script>alert(1)</script> \u202Eback'

/** The fields of a page that its meta elements hold, by name; a name that occurs twice is a mistake. */
function metaOf(page: string): Record<string, string> {
  const found = [...page.matchAll(/<meta (?:property|name)="([^"]+)" content="([^"]*)">/g)]
  const fields = found.map(([, name = '', content = '']) => [name, plain(content)] as const)
  assert.equal(new Set(fields.map(([name]) => name)).size, fields.length, 'every field occurs once')
  return Object.fromEntries(fields)
}

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" }
const plain = (text: string) => text.replace(/&(amp|lt|gt|quot|#39);/g, (_, name) => entities[name] ?? '')

const isoWithZone = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/

onFirstEngine('an article page', (engine) => {
  it('lists the parts of a long article, under names that survive a revision', async () => {
    await using board = await openBoard(engine)
    const ada = await board.account('ada')
    const parts = [
      heading('Why?'),
      prose,
      heading('How: “it” works', 3),
      heading('Why?'),
      heading('東京'),
      heading('?!'),
    ]
    const { post_id } = await publishedArticle(board, ada, { blocks: [prose, ...parts] })
    const short = await publishedArticle(board, ada, { blocks: [prose, heading('One'), heading('Two')] })
    const bodyOf = async (id: string) => String((await board.call(`/humanfeed/${id}`)).body)
    const idsIn = (body: string) => [...body.matchAll(/<h[234] dir="auto" id="([^"]+)">/g)].map(([, id]) => id)
    const linksIn = (body: string) =>
      [...(/<nav class="outline".*?<\/nav>/s.exec(body)?.[0] ?? '').matchAll(/<a href="#([^"]+)">/g)].map(
        ([, id]) => id,
      )

    const before = await bodyOf(post_id)
    const names = ['part-why', 'part-how-it-works', 'part-why-2', 'part-東京', 'part']
    assert.deepEqual(idsIn(before), names)
    assert.deepEqual(linksIn(before), names)
    assert.deepEqual(linksIn(await bodyOf(short.post_id)), [])

    const { body } = await revises(ada, post_id, { blocks: [heading('A new beginning'), ...parts, prose] })
    for (const name of ['bob', 'eve'])
      assert.equal((await recommends(await board.account(name), body.revision.id)).status, 200)
    assert.deepEqual(idsIn(await bodyOf(post_id)), ['part-a-new-beginning', ...names])
  })

  it('describes itself to programs in the forms of Open Graph and schema.org', async () => {
    await using board = await openBoard(engine)
    const ada = await board.account('ada')
    const { post_id, revision_id } = await publishedArticle(board, ada, {
      title: hostileTitle,
      blocks: [prose, picture],
    })
    const url = `${BASE_URL}/humanfeed/${post_id}`
    const { body, headers } = await board.call(`/humanfeed/${post_id}`)
    const title = hostileTitle.replace('\u202E', '')

    const meta = metaOf(body)
    assert.deepEqual([meta['og:title'], meta['og:type'], meta['og:url']], [title, 'article', url])
    assert.ok(meta['og:description'] && meta['og:site_name'])
    for (const name of ['article:published_time', 'article:modified_time']) assert.match(meta[name] ?? '', isoWithZone)
    assert.equal(meta['article:author'], `${BASE_URL}/humanfeed/by/ada`)
    assert.equal(meta['twitter:card'], 'summary_large_image')
    // Programs that show previews take pictures of these kinds only, and ask for the size.
    assert.equal(meta['og:image:type'], 'image/png')
    const card = await board.call((meta['og:image'] ?? '').replace(BASE_URL, ''))
    assert.deepEqual([card.status, card.headers['content-type']], [200, 'image/png'])
    assert.ok(Number(meta['og:image:width']) >= 1200 && Number(meta['og:image:height']) >= 630 && meta['og:image:alt'])

    const scripts = [...String(body).matchAll(/<script(?! defer src="\/assets\/)([^>]*)>(.*?)<\/script>/gs)]
    assert.deepEqual(
      scripts.map(([, attributes]) => attributes),
      [' type="application/ld+json"'],
    )
    assert.doesNotMatch(headers['content-security-policy'], /unsafe|nonce|sha256/)
    const data = JSON.parse(scripts[0]?.[2] ?? '')
    assert.deepEqual([data['@context'], data['@type'], data.headline], ['https://schema.org', 'Article', title])
    assert.ok([...data.headline].length <= 110)
    for (const name of ['datePublished', 'dateModified']) assert.match(data[name], isoWithZone)
    assert.deepEqual([data.url, data.mainEntityOfPage], [url, { '@type': 'WebPage', '@id': url }])
    assert.deepEqual(data.author, { '@type': 'Organization', name: 'ada', url: `${BASE_URL}/humanfeed/by/ada` })
    assert.ok(data.publisher.name && data.description)
    assert.equal(data.image[0], `${BASE_URL}/api/humanfeed/assets/${revision_id}/0.svg`)
    for (const address of [...data.image, data.author.url])
      assert.equal((await board.call(address.replace(BASE_URL, ''))).status, 200, address)
  })

  it('leads to the article before it and the one after it, whichever are public', async () => {
    await using board = await openBoard(engine)
    const ada = await board.account('ada')
    const first = await publishedArticle(board, ada, { title: 'The first' })
    const second = await publishedArticle(board, ada, { title: 'The <second>' })
    const third = await publishedArticle(board, ada, { title: 'The third' })
    const around = async ({ post_id }: { post_id: string }) => {
      const [nav = ''] =
        /<nav class="neighbours".*?<\/nav>/s.exec((await board.call(`/humanfeed/${post_id}`)).body) ?? []
      return [...nav.matchAll(/rel="(\w+)" href="\/humanfeed\/([^"]+)".*?<span dir="auto">([^<]+)</g)].map((m) =>
        m.slice(1),
      )
    }

    assert.deepEqual(await around(first), [['prev', second.post_id, 'The &lt;second&gt;']])
    assert.deepEqual(await around(second), [
      ['prev', third.post_id, 'The third'],
      ['next', first.post_id, 'The first'],
    ])
    assert.equal((await withdraws(ada, second.post_id)).status, 202)
    assert.deepEqual(await around(third), [['next', first.post_id, 'The first']])
    assert.equal((await withdraws(ada, third.post_id)).status, 202)
    assert.deepEqual(await around(first), [])
  })

  it('is shown in lists with its reading time, its recommendations and the still form of its first drawing', async () => {
    await using board = await openBoard(engine)
    const ada = await board.account('ada')
    const motion = '<animate attributeName="x" values="0;9" dur="2s" repeatCount="indefinite"/>'
    const moving = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 90 40"><rect width="9" height="9">${motion}</rect></svg>`
    const large = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><desc>${'A large drawing. '.repeat(5_000)}</desc></svg>`
    const drawn = (source: string) => ({ type: 'svg', source, description: 'A box' })
    const words = { type: 'paragraph', text: 'These are five English words. '.repeat(230) }
    const long = await publishedArticle(board, ada, { blocks: [words, drawn(moving), picture] })
    const short = await publishedArticle(board, ada, { blocks: [prose, drawn(large)] })
    const stories = async (path: string) =>
      Object.fromEntries(
        [...String((await board.call(path)).body).matchAll(/<article class="story">.*?<\/article>/gs)].map(
          ([story]) => [
            /href="\/humanfeed\/([^"]+)"/.exec(story)?.[1],
            {
              minutes: / · (\d+) min · 2 recommendations/.exec(story)?.[1],
              image: /<img src="([^"]+)" alt="" width="90" height="40" loading="lazy">/.exec(story)?.[1] ?? null,
            },
          ],
        ),
      )

    const expected = {
      [long.post_id]: { minutes: '5', image: `/api/humanfeed/assets/${long.revision_id}/0.still.svg` },
      [short.post_id]: { minutes: '1', image: null },
    }
    assert.deepEqual(await stories('/humanfeed/'), expected)
    assert.deepEqual(await stories('/humanfeed/by/ada'), expected)
    assert.match((await board.call(`/humanfeed/${long.post_id}`)).body, / · 5 min</)
    assert.equal((await board.call(expected[long.post_id]?.image ?? '')).status, 200)
  })
})
