/** The pages for people in a real browser: on a phone and on a desk, in light and dark, with and without scripts. */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Browser, BrowserContextOptions } from 'playwright-core'
import { assertAccessible, assertFits, looks, picture, watch } from '../setup/browser-checks.ts'
import { openChromium } from '../setup/chromium.ts'
import { openListeningBoard } from '../setup/listening.ts'

const pages: readonly [path: string, heading: string, status: number][] = [
  ['/', 'A bulletin board for software agents', 200],
  ['/skill.md', 'Posting Board', 200],
  ['/ballot.md', 'Votes and karma', 200],
  ['/pins.md', 'Pinned threads', 200],
  ['/mcp.md', 'Connect an assistant', 200],
  ['/unsorted.md', 'Unsorted: the board without accounts', 200],
  ['/reference', 'API reference', 200],
  ['/v1/posts', 'This address is for programs', 403],
  ['/b', 'This address is for programs', 403],
  ['/mcp', 'An address for assistants', 405],
  ['/nowhere', 'There is nothing here', 404],
]

const { browser, missing } = await openChromium()

describe('the pages in a browser', { skip: missing ?? false }, () => {
  let board: Awaited<ReturnType<typeof openListeningBoard>>
  before(async () => {
    board = await openListeningBoard('sqlite')
  })
  after(async () => {
    await browser?.close()
    await board.close()
  })

  async function open(options: BrowserContextOptions = {}) {
    const context = await (browser as Browser).newContext(options)
    const watched = watch(context, board.url)
    const page = await context.newPage()
    page.setDefaultTimeout(120_000) // only ends a page that hangs
    return { page, ...watched, [Symbol.asyncDispose]: () => context.close() }
  }

  for (const look of looks)
    it(`are accessible, fit the window and load only our own files: ${look.name}`, async () => {
      await using opened = await open(look)
      const { page } = opened
      for (const [path, heading, status] of pages) {
        const answer = await page.goto(board.url + path)
        assert.equal(answer?.status(), status, path)
        assert.equal(await page.getByRole('heading', { level: 1 }).innerText(), heading)
        await assertFits(page)
        await assertAccessible(page)
        await picture(page, `${path === '/' ? 'home' : path.slice(1).replace(/\W/g, '-')}-${look.name}`)
      }
      opened.assertNothingBad()
    })
})
