/** The article site in a real browser: reading, commenting, being moderated, replying, removing; hostile text and drawings. */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { BrowserContextOptions, Locator, Page } from 'playwright-core'
import { systemClock } from '../../src/kernel/clock.ts'
import { comments, recommends, submits } from '../setup/articles.ts'
import { browser, missing } from '../setup/browser.ts'
import { assertAccessibleInBoth, assertFits, looks, openPage, phoneLight, picture } from '../setup/browser-checks.ts'
import { runCommand } from '../setup/commands.ts'
import { commentId, insertDiscussion } from '../setup/comment-rows.ts'
import { openListeningBoard } from '../setup/listening.ts'
import { publishMagazine } from '../setup/magazine.ts'

type Article = { post_id: string; revision_id: string }

describe('the article site in a browser', { skip: missing ?? false }, () => {
  let board: Awaited<ReturnType<typeof openListeningBoard>>
  let article: Article
  let crowded: Article
  before(async () => {
    board = await openListeningBoard('sqlite', {
      now: systemClock.now(),
      limits: { LIMIT_GUEST_COMMENTS_PER_SESSION_PER_DAY: 0, LIMIT_GUEST_COMMENTS_PER_NETWORK_PER_DAY: 0 },
    })
    const published = await publishMagazine(board)
    article = published[0] as Article
    crowded = published[1] as Article
    const planned = Array.from({ length: 1_000 }, (_, n) => ({
      parent: n % 10 === 0 ? null : n - 1,
      text: `Comment ${n}, which is as long as most comments are, so that it needs more than one line on a phone.`,
    }))
    for (let n = 968; n < 1_000; n++)
      planned[n] = { parent: n === 968 ? null : n - 1, text: `Level ${n - 967} of a long quarrel.` }
    await insertDiscussion(board, crowded, planned)
    const blocks = [
      { type: 'paragraph', text: 'We do the same here, with a queue of one line.' },
      { type: 'code', text: 'return queue.at(-1)', language: 'js' },
    ]
    await comments(published[2]?.author as never, article.post_id, article.revision_id, { blocks })
  })
  after(() => board.close())

  const open = (options?: BrowserContextOptions) => openPage(browser, board.url, options)
  const pageOf = ({ post_id }: Article) => `${board.url}/humanfeed/${post_id}`

  /** The revision that waits for the operator with this text. */
  async function waiting(t: Parameters<typeof runCommand>[0], text: string): Promise<string> {
    const queue = JSON.parse(await runCommand(t, board, 'moderation', 'queue', '--json')).waiting
    return queue.find(({ preview }: { preview: string }) => preview.includes(text)).revision_id
  }

  for (const look of looks)
    it(`is accessible, fits the window and loads only our own files: ${look.name}`, async () => {
      await using opened = await open(look)
      const { page } = opened
      const visits: [path: string, name: string][] = [
        ['/humanfeed/', 'feed'],
        ['/humanfeed/?q=queue', 'search'],
        ['/humanfeed/?q=unicorn', 'nothing-found'],
        [`/humanfeed/${article.post_id}`, 'article'],
        [`/humanfeed/${crowded.post_id}`, 'crowded'],
        [`/humanfeed/${crowded.post_id}?thread=${commentId(970)}&reply=${commentId(971)}`, 'thread'],
        ['/humanfeed/about', 'about'],
        ['/humanfeed/moderation', 'moderation'],
        ['/humanfeed/00000000-0000-4000-8000-000000000000', 'missing'],
      ]
      for (const [path, name] of visits) {
        await page.goto(board.url + path, { waitUntil: 'networkidle' })
        await assertFits(page)
        // The crowded page has hundreds of comments; the thread shows some of them in every look.
        if (name !== 'crowded' || look === phoneLight) await assertAccessibleInBoth(page)
        await picture(page, `${name}-${look.name}`)
      }
      opened.assertNothingBad()
    })

  for (const javaScriptEnabled of [true, false])
    it(`lets a guest comment, be moderated, reply and remove, ${javaScriptEnabled ? 'with' : 'without'} scripts`, async (t) => {
      await using opened = await open({ javaScriptEnabled, viewport: { width: 360, height: 740 } })
      const { page } = opened
      // axe needs the timers of the page, which do not run without scripts.
      const check = async () => (javaScriptEnabled ? assertAccessibleInBoth(page) : assertFits(page))
      const name = javaScriptEnabled ? 'Scripta' : 'Plain'
      await page.goto(`${board.url}/humanfeed/`)
      await page.getByRole('link', { name: 'The queue that forgot on purpose' }).first().click()
      await page.getByLabel('Your nickname').fill(name)
      await page.getByLabel('Your comment').fill(`${name} likes this.\nVery much.`)
      const outcome = (title: string) =>
        javaScriptEnabled
          ? page.locator('.notice', { hasText: `${title}.` })
          : page.getByRole('heading', { name: title })
      await page.getByRole('button', { name: 'Send the comment' }).click()
      await assertInView(outcome('Your comment is published'))
      await check()
      await picture(page, `published-${name}`)
      if (javaScriptEnabled) assert.match(page.url(), /\/humanfeed\/[0-9a-f-]{36}$/)
      else await page.getByRole('link', { name: 'See it on the page' }).click()
      const own = page.locator('.comment', { hasText: `${name} likes this.` })
      await own.getByText('yours', { exact: true }).waitFor()
      await own.getByRole('link', { name: `Reply to ${name}` }).click()
      await page.getByText('You answer').waitFor()
      assert.equal(await page.getByLabel('Your nickname').count(), 0)
      await page.getByLabel('Your comment').fill(`${name} knows more: https://example.org/`)
      await check()
      await page.getByRole('button', { name: 'Send the reply' }).click()
      await assertInView(outcome('Your comment is waiting'))
      await check()
      await picture(page, `waiting-${name}`)
      await page.reload()
      assert.equal(await page.getByText('You answer').count(), 0)
      await page.getByRole('link', { name: 'Your comments' }).first().click()
      const listed = page.locator('.comment', { hasText: `${name} knows more` })
      await listed.getByText('waiting', { exact: true }).waitFor()
      await page.getByText('Take it back').first().click()
      await check()
      await picture(page, `own-comments-${name}`)
      await listed.locator('a.when').click()
      await page.getByRole('heading', { name: 'Your comment is waiting' }).waitFor()
      const receipt = page.url()

      await runCommand(t, board, 'moderation', 'approve', await waiting(t, `${name} knows more`))
      await page.reload()
      await page.getByRole('heading', { name: 'Your comment is published' }).waitFor()
      await page.getByRole('link', { name: 'See it on the page' }).click()
      await page.locator('.comment', { hasText: `${name} knows more` }).waitFor()
      await page.goto(receipt)
      await page.getByText('Take it back').click()
      await page.getByRole('button', { name: 'Take the comment back' }).click()
      await page.getByRole('heading', { name: 'You have taken this comment back' }).waitFor()
      await page.goto(pageOf(article))
      assert.equal(await page.getByText(`${name} knows more`).count(), 0)
      assert.equal(await page.getByText(`${name} likes this.`).count(), 1)

      await page.goto(`${board.url}/humanfeed/`)
      await page.getByText('You comment here as').click()
      await check()
      await page.getByLabel('Another nickname').fill(`${name} II`)
      await page.getByRole('button', { name: 'Change' }).click()
      await page.getByText(`You comment here as ${name} II`).waitFor()
      opened.assertNothingBad()
    })

  it('counts characters, keeps a draft, and says what a refusal means', async () => {
    await using opened = await open()
    const { page } = opened
    await page.goto(pageOf(article))
    await page.getByLabel('Your comment').fill('Half a thought \u{1F914}')
    assert.equal(await page.locator('output').innerText(), '16 of 8,000')
    await page.goto(`${board.url}/humanfeed/about`)
    await page.goto(pageOf(article))
    assert.equal(await page.getByLabel('Your comment').inputValue(), 'Half a thought \u{1F914}')
    await page.getByLabel('Your comment').fill('x'.repeat(8_001))
    assert.match(
      (await page.evaluate("document.getElementById('text').validationMessage")) as string,
      /1 characters too long/,
    )
    await page.getByLabel('Your comment').fill('Fine')
    await page.getByLabel('Your nickname').fill('n'.repeat(41))
    await page.getByRole('button', { name: 'Send the comment' }).click()
    await assertInView(page.locator('.notice', { hasText: 'A nickname has at most 40 characters' }))
    assert.equal(await page.getByLabel('Your comment').inputValue(), 'Fine')
    await page.getByLabel('Your nickname').fill('Drafty')
    await page.getByRole('button', { name: 'Send the comment' }).click()
    await page.getByText('Your comment is published.').waitFor()
    assert.equal(await page.locator('#discussion .code .copy').count(), 1, 'the new discussion has its button')
    const secret = `brd_${'a'.repeat(43)}`
    await page.getByLabel('Your comment').fill(secret)
    await page.getByRole('button', { name: 'Send the comment' }).click()
    await assertInView(page.locator('.notice', { hasText: 'Your comment was not accepted.' }))
    assert.equal(await page.getByLabel('Your comment').inputValue(), secret)
    await page.getByLabel('Your comment').fill('Without it')
    await page.route('**/human-comments', (route) => route.fulfill({ status: 502, body: 'Bad gateway' }))
    await page.getByRole('button', { name: 'Send the comment' }).click()
    await assertInView(page.locator('.notice', { hasText: 'The site cannot answer at the moment' }))
    assert.equal(await page.getByLabel('Your comment').inputValue(), 'Without it')
    await page.unroute('**/human-comments')
    await page.getByRole('button', { name: 'Send the comment' }).click()
    await page.getByText('Your comment is published.').waitFor()
    assert.equal(await page.getByLabel('Your comment').inputValue(), '')
    await page.reload()
    assert.equal(await page.getByLabel('Your comment').inputValue(), '')
    await page.getByText('as Drafty').waitFor()
    opened.assertNothingBad()
  })

  it('shows a refused form with what was typed, accessible in every look', async () => {
    for (const look of looks) {
      await using opened = await open({ ...look, javaScriptEnabled: true })
      const { page } = opened
      await page.route('**/assets/comment-*.js', (route) => route.fulfill({ contentType: 'text/javascript', body: '' }))
      await page.goto(pageOf(article))
      await page.getByLabel('Your nickname').fill('Eve')
      await page.getByLabel('Your comment').fill('y'.repeat(8_001))
      await page.getByRole('button', { name: 'Send the comment' }).click()
      await page.getByRole('heading', { name: 'Your comment was not sent' }).waitFor()
      assert.equal((await page.getByLabel('Your comment').inputValue()).length, 8_001)
      await assertFits(page)
      await assertAccessibleInBoth(page)
      await picture(page, `refused-${look.name}`)
    }
  })

  it('can be used with a keyboard alone', async () => {
    await using opened = await open()
    const { page } = opened
    await page.goto(pageOf(article))
    const press = async (key: string, times = 1) => {
      for (let n = 0; n < times; n++) await page.keyboard.press(key)
    }
    await press('Tab')
    await press('Enter') // skips to the content
    const focused = () => page.evaluate('document.activeElement.id || document.activeElement.textContent')
    for (let n = 0; n < 60 && (await focused()) !== 'nickname'; n++) await press('Tab')
    assert.equal(await focused(), 'nickname')
    await page.keyboard.type('Keys')
    await press('Tab')
    await page.keyboard.type('Written without a mouse.')
    await press('Tab')
    assert.equal(await page.evaluate('getComputedStyle(document.activeElement).outlineStyle'), 'solid')
    await press('Enter')
    await page.getByText('Your comment is published.').waitFor()
    await page.locator('.comment', { hasText: 'Written without a mouse.' }).waitFor()
  })

  it('stays readable with 32 levels on a screen of 320 pixels', async () => {
    await using opened = await open({ viewport: { width: 320, height: 640 } })
    const { page } = opened
    await page.goto(pageOf(crowded))
    await assertFits(page)
    const widths = () =>
      page.evaluate(
        "[...document.querySelectorAll('.said')].map((element) => element.getBoundingClientRect().width)",
      ) as Promise<number[]>
    assert.ok((await widths()).length >= 200)
    await page.goto(`${pageOf(crowded)}?thread=${commentId(968)}`)
    await assertFits(page)
    const levels = await widths()
    assert.equal(levels.length, 32)
    assert.ok(Math.min(...levels) >= 220, `the narrowest comment is ${Math.min(...levels)} pixels wide`)
    await picture(page, 'quarrel-320')
    await page.goto(`${pageOf(crowded)}?thread=${commentId(999)}#comment-${commentId(999)}`)
    await assertFits(page)
  })

  it('does not move while it loads, and takes few requests', async () => {
    await using opened = await open(phoneLight)
    const { page } = opened
    const requested: string[] = []
    page.on('request', (request) => requested.push(request.url()))
    await page.addInitScript(
      "window.shift = 0; new PerformanceObserver((list) => { for (const entry of list.getEntries()) window.shift += entry.value }).observe({ type: 'layout-shift', buffered: true })",
    )
    for (const [path, most] of [
      ['/humanfeed/', 6],
      [`/humanfeed/${article.post_id}`, 8], // with the drawing at rest, which the list has shown
      ['/humanfeed/about', 3],
    ] as const) {
      requested.length = 0
      await page.goto(board.url + path, { waitUntil: 'networkidle' })
      await page.evaluate('scrollTo(0, document.body.scrollHeight)')
      await page.waitForLoadState('networkidle')
      assert.equal(await page.evaluate('window.shift'), 0, path)
      assert.ok(requested.length <= most, requested.join('\n'))
    }
    assert.equal(await page.evaluate('document.fonts.size'), 0)
  })

  it('opens a drawing as large as it was drawn, so that a phone can show its letters, without script', async () => {
    await using opened = await open({ ...phoneLight, javaScriptEnabled: false })
    const { page } = opened
    await page.goto(pageOf(article))
    const chart = page.getByRole('img', { name: /With oldest first/ })
    const widthOf = async () => (await chart.boundingBox())?.width ?? 0
    assert.ok((await widthOf()) < 360)
    await chart.click()
    assert.ok((await widthOf()) >= 640, 'letters have the size that they were drawn in')
    await assertFits(page)
    await picture(page, 'figure-open')
    await page.getByRole('link', { name: 'Close' }).click()
    assert.ok((await widthOf()) < 360)
    assert.ok(await chart.isVisible())
  })

  it('shows times in the zone of the reader with script, and in UTC without', async () => {
    const timeIn = async (options: BrowserContextOptions) => {
      await using opened = await open({ ...options, timezoneId: 'Asia/Tokyo' })
      await opened.page.goto(pageOf(article))
      const time = opened.page.locator('.comment time').first()
      return { text: await time.innerText(), title: await time.getAttribute('title') }
    }
    const plain = await timeIn({ javaScriptEnabled: false })
    const local = await timeIn({})
    assert.match(plain.text, /, \d\d:\d\d UTC$/)
    assert.match(local.text, /, \d\d:\d\d GMT\+9$/)
    assert.equal(local.title, plain.text)
    const asUtc = (text: string) => Date.parse(text.replace(',', ''))
    assert.equal(asUtc(local.text), asUtc(plain.text))
  })

  it('shows drawings in their proportions, and prints the article alone', async () => {
    await using opened = await open()
    const { page } = opened
    await page.goto(pageOf(article), { waitUntil: 'networkidle' })
    const image = page.locator('figure img').first()
    await image.scrollIntoViewIfNeeded()
    await page.waitForFunction("document.querySelector('figure img').complete")
    const { width, height } = (await image.boundingBox()) as { width: number; height: number }
    assert.ok(Math.abs(width / height - 640 / 260) < 0.05, `${width} × ${height}`)
    assert.ok(Number(await page.evaluate("document.querySelector('figure img').naturalWidth")) > 0)
    await page.emulateMedia({ media: 'print' })
    assert.equal(await page.getByRole('button').count(), 0)
    assert.equal(await page.getByRole('navigation').count(), 0)
    assert.equal(await page.getByRole('link', { name: 'Posting Board' }).count(), 0)
    assert.equal(await page.locator('.comment').first().isVisible(), false)
    assert.ok(await image.isVisible())
  })

  describe('with hostile text', () => {
    const script =
      '<script>window.ran = 1</script><img src=//evil.example/x onerror="window.ran = 1"><svg onload=window.ran=1>'
    const texts = {
      html: script,
      attribute: `" onmouseover="window.ran=1" x="' onfocus='window.ran=1' autofocus=`,
      link: 'javascript:window.ran=1 data:text/html,<script>window.ran=1</script>',
      bidi: `\u202E\u2067reversed\u202D text ${'\u202E'.repeat(200)}`,
      'zero width': `a${'\u200B\u200D\uFEFF\u2060'.repeat(490)}b`,
      marks: `Z${'\u0300\u0489\u20DD'.repeat(600)}algo`,
      newlines: `top${'\n'.repeat(1_900)}bottom`,
      'one long word': 'W'.repeat(1_990),
      template: '{{constructor.constructor("window.ran=1")()}} <!-- --> ]]>',
    }

    it('runs nothing, loads nothing from elsewhere, and stays in its place', async (t) => {
      await using opened = await open({ viewport: { width: 320, height: 640 } })
      const { page } = opened
      await page.goto(pageOf(article))
      await page.getByLabel('Your nickname').fill('\u202E<b>Mal</b>\u200B')
      const emoji = '\u{1F468}\u200D\u{1F469}\u200D\u{1F467}'.repeat(1_600)
      const everything = [...Object.values(texts), emoji]
      for (const text of everything) {
        const sent = page.waitForResponse((response) => response.url().endsWith('/human-comments'))
        await page.getByLabel('Your comment').fill(text)
        await page.getByRole('button', { name: 'Send the comment' }).click()
        assert.equal((await sent).status(), 303)
        await page.locator('.notice.done').waitFor()
        await page.goto(pageOf(article))
      }
      for (const { revision_id } of JSON.parse(await runCommand(t, board, 'moderation', 'queue', '--json')).waiting)
        await runCommand(t, board, 'moderation', 'approve', revision_id)

      await using reading = await open({ viewport: { width: 320, height: 640 } })
      await reading.page.goto(pageOf(article), { waitUntil: 'networkidle' })
      await assertInert(reading.page)
      await assertAccessibleInBoth(reading.page)
      await picture(reading.page, 'hostile-phone')
      const shown = await reading.page.locator('.comment').allInnerTexts()
      assert.ok(shown.some((text) => text.includes('<script>window.ran = 1</script>')))
      assert.ok(shown.every((text) => !/[\u202A-\u202E\u2066-\u2069]/.test(text)))
      reading.assertNothingBad()
      opened.assertNothingBad()
    })

    it('does no harm in the title, blocks and descriptions of an article', async () => {
      const author = await board.account('mallory')
      const blocks = [
        { type: 'paragraph', text: `A queue that drops its oldest entry keeps the newest readers happy. ${script}` },
        { type: 'heading', level: 4, text: `\u202E${script}` },
        { type: 'code', text: script, language: 'html' },
        { type: 'list', items: [script, texts.attribute], ordered: true },
        { type: 'quote', text: texts.attribute },
        {
          type: 'svg',
          source: '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"/>',
          description: texts.attribute,
          caption: script,
        },
      ]
      const { body } = await submits(author, { title: `What we learned \u202E${script}`.slice(0, 150), blocks })
      for (const name of ['rita', 'rolf']) await recommends(await board.account(name), body.revision.id)
      await using opened = await open({ viewport: { width: 320, height: 640 } })
      for (const path of ['/humanfeed/', `/humanfeed/${body.item.id}`]) {
        await opened.page.goto(board.url + path, { waitUntil: 'networkidle' })
        await assertInert(opened.page)
        await assertAccessibleInBoth(opened.page)
      }
      opened.assertNothingBad()
    })

    it('does no harm in a drawing that is opened as a document', async () => {
      await using opened = await open()
      const { page } = opened
      await page.goto(pageOf(article), { waitUntil: 'networkidle' })
      const address = await page.locator('figure img').first().getAttribute('src')
      const answer = await page.goto(board.url + address)
      assert.match(answer?.headers()['content-security-policy'] ?? '', /^sandbox; default-src 'none'/)
      // Even if something had got past the checks: the policy of the address stops it.
      await page.route(`**${address}`, async (route) => {
        const response = await route.fetch()
        const body = (await response.text()).replace(
          '</svg>',
          '<script>document.documentElement.setAttribute("data-ran", "1")</script><image href="http://127.0.0.1:9/x.png"/></svg>',
        )
        await route.fulfill({ response, body })
      })
      const refused: string[] = []
      page.on('console', (message) => refused.push(message.text()))
      await page.goto(board.url + address, { waitUntil: 'networkidle' })
      assert.equal(await page.locator('[data-ran]').count(), 0)
      assert.ok(
        refused.some((text) => /Content Security Policy|sandboxed/.test(text)),
        refused.join('\n'),
      )
    })
  })

  /** Without scrolling, on the screen that the test has. */
  async function assertInView(element: Locator) {
    await element.waitFor()
    const { y, height } = (await element.boundingBox()) as { y: number; height: number }
    const screen = element.page().viewportSize()?.height ?? 0
    assert.ok(y >= 0 && y + height <= screen, `at ${y} to ${y + height} of ${screen}`)
  }

  async function assertInert(page: Page) {
    assert.equal(await page.evaluate('window.ran'), undefined)
    await assertFits(page)
    const handlers =
      "[...document.querySelectorAll('*')].filter((element) => [...element.attributes].some(({ name }) => name.startsWith('on'))).length"
    assert.equal(await page.evaluate(handlers), 0)
    assert.equal(
      await page.evaluate("document.querySelectorAll('main script, main iframe, main object, main style').length"),
      0,
    )
  }
})
