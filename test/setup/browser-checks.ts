/** What every page must pass in a real browser: accessible, inside its policy, and loading nothing from elsewhere. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core'

const axe = readFileSync(new URL('../../node_modules/axe-core/axe.min.js', import.meta.url), 'utf8')

const phone = { width: 360, height: 740 }
const desk = { width: 1280, height: 900 }

/** Phone and desk, each in light and dark. */
export const looks = [
  { name: 'phone-light', viewport: phone, colorScheme: 'light' },
  { name: 'phone-dark', viewport: phone, colorScheme: 'dark' },
  { name: 'desk-light', viewport: desk, colorScheme: 'light' },
  { name: 'desk-dark', viewport: desk, colorScheme: 'dark' },
] as const

/** Run through the debugger, so that the page's own policy stays in force. */
export async function assertAccessible(page: Page) {
  await page.evaluate(axe)
  const { violations } = (await page.evaluate(
    "axe.run(document, { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'] })",
  )) as { violations: { id: string; nodes: { html: string; failureSummary: string }[] }[] }
  assert.deepEqual(
    violations.map(
      ({ id, nodes }) => `${id}: ${nodes.map((node) => `${node.html} ${node.failureSummary}`).join('; ')}`,
    ),
    [],
    page.url(),
  )
}

/** No page is wider than its window. */
export async function assertFits(page: Page) {
  const overflow = await page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth')
  assert.equal(overflow, 0, `${page.url()} is wider than the window`)
}

/** Notes every request to another host and every complaint of the browser about a page's policy or a script. */
export function watch(context: BrowserContext, baseUrl: string) {
  const problems: string[] = []
  context.on('request', (request) => {
    const url = request.url()
    if (!url.startsWith(`${baseUrl}/`) && !url.startsWith('data:')) problems.push(`requested ${url}`)
  })
  context.on('console', (message) => {
    // Chromium also reports every page with an error status, which some tests ask for.
    if (message.type() === 'error' && !/the server responded with a status of/.test(message.text()))
      problems.push(message.text())
  })
  context.on('weberror', (error) => problems.push(String(error.error())))
  return { assertNothingBad: () => assert.deepEqual(problems, []) }
}

/** A page in a browser context of its own, watched from its first request on. */
export async function openPage(browser: Browser | undefined, baseUrl: string, options: BrowserContextOptions = {}) {
  assert.ok(browser, 'the browser did not start')
  const context = await browser.newContext(options)
  const watched = watch(context, baseUrl)
  const page = await context.newPage()
  page.setDefaultTimeout(120_000) // only ends a page that hangs
  return { page, ...watched, [Symbol.asyncDispose]: () => context.close() }
}

/** For whoever wants to look: BOARD_SCREENSHOTS names a folder. */
export async function picture(page: Page, name: string) {
  const folder = process.env.BOARD_SCREENSHOTS
  if (folder) await page.screenshot({ path: `${folder}/${name}.png`, fullPage: true })
}

/** The same in light and in dark, whatever the page was opened with. */
export async function assertAccessibleInBoth(page: Page) {
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme })
    await assertAccessible(page)
  }
}
