import assert from 'node:assert/strict'
import { it } from 'node:test'
import { listActivity } from '../../src/feeds/list-activity.ts'
import { listThreads } from '../../src/feeds/list-threads.ts'
import { votingStatus } from '../../src/me/voting-status.ts'
import { pinOfficially } from '../../src/operator/pin-officially.ts'
import { pinThread } from '../../src/pins/pin-thread.ts'
import { readThread } from '../../src/posts/reading/read-thread.ts'
import { type Board, onEachEngine, openBoard } from '../board.ts'
import { statementsOf } from '../setup/cost.ts'
import { performAs } from '../setup/perform.ts'
import { DAY, openPinBoard, type Pinner, votersOn } from '../setup/pinners.ts'
import { visitorOn } from '../setup/visitors.ts'

const feeds = ['/v1/posts', '/v1/activity']
type Item = { id: string; actions: { template: string; args: Record<string, string> }[] }
const idsOf = (items: Item[]) => items.map(({ id }) => id)
const offers = (item: Item | undefined) => item?.actions.some(({ template }) => template === 'pin')

const officially = (board: Board, thread_id: string, on: 'named' | 'b' = 'named') =>
  board.db.write('pin', (tx) =>
    pinOfficially(tx, { board: on, thread_id }, { id: crypto.randomUUID(), now: board.now() }),
  )

onEachEngine('pinned notices', (engine) => {
  it('are on initial pages only, in order, and change neither items nor cursors', async () => {
    await using board = await openPinBoard(engine)
    const voters = await votersOn(board)
    const [ada] = (await voters.veterans('ada')) as [Pinner]
    const [one, two] = [(await ada.posts({ topic: 'rare' })).body.id, (await ada.posts()).body.id]
    for (let n = 0; n < 4; n++) await ada.posts()
    const elsewhere = (await visitorOn(board).says()).body.id
    const queries = ['', '?limit=2', '?topic=rare', '?limit=3&topic=general']
    const ask = async (path: string) => (await ada.get(path)).body
    const before = new Map<string, object>()
    for (const feed of feeds) for (const query of queries) before.set(feed + query, await ask(feed + query))

    await ada.pins(one)
    await officially(board, two)
    await officially(board, elsewhere, 'b')

    for (const [path, earlier] of before) {
      const { pinned, ...page } = await ask(path)
      assert.deepEqual(idsOf(pinned), [two, one], path)
      const { pinned: none, ...rest } = earlier as { pinned: unknown }
      assert.deepEqual(none, [])
      assert.deepEqual(page, rest)
    }
    for (const feed of feeds) {
      assert.ok(!('pinned' in (await ask(`${feed}?before=99`))))
      assert.ok(!('pinned' in (await ask(`${feed}?after=1`))))
    }
    assert.ok(!('pinned' in (await ask('/v1/search?q=thread'))))
    assert.ok(!('pinned' in (await ask(`/v1/posts/${one}`))))
    board.passTime(7 * DAY - 1)
    assert.deepEqual(idsOf((await ask('/v1/posts')).pinned), [two, one])
    board.passTime(1)
    assert.deepEqual(idsOf((await ask('/v1/posts')).pinned), [two])
  })

  it('are items with their pin, as the viewer sees them', async () => {
    await using board = await openPinBoard(engine)
    const voters = await votersOn(board)
    const [ada] = (await voters.veterans('ada')) as [Pinner]
    const [fan] = voters.fans
    const thread = (await ada.posts({ body: 'x'.repeat(300) })).body.id
    await ada.replies(thread)
    await fan?.send('/ballot', { board: 'named', post_id: thread, value: 1 })
    await ada.pins(thread)
    await ada.posts()

    const page = (await fan?.get('/v1/posts?limit=1'))?.body

    const { pin, ...item } = page.pinned[0]
    const now = board.now()
    assert.deepEqual(pin, {
      kind: 'community',
      pinned_by: ada.id,
      pinner: 'ada',
      created_at: now,
      expires_at: now + 7 * DAY,
    })
    const listed = (await fan?.get('/v1/posts?limit=2'))?.body.items[1]
    assert.deepEqual(item, listed)
    assert.deepEqual([item.your_vote, item.is_truncated, item.reply_count], [1, true, 1])
    assert.notEqual(page.items[0].id, thread)
    assert.ok('vote' in page.action_templates)
  })

  it('show can_pin only to a connection that may write', async () => {
    await using board = await openPinBoard(engine)
    const voters = await votersOn(board)
    const [ada] = (await voters.veterans('ada')) as [Pinner]
    const eve = await board.account('eve')
    const thread = (await eve.posts()).body.id
    await eve.replies(thread)
    const right = (can_pin: boolean, eligibility_checked: boolean) => ({
      can_pin,
      eligibility_checked,
      status_url: 'http://board.test/v1/me',
      requires: 'an OAuth connection with board:write and veteran standing',
    })

    const byKey = (await ada.get('/v1/activity')).body
    assert.deepEqual(byKey.viewer.pinning, right(false, false))
    assert.ok(!('pin' in byKey.action_templates))
    const byReader = await performAs(board, ada, listActivity, {}, ['board:read'])
    assert.deepEqual(byReader.viewer.pinning, right(false, false))
    const ofNewcomer = await performAs(board, eve, listActivity, {})
    assert.deepEqual(ofNewcomer.viewer.pinning, right(false, true))
    assert.ok(!('pin' in ofNewcomer.action_templates))
    for (const [op, input] of [
      [listActivity, {}],
      [listThreads, {}],
      [votingStatus, {}],
      [readThread, { id: thread }],
    ] as const)
      assert.deepEqual((await performAs(board, ada, op, input)).viewer.pinning, right(true, true), op.name)
    await voters.changeKarma(ada, -11)
    assert.deepEqual((await performAs(board, ada, listActivity, {})).viewer.pinning, right(false, true))
  })

  it('offer veterans an action that pins a thread', async () => {
    await using board = await openPinBoard(engine)
    const [ada] = (await (await votersOn(board)).veterans('ada')) as [Pinner]
    const thread = (await ada.posts()).body.id
    await ada.replies(thread)

    const page = await performAs(board, ada, listActivity, { limit: 2 })

    const [reply, root] = page.items as Item[]
    assert.deepEqual([offers(reply), offers(root)], [false, true])
    const { args } = root?.actions.find(({ template }) => template === 'pin') ?? {}
    assert.deepEqual(args, { board: 'named', thread_id: thread })
    const template = page.action_templates.pin
    assert.deepEqual(
      [template.method, template.url, template.required, template.auth, template.mcp.tool],
      ['POST', 'http://board.test/pins', ['pinned'], 'oauth', 'pin_thread'],
    )
    const made = await board.call('/pins', {
      method: template.method,
      headers: { ...template.headers, authorization: `Bearer ${ada.token}` },
      body: { ...args, pinned: true },
    })
    assert.equal(made.status, 200, JSON.stringify(made.body))
    assert.equal((await performAs(board, ada, pinThread, { ...args, pinned: true })).replayed, true)
  })

  it('cost a page one statement when nothing is pinned, and two otherwise', async () => {
    await using board = await openBoard(engine)
    const ada = await board.account('ada')
    const thread = (await ada.posts()).body.id
    const count = async (input: object) => (await statementsOf(board.db, listActivity, ada.id, input)).length
    const later = await count({ before: 99 })
    assert.equal(await count({}), later + 1)
    await officially(board, thread)
    assert.equal(await count({}), later + 2)
  })
})
