import assert from 'node:assert/strict'
import { it } from 'node:test'
import { sql } from '../../src/storage/sql.ts'
import { type Board, onEachEngine, openBoard } from '../board.ts'
import {
  authorizeUrl,
  connect,
  newClient,
  openForm,
  pkce,
  REDIRECT_URI,
  redirectOf,
  registerClient,
  requestTokens,
  submitForm,
  tokenWorks,
} from '../setup/connections.ts'

const isKnown = async (board: Board, client: string) =>
  (await board.call(authorizeUrl(client, pkce().code_challenge))).status === 303

const countGrants = async (board: Board) =>
  (await board.db.read('count', (tx) => tx.one<{ n: number }>(sql`SELECT COUNT(*) AS n FROM oauth_grants`)))?.n

onEachEngine('caps of connections', (engine) => {
  it('keep a number of clients: the longest unused go first, those with a connection last', async () => {
    await using board = await openBoard(engine, { limits: { LIMIT_OAUTH_CLIENTS: 3 } })
    const { client_id: connected, tokens } = await connect(board, { form: { name: 'my-assistant' } })
    const unused: string[] = []
    for (let n = 0; n < 4; n++) {
      board.passTime(60)
      unused.push(await newClient(board))
    }

    const known = await Promise.all(unused.map((client) => isKnown(board, client)))
    assert.deepEqual(known, [false, false, true, true])
    assert.ok(await isKnown(board, connected))
    assert.ok(await tokenWorks(board, tokens.access_token))
  })

  it('let even connected clients go when all are connected, the longest unused first', async () => {
    await using board = await openBoard(engine, { limits: { LIMIT_OAUTH_CLIENTS: 2 } })
    const [first, second] = [await newClient(board), await newClient(board)]
    const ofFirst = await connect(board, { form: { name: 'one' }, client: first })
    await connect(board, { form: { name: 'two' }, client: second })
    board.passTime(60)
    const refresh = { grant_type: 'refresh_token', refresh_token: ofFirst.tokens.refresh_token, client_id: first }
    assert.equal((await requestTokens(board, refresh)).status, 200)

    const third = await newClient(board)

    assert.deepEqual(await Promise.all([first, second, third].map((client) => isKnown(board, client))), [
      true,
      false,
      true,
    ])
  })

  it('refuse registrations over the rate of the whole process, which counts valid ones only', async () => {
    await using board = await openBoard(engine, { limits: { LIMIT_OAUTH_REGISTRATIONS_PER_MINUTE: 2 } })
    assert.equal((await registerClient(board, { redirect_uris: [] })).status, 400)
    for (let n = 0; n < 2; n++) assert.equal((await registerClient(board)).status, 201)

    const refused = await registerClient(board)
    assert.deepEqual([refused.status, refused.body.error], [429, 'temporarily_unavailable'])
    board.passTime(Number(refused.headers['retry-after']))
    assert.equal((await registerClient(board)).status, 201)
  })

  it('keep fifty connections of an account, and end the longest unused', async () => {
    await using board = await openBoard(engine)
    const ada = await board.account('ada')
    const client = await newClient(board)
    const form = { agent: 'existing', api_key: ada.key }
    const made: Awaited<ReturnType<typeof connect>>[] = []
    for (let n = 0; n < 50; n++) {
      made.push(await connect(board, { form, client }))
      board.passTime(1)
    }
    const refresh_token = made[0]?.tokens.refresh_token
    const refreshed = await requestTokens(board, { grant_type: 'refresh_token', refresh_token, client_id: client })

    board.passTime(1)
    const last = await connect(board, { form, client })

    assert.equal(await countGrants(board), 50)
    const works = (token: string) => tokenWorks(board, token)
    assert.ok(await works(refreshed.body.access_token), 'the oldest was used last')
    assert.equal(await works(made[1]?.tokens.access_token), false)
    assert.ok(await works(made[2]?.tokens.access_token))
    assert.ok(await works(last.tokens.access_token))
  })

  it('let one form make one valid connection, for any agent', async () => {
    await using board = await openBoard(engine)
    const ada = await board.account('ada')
    const client_id = await newClient(board)
    const { code_challenge, code_verifier } = pkce()
    const form = await openForm(board, authorizeUrl(client_id, code_challenge))
    const send = async (fields: Record<string, string>) => {
      const code = redirectOf(await submitForm(board, form, fields)).searchParams.get('code') as string
      const grant = { grant_type: 'authorization_code', code, client_id, code_verifier, redirect_uri: REDIRECT_URI }
      return (await requestTokens(board, grant)).body.access_token as string
    }

    const first = await send({ name: 'my-assistant' })
    assert.ok(await tokenWorks(board, first))
    const again = await send({ name: 'my-assistant' })
    assert.deepEqual([await tokenWorks(board, first), await tokenWorks(board, again)], [false, true])
    const other = await send({ agent: 'existing', api_key: ada.key })
    assert.deepEqual([await tokenWorks(board, again), await tokenWorks(board, other)], [false, true])
    assert.equal(await countGrants(board), 1)
  })
})
