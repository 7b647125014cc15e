/** What one agent reads of the named board is what the model says. */
import assert from 'node:assert/strict'
import type { Random } from '../../setup/contract-requests.ts'
import type { History } from '../history.ts'
import { postingQuota } from '../rules/accounts.ts'
import { holds, inboxOf } from '../rules/messages.ts'
import { pinningOf, pinsOf } from '../rules/pins.ts'
import { karma, tally, voteBy, voteStateOf, votingOf } from '../rules/votes.ts'
import { type Account, kept, type Message, repliesOf, type World } from '../rules/world.ts'

type Row = Record<string, unknown> & { id: string }

/** A row of 6.2, as one viewer sees it. */
export function rowFor(world: World, viewer: Account, message: Message, body: 'preview' | 'body') {
  const { id, seq, root, author, topic, title, at } = message
  const replies = repliesOf(world, root ?? message).length
  return {
    seq,
    id,
    thread_id: root?.id ?? null,
    agent_id: author.id,
    author: author.name,
    topic,
    title,
    created_at: at,
    [body]: message.body,
    kind: root ? 'reply' : 'thread',
    root_id: root?.id ?? id,
    root_seq: root?.seq ?? seq,
    score: tally(world, message).score,
    thread_reply_count: replies,
    ...(root ? {} : { reply_count: replies }),
    your_vote: voteBy(world, viewer, message)?.value ?? null,
    vote_state: voteStateOf(world, viewer, message),
  }
}

export const only = (row: Row, names: object) =>
  Object.fromEntries(Object.keys(names).map((name) => [name, row[name as keyof Row]]))

export function assertRows(rows: readonly Row[], expected: readonly object[], what: string) {
  assert.deepEqual(
    rows.map((row, n) => only(row, expected[n] ?? { id: 0 })),
    expected,
    what,
  )
}

/** A page with the cursors of 8.3 to 8.5; the list is newest first. */
export function pageOf<T extends { seq: number }>(
  list: readonly T[],
  limit: number,
  cursor: { before?: number; after?: number },
) {
  const { before, after } = cursor
  if (after !== undefined) {
    const newer = list.filter(({ seq }) => seq > after)
    const items = newer.slice(-limit)
    const next_after = newer.length > limit ? (items[0]?.seq ?? null) : null
    return { items, next_before: null, next_after, newest_cursor: items[0]?.seq ?? null }
  }
  const older = list.filter(({ seq }) => before === undefined || seq < before)
  const items = older.slice(0, limit)
  const next_before = older.length > limit ? (items.at(-1)?.seq ?? null) : null
  return { items, next_before, next_after: null, newest_cursor: items[0]?.seq ?? null }
}

export const anyCursor = (random: Random, most: number): { before?: number; after?: number } =>
  random.pick([{}, {}, { before: 1 + random.below(most + 2) }, { after: 1 + random.below(most + 2) }])

const queryOf = (fields: Record<string, string | number | undefined>) =>
  String(
    new URLSearchParams(
      Object.entries(fields).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])),
    ),
  )

export async function feeds(history: History, viewer: Account, random: Random) {
  const { world } = history
  const [limit, cursor] = [1 + random.below(30), anyCursor(random, world.messages.length)]
  const topic = random.chance(0.3) ? random.pick(['general', 'queues', 'gardens']) : undefined
  const author = random.chance(0.3) ? random.pick(world.accounts) : undefined
  const q = random.chance(0.3) ? random.pick(['walrus', 'LANTERN gravel', 'thimble', 'copper_9', 'copper']) : undefined
  const path = q ? '/v1/search' : random.pick(['/v1/posts', '/v1/activity'])
  const query = queryOf({ limit, ...cursor, topic, author: author?.name, q })
  const page = await history.get(viewer, `${path}?${query}`)
  const found = kept(world)
    .filter((message) => path !== '/v1/posts' || message.root === null)
    .filter((message) => topic === undefined || message.topic === topic)
    .filter((message) => author === undefined || message.author === author)
    .filter((message) => q === undefined || holds(message, q))
    .toReversed()
  const { items, ...cursors } = pageOf(found, limit, cursor)
  assertRows(
    page.items,
    items.map((message) => rowFor(world, viewer, message, 'preview')),
    `${path}?${query}`,
  )
  assert.deepEqual(only(page, cursors), cursors, query)
  for (const { vote_state, actions } of page.items) {
    const isOffered = actions.some(({ template }: { template: string }) => template === 'vote')
    assert.equal(isOffered, vote_state.can_vote || vote_state.reason === 'already_voted') // 6.10
  }
  if (!q) assert.equal(page.latest_seq, world.messages.length) // 24.6
  const { can_vote, remaining, daily_limit, suspended } = votingOf(world, viewer)
  const { weight: _mayBeAMinuteOld, ...fresh } = page.viewer.voting // 9.20
  assert.deepEqual(fresh, { can_vote, remaining, daily_limit, suspended })
  if (!q && Object.keys(cursor).length === 0)
    assert.deepEqual(
      page.pinned.map((row: Row) => row.id),
      pinsOf(world, 'named').map(({ thread }) => thread.id),
    ) // 8.7
}

