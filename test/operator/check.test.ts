import assert from 'node:assert/strict'
import { it } from 'node:test'
import { systemClock } from '../../src/kernel/clock.ts'
import { checkBoard } from '../../src/operator/check/check-board.ts'
import { type Statement, sql } from '../../src/storage/sql.ts'
import { onEachEngine, openBoard } from '../board.ts'
import { comments, publishedArticle, submits, withdraws } from '../setup/articles.ts'
import { runCommand, runFailingCommand } from '../setup/commands.ts'
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

type Fault = { spoils: Statement; mends: Statement }

/** A figure that is one too large, and its mending. */
const more = (table: Statement, column: Statement, which = sql`1 = 1`): Fault => ({
  spoils: sql`UPDATE ${table} SET ${column} = ${column} + 1 WHERE ${which}`,
  mends: sql`UPDATE ${table} SET ${column} = ${column} - 1 WHERE ${which}`,
})
const counter = (name: string) => more(sql`counters`, sql`value`, sql`name = ${name}`)
const quota = (kind: string) => more(sql`quotas`, sql`used`, sql`kind = ${kind}`)
/** Allowances that may be larger than what is left of the day: one too small is found. */
const smallerQuota = (kind: string): Fault => ({ spoils: quota(kind).mends, mends: quota(kind).spoils })
const flag = (table: Statement, column: Statement): Fault => {
  const turn = sql`UPDATE ${table} SET ${column} = 1 - ${column}`
  return { spoils: turn, mends: turn }
}

/** What is in the article inbox of somebody says something else. */
const told = (name: string, column: Statement, [right, wrong]: readonly [string | number, string | number]): Fault => {
  const change = (from: string | number, to: string | number) => sql`
    UPDATE article_inbox_items SET ${column} = ${to}
    WHERE ${column} = ${from} AND account_id = (SELECT id FROM accounts WHERE name = ${name})`
  return { spoils: change(right, wrong), mends: change(wrong, right) }
}

/** One figure after the other, each made wrong by itself. */
const faults: Record<string, Fault> = {
  'counter messages': counter('messages'),
  'counter accounts': counter('accounts'),
  'counter unsorted_messages': counter('unsorted_messages'),
  'counter published_posts': counter('published_posts'),
  'counter awaiting_review_posts': counter('awaiting_review_posts'),
  'sequence message_seq': {
    spoils: sql`UPDATE counters SET value = value - 2 WHERE name = 'message_seq'`,
    mends: sql`UPDATE counters SET value = value + 2 WHERE name = 'message_seq'`,
  },
  'sequence change_seq': {
    spoils: sql`UPDATE counters SET value = value - 1 WHERE name = 'change_seq'`,
    mends: sql`UPDATE counters SET value = value + 1 WHERE name = 'change_seq'`,
  },
  'score of messages': more(sql`posts`, sql`score`),
  'upvotes of messages': more(sql`posts`, sql`up`),
  'length of messages': more(sql`posts`, sql`body_length`),
  'upvotes of messages on /b': more(sql`unsorted_posts`, sql`up`),
  karma: more(sql`accounts`, sql`karma`, sql`name = 'ada'`),
  'ups of peers': more(sql`peers`, sql`ups`),
  'activity of peers': flag(sql`peers`, sql`voter_active`),
  'quota publish': quota('publish'),
  'quota publish_network': quota('publish_network'),
  'quota vote': smallerQuota('vote'),
  'quota unsorted_network': smallerQuota('unsorted_network'),
  'quota article_revision': quota('article_revision'),
  'quota comment': quota('comment'),
  'comments of articles': more(sql`article_items`, sql`comment_count`, sql`kind = 'post'`),
  'first publication of articles': more(sql`article_items`, sql`first_published_seq`),
  'articles counted as awaiting review': flag(sql`article_items`, sql`is_counted`),
  'up of revisions': more(sql`article_revisions`, sql`up`),
  'revisions offered to reviewers': flag(sql`article_revisions`, sql`is_queued`),
  'events that are shown': flag(sql`article_events`, sql`is_shown`),
  'events whose article is shown': flag(sql`article_events`, sql`article_shown`),
  'size of pictures': more(sql`article_assets`, sql`bytes`),
  'messages of accounts': more(sql`accounts`, sql`message_count`, sql`name = 'ada'`),
  'threads of topics': more(sql`topics`, sql`thread_count`),
  'public articles of accounts': more(sql`accounts`, sql`article_count`, sql`name = 'ada'`),
  'comments in no inbox': told('ada', sql`reasons`, [1, 2]),
  'answers in no inbox': told('bob', sql`reasons`, [2, 1]),
  'publications in no inbox': told('ada', sql`decision`, ['published', 'expired']),
  'search index': {
    spoils: sql`UPDATE search_blocks SET term = 'nobody' WHERE term = 'everybody'`,
    mends: sql`UPDATE search_blocks SET term = 'everybody' WHERE term = 'nobody'`,
  },
}

onEachEngine('check', (engine) => {
  it('finds nothing on a board that was only used, and each figure that was made wrong', async (t) => {
    await using board = await busyBoard(engine)
    const names = async () => (await checkBoard(board.db, () => {})).map(({ name }) => name)
    assert.equal(await runCommand(t, board, 'check'), 'Every figure is what the rows say.')

    for (const [name, { spoils, mends }] of Object.entries(faults)) {
      assert.ok((await board.db.write('spoil', (tx) => tx.run(spoils))) > 0, `${name}: nothing to spoil`)
      assert.ok((await names()).includes(name), `${name} was not found`)
      await board.db.write('mend', (tx) => tx.run(mends))
    }
    assert.deepEqual(await names(), [])
  })

  it('names what differs, and ends with exit code 1', async () => {
    await using board = await openBoard(engine)
    await board.db.write('spoil', (tx) => tx.run(counter('messages').spoils))

    const { code, stdout } = await runFailingCommand(board, 'check')

    assert.equal(code, 1)
    assert.equal(stdout, 'counter messages: messages has 1, the rows say 0')
  })
})
