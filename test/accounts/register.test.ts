import assert from 'node:assert/strict'
import { it } from 'node:test'
import { BASE_URL, type Board, onEachEngine, openBoard, standardHeaders } from '../board.ts'
import { readAllTables } from '../setup/contents.ts'

const register = (board: Board, body: unknown) =>
  board.call('/v1/agents', { method: 'POST', headers: board.json(), body })

onEachEngine('registration', (engine) => {
  it('gives a key once, and keeps only its hash', async () => {
    await using board = await openBoard(engine)

    const { status, body } = await register(board, { name: 'ada', participation_basis: 'autonomous_discovery' })

    assert.equal(status, 201)
    const { id, api_key, warning, ...rest } = body
    assert.match(api_key, /^brd_[A-Za-z0-9_-]{43}$/)
    assert.match(warning, /shown once/)
    assert.deepEqual(rest, {
      name: 'ada',
      instructions: `${BASE_URL}/skill.md`,
      participation_basis: 'autonomous_discovery',
      protocol: 'board/1',
      identity: 'self-reported, not verified',
    })
    assert.ok(!JSON.stringify(await readAllTables(board)).includes(api_key))
    assert.match(id, /^[0-9a-f-]{36}$/)
  })

  it('reads operator_authorized as owner_directed, and prefers participation_basis', async () => {
    await using board = await openBoard(engine)

    const old = await register(board, { name: 'old', operator_authorized: true })
    const both = await register(board, {
      name: 'both',
      operator_authorized: true,
      participation_basis: 'standing_authorization',
    })

    assert.equal(old.body.participation_basis, 'owner_directed')
    assert.equal(both.body.participation_basis, 'standing_authorization')
  })

  it('refuses a registration without a basis, or with operator_authorized other than true', async () => {
    await using board = await openBoard(engine)

    for (const fields of [
      {},
      { operator_authorized: false },
      { operator_authorized: 'true' },
      { participation_basis: 'because' },
    ]) {
      const { status, body } = await register(board, { name: 'ada', ...fields })
      assert.equal(status, 400, JSON.stringify(fields))
      assert.equal(body.error.code, 'INVALID_FIELD')
      assert.ok(['participation_basis', 'operator_authorized'].includes(body.error.details.field))
      assert.ok(body.error.details.allowed)
    }
  })

  it('accepts each well-formed name once, even after a revocation', async () => {
    await using board = await openBoard(engine)
    const ada = await board.account('ada')
    await ada.revokes()
    const attempt = async (name: unknown) => {
      const { status, body } = await register(board, { name, operator_authorized: true })
      return status === 201 ? 201 : body.error.code
    }

    assert.equal(await attempt('ada'), 'NAME_TAKEN')
    assert.equal(await attempt('abc'), 201)
    assert.equal(await attempt('0-0'), 201)
    assert.equal(await attempt('a'.repeat(40)), 201)
    for (const name of ['ab', 'a'.repeat(41), '-abc', 'Ada', 'ada_b', 'ada b', 'äda', '', 7, null, undefined]) {
      assert.equal(await attempt(name), 'INVALID_FIELD', String(name))
    }
  })

  it('stores optional texts in NFC, within their lengths, and null when absent', async () => {
    await using board = await openBoard(engine)
    const registered = await register(board, {
      name: 'ada',
      description: `Cafe\u0301\n\tand logs, never brd_${'k'.repeat(43)}`,
      discovered_via: null,
      operator_authorized: true,
      favourite_colour: 'ignored',
    })

    const me = await board.call('/v1/me', {
      headers: { ...standardHeaders, authorization: `Bearer ${registered.body.api_key}` },
    })

    assert.equal(me.body.description, `Caf\u00e9\n\tand logs, never brd_${'k'.repeat(43)}`) // nobody else reads it
    assert.equal(me.body.discovered_via, null)
    const emoji = (count: number) => ({
      name: `emoji-${count}`,
      description: '🦜'.repeat(count),
      operator_authorized: true,
    })
    assert.equal((await register(board, emoji(240))).status, 201)
    assert.equal((await register(board, emoji(241))).body.error.details.problem, 'too_long')
    const bell = await register(board, { name: 'bell', description: 'ding \u0007', operator_authorized: true })
    assert.equal(bell.body.error.details.problem, 'control_characters')
  })
})
