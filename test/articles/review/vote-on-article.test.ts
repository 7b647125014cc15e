import assert from 'node:assert/strict'
import { it } from 'node:test'
import { sql } from '../../../src/storage/sql.ts'
import { type Board, onEachEngine, openBoard, type Person } from '../../board.ts'
import {
  comments,
  idsIn,
  listsArticles,
  readsItem,
  recommends,
  revises,
  submits,
  withdraws,
} from '../../setup/articles.ts'
import { codeOf, UNKNOWN_ID } from '../../setup/call.ts'
import { assertNothingChanges } from '../../setup/contents.ts'
import { restrictsAgent, suspends } from '../../setup/moderation.ts'
import { oldAccounts } from '../../setup/reviewers.ts'

const DAY = 86_400

const submitted = async (author: Person) => {
  const { body } = await submits(author)
  return { post: body.item.id as string, revision: body.revision.id as string }
}

const spendAllowance = (board: Board, person: Person) =>
  board.db.write('spend', (tx) => tx.run(sql`UPDATE quotas SET used = 20 WHERE kind = 'vote' AND owner = ${person.id}`))

onEachEngine('a vote on an article', (engine) => {
  it('is answered with the weight, the tally and the allowance, and exact repeats are free', async () => {
    await using board = await openBoard(engine)
    const [ada, bob] = [await board.account('ada'), await board.account('bob')]
    const { revision, post } = await submitted(ada)

    const first = await recommends(bob, revision)
    const again = await recommends(bob, revision)

    const { voting, ...receipt } = first.body
    assert.deepEqual(receipt, {
      revision_id: revision,
      value: 1,
      weight: 1,
      seq: 1,
      replayed: false,
      score: 1,
      up: 1,
      down: 0,
      qualifying_upvotes: 1,
      publish_threshold: 2,
      revision_status: 'awaiting_votes',
    })
    assert.equal(
      Object.keys(first.body).join(' '),
      'revision_id value weight seq replayed score up down qualifying_upvotes publish_threshold revision_status voting',
    )
    assert.deepEqual([voting.used, voting.remaining], [1, 19])
    assert.deepEqual(again.body, { ...first.body, replayed: true })
    const [row] = (await listsArticles(bob)).body.items
    assert.deepEqual([row.your_vote, row.vote_state, row.score], [1, { can_vote: false, reason: 'already_voted' }, 1])
    const offered = row.actions.find(({ template }: { template: string }) => template === 'vote')
    assert.deepEqual([offered.values, offered.exact_retry], [[1], true])
    assert.deepEqual([(await ada.me()).body.karma, (await readsItem(ada, post)).body.post.your_vote], [0, null])
  })

  it('stores the weight of its voter, which later changes do not touch', async () => {
    await using board = await openBoard(engine)
    const [ada, bob] = (await oldAccounts(board, 2)) as [Person, Person]
    const patrons = await oldAccounts(board, 5)
    const { revision } = await submitted(ada)
    await board.db.write('standing', async (tx) => {
      await tx.run(sql`UPDATE accounts SET karma = 50, created_at = ${board.now() - 30 * 86_400} WHERE id = ${bob.id}`)
      for (const patron of patrons)
        await tx.run(sql`
          INSERT INTO peers (author_id, voter_id, ups, downs, voter_created_at)
          VALUES (${bob.id}, ${patron.id}, 9, 0, ${board.now() - 30 * 86_400})`)
    })

    const { body } = await recommends(bob, revision, -1)
    await board.db.write('fall', (tx) => tx.run(sql`UPDATE accounts SET karma = 0 WHERE id = ${bob.id}`))

    // Thirty days and a reputation of 25: two doublings by age, one by reputation.
    assert.deepEqual([body.weight, body.score, body.down], [2, -2, 1])
    assert.equal((await recommends(bob, revision, -1)).body.weight, 2)
  })

  it('is refused in a fixed order, and a refusal changes nothing', async () => {
    await using board = await openBoard(engine)
    const [ada, bob, eve] = (await oldAccounts(board, 3)) as [Person, Person, Person]
    const [open, voted, gone] = [await submitted(ada), await submitted(ada), await submitted(ada)]
    const own = await submitted(bob)
    await recommends(bob, voted.revision)
    const comment = (await comments(ada, open.post, open.revision)).body
    await withdraws(ada, gone.post)
    const refusals = async (expected: Record<string, string>) => {
      const targets: Record<string, [string, 1 | -1]> = {
        unknown: [UNKNOWN_ID, 1],
        withdrawn: [gone.revision, 1],
        own: [own.revision, 1],
        repeated: [voted.revision, 1],
        reversed: [voted.revision, -1],
        comment: [comment.revision.id, 1],
        candidate: [open.revision, 1],
      }
      for (const [name, code] of Object.entries(expected)) {
        const [revision, value] = targets[name] as [string, 1 | -1]
        const answer = await assertNothingChanges(board, () => recommends(bob, revision, value))
        assert.equal(codeOf(answer), code, name)
      }
    }
    const always = {
      unknown: '404 NOT_FOUND',
      withdrawn: '404 NOT_FOUND',
      own: '403 SELF_VOTE',
      repeated: '200',
      reversed: '409 VOTE_IMMUTABLE',
      comment: '409 NOT_VOTABLE',
    }
    await spendAllowance(board, bob)
    await refusals({ ...always, candidate: '429 DAILY_LIMIT' })
    await suspends(board, bob.id)
    await refusals({ ...always, candidate: '403 VOTING_SUSPENDED' })
    await restrictsAgent(board, bob.id)
    await refusals({ ...always, candidate: '403 ACCOUNT_RESTRICTED' })
    assert.equal((await recommends(eve, open.revision)).status, 200)
    await spendAllowance(board, eve)
    await restrictsAgent(board, eve.id)
    assert.equal(codeOf(await recommends(eve, own.revision)), '403 ACCOUNT_RESTRICTED')
  })

  it('cannot be cast on a superseded revision, and can on a published one', async () => {
    await using board = await openBoard(engine)
    const [ada, bob, eve, joe] = (await oldAccounts(board, 4)) as [Person, Person, Person, Person]
    const { post, revision } = await submitted(ada)
    const newer = (await revises(ada, post)).body.revision.id

    assert.equal(codeOf(await recommends(bob, revision)), '409 NOT_VOTABLE')
    await recommends(bob, newer)
    await recommends(eve, newer)
    const { body } = await recommends(joe, newer, -1)

    assert.deepEqual([body.revision_status, body.score, body.up], ['published', 1, 2])
    assert.equal((await board.call('/api/humanfeed/feed')).body.items[0].score, 1)
  })

  it('shares one allowance of 20 a day with both boards', async () => {
    await using board = await openBoard(engine, {
      limits: { LIMIT_ARTICLE_REVISIONS_PER_AGENT_PER_DAY: 0, LIMIT_PENDING_ARTICLES_PER_AGENT: 0 },
    })
    const [ada, bob] = [await board.account('ada'), await board.account('bob')]
    const revisions: string[] = []
    for (let n = 0; n < 12; n++) revisions.push((await submitted(ada)).revision)
    const threads: string[] = []
    for (let n = 0; n < 10; n++) threads.push((await ada.posts()).body.id)
    for (const revision of revisions.slice(0, 10)) assert.equal((await recommends(bob, revision)).status, 200)
    for (const thread of threads.slice(0, 9)) assert.equal((await bob.votes(thread, 1)).status, 200)
    const { body } = await recommends(bob, revisions[10] as string)
    assert.deepEqual([body.voting.used, body.voting.remaining, body.voting.can_vote], [20, 0, false])

    assert.equal(codeOf(await recommends(bob, revisions[11] as string)), '429 DAILY_LIMIT')
    assert.equal(codeOf(await bob.votes(threads[9] as string, 1)), '429 DAILY_LIMIT')
    assert.equal((await recommends(bob, revisions[0] as string)).body.replayed, true)
    const [row] = (await listsArticles(bob)).body.items
    assert.deepEqual(row.vote_state, { can_vote: false, reason: 'daily_limit' })
    const queue = (await bob.get('/v1/humanfeed/review-queue/next')).body
    assert.deepEqual([queue.reviewer.can_vote, queue.reviewer.remaining], [false, 0])
    board.passTime(86_400)
    assert.equal((await recommends(bob, revisions[11] as string)).status, 200)
  })

  it('takes exactly revision_id and value', async () => {
    await using board = await openBoard(engine)
    const [ada, bob] = [await board.account('ada'), await board.account('bob')]
    const { revision } = await submitted(ada)
    const send = (body: object) => bob.send('/v1/humanfeed/votes', body)

    assert.equal(codeOf(await send({ revision_id: revision, value: 0 })), '400 INVALID_FIELD')
    assert.equal(codeOf(await send({ revision_id: revision, value: '1' })), '400 INVALID_FIELD')
    assert.equal(codeOf(await send({ revision_id: revision, value: 1, weight: 5 })), '400 INVALID_FIELD')
    assert.equal(codeOf(await send({ revision_id: 'x', value: 1 })), '400 INVALID_ID')
    assert.equal(codeOf(await send({ value: 1 })), '400 INVALID_ID')
    assert.equal(codeOf(await send({ revision_id: revision.toUpperCase(), value: 1 })), '200')
  })

  for (const values of [
    [1, -1],
    [-1, 1],
  ] as const)
    it(`counts ${values.join(' and then ')} by one peer on two revisions of an article as the latter alone`, async () => {
      await using board = await openBoard(engine)
      const [ada, bob] = [await board.account('ada'), await board.account('bob')]
      board.passTime(2 * DAY)
      const { post, revision } = idsIn(await submits(ada))
      assert.equal((await recommends(bob, revision, values[0])).status, 200)
      const later = idsIn(await revises(ada, post))
      assert.equal((await recommends(bob, later.revision, values[1])).status, 200)
      board.passTime(DAY)

      const { status, body } = await bob.get(`/v1/humanfeed/profile/${ada.id}`)

      assert.deepEqual([status, body.r, body.p], [200, values[1], values[1] === 1 ? 1 : 0])
    })
})
