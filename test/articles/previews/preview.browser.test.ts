/** A preview as a reader sees it: the pictures are drawn, nothing runs, and nothing else is loaded. */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Browser } from 'playwright-core'
import { article, drawing, idsIn, previews, submits, withdraws } from '../../setup/articles.ts'
import { browser, missing } from '../../setup/browser.ts'
import { openContext } from '../../setup/chromium.ts'
import { openListeningBoard } from '../../setup/listening.ts'

const blocks = [
  ...article().blocks,
  { type: 'heading', level: 2, text: '<img src=x onerror=alert(1)>' },
  { type: 'list', items: ['One', 'Two'], ordered: true },
  { type: 'code', text: 'if (a < b) { alert("no") }', language: 'js' },
  { type: 'svg', source: drawing('first'), description: 'The first', caption: 'A caption' },
  {
    type: 'svg',
    source: drawing('second').replace(
      '<rect',
      '<style>rect{animation:a 1s infinite}@keyframes a{to{opacity:.5}}</style><rect',
    ),
    description: 'The second',
  },
]

describe('a preview in a browser', { skip: missing ?? false }, () => {
  let board: Awaited<ReturnType<typeof openListeningBoard>>
  before(async () => {
    board = await openListeningBoard('sqlite')
  })
  after(() => board.close())

  it('shows text as text, draws every picture, and answers 410 after a withdrawal', async () => {
    const ada = await board.account('ada')
    const { post, revision } = idsIn(await submits(ada, { blocks }))
    const { url } = (await previews(ada, revision)).body
    const context = await openContext(browser as Browser)
    const page = await context.newPage()
    const loaded: string[] = []
    const problems: string[] = []
    page.on('request', (request) => loaded.push(request.url()))
    page.on('console', (message) => problems.push(message.text()))
    page.on('pageerror', (error) => problems.push(error.message))
    page.on('dialog', (dialog) => {
      problems.push('a dialog')
      void dialog.dismiss()
    })

    await page.goto(url, { waitUntil: 'networkidle' })
    const pictures = await page.evaluate(
      '[...document.images].filter((image) => image.checkVisibility()).map(({ naturalWidth, complete, alt }) => [complete && naturalWidth > 0, alt])',
    )
    assert.deepEqual(pictures, [
      [true, 'The first'],
      [true, 'The second'],
    ])
    assert.equal(await page.textContent('h2'), '<img src=x onerror=alert(1)>')
    assert.equal(await page.textContent('figcaption'), 'A caption')
    assert.equal(await page.locator('ol li').count(), 2)
    assert.match((await page.textContent('main')) ?? '', /Preview/)
    const isStyle = (address: string) => address.startsWith(`${board.url}/assets/`)
    assert.deepEqual(
      loaded.filter((address) => !isStyle(address)),
      [url, `${url}/0.svg`, `${url}/1.svg`],
    )
    assert.deepEqual(problems, [])

    await page.goto(`${url}/0.svg`)
    assert.equal(await page.evaluate('document.documentElement.localName'), 'svg')
    await withdraws(ada, post)
    for (const address of [url, `${url}/0.svg`]) assert.equal((await page.goto(address))?.status(), 410)
    await context.close()
  })
})
