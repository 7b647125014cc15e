import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { secondsToSlot, takeSlot } from '../../src/quotas/rules.ts'
import { type Answer, onEachEngine, openBoard } from '../board.ts'
import { codeOf } from '../setup/call.ts'
import { assertNothingChanges } from '../setup/contents.ts'
import { freshDatabase } from '../setup/databases.ts'
import { type Visitor, visitorOn } from '../setup/visitors.ts'

const DAY = 86_400

async function saysTimes(stranger: Visitor, count: number): Promise<Answer[]> {
  const answers: Answer[] = []
  for (let n = 0; n < count; n++) answers.push(await stranger.says())
  return answers
}
const statuses = (answers: Answer[]) => answers.map(({ status }) => status)

onEachEngine('the anonymous board with limits', (engine) => {
  it('lets a network publish exactly its allowance, and again after UTC midnight', async () => {
    await using board = await openBoard(engine, { limits: { LIMIT_UNSORTED_PER_NETWORK_PER_DAY: 3 } })
    const eve = visitorOn(board, { from: '2001:db8:1:2::1' })
    const neighbour = visitorOn(board, { from: '2001:db8:1:2:ffff::9' })
    const other = visitorOn(board, { from: '2001:db8:1:3::1' })
    const resets_at = board.now() - (board.now() % DAY) + DAY

    const answers = await saysTimes(eve, 4)

    assert.deepEqual(statuses(answers), [201, 201, 201, 429])
    const { body, headers } = answers[3] as Answer
    assert.equal(body.error.code, 'DAILY_LIMIT')
    const retry_after_seconds = resets_at - board.now()
    assert.deepEqual(body.error.details, { scope: 'network', limit: 3, used: 3, resets_at, retry_after_seconds })
    assert.equal(headers['retry-after'], String(resets_at - board.now()))
    assert.deepEqual(statuses([await neighbour.says(), await other.says()]), [429, 201])
    board.passTime(resets_at - board.now() - 1)
    assert.equal((await eve.says()).status, 429)
    board.passTime(1)
    assert.equal((await eve.says()).status, 201)
  })

  it('opens its gate for the burst, and then every five seconds', async () => {
    await using board = await openBoard(engine, { limits: { LIMIT_UNSORTED_PUBLICATION_BURST: 3 } })
    const eve = visitorOn(board)

    const answers = await saysTimes(eve, 4)

    assert.deepEqual(statuses(answers), [201, 201, 201, 429])
    const refused = answers[3] as Answer
    assert.equal(codeOf(refused), '429 BOARD_RATE_LIMIT')
    assert.deepEqual(refused.body.error.details, { capacity: 3, refill_per_second: 0.2, retry_after_seconds: 5 })
    assert.equal(refused.headers['retry-after'], '5')
    assert.match(refused.body.error.message, /same ticket/)
    board.passTime(4)
    const early = await eve.says()
    assert.deepEqual([early.status, early.headers['retry-after']], [429, '1'])
    board.passTime(1)
    assert.deepEqual(statuses(await saysTimes(eve, 2)), [201, 429])
    board.passTime(10)
    assert.deepEqual(statuses(await saysTimes(eve, 3)), [201, 201, 429])
    board.passTime(DAY)
    assert.deepEqual(statuses(await saysTimes(eve, 4)), [201, 201, 201, 429])
  })

  it('refuses messages over its capacity, and evicts none', async () => {
    await using board = await openBoard(engine, { limits: { LIMIT_UNSORTED_MESSAGES: 2 } })
    const eve = visitorOn(board)
    const thread = (await eve.says()).body.id

    assert.equal((await eve.says('A reply.', { reply_to: thread })).status, 201)
    const full = await assertNothingChanges(board, () => eve.says())

    assert.equal(codeOf(full), '503 CAPACITY')
    assert.deepEqual(full.body.error.details, { scope: 'messages', max: 2, retry_after_seconds: 5 })
    assert.ok(Number(full.headers['retry-after']) >= 1)
    assert.equal((await eve.get('/b')).body.items.length, 2)
  })

  it('shares none of its limits with the named board', async () => {
    await using board = await openBoard(engine, {
      limits: {
        LIMIT_MESSAGES: 1,
        LIMIT_POSTS_PER_NETWORK_PER_DAY: 1,
        LIMIT_BOARD_PUBLICATION_BURST: 1,
        LIMIT_UNSORTED_MESSAGES: 1,
      },
    })
    const [ada, eve] = [await board.account('ada'), visitorOn(board)]

    assert.deepEqual(
      statuses([await eve.says(), await ada.posts(), await eve.says(), await ada.posts()]),
      [201, 201, 503, 429],
    )
  })

  it('answers repeats when every limit is reached, and charges nothing for them', async () => {
    await using board = await openBoard(engine, {
      limits: {
        LIMIT_UNSORTED_PER_NETWORK_PER_DAY: 1,
        LIMIT_UNSORTED_PUBLICATION_BURST: 1,
        LIMIT_UNSORTED_MESSAGES: 1,
      },
    })
    const eve = visitorOn(board)
    const { ticket } = (await eve.previews()).body
    await eve.publishes(ticket)

    const again = await assertNothingChanges(board, () => eve.publishes(ticket))

    assert.deepEqual([again.status, again.body.replayed], [200, true])
  })

  it('refuses in a fixed order, narrowest limit first, and charges nothing for a refusal', async () => {
    const limits = {
      LIMIT_UNSORTED_PER_NETWORK_PER_DAY: 1,
      LIMIT_UNSORTED_PUBLICATION_BURST: 2,
      LIMIT_UNSORTED_MESSAGES: 2,
    }
    await using board = await openBoard(engine, { limits })
    const [eve, bob] = [visitorOn(board), visitorOn(board, { from: '198.51.100.1' })]
    const thread = (await eve.says('Hi.', { request_id: 'first-of-the-day' })).body.id
    const spare = (await bob.previews()).body.ticket
    const late = (await bob.previews()).body.ticket
    const orphan = (await eve.previews({ reply_to: thread, request_id: 'first-of-the-day' })).body.ticket
    await bob.says('Full.', { reply_to: thread })
    const carol = visitorOn(board, { from: '198.51.100.2' })

    await assertNothingChanges(board, async () => {
      assert.equal(codeOf(await eve.send({ ticket: 'x', confirm: 'no' })), '400 INVALID_FIELD')
      assert.equal(codeOf(await eve.publishes('x')), '400 INVALID_TICKET')
      assert.equal(codeOf(await eve.publishes(orphan)), '409 IDEMPOTENCY_CONFLICT')
      assert.equal(codeOf(await bob.publishes(spare)), '429 DAILY_LIMIT')
      assert.equal(codeOf(await carol.publishes(spare)), '429 BOARD_RATE_LIMIT')
      board.passTime(5)
      assert.equal(codeOf(await carol.publishes(spare)), '503 CAPACITY')
      board.passTime(600)
      assert.equal(codeOf(await bob.publishes(late)), '400 INVALID_TICKET', 'before any limit')
    })
  })

  it('keeps allowance, gate and capacity after a restart', async () => {
    const database = await freshDatabase(engine)
    const open = () =>
      openBoard(engine, {
        databaseUrl: database.url,
        limits: {
          LIMIT_UNSORTED_PER_NETWORK_PER_DAY: 1,
          LIMIT_UNSORTED_PUBLICATION_BURST: 1,
          LIMIT_UNSORTED_MESSAGES: 1,
        },
      })
    const first = await open()
    await visitorOn(first).says('Hello.', { request_id: 'before-the-restart' })
    await first.close()
    const second = await open()

    assert.equal(codeOf(await visitorOn(second).says()), '429 DAILY_LIMIT')
    const elsewhere = visitorOn(second, { from: '198.51.100.1' })
    assert.equal(codeOf(await elsewhere.says()), '429 BOARD_RATE_LIMIT')
    second.passTime(5)
    assert.equal(codeOf(await elsewhere.says()), '503 CAPACITY')
    await second.close()
    await database.remove()
  })

  it('is unlimited where the operator sets 0', async () => {
    const names = ['PER_NETWORK_PER_DAY', 'SECONDS_PER_PUBLICATION', 'MESSAGES']
    await using board = await openBoard(engine, {
      limits: {
        ...Object.fromEntries(names.map((name) => [`LIMIT_UNSORTED_${name}`, 0])),
        LIMIT_UNSORTED_PUBLICATION_BURST: 1,
      },
    })

    assert.deepEqual(statuses(await saysTimes(visitorOn(board), 3)), [201, 201, 201])
  })

  it('lets exactly ten of 64 concurrent requests pass a gate with ten slots', async () => {
    await using board = await openBoard(engine, { limits: { LIMIT_UNSORTED_PUBLICATION_BURST: 10 } })
    const eve = visitorOn(board)
    const answers = await Promise.all(Array.from({ length: 64 }, () => eve.says()))

    assert.equal(answers.filter(({ status }) => status === 201).length, 10)
    assert.equal(answers.filter((answer) => codeOf(answer) === '429 BOARD_RATE_LIMIT').length, 54)
    assert.deepEqual(
      (await eve.get('/b')).body.items.map(({ seq }: { seq: number }) => seq),
      [10, 9, 8, 7, 6, 5, 4, 3, 2, 1],
    )
  })

  it('counts reads and previews as public reads, but not publications', async () => {
    await using board = await openBoard(engine, { limits: { LIMIT_PUBLIC_READS_PER_NETWORK_PER_MINUTE: 3 } })
    const eve = visitorOn(board)
    const { ticket } = (await eve.previews()).body

    assert.equal((await eve.publishes(ticket)).status, 201)
    assert.match((await eve.get('/b')).headers.ratelimit, /^"public-reads";r=1;t=60$/)
    assert.equal((await eve.get('/b/nowhere')).status, 404)
    assert.equal(codeOf(await eve.get('/b')), '429 RATE_LIMIT')
    assert.equal((await eve.publishes(ticket)).status, 200)
    board.passTime(60)
    assert.equal((await eve.get('/b')).status, 200)
  })
})

describe('a gate', () => {
  it('refills a slot at the exact second, at any pace', () => {
    for (const seconds of [1, 3, 5, 7, 49, 86_400]) {
      const rule = { burst: 1, slots: 1, seconds }
      const gate = { taken: 1, since: 1_000 }
      assert.equal(takeSlot(gate, rule, 1_000 + seconds - 1), undefined, `${seconds}`)
      assert.deepEqual(takeSlot(gate, rule, 1_000 + seconds), { taken: 1, since: 1_000 + seconds }, `${seconds}`)
      assert.equal(secondsToSlot(gate, rule, 1_000), seconds)
      assert.equal(secondsToSlot(gate, rule, 1_000 + seconds - 1), 1)
    }
  })

  it('keeps the seconds that do not yet make a slot', () => {
    const rule = { burst: 3, slots: 1, seconds: 5 }
    assert.deepEqual(takeSlot({ taken: 3, since: 0 }, rule, 9), { taken: 3, since: 5 })
    assert.deepEqual(takeSlot({ taken: 3, since: 5 }, rule, 10), { taken: 3, since: 10 })
  })
})
