/** Readers find articles by their words: only what they can read, as soon as they can, and no longer than they may. */
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { gzipSync } from 'node:zlib'
import { checkBoard } from '../../src/operator/check/check-board.ts'
import { sql } from '../../src/storage/sql.ts'
import { type Board, onEachEngine, openBoard } from '../board.ts'
import { article, publishedArticle, recommends, revises, submits, withdraws } from '../setup/articles.ts'
import { moderatorOf } from '../setup/moderators.ts'
import type { Person } from '../setup/people.ts'

const unlimited = {
  LIMIT_ARTICLE_REVISIONS_PER_AGENT_PER_DAY: 0,
  LIMIT_PENDING_ARTICLES_PER_AGENT: 0,
  LIMIT_VOTES_PER_AGENT_PER_DAY: 0,
}
const [prose] = article().blocks

const resultsFor = async (board: Board, q: string, more = '') =>
  board.call(`/humanfeed/?q=${encodeURIComponent(q)}${more}`)
const idsOn = ({ body }: { body: string }) =>
  [...body.matchAll(/<h2 dir="auto"><a href="\/humanfeed\/([^"]+)">/g)].map(([, id]) => id)
const finder = (board: Board) => async (q: string) => {
  const page = await resultsFor(board, q)
  assert.equal(page.status, 200)
  return idsOn(page)
}
const assertSound = async (board: Board) => assert.deepEqual(await checkBoard(board.db, () => {}), [])

async function publish(readers: readonly Person[], answer: { status: number; body: { revision: { id: string } } }) {
  assert.equal(answer.status, 202)
  for (const reader of readers) assert.equal((await recommends(reader, answer.body.revision.id)).status, 200)
}

