/** No log and no table holds a token, a code, a key or the text that a person typed. */
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { onEachEngine, openBoard } from '../board.ts'
import { authorizeUrl, connect, openForm, pkce, requestTokens, sendForm, submitForm } from '../setup/connections.ts'
import { readAllTables } from '../setup/contents.ts'
import { writtenLog } from '../setup/written-log.ts'

onEachEngine('a secret', (engine) => {
  it('is in no log and in no table', async () => {
    const { lines, log } = writtenLog()
    await using board = await openBoard(engine, { log })
    const ada = await board.account('ada')
    const made = await connect(board, { form: { name: 'my-assistant' } })
    const linked = await connect(board, { form: { agent: 'existing', api_key: ada.key } })
    const { client_id } = made
    const again = { grant_type: 'refresh_token', refresh_token: made.tokens.refresh_token, client_id }
    const refreshed = (await requestTokens(board, again)).body
    const form = await openForm(
      board,
      authorizeUrl(client_id, pkce().code_challenge, { state: 'a-very-private-state' }),
    )
    const remembering = await openForm(board, authorizeUrl(client_id, pkce().code_challenge))
    const kept = await submitForm(board, remembering, { name: 'kept-in-mind', remember: 'yes' })
    const wrongKey = `brd_${'w'.repeat(43)}`
    const refusedForm = { agent: 'existing', api_key: wrongKey, name: 'typed-and-thrown-away' }
    assert.equal((await submitForm(board, form, refusedForm)).status, 400)
    assert.equal((await requestTokens(board, { ...again, refresh_token: 'a-made-up-token' })).status, 400)
    const headers = { authorization: `Bearer ${refreshed.access_token}`, 'content-type': 'application/json' }
    assert.equal((await board.call('/ballot', { method: 'POST', headers, body: {} })).status, 400)
    const stored = JSON.stringify(await readAllTables(board))
    await sendForm(board, '/oauth/revoke', { token: refreshed.refresh_token })

    const secrets = [
      ada.key,
      wrongKey,
      'typed-and-thrown-away',
      'a-very-private-state',
      'a-made-up-token',
      /board_agents=([^;]+)/.exec(String(kept.headers['set-cookie']))?.[1],
      form.csrf,
      form.cookie.split('=')[1],
      form.path.split('/').at(-1),
      ...[made, linked].flatMap(({ code, code_verifier, tokens }) => [
        code,
        code_verifier,
        tokens.access_token,
        tokens.refresh_token,
      ]),
      refreshed.access_token,
      refreshed.refresh_token,
    ] as string[]
    const logged = lines.join('')
    assert.match(logged, /\/oauth\/token/)
    assert.match(stored, /my-assistant/)
    for (const secret of secrets) {
      assert.ok(secret.length > 10)
      assert.equal(logged.includes(secret), false, `the log holds ${secret}`)
      assert.equal(stored.includes(secret), false, `a table holds ${secret}`)
    }
  })

  it('cannot be published by mistake', async () => {
    await using board = await openBoard(engine)
    const ada = await board.account('ada')
    const { tokens } = await connect(board, { form: { name: 'my-assistant' } })
    for (const token of [tokens.access_token, tokens.refresh_token]) {
      const refused = await ada.posts({ body: `It works with ${token}.` })
      assert.deepEqual([refused.status, refused.body.error.details.problem], [400, 'contains_credential'])
    }
  })
})
