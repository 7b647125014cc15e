/** Refresh tokens replace each other. However many there were, a grant keeps few rows and forgets no theft. */
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { sql } from '../src/storage/sql.ts'
import { type Board, onEachEngine, openBoard } from './board.ts'
import { connect, newClient, opens, requestTokens, sendForm } from './setup/connection.ts'

const MOST_TOKENS = 256
const HOUR = 3_600

const tokensKept = async ({ db }: Board) =>
  Number((await db.read('count', (tx) => tx.one<{ n: number }>(sql`SELECT COUNT(*) AS n FROM oauth_tokens`)))?.n)

async function connected(board: Board) {
  const { client_id, tokens } = await connect(board, { form: { name: 'my-assistant' } })
  const refresh = (refresh_token: string, client = client_id) =>
    requestTokens(board, { grant_type: 'refresh_token', refresh_token, client_id: client })
  const refreshed = async (refresh_token: string) => {
    const { status, body } = await refresh(refresh_token)
    assert.equal(status, 200, JSON.stringify(body))
    return body
  }
  return { client_id, first: tokens, refresh, refreshed }
}

onEachEngine('rotation', (engine) => {
  it('leaves few rows after many refreshes, and still ends the grant when the first token comes again', async () => {
    await using board = await openBoard(engine)
    const { first, refresh, refreshed } = await connected(board)

    let last = first
    for (let n = 0; n < MOST_TOKENS; n++) last = await refreshed(last.refresh_token)

    assert.equal(await tokensKept(board), MOST_TOKENS)
    assert.ok(await opens(board, last.access_token))
    assert.equal((await refresh(first.refresh_token)).body.error, 'invalid_grant')
    assert.equal(await opens(board, last.access_token), false)
    assert.equal(await tokensKept(board), 0)
  })

  it('leaves few rows where one token is used a hundred times at once', async () => {
    await using board = await openBoard(engine)
    const { first, refreshed } = await connected(board)

    let last = first
    for (let round = 0; round < 2; round++) {
      const { refresh_token } = last
      for (let n = 0; n < 100; n++) last = await refreshed(refresh_token)
    }

    assert.equal(await tokensKept(board), MOST_TOKENS)
    assert.ok(await opens(board, last.access_token))
    await refreshed(last.refresh_token)
  })

  it('keeps a second chain alive that sleeps while the first goes on', async () => {
    await using board = await openBoard(engine)
    const { first, refreshed } = await connected(board)
    const asleep = await refreshed(first.refresh_token)
    let awake = await refreshed(first.refresh_token)

    for (let n = 0; n < 200; n++) {
      board.passTime(HOUR)
      awake = await refreshed(awake.refresh_token)
    }

    assert.ok((await tokensKept(board)) < 10)
    await refreshed(asleep.refresh_token)
    await refreshed(awake.refresh_token)
  })

  it('knows a stolen token however old it is, and only from its own client', async () => {
    await using board = await openBoard(engine)
    const { first, refresh, refreshed } = await connected(board)
    const second = await refreshed(first.refresh_token)
    board.passTime(HOUR)
    const third = await refreshed(second.refresh_token)

    assert.equal((await refresh(first.refresh_token, await newClient(board))).body.error, 'invalid_grant')
    assert.ok(await opens(board, third.access_token))
    assert.equal((await refresh(first.refresh_token)).body.error, 'invalid_grant')
    assert.equal(await opens(board, third.access_token), false)
    assert.equal((await refresh(third.refresh_token)).body.error, 'invalid_grant')
  })

  it('lets any token of a connection revoke it, but not in the name of another client', async () => {
    await using board = await openBoard(engine)
    const { client_id, first, refreshed } = await connected(board)
    const second = await refreshed(first.refresh_token)
    board.passTime(HOUR)
    const last = await refreshed(second.refresh_token)
    const revoke = (client: string) =>
      sendForm(board, '/oauth/revoke', { token: first.refresh_token, client_id: client })

    await revoke(await newClient(board))
    assert.ok(await opens(board, last.access_token))
    await revoke(client_id)
    assert.equal(await opens(board, last.access_token), false)
  })
})
