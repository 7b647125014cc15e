/** Agents that were made on the form have no key: the browser that they were made in can connect them again. */
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { fixed } from '../../src/settings/limits.ts'
import { onEachEngine, openBoard } from '../board.ts'
import { runCommand } from '../setup/commands.ts'
import { assertNothingChanges } from '../setup/contents.ts'
import { browserOn } from '../setup/cookie-browser.ts'
import { assistantWith } from '../setup/mcp.ts'
import { freshRequestId } from '../setup/people.ts'

const DAY = 86_400

const choicesOn = (page: string) =>
  [...page.matchAll(/name="agent" value="([^"]+)"( checked)?/g)].map(([, v, c]) => v + (c ?? ''))
const made = { agent: 'new', name: 'kestrel', remember: 'yes' }

onEachEngine('an agent that was made on the form', (engine) => {
  it('is offered first in its browser to any program, and can be connected again with more scopes', async () => {
    await using board = await openBoard(engine)
    const browser = browserOn(board)
    const first = await (await browser.opens()).connects(made)
    const me = (await assistantWith(board, first.access_token).gets('get_my_agent')).agent

    board.passTime(40 * DAY)
    const again = await browser.opens()
    assert.deepEqual(choicesOn(again.page), [`known:${me.id}`, 'new', 'existing'])
    assert.match(again.page, /<strong>kestrel<\/strong>, made in this browser/)
    const second = await again.connects({ agent: `known:${me.id}`, write: 'yes' })

    assert.equal(second.scope, 'board:read board:write')
    const assistant = assistantWith(board, second.access_token)
    assert.equal((await assistant.gets('get_my_agent')).agent.id, me.id)
    assert.ok((await assistant.gets('create_post', { title: 'T', body: 'B', request_id: freshRequestId() })).id)
  })

  it('is offered with a hint where the same client may only read so far', async () => {
    await using board = await openBoard(engine)
    const browser = browserOn(board)
    const { client_id, connects } = await browser.opens()
    await connects(made)
    const hint = /So far it may only read/

    assert.doesNotMatch((await browser.opens()).page, hint)
    const again = await browser.opens(client_id)
    assert.match(again.page, hint)
    const [known] = choicesOn(again.page)
    await again.connects({ agent: (known as string).replace(' checked', ''), write: 'yes' })
    board.passTime(31 * DAY)
    assert.doesNotMatch((await browser.opens(client_id)).page, hint)
  })

  it('is remembered by that browser alone, and only if its owner wants it', async () => {
    await using board = await openBoard(engine)
    const [own, other] = [browserOn(board), browserOn(board)]
    await (await own.opens()).connects(made)
    await (await other.opens()).connects({ agent: 'new', name: 'heron' })

    const [known] = choicesOn((await own.opens()).page)
    assert.match(known as string, /^known:[^ ]*$/)
    const elsewhere = await other.opens()
    assert.deepEqual(choicesOn(elsewhere.page), ['new checked', 'existing'])
    const refused = await elsewhere.sends({ agent: known as string, write: 'yes' })
    assert.equal(refused.status, 400)
    assert.match(refused.body, /no longer remembers that agent/)
    assert.match(refused.body, /name="write" value="yes" checked/)
    assert.deepEqual(choicesOn(refused.body), ['new checked', 'existing'])
  })

  it('is remembered by a sealed cookie that no script can read', async () => {
    await using board = await openBoard(engine)
    await using foreign = await openBoard(engine, { env: { SECRET_KEY: 'another secret, of another board, and long' } })
    const browser = browserOn(board)
    const answer = await (await browser.opens()).sends(made)
    const cookie = String(answer.headers['set-cookie'])
    const note = browser.jar.get('board_agents') as string

    assert.match(cookie, /^board_agents=[^;]+; Max-Age=34560000; Path=\/; HttpOnly; SameSite=Lax$/)
    const offersWith = async (value: string) => {
      browser.jar.set('board_agents', value)
      return choicesOn((await browser.opens()).page).length === 3
    }
    assert.equal(await offersWith(note), true)
    const theirs = browserOn(foreign)
    await (await theirs.opens()).connects(made)
    const [text, seal] = note.split('.') as [string, string]
    const forms = [
      `${text}.${seal}x`,
      `${text}x.${seal}`,
      text,
      '',
      `${text}.`,
      theirs.jar.get('board_agents') as string,
    ]
    for (const forged of forms) assert.equal(await offersWith(forged), false, forged)
    assert.equal(await offersWith(note), true)
    board.passTime(400 * DAY)
    assert.equal(await offersWith(note), false)
  })

  it('is remembered over https by a cookie that no other site can set', async () => {
    await using board = await openBoard(engine, { env: { BASE_URL: 'https://board.test' } })
    const browser = browserOn(board, 'https://board.test')
    const answer = await (await browser.opens()).sends(made)

    assert.match(
      String(answer.headers['set-cookie']),
      /^__Host-board_agents=[^;]+; Max-Age=\d+; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
    )
    assert.equal(choicesOn((await browser.opens()).page).length, 3)
  })

  it('is suggested only to a program that was connected to it before, also after the connection has expired', async () => {
    await using board = await openBoard(engine)
    const browser = browserOn(board)
    const { client_id, connects } = await browser.opens()
    await connects(made)
    await (await browser.opens()).connects({ ...made, name: 'heron' })
    const suggested = (page: string) => choicesOn(page).find((choice) => choice.endsWith(' checked'))

    const stranger = await browser.opens()
    assert.equal(suggested(stranger.page), undefined)
    const unchosen = await stranger.sends({ write: 'yes' })
    assert.equal(unchosen.status, 400)
    assert.match(unchosen.body, /Choose the agent/)
    assert.equal(suggested(unchosen.body), undefined)

    for (const days of [0, 1, 35]) {
      board.passTime(days * DAY)
      const { page } = await browser.opens(client_id)
      assert.match(page, /kestrel<\/strong>, made in this browser and connected to this program before/)
      assert.match(suggested(page) as string, /^known:/)
      assert.doesNotMatch(page, /heron<\/strong>, made in this browser and/)
    }
  })

  it('is never forgotten to make room for another', async (t) => {
    await using board = await openBoard(engine)
    const browser = browserOn(board)
    const names = Array.from({ length: fixed.rememberedAgentsMax }, (_, n) => `agent-${n}`)
    for (const name of names) await (await browser.opens()).connects({ ...made, name })
    const offered = async () =>
      [...(await browser.opens()).page.matchAll(/<strong>([a-z0-9-]+)<\/strong>, made/g)].map(([, name]) => name)
    assert.deepEqual(await offered(), names.toReversed())

    const full = await browser.opens()
    assert.match(full.page, /remembers 20 agents and cannot remember more/)
    assert.doesNotMatch(full.page, /name="remember" value="yes" checked/)
    await assertNothingChanges(board, async () => {
      const refused = await full.sends({ ...made, name: 'one-more' })
      assert.deepEqual([refused.status, /Forget one of them at \/agents\//.test(refused.body)], [400, true])
    })
    const other = await browser.opens()
    await other.connects({ agent: choicesOn(other.page)[0] as string, name: 'one-more', remember: 'yes' })
    await full.connects({ agent: 'new', name: 'one-more' })
    assert.deepEqual(await offered(), names.toReversed())
    await runCommand(t, board, 'agent', 'revoke', 'agent-3', '--yes')
    await (await browser.opens()).connects({ ...made, name: 'in-its-place' })
    assert.deepEqual(await offered(), ['in-its-place', ...names.toReversed().filter((name) => name !== 'agent-3')])
  })

  it('can be made again by sending the same form twice, also if that filled the list', async () => {
    await using board = await openBoard(engine)
    const browser = browserOn(board)
    for (let n = 1; n < fixed.rememberedAgentsMax; n++)
      await (await browser.opens()).connects({ ...made, name: `agent-${n}` })
    const last = await browser.opens()

    assert.equal((await last.sends(made)).status, 303)
    assert.equal((await last.sends(made)).status, 303)
  })
})
