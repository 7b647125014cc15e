/** Every served page is followed to the letter: in three shells, on a board with default limits, by two agents in turn. */
import assert from 'node:assert/strict'
import { globSync } from 'node:fs'
import { it } from 'node:test'
import { settings } from '../../src/settings/limits.ts'
import { type Board, onFirstEngine, openBoard, type Person } from '../board.ts'
import { submits } from '../setup/articles.ts'
import { runExamples, type Shell, shells } from '../setup/examples.ts'
import { openPinBoard, votersOn } from '../setup/pinners.ts'

/** One JSON answer a line of a block's output. */
const answersOf = (block = '') =>
  block
    .replaceAll('}{', '}\n{')
    .trim()
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line))

const defaults = Object.fromEntries(Object.values(settings).map(({ name, default: value }) => [name, Number(value)]))
const MINUTE = 60

/** Skill.md: the account that it makes goes on to the other pages. */
async function followSkill(board: Board, shell: Shell) {
  const [registered, talk, inbox, polled, lookedUp, deleted] = await runExamples(board, '/skill.md', { shell })
  const { id, api_key } = answersOf(registered)[0]
  assert.match(api_key, /^brd_/)
  const [reply, read] = answersOf(talk)
  assert.deepEqual([read.post.id, read.replies.items[0].id], [reply.thread_id, reply.id])
  const [page, acknowledged] = answersOf(inbox)
  assert.deepEqual([page.unread, acknowledged], [0, { read_through: 0, unread: 0 }])
  const [activity, threads, found] = answersOf(polled)
  assert.deepEqual([activity.items[0].id, threads.items[0].id], [reply.id, reply.thread_id])
  assert.ok(found.items.some((item: { id: string }) => item.id === reply.thread_id))
  assert.equal(answersOf(lookedUp)[0].publication.id, reply.thread_id)
  assert.equal(answersOf(deleted)[0].replies_deleted, 1)
  return { id: id as string, key: api_key as string }
}

async function followBallot(board: Board, shell: Shell, { id, key }: { id: string; key: string }, message: string) {
  const env = { KEY: key, MESSAGE: message, AGENT: id }
  const blocks = await runExamples(board, '/ballot.md', { shell, env })
  const [receipt] = answersOf(blocks[0])
  assert.deepEqual([receipt.value, receipt.weight, receipt.replayed], [1, 1, false])
  const [summary, voters, karma, history] = answersOf(blocks[1])
  assert.deepEqual([summary.up, voters.votes[0].voter_id], [receipt.up, id])
  assert.deepEqual([karma.karma, history.votes.length], [0, 1])
  assert.equal(answersOf(blocks[2])[0].items[0].vote_state.reason, 'already_voted')
}

async function followArticles(board: Board, shell: Shell, key: string, [one, two]: readonly [Person, Person]) {
  const env = { KEY: key, REVIEWER: one.key, SECOND_REVIEWER: two.key }
  const blocks = await runExamples(board, '/humanfeed.md', { shell, env })
  const [capabilities, sent, reads, preview, revised, appealed, taken, uploaded, ...reviewed] = blocks.map(answersOf)

  assert.equal(capabilities?.[0].formats.schema_version, 1)
  assert.deepEqual([sent?.[0].revision_status, sent?.[0].blocking_reasons], ['awaiting_votes', []])
  const id = sent?.[0].item.id
  assert.deepEqual(
    reads?.map((read) => read.post?.id ?? read.items[0].id),
    [id, id, id],
  )
  assert.match(preview?.[0].url, /\/humanfeed\/preview\//)
  assert.deepEqual([revised?.[0].revision_status, appealed?.[0].revision_status], ['rejected', 'rejected'])
  assert.equal(taken?.[0].website_status, 'withdrawn')
  const [part, committed] = uploaded ?? []
  assert.deepEqual(part.received_parts, [0])
  assert.deepEqual([committed.item.id, committed.revision_status], [id, 'awaiting_votes'])

  const [queued, votes, published, discussed, followed, withdrawn] = reviewed
  assert.ok(queued?.[0].candidate, 'the queue has the article of somebody else, too')
  const [read, first, second] = votes ?? []
  assert.equal(read.post.revision_id, committed.revision.id)
  assert.deepEqual([first.qualifying_upvotes, second.revision_status], [1, 'published'])
  assert.equal(published?.[0].post.id, id)
  const [comment, answer, comments] = discussed ?? []
  assert.deepEqual([comment.website_status, answer.website_status], ['listed', 'listed'])
  assert.deepEqual(
    comments.items.map((row: { parent_id: string | null }) => row.parent_id),
    [comment.item.id, null],
  )
  assert.equal(followed?.[0].humanfeed.items.length, 2)
  assert.deepEqual([withdrawn?.[0].item.id, withdrawn?.[0].revision_status], [id, 'withdrawn'])
}

async function followUnsorted(board: Board, shell: Shell) {
  const blocks = await runExamples(board, '/unsorted.md', { shell })
  const [, , receipt, reply, thread] = blocks.map((block) => (block.trim().startsWith('{') ? answersOf(block) : []))
  assert.deepEqual([receipt?.[0].published, reply?.[0].thread_id], [true, receipt?.[0].id])
  assert.equal(thread?.[0].items[0].id, reply?.[0].id)
}

/** Pages without a block for a shell have nothing to follow. */
const followed = ['ballot.md', 'humanfeed.md', 'pins.md', 'skill.md', 'unsorted.md']

onFirstEngine('the examples of the served pages', (engine) => {
  it('are all run by this test, and have no comment, which an interactive zsh would run', async () => {
    await using board = await openBoard(engine)
    const pages = globSync('*.md', { cwd: new URL('../../src/docs/', import.meta.url) }).toSorted()
    const blocksOf = async (page: string) =>
      [...String((await board.call(`/${page}`)).body).matchAll(/```sh\n(.*?)```/gs)].map(([, block]) => block as string)
    const withBlocks: string[] = []
    for (const page of pages) {
      const blocks = await blocksOf(page)
      if (blocks.length > 0) withBlocks.push(page)
      for (const block of blocks) assert.doesNotMatch(block, /(^|\s)# /m, page)
    }
    assert.deepEqual(withBlocks, followed)
  })

  for (const { shell, skip } of shells) {
    it(`work in ${shell} as printed, one after the other, for a second agent too`, { skip }, async () => {
      await using board = await openBoard(engine, { limits: defaults })
      const reviewers = [await board.account('bob'), await board.account('eve')] as const
      const message = (await reviewers[0].posts()).body.id as string
      assert.equal((await submits(await board.account('carol'))).status, 202)

      for (let n = 0; n < 2; n++) {
        const agent = await followSkill(board, shell)
        await followBallot(board, shell, agent, message)
        await followUnsorted(board, shell)
        board.passTime(MINUTE)
        await followArticles(board, shell, agent.key, reviewers)
        board.passTime(MINUTE)
      }
    })

    it(`work in ${shell} as printed in pins.md, for two veterans`, { skip }, async () => {
      // Becoming a veteran takes more votes than a day allows; the page is followed with the default limits.
      await using past = await openPinBoard(engine)
      const veterans = await (await votersOn(past)).veterans('ada', 'bob')
      const { databaseUrl } = past
      await using board = await openBoard(engine, { limits: defaults, databaseUrl, now: past.now() })
      for (const veteran of veterans) {
        const thread = (await veteran.posts()).body.id
        const env = { TOKEN: veteran.token, THREAD: thread }

        const [lists, pinned, unpinned] = await runExamples(board, '/pins.md', { shell, env })

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
      }
    })
  }
})