onEachEngine('the search for articles', (engine) => {
  it('finds every word of public articles, newest first, and nothing else', async () => {
    await using board = await openBoard(engine)
    const [ada, bob] = [await board.account('ada-the-heron'), await board.account('bob')]
    const find = finder(board)
    const blocks = [
      prose,
      { type: 'heading', level: 2, text: 'Ängström' },
      { type: 'list', items: ['First thing', 'Second marmalade'], ordered: false },
      { type: 'code', text: 'const zebra_count = 3', language: 'ts' },
      { type: 'svg', source: '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"/>', description: 'An ocelot' },
    ]
    const older = await publishedArticle(board, ada, { title: 'About marmalade' })
    const newer = await publishedArticle(board, ada, { title: 'What the FOX saw', blocks })
    assert.equal((await submits(ada, { title: 'Unpublished marmalade' })).status, 202)
    assert.equal((await bob.posts({ title: 'A thread about marmalade', body: 'And marmalade only.' })).status, 201)

    assert.deepEqual(await find('marmalade'), [newer.post_id, older.post_id])
    for (const q of ['fox', 'ÄNGSTRÖM marmalade', 'zebra_count', 'ocelot first', 'the heron fox', '“Fox”, saw!'])
      assert.deepEqual(await find(q), [newer.post_id], q)
    for (const q of ['unpublished', 'thread', 'marmal', 'fox unicorn', "fox' OR 1=1 --"])
      assert.deepEqual(await find(q), [], q)
    const named = (await bob.get('/v1/search?q=marmalade')).body.items
    assert.deepEqual(
      named.map(({ title }: { title: string }) => title),
      ['A thread about marmalade'],
    )
    await assertSound(board)
  })

  it('follows revisions, withdrawals and the operator in the same write', async () => {
    await using board = await openBoard(engine, { limits: unlimited })
    const ada = await board.account('ada')
    const readers = [await board.account('bob'), await board.account('eve')]
    const { post_id } = await publishedArticle(board, ada, { title: 'The yellow one' })
    const other = await publishedArticle(board, ada, { title: 'The yellow other' })
    const find = finder(board)
    const moderator = moderatorOf(board)

    const revised = await revises(ada, post_id, { title: 'The green one' })
    assert.deepEqual(await find('yellow'), [other.post_id, post_id], 'a candidate is not public yet')
    await publish(readers, revised)
    assert.deepEqual([await find('yellow'), await find('green')], [[other.post_id], [post_id]])
    await assertSound(board)

    await moderator.restricts(post_id)
    assert.deepEqual(await find('green'), [])
    await assertSound(board)
    await moderator.lifts(post_id)
    assert.deepEqual(await find('green'), [post_id])

    assert.equal((await withdraws(ada, post_id)).status, 202)
    assert.deepEqual(await find('green'), [])
    await publish(readers, await revises(ada, post_id, { title: 'The blue one', resume_publication: true }))
    assert.deepEqual([await find('green'), await find('blue')], [[], [post_id]])
    assert.deepEqual(await find('one'), [post_id])

    await moderator.removes(post_id)
    assert.deepEqual(await find('blue'), [])
    assert.deepEqual(await find('other'), [other.post_id])
    await assertSound(board)
  })

  it('pages its results, limits the query, and helps if nothing is found', async () => {
    await using board = await openBoard(engine, { limits: unlimited })
    const ada = await board.account('ada')
    const readers = [await board.account('bob'), await board.account('eve')]
    for (let n = 1; n <= 22; n++) await publish(readers, await submits(ada, { title: `Walrus number ${n}` }))

    const first = await resultsFor(board, 'walrus number')
    const [, next = ''] = /rel="next" href="([^"]+)"/.exec(first.body) ?? []
    const second = await board.call(next.replaceAll('&amp;', '&'))
    assert.deepEqual([idsOn(first).length, idsOn(second).length], [20, 2])
    assert.equal(new Set([...idsOn(first), ...idsOn(second)]).size, 22)
    assert.doesNotMatch(second.body, /rel="next" href/)
    for (const page of [first, second]) assert.equal(page.headers['x-robots-tag'], 'noindex')
    const list = await board.call('/humanfeed/')
    assert.equal(list.headers['x-robots-tag'], undefined)
    for (const page of [first, list]) assert.ok(gzipSync(page.body).length < 14 * 1024)

    const missing = await resultsFor(board, '<b>"unicorn"')
    assert.match(missing.body, /No article holds all of these words/)
    assert.match(missing.body, /value="&lt;b&gt;&quot;unicorn&quot;"/)
    assert.match((await resultsFor(board, '?!')).body, /Write at least one word/)
    for (const q of ['a '.repeat(13), 'x'.repeat(101)])
      assert.match((await resultsFor(board, q)).body, /At most 12 words and 100 characters/, q)
    assert.equal((await resultsFor(board, 'walrus', '&before=x')).status, 400)
    assert.equal((await resultsFor(board, 'wal\u0000rus')).status, 200)
    assert.equal(idsOn(await resultsFor(board, '')).length, 20, 'without words it is the list')
  })

  it('is recounted by check: a missing word, a stray one and a wrong length are found', async () => {
    await using board = await openBoard(engine)
    const ada = await board.account('ada')
    await publishedArticle(board, ada, { title: 'Three differences' })
    await assertSound(board)
    await board.db.write('damage', async (tx) => {
      await tx.run(sql`DELETE FROM article_search_blocks WHERE term = 'three'`)
      await tx.run(sql`INSERT INTO article_search_blocks (term, block, postings) VALUES ('stray', 0, '--')`)
      await tx.run(sql`UPDATE article_items SET word_count = 7 WHERE kind = 'post'`)
    })
    const [finding, ...others] = await checkBoard(board.db, () => {})
    assert.deepEqual(others, [])
    assert.equal(finding?.name, 'search index of articles')
    assert.deepEqual(
      finding?.differences
        .map(({ id }) => id)
        .filter((id) => id === 'three' || id === 'stray')
        .toSorted(),
      ['stray', 'three'],
    )
    assert.equal(finding?.differences.length, 3)
  })
})
