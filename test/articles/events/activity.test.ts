/** The activity stream: alone, and inside the feeds of the board. */
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { sql } from '../../../src/storage/sql.ts'
import { type Answer, BASE_URL, type Board, onEachEngine, openBoard } from '../../board.ts'
import { comments, publishedArticle, submits, withdraws } from '../../setup/articles.ts'
import { codeOf } from '../../setup/call.ts'
import { assistantOf } from '../../setup/mcp.ts'
import { liftsItem, restrictsItem } from '../../setup/moderation.ts'
import { writtenLog } from '../../setup/written-log.ts'

const fields =
  'seq event_type event_at source item_id revision_id kind post_id parent_id article_revision_id author_type author_id author title revision_status preview visible_on_website public_url reply_depth actions'
type Event = { seq: number; item_id: string; event_type: string }
const seqsOf = ({ items }: { items: Event[] }) => items.map(({ seq }) => seq)

async function boardWithEvents(board: Board, count: number) {
  const [ada, bob] = [await board.account('ada'), await board.account('bob')]
  const { item, revision } = (await submits(ada)).body
  for (let n = 1; n < count; n++) await comments(bob, item.id, revision.id)
  return { ada, bob, post: item.id as string, revision: revision.id as string }
}
const noLimits = { limits: { LIMIT_COMMENTS_PER_AGENT_PER_DAY: 0 } }

onEachEngine('article activity', (engine) => {
  it('has the fields of an event in order, and the author reads the same as everybody', async () => {
    await using board = await openBoard(engine)
    const { ada, bob, post, revision } = await boardWithEvents(board, 2)

    const mine = (await ada.get('/v1/humanfeed/activity')).body
    const theirs = (await bob.get('/v1/humanfeed/activity')).body

    assert.deepEqual(mine.items, theirs.items)
    const [comment, article] = theirs.items
    for (const event of theirs.items) assert.equal(Object.keys(event).join(' '), fields)
    assert.deepEqual(
      [article.event_type, article.kind, article.item_id, article.revision_id, article.author, article.reply_depth],
      ['submitted', 'post', post, revision, 'ada', 0],
    )
    assert.deepEqual([comment.kind, comment.article_revision_id, comment.reply_depth], ['comment', revision, 1])
    assert.equal(
      Object.keys(theirs).join(' '),
      'items next_before next_after newest_cursor action_templates activity_url unavailable content_is_untrusted viewer',
    )
    assert.deepEqual(Object.keys(theirs.action_templates), ['read', 'comments'])
    const one = (await bob.get('/v1/humanfeed/activity?limit=1')).body
    assert.deepEqual(one.action_templates, theirs.action_templates)
  })

  it('pages back and forth with plain before, after and limit', async () => {
    await using board = await openBoard(engine, noLimits)
    const { ada } = await boardWithEvents(board, 35)
    const page = async (query: string) => (await ada.get(`/v1/humanfeed/activity${query}`)).body

    assert.equal((await page('')).items.length, 10)
    const last = await page('?limit=30')
    assert.deepEqual([seqsOf(last)[0], last.newest_cursor, last.next_before, last.next_after], [35, 35, 6, null])
    assert.deepEqual(seqsOf(await page('?limit=30&before=6')), [5, 4, 3, 2, 1])
    const newer = await page('?after=3&limit=4')
    assert.deepEqual([seqsOf(newer), newer.next_after, newer.next_before], [[7, 6, 5, 4], 7, null])
    const beyond = await page('?after=99')
    assert.deepEqual([beyond.items, beyond.newest_cursor, beyond.next_after], [[], null, null])
    const refusals = ['limit=31', 'limit=0', 'before=0', 'after=x', 'before=3&after=2', 'topic=general']
    const codes = await Promise.all(
      refusals.map(async (query) => codeOf(await ada.get(`/v1/humanfeed/activity?${query}`))),
    )
    assert.deepEqual(codes, [
      '400 INVALID_LIMIT',
      '400 INVALID_LIMIT',
      '400 INVALID_CURSOR',
      '400 INVALID_CURSOR',
      '400 INVALID_CURSOR',
      '400 INVALID_FIELD',
    ])
  })

  it('disappears with its visibility, and returns under the same numbers', async () => {
    await using board = await openBoard(engine)
    const [ada, bob] = [await board.account('ada'), await board.account('bob')]
    const { post_id, revision_id } = await publishedArticle(board, ada)
    const comment = (await comments(bob, post_id, revision_id)).body.item.id
    const activity = async () => (await bob.get('/v1/humanfeed/activity')).body
    assert.deepEqual(seqsOf(await activity()), [3, 2, 1])

    await restrictsItem(board, post_id)
    assert.deepEqual(seqsOf(await activity()), [])
    await liftsItem(board, post_id)
    assert.deepEqual(seqsOf(await activity()), [4, 3, 2, 1])
    await withdraws(bob, comment)
    assert.deepEqual(seqsOf(await activity()), [4, 2, 1])
    await withdraws(ada, post_id)
    assert.deepEqual(seqsOf(await activity()), [])
  })
})

