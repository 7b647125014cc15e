/** Checks of every page in a real browser: accessibility, content policy, and no loads from other servers. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import { openContext } from './chromium.ts'

const axe = readFileSync(new URL('../../node_modules/axe-core/axe.min.js', import.meta.url), 'utf8')

const phone = { width: 360, height: 740 }
const desk = { width: 1280, height: 900 }

export const phoneLight = { name: 'phone-light', viewport: phone, colorScheme: 'light' } as const
export const deskDark = { name: 'desk-dark', viewport: desk, colorScheme: 'dark' } as const

/** A page is opened once on a phone and once on a desk; each changes its colours without loading it again. */
export const looks = [phoneLight, deskDark] as const

const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
const rulesOfColour = ['color-contrast', 'link-in-text-block']

/** Only the violations leave the page: sending everything that axe found takes longer than finding it. */
const violations = (runOnly: readonly string[]) => `axe
  .run(document, { runOnly: ${JSON.stringify(runOnly)}, resultTypes: ['violations'] })
  .then(({ violations }) => violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => id + ': ' + html + ' ' + failureSummary)))`

/**
 * Run through the debugger, so that the page's own policy stays in force.
 * A page in dark differs from the same page in light by its colours alone, so only they are checked again.
 */
export async function assertAccessible(page: Page) {
  const isDark = await page.evaluate("matchMedia('(prefers-color-scheme: dark)').matches")
  if (!(await page.evaluate("'axe' in window"))) await page.evaluate(axe)
  assert.deepEqual(await page.evaluate(violations(isDark ? rulesOfColour : rules)), [], page.url())
}

/** No page is wider than its window. */
export async function assertFits(page: Page) {
  await page.waitForLoadState() // a form may just have led to another page
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
  const context = await openContext(browser, options)
  const watched = watch(context, baseUrl)
  const page = await context.newPage()
  return { page, ...watched, [Symbol.asyncDispose]: () => context.close() }
}

/** Saves pictures of pages in the folder that BOARD_SCREENSHOTS names. */
export async function picture(page: Page, name: string) {
  const folder = process.env.BOARD_SCREENSHOTS
  if (folder) await page.screenshot({ path: `${folder}/${name}.png`, fullPage: true })
}

/** In light and in dark, whatever the page was opened with. */
export async function assertAccessibleInBoth(page: Page) {
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme })
    await assertAccessible(page)
  }
}
