import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { sql } from '../../src/storage/sql.ts'
import { type Board, onEachEngine, openBoard } from '../board.ts'
import { type Call, codeOf } from '../setup/call.ts'
import { assertNothingChanges, readAllTables } from '../setup/contents.ts'
import { engines, freshDatabase } from '../setup/databases.ts'
import { connect, startServers } from '../setup/processes.ts'
import { visitorOn } from '../setup/visitors.ts'

const REQUEST = 'one-request-of-eve'

const countMessages = async ({ db }: Board) =>
  (await db.read('count', (tx) => tx.one<{ n: number }>(sql`SELECT COUNT(*) AS n FROM unsorted_posts`)))?.n

onEachEngine('tickets', (engine) => {
  it('are valid for ten minutes', async () => {
    await using board = await openBoard(engine)
    const eve = visitorOn(board)
    const [first, second] = [(await eve.previews()).body.ticket, (await eve.previews()).body.ticket]

    board.passTime(599)
    assert.equal((await eve.publishes(first)).status, 201)
    board.passTime(1)
    const late = await assertNothingChanges(board, () => eve.publishes(second))
    assert.equal(codeOf(late), '400 INVALID_TICKET')
    assert.equal('details' in late.body.error, false)
  })

  it('are invalid when a single bit of them is changed', async () => {
    await using board = await openBoard(engine)
    const eve = visitorOn(board)
    const { ticket } = (await eve.previews({ body: 'Hi', request_id: REQUEST })).body as { ticket: string }

    await assertNothingChanges(board, async () => {
      for (let at = 0; at < ticket.length; at++)
        for (let bit = 0; bit < 7; bit++) {
          const changed = String.fromCharCode(ticket.charCodeAt(at) ^ (1 << bit))
          const altered = ticket.slice(0, at) + changed + ticket.slice(at + 1)
          assert.equal(codeOf(await eve.publishes(altered)), '400 INVALID_TICKET', `bit ${bit} of character ${at}`)
        }
      const [text, seal] = ticket.split('.')
      const forged = Buffer.from('{"body":"Bye"}').toString('base64url')
      const others = [
        '',
        '.',
        `${text}`,
        `${text}.`,
        `.${seal}`,
        `${ticket}.`,
        `${ticket}.x`,
        `${ticket} `,
        ` ${ticket}`,
      ]
      for (const other of [
        ...others,
        `${ticket}=`,
        `${forged}.${seal}`,
        `${seal}.${text}`,
        `${text}.${seal?.slice(0, -1)}`,
        'é.é',
      ])
        assert.equal(codeOf(await eve.publishes(other)), '400 INVALID_TICKET', JSON.stringify(other))
    })
    assert.equal((await eve.publishes(ticket)).status, 201)
  })

  it('are invalid on another board', async () => {
    await using board = await openBoard(engine)
    await using foreign = await openBoard(engine, { env: { SECRET_KEY: 'another secret that has enough characters' } })
    const { ticket } = (await visitorOn(foreign).previews()).body

    assert.equal(codeOf(await visitorOn(board).publishes(ticket)), '400 INVALID_TICKET')
  })

  it('remain valid after a restart between preview and publication', async () => {
    const database = await freshDatabase(engine)
    const first = await openBoard(engine, { databaseUrl: database.url })
    const { ticket } = (await visitorOn(first).previews({ body: 'Patience.' })).body
    await first.close()
    const second = await openBoard(engine, { databaseUrl: database.url })
    const eve = visitorOn(second)

    assert.equal((await eve.publishes(ticket)).status, 201)
    assert.equal((await eve.get('/b')).body.items[0].body, 'Patience.')
    await second.close()
    await database.remove()
  })

  it('publish once however often they are sent, also after they expired', async () => {
    await using board = await openBoard(engine)
    const eve = visitorOn(board)
    const { ticket } = (await eve.previews({ request_id: REQUEST })).body

    const first = await eve.publishes(ticket)
    const again = await assertNothingChanges(board, () => eve.publishes(ticket))
    board.passTime(1_000_000)
    const late = await assertNothingChanges(board, () => eve.publishes(ticket))

    assert.deepEqual([first.status, again.status, late.status], [201, 200, 200])
    assert.deepEqual(again.body, { ...first.body, replayed: true })
    assert.deepEqual(late.body, again.body)
    const fresh = (await eve.previews({ request_id: REQUEST })).body.ticket
    assert.notEqual(fresh, ticket)
    const afresh = await assertNothingChanges(board, () => eve.publishes(fresh))
    assert.deepEqual([afresh.status, afresh.body], [200, again.body])
  })

  it('conflict when a request id comes back with other content', async () => {
    await using board = await openBoard(engine)
    const eve = visitorOn(board)
    const thread = (await eve.says('A thread.')).body.id
    await eve.says('Hello.', { request_id: REQUEST })

    for (const draft of [{ body: 'Hello!' }, { body: 'Hello.', reply_to: thread }]) {
      const { ticket } = (await eve.previews({ ...draft, request_id: REQUEST })).body
      const refused = await assertNothingChanges(board, () => eve.publishes(ticket))
      assert.equal(codeOf(refused), '409 IDEMPOTENCY_CONFLICT')
      assert.equal('details' in refused.body.error, false)
      board.passTime(600)
      assert.equal(codeOf(await eve.publishes(ticket)), '409 IDEMPOTENCY_CONFLICT', 'also when expired')
    }
  })

  it('separate request ids by network, so that another network cannot occupy one', async () => {
    await using board = await openBoard(engine)
    const eve = visitorOn(board)
    const mallory = visitorOn(board, { from: '198.51.100.7' })
    const neighbour = visitorOn(board, { from: '192.0.2.1' })

    assert.equal((await mallory.says('Squatted.', { request_id: REQUEST })).status, 201)
    const { status, body } = await eve.says('Hello.', { request_id: REQUEST })
    assert.deepEqual([status, body.replayed], [201, false])
    assert.equal((await mallory.says('Hello.', { request_id: REQUEST })).status, 409)
    assert.equal((await neighbour.says('Hello.', { request_id: REQUEST })).body.id, body.id)
  })

  it('may be used from another network', async () => {
    await using board = await openBoard(engine, { limits: { LIMIT_UNSORTED_PER_NETWORK_PER_DAY: 1 } })
    const [home, away] = [visitorOn(board), visitorOn(board, { from: '198.51.100.7' })]
    const { ticket } = (await home.previews()).body

    const published = await away.publishes(ticket)
    const again = await home.publishes(ticket)

    assert.deepEqual([published.status, again.status], [201, 200])
    assert.equal(again.body.id, published.body.id)
    assert.equal(codeOf(await away.says()), '429 DAILY_LIMIT', 'who publishes, pays')
    assert.equal((await home.says()).status, 201)
  })

  it('leave neither the request id nor the network in any table', async () => {
    await using board = await openBoard(engine)
    await visitorOn(board).says('Hello.', { request_id: REQUEST })
    const { quotas, ...others } = await readAllTables(board)
    const { owner } = JSON.parse(quotas?.[0] as string)

    assert.equal(others.unsorted_publications?.length, 1)
    for (const trace of [REQUEST, '192.0.2.1']) assert.ok(!JSON.stringify({ quotas, ...others }).includes(trace), trace)
    assert.ok(!JSON.stringify(others).includes(owner), 'no message can be traced to its network')
  })

  it('publish one message when 64 requests race with one ticket', async () => {
    await using board = await openBoard(engine)
    const eve = visitorOn(board)
    const { ticket } = (await eve.previews()).body

    const answers = await Promise.all(Array.from({ length: 64 }, () => eve.publishes(ticket)))

    assert.equal(answers.filter(({ status }) => status === 201).length, 1)
    assert.equal(answers.filter(({ status, body }) => status === 200 && body.replayed).length, 63)
    assert.equal(new Set(answers.map(({ body }) => body.id)).size, 1)
    assert.equal(await countMessages(board), 1)
  })

  it('publish one message when 64 tickets race for one request id', async () => {
    await using board = await openBoard(engine)
    const eve = visitorOn(board)
    const drafts = Array.from({ length: 64 }, (_, n) => eve.previews({ body: `Text ${n % 2}`, request_id: REQUEST }))
    const tickets = (await Promise.all(drafts)).map(({ body }) => body.ticket as string)

    const answers = await Promise.all(tickets.map(eve.publishes))

    const count = (status: number) => answers.filter((answer) => answer.status === status).length
    assert.deepEqual([count(201), count(200), count(409)], [1, 31, 32])
    assert.equal(await countMessages(board), 1)
  })
})

describe('tickets in several processes', () => {
  it('publish once when 64 requests race over all of them', { skip: !engines.includes('postgres') }, async () => {
    const database = await freshDatabase('postgres')
    try {
      await using started = await startServers(2, { DATABASE_URL: database.url })
      const clients = started.servers.map(({ url }) => connect(url))
      let calls = 0
      const call: Call = (path, options) =>
        (clients[calls++ % clients.length] as (typeof clients)[number]).call(path, options)
      const eve = visitorOn({ call })
      const { ticket } = (await eve.previews()).body

      const answers = await Promise.all(Array.from({ length: 64 }, () => eve.publishes(ticket)))

      const count = (status: number) => answers.filter((answer) => answer.status === status).length
      assert.deepEqual([count(201), count(200)], [1, 63])
      assert.equal((await eve.get('/b')).body.items.length, 1)
      for (const client of clients) client.close()
    } finally {
      await database.remove()
    }
  })
})
