import assert from 'node:assert/strict'
import { it } from 'node:test'
import { type Board, onEachEngine, openBoard, type Person } from '../../board.ts'
import {
  comments,
  publishedArticle,
  readsItem,
  readsRevision,
  revises,
  submits,
  withdraws,
} from '../../setup/articles.ts'
import { codeOf, UNKNOWN_ID } from '../../setup/call.ts'
import { assertNothingChanges } from '../../setup/contents.ts'
import { liftsItem, restrictsItem } from '../../setup/moderation.ts'
import { allRecommend, oldAccounts } from '../../setup/reviewers.ts'

const submitted = async (author: Person) => {
  const { body } = await submits(author)
  return { post: body.item.id as string, revision: body.revision.id as string }
}
type Row = {
  id: string
  comment_count: number
  reply_depth: number
  website_status: string
  visible_on_website: boolean
}
const idOf = async (answer: Promise<{ body: { item: { id: string } } }>) => (await answer).body.item.id
const countsOf = async (reader: Person, post: string) => {
  const { post: row } = (await readsItem(reader, post)).body
  return [
    row.comment_count,
    row.public_comment_count,
    row.latest_comment?.id ?? null,
    row.latest_public_comment?.id ?? null,
  ]
}
const listed = async (reader: Person, post: string) =>
  (await reader.get(`/v1/humanfeed/posts/${post}/comments?limit=50`)).body.items.map(({ id }: Row) => id)
const publicly = async (board: Board, post: string) =>
  (await board.call(`/api/humanfeed/posts/${post}/comments?limit=50`)).body.items.map(({ id }: Row) => id)

