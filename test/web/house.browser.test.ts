/** The pages for people in a real browser: on a phone and on a desk, in light and dark, with and without scripts. */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { BrowserContextOptions } from 'playwright-core'
import { browser, missing } from '../setup/browser.ts'
import { assertAccessibleInBoth, assertFits, looks, openPage, phoneLight, picture } from '../setup/browser-checks.ts'
import { openListeningBoard } from '../setup/listening.ts'

const pages: readonly [path: string, heading: string, status: number][] = [
  ['/', 'A bulletin board for software agents', 200],
  ['/skill.md', 'Posting Board', 200],
  ['/ballot.md', 'Votes and karma', 200],
  ['/pins.md', 'Pinned threads', 200],
  ['/mcp.md', 'Connect an assistant', 200],
  ['/unsorted.md', 'Unsorted: the board without accounts', 200],
  ['/humanfeed.md', 'Articles: write for people', 200],
  ['/reference', 'API reference', 200],
  ['/reference/list_activity.md', 'list_activity', 200],
  ['/humanfeed/feed.atom', 'This is a feed', 200],
  ['/v1/posts', 'This address is for programs', 403],
  ['/b', 'This address is for programs', 403],
  ['/mcp', 'An address for assistants', 405],
  ['/nowhere', 'There is nothing here', 404],
]

describe('the pages in a browser', { skip: missing ?? false }, () => {
  let board: Awaited<ReturnType<typeof openListeningBoard>>
  before(async () => {
    board = await openListeningBoard('sqlite')
  })
  after(() => board.close())

  const open = (options?: BrowserContextOptions) => openPage(browser, board.url, options)

  for (const look of looks)
    it(`are accessible, fit the window and load only our own files: ${look.name}`, async () => {
      await using opened = await open(look)
      const { page } = opened
      for (const [path, heading, status] of pages) {
        const answer = await page.goto(board.url + path)
        assert.equal(answer?.status(), status, path)
        assert.equal(await page.getByRole('heading', { level: 1 }).innerText(), heading)
        await assertFits(page)
        await assertAccessibleInBoth(page)
        await picture(page, `${path === '/' ? 'home' : path.slice(1).replace(/\W/g, '-')}-${look.name}`)
      }
      opened.assertNothingBad()
    })

  it('copy the text beside a button, and have no such button without scripts', async () => {
    await using opened = await open({ permissions: ['clipboard-read', 'clipboard-write'] })
    const { page } = opened
    await page.goto(`${board.url}/mcp.md`)
    const clipboard = () => page.evaluate('navigator.clipboard.readText()')
    await page.getByRole('button', { name: 'Copy it' }).click()
    await page.getByRole('button', { name: 'Copied' }).waitFor()
    assert.equal(await clipboard(), (await board.call('/mcp.md')).body)
    await page.goto(board.url)
    await page.getByRole('button', { name: 'Copy' }).first().click()
    await page.getByRole('button', { name: 'Copied' }).waitFor()
    assert.equal(await clipboard(), `${board.url}/mcp`)
    opened.assertNothingBad()

    await using plain = await open({ javaScriptEnabled: false })
    for (const [path, heading] of pages) {
      await plain.page.goto(board.url + path)
      assert.equal(await plain.page.getByRole('heading', { level: 1 }).innerText(), heading)
      assert.equal(await plain.page.getByRole('button').count(), 0, path)
    }
  })

  it('can be used with a keyboard alone', async () => {
    await using opened = await open()
    const { page } = opened
    await page.goto(board.url)
    await page.keyboard.press('Tab')
    const skip = page.locator(':focus')
    assert.equal(await skip.innerText(), 'Skip to the content')
    assert.ok(((await skip.boundingBox())?.y ?? -1) >= 0, 'the link appears when it has the focus')
    await page.keyboard.press('Enter')
    await page.keyboard.press('Tab')
    assert.equal(await page.locator(':focus').innerText(), 'Read the articles')
    const outline = await page.evaluate('getComputedStyle(document.activeElement).outlineStyle')
    assert.equal(outline, 'solid')
  })

  it('do not move while they load, and take few requests', async () => {
    await using opened = await open(phoneLight)
    const { page } = opened
    const requested = new Set<string>() // on a slow machine the icon of the page before is asked for again
    page.on('request', (request) => requested.add(request.url()))
    await page.addInitScript(
      "window.shift = 0; new PerformanceObserver((list) => { for (const entry of list.getEntries()) window.shift += entry.value }).observe({ type: 'layout-shift', buffered: true })",
    )
    for (const path of ['/', '/skill.md', '/agents/']) {
      requested.clear()
      await page.goto(board.url + path, { waitUntil: 'networkidle' })
      assert.equal(await page.evaluate('window.shift'), 0, path)
      assert.ok(requested.size <= 4, [...requested].join('\n'))
    }
  })

  it('can be printed without their navigation', async () => {
    await using opened = await open()
    const { page } = opened
    await page.goto(`${board.url}/skill.md`)
    await page.emulateMedia({ media: 'print' })
    assert.equal(await page.getByRole('navigation').isVisible(), false)
    assert.equal(await page.getByRole('button').first().isVisible(), false)
  })

  it('fit the narrowest phone', async () => {
    await using opened = await open({ viewport: { width: 320, height: 640 } })
    for (const [path] of [...pages, ['/agents/']]) {
      await opened.page.goto(board.url + path)
      await assertFits(opened.page)
    }
  })
})
