/** Every lifetime at its edge, restarts in the middle, and several processes on one database. */
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { type Board, onEachEngine, openBoard } from '../board.ts'
import {
  authorizeUrl,
  codeFor,
  connect,
  formIn,
  newClient,
  openForm,
  pkce,
  registerClient,
  requestTokens,
  sendForm,
  submitForm,
  tokenWorks,
} from '../setup/connections.ts'
import { countAllRows } from '../setup/contents.ts'
import { freshDatabase } from '../setup/databases.ts'

const DAY = 86_400

onEachEngine('lifetimes', (engine) => {
  it('are 60 seconds for a code', async () => {
    await using board = await openBoard(engine)
    const [early, late] = [await codeFor(board, 'early'), await codeFor(board, 'late')]
    board.passTime(59)
    assert.equal((await requestTokens(board, early)).status, 200)
    board.passTime(1)
    assert.equal((await requestTokens(board, late)).body.error, 'invalid_grant')
  })

  it('are an hour for an access token', async () => {
    await using board = await openBoard(engine)
    const { tokens } = await connect(board, { form: { name: 'my-assistant' } })
    board.passTime(3599)
    assert.equal(await tokenWorks(board, tokens.access_token), true)
    board.passTime(1)
    assert.equal(await tokenWorks(board, tokens.access_token), false)
  })

  it('are thirty days from consent for a grant, however often it is refreshed', async () => {
    await using board = await openBoard(engine)
    const request = await codeFor(board, 'my-assistant')
    board.passTime(30)
    let { body: tokens } = await requestTokens(board, request)
    const { client_id } = request
    const refresh = () =>
      requestTokens(board, { grant_type: 'refresh_token', refresh_token: tokens.refresh_token, client_id })
    for (let day = 0; day < 29; day++) {
      board.passTime(DAY)
      tokens = (await refresh()).body
      assert.equal(tokens.expires_in, 3600)
    }
    board.passTime(DAY - 31)
    const last = await refresh()
    assert.deepEqual([last.status, last.body.expires_in], [200, 1])
    assert.equal(await tokenWorks(board, last.body.access_token), true)
    board.passTime(1)
    assert.equal(await tokenWorks(board, last.body.access_token), false)
    tokens = last.body
    assert.equal((await refresh()).body.error, 'invalid_grant')
  })

  it('are 120 seconds for a replaced refresh token', async () => {
    await using board = await openBoard(engine)
    const { client_id, tokens } = await connect(board, { form: { name: 'my-assistant' } })
    const again = () =>
      requestTokens(board, { grant_type: 'refresh_token', refresh_token: tokens.refresh_token, client_id })
    await again()
    board.passTime(119)
    assert.equal((await again()).status, 200)
    board.passTime(1)
    assert.equal((await again()).body.error, 'invalid_grant')
  })

  it('are ten minutes for a form, after which a new form has the typed text', async () => {
    await using board = await openBoard(engine)
    const client_id = await newClient(board)
    const [early, late] = [
      await openForm(board, authorizeUrl(client_id, pkce().code_challenge)),
      await openForm(board, authorizeUrl(client_id, pkce().code_challenge)),
    ]
    board.passTime(599)
    assert.equal((await submitForm(board, early, { name: 'in-time' })).status, 303)
    board.passTime(1)
    const expired = await submitForm(board, late, { name: 'too-late' })

    assert.equal(expired.status, 400)
    assert.match(expired.body, /had expired after ten minutes/)
    assert.match(expired.body, /value="too-late"/)
    assert.equal((await board.call(late.path, { headers: { cookie: late.cookie } })).status, 400)
    const fresh = formIn(expired)
    assert.notEqual(fresh.path, late.path)
    assert.equal((await submitForm(board, fresh, { name: 'too-late' })).status, 303)
    board.passTime(600)
    assert.equal((await submitForm(board, fresh, { name: 'too-late' })).status, 400)
  })

  it('are seven days for a client that is never used, and ninety days after its last use', async () => {
    await using board = await openBoard(engine)
    const unused = await newClient(board)
    const { client_id } = await connect(board, { form: { name: 'my-assistant' } })
    const known = async (id: string) => (await board.call(authorizeUrl(id, pkce().code_challenge))).status === 303
    board.passTime(7 * DAY - 1)
    assert.deepEqual([await known(unused), await known(client_id)], [true, true])
    board.passTime(1)
    assert.deepEqual([await known(unused), await known(client_id)], [false, true])
    board.passTime(83 * DAY - 1)
    assert.equal(await known(client_id), true)
    board.passTime(1)
    assert.equal(await known(client_id), false)
    const refused = await requestTokens(board, { grant_type: 'refresh_token', refresh_token: 'x', client_id })
    assert.deepEqual([refused.status, refused.body.error], [400, 'invalid_client'])
  })

  it('end with their rows: later writes delete what has expired', async () => {
    await using board = await openBoard(engine)
    for (let n = 0; n < 6; n++) await connect(board, { form: { name: `agent-${n}` } })
    const connectionRows = async () =>
      Object.fromEntries(Object.entries(await countAllRows(board)).filter(([table]) => table.startsWith('oauth_')))
    assert.deepEqual(await connectionRows(), {
      oauth_clients: 6,
      oauth_grants: 6,
      oauth_links: 6,
      oauth_meetings: 6,
      oauth_tokens: 12,
    })
    board.passTime(3_600)
    for (let n = 0; n < 2; n++) await registerClient(board)
    assert.equal((await connectionRows()).oauth_tokens, 6, 'access tokens end before their connection')
    board.passTime(91 * DAY)
    for (let n = 0; n < 4; n++) await registerClient(board)
    assert.deepEqual(await connectionRows(), {
      oauth_clients: 4,
      oauth_grants: 0,
      oauth_links: 0,
      oauth_meetings: 0,
      oauth_tokens: 0,
    })
  })
})

