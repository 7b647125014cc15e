/** A clock that is set wrong and right again: limits refuse for a short time only, and allowances are not refunded. */
import assert from 'node:assert/strict'
import { it } from 'node:test'
import fc from 'fast-check'
import { type Answer, onEachEngine, openBoard } from '../board.ts'
import {
  authorizeUrl,
  connect,
  newClient,
  openForm,
  pkce,
  requestTokens,
  submitForm,
  tokenWorks,
} from '../setup/connections.ts'
import { countAllRows } from '../setup/contents.ts'
import { freshDatabase, isSoak } from '../setup/databases.ts'
import { openPinBoard, votersOn } from '../setup/pinners.ts'
import { visitorOn } from '../setup/visitors.ts'

const MINUTE = 60
const DAY = 86_400
const YEAR = 365 * DAY

const retryAfter = ({ headers }: Answer) => Number(headers['retry-after'])

onEachEngine('a clock that is set back a day', (engine) => {
  it('starts the windows of every rate afresh', async () => {
    await using board = await openBoard(engine, { limits: { LIMIT_WRITES_PER_NETWORK_PER_MINUTE: 1 } })
    const ada = await board.account('ada')
    assert.deepEqual([(await ada.posts()).status, (await ada.posts()).status], [201, 429])

    board.passTime(-DAY)
    const [first, second] = [await ada.posts(), await ada.posts()]

    assert.deepEqual([first.status, second.status, retryAfter(second)], [201, 429, MINUTE])
  })

  it('starts the gates of both boards afresh, also after a restart', async () => {
    const database = await freshDatabase(engine)
    const limits = { LIMIT_BOARD_PUBLICATION_BURST: 2, LIMIT_UNSORTED_PUBLICATION_BURST: 2 }
    const open = (now?: number) => openBoard(engine, { databaseUrl: database.url, limits, ...(now && { now }) })
    const board = await open()
    const ada = await board.account('ada')
    const publish = async (on: typeof board, thread: () => Promise<Answer>) => [
      (await thread()).status,
      (await visitorOn(on).says()).status,
    ]
    for (let n = 0; n < 2; n++) assert.deepEqual(await publish(board, () => ada.posts()), [201, 201])
    assert.deepEqual(await publish(board, () => ada.posts()), [429, 429])
    const now = board.now() - DAY
    await board.close()

    await using again = await open(now)
    const bob = await again.account('bob')

    assert.deepEqual(await publish(again, () => bob.posts()), [201, 201])
    await database.remove()
  })

  it('keeps a gate that another process, a few seconds ahead, has used', async () => {
    await using board = await openBoard(engine, { limits: { LIMIT_BOARD_PUBLICATION_BURST: 2 } })
    const ada = await board.account('ada')
    assert.deepEqual([(await ada.posts()).status, (await ada.posts()).status], [201, 201])

    board.passTime(-5)

    assert.equal((await ada.posts()).status, 429)
  })
})

onEachEngine('a clock that is set forward and back', (engine) => {
  it('refunds no daily allowance', async () => {
    await using board = await openBoard(engine, { limits: { LIMIT_POSTS_PER_AGENT_PER_DAY: 1 } })
    const [ada, bob] = [await board.account('ada'), await board.account('bob')]
    assert.equal((await ada.posts()).status, 201)

    for (const step of [DAY, 3 * DAY, YEAR]) {
      board.passTime(step)
      assert.deepEqual([(await ada.posts()).status, (await bob.posts()).status], [201, 201])
      board.passTime(-step)
      assert.equal((await ada.posts()).body.error.code, 'DAILY_LIMIT')
      assert.equal((await ada.me()).body.posting_quota.used, 1)
    }
  })

  it('makes tickets, connections and pins from the wrong time invalid, and leaves the others valid', async () => {
    await using board = await openPinBoard(engine)
    const [rita] = await (await votersOn(board)).veterans('rita')
    assert.ok(rita)
    const [early, late] = [(await rita.posts()).body.id, (await rita.posts()).body.id]
    const visitor = visitorOn(board)
    const good = (await visitor.previews()).body.ticket

    board.passTime(YEAR)
    const ticket = (await visitor.previews()).body.ticket
    const { tokens, client_id } = await connect(board, { form: { name: 'from-the-future' } })
    assert.equal((await rita.pins(early)).status, 200)
    board.passTime(-YEAR)

    assert.equal((await visitor.publishes(ticket)).body.error.code, 'INVALID_TICKET')
    assert.equal((await visitor.publishes(good)).status, 201)
    assert.equal(await tokenWorks(board, tokens.access_token), false)
    const refresh = { grant_type: 'refresh_token', refresh_token: tokens.refresh_token, client_id }
    assert.equal((await requestTokens(board, refresh)).body.error, 'invalid_grant')
    assert.deepEqual((await board.call('/pins')).body.pinned, [])
    assert.equal((await rita.pins(late)).status, 200) // its slot is free
    board.passTime(-DAY)
    assert.equal((await board.call('/pins')).body.pinned.length, 1)
  })

  it('leaves tickets and forms valid if it was ahead by no more than they last', async () => {
    await using board = await openBoard(engine)
    const TEN_MINUTES = 600
    const visitor = visitorOn(board)
    const openOne = async () => openForm(board, authorizeUrl(await newClient(board), pkce().code_challenge))
    const tickets = [(await visitor.previews()).body.ticket, (await visitor.previews()).body.ticket]
    const forms = [await openOne(), await openOne()] as const

    board.passTime(-TEN_MINUTES)
    assert.equal((await visitor.publishes(tickets[0])).status, 201)
    assert.equal((await submitForm(board, forms[0], { name: 'in-time' })).status, 303)
    board.passTime(-1)
    assert.equal((await visitor.publishes(tickets[1])).body.error.code, 'INVALID_TICKET')
    assert.equal((await submitForm(board, forms[1], { name: 'too-late' })).status, 400)
  })
})

