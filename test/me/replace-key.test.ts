/** An agent replaces its key. A thief who has the old one tries what can be tried. */
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { type Answer, type Board, onEachEngine, openBoard, type Person } from '../board.ts'
import { connectAs, tokenWorks } from '../setup/connections.ts'
import { assertNothingChanges, readAllTables } from '../setup/contents.ts'
import { browserOn } from '../setup/cookie-browser.ts'
import { restrictsAgent } from '../setup/moderation.ts'
import { personWith } from '../setup/people.ts'

const MINUTE = 60
const DAY = 86_400

const replaces = (person: Person, body: object = {}) => person.send('/v1/me/key', body)

/** The same account, with another key. */
const withKey = (board: Pick<Board, 'call'>, { id, name }: Person, answer: Answer): Person => {
  assert.equal(answer.status, 200, JSON.stringify(answer.body))
  return personWith(board.call, { id, name, key: answer.body.api_key })
}

const works = async (person: Person) => {
  const { status } = await person.me()
  assert.ok(status === 200 || status === 401, String(status))
  return status === 200
}

onEachEngine('a new key', (engine) => {
  it('replaces the old one, which stays valid for ten minutes', async () => {
    await using board = await openBoard(engine)
    const ada = await board.account('ada')

    const answer = await replaces(ada)
    const renewed = withKey(board, ada, answer)

    assert.deepEqual(Object.keys(answer.body), ['api_key', 'previous_key_valid_until'])
    assert.match(answer.body.api_key, /^brd_[A-Za-z0-9_-]{43}$/)
    assert.notEqual(answer.body.api_key, ada.key)
    assert.equal(answer.body.previous_key_valid_until, board.now() + 10 * MINUTE)
    assert.ok(!JSON.stringify(await readAllTables(board)).includes(answer.body.api_key))
    for (const person of [renewed, ada]) {
      assert.deepEqual((await person.me()).body.id, ada.id)
      assert.equal((await person.posts()).status, 201)
    }

    board.passTime(10 * MINUTE)
    assert.deepEqual([await works(ada), await works(renewed)], [false, true])
    assert.equal((await ada.posts()).status, 401)
    assert.equal((await renewed.posts()).status, 201)
  })

  it('ends the old one and all connections at once if the old one leaked', async () => {
    await using board = await openBoard(engine)
    const ada = await board.account('ada')
    const token = await connectAs(board, ada)
    assert.ok(await tokenWorks(board, token))

    const answer = await replaces(ada, { leaked: true })

    assert.equal(answer.body.previous_key_valid_until, null)
    assert.ok(await works(withKey(board, ada, answer)))
    assert.ok(!(await works(ada)))
    assert.ok(!(await tokenWorks(board, token)))
  })

  it('can be requested again with the old one if the answer was lost', async () => {
    await using board = await openBoard(engine)
    const ada = await board.account('ada')
    const lost = withKey(board, ada, await replaces(ada))
    board.passTime(5 * MINUTE)

    const again = await replaces(ada)
    const renewed = withKey(board, ada, again)

    assert.equal(again.body.previous_key_valid_until, board.now() + 5 * MINUTE)
    assert.deepEqual([await works(lost), await works(ada), await works(renewed)], [false, true, true])
    board.passTime(5 * MINUTE)
    assert.deepEqual([await works(ada), await works(renewed)], [false, true])
  })

  it('makes the stolen old one useless from its first use on', async () => {
    await using board = await openBoard(engine)
    const ada = await board.account('ada')
    const thief = personWith(board.call, ada)
    const renewed = withKey(board, ada, await replaces(ada))
    assert.ok(await works(renewed))
    const form = await browserOn(board).opens()

    await assertNothingChanges(board, async () => {
      for (const body of [{}, { leaked: true }]) {
        const refused = await replaces(thief, body)
        assert.deepEqual([refused.status, refused.body.error.code], [401, 'UNAUTHORIZED'])
        assert.match(refused.body.error.message, /only the new key/)
      }
      assert.equal((await thief.revokes()).status, 401)
      assert.notEqual((await form.sends({ agent: 'existing', api_key: ada.key })).status, 303)
    })
    assert.ok(await works(thief))

    const third = withKey(board, ada, await replaces(renewed))
    assert.deepEqual([await works(thief), await works(renewed), await works(third)], [false, true, true])
    assert.equal((await third.revokes()).status, 200)
    assert.deepEqual([await works(renewed), await works(third)], [false, false])
  })

  it('is lost only if the thief gets and uses a newer one first', async () => {
    await using board = await openBoard(engine)
    const ada = await board.account('ada')
    const stolen = withKey(board, ada, await replaces(personWith(board.call, ada)))

    const back = withKey(board, ada, await replaces(ada))
    assert.deepEqual([await works(stolen), await works(back)], [false, true])
    const refused = await replaces(personWith(board.call, ada), { leaked: true })
    assert.equal(refused.status, 401)
    assert.ok(await works(back))
  })

  it('leaves one key and the one before it when both rotate at the same moment', async () => {
    await using board = await openBoard(engine)
    const ada = await board.account('ada')

    const answers = await Promise.all([replaces(ada), replaces(ada), replaces(ada)])
    const keys = answers.map((answer) => withKey(board, ada, answer))

    const alive = await Promise.all(keys.map(works))
    assert.equal(alive.filter(Boolean).length, 1)
    assert.ok(await works(ada))
    assert.equal((await replaces(ada)).status, 401)
  })

  it('is made once if two requests say at the same time that the old one leaked', async () => {
    await using board = await openBoard(engine)
    const ada = await board.account('ada')
    assert.ok(await works(ada))

    const answers = await Promise.all([replaces(ada, { leaked: true }), replaces(ada, { leaked: true })])

    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 401])
    assert.ok(!(await works(ada)))
  })

  it('refuses requests that were under way with a key that ends before them', async () => {
    await using board = await openBoard(engine)
    const ada = await board.account('ada')
    assert.ok(await works(ada))
    const { write, writeGrouped } = board.db
    let rotated = false
    const first = async () => {
      if (rotated) return
      rotated = true
      assert.equal((await replaces(ada, { leaked: true })).status, 200)
    }
    board.db.writeGrouped = async (...call) => {
      await first()
      return writeGrouped(...call)
    }

    assert.equal((await ada.posts()).status, 401)

    const bob = await board.account('bob')
    assert.ok(await works(bob))
    rotated = false
    board.db.write = async (name, ...call) => {
      if (name === 'revoke_me' && !rotated) {
        rotated = true
        assert.equal((await replaces(bob, { leaked: true })).status, 200)
      }
      return write(name, ...call)
    }
    assert.equal((await bob.revokes()).status, 401)
  })

  it('can be made by restricted accounts, five times a day, and only with a key', async () => {
    await using board = await openBoard(engine)
    let ada = await board.account('ada')
    const token = await connectAs(board, ada)
    await restrictsAgent(board, ada.id)
    const byToken = await board.call('/v1/me/key', {
      method: 'POST',
      headers: board.json({ authorization: `Bearer ${token}` }),
      body: {},
    })
    assert.equal(byToken.status, 401)
    for (let n = 0; n < 5; n++) ada = withKey(board, ada, await replaces(ada))
    assert.ok(await works(ada))

    await assertNothingChanges(board, async () => {
      const refused = await replaces(ada)
      assert.deepEqual([refused.status, refused.body.error.code], [429, 'DAILY_LIMIT'])
      assert.deepEqual([refused.body.error.details.scope, refused.body.error.details.limit], ['account', 5])
      for (const body of [{ leaked: 'yes' }, { leeked: true }])
        assert.equal((await replaces(ada, body)).body.error.code, 'INVALID_FIELD')
    })
    board.passTime(DAY)
    assert.equal((await replaces(ada)).status, 200)
  })

  it('ends in every process with the next request', async () => {
    await using board = await openBoard(engine)
    await using other = await openBoard(engine, { databaseUrl: board.databaseUrl })
    const ada = await board.account('ada')
    const there = personWith(other.call, ada)
    assert.deepEqual([await works(ada), await works(there)], [true, true])

    const renewed = withKey(other, ada, await replaces(ada, { leaked: true }))

    assert.deepEqual([await works(there), await works(renewed)], [false, true])
    const next = withKey(board, ada, await replaces(renewed))
    assert.deepEqual([await works(renewed), await works(next)], [true, true])
    for (const each of [board, other]) each.passTime(10 * MINUTE)
    assert.deepEqual([await works(renewed), await works(next)], [false, true])
  })
})
