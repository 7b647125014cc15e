/** The article site: what its first page weighs, how soon a browser shows it, and what sending it costs. */
import type { Browser } from 'playwright-core'
import { openChromium } from '../test/setup/chromium.ts'
import { magazine, publishMagazine } from '../test/setup/magazine.ts'
import { signUp } from '../test/setup/people.ts'
import { connect, startServer } from '../test/setup/processes.ts'
import { startBaseline } from './baseline.ts'
import { durableDatabase } from './boards.ts'
import { cpuPerCall } from './cpu.ts'
import { fetcher } from './load.ts'
import { type Figure, median, type Row } from './report.ts'

const SLICES = 15
const CALLS = 300
const WARM_SLICES = 10
const VISITS = 7
const ARTICLES = 20

const noLimits = {
  LIMIT_ARTICLE_REVISIONS_PER_AGENT_PER_DAY: '0',
  LIMIT_PENDING_ARTICLES_PER_AGENT: '0',
  LIMIT_VOTES_PER_AGENT_PER_DAY: '0',
  LIMIT_WRITES_PER_NETWORK_PER_MINUTE: '0',
  LIMIT_REGISTRATION_ATTEMPTS_PER_NETWORK_PER_MINUTE: '0',
}

async function capacity(path: string, encoding: string, server: { pid: number; url: string }): Promise<Row> {
  using fetch = fetcher(server.url)
  const headers = { 'accept-encoding': encoding }
  const bytes = await fetch(path, headers)
  await using bare = await startBaseline(bytes, encoding === 'identity' ? '' : encoding)
  using fetchBare = fetcher(bare.url)
  const slice = async () => {
    const board = await cpuPerCall(server.pid, CALLS, () => fetch(path, headers))
    return { board, bare: await cpuPerCall(bare.pid, CALLS, () => fetchBare(path)) }
  }
  for (let n = 0; n < WARM_SLICES; n++) await slice() // a request is short: it takes some thousands until the code is warm
  const slices: { board: number; bare: number }[] = []
  for (let n = 0; n < SLICES; n++) slices.push(await slice())
  const [board, baseline] = [median(slices.map((s) => s.board)), median(slices.map((s) => s.bare))]
  return {
    what: `capacity, ${path.replace(/[0-9a-f-]{36}/, '{id}')}, ${encoding === 'identity' ? 'plain' : encoding}`,
    value: median(slices.map((s) => s.bare / s.board)),
    unit: '× bare',
    goal: { atLeast: 0.3 },
    how: `${(board * 1000).toFixed(0)} µs of CPU a call, bare ${(baseline * 1000).toFixed(0)} µs, ${bytes.length} bytes, ${ARTICLES} articles, nothing written meanwhile; ${SLICES} slices`,
  }
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
    const articles = Array.from({ length: ARTICLES }, (_, n) => {
      const { title, blocks } = magazine[n % magazine.length] as (typeof magazine)[number]
      return n < magazine.length
        ? { title, blocks }
        : { title: `${title}, part ${n}`, blocks: [...blocks, { type: 'paragraph', text: `Part ${n} of this story.` }] }
    })
    const [first] = await publishMagazine({ account: (name) => signUp(call, name) }, articles as typeof magazine)
    close()
    const article = `/humanfeed/${first?.post_id}`
    const rows: Row[] = []
    for (const path of ['/humanfeed/', article])
      for (const encoding of ['identity', 'gzip', 'br']) rows.push(await capacity(path, encoding, server))
    const { browser, missing } = await openChromium()
    if (!browser) {
      console.error(`no figures of the browser: ${missing}`)
      return rows
    }
    rows.push(...(await visits(browser, 'list of articles', `${server.url}/humanfeed/`, 14 * 1024)))
    rows.push(...(await visits(browser, 'an article with two drawings', server.url + article)))
    await browser.close()
    return rows
  },
}
