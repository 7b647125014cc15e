/** Every operation of the catalogue costs the same on a board ten times as large. */
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { seed } from '../../src/cli/seed.ts'
import type { AnyOperation } from '../../src/kernel/operation.ts'
import { operations, siteOperations } from '../../src/operations.ts'
import { rowsOf, sql } from '../../src/storage/sql.ts'
import { type Answer, type Board, onEachEngine, openBoard } from '../board.ts'
import { insertArticles } from '../setup/article-rows.ts'
import { previews, publishedArticle } from '../setup/articles.ts'
import { standardHeaders } from '../setup/call.ts'
import { costWhile, patience } from '../setup/cost.ts'
import { guestOn } from '../setup/guests.ts'
import { freshRequestId } from '../setup/people.ts'
import { insertVotes } from '../setup/vote-rows.ts'
import { attempts, type Input, openScene, requestOf, send, threadOf, unlimited } from '../setup/writes.ts'

const MORE = 10
/**
 * SQLite counts the same steps every time. PostgreSQL plans another way where a table is small, and also reads old
 * versions of changed rows until it has cleaned them up: some hundred, of thousands that a whole table has.
 */
const SLACK = { sqlite: { times: 1.5, more: 0 }, postgres: { times: 3, more: 500 } }

/** Why the cost of an operation may grow with the board. */
const exceptions: Readonly<Record<string, string>> = {
  humanfeed_list_for_sitemap: 'The list of all addresses grows up to its bound.',
}

const catalogue = [...operations, ...siteOperations].filter(({ name }) => !(name in exceptions))

/** What is sent besides the writes of an account, which have their own list. */
const inputs: Record<string, (scene: Scene) => Input | Promise<Input>> = {
  register: () => ({ name: `newcomer-${freshRequestId()}`, participation_basis: 'owner_directed' }),
  get_me: () => ({}),
  lookup_publication: ({ requestId }) => ({ request_id: requestId }),
  list_inbox: () => ({ limit: 10 }),
  list_changes: () => ({ limit: 10 }),
  show_agent: () => ({ agent: 'famous' }),
  list_topics: () => ({ limit: 5 }),
  list_threads: () => ({ limit: 10 }),
  list_activity: () => ({ limit: 10 }),
  search: () => ({ q: 'requests', limit: 10 }),
  read_thread: ({ thread }) => ({ id: thread, limit: 10 }),
  get_voting_status: ({ thread }) => ({ post_ids: thread }),
  inspect_votes: ({ famous }) => ({ board: 'named', post_id: famous, voters: true, limit: 10 }),
  list_pins: () => ({}),
  unsorted_list: () => ({}),
  unsorted_read_thread: () => ({ id: unsortedId(1) }),
  unsorted_preview: () => ({ body: 'Hello.', request_id: freshRequestId() }),
  async unsorted_publish({ visit }) {
    const preview = await visit(`/b/preview?body=Hello&request_id=${freshRequestId()}`)
    return { ticket: preview.body.ticket, confirm: preview.body.confirm }
  },
  humanfeed_show_capabilities: () => ({}),
  humanfeed_list_articles: () => ({ limit: 10 }),
  humanfeed_read_item: ({ article }) => ({ id: article.post_id }),
  humanfeed_read_revision: ({ article }) => ({ revision_id: article.revision_id }),
  humanfeed_preview_revision: ({ article }) => ({ revision_id: article.revision_id }),
  humanfeed_list_comments: ({ article }) => ({ post_id: article.post_id, limit: 5 }),
  humanfeed_next_review: () => ({}),
  humanfeed_show_profile: () => ({ agent: 'me' }),
  humanfeed_list_activity: () => ({ limit: 10 }),
  humanfeed_list_inbox: () => ({ limit: 10 }),
  humanfeed_list_published: () => ({ limit: 10 }),
  humanfeed_read_published: ({ article }) => ({ id: article.post_id }),
  humanfeed_list_published_comments: ({ article }) => ({ post_id: article.post_id, limit: 5 }),
  humanfeed_read_source: ({ article }) => ({ id: article.post_id }),
  humanfeed_read_asset: ({ article }) => ({ revision_id: article.revision_id, file: '0.svg' }),
  humanfeed_show_session: () => ({}),
  humanfeed_save_session: () => ({ nickname: 'gil' }),
  humanfeed_comment_as_guest: ({ article }) => ({
    post_id: article.post_id,
    article_revision_id: article.revision_id,
    text: 'Well said.',
    request_id: freshRequestId(),
  }),
  humanfeed_lookup_guest_comment: ({ said }) => ({ request_id: said.requestId }),
  humanfeed_show_guest_comment: ({ said }) => ({ id: said.id }),
  async humanfeed_remove_guest_comment({ guest, article }) {
    return { id: (await guest.says(article, 'I take this back.')).body.id }
  },
  humanfeed_show_list: () => ({ q: 'queue learned' }),
  humanfeed_show_article: ({ article }) => ({ id: article.post_id }),
  show_home: () => ({}),
  humanfeed_show_author: () => ({ name: 'article-writer' }),
  humanfeed_show_history: ({ article }) => ({ id: article.post_id }),
  humanfeed_show_receipt: ({ said }) => ({ id: said.id }),
  humanfeed_list_own_comments: () => ({}),
  humanfeed_show_feed: () => ({}),
  humanfeed_list_public_log: () => ({}),
  humanfeed_show_preview: ({ previewToken }) => ({ token: previewToken }),
  humanfeed_show_preview_picture: ({ previewToken }) => ({ token: previewToken, file: '0.svg' }),
}

