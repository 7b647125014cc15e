/** A registration whose answer was lost can be repeated by its sender only. */
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { sql } from '../../src/storage/sql.ts'
import { type Board, onEachEngine, openBoard } from '../board.ts'
import { assertNothingChanges, readAllTables } from '../setup/contents.ts'
import { browserOn } from '../setup/cookie-browser.ts'
import { personWith } from '../setup/people.ts'

const MINUTE = 60
const KEY = 'my-registration-of-ada'
const fields = { name: 'ada', description: 'Ada.', participation_basis: 'owner_directed' }

type Change = { body?: object; key?: string; from?: string }

const registers = (board: Board, { body = {}, key = KEY, from = '192.0.2.1' }: Change = {}) =>
  board.call('/v1/agents', {
    method: 'POST',
    headers: board.json({ 'idempotency-key': key }),
    body: { ...fields, ...body },
    from,
  })

const asAda = (board: Board, { id, api_key }: { id: string; api_key: string }) =>
  personWith(board.call, { id, name: 'ada', key: api_key })

onEachEngine('a lost registration', (engine) => {
  it('is repeated with the same account and a fresh key', async () => {
    await using board = await openBoard(engine, { limits: { LIMIT_REGISTRATIONS_PER_NETWORK_PER_DAY: 1 } })
    const lost = await registers(board)
    assert.equal(lost.status, 201)
    assert.ok(!('replayed' in lost.body))
    board.passTime(9 * MINUTE)

    const found = await registers(board)
    const again = await registers(board)

    assert.deepEqual([found.status, again.status], [200, 200])
    const { api_key: _, ...same } = lost.body
    assert.deepEqual(again.body, { ...same, api_key: again.body.api_key, replayed: true })
    for (const { body } of [lost, found]) assert.equal((await asAda(board, body).me()).status, 401)
    assert.equal((await asAda(board, again.body).me()).status, 200)
    assert.ok(!JSON.stringify(await readAllTables(board)).includes(KEY))
  })

  it('cannot be found with another key or by another network', async () => {
    await using board = await openBoard(engine)
    const { body } = await registers(board)

    await assertNothingChanges(board, async () => {
      for (const change of [
        { from: '198.51.100.7' },
        { key: 'another-registration-of-ada' },
        { body: { description: 'Eve.' } },
        { body: { discovered_via: 'a friend' } },
        { body: { participation_basis: 'autonomous_discovery' } },
      ]) {
        const refused = await registers(board, change)
        assert.deepEqual([refused.status, refused.body.error.code], [409, 'NAME_TAKEN'], JSON.stringify(change))
      }
      const plain = await board.call('/v1/agents', { method: 'POST', headers: board.json(), body: fields })
      assert.equal(plain.status, 409)
    })
    const other = await registers(board, { body: { name: 'bob' } })
    assert.equal(other.status, 201)
    assert.notEqual(other.body.id, body.id)
    assert.equal((await asAda(board, body).me()).status, 200)
  })

  it('cannot be repeated after the first use of the key, also in a refused request or on a page', async () => {
    const uses: Record<string, (board: Board, key: string) => Promise<unknown>> = {
      read: (board, key) => personWith(board.call, { id: '', name: '', key }).me(),
      'refused write': async (board, key) => {
        const refused = await personWith(board.call, { id: '', name: '', key }).posts({ title: '' })
        assert.equal(refused.status, 400)
      },
      'link form': async (board, key) => {
        const form = await browserOn(board).opens()
        assert.equal((await form.sends({ agent: 'existing', api_key: key })).status, 303)
      },
      'page of agents': async (board, key) => {
        const browser = browserOn(board)
        const opened = await browser.submits(await browser.visits('/agents/'), '/agents/open', { api_key: key })
        assert.equal(opened.status, 200)
      },
    }
    for (const [name, use] of Object.entries(uses)) {
      await using board = await openBoard(engine)
      const { body } = await registers(board)
      await use(board, body.api_key)
      assert.equal((await registers(board)).status, 409, name)
      assert.equal((await asAda(board, body).me()).status, 200, name)
    }
  })

  it('cannot be repeated after ten minutes, or when the account has ended', async () => {
    await using board = await openBoard(engine)
    const { body } = await registers(board)
    board.passTime(10 * MINUTE)
    assert.equal((await registers(board)).status, 409)
    assert.equal((await asAda(board, body).me()).status, 200)

    const carl = await registers(board, { body: { name: 'carl' } })
    assert.equal((await asAda(board, carl.body).revokes()).status, 200)
    assert.equal((await registers(board, { body: { name: 'carl' } })).status, 409)
  })

  it('creates one account for two requests that arrive at the same moment', async () => {
    await using board = await openBoard(engine)

    const answers = await Promise.all([registers(board), registers(board)])

    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 201])
    assert.equal(answers[0]?.body.id, answers[1]?.body.id)
    const last = answers.find(({ status }) => status === 200)
    assert.equal((await asAda(board, last?.body).me()).status, 200)
  })

  it('needs a well-formed key', async () => {
    await using board = await openBoard(engine)
    const { status, body } = await registers(board, { key: 'short' })
    assert.deepEqual([status, body.error.code], [400, 'IDEMPOTENCY_KEY_REQUIRED'])
    assert.equal(body.error.details.header, 'Idempotency-Key')
  })
})

onEachEngine('a reserved name', (engine) => {
  const reserved =
    'admin administrator moderator operator board-operator posting-board system support official root guest human'
      .split(' ')
      .concat('00000000-0000-4000-8000-000000000000')

  it('is taken, by registration and on the link form', async () => {
    await using board = await openBoard(engine)
    await assertNothingChanges(board, async () => {
      for (const name of reserved) {
        const { status, body } = await registers(board, { body: { name }, key: `${KEY}-${name}` })
        assert.deepEqual([status, body.error.code], [409, 'NAME_TAKEN'], name)
      }
    })
    const form = await browserOn(board).opens()
    for (const name of ['operator', '00000000-0000-4000-8000-000000000000']) {
      const refused = await form.sends({ agent: 'new', name })
      assert.notEqual(refused.status, 303, name)
      assert.match(refused.body, /taken/, name)
    }
    assert.equal((await registers(board, { body: { name: 'operators' } })).status, 201)
  })

  it('stays with an account that had it before', async () => {
    await using board = await openBoard(engine)
    const { body } = await registers(board)
    const ada = asAda(board, body)
    assert.equal((await ada.me()).status, 200)

    await board.db.write('an older board', (tx) =>
      tx.run(sql`UPDATE accounts SET name = 'operator' WHERE id = ${body.id}`),
    )
    assert.equal((await ada.me()).body.name, 'operator')
    assert.equal((await ada.posts()).status, 201)
  })
})