onEachEngine('the block of article activity', (engine) => {
  it('is on every page of /v1/activity, and on the initial page of /v1/posts or where it is asked for', async () => {
    await using board = await openBoard(engine)
    const { ada } = await boardWithEvents(board, 3)
    for (let n = 0; n < 3; n++) await ada.posts()
    const has = async (path: string) => 'humanfeed' in (await ada.get(path)).body
    const rows: [string, boolean][] = [
      ['/v1/activity', true],
      ['/v1/activity?before=3', true],
      ['/v1/activity?after=1', true],
      ['/v1/activity?topic=general', true],
      ['/v1/posts', true],
      ['/v1/posts?limit=1', true],
      ['/v1/posts?topic=none', true],
      ['/v1/posts?before=3', false],
      ['/v1/posts?after=1', false],
      ['/v1/posts?before=3&humanfeed_limit=1', true],
      ['/v1/posts?before=3&humanfeed_before=2', true],
      ['/v1/posts?after=1&humanfeed_after=1', true],
      ['/v1/search?q=text', false],
    ]
    for (const [path, expected] of rows) assert.equal(await has(path), expected, path)
  })

  it('has its own cursors, templates and names of parameters, and no topic filters it', async () => {
    await using board = await openBoard(engine)
    const { ada } = await boardWithEvents(board, 5)
    await ada.posts({ topic: 'tea' })
    await ada.posts()

    const { body } = await ada.get('/v1/activity?topic=tea&humanfeed_after=1&humanfeed_limit=2')

    const { humanfeed, items } = body
    assert.equal(items.length, 1)
    assert.deepEqual([seqsOf(humanfeed), humanfeed.next_after, humanfeed.newest_cursor], [[3, 2], 3, 3])
    assert.deepEqual(humanfeed.cursor_parameters, {
      before: 'humanfeed_before',
      after: 'humanfeed_after',
      limit: 'humanfeed_limit',
    })
    assert.equal(
      Object.keys(humanfeed).join(' '),
      'items next_before next_after newest_cursor action_templates cursor_parameters activity_url unavailable content_is_untrusted',
    )
    assert.deepEqual([humanfeed.activity_url, humanfeed.unavailable], [`${BASE_URL}/v1/humanfeed/activity`, false])
    assert.ok(humanfeed.action_templates.read.url.includes('/humanfeed/revisions/'))
    assert.ok(body.action_templates.read.url.includes('/v1/posts/'))
    assert.equal((await ada.get('/v1/activity?humanfeed_before=3')).body.humanfeed.items.length, 2)
    assert.equal((await ada.get('/v1/activity?before=2')).body.humanfeed.items.length, 5)
  })

  it('refuses a bad parameter by its own name', async () => {
    await using board = await openBoard(engine)
    const ada = await board.account('ada')
    const tools = await assistantOf(board, ada)
    const rows: [string, string, string][] = [
      ['humanfeed_limit=0', 'INVALID_LIMIT', 'humanfeed_limit'],
      ['humanfeed_limit=31', 'INVALID_LIMIT', 'humanfeed_limit'],
      ['humanfeed_limit=ten', 'INVALID_LIMIT', 'humanfeed_limit'],
      ['humanfeed_before=0', 'INVALID_CURSOR', 'humanfeed_before'],
      ['humanfeed_after=-1', 'INVALID_CURSOR', 'humanfeed_after'],
      ['humanfeed_before=2&humanfeed_after=1', 'INVALID_CURSOR', 'humanfeed_after'],
      ['limit=31', 'INVALID_LIMIT', 'limit'],
    ]
    for (const path of ['/v1/posts', '/v1/activity'])
      for (const [query, code, field] of rows) {
        const { status, body } = await ada.get(`${path}?${query}`)
        assert.deepEqual([status, body.error.code, body.error.details.field], [400, code, field], query)
      }
    const limit = (await ada.get('/v1/posts?humanfeed_limit=0')).body.error.details
    assert.deepEqual([limit.min, limit.max, limit.default], [1, 30, 10])
    const { error } = await tools.isRefused('list_recent', { humanfeed_limit: 31 })
    assert.deepEqual([error.code, error.details.field], ['INVALID_LIMIT', 'humanfeed_limit'])
  })

  it('says that it is unavailable when the article side fails, and the board goes on', async () => {
    for (const table of ['article_events', 'article_items', 'article_revisions']) {
      const { lines, log } = writtenLog()
      await using board = await openBoard(engine, { log })
      const { ada } = await boardWithEvents(board, 2)
      const thread = (await ada.posts()).body.id
      board.passTime(31 * 86_400) // something is due, too
      await rename(board, table, 'gone')

      const pages = [await ada.get('/v1/activity'), await ada.get('/v1/posts')]
      const activity = await ada.get('/v1/humanfeed/activity')

      for (const { status, body } of pages) {
        assert.deepEqual([status, body.items[0].id], [200, thread], table)
        assert.deepEqual(body.humanfeed, {
          items: [],
          next_before: null,
          next_after: null,
          newest_cursor: null,
          action_templates: {},
          cursor_parameters: { before: 'humanfeed_before', after: 'humanfeed_after', limit: 'humanfeed_limit' },
          activity_url: `${BASE_URL}/v1/humanfeed/activity`,
          unavailable: true,
          content_is_untrusted: true,
        })
      }
      assert.equal(codeOf(activity), '503 UNAVAILABLE', table)
      const logged = lines.filter((line) => line.includes('a part of an answer was left out'))
      assert.ok(logged.length >= 2 && logged.every((line) => line.includes(table)), 'the cause is in the log')
      assert.equal((await ada.posts()).status, 201)
      await rename(board, 'gone', table)
      assert.equal(((await ada.get('/v1/activity')) as Answer).body.humanfeed.unavailable, false)
      assert.equal((await ada.get('/v1/humanfeed/activity')).status, 200)
    }
  })
})

const tables = {
  article_events: sql`article_events`,
  article_items: sql`article_items`,
  article_revisions: sql`article_revisions`,
  gone: sql`gone`,
}
const rename = (board: Board, from: string, to: string) =>
  board.db.write('rename', (tx) =>
    tx.run(sql`ALTER TABLE ${tables[from as keyof typeof tables]} RENAME TO ${tables[to as keyof typeof tables]}`),
  )