onEachEngine('a connection', (engine) => {
  it('can be made while the process restarts between any two steps', async () => {
    const database = await freshDatabase(engine)
    const start = () => openBoard(engine, { databaseUrl: database.url })
    /** Each request meets a process that has just started. */
    const restarting: Pick<Board, 'call'> = {
      async call(path, message) {
        await using board = await start()
        const { status, headers, body } = await board.call(path, message)
        return { status, headers, body }
      },
    }
    try {
      const { client_id, tokens } = await connect(restarting, { form: { name: 'survivor' } })
      assert.equal(await tokenWorks(restarting, tokens.access_token), true)
      const refresh = { grant_type: 'refresh_token', refresh_token: tokens.refresh_token, client_id }
      const next = await requestTokens(restarting, refresh)
      assert.equal((await sendForm(restarting, '/oauth/revoke', { token: next.body.refresh_token })).status, 200)
      assert.equal(await tokenWorks(restarting, next.body.access_token), false)
    } finally {
      await database.remove()
    }
  })

  it('can be made when every step reaches another process', async () => {
    await using one = await openBoard(engine)
    await using two = await openBoard(engine, { databaseUrl: one.databaseUrl })
    await using three = await openBoard(engine, { databaseUrl: one.databaseUrl })
    const boards = [one, two, three]
    let requests = 0
    const balanced: Pick<Board, 'call'> = {
      call: (path, message) => (boards[requests++ % boards.length] as Board).call(path, message),
    }

    const { client_id, code, code_verifier, tokens } = await connect(balanced, { form: { name: 'wanderer' } })
    assert.deepEqual(await Promise.all(boards.map((board) => tokenWorks(board, tokens.access_token))), [
      true,
      true,
      true,
    ])
    const replay = await requestTokens(balanced, { grant_type: 'authorization_code', code, client_id, code_verifier })
    assert.equal(replay.body.error, 'invalid_grant')
    assert.deepEqual(await Promise.all(boards.map((board) => tokenWorks(board, tokens.access_token))), [
      false,
      false,
      false,
    ])
  })
})