/** Where the clock is set to, and back from; or time that passes. */
const step = fc.oneof(
  fc.record({ pass: fc.integer({ min: 0, max: DAY / 3 }) }),
  fc.record({ jump: fc.integer({ min: -YEAR, max: YEAR }) }),
)

const MAX_WAIT: Record<string, number> = { RATE_LIMIT: MINUTE, BOARD_RATE_LIMIT: 2 * MINUTE, DAILY_LIMIT: DAY }

onEachEngine('a clock that jumps at random', (engine) => {
  it('never refunds a day, never refuses for longer than the limit, and causes no error', async () => {
    const perDay = 4
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 6 }), async (steps) => {
        await using board = await openBoard(engine, {
          limits: {
            LIMIT_POSTS_PER_AGENT_PER_DAY: perDay,
            LIMIT_BOARD_PUBLICATION_BURST: 5,
            LIMIT_WRITES_PER_NETWORK_PER_MINUTE: 9,
          },
        })
        const ada = await board.account('ada')
        const bob = await board.account('bob', { from: '192.0.2.2' })
        const { id } = (await bob.posts()).body
        const published = new Map<number, number>()
        let visits = 0

        async function act() {
          // Somebody new each time, as on a board that is in use.
          const eve = await board.account(`eve-${++visits}`, { from: `198.51.${visits}.1` })
          const answers = [await eve.votes(id, 1), await eve.me(), await board.call('/readyz')]
          for (let n = 0; n < 3; n++) {
            const posted = await ada.posts()
            const day = Math.floor(board.now() / DAY)
            if (posted.status === 201) published.set(day, (published.get(day) ?? 0) + 1)
            answers.push(posted)
          }
          for (const answer of answers) {
            assert.ok(answer.status < 500, JSON.stringify(answer.body))
            const { code } = answer.body.error ?? {}
            if (code) assert.ok(retryAfter(answer) <= (MAX_WAIT[code] as number), `${code}: ${retryAfter(answer)}`)
          }
        }

        await act()
        for (const step of steps) {
          const seconds = 'jump' in step ? step.jump : step.pass
          board.passTime(seconds)
          await act()
          if ('pass' in step) continue
          board.passTime(-seconds)
          await act()
        }
        assert.ok([...published.values()].every((count) => count <= perDay))
      }),
      { numRuns: isSoak ? 12 : 6 },
    )
  })
})

onEachEngine('the rows of daily allowances', (engine) => {
  it('of days long past are removed, however long the clock runs', async () => {
    await using board = await openBoard(engine)
    const counts: number[] = []
    for (let day = 0; day < 40; day++) {
      const agent = await board.account(`agent-${day}`, { from: `198.51.100.${day}` })
      await agent.posts()
      counts.push((await countAllRows(board)).quotas as number)
      board.passTime(DAY)
    }
    // Three rows a day: the registration, and the message for the account and for its network.
    assert.ok(Math.max(...counts) <= 3 * 10, counts.join(' '))
  })
})
