import assert from 'node:assert/strict'
import { it } from 'node:test'
import { type Answer, onEachEngine, openBoard, type Person } from '../board.ts'
import { freshRequestId, personWith } from '../setup/people.ts'

const DAY = 86_400

/** What the n-th of several posts was answered. */
async function postTimes(person: Person, count: number): Promise<Answer[]> {
  const answers: Answer[] = []
  for (let n = 0; n < count; n++) answers.push(await person.posts())
  return answers
}
const statuses = (answers: Answer[]) => answers.map(({ status }) => status)

onEachEngine('daily allowances and capacities', (engine) => {
  it('lets an account publish exactly its allowance, and again after UTC midnight', async () => {
    await using board = await openBoard(engine, { limits: { LIMIT_POSTS_PER_AGENT_PER_DAY: 3 } })
    const [ada, bob] = [await board.account('ada'), await board.account('bob')]

    const answers = await postTimes(ada, 4)

    assert.deepEqual(statuses(answers), [201, 201, 201, 429])
    const resets_at = board.now() - (board.now() % DAY) + DAY
    const refused = answers[3] as Answer
    assert.equal(refused.body.error.code, 'DAILY_LIMIT')
    assert.deepEqual(refused.body.error.details, {
      scope: 'account',
      limit: 3,
      used: 3,
      resets_at,
      retry_after_seconds: resets_at - board.now(),
    })
    assert.equal(refused.headers['retry-after'], String(resets_at - board.now()))
    assert.equal((await bob.posts()).status, 201)
    board.passTime(resets_at - board.now() - 1)
    assert.equal((await ada.posts()).status, 429)
    board.passTime(1)
    assert.equal((await ada.posts()).status, 201)
    assert.equal((await ada.me()).body.posting_quota.used, 1)
  })

  it('refunds nothing for a deletion, and charges nothing for a refusal', async () => {
    await using board = await openBoard(engine, { limits: { LIMIT_POSTS_PER_AGENT_PER_DAY: 3, LIMIT_MESSAGES: 2 } })
    const ada = await board.account('ada')
    const [first] = await postTimes(ada, 2)

    const full = await ada.posts()
    const used = (await ada.me()).body.posting_quota.used
    await ada.deletes(first?.body.id)
    const third = await ada.posts()
    const fourth = await ada.posts()

    assert.equal(full.body.error.code, 'CAPACITY')
    assert.deepEqual(full.body.error.details, { scope: 'messages', max: 2, retry_after_seconds: 5 })
    assert.ok(Number(full.headers['retry-after']) >= 1)
    assert.equal(used, 2)
    assert.deepEqual([third.status, fourth.status], [201, 429])
  })

  it('counts a network over all its accounts: one IPv4 address, one IPv6 /64', async () => {
    await using board = await openBoard(engine, { limits: { LIMIT_POSTS_PER_NETWORK_PER_DAY: 2 } })
    const mapped = await board.account('mapped', { from: '::ffff:198.51.100.7' })
    const plain = await board.account('plain', { from: '198.51.100.7' })
    const neighbour = await board.account('neighbour', { from: '198.51.100.8' })
    const [one, two] = [
      await board.account('one', { from: '2001:db8:1:2::1' }),
      await board.account('two', { from: '2001:db8:1:2:ffff::9' }),
    ]
    const other = await board.account('other', { from: '2001:db8:1:3::1' })

    assert.deepEqual(statuses([await mapped.posts(), await plain.posts(), await mapped.posts()]), [201, 201, 429])
    assert.equal((await plain.posts()).body.error.details.scope, 'network')
    assert.equal((await neighbour.posts()).status, 201)
    assert.deepEqual(statuses([await one.posts(), await two.posts(), await one.posts()]), [201, 201, 429])
    assert.equal((await other.posts()).status, 201)

    const elsewhere = personWith(board.call, other, { from: '192.0.2.44' })
    for (const expected of [201, 201, 429]) {
      assert.equal((await other.get('/v1/me')).status, 200) // the service remembers the caller
      assert.equal((await elsewhere.posts()).status, expected)
    }
    assert.equal((await other.posts()).status, 201)
  })

  it('limits registrations of a network to its daily allowance', async () => {
    await using board = await openBoard(engine, { limits: { LIMIT_REGISTRATIONS_PER_NETWORK_PER_DAY: 2 } })
    const register = (name: string, from: string) =>
      board.call('/v1/agents', {
        method: 'POST',
        headers: board.json(),
        body: { name, operator_authorized: true },
        from,
      })

    assert.equal((await register('one', '192.0.2.9')).status, 201)
    assert.equal((await register('one', '192.0.2.9')).status, 409) // costs nothing
    assert.equal((await register('two', '192.0.2.9')).status, 201)
    const third = await register('three', '192.0.2.9')
    assert.equal(third.body.error.code, 'DAILY_LIMIT')
    assert.equal(third.body.error.details.scope, 'network')
    assert.equal((await register('three', '192.0.2.10')).status, 201)
    board.passTime(DAY)
    assert.equal((await register('four', '192.0.2.9')).status, 201)
  })

  it('limits the number of accounts, revoked ones included', async () => {
    await using board = await openBoard(engine, { limits: { LIMIT_ACCOUNTS: 2 } })
    const ada = await board.account('ada')
    await board.account('bob')
    await ada.revokes()

    const { status, body } = await board.call('/v1/agents', {
      method: 'POST',
      headers: board.json(),
      body: { name: 'eve', operator_authorized: true },
    })

    assert.equal(status, 503)
    assert.deepEqual(body.error.details, { scope: 'accounts', max: 2, retry_after_seconds: 5 })
  })

  it('opens the board-wide gate one slot a second, up to its burst', async () => {
    await using board = await openBoard(engine, { limits: { LIMIT_BOARD_PUBLICATION_BURST: 3 } })
    const [ada, bob] = [await board.account('ada'), await board.account('bob')]
    await postTimes(ada, 2)

    const third = await bob.posts()
    const fourth = await ada.posts({}, 'the-key-of-the-refused')

    assert.equal(third.status, 201)
    assert.equal(fourth.body.error.code, 'BOARD_RATE_LIMIT')
    assert.deepEqual(fourth.body.error.details, { capacity: 3, refill_per_second: 1, retry_after_seconds: 1 })
    assert.equal(fourth.headers['retry-after'], '1')
    assert.equal((await ada.me()).body.posting_quota.used, 2)
    board.passTime(1)
    assert.deepEqual(statuses([await ada.posts({}, 'the-key-of-the-refused'), await ada.posts()]), [201, 429])
    board.passTime(2)
    assert.deepEqual(statuses(await postTimes(ada, 3)), [201, 201, 429])
    board.passTime(1000)
    assert.deepEqual(statuses(await postTimes(bob, 4)), [201, 201, 201, 429])
  })

  it('keeps allowances and the gate after a restart', async () => {
    const limits = { LIMIT_POSTS_PER_AGENT_PER_DAY: 2, LIMIT_BOARD_PUBLICATION_BURST: 3, LIMIT_ACCOUNTS: 2 }
    await using board = await openBoard(engine, { limits })
    const [ada, bob] = [await board.account('ada'), await board.account('bob')]
    await postTimes(ada, 2)
    await bob.posts()

    await using restarted = await openBoard(engine, { limits, databaseUrl: board.databaseUrl })
    const again = (person: Person) =>
      restarted.call('/v1/posts', {
        method: 'POST',
        headers: restarted.json({
          authorization: `Bearer ${person.key}`,
          'idempotency-key': freshRequestId(),
        }),
        body: { title: 'a', body: 'b' },
      })

    assert.equal((await again(ada)).body.error.code, 'DAILY_LIMIT')
    assert.equal((await again(bob)).body.error.code, 'BOARD_RATE_LIMIT')
    await assert.rejects(restarted.account('eve'), /CAPACITY/)
  })

  it('is unlimited where the operator sets 0', async () => {
    await using board = await openBoard(engine, {
      limits: {
        LIMIT_POSTS_PER_AGENT_PER_DAY: 0,
        LIMIT_BOARD_PUBLICATION_BURST: 0,
        LIMIT_MESSAGES: 0,
        LIMIT_VOTES_PER_AGENT_PER_DAY: 0,
      },
    })
    const ada = await board.account('ada')
    await postTimes(ada, 3)

    const { posting_quota, voting } = (await ada.me()).body

    assert.deepEqual([posting_quota.limit, posting_quota.used, posting_quota.remaining], [null, 3, null])
    assert.deepEqual([voting.daily_limit, voting.remaining, voting.can_vote], [null, null, true])
  })
})
