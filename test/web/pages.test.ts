/** A person who opens an address in a browser gets a page for people; tools always get the same bytes. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { gzipSync } from 'node:zlib'
import { Failure } from '../../src/kernel/errors.ts'
import { readConfig } from '../../src/settings/config.ts'
import { errorPage } from '../../src/web/errors.ts'
import { renderMarkdown } from '../../src/web/markdown.ts'
import { sitePages } from '../../src/web/site.ts'
import { BASE_URL, openBoard } from '../board.ts'
import { wholeBoard } from '../setup/board-answers.ts'
import { assertNothingChanges } from '../setup/contents.ts'
import { injectRaw } from '../setup/raw-requests.ts'

const html = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8'
const overHttps = {
  accept: html,
  'sec-fetch-mode': 'navigate',
  'sec-fetch-dest': 'document',
  'user-agent': 'Mozilla/5.0',
}
const overHttp = { accept: html, 'upgrade-insecure-requests': '1', 'user-agent': 'Mozilla/5.0' }
const people = { overHttps, overHttp }

const tools: Record<string, Record<string, string>> = {
  curl: { accept: '*/*', 'user-agent': 'curl/8.5.0' },
  nothing: {},
  node: { accept: '*/*', 'sec-fetch-mode': 'cors', 'accept-language': '*' },
  json: { accept: 'application/json' },
  'a tool that fetches pages': { accept: html, 'user-agent': 'Mozilla/5.0 (compatible; some-assistant)' },
  'a script on a page': { accept: '*/*', 'sec-fetch-mode': 'cors', 'sec-fetch-site': 'same-origin' },
  'a tool that likes Markdown': { accept: 'text/markdown, text/html;q=0.5' },
}
const documents = ['/', '/skill.md', '/ballot.md', '/pins.md', '/mcp.md', '/unsorted.md']

describe('a document', () => {
  it('is the same bytes for every tool, and a page for a person', async () => {
    await using board = await openBoard('sqlite')
    for (const path of documents) {
      const { body: text, headers } = await injectRaw(board, 'GET', path, {})
      assert.match(headers['content-type'] as string, path === '/' ? /^text\/plain/ : /^text\/markdown/)
      const readers = Object.entries(tools).filter(([, { accept = '' }]) => path !== '/' || !accept.includes('html'))
      for (const [tool, sent] of readers)
        assert.equal((await injectRaw(board, 'GET', path, sent)).body, text, `${path} for ${tool}`)

      for (const [person, sent] of Object.entries(people)) {
        const page = await injectRaw(board, 'GET', path, sent)
        assert.equal(page.headers['content-type'], 'text/html; charset=utf-8', `${path} for ${person}`)
        assert.match(page.body, /^<!doctype html>/)
        assert.match(page.headers.vary as string, /Sec-Fetch-Mode, Upgrade-Insecure-Requests/)
        assert.ok(page.body.includes(`<link rel="canonical" href="${BASE_URL}${path}">`))
        assert.ok(page.body.includes(`<meta property="og:url" content="${BASE_URL}${path}">`))
        if (path !== '/') assert.equal((await injectRaw(board, 'GET', `${path}?raw`, sent)).body, text)
      }
    }
  })

  it('at / is a page for every client that asks for HTML: search engines, previews of links, tools', async () => {
    await using board = await openBoard('sqlite')
    const asking = {
      'a search engine': { accept: html, 'user-agent': 'Mozilla/5.0 (compatible; Somebot/2.1)' },
      'a preview of a link': { accept: 'text/html', 'user-agent': 'Linkpreview/1.0' },
      'a tool that would rather have something else': { accept: 'text/markdown, text/html;q=0.5' },
      'an old crawler': { accept: 'TEXT/HTML, text/plain' },
    }
    for (const [client, sent] of Object.entries(asking)) {
      const { body, headers } = await injectRaw(board, 'GET', '/', sent)
      assert.equal(headers['content-type'], 'text/html; charset=utf-8', client)
      assert.match(body, /^<!doctype html>[\s\S]*<meta property="og:title"/, client)
      assert.match(headers.vary as string, /^Accept,/)
    }
  })

  it('links only addresses that answer', async () => {
    await using board = await openBoard('sqlite')
    const notBuiltHere = new Set<string>()
    const found = new Set<string>()
    for (const path of [...documents, '/reference', '/nowhere', '/v1/posts']) {
      const { body } = await injectRaw(board, 'GET', path, overHttps)
      for (const [, target] of body.matchAll(/(?:href|src)="([^"]+)"/g)) found.add(target as string)
      for (const [, anchor] of body.matchAll(/href="#([^"]+)"/g))
        assert.ok(body.includes(`id="${anchor}"`), `${path} has no #${anchor}`)
    }
    const local = [...found].filter((target) => /^(\/|http:\/\/board\.test)/.test(target))
    assert.ok(local.length > 12)
    for (const target of local) {
      const path = target.replace(BASE_URL, '')
      if (!notBuiltHere.has(path)) assert.equal((await injectRaw(board, 'GET', path, {})).status, 200, target)
    }
  })
})

