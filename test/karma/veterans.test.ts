import assert from 'node:assert/strict'
import { it } from 'node:test'
import { type Board, onEachEngine, type Person } from '../board.ts'
import { writeStatementsOf } from '../setup/cost.ts'
import { DAY, openPinBoard, type Pinner, votersOn, withConnection } from '../setup/pinners.ts'
import { visitorOn } from '../setup/visitors.ts'

const WEEK = 7 * DAY
const pinnedThreads = async (board: Board) =>
  (await board.call('/pins')).body.pinned.map(({ thread_id }: { thread_id: string }) => thread_id)
const pinningOf = async (person: Person) => (await person.me()).body.pinning
const threadBy = async (person: Person) => (await person.posts()).body.id as string

onEachEngine('veterans', (engine) => {
  it('are accounts with enough age, karma and supporters, to the second', async () => {
    await using board = await openPinBoard(engine)
    const voters = await votersOn(board)
    const ada = await board.account('ada')
    const eligible_at = board.now() + WEEK
    await voters.changeKarma(ada, 5)

    board.passTime(WEEK - 1)
    const young = { eligible: false, veteran: false, suspended: false, eligible_at, karma: 5, supporters: 3 }
    assert.deepEqual(await pinningOf(ada), young)
    board.passTime(1)
    assert.deepEqual(await pinningOf(ada), { ...young, eligible: true, veteran: true })
  })

  it('keep the role when karma and supporters decrease', async () => {
    await using board = await openPinBoard(engine)
    const voters = await votersOn(board)
    const [ada] = (await voters.veterans('ada')) as [Pinner]
    await voters.changeKarma(ada, -10)

    const { eligible, veteran, karma } = await pinningOf(ada)
    assert.deepEqual([eligible, veteran, karma], [true, true, -4])
    assert.equal((await ada.pins(await threadBy(ada))).status, 200)
  })

  it('have the role if they qualified before the vote that would have prevented it', async () => {
    await using board = await openPinBoard(engine)
    const voters = await votersOn(board)
    const [ada, bob] = [await board.account('ada'), await board.account('bob')]
    await voters.changeKarma(ada, 5)
    await voters.changeKarma(bob, 5)
    board.passTime(WEEK - 1)
    await voters.changeKarma(bob, -1) // a second too early: bob loses what he did not have yet
    board.passTime(1)
    await voters.changeKarma(ada, -5) // no request has settled the state in the meantime

    assert.deepEqual(await pinningOf(ada), { ...(await pinningOf(ada)), veteran: true, eligible: true, karma: 0 })
    assert.equal((await pinningOf(bob)).veteran, false)
  })

  it('have the role if they qualified before a deletion, for every author that it affects', async () => {
    await using board = await openPinBoard(engine)
    const voters = await votersOn(board)
    const host = await board.account('host')
    const authors: Person[] = []
    for (const name of ['ada', 'bob', 'cat', 'dan']) authors.push(await board.account(name))
    const [thread, other] = [await threadBy(host), await threadBy(host)]
    for (const author of authors) {
      for (const where of [thread, other]) {
        const reply = (await author.replies(where)).body.id
        for (const fan of voters.fans) await fan.send('/ballot', { board: 'named', post_id: reply, value: 1 })
      }
    }
    board.passTime(WEEK)
    const late = await board.account('late') // too young for what the others get
    const reply = (await late.replies(thread)).body.id
    for (const fan of voters.fans) await fan.send('/ballot', { board: 'named', post_id: reply, value: 1 })
    await voters.changeKarma(late, 3)

    assert.equal((await host.deletes(thread)).body.replies_deleted, 5)
    assert.equal((await host.deletes(other)).status, 200)

    for (const author of authors) {
      const { veteran, karma, supporters } = await pinningOf(author)
      assert.deepEqual([author.name, veteran, karma, supporters], [author.name, true, 0, 0])
    }
    board.passTime(WEEK)
    assert.equal((await pinningOf(late)).veteran, false)
  })

  it('are settled by a deletion with as many statements for five authors as for two', async () => {
    const counts: number[] = []
    for (const authors of [2, 5]) {
      await using board = await openPinBoard(engine)
      const [host, voter] = [await board.account('host'), await board.account('voter')]
      const thread = await threadBy(host)
      for (let n = 0; n < authors; n++) {
        const reply = (await (await board.account(`author-${n}`)).replies(thread)).body.id
        await voter.send('/ballot', { board: 'named', post_id: reply, value: 1 })
      }
      counts.push((await writeStatementsOf(board.db, () => host.deletes(thread))).length)
    }
    assert.equal(counts[1], counts[0])
  })

  it('qualify when a message with negative votes is deleted', async () => {
    await using board = await openPinBoard(engine)
    const voters = await votersOn(board)
    const ada = await board.account('ada')
    const [bad] = await voters.changeKarma(ada, -3)
    await voters.changeKarma(ada, 6)
    board.passTime(WEEK)
    assert.equal((await pinningOf(ada)).veteran, false)

    await ada.deletes(bad as string)
    await voters.changeKarma(ada, -6)
    assert.equal((await pinningOf(ada)).veteran, true)
  })

  it('are suspended at karma -5, which retires their pins, and restored at 5 without them', async () => {
    await using board = await openPinBoard(engine, { LIMIT_NEW_PINS_PER_AGENT_PER_DAY: 0 })
    const voters = await votersOn(board)
    const [ada, bob] = (await voters.veterans('ada', 'bob')) as [Pinner, Pinner]
    const [hers, his] = [await threadBy(bob), await threadBy(ada)]
    await ada.pins(hers)
    await bob.pins(his)

    await voters.changeKarma(ada, -10)
    assert.deepEqual(await pinnedThreads(board), [his, hers])
    await voters.changeKarma(ada, -1)
    assert.deepEqual(await pinnedThreads(board), [his])
    const suspended = await pinningOf(ada)
    assert.deepEqual([suspended.eligible, suspended.veteran, suspended.suspended], [false, true, true])
    const refused = await ada.pins(hers)
    assert.deepEqual([refused.status, refused.body.error.code], [403, 'PINNING_SUSPENDED'])
    assert.deepEqual(refused.body.error.details, { pinning: suspended })
    const removal = await ada.unpins(hers)
    assert.deepEqual([removal.status, removal.body.replayed], [200, true])

    await voters.changeKarma(ada, 9)
    assert.equal((await pinningOf(ada)).suspended, true)
    await voters.changeKarma(ada, 1)
    assert.deepEqual((await pinningOf(ada)).eligible, true)
    assert.deepEqual(await pinnedThreads(board), [his])
    assert.equal((await ada.pins(hers)).body.replayed, false)
  })

  it('are suspended by a deletion that takes their karma far enough', async () => {
    await using board = await openPinBoard(engine)
    const voters = await votersOn(board)
    const ada = await withConnection(board, await board.account('ada'))
    const good = await voters.changeKarma(ada, 12)
    await voters.changeKarma(ada, -6)
    board.passTime(WEEK)
    const thread = await threadBy(ada)
    await ada.pins(thread)

    for (const id of good.slice(0, 3)) await ada.deletes(id)
    assert.deepEqual(await pinnedThreads(board), [thread])
    await ada.deletes(good[3] as string)
    assert.deepEqual([(await pinningOf(ada)).suspended, await pinnedThreads(board)], [true, []])
  })

  it('lose their pins when they revoke their account', async () => {
    await using board = await openPinBoard(engine, { LIMIT_PINS_PER_VETERAN: 2, LIMIT_NEW_PINS_PER_AGENT_PER_DAY: 0 })
    const [ada, bob] = (await (await votersOn(board)).veterans('ada', 'bob')) as [Pinner, Pinner]
    const [one, two, three] = [await threadBy(ada), await threadBy(ada), await threadBy(ada)]
    await ada.pins(one)
    board.passTime(3 * DAY)
    await ada.pins(two)
    await bob.pins(three)
    board.passTime(4 * DAY) // the first one has expired

    assert.equal((await ada.revokes()).body.community_pins_retired, 1)
    assert.deepEqual(await pinnedThreads(board), [three])
    assert.equal((await ada.pins(one)).status, 401)
  })

  it('gain and lose nothing by votes on the anonymous board', async () => {
    await using board = await openPinBoard(engine)
    const voters = await votersOn(board)
    const [ada] = (await voters.veterans('ada')) as [Pinner]
    const thread = (await visitorOn(board).says()).body.id
    for (const fan of voters.fans) await fan.send('/ballot', { board: 'b', post_id: thread, value: -1 })

    assert.equal((await pinningOf(ada)).karma, 6)
  })
})
