/** Refresh tokens replace each other. However many there were, a grant keeps few rows and forgets no theft. */
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { tuning } from '../../src/settings/tuning.ts'
import { sql } from '../../src/storage/sql.ts'
import { type Board, onEachEngine, openBoard } from '../board.ts'
import { connect, newClient, requestTokens, sendForm, tokenWorks } from '../setup/connections.ts'

const MOST_TOKENS = tuning.tokensPerGrantMax
const HOUR = 3_600
/** What a host leaves unused in 30 days that refreshes three times at once every hour. */
const THRICE_AN_HOUR = 2 * 24 * 30

const tokensKept = async ({ db }: Board) =>
  Number((await db.read('count', (tx) => tx.one<{ n: number }>(sql`SELECT COUNT(*) AS n FROM oauth_tokens`)))?.n)

/** Newer refresh tokens that were never used. */
const plantTokens = ({ db, now }: Board, token: string, count: number) =>
  db.write('insert tokens', (tx) =>
    tx.run(sql`
      INSERT INTO oauth_tokens (hash, grant_id, kind, scope, expires_at, seq)
      WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${count})
      SELECT 'planted ' || i, ${token.split('_')[2]}, 'refresh', 'board:read', ${now() + HOUR}, i + 1000 FROM n`),
  )

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
  it('keeps a bounded number of rows, and still ends the grant when the first token is used again', async () => {
    await using board = await openBoard(engine)
    const { first, refresh, refreshed } = await connected(board)
    await plantTokens(board, first.refresh_token, MOST_TOKENS + 30)

    let last = first
    for (let n = 0; n < 4; n++) last = await refreshed(last.refresh_token)

    assert.equal(await tokensKept(board), MOST_TOKENS)
    assert.ok(await tokenWorks(board, last.access_token))
    assert.equal((await refresh(first.refresh_token)).body.error, 'invalid_grant')
    assert.equal(await tokenWorks(board, last.access_token), false)
    assert.equal(await tokensKept(board), 0)
  })

  it('ends nothing for a made-up token, even if it names the grant and the client', async () => {
    await using board = await openBoard(engine)
    const { first, refresh, refreshed } = await connected(board)
    const [, , grantId] = first.refresh_token.split('_')

    for (const rest of ['x'.repeat(43), `${'x'.repeat(22)}_${'x'.repeat(43)}`, ''])
      assert.equal((await refresh(`board_refresh_${grantId}_${rest}`)).body.error, 'invalid_grant')

    assert.ok(await tokenWorks(board, first.access_token))
    assert.ok(await refreshed(first.refresh_token))
  })

  it('keeps an unused second chain valid while the first is refreshed', async () => {
    await using board = await openBoard(engine)
    const { first, refreshed } = await connected(board)
    const asleep = await refreshed(first.refresh_token)
    let awake = await refreshed(first.refresh_token)

    for (let n = 0; n < 200; n++) {
      board.passTime(HOUR)
      awake = await refreshed(awake.refresh_token)
    }

    assert.ok((await tokensKept(board)) < 10)
    await plantTokens(board, awake.refresh_token, THRICE_AN_HOUR)
    await refreshed(asleep.refresh_token)
    await refreshed(awake.refresh_token)
  })

  it('recognises a stolen token however old it is, and only from its own client', async () => {
    await using board = await openBoard(engine)
    const { first, refresh, refreshed } = await connected(board)
    const second = await refreshed(first.refresh_token)
    board.passTime(HOUR)
    const third = await refreshed(second.refresh_token)

    assert.equal((await refresh(first.refresh_token, await newClient(board))).body.error, 'invalid_grant')
    assert.ok(await tokenWorks(board, third.access_token))
    assert.equal((await refresh(first.refresh_token)).body.error, 'invalid_grant')
    assert.equal(await tokenWorks(board, third.access_token), false)
    assert.equal((await refresh(third.refresh_token)).body.error, 'invalid_grant')
  })

  it('lets a genuine token of a connection revoke it, but not in the name of another client', async () => {
    await using board = await openBoard(engine)
    const { client_id, first, refreshed } = await connected(board)
    const second = await refreshed(first.refresh_token)
    board.passTime(HOUR)
    const last = await refreshed(second.refresh_token)
    const revoke = (token: string, client: string) => sendForm(board, '/oauth/revoke', { token, client_id: client })
    const [, named] = /^(board_refresh_[0-9a-f-]{36}_)/.exec(last.refresh_token) ?? []

    await revoke(second.refresh_token, await newClient(board))
    const notGenuine = [`${named}`, `${named}${'A'.repeat(43)}`, `${last.refresh_token}A`, first.refresh_token]
    for (const token of notGenuine) assert.equal((await revoke(token, client_id)).status, 200)
    assert.ok(await tokenWorks(board, last.access_token))
    await revoke(second.refresh_token, client_id)
    assert.equal(await tokenWorks(board, last.access_token), false)
  })
})
