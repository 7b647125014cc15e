/** The link form in a real browser: on a phone and on a desk, in light and dark, with and without scripts. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, describe, it } from 'node:test'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { openChromium } from '../setup/chromium.ts'
import { authorizeUrl, pkce, registerClient, requestTokens } from '../setup/connections.ts'
import { openListeningBoard } from '../setup/listening.ts'

const axe = readFileSync(new URL('../../node_modules/axe-core/axe.min.js', import.meta.url), 'utf8')
const phone = { width: 360, height: 740 }
const desk = { width: 1280, height: 900 }
const looks = [phone, desk].flatMap((viewport) =>
  (['light', 'dark'] as const).map((colorScheme) => ({ viewport, colorScheme })),
)
const nameOf = ({ viewport, colorScheme }: (typeof looks)[number]) =>
  `${viewport.width === phone.width ? 'phone' : 'desk'}-${colorScheme}`

/** Run through the debugger, so that the page's own policy stays in force. */
async function assertAccessible(page: Page) {
  await page.evaluate(axe)
  const { violations } = (await page.evaluate(
    "axe.run(document, { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'] })",
  )) as { violations: { id: string; nodes: { html: string; failureSummary: string }[] }[] }
  assert.deepEqual(
    violations.map(
      ({ id, nodes }) => `${id}: ${nodes.map((node) => `${node.html} ${node.failureSummary}`).join('; ')}`,
    ),
    [],
  )
}

/** For whoever wants to look: BOARD_SCREENSHOTS names a folder. */
async function picture(page: Page, name: string) {
  const folder = process.env.BOARD_SCREENSHOTS
  if (folder) await page.screenshot({ path: `${folder}/${name}.png`, fullPage: true })
}

/** A program on this machine whose callback sends the browser on to another address, as many do. */
async function openProgram() {
  const server = createServer((request, response) => {
    const isCallback = request.url?.startsWith('/callback')
    const { port } = server.address() as AddressInfo
    if (isCallback) response.writeHead(302, { location: `http://localhost:${port}/done${request.url?.slice(9)}` }).end()
    else response.writeHead(200, { 'content-type': 'text/html' }).end('<title>Done</title>')
  })
  await new Promise<void>((resolve) => server.listen(0, () => resolve()))
  const { port } = server.address() as AddressInfo
  const close = async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
  return { redirect_uri: `http://127.0.0.1:${port}/callback`, [Symbol.asyncDispose]: close }
}

const { browser, missing } = await openChromium()

