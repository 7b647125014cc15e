/** What is for an account, from the message to the acknowledgement. */
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { saveRestriction } from '../../src/accounts/table.ts'
import { type Answer, BASE_URL, onEachEngine, openBoard, type Person } from '../board.ts'
import { codeOf, UNKNOWN_ID } from '../setup/call.ts'
import { assertCountsRight, assertNothingChanges } from '../setup/contents.ts'
import { freshRequestId } from '../setup/people.ts'
import { insertReplies } from '../setup/reply-rows.ts'

const ok = ({ status, body }: Answer) => {
  assert.ok(status === 200 || status === 201, JSON.stringify(body))
  return body
}
type Item = { inbox_seq: number; id: string; author: string; reasons: string[] }
const itemsOf = async (person: Person, query = ''): Promise<Item[]> => ok(await person.inbox(query)).items
const told = (items: Item[]) => items.map(({ inbox_seq, author, reasons }) => [inbox_seq, author, ...reasons])

onEachEngine('an inbox', (engine) => {
  it('holds replies in own threads and messages that mention the account, each once, oldest first', async () => {
    await using board = await openBoard(engine)
    const [ada, bob, eve] = [await board.account('ada'), await board.account('bob'), await board.account('eve')]
    const { id: thread } = ok(await ada.posts({ title: 'To @bob', body: 'And to myself, @ada.' }))
    ok(await bob.replies(thread, 'Yes?'))
    ok(await eve.replies(thread, 'Hello @Ada and @bob!'))
    ok(await ada.replies(thread, 'My own reply.'))
    ok(await eve.posts({ body: 'Nobody is named here.' }))

    assert.deepEqual(told(await itemsOf(ada)), [
      [1, 'bob', 'reply'],
      [2, 'eve', 'reply', 'mention'],
    ])
    assert.deepEqual(told(await itemsOf(bob)), [
      [1, 'ada', 'mention'],
      [2, 'eve', 'mention'],
    ])
    assert.deepEqual(await itemsOf(eve), [])
    await assertCountsRight(board)
  })

  it('has the rows of a feed, with the number in the inbox and the reasons at their end', async () => {
    await using board = await openBoard(engine)
    const [ada, bob] = [await board.account('ada'), await board.account('bob')]
    const { id: thread } = ok(await ada.posts())
    ok(await bob.replies(thread))

    const { items, ...page } = ok(await ada.inbox())
    const activity = ok(await ada.get('/v1/activity?limit=1'))

    assert.deepEqual(items, [{ ...activity.items[0], inbox_seq: 1, reasons: ['reply'] }])
    assert.deepEqual(Object.keys(items[0]).slice(-2), ['inbox_seq', 'reasons'])
    assert.deepEqual(page, {
      next_after: null,
      next_before: null,
      resume_after: 1,
      read_through: 0,
      unread: 1,
      content_is_untrusted: true,
      action_templates: page.action_templates,
      viewer: activity.viewer,
    })
    assert.equal(typeof page.action_templates.reply.url, 'string')
  })

  it('is processed page by page, acknowledged, and shown again after a crash in between', async () => {
    await using board = await openBoard(engine)
    const [ada, bob] = [await board.account('ada'), await board.account('bob')]
    const { id: thread } = ok(await ada.posts())
    for (let n = 0; n < 5; n++) ok(await bob.replies(thread, `Reply ${n}`))

    const first = ok(await ada.inbox('?limit=2'))
    const afterCrash = ok(await ada.inbox('?limit=2'))
    assert.deepEqual(afterCrash, first)
    assert.deepEqual([first.next_after, first.resume_after, first.unread], [2, 2, 5])

    assert.deepEqual(ok(await ada.acknowledges(first.resume_after)), { read_through: 2, unread: 3 })
    assert.deepEqual(ok(await ada.acknowledges(first.resume_after)), { read_through: 2, unread: 3 })
    const second = ok(await ada.inbox('?limit=2'))
    assert.deepEqual(
      told(second.items).map(([seq]) => seq),
      [3, 4],
    )
    assert.deepEqual(ok(await ada.acknowledges(1)), { read_through: 2, unread: 3 }, 'never backwards')
    assert.deepEqual(ok(await ada.acknowledges(5)), { read_through: 5, unread: 0 })

    const empty = ok(await ada.inbox())
    assert.deepEqual([empty.items, empty.resume_after, empty.next_after], [[], 5, null])
    assert.deepEqual(
      told(await itemsOf(ada, '?after=0&limit=2')).map(([seq]) => seq),
      [1, 2],
      'read or not',
    )
  })

  it('does not disturb readers that keep cursors of their own', async () => {
    await using board = await openBoard(engine)
    const [ada, bob] = [await board.account('ada'), await board.account('bob')]
    const { id: thread } = ok(await ada.posts())
    for (let n = 0; n < 4; n++) ok(await bob.replies(thread))
    const cursors = { slow: 0, fast: 0 }
    const read = async (who: keyof typeof cursors, limit: number) => {
      const page = ok(await ada.inbox(`?after=${cursors[who]}&limit=${limit}`))
      cursors[who] = page.resume_after
      return told(page.items).map(([seq]) => seq)
    }

    assert.deepEqual(await read('fast', 3), [1, 2, 3])
    assert.deepEqual(await read('slow', 1), [1])
    ok(await ada.acknowledges(4))
    assert.deepEqual(await read('fast', 3), [4])
    assert.deepEqual(await read('fast', 3), [])
    assert.deepEqual(await read('slow', 3), [2, 3, 4])
    assert.deepEqual(cursors, { slow: 4, fast: 4 })
  })

  it('goes back newest first', async () => {
    await using board = await openBoard(engine)
    const [ada, bob] = [await board.account('ada'), await board.account('bob')]
    const { id: thread } = ok(await ada.posts())
    for (let n = 0; n < 5; n++) ok(await bob.replies(thread))

    const page = ok(await ada.inbox('?before=5&limit=2'))
    assert.deepEqual(
      told(page.items).map(([seq]) => seq),
      [4, 3],
    )
    assert.deepEqual([page.next_before, page.next_after, page.resume_after], [3, null, 4])
    const end = ok(await ada.inbox('?before=1'))
    assert.deepEqual([end.items, end.next_before, end.resume_after], [[], null, 1])
  })

  it('refuses what is past its end, two cursors, and other fields, and changes nothing', async () => {
    await using board = await openBoard(engine)
    const [ada, bob] = [await board.account('ada'), await board.account('bob')]
    const { id: thread } = ok(await ada.posts())
    ok(await bob.replies(thread))

    await assertNothingChanges(board, async () => {
      const past = await ada.acknowledges(2)
      assert.deepEqual(
        [past.status, codeOf(past), past.body.error.details],
        [400, '400 INVALID_FIELD', { field: 'through', problem: 'not_allowed', min: 0, max: 1 }],
      )
      for (const through of [-1, 1.5, '1', null, undefined])
        assert.equal(codeOf(await ada.acknowledges(through)), '400 INVALID_FIELD', String(through))
      assert.equal(codeOf(await ada.send('/v1/inbox/ack', { through: 1, until: 1 })), '400 INVALID_FIELD')
      assert.deepEqual(ok(await bob.acknowledges(0)), { read_through: 0, unread: 0 })
      assert.equal(codeOf(await bob.acknowledges(1)), '400 INVALID_FIELD')
      for (const query of ['?before=0', '?after=-1', '?after=1&before=2', '?after=x'])
        assert.equal(codeOf(await ada.inbox(query)), '400 INVALID_CURSOR', query)
      for (const query of ['?limit=0', '?limit=31'])
        assert.equal(codeOf(await ada.inbox(query)), '400 INVALID_LIMIT', query)
      assert.equal(codeOf(await ada.inbox('?topic=logs')), '400 INVALID_FIELD')
      const beyond = ok(await ada.inbox('?after=99'))
      assert.deepEqual([beyond.items, beyond.resume_after], [[], 99])
    })
  })

  it('takes exact names in any case, and the first ten different ones', async () => {
    await using board = await openBoard(engine)
    const ada = await board.account('ada')
    const names = Array.from({ length: 11 }, (_, n) => `agent-${n}`)
    const agents: Person[] = []
    for (const name of names) agents.push(await board.account(name))
    const bob = await board.account('bob')
    const mentioned = async (title: string, body: string) => {
      const before = (await itemsOf(bob, '?after=0&limit=30')).length
      ok(await ada.posts({ title, body }))
      return (await itemsOf(bob, '?after=0&limit=30')).length - before
    }

    for (const text of [
      '@bob',
      '@BOB',
      'Hi, @bob!',
      '(@bob)',
      '@bob.',
      '@@bob',
      '@bob’s',
      'é @bob',
      '@nobody @bob',
      '@bob@x',
      '⚠\uFE0F@bob',
      '#\uFE0F\u20E3@bob',
    ])
      assert.equal(await mentioned('x', text), 1, text)
    assert.equal(await mentioned('For @bob', 'Again @bob and @Bob'), 1)
    for (const text of [
      'bob',
      'x@bob',
      'é@bob',
      'e\u0301@bob',
      '1@bob',
      '1\uFE0F\u20E3@bob',
      '_@bob',
      '-@bob',
      '@bobby',
      '@bob-',
      '@bob_',
      '@bobé',
      '@ bob',
      '@bo',
      '@bob\u0301',
    ])
      assert.equal(await mentioned('x', text), 0, text)

    ok(await ada.posts({ title: '@agent-0 @Agent-0', body: names.map((name) => `@${name}`).join(' ') }))
    const counts = await Promise.all(agents.map(async (agent) => (await itemsOf(agent)).length))
    assert.deepEqual(counts, [...names.slice(0, 10).map(() => 1), 0])
    await assertCountsRight(board)
  })

  it('loses an item with its message, whose number is not given to another item', async () => {
    await using board = await openBoard(engine)
    const [ada, bob] = [await board.account('ada'), await board.account('bob')]
    const { id: thread } = ok(await ada.posts())
    const replies: string[] = []
    for (let n = 0; n < 3; n++) replies.push(ok(await bob.replies(thread)).id)
    const { id: other } = ok(await bob.posts({ body: 'For @ada' }))

    ok(await bob.deletes(replies[2] as string))
    ok(await bob.deletes(other))
    assert.deepEqual(
      told(await itemsOf(ada)).map(([seq]) => seq),
      [1, 2],
    )
    assert.equal(ok(await ada.me()).inbox.unread, 2)
    assert.deepEqual(ok(await ada.acknowledges(4)), { read_through: 4, unread: 0 })
    ok(await bob.replies(thread))
    assert.deepEqual(told(await itemsOf(ada)), [[5, 'bob', 'reply']])
    ok(await ada.deletes(thread))
    assert.deepEqual(await itemsOf(ada, '?after=0'), [])
    await assertCountsRight(board)
  })

  it('keeps what revoked and restricted accounts wrote; a restricted one reads and acknowledges its own', async () => {
    await using board = await openBoard(engine)
    const [ada, bob, eve] = [await board.account('ada'), await board.account('bob'), await board.account('eve')]
    const { id: thread } = ok(await ada.posts())
    ok(await bob.replies(thread))
    ok(await eve.replies(thread))
    ok(await bob.revokes())
    await board.db.write('restrict', (tx) => saveRestriction(tx, eve.id, 1))
    await board.db.write('restrict', (tx) => saveRestriction(tx, ada.id, 1))

    assert.deepEqual(told(await itemsOf(ada)), [
      [1, 'bob', 'reply'],
      [2, 'eve', 'reply'],
    ])
    assert.deepEqual(ok(await ada.acknowledges(2)), { read_through: 2, unread: 0 })
    assert.equal((await bob.inbox()).status, 401)
  })

  it('gets no item for a replay or a refused message', async () => {
    await using board = await openBoard(engine)
    const [ada, bob] = [await board.account('ada'), await board.account('bob')]
    const { id: thread } = ok(await ada.posts())
    const request = freshRequestId()
    ok(await bob.replies(thread, 'Hello @ada', request))
    assert.equal(ok(await bob.replies(thread, 'Hello @ada', request)).replayed, true)
    assert.equal((await bob.replies(thread, 'Another @ada', request)).status, 409)

    assert.deepEqual(told(await itemsOf(ada)), [[1, 'bob', 'reply', 'mention']])
  })

  it('is shown with the account: the unread items, and the five newest, read or not', async () => {
    await using board = await openBoard(engine)
    const [ada, bob] = [await board.account('ada'), await board.account('bob')]
    const nothing = { unread: 0, url: `${BASE_URL}/v1/inbox`, newest: [], content_is_untrusted: true }
    assert.deepEqual(ok(await ada.me()).inbox, nothing)
    const { id: thread } = ok(await ada.posts())
    const text = 'é'.repeat(300)
    const ids: string[] = []
    for (let n = 0; n < 6; n++) ids.push(ok(await bob.replies(thread, text)).id)
    ok(await ada.acknowledges(4))

    const { inbox } = ok(await ada.me())

    assert.equal(inbox.unread, 2)
    assert.deepEqual(
      inbox.newest.map(({ inbox_seq }: Item) => inbox_seq),
      [6, 5, 4, 3, 2],
    )
    assert.deepEqual(inbox.newest[0], {
      inbox_seq: 6,
      id: ids[5],
      root_id: thread,
      author: 'bob',
      preview: 'é'.repeat(280),
      created_at: board.now(),
      reasons: ['reply'],
    })
  })

  it('counts unread items up to a thousand', async () => {
    await using board = await openBoard(engine)
    const [ada, bob] = [await board.account('ada'), await board.account('bob')]
    const { id: thread } = ok(await ada.posts())
    await insertReplies(board.db, thread, { replies: 1_005, authors: 3 })

    assert.equal(ok(await ada.inbox('?after=5000')).unread, 1_000)
    assert.equal(ok(await ada.acknowledges(6)).unread, 999)
    assert.equal(ok(await bob.inbox()).unread, 0)
  })

  it('can be acknowledged any number of times, which does not count against the writes of a network', async () => {
    await using board = await openBoard(engine, { limits: { LIMIT_WRITES_PER_NETWORK_PER_MINUTE: 4 } })
    const ada = await board.account('ada')
    for (let n = 0; n < 6; n++) assert.equal((await ada.acknowledges(0)).status, 200)
    for (let n = 0; n < 4; n++) assert.equal((await ada.deletes(UNKNOWN_ID)).status, 404)
    assert.equal((await ada.deletes(UNKNOWN_ID)).status, 429)
    assert.equal((await ada.acknowledges(0)).status, 200)
  })
})
