/** Whatever the sanitizer lets through, a real browser runs nothing and loads nothing, and sanitizing again changes nothing. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Browser } from 'playwright-core'
import { sanitizeSvg } from '../../../../src/articles/checks/svg/sanitize.ts'
import { browser, missing } from '../../../setup/browser.ts'
import { openContext } from '../../../setup/chromium.ts'
import { isSoak } from '../../../setup/databases.ts'
import { attacks } from './corpus/attacks.ts'
import { mutatedSources } from './corpus/mutations.ts'

const origin = 'http://board.test'
const mutations = isSoak ? 10_000 : 1_000
const shownInFrames = mutations / 25
const shownAlone = mutations / 250

function sanitizeAll() {
  const clean = new Set<string>()
  const counts = { clean: 0, forbidden: 0, malformed: 0 }
  for (const source of mutatedSources(mutations, 20_261)) {
    const found = sanitizeSvg(source)
    counts[found.outcome]++
    if (found.outcome !== 'clean') continue
    assert.deepEqual(sanitizeSvg(found.canonical), { ...found, dropped: [] }, source)
    clean.add(found.canonical)
  }
  return { clean: [...clean], counts }
}

/** Opens documents under addresses of the test, and notes every other request and every script that ran. */
async function visit(browser: Browser, files: Map<string, string>, paths: string[]): Promise<string[]> {
  const context = await openContext(browser)
  const seen: string[] = []
  const page = await context.newPage()
  page.on('dialog', (dialog) => {
    seen.push('script')
    void dialog.dismiss()
  })
  await context.route('**', (route) => {
    const { pathname, href } = new URL(route.request().url())
    const body = href.startsWith(origin) ? files.get(pathname) : undefined
    if (body === undefined && pathname !== '/favicon.ico') seen.push(href)
    const contentType = pathname.endsWith('.svg') ? 'image/svg+xml' : 'text/html; charset=utf-8'
    return body === undefined ? route.abort() : route.fulfill({ body, contentType })
  })
  for (const path of paths) {
    await page.goto(origin + path, { waitUntil: path.endsWith('.svg') ? 'load' : 'networkidle' })
    await page.evaluate(
      "for (const link of document.querySelectorAll('a')) link.dispatchEvent(new MouseEvent('click'))",
    )
  }
  await context.close()
  return seen
}

/** Each drawing in three ways: as a document in a frame, as <img>, and parsed as a part of an HTML page. */
function pagesOf(drawings: string[]): Map<string, string> {
  const files = new Map(drawings.map((drawing, n) => [`/${n}.svg`, drawing]))
  const each = (show: (n: number) => string) => drawings.map((_, n) => show(n)).join('\n')
  files.set(
    '/frames.html',
    each((n) => `<iframe src="/${n}.svg"></iframe>`),
  )
  files.set(
    '/images.html',
    each((n) => `<img src="/${n}.svg">`),
  )
  files.set('/inline.html', `<!doctype html><body>${drawings.join('\n')}`)
  return files
}
const waysToShow = ['/frames.html', '/images.html', '/inline.html']

describe(`${mutations} mutations`, () => {
  const { clean, counts } = sanitizeAll()

  it('never cause an exception, and do not change when they are sanitized again', (test) => {
    test.diagnostic(JSON.stringify({ ...counts, different: clean.length }))
    assert.equal(counts.clean + counts.forbidden + counts.malformed, mutations)
    assert.ok(counts.clean > mutations / 20 && counts.forbidden > mutations / 20)
  })

  it('run and load nothing after they were sanitized', { skip: missing ?? false }, async () => {
    const step = Math.ceil(clean.length / shownInFrames)
    const drawings = clean.filter((_, n) => n % step === 0)
    const alone = drawings.slice(0, shownAlone).map((_, n) => `/${n}.svg`)
    assert.deepEqual(await visit(browser as Browser, pagesOf(drawings), [...waysToShow, ...alone]), [])
  })

  it('are noticed by this test if they run or load something', { skip: missing ?? false }, async () => {
    const sourceOf = (name: string) => attacks.find((attack) => attack.name === name)?.source as string
    const caught = (name: string, path: string) => visit(browser as Browser, pagesOf([sourceOf(name)]), [path])
    assert.deepEqual(await caught('script', '/frames.html'), ['script'])
    assert.deepEqual(await caught('onload', '/inline.html'), ['script'])
    assert.deepEqual(await caught('image by address', '/0.svg'), ['https://outside.example/x.png'])
    assert.deepEqual(await caught('@import', '/inline.html'), ['https://outside.example/x.css'])
  })
})
