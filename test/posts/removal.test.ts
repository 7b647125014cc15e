/** A long thread is gone for everybody with the first write of its deletion; its rows follow in short ones. */
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { longWork } from '../../src/assembly/long-work.ts'
import { checkBoard } from '../../src/operator/check/check-board.ts'
import { sql } from '../../src/storage/sql.ts'
import { finishAll, ROWS_PER_WRITE } from '../../src/storage/unfinished.ts'
import { type Board, onEachEngine, openBoard, type Person } from '../board.ts'
import { codeOf } from '../setup/call.ts'
import { countAllRows } from '../setup/contents.ts'
import { type Engine, isSoak } from '../setup/databases.ts'
import { freshRequestId } from '../setup/people.ts'
import { withConnection } from '../setup/pinners.ts'
import { insertReplies } from '../setup/reply-rows.ts'
import { endWorkAfter, listUnfinished, type Transaction, transactionsOf, untilFinished } from '../setup/unfinished.ts'
import { visitorOn } from '../setup/visitors.ts'

const DAY = 86_400
const REPLIES = 330
const limits = { LIMIT_VOTES_PER_AGENT_PER_DAY: 0, LIMIT_MESSAGES: 0, LIMIT_BOARD_PUBLICATIONS_PER_SECOND: 0 }

/**
 * A thread of ada's in which cora and dan have replied, with votes of four others on both ends of it, some of them young;
 * and a thread of bob's with a reply of cora's, which stay.
 */
async function makeThreads(board: Board) {
  const names = ['ada', 'bob', 'cora', 'dan', 'fan-1', 'fan-2', 'fan-3', 'fan-4']
  const people = await Promise.all(names.map((name) => board.account(name)))
  const [ada, bob, cora, dan, ...fans] = people as [Person, Person, Person, Person, ...Person[]]
  board.passTime(8 * DAY)
  const key = freshRequestId()
  const kept = (await bob.posts({ title: 'About a walrus', body: 'It stays.' })).body.id as string
  const keptReply = (await cora.replies(kept, 'A walrus that stays.')).body.id as string
  const thread = (await ada.posts({ title: 'A walrus', body: 'Long.' }, key)).body.id as string
  const reply = async (n: number) => {
    const { status, body } = await (n % 2 ? cora : dan).replies(
      thread,
      `The walrus number ${n}${n % 3 ? '' : ', @bob'}.`,
    )
    assert.equal(status, 201)
    return body.id as string
  }
  const most = Array.from({ length: REPLIES - 3 }, (_, n) => n + 2)
  const replies = [await reply(0), await reply(1), ...(await Promise.all(most.map(reply))), await reply(REPLIES - 1)]
  const [first, second, last] = [replies[0], replies[1], replies.at(-1)] as [string, string, string]
  const vote = async (voter: Person, id: string, value: 1 | -1) =>
    assert.equal((await voter.votes(id, value)).status, 200)
  for (const fan of fans) for (const id of [thread, first, second, last]) await vote(fan, id, fan === fans[3] ? -1 : 1)
  for (const fan of fans.slice(0, 2)) await vote(fan, keptReply, 1)
  for (const id of replies.slice(2, 12)) await vote(bob, id, -1)
  board.passTime(3 * DAY)
  for (const id of replies.slice(12, 16)) await vote(bob, id, -1)
  const pinner = fans[0] as Person
  await board.db.write('promote', (tx) =>
    tx.run(sql`UPDATE accounts SET pinning_state = 'veteran' WHERE id = ${pinner.id}`),
  )
  assert.equal((await (await withConnection(board, pinner)).pins(thread)).status, 200)
  await visitorOn(board).says()
  return { people, ada, bob, cora, dan, fans, thread, replies, kept, key }
}

type Threads = Awaited<ReturnType<typeof makeThreads>>

/** Every answer that could show a message, a vote on one, or what votes come to. */
async function answersTo({ people, ada, thread, replies, kept, key }: Threads) {
  const paths = [
    '/v1/posts',
    '/v1/activity?limit=30',
    '/v1/activity?after=1&limit=30',
    '/v1/posts?topic=general',
    '/v1/inbox?limit=30',
    '/v1/inbox?before=1000&limit=30',
    '/v1/search?q=walrus&limit=2',
    '/v1/search?q=walrus&after=1',
    `/v1/posts/${thread}`,
    `/v1/posts/${replies[0]}`,
    `/v1/posts/${kept}`,
    `/v1/voting?post_ids=${[thread, replies[0], kept].join(',')}`,
    `/ballot?board=named&post_id=${replies[0]}&voters=true`,
    '/pins',
    '/b',
    '/v1/me',
    '/api/humanfeed/feed',
    ...people.flatMap(({ id }) => [`/ballot?agent=${id}`, `/ballot?voter=${id}`, `/v1/humanfeed/profile/${id}`]),
  ]
  const answers: Record<string, unknown> = {}
  for (const path of paths)
    for (const person of path.startsWith('/v1') ? people.slice(0, 5) : [ada]) {
      const isPublic = path.startsWith('/api') || path === '/b'
      const { status, body } = await person.get(path, isPublic ? { authorization: '' } : {})
      answers[`${person.name} ${path}`] = { status, body }
    }
  answers.lookup = (await ada.looksUp(key)).body
  return JSON.parse(JSON.stringify(answers))
}