type Scene = Awaited<ReturnType<typeof fullScene>>

const inputFor = async ({ name }: AnyOperation, scene: Scene) =>
  (inputs[name] ?? attempts[name]?.input ?? assert.fail(`${name} has no entry here`))(scene)

const pages = new Set(siteOperations.map(({ name }) => name))

function perform({ board, ada, token, guest, visit }: Scene, op: AnyOperation, input: Input): Promise<Answer> {
  const { method, path, headers, body } = requestOf(op, input)
  if (pages.has(op.name)) return guest.opens(path)
  if (op.access === 'guest') return guest.call(method, path, body)
  if (op.access === 'anyone') return visit(path, { method, headers, body })
  return send(board, op.http.oauth ? token : ada.key, op, input)
}

const unsortedId = (seq: number) => `00000000-0000-4000-9000-${String(seq).padStart(12, '0')}`

/** All tables that grow with a board, in the size of `times` small ones. */
async function fill({ db, databaseUrl, now }: Board, times: number) {
  const { postId } = await insertVotes(db, { votes: 400 * times, voters: 40 * times })
  await seed({ DATABASE_URL: databaseUrl }, { agents: 10 * times, posts: 300 * times, force: true })
  await insertArticles(db, { articles: 50 * times, comments: 300 * times, now: now() })
  const messages = Array.from({ length: 200 * times }, (_, n) => [n + 1, unsortedId(n + 1)] as const)
  await db.write('fill', async (tx) => {
    await tx.run(sql`
      INSERT INTO unsorted_posts (seq, id, thread_id, root_seq, body, created_at)
      SELECT CAST(value ->> 0 AS BIGINT), value ->> 1, NULL, CAST(value ->> 0 AS BIGINT), 'Text.', 0
      FROM ${rowsOf(tx, messages)}`)
    await tx.run(
      sql`UPDATE counters SET value = ${messages.length} WHERE name IN ('unsorted_seq', 'unsorted_messages')`,
    )
    await tx.run(sql`
      INSERT INTO publications (account_id, request_id, content_hash, post_id, seq, thread_id, created_at)
      SELECT author_id, 'request-' || seq, '', id, seq, thread_id, created_at FROM posts`)
    await tx.run(sql`
      INSERT INTO quotas (kind, owner, day, used) SELECT 'publish', author_id, seq * 86400, 1 FROM posts`)
    if (tx.engine === 'postgres') await tx.script('ANALYZE')
  })
  return { famous: postId }
}

async function fullScene(board: Board, times: number) {
  const { famous } = await fill(board, times)
  const scene = await openScene(board)
  const { ada, bob } = scene
  const requestId = freshRequestId()
  assert.equal((await ada.posts({}, requestId)).status, 201)
  const thread = await threadOf(bob)
  for (let n = 0; n < 12; n++) assert.equal((await ada.replies(thread)).status, 201)
  const article = await publishedArticle(board, ada)
  const guest = guestOn(board)
  await guest.begins('gil')
  const saidId = freshRequestId()
  const said = await guest.says(article, 'Well said.', { request_id: saidId })
  assert.equal(said.status, 201)
  const preview = await previews(ada, article.revision_id)
  const previewToken = new URL(preview.body.url).pathname.split('/').at(-1) as string
  const visit = (
    path: string,
    options: { method?: 'GET' | 'POST' | 'DELETE'; headers?: object; body?: unknown } = {},
  ) =>
    board.call(path, {
      ...options,
      headers: {
        ...standardHeaders,
        ...(options.body !== undefined && { 'content-type': 'application/json' }),
        ...options.headers,
      },
    })
  return {
    ...scene,
    famous,
    thread,
    requestId,
    article,
    guest,
    said: { id: said.body.id as string, requestId: saidId },
    previewToken,
    visit,
  }
}

const limits = {
  ...unlimited,
  LIMIT_BOARD_PUBLICATION_BURST: 0,
  LIMIT_POSTS_PER_AGENT_PER_DAY: 0,
}

onEachEngine('growth of the catalogue', (engine) => {
  it(`leaves every operation at the same cost on a board ${MORE} times as large`, async (t) => {
    t.mock.method(console, 'log', () => {})
    await using small = await openBoard(engine, { limits, patience })
    await using large = await openBoard(engine, { limits, patience })
    const scenes = [await fullScene(small, 1), await fullScene(large, MORE)]
    const grown: string[] = []
    const ends = ({ name }: AnyOperation) => Number(name === 'revoke_me') - Number(name === 'get_me')
    for (const op of catalogue.toSorted((a, b) => ends(a) - ends(b))) {
      const costs: number[] = []
      for (const scene of scenes) {
        const input = await inputFor(op, scene)
        const act = async () => {
          const { status, body } = await perform(scene, op, input)
          assert.ok(status >= 200 && status < 300, `${op.name}: ${status} ${JSON.stringify(body)}`)
        }
        costs.push(await costWhile(scene.board.databaseUrl, scene.board.db, act))
      }
      const [before = 0, after = 0] = costs
      const { times, more } = SLACK[engine]
      if (after > before * times + more) grown.push(`${op.name}: ${before} → ${after}`)
    }
    assert.deepEqual(grown, [])
  })
})
