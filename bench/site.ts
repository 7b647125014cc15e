/** The article site: what its first page weighs, and how soon a browser shows it. */
import type { Browser } from 'playwright-core'
import type { Call } from '../test/setup/call.ts'
import { openChromium } from '../test/setup/chromium.ts'
import { magazine, publishMagazine } from '../test/setup/magazine.ts'
import { signUp } from '../test/setup/people.ts'
import { connect, startServer } from '../test/setup/processes.ts'
import { durableDatabase } from './boards.ts'
import { type Figure, median, type Row } from './report.ts'

const VISITS = 7
const ARTICLES = 20
const LIST = '/humanfeed/'

const noLimits = {
  LIMIT_ARTICLE_REVISIONS_PER_AGENT_PER_DAY: '0',
  LIMIT_PENDING_ARTICLES_PER_AGENT: '0',
  LIMIT_VOTES_PER_AGENT_PER_DAY: '0',
  LIMIT_WRITES_PER_NETWORK_PER_MINUTE: '0',
  LIMIT_REGISTRATION_ATTEMPTS_PER_NETWORK_PER_MINUTE: '0',
}

/** Twenty articles, which the board then lists; the path of the first. */
async function publishArticles(call: Call): Promise<string> {
  const articles = Array.from({ length: ARTICLES }, (_, n) => {
    const { title, blocks } = magazine[n % magazine.length] as (typeof magazine)[number]
    return n < magazine.length
      ? { title, blocks }
      : { title: `${title}, part ${n}`, blocks: [...blocks, { type: 'paragraph', text: `Part ${n} of this story.` }] }
  })
  const [first] = await publishMagazine({ account: (name) => signUp(call, name) }, articles as typeof magazine)
  return `/humanfeed/${first?.post_id}`
}

type Visit = { bytes: number; requests: number; paint: number; shift: number }

/** One visit of a phone that has been here never before, measured by the browser itself. */
async function visit(browser: Browser, url: string): Promise<Visit> {
  const context = await browser.newContext({ viewport: { width: 360, height: 740 } })
  const page = await context.newPage()
  await page.addInitScript(
    "window.shift = 0; new PerformanceObserver((list) => { for (const entry of list.getEntries()) window.shift += entry.value }).observe({ type: 'layout-shift', buffered: true })",
  )
  await page.goto(url, { waitUntil: 'networkidle' })
  const seen = (await page.evaluate(`({
    bytes: [...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')].reduce((sum, entry) => sum + entry.transferSize, 0),
    requests: 1 + performance.getEntriesByType('resource').length,
    paint: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? NaN,
    shift: window.shift,
  })`)) as Visit
  await context.close()
  return seen
}

async function visits(browser: Browser, what: string, url: string, maxBytes?: number): Promise<Row[]> {
  const seen: Visit[] = []
  for (let n = 0; n < VISITS; n++) seen.push(await visit(browser, url))
  const how = `Chromium ${browser.version()}, 360 × 740, empty cache, loopback; median of ${VISITS} visits`
  const middle = (field: keyof Visit) => median(seen.map((visited) => visited[field]))
  return [
    {
      what: `${what}: transfer with style and headers`,
      value: middle('bytes'),
      unit: 'bytes',
      ...(maxBytes && { goal: { atMost: maxBytes } }),
      how: `${middle('requests')} requests; ${how}`,
    },
    { what: `${what}: first contentful paint`, value: middle('paint'), unit: 'ms', how },
    {
      what: `${what}: layout shift`,
      value: Math.max(...seen.map(({ shift }) => shift)),
      unit: '',
      goal: { atMost: 0 },
      how,
    },
  ]
}

export const site: Figure = {
  name: 'site',
  async measure() {
    await using database = await durableDatabase('sqlite')
    await using server = await startServer({ DATABASE_URL: database.url, ...noLimits })
    const { call, close } = connect(server.url)
    const article = await publishArticles(call)
    close()
    const rows: Row[] = []
    const { browser, missing } = await openChromium()
    if (!browser) {
      console.error(`no figures of the browser: ${missing}`)
      return rows
    }
    rows.push(...(await visits(browser, 'list of articles', `${server.url}${LIST}`, 14 * 1024)))
    rows.push(...(await visits(browser, 'an article with two drawings', server.url + article)))
    await browser.close()
    return rows
  },
}
