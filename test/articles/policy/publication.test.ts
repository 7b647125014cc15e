/** When an article becomes public, to the second, over HTTP. */
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { sql } from '../../../src/storage/sql.ts'
import { type Board, onEachEngine, openBoard, type Person } from '../../board.ts'
import {
  listsArticles,
  readsItem,
  readsRevision,
  recommends,
  revises,
  submits,
  withdraws,
} from '../../setup/articles.ts'
import { liftsAgent, liftsItem, restrictsAgent, restrictsItem, suspends } from '../../setup/moderation.ts'
import { personWith } from '../../setup/people.ts'
import { refuseWrites } from '../../setup/read-only.ts'
import {
  allRecommend,
  backdate,
  giveStanding,
  graceOver,
  oldAccounts,
  trustedReviewers,
} from '../../setup/reviewers.ts'

const HOUR = 3_600
const DAY = 24 * HOUR
const NOON = 1_800_000_000 - (1_800_000_000 % DAY) + DAY / 2

type Engine = 'sqlite' | 'postgres'
const openStandard = (engine: Engine) => openBoard(engine, { ...graceOver(NOON), now: NOON })

/** A candidate of a new author. */
async function candidateOf(author: Person) {
  const { body } = await submits(author)
  return { post: body.item.id as string, revision: body.revision.id as string }
}

type Event = { seq: number; event_type: string; event_at: number; revision_id: string }
const eventsOf = async (person: Person): Promise<Event[]> =>
  (await person.get('/v1/humanfeed/activity?limit=30')).body.items
const summaryOf = async (board: Board) => (await board.call('/api/humanfeed/feed')).body.summary
const statusOf = async (person: Person, revision: string) => {
  const { status, body } = await readsRevision(person, revision)
  return status === 200 ? body.post.revision_status : status
}

/** The article is public, and every trace of its publication carries this time. */
async function assertPublishedAt(
  board: Board,
  reader: Person,
  { post, revision }: { post: string; revision: string },
  at: number,
) {
  const { status, body } = await board.call(`/api/humanfeed/posts/${post}`)
  assert.equal(status, 200)
  assert.deepEqual([body.post.revision_id, body.post.updated_at], [revision, at])
  const published = (await eventsOf(reader)).filter(
    (event) => event.event_type === 'published' && event.revision_id === revision,
  )
  assert.deepEqual(
    published.map(({ event_at }) => event_at),
    [at],
  )
  assert.equal(await statusOf(reader, revision), 'published')
}

const assertNotPublic = async (board: Board, { post }: { post: string }) =>
  assert.notEqual((await board.call(`/api/humanfeed/posts/${post}`)).status, 200)

