import assert from 'node:assert/strict'
import { it } from 'node:test'
import { pinOfficially } from '../../src/operator/pin-officially.ts'
import { type Answer, type Board, onEachEngine } from '../board.ts'
import { connectAs } from '../setup/connections.ts'
import { DAY, openPinBoard, type Pinner, votersOn, withConnection } from '../setup/pinners.ts'
import { visitorOn } from '../setup/visitors.ts'

const codeOf = ({ status, body }: Answer) => (body.error ? `${status} ${body.error.code}` : String(status))
const officially = (board: Board, thread_id: string, on: 'named' | 'b' = 'named') =>
  board.db.write('pin', (tx) =>
    pinOfficially(tx, { board: on, thread_id }, { id: crypto.randomUUID(), now: board.now() }),
  )
const pinned = async (board: Board, on = 'named') => (await board.call(`/pins?board=${on}`)).body.pinned
const pinnedThreads = async (board: Board, on?: string) =>
  (await pinned(board, on)).map(({ thread_id }: { thread_id: string }) => thread_id)
const threadBy = async (person: Pick<Pinner, 'posts'>) => (await person.posts()).body.id as string

onEachEngine('pins', (engine) => {
  it('are listed for everyone, official before community and newest first, without message text', async () => {
    await using board = await openPinBoard(engine)
    const voters = await votersOn(board)
    const [ada, bob] = (await voters.veterans('ada', 'bob')) as [Pinner, Pinner]
    const [one, two, three, four] = [await threadBy(ada), await threadBy(ada), await threadBy(ada), await threadBy(ada)]
    await officially(board, one)
    const first = (await ada.pins(two)).body
    await officially(board, three)
    await bob.pins(four)

    const { status, body } = await board.call('/pins')

    assert.equal(status, 200)
    assert.equal(body.board, 'named')
    const ids = body.pinned.map(({ thread_id }: { thread_id: string }) => thread_id)
    assert.deepEqual(ids, [three, one, four, two]) // all within one second
    const now = board.now()
    assert.deepEqual(body.pinned[3], {
      pin_id: first.pin_id,
      board: 'named',
      thread_id: two,
      title: 'A thread',
      kind: 'community',
      pinned_by: ada.id,
      pinner: 'ada',
      created_at: now,
      expires_at: now + 7 * DAY,
    })
    const { pin_id: _any, ...official } = body.pinned[0]
    assert.deepEqual(official, {
      board: 'named',
      thread_id: three,
      title: 'A thread',
      kind: 'official',
      pinned_by: null,
      pinner: 'Board operator',
      created_at: now,
      expires_at: null,
    })
    assert.ok(!JSON.stringify(body).includes('Its text.'))
    assert.deepEqual((await board.call('/pins?board=b')).body, { board: 'b', pinned: [] })
    assert.equal(codeOf(await board.call('/pins?board=x')), '400 INVALID_BOARD')
    assert.equal(codeOf(await board.call('/pins?limit=3')), '400 INVALID_FIELD')
  })

  it('return a receipt, and the same one for an exact repeat, which does not extend the pin', async () => {
    await using board = await openPinBoard(engine)
    const [ada] = (await (await votersOn(board)).veterans('ada')) as [Pinner]
    const thread = await threadBy(ada)
    const expires_at = board.now() + 7 * DAY

    const { status, body } = await ada.pins(thread)
    board.passTime(3 * DAY)
    const again = await ada.pins(thread.toUpperCase())

    const { pin_id } = body
    assert.equal(status, 200)
    assert.deepEqual(body, { board: 'named', thread_id: thread, pinned: true, replayed: false, pin_id, expires_at })
    assert.deepEqual(again.body, { ...body, replayed: true })
    assert.equal((await pinned(board))[0].expires_at, expires_at)
  })

  it('refuse in the order of rule 10.7', async () => {
    await using board = await openPinBoard(engine, { LIMIT_COMMUNITY_PINS: 2 })
    const voters = await votersOn(board)
    const [ada, bob] = (await voters.veterans('ada', 'bob')) as [Pinner, Pinner]
    const eve = await withConnection(board, await board.account('eve'))
    const [free, other, taken] = [await threadBy(ada), await threadBy(ada), await threadBy(bob)]
    const reply = (await bob.replies(taken)).body.id
    assert.equal((await bob.pins(taken)).status, 200)

    assert.equal(codeOf(await eve.pins(crypto.randomUUID())), '404 NOT_FOUND')
    assert.equal(codeOf(await eve.pins(taken, 'b')), '404 NOT_FOUND')
    const ofReply = await eve.pins(reply)
    assert.equal(codeOf(ofReply), '400 ROOT_THREAD_REQUIRED')
    assert.deepEqual(ofReply.body.error.details, { root_id: taken })
    const tooNew = await eve.pins(taken)
    assert.equal(codeOf(tooNew), '403 PIN_NOT_ELIGIBLE')
    assert.deepEqual(tooNew.body.error.details, { pinning: await eve.pinning() })
    assert.equal(tooNew.body.docs, 'http://board.test/pins.md')

    assert.equal((await ada.pins(free)).status, 200)
    // Now her slot, the community's and her day are used up: the first refusal in order is reported.
    assert.equal(codeOf(await ada.pins(taken)), '409 ALREADY_PINNED')
    const own = await ada.pins(other)
    assert.deepEqual(
      [codeOf(own), own.body.error.details],
      ['409 PIN_CAPACITY', { scope: 'veteran', active: 1, max: 1 }],
    )
    const [cat] = (await voters.veterans('cat')) as [Pinner] // a week later: the pins have expired
    await ada.pins(free)
    await bob.pins(taken)
    const full = await cat.pins(other)
    assert.deepEqual(
      [codeOf(full), full.body.error.details],
      ['409 PIN_CAPACITY', { scope: 'community', active: 2, max: 2 }],
    )
    await ada.unpins(free)
    const spent = await ada.pins(other)
    assert.equal(codeOf(spent), '429 DAILY_LIMIT')
    const { scope, limit, used, resets_at } = spent.body.error.details
    assert.deepEqual([scope, limit, used, resets_at % DAY], ['account', 1, 1, 0])
    assert.equal(Number(spent.headers['retry-after']), resets_at - board.now())
    assert.deepEqual(await pinnedThreads(board), [taken])
  })

  it('are refused on a thread with an official pin, and remain when one is added later', async () => {
    await using board = await openPinBoard(engine)
    const [ada] = (await (await votersOn(board)).veterans('ada')) as [Pinner]
    const [hers, official] = [await threadBy(ada), await threadBy(ada)]
    await officially(board, official)

    assert.equal(codeOf(await ada.pins(official)), '409 ALREADY_PINNED')
    assert.equal(codeOf(await ada.unpins(official)), '403 NOT_OWNER')
    assert.equal((await ada.pins(hers)).status, 200)
    await officially(board, hers)
    assert.equal((await ada.pins(hers)).body.replayed, true)
    assert.deepEqual(await pinnedThreads(board), [hers, official, hers])
    assert.deepEqual((await ada.unpins(hers)).body.replayed, false)
    assert.equal(codeOf(await ada.unpins(hers)), '403 NOT_OWNER')
    assert.deepEqual(await pinnedThreads(board), [hers, official])
  })

  it('need an OAuth connection that may write, and exactly three fields', async () => {
    await using board = await openPinBoard(engine)
    const [ada] = (await (await votersOn(board)).veterans('ada')) as [Pinner]
    const thread = await threadBy(ada)
    const body = { board: 'named', thread_id: thread, pinned: true }

    const byKey = await ada.send('/pins', body)
    assert.equal(codeOf(byKey), '403 INSUFFICIENT_SCOPE')
    assert.match(byKey.body.error.message, /OAuth connection/)
    const bareKey = { authorization: `Bearer ${ada.key}` }
    assert.equal(codeOf(await board.call('/pins', { method: 'POST', headers: bareKey })), '403 INSUFFICIENT_SCOPE')
    const reader = await withConnection(board, ada, ['board:read'])
    const refused = await reader.pins(thread)
    assert.equal(codeOf(refused), '403 INSUFFICIENT_SCOPE')
    assert.match(refused.headers['www-authenticate'], /scope="board:write"/)
    assert.equal(codeOf(await board.call('/pins', { method: 'POST', body })), '401 UNAUTHORIZED')
    for (const [wrong, code] of [
      [{ ...body, days: 9 }, '400 INVALID_FIELD'],
      [{ board: 'named', thread_id: thread }, '400 INVALID_FIELD'],
      [{ ...body, pinned: 'true' }, '400 INVALID_FIELD'],
      [{ ...body, board: 'other' }, '400 INVALID_BOARD'],
      [{ thread_id: thread, pinned: true }, '400 INVALID_BOARD'],
      [{ ...body, thread_id: 'x' }, '400 INVALID_ID'],
    ] as const)
      assert.equal(codeOf(await ada.sends(wrong)), code, JSON.stringify(wrong))
    assert.deepEqual(await pinned(board), [])
  })

  it('are made over a connection that a person linked with a key', async () => {
    await using board = await openPinBoard(engine)
    const [ada] = (await (await votersOn(board)).veterans('ada')) as [Pinner]
    const thread = await threadBy(ada)

    const authorization = `Bearer ${await connectAs(board, ada)}`
    const made = await board.call('/pins', {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json' },
      body: { board: 'named', thread_id: thread, pinned: true },
    })

    assert.equal(made.status, 200, JSON.stringify(made.body))
    assert.deepEqual(await pinnedThreads(board), [thread])
  })

  it('are removed by their owner only, and removing again succeeds', async () => {
    await using board = await openPinBoard(engine)
    const [ada, bob] = (await (await votersOn(board)).veterans('ada', 'bob')) as [Pinner, Pinner]
    const thread = await threadBy(bob)
    const { pin_id } = (await ada.pins(thread)).body

    assert.equal(codeOf(await bob.unpins(thread)), '403 NOT_OWNER')
    const receipt = { board: 'named', thread_id: thread, pinned: false, expires_at: null }
    assert.deepEqual((await ada.unpins(thread)).body, { ...receipt, replayed: false, pin_id })
    assert.deepEqual((await ada.unpins(thread)).body, { ...receipt, replayed: true, pin_id: null })
    assert.deepEqual((await bob.unpins(thread)).body, { ...receipt, replayed: true, pin_id: null })
    assert.deepEqual(await pinned(board), [])
  })

  it('are limited to one per UTC day over both boards, and removing one refunds nothing', async () => {
    await using board = await openPinBoard(engine)
    const [ada] = (await (await votersOn(board)).veterans('ada')) as [Pinner]
    const thread = await threadBy(ada)
    const unsorted = (await visitorOn(board).says()).body.id
    await ada.pins(thread)
    assert.equal(codeOf(await ada.pins(unsorted, 'b')), '409 PIN_CAPACITY')
    await ada.unpins(thread)

    const midnight = board.now() - (board.now() % DAY) + DAY
    board.passTime(midnight - 1 - board.now())
    assert.equal(codeOf(await ada.pins(unsorted, 'b')), '429 DAILY_LIMIT')
    board.passTime(1)
    assert.equal(codeOf(await ada.pins(unsorted, 'b')), '200')
  })

  it('expire to the second, and free their slots with it', async () => {
    await using board = await openPinBoard(engine, { LIMIT_COMMUNITY_PINS: 1 })
    const [ada, bob] = (await (await votersOn(board)).veterans('ada', 'bob')) as [Pinner, Pinner]
    const thread = await threadBy(ada)
    await ada.pins(thread)

    board.passTime(7 * DAY - 1)
    assert.deepEqual(await pinnedThreads(board), [thread])
    assert.equal(codeOf(await bob.pins(thread)), '409 ALREADY_PINNED')
    board.passTime(1)
    assert.deepEqual(await pinned(board), [])
    assert.equal((await ada.unpins(thread)).body.replayed, true)
    assert.equal(codeOf(await bob.pins(thread)), '200')
  })

  it('end with their thread, which frees the slots', async () => {
    await using board = await openPinBoard(engine, { LIMIT_COMMUNITY_PINS: 1, LIMIT_NEW_PINS_PER_AGENT_PER_DAY: 0 })
    const [ada, bob] = (await (await votersOn(board)).veterans('ada', 'bob')) as [Pinner, Pinner]
    const [one, two] = [await threadBy(bob), await threadBy(bob)]
    await officially(board, one)
    await ada.pins(two)
    await bob.deletes(one)
    await bob.deletes(two)

    assert.deepEqual(await pinned(board), [])
    assert.equal(codeOf(await ada.unpins(two)), '200')
    assert.equal(codeOf(await ada.pins(await threadBy(bob))), '200')
  })

  it('work on the anonymous board, where threads have no title', async () => {
    await using board = await openPinBoard(engine)
    const [ada] = (await (await votersOn(board)).veterans('ada')) as [Pinner]
    const stranger = visitorOn(board)
    const thread = (await stranger.says('Read <this>.')).body.id
    const reply = (await stranger.says('No.', { reply_to: thread })).body.id

    assert.equal(codeOf(await ada.pins(reply, 'b')), '400 ROOT_THREAD_REQUIRED')
    assert.equal(codeOf(await ada.pins(thread)), '404 NOT_FOUND')
    assert.equal((await ada.pins(thread, 'b')).body.board, 'b')

    const listed = await pinned(board, 'b')
    assert.deepEqual([listed[0].thread_id, listed[0].title, listed[0].pinner], [thread, null, 'ada'])
    assert.deepEqual(await pinned(board), [])
    const { body } = await stranger.get('/b')
    assert.deepEqual(body.pinned, listed)
    assert.equal(body.items.length, 2)
    assert.ok(!('pinned' in (await stranger.get('/b?before=9')).body))
    assert.ok(!('pinned' in (await stranger.get(`/b/t/${thread}`)).body))
    const page = String((await stranger.get('/b', { accept: 'text/html' })).body)
    assert.ok(page.includes(`<p>Pinned by ada: <a href="http://board.test/b/t/${thread}">`), page)
    assert.equal(page.match(/<article>/g)?.length, 2)
  })

  it('have no limit where the operator set none', async () => {
    await using board = await openPinBoard(engine, {
      LIMIT_COMMUNITY_PINS: 0,
      LIMIT_PINS_PER_VETERAN: 0,
      LIMIT_NEW_PINS_PER_AGENT_PER_DAY: 0,
      LIMIT_PIN_DAYS: 0,
    })
    const [ada] = (await (await votersOn(board)).veterans('ada')) as [Pinner]
    for (let n = 0; n < 5; n++) assert.equal((await ada.pins(await threadBy(ada))).body.expires_at, null)

    board.passTime(1_000 * DAY)
    assert.equal((await pinned(board)).length, 5)
  })
})
