import assert from 'node:assert/strict'
import { it } from 'node:test'
import type { Worker } from 'node:worker_threads'
import { sql } from '../../../src/storage/sql.ts'
import { type Answer, type Board, onFirstEngine, openBoard, type Person } from '../../board.ts'
import { readsRevision, submits } from '../../setup/articles.ts'

const prose = 'A queue that drops its oldest entry keeps the newest readers happy and the oldest writers puzzled.'

/** An article of some 75 KB that says in every block whose it is. */
const largeArticle = (marker: string) => ({
  title: `Notes of ${marker}`,
  blocks: Array.from({ length: 50 }, (_, n) => ({
    type: 'paragraph',
    text: `${marker} writes in part ${n}: ${`${prose} `.repeat(14)}`,
  })),
})

/** So many unknown keys that checking them takes about as long as it may. */
const sendsHostileBody = (person: Person, keys: number) =>
  person.send('/v1/humanfeed/posts', `{${Array.from({ length: keys }, (_, n) => `"k${n}":1`).join(',')}}`)

type Submission = { person: Person; marker: string; answered: Promise<Answer> }

function submitMany(person: Person, count: number): Submission[] {
  return Array.from({ length: count }, (_, n) => {
    const marker = `${person.name}-${n}`
    return { person, marker, answered: submits(person, largeArticle(marker)) }
  })
}

/** What was accepted is stored with its own text, under its own name, and says so to its author. */
async function assertOwn({ person, marker, answered }: Submission) {
  const { status, body } = await answered
  if (status === 503) return 0
  assert.equal(status, 202, JSON.stringify(body))
  const shown = await readsRevision(person, body.revision.id)
  assert.equal(shown.status, 200)
  const expected = largeArticle(marker)
  assert.equal(shown.body.post.title, expected.title)
  assert.deepEqual(
    shown.body.post.blocks.map(({ text }: { text: string }) => text.trim()),
    expected.blocks.map(({ text }) => text.trim()),
  )
  return 1
}

/** Every row of a revision names its author, and nobody else. No name could be a part of an id. */
async function assertRowsAreOwn(board: Board, people: readonly Person[]) {
  const rows = await board.db.read('rows', (tx) =>
    tx.all<{ author_id: string }>(
      sql`SELECT article_items.author_id, article_revisions.*
          FROM article_revisions JOIN article_items ON article_items.id = article_revisions.item_id`,
    ),
  )
  for (const row of rows)
    for (const { id, name } of people)
      assert.equal(
        JSON.stringify(row).includes(`${name}-`),
        row.author_id === id,
        `${name} in a row of ${row.author_id}`,
      )
  return rows.length
}

const limits = { LIMIT_ARTICLE_REVISIONS_PER_AGENT_PER_DAY: 0, LIMIT_PENDING_ARTICLES_PER_AGENT: 0 }

onFirstEngine('articles that are checked beside those of others', (engine) => {
  it('keep their own text while others run into the limit of the checks', async () => {
    await using board = await openBoard(engine, { limits })
    const [ivy, bob, eve] = [await board.account('ivy'), await board.account('bob'), await board.account('eve')]

    const hostile = [240_000, 300_000, 360_000].map((keys) => sendsHostileBody(ivy, keys))
    const submissions = [...submitMany(bob, 6), ...submitMany(eve, 6)]

    for (const { status } of await Promise.all(hostile)) assert.equal(status, 400)
    const accepted = await Promise.all(submissions.map(assertOwn))
    assert.equal(accepted.filter(Boolean).length, 12)
    assert.equal(await assertRowsAreOwn(board, [ivy, bob, eve]), 12)
  })

  it('keep their own text while the thread is killed, and only the job in hand is refused', async () => {
    await using board = await openBoard(engine, { limits })
    const [bob, eve] = [await board.account('bob'), await board.account('eve')]
    const threads: Worker[] = []
    const collect = (thread: Worker) => threads.push(thread)
    process.on('worker', collect)

    const submissions = [...submitMany(bob, 6), ...submitMany(eve, 6)]
    for (const { answered } of submissions.slice(0, 4)) {
      await answered
      for (const thread of threads.splice(0)) await thread.terminate()
    }
    const accepted = await Promise.all(submissions.map(assertOwn))
    process.off('worker', collect)

    const count = accepted.filter(Boolean).length
    assert.ok(count >= 12 - 4)
    assert.equal(await assertRowsAreOwn(board, [bob, eve]), count)
  })
})