onEachEngine('publication in the grace period', (engine) => {
  it('happens at the second recommendation, by accounts of any age', async () => {
    await using board = await openBoard(engine)
    const [ada, bob, eve] = [await board.account('ada'), await board.account('bob'), await board.account('eve')]
    const article = await candidateOf(ada)

    const first = await recommends(bob, article.revision)
    assert.deepEqual(
      [first.body.qualifying_upvotes, first.body.publish_threshold, first.body.revision_status],
      [1, 2, 'awaiting_votes'],
    )
    assert.deepEqual(await summaryOf(board), { message_count: 0, published_posts: 0, awaiting_review_posts: 1 })
    board.passTime(60)
    const second = await recommends(eve, article.revision)

    assert.deepEqual([second.body.qualifying_upvotes, second.body.revision_status], [2, 'published'])
    await assertPublishedAt(board, bob, article, board.now())
    assert.deepEqual(await summaryOf(board), { message_count: 0, published_posts: 1, awaiting_review_posts: 0 })
  })

  it('is not held up by votes against, which lower the rating only', async () => {
    await using board = await openBoard(engine)
    const people = await oldAccounts(board, 5)
    const [ada, ...others] = people as [Person, ...Person[]]
    const article = await candidateOf(ada)

    await recommends(others[0] as Person, article.revision, -1)
    await recommends(others[1] as Person, article.revision, -1)
    await recommends(others[2] as Person, article.revision)
    const { body } = await recommends(others[3] as Person, article.revision)

    assert.deepEqual([body.score, body.up, body.down, body.qualifying_upvotes], [0, 2, 2, 2])
    await assertPublishedAt(board, others[0] as Person, article, board.now())
  })

  it('does not happen at the second at which the period ends, and does a second before', async () => {
    await using board = await openBoard(engine)
    const [ada, bob, eve] = [await board.account('ada'), await board.account('bob'), await board.account('eve')]
    const [early, late] = [await candidateOf(ada), await candidateOf(ada)]
    await recommends(bob, early.revision)
    await recommends(bob, late.revision)

    board.passTime(7 * DAY - 1)
    await recommends(eve, early.revision)
    await assertPublishedAt(board, bob, early, board.now())
    board.passTime(1)
    const { body } = await recommends(eve, late.revision)

    assert.deepEqual([body.revision_status, body.qualifying_upvotes, body.publish_threshold], ['awaiting_votes', 0, 11])
    // What was published stays so under the stricter policy.
    assert.equal((await board.call(`/api/humanfeed/posts/${early.post}`)).status, 200)
  })

  it('ignores the recommendations of suspended, restricted and revoked accounts', async () => {
    await using board = await openBoard(engine)
    const [ada, bob, sue, rex, rita] = (await oldAccounts(board, 5)) as [Person, Person, Person, Person, Person]
    const article = await candidateOf(ada)
    await recommends(sue, article.revision, 1).then(() => suspends(board, sue.id))
    assert.equal(await statusOf(bob, article.revision), 'awaiting_votes')
    await restrictsAgent(board, rex.id)
    assert.equal((await recommends(rex, article.revision)).body.error.code, 'ACCOUNT_RESTRICTED')
    await liftsAgent(board, rex.id)
    // Two of three would suffice, but two do not count at the same time.
    const { body } = await recommends(bob, article.revision)
    assert.deepEqual([body.up, body.qualifying_upvotes, body.revision_status], [2, 1, 'awaiting_votes'])
    assert.deepEqual((await rita.get(`/v1/humanfeed/profile/${sue.id}`)).body.eligibility_reasons, ['suspended'])
    await bob.revokes()
    board.passTime(5)
    const later = await recommends(rita, article.revision)
    assert.deepEqual([later.body.up, later.body.qualifying_upvotes], [3, 1])
    await recommends(rex, article.revision)
    await assertPublishedAt(board, rita, article, board.now())
  })

  it('happens when a restriction of the recommender is lifted, at that time', async () => {
    await using board = await openBoard(engine)
    const [ada, bob, eve, joe] = (await oldAccounts(board, 4)) as [Person, Person, Person, Person]
    const article = await candidateOf(ada)
    await recommends(bob, article.revision)
    await restrictsAgent(board, bob.id)
    await recommends(eve, article.revision)
    await assertNotPublic(board, article)

    board.passTime(100)
    await liftsAgent(board, bob.id)
    const lifted = board.now()
    board.passTime(100)

    await assertPublishedAt(board, joe, article, lifted)
  })

  it('happens when a suspended recommender recovers, at the vote that restores its rights', async () => {
    await using board = await openBoard(engine)
    const [ada, bob, eve, joe] = (await oldAccounts(board, 4)) as [Person, Person, Person, Person]
    await backdate(board, [joe], 8 * DAY)
    const article = await candidateOf(ada)
    const thread = (await bob.posts()).body.id
    await recommends(bob, article.revision)
    await suspends(board, bob.id)
    await board.db.write('sink', (tx) =>
      tx.run(sql`UPDATE accounts SET karma = -6, recovery_balance = 14 WHERE id = ${bob.id}`),
    )
    await recommends(eve, article.revision)
    await assertNotPublic(board, article)

    board.passTime(30)
    await joe.votes(thread, 1)

    await assertPublishedAt(board, joe, article, board.now())
  })

  it('waits while the author is restricted, and happens when that is lifted', async () => {
    await using board = await openBoard(engine)
    const [ada, bob, eve] = (await oldAccounts(board, 3)) as [Person, Person, Person]
    const article = await candidateOf(ada)
    await restrictsAgent(board, ada.id)
    assert.equal((await summaryOf(board)).awaiting_review_posts, 0)
    assert.equal((await bob.get('/v1/humanfeed/review-queue/next')).body.candidate, null)

    await recommends(bob, article.revision)
    const { body } = await recommends(eve, article.revision)
    assert.deepEqual([body.qualifying_upvotes, body.revision_status], [2, 'awaiting_votes'])
    await assertNotPublic(board, article)
    board.passTime(50)
    await liftsAgent(board, ada.id)

    await assertPublishedAt(board, bob, article, board.now())
  })

  it('keeps what is public until its replacement is published', async () => {
    await using board = await openBoard(engine)
    const [ada, bob, eve] = (await oldAccounts(board, 3)) as [Person, Person, Person]
    const first = await candidateOf(ada)
    await allRecommend([bob, eve], first.revision)
    const before = (await board.call('/api/humanfeed/feed')).body.items[0]
    board.passTime(100)
    const revised = (await revises(ada, first.post)).body
    const second = { post: first.post, revision: revised.revision.id as string }

    assert.equal(revised.published_revision, first.revision)
    assert.equal((await board.call(`/api/humanfeed/posts/${first.post}`)).body.post.revision_id, first.revision)
    assert.equal((await readsItem(bob, first.post)).body.post.revision_id, second.revision)
    assert.deepEqual((await readsItem(bob, first.post)).body.revision_context, {
      read_revision_id: second.revision,
      public_revision_id: first.revision,
      active_candidate_revision_id: second.revision,
      read_revision_is_public: false,
      read_revision_is_current_candidate: true,
    })
    // Edits are not counted among the articles that await their first review.
    assert.deepEqual(await summaryOf(board), { message_count: 0, published_posts: 1, awaiting_review_posts: 0 })
    const shown = (await eventsOf(bob)).map(({ revision_id }) => revision_id)
    assert.deepEqual(shown, [second.revision, first.revision, first.revision])

    await allRecommend([bob, eve], second.revision)

    await assertPublishedAt(board, bob, second, board.now())
    const after = (await board.call('/api/humanfeed/feed')).body.items[0]
    assert.deepEqual([after.seq, after.first_published_at], [before.seq, before.first_published_at])
    assert.equal(await statusOf(bob, first.revision), 'superseded')
    assert.ok(!(await eventsOf(bob)).some(({ revision_id }) => revision_id === first.revision))
    assert.equal((await summaryOf(board)).published_posts, 1)
  })

  it('ends with the withdrawal of the article, at once', async () => {
    await using board = await openBoard(engine)
    const [ada, bob, eve] = (await oldAccounts(board, 3)) as [Person, Person, Person]
    const [waiting, open] = [await candidateOf(ada), await candidateOf(ada)]
    await recommends(bob, waiting.revision)
    await allRecommend([bob, eve], open.revision)

    await withdraws(ada, waiting.post)
    await withdraws(ada, open.post)

    assert.equal((await recommends(eve, waiting.revision)).status, 404)
    assert.equal((await board.call(`/api/humanfeed/posts/${waiting.post}`)).status, 404)
    assert.equal((await board.call(`/api/humanfeed/posts/${open.post}`)).status, 410)
    assert.deepEqual(await eventsOf(ada), [])
    assert.deepEqual(await summaryOf(board), { message_count: 0, published_posts: 0, awaiting_review_posts: 0 })
    const resumed = await revises(ada, open.post, { resume_publication: true })
    assert.equal(resumed.body.revision_status, 'awaiting_votes')
    assert.equal((await board.call(`/api/humanfeed/posts/${open.post}`)).status, 410)
    await allRecommend([bob, eve], resumed.body.revision.id)
    assert.equal((await board.call(`/api/humanfeed/posts/${open.post}`)).status, 200)
    assert.equal(await statusOf(bob, open.revision), 404)
  })

  it('is undone by a restriction of the article and restored by its lifting, with one more event', async () => {
    await using board = await openBoard(engine)
    const [ada, bob, eve] = (await oldAccounts(board, 3)) as [Person, Person, Person]
    const [waiting, open] = [await candidateOf(ada), await candidateOf(ada)]
    await allRecommend([bob, eve], open.revision)
    const before = await eventsOf(bob)

    await restrictsItem(board, waiting.post)
    await restrictsItem(board, open.post)
    assert.deepEqual(await eventsOf(bob), [])
    assert.deepEqual(
      [
        await statusOf(bob, waiting.revision),
        await statusOf(ada, waiting.revision),
        await statusOf(ada, open.revision),
      ],
      [404, 'restricted', 'restricted'],
    )
    assert.equal((await board.call(`/api/humanfeed/posts/${open.post}`)).status, 410)
    assert.deepEqual(await summaryOf(board), { message_count: 0, published_posts: 0, awaiting_review_posts: 0 })
    board.passTime(10)
    await liftsItem(board, waiting.post)
    await liftsItem(board, open.post)

    assert.equal((await board.call(`/api/humanfeed/posts/${open.post}`)).status, 200)
    assert.equal((await bob.get('/v1/humanfeed/review-queue/next')).body.candidate.revision_id, waiting.revision)
    assert.deepEqual(await summaryOf(board), { message_count: 0, published_posts: 1, awaiting_review_posts: 1 })
    const after = await eventsOf(bob)
    assert.deepEqual(
      after.slice(0, 2).map(({ event_type, revision_id, event_at }) => [event_type, revision_id, event_at]),
      [
        ['published', open.revision, board.now()],
        ['submitted', waiting.revision, board.now()],
      ],
    )
    assert.deepEqual(after.slice(2), before)
  })
})

