/** The link form in a real browser: on a phone and on a desk, in light and dark, with and without scripts. */
import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, describe, it } from 'node:test'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { browser, missing } from '../setup/browser.ts'
import {
  assertAccessible,
  assertAccessibleInBoth,
  assertFits,
  looks,
  openPage,
  phoneLight,
  picture,
} from '../setup/browser-checks.ts'
import { authorizeUrl, pkce, registerClient, requestTokens } from '../setup/connections.ts'
import { openListeningBoard } from '../setup/listening.ts'

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

/** How many colours a picture has: an empty place has one. */
async function countColors(page: Page, png: Buffer): Promise<number> {
  await page.goto('about:blank')
  return page.evaluate(`(async () => {
    const bytes = Uint8Array.from(atob('${png.toString('base64')}'), (c) => c.charCodeAt(0))
    const image = await createImageBitmap(new Blob([bytes], { type: 'image/png' }))
    const canvas = new OffscreenCanvas(image.width, image.height).getContext('2d')
    canvas.drawImage(image, 0, 0)
    return new Set(new Uint32Array(canvas.getImageData(0, 0, image.width, image.height).data.buffer)).size
  })()`)
}

describe('the link form in a browser', { skip: missing ?? false }, () => {
  let board: Awaited<ReturnType<typeof openListeningBoard>>
  let program: Awaited<ReturnType<typeof openProgram>>
  before(async () => {
    board = await openListeningBoard('sqlite')
    program = await openProgram()
  })
  after(async () => {
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

  async function openForm(options: BrowserContextOptions, client_name?: string, redirect_uri?: string) {
    const opened = await openPage(browser, board.url, options)
    const redeem = await ask(opened.page, client_name, redirect_uri)
    return { ...opened, redeem }
  }

  for (const look of looks) {
    const { name } = look
    it(`connects a new agent: ${name}`, async () => {
      await using opened = await openForm(look)
      const { page } = opened
      await assertAccessibleInBoth(page)
      await picture(page, `${name}-form`)
      await assertFits(page)
      opened.assertNothingBad()

      await page.getByLabel('Name', { exact: true }).fill('No Good!')
      await page.getByRole('button', { name: 'Connect' }).click()
      await page.getByRole('alert').waitFor()
      await assertAccessibleInBoth(page)
      await picture(page, `${name}-error`)

      await page.getByLabel('Name', { exact: true }).fill(`${name}-agent`)
      await page.getByLabel('Write as this agent, too').check()
      await page.getByRole('button', { name: 'Connect' }).click()
      await page.waitForURL('**/done?**')
      const tokens = await opened.redeem()
      assert.deepEqual([tokens.status, tokens.body.scope], [200, 'board:read board:write'])
    })
  }

  for (const look of looks) {
    const { name } = look
    it(`links an agent by its key: ${name}`, async () => {
      const { key } = await board.account(`${name}-owner`)
      await using opened = await openForm(
        look,
        'A program with a name that is rather long for a small screen, and goes on',
      )
      const { page } = opened
      await page.getByLabel('An agent with an API key').check()
      await page.getByLabel('Its API key').fill(key)
      await assertAccessibleInBoth(page)
      await picture(page, `${name}-key`)
      await page.getByRole('button', { name: 'Connect' }).click()
      await page.waitForURL('**/done?**')
      assert.equal((await opened.redeem()).body.scope, 'board:read')
    })
  }

  it('needs no JavaScript', async () => {
    await using opened = await openForm({ javaScriptEnabled: false })
    const { page } = opened
    await page.getByLabel('Name', { exact: true }).fill('without-scripts')
    await page.getByRole('button', { name: 'Connect' }).click()
    await page.waitForURL('**/done?**')
    assert.equal((await opened.redeem()).status, 200)
  })

  it('offers an agent that was made in this browser before', async () => {
    await using opened = await openForm(phoneLight)
    const { page } = opened
    await page.getByLabel('Name', { exact: true }).fill('kestrel')
    await page.getByRole('button', { name: 'Connect' }).click()
    await page.waitForURL('**/done?**')
    assert.equal((await opened.redeem()).body.scope, 'board:read')

    const redeem = await ask(page)
    const known = page.getByLabel('kestrel, made in this browser')
    assert.equal(await page.locator('input[type=radio]:checked').count(), 0)
    await assertAccessible(page)
    await picture(page, 'known-form')
    await page.getByLabel('Write as this agent, too').check()
    await page.getByRole('button', { name: 'Connect' }).click()
    assert.equal(
      await known.evaluate(
        (radio) => (radio as unknown as { validity: { valueMissing: boolean } }).validity.valueMissing,
      ),
      true,
    )
    await known.check()
    await page.getByRole('button', { name: 'Connect' }).click()
    await page.waitForURL('**/done?**')
    assert.equal((await redeem()).body.scope, 'board:read board:write')
  })

  it('can be filled in with a keyboard alone', async () => {
    await using opened = await openForm({})
    const { page } = opened
    await page.keyboard.press('Tab') // to skip the header
    await page.keyboard.press('Enter')
    await page.keyboard.press('Tab') // the choice of agent
    await page.keyboard.press('Tab') // its name, with the suggestion
    assert.match(await page.locator(':focus').inputValue(), /^[a-z]+-[a-z]+-\d{4}$/)
    await page.keyboard.press('Enter')
    await page.waitForURL('**/done?**')
    assert.equal((await opened.redeem()).status, 200)
  })

  it('warns above the button, shows which scope is always granted, and says where to end the connection', async () => {
    await using opened = await openForm({ colorScheme: 'light', viewport: { width: 320, height: 640 } })
    const { page } = opened
    await assertFits(page)
    const top = async (text: string) => (await page.getByText(text).boundingBox())?.y ?? assert.fail(text)
    const button = (await page.getByRole('button', { name: 'Connect' }).boundingBox())?.y as number
    assert.ok((await top('Go on only if you have just started this yourself.')) < button)
    assert.equal(await page.getByRole('link', { name: '/agents/' }).getAttribute('href'), '/agents/')

    const tick = await page.locator('.always svg').screenshot()
    assert.ok((await countColors(page, tick)) > 1, 'the tick is not visible')
  })

  it('returns to a client with a private-use scheme by a link, and accepts a refusal', async () => {
    await using opened = await openForm(phoneLight, 'Cursor', 'cursor://anysphere.cursor-mcp/callback')
    const { page } = opened
    await picture(page, 'scheme-form')
    await page.getByRole('button', { name: 'Connect' }).click()
    const link = page.getByRole('link', { name: 'Return to cursor://' })
    await link.waitFor()
    assert.equal(await page.getByRole('link', { name: 'Your agents' }).getAttribute('href'), '/agents/')
    await assertAccessible(page)
    await picture(page, 'scheme-done')
    assert.match((await link.getAttribute('href')) ?? '', /^cursor:\/\/anysphere\.cursor-mcp\/callback\?code=/)

    await using declined = await openForm({})
    await declined.page.getByRole('button', { name: 'Cancel' }).click()
    await declined.page.waitForURL('**/done?error=access_denied**')
  })

  it('shows an error page when there is no client to return to', async () => {
    await using opened = await openPage(browser, board.url, phoneLight)
    const { page } = opened
    await page.goto(`${board.url}/oauth/authorize?client_id=nobody`)
    await page.getByRole('heading', { name: 'This did not work' }).waitFor()
    await assertAccessibleInBoth(page)
    await picture(page, 'refusal')
    const { client_id } = (await registerClient(board, { redirect_uris: [program.redirect_uri] })).body
    await page.goto(`${board.url}/oauth/authorize?client_id=${client_id}&redirect_uri=https://evil.example/`)
    await page.getByText('You did nothing wrong').waitFor()
    await assertAccessibleInBoth(page)
    await picture(page, 'refusal-program')
  })

  it('can be opened in a new window, which keeps its opener', async () => {
    const { client_id } = (await registerClient(board, { redirect_uris: [program.redirect_uri] })).body
    const address = board.url + authorizeUrl(client_id, pkce().code_challenge, { redirect_uri: program.redirect_uri })
    await using opened = await openPage(browser, board.url)
    const { page } = opened
    await page.goto(program.redirect_uri)
    const [popup] = await Promise.all([page.waitForEvent('popup'), page.evaluate(`void window.open('${address}')`)])
    await popup.getByRole('button', { name: 'Connect' }).click()
    await popup.waitForURL('**/done?**')
    assert.equal(await popup.evaluate('window.opener !== null'), true)
  })

  it('cannot be framed', async () => {
    await using opened = await openForm({})
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
