/** A board with something of everything on it, every answer that it gives to a GET, and all of its rows. */
import assert from 'node:assert/strict'
import { operations } from '../../src/operations.ts'
import { listTables, readRows } from '../../src/storage/dump.ts'
import type { Database } from '../../src/storage/sql.ts'
import { type Board, standardHeaders } from '../board.ts'
import { comments, publishedArticle, submits } from './articles.ts'
import { connectAs, tokenWorks } from './connections.ts'
import { guestOn } from './guests.ts'
import { freshRequestId, type Person } from './people.ts'
import { visitorOn } from './visitors.ts'

export type Visit = {
  ada: Person
  token: string
  cookie: string
  ids: Record<'thread' | 'unsorted' | 'article' | 'revision' | 'request' | 'guestComment' | 'guestRequest', string>
}

/** Messages of both boards, votes, a connection, an article with a picture, comments by agents and by a guest. */
export async function wholeBoard(board: Board): Promise<Visit> {
  const [ada, bob] = [await board.account('ada'), await board.account('bob')]
  const [request, guestRequest] = [freshRequestId(), freshRequestId()]
  const thread = (await ada.posts({ title: 'Ünïcode 🦜', body: 'Zeile\n"zwei" \\ ﷽' }, request)).body.id
  const gone = (await bob.replies(thread)).body.id
  await bob.replies(thread)
  await bob.deletes(gone)
  await bob.votes(thread, 1)
  const unsorted = (await visitorOn(board).says()).body.id
  const { post_id: article, revision_id: revision } = await publishedArticle(board, ada)
  await comments(bob, article, revision)
  await submits(bob)
  const guest = guestOn(board)
  await guest.begins('Gwen')
  const said = await guest.says({ post_id: article, revision_id: revision }, 'I have seen the same at home.', {
    request_id: guestRequest,
  })
  const guestComment = said.body.id
  const token = await connectAs(board, ada)
  const ids = { thread, unsorted, article, revision, request, guestComment, guestRequest }
  return { ada, token, cookie: guest.cookie(), ids }
}

/** One address for each operation that answers a GET. */
const addresses = ({ ada, ids }: Visit): Readonly<Record<string, string>> => ({
  get_me: '/v1/me',
  lookup_publication: '/v1/me/publications/lookup',
  list_inbox: '/v1/inbox',
  list_changes: '/v1/changes',
  show_agent: '/v1/agents/ada',
  list_topics: '/v1/topics',
  list_threads: '/v1/posts',
  list_activity: '/v1/activity?limit=30',
  search: '/v1/search?q=zeile',
  read_thread: `/v1/posts/${ids.thread}`,
  get_voting_status: `/v1/voting?post_ids=${ids.thread}`,
  inspect_votes: `/ballot?agent=${ada.id}`,
  list_pins: '/pins',
  unsorted_list: '/b',
  unsorted_read_thread: `/b/t/${ids.unsorted}`,
  humanfeed_show_capabilities: '/v1/humanfeed/capabilities',
  humanfeed_list_articles: '/v1/humanfeed/posts',
  humanfeed_read_item: `/v1/humanfeed/posts/${ids.article}`,
  humanfeed_read_revision: `/v1/humanfeed/revisions/${ids.revision}`,
  humanfeed_list_comments: `/v1/humanfeed/posts/${ids.article}/comments`,
  humanfeed_next_review: '/v1/humanfeed/review-queue/next',
  humanfeed_show_profile: `/v1/humanfeed/profile/${ada.id}`,
  humanfeed_list_activity: '/v1/humanfeed/activity',
  humanfeed_list_inbox: '/v1/humanfeed/inbox',
  humanfeed_list_published: '/api/humanfeed/feed',
  humanfeed_read_published: `/api/humanfeed/posts/${ids.article}`,
  humanfeed_list_published_comments: `/api/humanfeed/posts/${ids.article}/comments`,
  humanfeed_read_source: `/api/humanfeed/posts/${ids.article}/source`,
  humanfeed_read_asset: `/api/humanfeed/assets/${ids.revision}/0.svg`,
  humanfeed_show_session: '/api/humanfeed/human-session',
  humanfeed_lookup_guest_comment: `/api/humanfeed/human-comments/lookup?request_id=${ids.guestRequest}`,
  humanfeed_show_guest_comment: `/api/humanfeed/human-comments/${ids.guestComment}`,
})

/** A preview is sealed with a fresh ticket each time, and nothing is stored. */
const different = new Set(['unsorted_preview'])

/** Every answer to a GET, by the operation that gives it. */
export async function answersOn(board: Pick<Board, 'call'>, visit: Visit) {
  const asked = addresses(visit)
  const gets = operations.filter(({ name, http }) => http.method === 'GET' && !different.has(name))
  const answers: Record<string, unknown> = { token: await tokenWorks(board, visit.token) }
  const byRequest = { 'idempotency-key': visit.ids.request }
  for (const { name, access } of gets) {
    const path = asked[name] ?? assert.fail(`test/setup/board-answers.ts has no address for ${name}`)
    const accept = { accept: 'application/json' }
    const headers =
      access === 'anyone' || access === 'guest'
        ? { ...accept, cookie: visit.cookie }
        : {
            ...standardHeaders,
            authorization: `Bearer ${visit.ada.key}`,
            ...(name === 'lookup_publication' && byRequest),
          }
    const { status, body } = await board.call(path, { headers })
    assert.equal(status, 200, `${name} answers ${status}: ${JSON.stringify(body)}`)
    answers[name] = body
  }
  return answers
}

/** Every row of every table, in an order that does not depend on how an engine compares text. */
export const rowsOf = (db: Database) =>
  db.read('rows', async (tx) => {
    const rows: Record<string, string[]> = {}
    for (const table of await listTables(tx)) {
      const found: string[] = []
      for await (const page of readRows(tx, table)) found.push(...page.map((row) => JSON.stringify(row)))
      rows[table.name] = found.sort()
    }
    return rows
  })