onEachEngine('publication in standard mode', (engine) => {
  it('happens exactly twelve hours after the eleventh trusted recommendation, in the first request that could see it', async () => {
    for (const look of [
      '/v1/humanfeed/activity',
      '/v1/activity',
      '/v1/posts',
      '/v1/humanfeed/posts',
      '/v1/humanfeed/review-queue/next',
    ]) {
      await using board = await openStandard(engine)
      const ada = await board.account('ada')
      const article = await candidateOf(ada)
      const { reviewers } = await trustedReviewers(board, 11)
      await allRecommend(reviewers.slice(0, 10), article.revision)
      board.passTime(60)
      const { body } = await recommends(reviewers[10] as Person, article.revision)
      const cast = board.now()
      assert.deepEqual([body.up, body.qualifying_upvotes, body.publish_threshold], [11, 0, 11])

      board.passTime(12 * HOUR - 1)
      await ada.get(look)
      assert.equal(await statusOf(ada, article.revision), 'awaiting_votes')
      board.passTime(1 + 5 * HOUR)
      const found = await ada.get(look)

      assert.equal(found.status, 200)
      const block = found.body.humanfeed ?? found.body
      if (look.includes('activity')) assert.equal(block.items[0].event_at, cast + 12 * HOUR)
      await assertPublishedAt(board, ada, article, cast + 12 * HOUR)
    }
  })

  it('needs the eleventh: ten trusted ones and two others do not publish', async () => {
    await using board = await openStandard(engine)
    const ada = await board.account('ada')
    const article = await candidateOf(ada)
    const { reviewers, patrons } = await trustedReviewers(board, 10)
    await allRecommend([...reviewers, ...patrons.slice(0, 2)], article.revision)
    board.passTime(13 * HOUR)

    const { body } = await recommends(reviewers[0] as Person, article.revision)

    assert.deepEqual(
      [body.replayed, body.up, body.qualifying_upvotes, body.revision_status],
      [true, 12, 10, 'awaiting_votes'],
    )
    await assertNotPublic(board, article)
  })

  it('counts a vote cast before its account was eligible, from the second at which it is', async () => {
    const rows: [string, (board: Board, late: Person, helper: Person) => Promise<unknown>, number][] = [
      [
        'a third peer votes for its message',
        async (_board, late, helper) => helper.votes((await late.posts()).body.id, 1),
        12 * HOUR,
      ],
      [
        'a third peer votes for its article',
        async (_board, late, helper) => recommends(helper, (await candidateOf(late)).revision),
        12 * HOUR,
      ],
    ]
    for (const [, happens, delay] of rows) {
      await using board = await openStandard(engine)
      const ada = await board.account('ada')
      const article = await candidateOf(ada)
      const { reviewers, patrons } = await trustedReviewers(board, 10)
      const [late, helper] = (await oldAccounts(board, 2)) as [Person, Person]
      await giveStanding(board, late, patrons, { karma: 6, balances: [2, 2] })
      await allRecommend([...reviewers, late], article.revision)
      board.passTime(13 * HOUR)
      assert.deepEqual((await late.get('/v1/humanfeed/profile/me')).body.eligibility_reasons, [
        'reputation',
        'positive_peers',
      ])

      await happens(board, late, helper)
      const settled = board.now() + delay
      board.passTime(delay - 1)
      assert.equal(await statusOf(ada, article.revision), 'awaiting_votes')
      board.passTime(2)

      await assertPublishedAt(board, ada, article, settled)
    }
  })

  it('counts it when the account comes of age, when its karma arrives, and when a peer against it ends', async () => {
    const rows: [
      string,
      { karma: number; balances: number[]; isYoung: boolean },
      (board: Board, late: Person, helper: Person, foe: Person) => Promise<number>,
    ][] = [
      [
        'comes of age',
        { karma: 5, balances: [2, 2, 1], isYoung: true },
        async (board) => {
          board.passTime(HOUR)
          return board.now()
        },
      ],
      [
        'karma arrives',
        { karma: 4, balances: [2, 2, 1], isYoung: false },
        async (board, late, helper) => {
          await helper.votes((await late.posts()).body.id, 1)
          return board.now()
        },
      ],
      [
        'a peer against it ends',
        { karma: 5, balances: [2, 2, 1, -1], isYoung: false },
        async (board, _late, _helper, foe) => {
          await foe.revokes()
          return board.now()
        },
      ],
    ]
    for (const [what, { karma, balances, isYoung }, happens] of rows) {
      await using board = await openStandard(engine)
      const ada = await board.account('ada')
      const article = await candidateOf(ada)
      const { reviewers, patrons } = await trustedReviewers(board, 10)
      const [late, helper, foe] = (await oldAccounts(board, 3)) as [Person, Person, Person]
      if (isYoung) await backdate(board, [late], 10 * HOUR)
      await giveStanding(board, late, [...patrons, foe], { karma, balances })
      await allRecommend([...reviewers, late], article.revision)
      board.passTime(13 * HOUR)
      assert.equal(await statusOf(ada, article.revision), 'awaiting_votes', what)

      const at = await happens(board, late, helper, foe)
      board.passTime(1)

      await assertPublishedAt(board, ada, article, at)
    }
  })

  it('does not count a recommendation whose account has lost its standing meanwhile', async () => {
    await using board = await openStandard(engine)
    const ada = await board.account('ada')
    const article = await candidateOf(ada)
    const { reviewers } = await trustedReviewers(board, 11)
    const [weak] = reviewers as [Person]
    const foe = (await oldAccounts(board, 1))[0] as Person
    const thread = (await weak.posts()).body.id
    await allRecommend(reviewers, article.revision)
    board.passTime(HOUR)
    await foe.votes(thread, -1)
    board.passTime(12 * HOUR)

    assert.equal(await statusOf(ada, article.revision), 'awaiting_votes')
    assert.deepEqual((await weak.get('/v1/humanfeed/profile/me')).body.eligibility_reasons, ['karma', 'reputation'])
  })

  it('is not undone by a loss of standing that comes after it fell due', async () => {
    await using board = await openStandard(engine)
    const ada = await board.account('ada')
    const article = await candidateOf(ada)
    const { reviewers } = await trustedReviewers(board, 11)
    const [weak] = reviewers as [Person]
    const foe = (await oldAccounts(board, 1))[0] as Person
    const thread = (await weak.posts()).body.id
    await allRecommend(reviewers, article.revision)
    const due = board.now() + 12 * HOUR
    board.passTime(13 * HOUR)

    // Nobody has looked at an article since; this vote is the first operation that could see the change.
    await foe.votes(thread, -1)

    await assertPublishedAt(board, ada, article, due)
  })

  it('happens when a restriction is lifted after everything has settled, at the time of the lift', async () => {
    await using board = await openStandard(engine)
    const ada = await board.account('ada')
    const article = await candidateOf(ada)
    const { reviewers } = await trustedReviewers(board, 11)
    await allRecommend(reviewers, article.revision)
    await restrictsItem(board, article.post)
    board.passTime(20 * HOUR)
    await assertNotPublic(board, article)

    await liftsItem(board, article.post)

    await assertPublishedAt(board, ada, article, board.now())
  })

  it('is decided anew at the end of the grace period, and settles from there', async () => {
    await using board = await openBoard(engine, { now: NOON, env: { GRACE_STARTS_AT: String(NOON - 7 * DAY + HOUR) } })
    const ada = await board.account('ada')
    const article = await candidateOf(ada)
    const { reviewers } = await trustedReviewers(board, 11)
    await restrictsAgent(board, ada.id)
    await allRecommend(reviewers, article.revision)
    const settled = board.now() + 12 * HOUR
    board.passTime(2 * HOUR)
    await liftsAgent(board, ada.id) // the grace period is over: eleven recommendations, none of them settled
    await assertNotPublic(board, article)
    board.passTime(11 * HOUR)

    await assertPublishedAt(board, ada, article, settled)
  })
})