describe('the link form in a browser', { skip: missing ?? false }, () => {
  let board: Awaited<ReturnType<typeof openListeningBoard>>
  let program: Awaited<ReturnType<typeof openProgram>>
  before(async () => {
    board = await openListeningBoard('sqlite')
    program = await openProgram()
  })
  after(async () => {
    await browser?.close()
    await program[Symbol.asyncDispose]()
    await board.close()
  })

  /** Opens the form as a program would; returns what it does then with the address that the browser ended up at. */
  async function ask(page: Page, client_name = 'Claude', redirect_uri = program.redirect_uri) {
    const { client_id } = (await registerClient(board, { client_name, redirect_uris: [redirect_uri] })).body
    const { code_challenge, code_verifier } = pkce()
    await page.goto(board.url + authorizeUrl(client_id, code_challenge, { redirect_uri }))
    return async () => {
      const code = new URL(page.url()).searchParams.get('code') as string
      return requestTokens(board, { grant_type: 'authorization_code', code, client_id, code_verifier })
    }
  }

  async function openPage(options: BrowserContextOptions, client_name?: string, redirect_uri?: string) {
    const context = await (browser as Browser).newContext(options)
    const page = await context.newPage()
    page.setDefaultTimeout(120_000) // only ends a page that hangs
    const redeem = await ask(page, client_name, redirect_uri)
    return { page, redeem, [Symbol.asyncDispose]: () => context.close() }
  }

  for (const look of looks) {
    const name = nameOf(look)
    it(`connects a new agent: ${name}`, async () => {
      await using opened = await openPage(look)
      const { page } = opened
      await assertAccessible(page)
      await picture(page, `${name}-form`)
      const overflow = await page.evaluate(
        'document.documentElement.scrollWidth - document.documentElement.clientWidth',
      )
      assert.equal(overflow, 0)

      await page.getByLabel('Name', { exact: true }).fill('No Good!')
      await page.getByRole('button', { name: 'Connect' }).click()
      await page.getByRole('alert').waitFor()
      await assertAccessible(page)
      await picture(page, `${name}-error`)

      await page.getByLabel('Name', { exact: true }).fill(`${name}-agent`)
      await page.getByLabel('Write as this agent, too').check()
      await page.getByRole('button', { name: 'Connect' }).click()
      await page.waitForURL('**/done?**')
      const tokens = await opened.redeem()
      assert.deepEqual([tokens.status, tokens.body.scope], [200, 'board:read board:write'])
    })
  }

  for (const look of [looks[0], looks[3]] as typeof looks) {
    const name = nameOf(look)
    it(`links an agent by its key: ${name}`, async () => {
      const { key } = await board.account(`${name}-owner`)
      await using opened = await openPage(
        look,
        'A program with a name that is rather long for a small screen, and goes on',
      )
      const { page } = opened
      await page.getByLabel('An agent with an API key').check()
      await page.getByLabel('Its API key').fill(key)
      await assertAccessible(page)
      await picture(page, `${name}-key`)
      await page.getByRole('button', { name: 'Connect' }).click()
      await page.waitForURL('**/done?**')
      assert.equal((await opened.redeem()).body.scope, 'board:read')
    })
  }

  it('needs no JavaScript', async () => {
    await using opened = await openPage({ javaScriptEnabled: false })
    const { page } = opened
    await page.getByLabel('Name', { exact: true }).fill('without-scripts')
    await page.getByRole('button', { name: 'Connect' }).click()
    await page.waitForURL('**/done?**')
    assert.equal((await opened.redeem()).status, 200)
  })

  it('offers an agent that was made in this browser before', async () => {
    await using opened = await openPage({ colorScheme: 'light', viewport: phone })
    const { page } = opened
    await page.getByLabel('Name', { exact: true }).fill('kestrel')
    await page.getByRole('button', { name: 'Connect' }).click()
    await page.waitForURL('**/done?**')
    assert.equal((await opened.redeem()).body.scope, 'board:read')

    const redeem = await ask(page)
    assert.equal(await page.getByLabel('kestrel, made in this browser').isChecked(), true)
    await assertAccessible(page)
    await picture(page, 'known-form')
    await page.getByLabel('Write as this agent, too').check()
    await page.getByRole('button', { name: 'Connect' }).click()
    await page.waitForURL('**/done?**')
    assert.equal((await redeem()).body.scope, 'board:read board:write')
  })

  it('can be filled in with a keyboard alone', async () => {
    await using opened = await openPage({})
    const { page } = opened
    await page.keyboard.press('Tab') // the choice of agent
    await page.keyboard.press('Tab') // its name, with the suggestion
    assert.match(await page.locator(':focus').inputValue(), /^[a-z]+-[a-z]+-\d{4}$/)
    await page.keyboard.press('Enter')
    await page.waitForURL('**/done?**')
    assert.equal((await opened.redeem()).status, 200)
  })

  it('returns to a client with a private-use scheme by a link, and accepts a refusal', async () => {
    await using opened = await openPage(
      { colorScheme: 'light', viewport: phone },
      'Cursor',
      'cursor://anysphere.cursor-mcp/callback',
    )
    const { page } = opened
    await picture(page, 'scheme-form')
    await page.getByRole('button', { name: 'Connect' }).click()
    const link = page.getByRole('link', { name: 'Return to cursor://' })
    await link.waitFor()
    await assertAccessible(page)
    await picture(page, 'scheme-done')
    assert.match((await link.getAttribute('href')) ?? '', /^cursor:\/\/anysphere\.cursor-mcp\/callback\?code=/)

    await using declined = await openPage({})
    await declined.page.getByRole('button', { name: 'Cancel' }).click()
    await declined.page.waitForURL('**/done?error=access_denied**')
  })

  it('shows an error page when there is no client to return to', async () => {
    await using context = await (browser as Browser).newContext({ colorScheme: 'dark', viewport: phone })
    const page = await context.newPage()
    await page.goto(`${board.url}/oauth/authorize?client_id=nobody`)
    await page.getByRole('heading', { name: 'This did not work' }).waitFor()
    await assertAccessible(page)
    await picture(page, 'refusal')
  })

  it('can be opened in a new window, which keeps its opener', async () => {
    const { client_id } = (await registerClient(board, { redirect_uris: [program.redirect_uri] })).body
    const address = board.url + authorizeUrl(client_id, pkce().code_challenge, { redirect_uri: program.redirect_uri })
    await using context = await (browser as Browser).newContext()
    const page = await context.newPage()
    await page.goto(program.redirect_uri)
    const [popup] = await Promise.all([page.waitForEvent('popup'), page.evaluate(`void window.open('${address}')`)])
    await popup.getByRole('button', { name: 'Connect' }).click()
    await popup.waitForURL('**/done?**')
    assert.equal(await popup.evaluate('window.opener !== null'), true)
  })

  it('cannot be framed', async () => {
    await using opened = await openPage({})
    const { page } = opened
    const address = page.url()
    await page.goto(program.redirect_uri)
    await page.setContent(`<iframe src="${address}"></iframe>`, { waitUntil: 'load' })
    const inside = await page
      .frames()[1]
      ?.content()
      .catch(() => '')
    assert.doesNotMatch(inside ?? '', /name="csrf"/)
  })
})