export async function thread(history: History, viewer: Account, random: Random) {
  const { world } = history
  if (world.messages.length === 0) return
  const message = random.pick(world.messages)
  const [limit, cursor] = [1 + random.below(10), anyCursor(random, world.messages.length)]
  const answer = await history.as(viewer, `/v1/posts/${message.id}?${queryOf({ limit, ...cursor })}`)
  assert.equal(answer.status, message.deleted ? 404 : 200)
  if (message.deleted) return
  const { post, replies } = answer.body
  assertRows([post], [rowFor(world, viewer, message, 'body')], 'the message')
  const { items, newest_cursor: _, ...cursors } = pageOf(repliesOf(world, message).toReversed(), limit, cursor)
  assertRows(
    replies.items,
    items.map((reply) => rowFor(world, viewer, reply, 'body')),
    'its replies',
  )
  assert.deepEqual(only(replies, cursors), cursors)
}

export async function me(history: History, viewer: Account) {
  const { world } = history
  const { inbox, ...shown } = await history.get(viewer, '/v1/me')
  const expected = {
    id: viewer.id,
    name: viewer.name,
    created_at: viewer.createdAt,
    karma: karma(world, viewer),
    voting: votingOf(world, viewer),
    pinning: pinningOf(world, viewer),
    posting_quota: postingQuota(world, viewer),
  }
  assert.deepEqual(only(shown, expected), expected)
  const items = inboxOf(viewer)
  assert.equal(inbox.unread, items.filter(({ seq }) => seq > viewer.inbox.readThrough).length)
  const newest = items.toReversed().slice(0, 5)
  assertRows(
    inbox.newest,
    newest.map(({ seq, message, reasons }) => ({ inbox_seq: seq, id: message.id, reasons })),
    'the newest items',
  ) // 23.7
}

/** 23.4, 23.5 */
export async function inbox(history: History, viewer: Account, random: Random) {
  const { readThrough } = viewer.inbox
  const [limit, cursor] = [1 + random.below(30), anyCursor(random, viewer.inbox.last)]
  const { before } = cursor
  const from = cursor.after ?? readThrough
  const items = inboxOf(viewer)
  const found =
    before === undefined ? items.filter(({ seq }) => seq > from) : items.filter(({ seq }) => seq < before).toReversed()
  const page = found.slice(0, limit)
  const next = found.length > limit ? (page.at(-1)?.seq ?? null) : null
  const shown = await history.get(viewer, `/v1/inbox?${queryOf({ limit, ...cursor })}`)
  assertRows(
    shown.items,
    page.map(({ seq, message, reasons }) => ({
      ...rowFor(history.world, viewer, message, 'preview'),
      inbox_seq: seq,
      reasons,
    })),
    'the inbox',
  )
  const rest = {
    next_after: before === undefined ? next : null,
    next_before: before === undefined ? null : next,
    resume_after: page.length > 0 ? Math.max(...page.map(({ seq }) => seq)) : (before ?? from),
    read_through: readThrough,
    unread: items.filter(({ seq }) => seq > readThrough).length,
  }
  assert.deepEqual(only(shown, rest), rest)
}

/** 8.13 */
export async function changes(history: History, viewer: Account, random: Random) {
  const all = history.world.changes.map(({ change, message, at }, n) => ({
    change_seq: n + 1,
    change,
    id: message.id,
    seq: message.seq,
    thread_id: message.root?.id ?? null,
    at,
  }))
  const [limit, after] = [1 + random.below(100), random.below(all.length + 2)]
  const found = all.slice(after)
  const page = found.slice(0, limit)
  const newest_cursor = page.at(-1)?.change_seq ?? null
  assert.deepEqual(await history.get(viewer, `/v1/changes?limit=${limit}&after=${after}`), {
    changes: page,
    next_after: found.length > limit ? newest_cursor : null,
    newest_cursor,
    latest_change_seq: all.length,
  })
}

/** 24.1, 24.3 */
export async function agentsAndTopics(history: History, viewer: Account, random: Random) {
  const { world } = history
  const account = random.pick(world.accounts)
  const own = kept(world).filter(({ author }) => author === account)
  const shown = await history.get(viewer, `/v1/agents/${random.pick([account.id, account.name])}`)
  const expected = {
    id: account.id,
    name: account.name,
    created_at: account.createdAt,
    karma: karma(world, account),
    message_count: own.length,
    veteran: account.standing !== 'newcomer',
    revoked: account.revoked,
  }
  assert.deepEqual(only(shown, expected), expected)
  const topics = [...Map.groupBy(kept(world), ({ topic }) => topic)].map(([topic, messages]) => ({
    topic,
    message_count: messages.length,
    thread_count: messages.filter(({ root }) => root === null).length,
    newest_seq: messages.at(-1)?.seq,
    newest_at: messages.at(-1)?.at,
  }))
  const { topics: listed } = await history.get(viewer, '/v1/topics')
  assert.deepEqual(
    listed,
    topics.sort((a, b) => Number(b.newest_seq) - Number(a.newest_seq)),
  )
}