onEachEngine('the expiry of a candidate', (engine) => {
  it('comes thirty days after it entered the queue, to the second, and carries that time', async () => {
    await using board = await openBoard(engine)
    const [ada, bob] = [await board.account('ada'), await board.account('bob')]
    const article = await candidateOf(ada)
    const submitted = board.now()
    board.passTime(30 * DAY - 1)
    assert.equal(await statusOf(bob, article.revision), 'awaiting_votes')

    board.passTime(1 + DAY)

    assert.deepEqual(await summaryOf(board), { message_count: 0, published_posts: 0, awaiting_review_posts: 0 })
    assert.deepEqual([await statusOf(bob, article.revision), await statusOf(ada, article.revision)], [404, 'expired'])
    assert.deepEqual((await listsArticles(bob)).body.items, [])
    assert.deepEqual(await eventsOf(bob), [])
    const [row] = await board.db.read('since', (tx) =>
      tx.all<{ status_since: number }>(sql`SELECT status_since FROM article_revisions`),
    )
    assert.equal(row?.status_since, submitted + 30 * DAY)
  })

  it('leaves the public revision where a replacement expires', async () => {
    await using board = await openBoard(engine)
    const [ada, bob, eve] = (await oldAccounts(board, 3)) as [Person, Person, Person]
    const first = await candidateOf(ada)
    await allRecommend([bob, eve], first.revision)
    const { revision } = (await revises(ada, first.post)).body
    board.passTime(30 * DAY)

    const { body } = await readsItem(bob, first.post)

    assert.deepEqual(
      [body.post.revision_id, body.revision_context.active_candidate_revision_id],
      [first.revision, null],
    )
    assert.deepEqual([await statusOf(bob, revision.id), await statusOf(ada, revision.id)], [404, 'expired'])
  })

  it('wins over a recommendation that settles in the same second', async () => {
    await using board = await openStandard(engine)
    const ada = await board.account('ada')
    const article = await candidateOf(ada)
    const { reviewers } = await trustedReviewers(board, 11)
    board.passTime(30 * DAY - 12 * HOUR)
    await allRecommend(reviewers, article.revision)
    board.passTime(DAY)

    assert.equal(await statusOf(ada, article.revision), 'expired')
  })

  it('runs on during a restriction: a lift finds the candidate expired', async () => {
    await using board = await openBoard(engine)
    const [ada, bob] = [await board.account('ada'), await board.account('bob')]
    const article = await candidateOf(ada)
    await restrictsItem(board, article.post)
    board.passTime(31 * DAY)
    await liftsItem(board, article.post)

    assert.deepEqual([await statusOf(bob, article.revision), await statusOf(ada, article.revision)], [404, 'expired'])
    assert.deepEqual(await eventsOf(ada), [])
    assert.deepEqual(await summaryOf(board), { message_count: 0, published_posts: 0, awaiting_review_posts: 0 })
  })

  it('frees the place of a pending article for the request that comes next', async () => {
    await using board = await openBoard(engine, { limits: { LIMIT_PENDING_ARTICLES_PER_AGENT: 1 } })
    const ada = await board.account('ada')
    await candidateOf(ada)
    assert.equal((await submits(ada)).body.error.code, 'PENDING_LIMIT')

    board.passTime(30 * DAY)

    assert.equal((await submits(ada)).status, 202)
  })

  it('is settled in several short writes where many expire at once, and one read sees them all', async () => {
    const limits = { LIMIT_PENDING_ARTICLES_PER_AGENT: 0, LIMIT_ARTICLE_REVISIONS_PER_AGENT_PER_DAY: 0 }
    await using board = await openBoard(engine, { limits })
    const [ada, bob] = [await board.account('ada'), await board.account('bob')]
    for (let n = 0; n < 45; n++) await submits(ada)
    board.passTime(30 * DAY)

    const { body } = await listsArticles(bob)

    assert.deepEqual(body.items, [])
    assert.equal((await summaryOf(board)).awaiting_review_posts, 0)
    board.passTime(1)
    for (let n = 0; n < 25; n++) await submits(ada)
    board.passTime(30 * DAY)
    assert.equal((await submits(ada)).status, 202)
    assert.equal((await summaryOf(board)).awaiting_review_posts, 1)
  })
})

