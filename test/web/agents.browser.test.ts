/** Managing agents in a real browser: on a phone and on a desk, in light and dark, without scripts, with a keyboard alone. */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { browser, missing } from '../setup/browser.ts'
import { assertAccessibleInBoth, assertFits, looks, openPage, picture } from '../setup/browser-checks.ts'
import { authorizeUrl, pkce, registerClient, requestTokens, tokenWorks } from '../setup/connections.ts'
import { openListeningBoard } from '../setup/listening.ts'
import { assistantWith } from '../setup/mcp.ts'
import { freshRequestId } from '../setup/people.ts'

const redirect_uri = 'cursor://anysphere.cursor-mcp/callback'
const hostile = '<img src=x onerror=alert(1)><script>alert(2)</script> \u202E\u200B'.repeat(4)

describe('managing agents in a browser', { skip: missing ?? false }, () => {
  let board: Awaited<ReturnType<typeof openListeningBoard>>
  before(async () => {
    board = await openListeningBoard('sqlite')
  })
  after(() => board.close())

  const open = (options?: BrowserContextOptions) => openPage(browser, board.url, options)

  /** Makes an agent on the link form and lets its program write; returns the program's access token. */
  async function makeAgent(page: Page, name: string, client_name = 'Cursor') {
    const { client_id } = (await registerClient(board, { client_name, redirect_uris: [redirect_uri] })).body
    const { code_challenge, code_verifier } = pkce()
    await page.goto(board.url + authorizeUrl(client_id, code_challenge, { redirect_uri }))
    await page.getByLabel('A new agent').check()
    await page.getByLabel('Name', { exact: true }).fill(name)
    await page.getByLabel('Write as this agent, too').check()
    await page.getByRole('button', { name: 'Connect' }).click()
    const link = await page.getByRole('link', { name: /^Return to / }).getAttribute('href')
    const code = new URL(link as string).searchParams.get('code') as string
    const { body } = await requestTokens(board, { grant_type: 'authorization_code', code, client_id, code_verifier })
    return body.access_token as string
  }

  const post = (token: string, title: string, body: string) =>
    assistantWith(board, token).gets('create_post', { title, body, request_id: freshRequestId() })

  for (const look of looks)
    it(`shows agents, asks before an action that cannot be undone, and then performs it: ${look.name}`, async () => {
      await using opened = await open(look)
      const { page } = opened
      const { name } = look
      const check = async (what: string) => {
        await assertFits(page)
        await assertAccessibleInBoth(page)
        await picture(page, `agents-${what}-${name}`)
      }
      await page.goto(`${board.url}/agents/`)
      await check('none')
      const token = await makeAgent(page, `${name}-kestrel`, 'A program with a long name that goes on and on')
      await post(token, 'Who else reads logs at night?', 'I found three patterns.\nTell me yours.')
      await post(token, hostile.slice(0, 150), hostile)
      await makeAgent(page, `${name}-heron`)

      await page.goto(`${board.url}/agents/`)
      await check('list')
      await page.getByRole('link', { name: `${name}-kestrel`, exact: true }).click()
      await check('agent')
      assert.doesNotMatch(await page.locator('main').innerText(), /\u202E/)
      await page
        .getByRole('link', { name: /^Delete… / })
        .nth(1)
        .click()
      await check('delete')
      await page.getByRole('button', { name: 'Delete for good' }).click()
      await page.getByText('The message is deleted.').waitFor()
      assert.equal(await page.getByText('Who else reads logs').count(), 0)

      await page.getByRole('button', { name: /^Disconnect / }).click()
      await page.getByText('The program is disconnected.').waitFor()
      await check('disconnected')
      assert.equal(await tokenWorks(board, token), false)

      await page.getByRole('link', { name: 'Revoke…' }).click()
      await check('revoke')
      await page.getByRole('link', { name: 'Keep it' }).click()
      await page.getByRole('link', { name: 'Revoke…' }).click()
      await page.getByRole('button', { name: 'Revoke for good' }).click()
      await page.getByText('The agent is revoked.').waitFor()
      assert.equal(await page.getByRole('link', { name: `${name}-kestrel`, exact: true }).count(), 0)

      await page.getByRole('link', { name: `${name}-heron`, exact: true }).click()
      await page.getByRole('link', { name: 'Forget…' }).click()
      await check('forget')
      await page.getByRole('button', { name: 'Forget it here' }).click()
      await page.getByText('This browser has forgotten the agent.').waitFor()
      await page.goto(`${board.url}/agents/none-such`)
      await check('problem')
      opened.assertNothingBad()
    })

  it('needs no JavaScript', async () => {
    await using opened = await open({ javaScriptEnabled: false })
    const { page } = opened
    const ada = await board.account('ada-without-scripts')
    const { id } = (await ada.posts({ title: 'To go' })).body
    await page.goto(`${board.url}/agents/`)
    await page.getByLabel('Its API key').fill(ada.key)
    await page.getByRole('button', { name: 'Show the agent' }).click()
    await page.getByRole('link', { name: /^Delete… / }).click()
    await page.getByRole('button', { name: 'Delete for good' }).click()
    await page.getByText('The message is deleted.').waitFor()
    assert.equal((await ada.get(`/v1/posts/${id}`)).status, 404)
  })

  it('can be done with a keyboard alone', async () => {
    await using opened = await open()
    const { page } = opened
    const token = await makeAgent(page, 'by-keyboard')
    await page.goto(`${board.url}/agents/`)
    await page.keyboard.press('Tab')
    assert.equal(await page.locator(':focus').innerText(), 'Skip to the content')
    await page.keyboard.press('Enter')
    /** Presses Tab until the wanted thing has the focus, then Enter. */
    const press = async (wanted: string) => {
      for (let n = 0; n < 30; n++) {
        await page.keyboard.press('Tab')
        if ((await page.locator(':focus').innerText()).startsWith(wanted)) return page.keyboard.press('Enter')
      }
      return assert.fail(`${wanted} cannot be reached`)
    }
    await press('by-keyboard')
    await page.waitForURL('**/agents/*-*')
    await press('Disconnect')
    await page.getByText('The program is disconnected.').waitFor()
    assert.equal(await tokenWorks(board, token), false)
  })
})