describe('the reference', () => {
  it('lists every operation, and shows each on a small page with the list at its side', async () => {
    await using board = await openBoard('sqlite')
    const { paths } = (await injectRaw(board, 'GET', '/openapi.json', {})).body
    const { body: index } = await injectRaw(board, 'GET', '/reference', overHttps)
    const names = Object.values<Record<string, { operationId: string }>>(paths).flatMap((methods) =>
      Object.values(methods).map(({ operationId }) => operationId),
    )

    for (const name of names) assert.ok(index.includes(`/reference/${name}.md">`), name)
    for (const name of names) {
      const { status, body: page } = await injectRaw(board, 'GET', `/reference/${name}.md`, overHttps)
      assert.equal(status, 200)
      assert.ok(page.includes(`<a href="/reference/${name}.md" aria-current="page">`), name)
      for (const other of names) assert.ok(page.includes(`href="/reference/${other}.md"`), other)
      for (const [, anchor] of page.matchAll(/href="#([^"]+)"/g))
        assert.ok(page.includes(`id="${anchor}"`), `${name} has no #${anchor}`)
      assert.doesNotMatch(page, /undefined|\[object/)
      assert.ok(gzipSync(page).length < 14 * 1024, name)
    }
    assert.ok(gzipSync(index).length < 14 * 1024)
  })
})

describe('an address that cannot be shown', () => {
  const refused: [method: 'GET' | 'POST', path: string, status: number, title: string][] = [
    ['GET', '/v1/posts', 403, 'This address is for programs'],
    ['GET', '/v1/nowhere', 403, 'This address is for programs'],
    ['POST', '/v1/posts', 403, 'This address is for programs'],
    ['GET', '/ballot', 403, 'This address is for programs'],
    ['GET', '/pins', 403, 'This address is for programs'],
    ['GET', '/b', 403, 'This address is for programs'],
    ['GET', '/mcp', 405, 'An address for assistants'],
    ['GET', '/nowhere', 404, 'There is nothing here'],
  ]

  it('is explained to a person, with the same status as for a tool', async () => {
    await using board = await openBoard('sqlite')
    await assertNothingChanges(board, async () => {
      for (const [method, path, status, title] of refused)
        for (const sent of path === '/b' ? [overHttps] : Object.values(people)) {
          const page = await injectRaw(board, method, path, sent)
          assert.deepEqual([page.status, page.headers['content-type']], [status, 'text/html; charset=utf-8'], path)
          assert.ok(page.body.includes(`<h1>${title}</h1>`), path)
          assert.match(page.headers['x-robots-tag'] as string, /noindex/)
        }
    })
  })

  it('is explained by its status, with the time to wait', () => {
    const opened = { baseUrl: BASE_URL, path: '/humanfeed/x', zone: 'open' }
    const textOf = (failure: Failure) => errorPage(failure, opened).draw(readConfig({}).identity).markup
    const limited = { scope: 'network', limit: 1, window_seconds: 60 }

    assert.match(textOf(new Failure('GONE')), /<h1>This is no longer here<\/h1>/)
    assert.match(textOf(new Failure('RATE_LIMIT', limited, { retryAfter: 42 })), /Wait 42 seconds, then load/)
    assert.match(textOf(new Failure('UNAVAILABLE', undefined, { retryAfter: 1 })), /Wait 1 second, then load/)
    assert.match(textOf(new Failure('INTERNAL', { request_id: 'r-17' })), /quote this number.*r-17/s)
  })

  it('is explained on the way to the link form too', async () => {
    const limits = { LIMIT_MCP_REQUESTS_PER_OPERATION_PER_NETWORK_PER_MINUTE: 1 }
    await using board = await openBoard('sqlite', { limits })
    const open = () => injectRaw(board, 'GET', '/oauth/link/none', overHttps)

    assert.match((await open()).body, /Go back to the program and connect again/)
    const { status, headers, body } = await open()
    assert.deepEqual([status, headers['retry-after']], [429, '60'])
    assert.match(body, /Wait 60 seconds, then connect again from the program/)
  })

  it('says in a header, too, when a page can be loaded again', async () => {
    await using board = await openBoard('sqlite')
    const { version } = board.db
    board.db.version = () => Promise.reject(new Failure('UNAVAILABLE', undefined, { retryAfter: 7 }))
    const { status, headers, body } = await injectRaw(board, 'GET', '/humanfeed/', overHttps)
    Object.assign(board.db, { version })
    assert.deepEqual([status, headers['retry-after']], [503, '7'])
    assert.match(body, /Wait 7 seconds, then load/)
  })

  it('repeats nothing of the address', async () => {
    await using board = await openBoard('sqlite')
    for (const path of ['/<script>alert(1)</script>', '/v1/"><img src=x onerror=alert(1)>', '/%3Cscript%3E'])
      assert.doesNotMatch((await injectRaw(board, 'GET', encodeURI(path), overHttps)).body, /alert|onerror|%3C/)
  })
})

describe('the files of the pages', () => {
  it('weigh less than 14 KB together with the first page', async () => {
    await using board = await openBoard('sqlite')
    const sizeOf = async (path: string) =>
      (await injectRaw(board, 'GET', path, { ...overHttps, 'accept-encoding': 'gzip, deflate, br' })).bytes.length
    const { body: page } = await injectRaw(board, 'GET', '/', overHttps)
    const files = [...page.matchAll(/(?:href|src)="(\/assets\/[^"]+)"/g)].map(([, path]) => path as string)
    const sizes = await Promise.all(['/', ...files].map(sizeOf))
    const total = sizes.reduce((sum, size) => sum + size)

    assert.ok(total <= 14 * 1024, `${total} bytes: ${sizes.join(' + ')}`)
  })
})

describe('every page of the site', () => {
  it('is useful without script, and weighs less than 14 KB, with style and scripts unless it is a guide', async () => {
    await using board = await openBoard('sqlite')
    const visit = await wholeBoard(board)
    const { article, revision, guestComment } = visit.ids
    const preview = await visit.ada.send(`/v1/humanfeed/revisions/${revision}/preview-session`, {})
    const addresses: Record<string, string> = {
      '/humanfeed/by/{name}': '/humanfeed/by/ada',
      '/humanfeed/{id}': `/humanfeed/${article}`,
      '/humanfeed/{id}/history': `/humanfeed/${article}/history`,
      '/humanfeed/receipts/{id}': `/humanfeed/receipts/${guestComment}`,
      '/humanfeed/preview/{token}': new URL(preview.body.url).pathname,
    }
    const site = sitePages.map(({ path }) => addresses[path] ?? path).filter((path) => path !== '/sitemap.xml')
    const guides = [...documents, '/humanfeed.md', '/reference.md']
    const others = ['/humanfeed/?q=queue', '/agents/', ...guides]
    const open = (path: string) => injectRaw(board, 'GET', path, { ...overHttps, cookie: visit.cookie })

    for (const path of [...site, ...others]) {
      const { status, body } = await open(path)
      assert.equal(status, 200, path)
      assert.match(String(body), /<main[\s\S]*<h1/, path)
      const files = [...String(body).matchAll(/(?:stylesheet" href|script[^>]* src)="(\/assets\/[^"]+)"/g)]
      const loaded = await Promise.all(files.map(async ([, file = '']) => (await open(file)).body))
      const parts = guides.includes(path) ? [body] : [body, ...loaded]
      const size = parts.reduce((sum, part) => sum + gzipSync(String(part)).length, 0)
      assert.ok(files.length > 0 && size < 14 * 1024, `${path}: ${size} bytes`)
    }
  })
})

describe('Markdown', () => {
  it('cannot bring in HTML or scripts', () => {
    const hostile = [
      '# A <b>title</b>',
      '<script>alert(1)</script>',
      'text <img src=x onerror=alert(1)> text',
      '| <i>a</i> | b |\n| --- | --- |\n| <u>c</u> | d |',
      '```\n</code></pre><script>alert(1)</script>\n```',
      '`<script>`',
    ].join('\n\n')

    const { heading, content } = renderMarkdown(hostile)
    assert.doesNotMatch(heading.markup + content.markup, /<(b|script|img|i|u)[ >]/)
  })
})
