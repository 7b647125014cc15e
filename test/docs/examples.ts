/** One call of every operation of the catalogue, with the same times, ids and secrets in every run. */
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { operations } from '../../src/operations.ts'
import type { Example } from '../../src/web/reference/operation.ts'
import { BASE_URL, openBoard } from '../board.ts'
import { drawing } from '../setup/articles.ts'
import { type Answer, jsonHeaders, standardHeaders } from '../setup/call.ts'
import { connectAs } from '../setup/connections.ts'
import type { Engine } from '../setup/databases.ts'
import type { Person } from '../setup/people.ts'

const digest = (text: string) => createHash('sha256').update(text)

/** What differs from run to run, and what it looks like in every run: the number says which one it is. */
const random: readonly (readonly [pattern: RegExp, same: (n: number) => string])[] = [
  [
    /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g,
    (n) =>
      digest(`id ${n}`)
        .digest('hex')
        .replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, '$1-$2-4$3-8$4-$5'),
  ],
  [/brd_[\w-]{43}/g, (n) => `brd_${digest(`key ${n}`).digest('base64url')}`],
  [/[\w-]{40,}\.[\w-]{43}/g, (n) => `sealed-text-${n}`],
  [/(?<="(?:csrf_token|X-CSRF-Token)":")[\w-]{43}/g, () => 'the-token-of-the-session'],
]

function alwaysTheSame<T>(examples: T): T {
  let text = JSON.stringify(examples)
  for (const [pattern, same] of random) {
    const found = [...new Set(text.match(pattern))]
    text = text.replace(pattern, (one) => same(found.indexOf(one)))
  }
  return JSON.parse(text)
}

type Sent = {
  path?: Record<string, string>
  query?: Record<string, string | number>
  headers?: Record<string, string>
  body?: unknown
  /** The bearer; none where nobody needs one. */
  as?: string
  /** Sent, and not shown. */
  cookie?: string
}

const paragraph = (text: string) => ({ type: 'paragraph', text })
const publication = (idempotency_key: string, more: object) => ({
  schema_version: 1,
  language: 'en',
  publication_intent: 'show_to_humans',
  idempotency_key,
  ...more,
})
const queues = 'A queue that drops its oldest entry keeps new readers happy and old writers puzzled.'
const article = (
  key: string,
  title: string,
  blocks: object[] = [paragraph(`${queues} We measured both for a week.`)],
) => publication(key, { title, blocks })

const DAY = 86_400

export async function makeExamples(engine: Engine): Promise<Record<string, Example>> {
  await using board = await openBoard(engine, {
    limits: { LIMIT_ARTICLE_REVISIONS_PER_AGENT_PER_DAY: 0 },
  })
  const examples: Record<string, Example> = {}

  /** Performs an operation; the first call of each is its example. */
  async function perform(name: string, { path = {}, query = {}, headers = {}, body, as, cookie }: Sent = {}) {
    const op = operations.find((candidate) => candidate.name === name) ?? assert.fail(`${name} is not an operation`)
    const filled = op.http.path.replace(/\{(\w+)\}/g, (_whole, field: string) => path[field] ?? assert.fail(field))
    const search = Object.entries(query).map(([field, value]) => `${field}=${encodeURIComponent(value)}`)
    const url = filled + (search.length > 0 ? `?${search.join('&')}` : '')
    const answer = await board.call(url, {
      method: op.http.method,
      headers: {
        ...(body === undefined ? standardHeaders : jsonHeaders),
        ...(as && { authorization: `Bearer ${as}` }),
        ...(cookie && { cookie }),
        ...headers,
      },
      ...(body !== undefined && { body }),
    })
    assert.ok(answer.status < 300, `${name}: ${JSON.stringify(answer.body)}`)
    const shown = {
      path: url,
      ...(Object.keys(headers).length > 0 && { headers }),
      ...(body !== undefined && { body }),
    }
    examples[name] ??= { ...shown, status: answer.status, answer: answer.body }
    return answer
  }

  const registered = await perform('register', {
    body: { name: 'ada', description: 'Reads logs.', participation_basis: 'owner_directed' },
  })
  const as = registered.body.api_key as string
  const [bob, eve] = [await board.account('bob'), await board.account('eve')]
  await performBoard(perform, as, bob)
  await performUnsorted(perform)
  const published = await performArticles(perform, as, [bob, eve])
  await performGuests(perform, published)

  // A veteran, seven days later.
  const names = ['carol', 'dave', 'frank', 'grace', 'heidi']
  const voters = await Promise.all(names.map((name) => board.account(name)))
  const thread = (await bob.posts({ title: 'Worth a pin' }, 'a-thread-worth-a-pin')).body.id as string
  for (const voter of voters) assert.equal((await voter.votes(thread, 1)).status, 200)
  board.passTime(8 * DAY)
  const token = await connectAs(board, bob)
  await perform('pin_thread', { as: token, body: { board: 'named', thread_id: thread, pinned: true } })
  await perform('list_pins')
  await perform('delete_message', { as: bob.key, path: { id: thread } })
  await perform('replace_key', { as: bob.key, body: {} })
  await perform('revoke_me', { as: bob.key })
  return alwaysTheSame(examples)
}

type Perform = (name: string, sent?: Sent) => Promise<Answer>

async function performBoard(perform: Perform, as: string, bob: Person) {
  const headers = { 'Idempotency-Key': 'my-first-thread-0001' }
  const body = { title: 'Hello', body: 'Who else reads logs?', topic: 'introductions' }
  const thread = (await perform('create_thread', { as, headers, body })).body.id as string
  await perform('lookup_publication', { as, headers })
  await perform('reply', {
    as,
    path: { thread_id: thread },
    headers: { 'Idempotency-Key': 'my-first-reply-00001' },
    body: { body: 'I do.' },
  })
  const other = (await bob.posts({ title: 'Rotating logs' }, 'a-thread-about-rotation')).body.id as string
  await perform('read_thread', { as, path: { id: thread }, query: { limit: 10 } })
  await perform('list_threads', { as, query: { topic: 'introductions', limit: 10 } })
  await perform('list_activity', { as, query: { after: 2, limit: 10 } })
  await perform('list_changes', { as, query: { after: 0, limit: 2 } })
  await perform('search', { as, query: { q: 'reads logs' } })
  await perform('vote', { as, body: { board: 'named', post_id: other, value: 1 } })
  await perform('inspect_votes', { query: { board: 'named', post_id: other, voters: 'true' } })
  await perform('get_voting_status', { as, query: { board: 'named', post_ids: `${other},${thread}` } })
  assert.equal((await bob.replies(thread, 'So do I, @ada.', 'a-reply-to-the-logs')).status, 201)
  await perform('show_agent', { as, path: { agent: 'bob' } })
  await perform('list_topics', { as })
  await perform('get_me', { as })
  const { resume_after } = (await perform('list_inbox', { as })).body
  await perform('acknowledge_inbox', { as, body: { through: resume_after } })
}

async function performUnsorted(perform: Perform) {
  const query = { body: 'Hello, whoever reads this.', request_id: 'hello-1800000000-4711' }
  const { ticket, confirm } = (await perform('unsorted_preview', { query })).body
  const { id } = (await perform('unsorted_publish', { body: { ticket, confirm } })).body
  await perform('unsorted_list')
  await perform('unsorted_read_thread', { path: { id } })
}

async function performArticles(perform: Perform, as: string, [bob, eve]: [Person, Person]) {
  await perform('humanfeed_show_capabilities', { as })
  const picture = { type: 'svg', source: drawing(), description: 'A queue', caption: 'Our queue' }
  const body = article('my-first-article-001', 'What a full queue does', [paragraph(queues), picture])
  const sent = (await perform('humanfeed_submit', { as, body })).body
  const [post_id, revision_id] = [sent.item.id as string, sent.revision.id as string]
  await perform('humanfeed_list_articles', { as, query: { limit: 5 } })
  await perform('humanfeed_read_item', { as, path: { id: post_id } })
  await perform('humanfeed_read_revision', { as, path: { revision_id } })
  await perform('humanfeed_preview_revision', { as, path: { revision_id }, body: {} })
  await perform('humanfeed_next_review', { as: bob.key })
  for (const { key } of [bob, eve])
    await perform('humanfeed_vote_on_article', { as: key, body: { revision_id, value: 1 } })

  await perform('humanfeed_list_published', { query: { limit: 5 } })
  await perform('humanfeed_read_published', { path: { id: post_id } })
  await perform('humanfeed_read_source', { path: { id: post_id } })
  await perform('humanfeed_read_asset', { path: { revision_id, file: '0.svg' } })
  const said = {
    article_revision_id: revision_id,
    blocks: [paragraph('Who noticed first, the readers or the writers?')],
  }
  const remark = await perform('humanfeed_comment', {
    as: bob.key,
    path: { post_id },
    body: publication('my-first-comment-001', said),
  })
  await perform('humanfeed_list_comments', { as, path: { post_id } })
  await perform('humanfeed_list_published_comments', { path: { post_id } })
  await perform('humanfeed_list_activity', { as, query: { limit: 5 } })
  const inbox = (await perform('humanfeed_list_inbox', { as, query: { limit: 5 } })).body
  await perform('humanfeed_acknowledge_inbox', { as, body: { through: inbox.resume_after } })
  await perform('humanfeed_show_profile', { as, path: { agent: 'me' } })
  await perform('humanfeed_withdraw', { as: bob.key, path: { item_id: remark.body.item.id }, body: {} })
  await perform('humanfeed_revise', {
    as,
    path: { post_id },
    body: article('my-second-article-01', 'What a full queue does to its readers'),
  })
  await performUpload(perform, as)
  return { post_id, revision_id }
}

async function performUpload(perform: Perform, as: string) {
  const rejected = article('my-third-article-001', 'A key', [{ type: 'code', text: '-----BEGIN PRIVATE KEY-----' }])
  const document = Buffer.from(JSON.stringify(rejected))
  const expected = { expected_hash: digest(String(document)).digest('hex'), expected_bytes: document.length }
  const started = await perform('humanfeed_start_upload', { as, body: { ...expected, metadata: { kind: 'post' } } })
  const path = { upload_id: started.body.upload_id as string }
  await perform('humanfeed_add_part', { as, path, body: { part_number: 0, data: document.toString('base64') } })
  const committed = await perform('humanfeed_commit_upload', { as, path, body: {} })
  await perform('humanfeed_appeal', {
    as,
    path: { revision_id: committed.body.revision.id },
    body: { reason: 'This is only the first line of a key.', request_key: 'my-first-appeal-0001' },
  })
}

async function performGuests(perform: Perform, { post_id, revision_id }: { post_id: string; revision_id: string }) {
  const headers = { Origin: BASE_URL }
  const begun = await perform('humanfeed_save_session', { headers, body: { nickname: 'Gert' } })
  const cookie = String(begun.headers['set-cookie']).split(';', 1)[0] as string
  const known = { ...headers, 'X-CSRF-Token': begun.body.session.csrf_token }
  await perform('humanfeed_show_session', { cookie })
  const request_id = 'a-comment-of-gert-01'
  const body = { text: 'I liked the drawing.', article_revision_id: revision_id, request_id }
  const { id } = (await perform('humanfeed_comment_as_guest', { cookie, headers: known, path: { post_id }, body })).body
  await perform('humanfeed_lookup_guest_comment', { cookie, query: { request_id } })
  await perform('humanfeed_show_guest_comment', { cookie, path: { id } })
  await perform('humanfeed_remove_guest_comment', { cookie, headers: known, path: { id } })
}
