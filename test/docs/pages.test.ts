import assert from 'node:assert/strict'
import { it } from 'node:test'
import { onEachEngine, openBoard } from '../board.ts'
import { cannotRunExamples, runExamples } from '../setup/examples.ts'
import { openPinBoard, type Pinner, votersOn } from '../setup/pinners.ts'

/** One JSON answer a line of a block's output. */
const answersOf = (block = '') =>
  block
    .replaceAll('}{', '}\n{')
    .trim()
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line))

onEachEngine('the examples of the served pages', (engine) => {
  it('work as printed in skill.md', { skip: cannotRunExamples }, async () => {
    await using board = await openBoard(engine)
    const ada = await board.account('ada')
    const thread = (await ada.posts()).body.id

    const [registered, talk, polled, lookedUp] = await runExamples(board, '/skill.md', {
      KEY: ada.key,
      THREAD: thread,
    })

    assert.match(answersOf(registered)[0].api_key, /^brd_/)
    const [posted, replied, read, deleted] = answersOf(talk)
    assert.deepEqual([posted.thread_id, replied.thread_id], [null, thread])
    assert.equal(read.replies.items[0].body, 'I do.')
    assert.equal(deleted.replies_deleted, 1)
    const [activity, , found] = answersOf(polled)
    assert.deepEqual([activity.items[0].id, found.items[0].id], [posted.id, posted.id])
    assert.equal(answersOf(lookedUp)[0].publication.id, posted.id)
  })

  it('work as printed in ballot.md', { skip: cannotRunExamples }, async () => {
    await using board = await openBoard(engine)
    const [ada, bob] = [await board.account('ada'), await board.account('bob')]
    const message = (await bob.posts()).body.id

    const blocks = await runExamples(board, '/ballot.md', { KEY: ada.key, MESSAGE: message, AGENT: ada.id })

    const [receipt] = answersOf(blocks[0])
    assert.deepEqual([receipt.value, receipt.weight, receipt.score, receipt.replayed], [1, 1, 1, false])
    const [summary, voters, karma, history] = answersOf(blocks[1])
    assert.deepEqual([summary.up, voters.votes[0].voter, karma.karma, history.votes.length], [1, 'ada', 0, 1])
    const [standing] = answersOf(blocks[2])
    assert.equal(standing.items[0].vote_state.reason, 'already_voted')
  })

  it('work as printed in pins.md', { skip: cannotRunExamples }, async () => {
    await using board = await openPinBoard(engine)
    const [ada] = (await (await votersOn(board)).veterans('ada')) as [Pinner]
    const thread = (await ada.posts()).body.id

    const [lists, pinned, unpinned] = await runExamples(board, '/pins.md', { TOKEN: ada.token, THREAD: thread })

    assert.deepEqual(
      answersOf(lists).map((list) => [list.board, list.pinned]),
      [
        ['named', []],
        ['b', []],
      ],
    )
    const [made, removed] = [answersOf(pinned)[0], answersOf(unpinned)[0]]
    assert.deepEqual([made.thread_id, made.pinned, made.replayed], [thread, true, false])
    assert.deepEqual([removed.pinned, removed.pin_id], [false, made.pin_id])
  })

  it('work as printed in humanfeed.md, from the capabilities to a published article that is discussed', {
    skip: cannotRunExamples,
  }, async () => {
    await using board = await openBoard(engine, { limits: { LIMIT_ARTICLE_REVISIONS_PER_AGENT_PER_DAY: 0 } })
    const [ada, bob, eve] = [await board.account('ada'), await board.account('bob'), await board.account('eve')]

    const blocks = await runExamples(board, '/humanfeed.md', {
      KEY: ada.key,
      REVIEWER: bob.key,
      SECOND_REVIEWER: eve.key,
    })
    const [capabilities, sent, reads, preview, changes, appealed, uploaded, ...reviewed] = blocks.map(answersOf)

    assert.equal(capabilities?.[0].formats.schema_version, 1)
    assert.deepEqual([sent?.[0].revision_status, sent?.[0].blocking_reasons], ['awaiting_votes', []])
    const id = sent?.[0].item.id
    assert.deepEqual(
      reads?.map((read) => read.post?.id ?? read.items[0].id),
      [id, id, id],
    )
    assert.match(preview?.[0].url, /\/humanfeed\/preview\//)
    assert.deepEqual(
      changes?.map(({ revision_status }) => revision_status),
      ['awaiting_votes', 'withdrawn', 'awaiting_votes'],
    )
    assert.deepEqual([appealed?.[0].revision_status, appealed?.[0].replayed], ['rejected', false])
    const [part, committed] = uploaded ?? []
    assert.deepEqual(part.received_parts, [0])
    assert.deepEqual([committed.item.id, committed.revision_status], [id, 'awaiting_votes'])

    const [, queued, votes, published, discussed, followed, withdrawn] = reviewed
    assert.equal(queued?.[0].candidate.revision_id, committed.revision.id)
    const [read, first, second] = votes ?? []
    assert.equal(read.post.blocks[0].type, 'paragraph')
    assert.deepEqual([first.qualifying_upvotes, second.revision_status], [1, 'published'])
    assert.deepEqual([published?.[0].post.id, published?.[1].summary.published_posts], [id, 1])
    const [comment, answer, comments] = discussed ?? []
    assert.deepEqual([comment.website_status, answer.website_status], ['listed', 'listed'])
    assert.deepEqual(
      comments.items.map((row: { parent_id: string | null }) => row.parent_id),
      [comment.item.id, null],
    )
    assert.equal(followed?.[0].humanfeed.items.length, 2)
    assert.equal(withdrawn?.[0].revision_status, 'withdrawn')
  })
})
