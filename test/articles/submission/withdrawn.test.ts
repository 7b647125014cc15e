/** What was withdrawn stays withdrawn: tried through every route and tool that takes the id of a revision or picture. */
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { BASE_URL, type Board, onEachEngine, openBoard, type Person } from '../../board.ts'
import {
  article,
  commentOn,
  comments,
  drawing,
  idsIn,
  previews,
  readsItem,
  readsRevision,
  recommends,
  revises,
  submits,
  uploads,
  withdraws,
} from '../../setup/articles.ts'
import { codeOf } from '../../setup/call.ts'
import { guestOn } from '../../setup/guests.ts'
import { assistantOf } from '../../setup/mcp.ts'
import { moderatorOf } from '../../setup/moderators.ts'

const limits = {
  LIMIT_ARTICLE_REVISIONS_PER_AGENT_PER_DAY: 0,
  LIMIT_COMMENTS_PER_AGENT_PER_DAY: 0,
  LIMIT_VOTES_PER_AGENT_PER_DAY: 0,
}

/** Every revision has words and a drawing of its own. */
const version = (name: string) => ({
  blocks: [
    { type: 'paragraph', text: `The word of this version is ${name}. ${article().blocks[0]?.text}` },
    { type: 'svg', source: drawing(name), description: 'A queue' },
  ],
})
const pictureOf = (revision: string) => `/api/humanfeed/assets/${revision}/0.svg`
const pathOf = (url: string) => url.slice(BASE_URL.length)

async function setUp(board: Board) {
  const [ada, bob, eve] = [await board.account('ada'), await board.account('bob'), await board.account('eve')]
  const publish = async (answer: Awaited<ReturnType<typeof submits>>) => {
    const { post, revision } = idsIn(answer)
    for (const person of [bob, eve]) assert.equal((await recommends(person, revision)).status, 200)
    return { post, revision }
  }
  const first = await publish(await submits(ada, version('alpha')))
  const second = await publish(await revises(ada, first.post, version('beta')))
  const waiting = idsIn(await revises(ada, first.post, version('gamma')))
  const remark = idsIn(await comments(bob, first.post, first.revision))
  return { ada, bob, eve, publish, post: first.post, remark, old: [first.revision, second.revision, waiting.revision] }
}

type Story = Awaited<ReturnType<typeof setUp>>

/** Nobody but the author gets anywhere with the id of a revision from before a withdrawal. */
async function assertClosed(board: Board, { ada, bob, post }: Story, old: readonly string[], wasPublic: number) {
  const [assistant, guest] = [await assistantOf(board, bob), guestOn(board)]
  assert.equal((await guest.begins('Sam')).status, 201)
  const { status } = await board.call(`/api/humanfeed/posts/${post}`)
  for (const [n, revision] of old.entries()) {
    const publication = commentOn(revision)
    const codes = {
      read: codeOf(await readsRevision(bob, revision)),
      preview: codeOf(await previews(bob, revision)),
      vote: codeOf(await recommends(bob, revision, -1)),
      comment: codeOf(await comments(bob, post, revision)),
      wrapped: codeOf(await bob.send('/v1/humanfeed/posts', { kind: 'comment', target_id: post, publication })),
      upload: codeOf(await uploads(bob, JSON.stringify(commentOn(revision)), { kind: 'comment', post_id: post })),
      appeal: codeOf(
        await bob.send(`/v1/humanfeed/revisions/${revision}/appeals`, {
          reason: 'It is fine.',
          request_key: publication.idempotency_key,
        }),
      ),
    }
    for (const [what, code] of Object.entries(codes)) assert.equal(code, '404 NOT_FOUND', `${what} of version ${n}`)
    const tools: [string, object][] = [
      ['humanfeed_read', { action: 'revision', id: revision }],
      ['humanfeed_preview', { revision_id: revision }],
      ['humanfeed_vote', { revision_id: revision, value: -1 }],
      ['humanfeed_submit', { kind: 'comment', target_id: post, publication: commentOn(revision) }],
      [
        'humanfeed_appeal',
        { revision_id: revision, reason: 'It is fine.', request_key: commentOn(revision).idempotency_key },
      ],
    ]
    for (const [name, given] of tools)
      assert.equal((await assistant.isRefused(name, given as never)).error.code, 'NOT_FOUND', `${name} of version ${n}`)
    const picture = await board.call(pictureOf(revision))
    assert.equal(codeOf(picture), n < wasPublic ? '410 GONE' : '404 NOT_FOUND', `picture of version ${n}`)
    const said = await guest.says({ post_id: post, revision_id: revision }, 'I have read this before.')
    assert.equal(codeOf(said), status === 200 ? '404 NOT_FOUND' : '410 GONE', `guest's comment on version ${n}`)

    const own = await readsRevision(ada, revision)
    assert.deepEqual([own.status, own.body.post.blocks.length], [200, 2], 'the author reads it')
    assert.equal(codeOf(await recommends(ada, revision)), '403 SELF_VOTE')
    assert.equal(codeOf(await previews(ada, revision)), '409 REVISION_STATE', `preview by the author of version ${n}`)
    const byAuthor = codeOf(await comments(ada, post, revision))
    assert.equal(byAuthor, '409 COMMENTS_CLOSED', `comment by the author on version ${n}`)
  }
  await assertUnseen(board, bob, old)
}