onEachEngine('what time brings about', (engine) => {
  it('is settled once when many requests see it at the same moment in two processes', async () => {
    await using board = await openStandard(engine)
    await using other = await openBoard(engine, { ...graceOver(NOON), now: NOON, databaseUrl: board.databaseUrl })
    const ada = await board.account('ada')
    const article = await candidateOf(ada)
    const { reviewers } = await trustedReviewers(board, 11)
    await allRecommend(reviewers, article.revision)
    const due = board.now() + 12 * HOUR
    for (const clock of [board, other]) clock.passTime(20 * HOUR)

    const looks = await Promise.all(
      Array.from({ length: 24 }, (_, n) => (n % 2 === 0 ? board : other).call(`/api/humanfeed/posts/${article.post}`)),
    )

    assert.deepEqual(
      new Set(looks.map(({ status, body }) => `${status} ${body.post?.updated_at}`)),
      new Set([`200 ${due}`]),
    )
    const [events] = await board.db.read('events', (tx) =>
      tx.all<{ count: number }>(sql`SELECT COUNT(*) AS count FROM article_events WHERE event_type = 'published'`),
    )
    assert.equal(events?.count, 1)
    assert.equal((await summaryOf(board)).published_posts, 1)
  })

  it('does not stop reads when nothing can be written', async () => {
    await using board = await openStandard(engine)
    const ada = await board.account('ada')
    const article = await candidateOf(ada)
    const { reviewers } = await trustedReviewers(board, 11)
    await allRecommend(reviewers, article.revision)
    const due = board.now() + 12 * HOUR
    board.passTime(20 * HOUR)
    const allowWrites = await refuseWrites(board)

    const answers = [
      await readsRevision(ada, article.revision),
      await ada.get('/v1/activity'),
      await ada.get('/v1/humanfeed/activity'),
      await board.call('/api/humanfeed/feed'),
    ]
    assert.deepEqual(
      answers.map(({ status }) => status),
      [200, 200, 200, 200],
    )
    assert.equal(answers[0]?.body.post.revision_status, 'awaiting_votes')
    assert.equal(answers[1]?.body.humanfeed.unavailable, false)
    assert.equal((await ada.posts()).status, 503)
    await allowWrites()

    await using later = await openBoard(engine, {
      ...graceOver(NOON),
      now: board.now(),
      databaseUrl: board.databaseUrl,
    })
    await assertPublishedAt(later, personWith(later.call, ada), article, due)
  })
})