const uuids = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g
const changed = ({ rows }: Transaction) => rows

onEachEngine('deleting a long thread', (engine) => {
  for (const writes of isSoak ? [0, 1, 2] : [1])
    it(`shows nothing of it from the first write on, if its process ends ${writes} short writes later`, async () => {
      await using board = await openBoard(engine, { limits })
      const threads = await makeThreads(board)
      const { ada, bob, thread, replies, key } = threads
      endWorkAfter(board, writes)

      const deleted = await ada.deletes(thread)

      assert.deepEqual(
        [deleted.status, deleted.body],
        [200, { deleted: true, id: thread, thread_id: null, replies_deleted: REPLIES }],
      )
      assert.equal((await listUnfinished(board)).length, 1)
      assert.deepEqual(await checkBoard(board.db, () => {}), [])
      const between = await answersTo(threads)
      const gone = new Set([thread, ...replies])
      for (const [question, answer] of Object.entries(between).filter(([question]) => !question.includes(replies[0]!)))
        for (const [id] of JSON.stringify(answer).matchAll(uuids)) assert.ok(!gone.has(id), question)
      for (const id of [thread, replies[0] as string]) {
        assert.equal(codeOf(await bob.reads(id)), '404 NOT_FOUND')
        assert.equal(codeOf(await bob.votes(id, 1)), '404 NOT_FOUND')
        assert.equal(codeOf(await ada.deletes(id)), '404 NOT_FOUND')
      }
      assert.equal(codeOf(await bob.replies(thread)), '404 NOT_FOUND')
      const again = await ada.posts({ title: 'A walrus', body: 'Long.' }, key)
      assert.deepEqual([again.status, again.body.deleted, again.body.replayed], [200, true, true])

      await using second = await openBoard(engine, { limits, databaseUrl: board.databaseUrl, now: board.now() })
      await finishAll(second.db, longWork)
      assert.deepEqual(await listUnfinished(board), [])
      assert.deepEqual(await answersTo(threads), between)
      assert.deepEqual(await checkBoard(board.db, () => {}), [])
      const rows = await countAllRows(board)
      assert.deepEqual([rows.posts, rows.votes, rows.pins], [2, 2, 0])
    })

  it('takes back karma, supporters and reputation at once, and settles who may pin', async () => {
    await using board = await openBoard(engine, { limits })
    const { ada, cora, dan, fans, thread } = await makeThreads(board)
    const figures = async (person: Person) => {
      const { karma, pinning, voting } = (await person.me()).body
      return { karma, supporters: pinning.supporters, veteran: pinning.veteran, reputation: voting.reputation }
    }
    assert.deepEqual(await figures(ada), { karma: 2, supporters: 3, veteran: false, reputation: 2 })
    endWorkAfter(board, 0)

    assert.equal((await ada.deletes(thread)).status, 200)

    const none = { karma: 0, supporters: 0, veteran: false, reputation: 0 }
    assert.deepEqual(await figures(ada), none)
    assert.deepEqual(await figures(dan), none)
    // Who has become a veteran stays one.
    assert.deepEqual(await figures(cora), { karma: 2, supporters: 2, veteran: true, reputation: 2 })
    assert.deepEqual((await ada.get(`/ballot?voter=${fans[3]?.id}`)).body.votes, [])
  })

  it('settles who may pin among many authors, on the figures before it and after', async () => {
    await using board = await openBoard(engine, { limits })
    const [ada, vera, newt] = [await board.account('ada'), await board.account('vera'), await board.account('newt')]
    const others = await Promise.all(Array.from({ length: 25 }, (_, n) => board.account(`author-${n}`)))
    const voters = others.slice(0, 6)
    const vote = async (voter: Person, id: string, value: 1 | -1) =>
      assert.equal((await voter.votes(id, value)).status, 200)
    const replyOf = async (person: Person, id: string) => (await person.replies(id)).body.id as string
    const [thread, kept] = [(await ada.posts()).body.id, (await ada.posts()).body.id]
    for (const author of others) await vote(vera, await replyOf(author, thread), 1)
    for (const person of [vera, newt]) {
      const id = await replyOf(person, thread)
      for (const voter of voters) await vote(voter, id, 1)
    }
    board.passTime(8 * DAY) // newt qualifies by age alone, and nobody looks
    const pinner = await withConnection(board, vera)
    assert.equal((await pinner.pins(kept)).status, 200)
    const unpopular = [await replyOf(vera, kept), await replyOf(vera, kept)] as const
    for (const voter of voters) await vote(voter, unpopular[0], -1)
    endWorkAfter(board, 0)

    assert.equal((await ada.deletes(thread)).status, 200)

    const pinning = async (person: Person) => (await person.me()).body.pinning
    const { karma, veteran, suspended, supporters } = await pinning(vera)
    assert.deepEqual(
      { karma, veteran, suspended, supporters },
      { karma: -6, veteran: true, suspended: true, supporters: 0 },
    )
    assert.deepEqual((await board.call('/pins')).body.pinned, [])
    assert.deepEqual([(await pinning(newt)).veteran, (await pinning(newt)).karma], [true, 0])
    assert.equal((await pinning(others[0] as Person)).karma, 0)
    assert.deepEqual(await checkBoard(board.db, () => {}), [])
  })

  it('is continued by the next operation that writes, alone or in a group', async () => {
    for (const next of ['votes', 'replies'] as const) {
      await using board = await openBoard(engine, { limits })
      const { ada, bob, dan, thread, kept } = await makeThreads(board)
      const goOn = endWorkAfter(board, 1)
      assert.equal((await ada.deletes(thread)).status, 200)
      goOn()
      assert.equal((await listUnfinished(board)).length, 1)

      const written = next === 'votes' ? await dan.votes(kept, 1) : await bob.replies(kept)

      assert.ok(written.status === 200 || written.status === 201)
      await untilFinished(board)
      assert.equal((await countAllRows(board)).posts, next === 'votes' ? 2 : 3)
      assert.deepEqual(await checkBoard(board.db, () => {}), [])
    }
  })

  it('frees the capacity of the board with its answer', async () => {
    await using board = await openBoard(engine, { limits: { ...limits, LIMIT_MESSAGES: REPLIES + 3 } })
    const { ada, bob, thread } = await makeThreads(board)
    assert.equal(codeOf(await bob.posts()), '503 CAPACITY')
    endWorkAfter(board, 0)

    assert.equal((await ada.deletes(thread)).status, 200)

    for (let n = 0; n < 5; n++) assert.equal((await bob.posts()).status, 201)
  })

  for (const withVotes of [false, true])
    it(`changes no more rows in a write however many replies it has, ${withVotes ? 'with' : 'without'} votes`, async () => {
      const [small, large] = [await deletionOf(engine, 500, withVotes), await deletionOf(engine, 5_000, withVotes)]
      const [ofSmall, ofLarge] = [small[0], large[0]] as [Transaction, Transaction]

      // A part of the search index may end within what the first write deletes.
      assert.ok(ofLarge.statements <= ofSmall.statements + 4, `${ofSmall.statements}, ${ofLarge.statements}`)
      assert.ok(ofLarge.rows <= ofSmall.rows + 4, `${ofSmall.rows}, ${ofLarge.rows}`)
      const most = Math.max(...large.map(changed))
      assert.ok(most <= 3 * ROWS_PER_WRITE, `${most} rows in one write`)
      assert.ok(large.length > 6 * small.length, `${large.length} writes`)
    })

  it('leaves the words of an emptied part of the search index to short writes', async () => {
    await using board = await openBoard(engine, { limits })
    const ada = await board.account('ada')
    const words = (from: number) => Array.from({ length: 900 }, (_, n) => `word${from + n}`).join(' ')
    const ids: string[] = []
    for (let n = 0; n < 3; n++) ids.push((await ada.posts({ body: words(n * 900) })).body.id)
    const deletions: Transaction[] = []
    for (const id of ids)
      deletions.push(...(await transactionsOf(board, async () => assert.equal((await ada.deletes(id)).status, 200))))

    const most = Math.max(...deletions.map(changed))
    assert.ok(most <= 3 * ROWS_PER_WRITE, `${most} rows in one write`)
    assert.equal((await countAllRows(board)).search_blocks, 0)
    assert.equal((await ada.posts({ body: 'word5' })).status, 201)
    assert.equal((await ada.get('/v1/search?q=word5')).body.items.length, 1)
  })
})

/** The writes of one deletion. The same ten authors have written everything. */
async function deletionOf(engine: Engine, replies: number, withVotes: boolean) {
  await using board = await openBoard(engine, { limits })
  const ada = await board.account('ada')
  const thread = (await ada.posts()).body
  await insertReplies(board.db, thread.id, { replies, authors: 10, withVotes })
  const transactions = await transactionsOf(board, async () => {
    assert.equal((await ada.deletes(thread.id)).body.replies_deleted, replies)
  })
  assert.deepEqual(await listUnfinished(board), [])
  const rows = await countAllRows(board)
  assert.deepEqual([rows.posts, rows.votes], [0, 0])
  return transactions
}