/** No list shows one of these revisions to others. */
async function assertUnseen(board: Board, bob: Person, old: readonly string[]) {
  const lists = [
    '/v1/activity',
    '/v1/humanfeed/activity?limit=30',
    '/v1/humanfeed/posts',
    '/v1/humanfeed/review-queue/next',
  ]
  for (const path of lists) {
    const text = JSON.stringify((await bob.get(path)).body)
    for (const revision of old) assert.ok(!text.includes(`"revision_id":"${revision}"`), path)
    assert.doesNotMatch(text, /version is (alpha|beta|gamma)/, path)
  }
  for (const path of ['/api/humanfeed/feed', '/humanfeed/', '/humanfeed/feed.atom', '/humanfeed/feed.json'])
    assert.doesNotMatch(JSON.stringify((await board.call(path)).body), /version is (alpha|beta|gamma)/, path)
}

onEachEngine('a revision from before a withdrawal', (engine) => {
  it('can be read only by its author, also after later changes', async () => {
    await using board = await openBoard(engine, { limits })
    const story = await setUp(board)
    const { ada, bob, post, old, publish } = story
    const operator = moderatorOf(board)

    assert.equal((await withdraws(ada, post)).status, 202)
    const rejected = await revises(ada, post, {
      blocks: [{ type: 'svg', source: drawing().replace('<rect', '<script>1</script><rect'), description: 'A queue' }],
      resume_publication: true,
    })
    assert.equal(idsIn(rejected).status, 'rejected')
    assert.equal(codeOf(await readsItem(bob, post)), '404 NOT_FOUND')

    const third = idsIn(await revises(ada, post, { ...version('delta'), resume_publication: true }))
    assert.equal(third.status, 'awaiting_votes')
    await assertClosed(board, story, old, 2)
    await publish({ status: 202, headers: {}, body: await readsReceipt(ada, third) })
    await assertClosed(board, story, old, 2)
    assert.equal((await board.call(pictureOf(third.revision))).status, 200)

    const fourth = await publish(await revises(ada, post, version('epsilon')))
    assert.equal((await readsRevision(bob, third.revision)).status, 200, 'an ordinary replacement stays open')
    assert.equal((await board.call(pictureOf(third.revision))).status, 200)
    assert.equal((await comments(bob, post, third.revision)).status, 202)
    await operator.restricts(post)
    assert.equal(codeOf(await board.call(pictureOf(third.revision))), '410 GONE')
    await operator.lifts(post)
    await assertClosed(board, story, old, 2)
    assert.equal((await readsRevision(bob, third.revision)).status, 200)

    assert.equal((await withdraws(ada, post)).status, 202)
    await publish(await revises(ada, post, { ...version('zeta'), resume_publication: true }))
    const all = [...old.slice(0, 2), third.revision, fourth.revision]
    await assertClosed(board, story, all, 4)
  })

  it('can be read only by its author if the withdrawal came during a restriction', async () => {
    await using board = await openBoard(engine, { limits })
    const story = await setUp(board)
    const { ada, post, old, publish } = story
    const operator = moderatorOf(board)

    await operator.restricts(post)
    assert.equal((await withdraws(ada, post)).status, 202)
    await operator.lifts(post)
    await publish(await revises(ada, post, { ...version('delta'), resume_publication: true }))
    await assertClosed(board, story, old, 2)
  })

  it('ends its previews permanently, also for its author', async () => {
    await using board = await openBoard(engine, { limits })
    const { ada, bob, post, old } = await setUp(board)
    const open = []
    for (const person of [ada, bob])
      for (const revision of old) open.push(pathOf((await previews(person, revision)).body.url))
    for (const path of open) assert.equal((await board.call(path)).status, 200)

    assert.equal((await withdraws(ada, post)).status, 202)
    assert.equal(codeOf(await previews(ada, old[0] as string)), '409 REVISION_STATE')
    assert.equal((await revises(ada, post, { ...version('delta'), resume_publication: true })).status, 202)

    for (const path of open) {
      assert.equal((await board.call(path)).status, 410)
      assert.equal((await board.call(`${path}/0.svg`)).status, 410)
    }
  })

  it('leaves its discussion to the article, and answers to it name a revision that is open', async () => {
    await using board = await openBoard(engine, { limits })
    const { ada, bob, eve, post, remark, publish } = await setUp(board)
    assert.equal((await withdraws(ada, post)).status, 202)
    const { revision } = await publish(await revises(ada, post, { ...version('delta'), resume_publication: true }))

    const [shown] = (await eve.get(`/v1/humanfeed/posts/${post}/comments`)).body.items
    const reply = shown.actions.find(({ template }: { template: string }) => template === 'reply')
    assert.deepEqual(
      [shown.id, reply.args],
      [remark.post, { post_id: post, article_revision_id: revision, parent_id: shown.id }],
    )
    assert.equal((await comments(eve, post, revision, { parent_id: shown.id })).status, 202)
    assert.equal((await comments(bob, post, revision)).status, 202)
    const guest = guestOn(board)
    assert.equal(
      (await guest.says({ post_id: post, revision_id: revision }, 'Good to see it again.', { nickname: 'Sam' })).status,
      201,
    )
  })
})

async function readsReceipt(author: Person, { post, revision }: { post: string; revision: string }) {
  const { body } = await readsRevision(author, revision)
  return { item: { id: post }, revision: { id: revision }, revision_status: body.post.revision_status }
}
