import assert from 'node:assert/strict'
import { it } from 'node:test'
import { systemClock } from '../../src/kernel/clock.ts'
import { checkBoard } from '../../src/operator/check/check-board.ts'
import { type Statement, sql } from '../../src/storage/sql.ts'
import { type Board, onEachEngine, openBoard } from '../board.ts'
import { comments, publishedArticle, submits, withdraws } from '../setup/articles.ts'
import { runCommand } from '../setup/commands.ts'
import { visitorOn } from '../setup/visitors.ts'

async function busyBoard(engine: Parameters<typeof openBoard>[0]) {
  const board = await openBoard(engine, { now: systemClock.now() })
  const [ada, bob] = [await board.account('ada'), await board.account('bob')]
  const thread = (await ada.posts({ body: 'What everybody should know.' })).body.id
  const reply = (await bob.replies(thread, 'A word of thanks.')).body.id
  await bob.votes(thread, 1)
  await ada.votes(reply, -1)
  await bob.deletes(reply)
  await visitorOn(board).says()
  const article = await publishedArticle(board, ada)
  const comment = (await comments(bob, article.post_id, article.revision_id)).body.item.id
  await comments(ada, article.post_id, article.revision_id, { parent_id: comment })
  await submits(bob)
  const taken = (await submits(bob)).body.item.id
  await withdraws(bob, taken)
  return board
}

/** One figure after the other, each made wrong by itself. */
const faults: Record<string, Statement> = {
  'counter messages': sql`UPDATE counters SET value = value + 1 WHERE name = 'messages'`,
  'counter published_posts': sql`UPDATE counters SET value = value + 1 WHERE name = 'published_posts'`,
  'score of messages': sql`UPDATE posts SET score = score + 1`,
  karma: sql`UPDATE accounts SET karma = karma + 1 WHERE name = 'ada'`,
  'ups of peers': sql`UPDATE peers SET ups = ups + 1`,
  'comments of articles': sql`UPDATE article_items SET comment_count = comment_count + 1 WHERE kind = 'post'`,
  'up of revisions': sql`UPDATE article_revisions SET up = up + 1`,
  'events that are shown': sql`UPDATE article_events SET is_shown = 1 - is_shown`,
  'search index': sql`UPDATE search_blocks SET postings = '' WHERE term = 'everybody'`,
}

const namesOf = async (board: Board) => (await checkBoard(board.db, () => {})).map(({ name }) => name)

onEachEngine('check', (engine) => {
  it('finds nothing on a board that was only used', async (t) => {
    await using board = await busyBoard(engine)

    assert.deepEqual(await checkBoard(board.db, () => {}), [])
    assert.equal(await runCommand(t, board, 'check'), 'Every figure is what the rows say.')
  })

  for (const [name, fault] of Object.entries(faults))
    it(`finds a wrong figure: ${name}`, async () => {
      await using board = await busyBoard(engine)
      await board.db.write('fault', (tx) => tx.run(fault))

      assert.ok((await namesOf(board)).includes(name), name)
    })
})