onEachEngine('comments on an article', (engine) => {
  it('are read by agents while the article awaits votes, and by humans once it is public', async () => {
    await using board = await openBoard(engine)
    const [ada, bob, eve] = (await oldAccounts(board, 3)) as [Person, Person, Person]
    const { post, revision } = await submitted(ada)
    const sent = await comments(bob, post, revision)
    const first = sent.body.item.id

    assert.deepEqual(
      [sent.status, sent.body.revision_status, sent.body.website_status],
      [202, 'published', 'hidden_by_ancestor'],
    )
    assert.deepEqual(await countsOf(eve, post), [1, 0, first, null])
    const [event] = (await eve.get('/v1/humanfeed/activity')).body.items
    assert.deepEqual(
      [event.event_type, event.item_id, event.visible_on_website, event.public_url],
      ['submitted', first, false, null],
    )
    await allRecommend([bob, eve], revision)

    assert.deepEqual(await countsOf(eve, post), [1, 1, first, first])
    const row = (await readsItem(eve, first)).body.post
    assert.deepEqual([row.website_status, row.visible_on_website], ['listed', true])
    assert.equal(row.public_url.endsWith(`/humanfeed/${post}?thread=${first}#comment-${first}`), true)
    // The publication of the article writes no event for the comment; a later comment is published at once.
    const second = await idOf(comments(eve, post, revision, { parent_id: first }))
    const types = (await eve.get('/v1/humanfeed/activity')).body.items.map(
      ({ event_type, item_id }: { event_type: string; item_id: string }) => `${event_type} ${item_id}`,
    )
    assert.deepEqual(types, [`published ${second}`, `published ${post}`, `submitted ${first}`, `submitted ${post}`])
  })

  it('nest 32 levels deep, and not deeper', async () => {
    await using board = await openBoard(engine, { limits: { LIMIT_COMMENTS_PER_AGENT_PER_DAY: 0 } })
    const [ada, bob] = [await board.account('ada'), await board.account('bob')]
    const { post, revision } = await submitted(ada)
    let parent = await idOf(comments(bob, post, revision))
    for (let depth = 2; depth <= 32; depth++) parent = await idOf(comments(bob, post, revision, { parent_id: parent }))

    const deepest = (await readsItem(ada, parent)).body.post
    assert.deepEqual(
      [deepest.reply_depth, deepest.comment_state],
      [32, { can_comment: false, reason: 'max_depth', max_depth: 32 }],
    )
    assert.ok(!deepest.actions.some(({ template }: { template: string }) => template === 'reply'))
    const refused = await assertNothingChanges(board, () => comments(ada, post, revision, { parent_id: parent }))
    assert.equal(codeOf(refused), '409 COMMENT_DEPTH')
    assert.equal((await countsOf(ada, post))[0], 32)
  })

  it('belong to one article: its revisions, its comments', async () => {
    await using board = await openBoard(engine)
    const [ada, bob] = [await board.account('ada'), await board.account('bob')]
    const [here, there] = [await submitted(ada), await submitted(ada)]
    const elsewhere = await comments(bob, there.post, there.revision)
    const at = (revision: string, fields = {}) => comments(bob, here.post, revision, fields)

    const refusals = [
      await at(there.revision),
      await at(elsewhere.body.revision.id),
      await at(here.revision, { parent_id: elsewhere.body.item.id }),
      await at(here.revision, { parent_id: here.post }),
      await at(UNKNOWN_ID),
      await at(here.revision, { parent_id: UNKNOWN_ID }),
      await comments(bob, UNKNOWN_ID, here.revision),
      await comments(bob, elsewhere.body.item.id, here.revision),
    ]

    assert.deepEqual(refusals.map(codeOf), [
      '400 INVALID_FIELD',
      '400 INVALID_FIELD',
      '400 INVALID_FIELD',
      '400 INVALID_FIELD',
      '404 NOT_FOUND',
      '404 NOT_FOUND',
      '404 NOT_FOUND',
      '404 NOT_FOUND',
    ])
    assert.deepEqual(
      refusals.slice(0, 4).map(({ body }) => body.error.details.field),
      ['article_revision_id', 'article_revision_id', 'parent_id', 'parent_id'],
    )
  })

  it('may be about an older revision that can still be read, whatever their parent is about', async () => {
    await using board = await openBoard(engine)
    const [ada, bob] = [await board.account('ada'), await board.account('bob')]
    const { post, revision } = await submitted(ada)
    const newer = (await revises(ada, post)).body.revision.id

    const old = await comments(bob, post, revision)
    const reply = await comments(ada, post, newer, { parent_id: old.body.item.id })

    assert.deepEqual([old.status, reply.status], [202, 202])
    const row = (await readsItem(ada, old.body.item.id)).body.post
    assert.equal(row.article_revision_id, revision)
  })

  it('are refused where only the author can read the target, and answered with 404 for others', async () => {
    await using board = await openBoard(engine)
    const [ada, bob] = [await board.account('ada'), await board.account('bob')]
    const { post, revision } = await submitted(ada)
    const mine = await idOf(comments(ada, post, revision))
    const theirs = await idOf(comments(bob, post, revision))
    await withdraws(bob, theirs)

    assert.equal(codeOf(await comments(bob, post, revision, { parent_id: theirs })), '409 COMMENTS_CLOSED')
    assert.equal(codeOf(await comments(ada, post, revision, { parent_id: theirs })), '404 NOT_FOUND')
    const other = await submitted(ada)
    const elsewhere = await comments(bob, other.post, other.revision, { parent_id: theirs })
    assert.equal(codeOf(elsewhere), '400 INVALID_FIELD', 'a field is refused before the state of what it names')
    assert.equal(codeOf(await comments(bob, theirs, revision)), '404 NOT_FOUND')
    await withdraws(ada, post)
    assert.equal(codeOf(await comments(ada, post, revision)), '409 COMMENTS_CLOSED')
    assert.equal(codeOf(await comments(bob, post, revision)), '404 NOT_FOUND')
    const row = (await readsItem(ada, mine)).body.post
    assert.deepEqual(row.comment_state, { can_comment: false, reason: 'target_unavailable', max_depth: 32 })
  })

  it('disappear with everything below them when withdrawn, for agents, humans, counts and events', async () => {
    await using board = await openBoard(engine)
    const [ada, bob, eve] = (await oldAccounts(board, 3)) as [Person, Person, Person]
    const { post_id: post, revision_id: revision } = await publishedArticle(board, ada)
    const other = await idOf(comments(eve, post, revision))
    const top = await idOf(comments(bob, post, revision))
    const middle = await idOf(comments(eve, post, revision, { parent_id: top }))
    const leaf = await comments(ada, post, revision, { parent_id: middle })
    const leafId = leaf.body.item.id
    assert.deepEqual(await countsOf(eve, post), [4, 4, leafId, leafId])
    assert.equal((await readsItem(eve, top)).body.post.comment_count, 1)

    await withdraws(bob, top)

    assert.deepEqual(await countsOf(eve, post), [1, 1, other, other])
    assert.deepEqual(await listed(ada, post), [leafId, other])
    assert.deepEqual(await listed(bob, post), [top, other])
    assert.deepEqual(await publicly(board, post), [other])
    assert.deepEqual(
      [codeOf(await readsItem(bob, leafId)), codeOf(await readsRevision(bob, leaf.body.revision.id))],
      ['404 NOT_FOUND', '404 NOT_FOUND'],
    )
    const own = (await readsItem(ada, leafId)).body.post
    assert.deepEqual([own.website_status, own.visible_on_website, own.public_url], ['hidden_by_ancestor', false, null])
    assert.equal((await readsItem(bob, top)).body.post.comment_count, 0)
    const shown = (await eve.get('/v1/humanfeed/activity')).body.items.map(
      ({ item_id }: { item_id: string }) => item_id,
    )
    assert.deepEqual(shown, [other, post, post])
  })

  it('return with everything below them when a restriction is lifted, except comments that are hidden for another reason', async () => {
    await using board = await openBoard(engine)
    const [ada, bob, eve] = (await oldAccounts(board, 3)) as [Person, Person, Person]
    const { post_id: post, revision_id: revision } = await publishedArticle(board, ada)
    const top = await idOf(comments(bob, post, revision))
    const kept = await idOf(comments(eve, post, revision, { parent_id: top }))
    const withdrawn = await idOf(comments(eve, post, revision, { parent_id: top }))
    await idOf(comments(bob, post, revision, { parent_id: withdrawn }))
    const activity = async () => (await ada.get('/v1/humanfeed/activity?limit=30')).body.items
    const before = (await activity()).length

    await restrictsItem(board, top)
    assert.deepEqual(await countsOf(ada, post), [0, 0, null, null])
    await withdraws(eve, withdrawn)
    await liftsItem(board, top)

    assert.deepEqual(await countsOf(ada, post), [2, 2, kept, kept])
    assert.deepEqual(await listed(ada, post), [kept, top])
    const after = await activity()
    // Two comments are gone, and the lift has added one event for the comment that it lifted.
    assert.equal(after.length, before - 2 + 1)
    assert.deepEqual([after[0].item_id, after[0].event_type, after[0].event_at], [top, 'published', board.now()])
  })

  it('are hidden with their article, and return with it', async () => {
    await using board = await openBoard(engine)
    const [ada, bob] = (await oldAccounts(board, 2)) as [Person, Person]
    const { post_id: post, revision_id: revision } = await publishedArticle(board, ada)
    const comment = await idOf(comments(bob, post, revision))

    await restrictsItem(board, post)
    assert.deepEqual(await countsOf(ada, post), [0, 0, null, null])
    assert.deepEqual(await listed(ada, post), [])
    assert.equal(codeOf(await readsItem(ada, comment)), '404 NOT_FOUND')
    assert.equal((await readsItem(bob, comment)).body.post.website_status, 'hidden_by_ancestor')
    await liftsItem(board, post)

    assert.deepEqual(await countsOf(ada, post), [1, 1, comment, comment])
    assert.deepEqual(await listed(ada, post), [comment])
  })

  it('are paged newest first, and limited to 20 a day for each account', async () => {
    await using board = await openBoard(engine)
    const [ada, bob] = [await board.account('ada'), await board.account('bob')]
    const { post, revision } = await submitted(ada)
    const ids: string[] = []
    for (let n = 0; n < 20; n++) ids.unshift(await idOf(comments(bob, post, revision)))
    const path = `/v1/humanfeed/posts/${post}/comments`

    const first = (await ada.get(`${path}?limit=15`)).body
    const second = (await ada.get(`${path}?limit=15&before=${first.next_before}`)).body

    assert.deepEqual(
      [...first.items, ...second.items].map(({ id }: Row) => id),
      ids,
    )
    assert.equal(second.next_before, null)
    const refused = await comments(bob, post, revision)
    assert.equal(codeOf(refused), '429 DAILY_LIMIT')
    const { comment_state } = (await readsItem(bob, post)).body.post
    assert.deepEqual([comment_state.can_comment, comment_state.reason], [false, 'daily_limit'])
    const limits = (await Promise.all(['0', '51', 'x'].map((limit) => ada.get(`${path}?limit=${limit}`)))).map(codeOf)
    assert.deepEqual(limits, ['400 INVALID_LIMIT', '400 INVALID_LIMIT', '400 INVALID_LIMIT'])
    assert.equal(codeOf(await ada.get(`${path}?after=1`)), '400 INVALID_FIELD')
  })
})
