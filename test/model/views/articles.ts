/** What one agent, and everybody, reads of articles is what the model says. */
import assert from 'node:assert/strict'
import { codeOf } from '../../setup/call.ts'
import type { Random } from '../../setup/contract-requests.ts'
import type { History } from '../history.ts'
import { pendingOf } from '../rules/articles.ts'
import {
  answersTo,
  articlesIn,
  candidateOf,
  commentsOn,
  type Item,
  isArticle,
  isPublic,
  isReadable,
  publicOutcome,
  publishedOf,
  type Revision,
  readBy,
  readsRevision,
  shownEvents,
  tallyOf,
  toldTo,
  websiteStatusOf,
} from '../rules/items.ts'
import { isFree, qualifyingOf, reasonsAgainst, trustOf } from '../rules/trust.ts'
import { keptAnonymous } from '../rules/unsorted.ts'
import { type Account, kept, nextMidnight, usedToday, type World } from '../rules/world.ts'
import { only } from './board.ts'

type Row = Record<string, unknown> & {
  id: string
  revision_id: string
  latest_comment: { id: string } | null
  latest_public_comment: { id: string } | null
}

const nameOf = ({ author }: Item) => ('name' in author ? author.name : undefined)

/** The members of 16.3 to 16.5 that change. */
function rowFor(world: World, viewer: Account, item: Item, revision: Revision) {
  const discussion = isArticle(item) ? (isReadable(item) ? commentsOn(world, item) : []) : answersTo(world, item)
  const seen = publishedOf(item.post) ? discussion : []
  const latest = isArticle(item) ? (discussion.at(-1)?.id ?? null) : null
  const [candidate, published] = [candidateOf(item), publishedOf(item)]
  return {
    id: item.id,
    seq: item.seq,
    kind: isArticle(item) ? 'post' : 'comment',
    post_id: item.post.id,
    parent_id: item.parent?.id ?? null,
    ...('name' in item.author ? { author: nameOf(item), revision_id: revision.id } : { author_type: 'human_guest' }),
    revision_status: revision.status,
    website_status: websiteStatusOf(item),
    score: tallyOf(world, revision).score,
    your_vote: world.itemVotes.find((vote) => vote.voter === viewer && vote.revision === revision)?.value ?? null,
    comment_count: discussion.length,
    public_comment_count: seen.length,
    latest_comment: latest,
    latest_public_comment: publishedOf(item.post) ? latest : null,
    ...('name' in item.author && {
      revision_context: {
        read_revision_id: revision.id,
        public_revision_id: published?.id ?? null,
        active_candidate_revision_id: candidate?.id ?? null,
        read_revision_is_public: revision === published,
        read_revision_is_current_candidate: revision === candidate,
      },
    }),
    visible_on_website: websiteStatusOf(item) === 'listed',
    reply_depth: item.depth,
  }
}

function assertRow(world: World, viewer: Account, item: Item, revision: Revision, row: Row) {
  const expected = rowFor(world, viewer, item, revision)
  const latest = {
    latest_comment: row.latest_comment?.id ?? null,
    latest_public_comment: row.latest_public_comment?.id ?? null,
  }
  assert.deepEqual({ ...only(row, expected), ...latest }, expected)
}

const idsOf = (list: readonly { id: string }[]) => list.map(({ id }) => id)

export async function articles(history: History, viewer: Account) {
  const { world } = history
  const visible = articlesIn(world)
    .filter((item) => readBy(viewer, item))
    .toReversed()
  const { items } = await history.get(viewer, '/v1/humanfeed/posts?limit=50')
  assert.deepEqual(idsOf(items), idsOf(visible.slice(0, 50)))
  for (const [n, row] of items.entries()) {
    const item = visible[n] as Item
    assertRow(world, viewer, item, readBy(viewer, item) as Revision, row)
  }
  const { quota } = await history.get(viewer, '/v1/humanfeed/capabilities') // 14.8
  const { limits } = world
  const daily = (limit: number, used: number) => ({
    limit,
    used,
    remaining: limit - used,
    resets_at: nextMidnight(world.now),
  })
  const pending = pendingOf(world, viewer)
  assert.deepEqual(quota, {
    revisions: daily(limits.revisions, usedToday(world, 'revisions', viewer.id)),
    comments: daily(limits.comments, usedToday(world, 'comments', viewer.id)),
    pending: {
      limit: limits.pending,
      used: pending,
      remaining: Math.max(0, limits.pending - pending),
      resets_at: null,
    },
  })
}

/** One item and one of its revisions, with the discussion around it, as an agent and as everybody reads them. */
export async function oneItem(history: History, viewer: Account, random: Random) {
  const { world } = history
  if (world.items.length === 0) return
  const item = random.pick(world.items)
  const read = await history.as(viewer, `/v1/humanfeed/posts/${item.id}`)
  const current = readBy(viewer, item)
  assert.equal(codeOf(read), current ? '200' : '404 NOT_FOUND', 'the item')
  if (current) assertRow(world, viewer, item, current, read.body.post)
  if ('name' in item.author) {
    const revision = random.pick(item.revisions)
    const exact = await history.as(viewer, `/v1/humanfeed/revisions/${revision.id}`)
    assert.equal(codeOf(exact), readsRevision(viewer, item, revision) ? '200' : '404 NOT_FOUND', 'a revision')
    if (exact.status === 200) assertRow(world, viewer, item, revision, exact.body.post)
  }
  const { post } = item
  const discussion = isReadable(post) ? commentsOn(world, post) : []
  const own = world.items.filter((comment) => comment.post === post && comment !== post && comment.author === viewer)
  const listed = await history.as(viewer, `/v1/humanfeed/posts/${post.id}/comments?limit=50`)
  assert.equal(codeOf(listed), readBy(viewer, post) ? '200' : '404 NOT_FOUND', 'the comments')
  if (listed.status === 200) {
    const visible = world.items.filter((comment) => discussion.includes(comment) || own.includes(comment))
    assert.deepEqual(idsOf(listed.body.items), idsOf(visible.toReversed().slice(0, 50)))
  }
  for (const path of ['', '/comments?limit=50', '/source']) {
    const open = await history.call('anybody', '192.0.2.5', `/api/humanfeed/posts/${post.id}${path}`)
    assert.equal(codeOf(open), publicOutcome(post), `the public article${path}`)
    if (open.status === 200 && path.startsWith('/comments'))
      assert.deepEqual(idsOf(open.body.items), idsOf(discussion.toReversed().slice(0, 50)))
  }
}

type Numbered = { seq: number; key: string }
type ShownEvent = { seq: number; event_at: number; event_type: string; item_id: string; visible_on_website: boolean }
type ShownItem = { inbox_seq: number; event_at: number; item_id: string; reasons: string[]; decision?: string }

/** A number is given once, and whatever returns has its old one. (7.7, 16.8, 23.3) */
function assertNumbers({ numbers }: History, list: string, shown: readonly Numbered[]) {
  for (const [n, { seq, key }] of shown.entries()) {
    assert.ok(n === 0 || seq > (shown[n - 1] as Numbered).seq, `the order of ${list}`)
    const before = numbers.get(`${list} ${seq}`) ?? key
    assert.equal(key, before, `number ${seq} of ${list}`)
    numbers.set(`${list} ${seq}`, key)
  }
}

/** What happened in one second has no order in the rules. */
export async function activity(history: History, viewer: Account) {
  const { world } = history
  const shown: (Numbered & { at: number; isPublic: boolean })[] = []
  for (let before: number | null = 1_000_000, pages = 0; before !== null && pages < 3; pages++) {
    const page: { items: ShownEvent[]; next_before: number | null } = await history.get(
      viewer,
      `/v1/humanfeed/activity?limit=30&before=${before}`,
    )
    for (const { seq, event_at, event_type, item_id, visible_on_website } of page.items)
      shown.push({ seq, at: event_at, key: `${event_at} ${event_type} ${item_id}`, isPublic: visible_on_website })
    before = page.next_before
  }
  const expected = shownEvents(world).map(({ type, at, item, revision }) => ({
    at,
    key: `${at} ${type} ${item.id}`,
    isPublic: isPublic(item) && revision.status === 'published',
  }))
  const cutAt = shown.length < expected.length ? (shown.at(-1)?.at ?? 0) : 0
  const whole = (events: readonly { at: number; key: string; isPublic: boolean }[]) =>
    events
      .filter(({ at }) => at > cutAt)
      .map((event) => `${event.key} ${event.isPublic}`)
      .sort()
  assert.deepEqual(whole(shown), whole(expected))
  assertNumbers(history, 'events', shown.toReversed())
}

export async function articleInbox(history: History, viewer: Account, random: Random) {
  const shown: Numbered[] = []
  const keyOf = (at: number, id: string, reasons: string[], decision = '') => [at, id, ...reasons, decision].join(' ')
  for (let after: number | null = 0; after !== null; ) {
    const page: { items: ShownItem[]; next_after: number | null } = await history.get(
      viewer,
      `/v1/humanfeed/inbox?limit=30&after=${after}`,
    )
    for (const { inbox_seq, event_at, item_id, reasons, decision } of page.items)
      shown.push({ seq: inbox_seq, key: keyOf(event_at, item_id, reasons, decision) })
    after = page.next_after
  }
  const expected = toldTo(history.world, viewer).map(({ at, item, reasons, decision }) =>
    keyOf(at, item.id, reasons, decision),
  )
  assert.deepEqual(shown.map(({ key }) => key).sort(), expected.sort())
  assertNumbers(history, `inbox of ${viewer.name}`, shown)
  const through = random.pick([0, ...shown.map(({ seq }) => seq)])
  viewer.articlesReadThrough = Math.max(viewer.articlesReadThrough, through)
  const { status, body } = await history.post(viewer, '/v1/humanfeed/inbox/ack', { through })
  const unread = shown.filter(({ seq }) => seq > viewer.articlesReadThrough).length
  assert.deepEqual([status, body], [200, { read_through: viewer.articlesReadThrough, unread }])
}

/** 16.12, 16.13 */
export async function publicFeed(history: History) {
  const { world } = history
  const listed = articlesIn(world).filter(isPublic)
  const { body } = await history.call('anybody', '192.0.2.5', '/api/humanfeed/feed?limit=50')
  const rows = body.items as {
    id: string
    first_published_at: number
    updated_at: number
    score: number
    public_comment_count: number
  }[]
  const shown = rows.map(({ id, first_published_at, updated_at, score, public_comment_count }) => ({
    id,
    first_published_at,
    updated_at,
    score,
    public_comment_count,
  }))
  const expected = listed.map((item) => ({
    id: item.id,
    first_published_at: item.firstPublishedAt as number,
    updated_at: item.updatedAt as number,
    score: tallyOf(world, publishedOf(item) as Revision).score,
    public_comment_count: commentsOn(world, item).length,
  }))
  const byId = (a: { id: string }, b: { id: string }) => (a.id < b.id ? -1 : 1)
  assert.deepEqual(shown.toSorted(byId), expected.toSorted(byId))
  const order = shown.map(({ first_published_at }) => first_published_at)
  assert.deepEqual(
    order,
    order.toSorted((a, b) => b - a),
  )
  assert.deepEqual(body.summary, {
    message_count: kept(world).length + keptAnonymous(world).length,
    published_posts: listed.length,
    awaiting_review_posts: articlesIn(world).filter(
      (item) => candidateOf(item) && item.firstPublishedAt === null && isFree(item),
    ).length,
  })
}

/** 17.4, 17.10 */
export async function reviewer(history: History, viewer: Account, random: Random) {
  const { world } = history
  const profile = await history.get(viewer, '/v1/humanfeed/profile/me')
  const eligibility_reasons = reasonsAgainst(world, viewer, world.now)
  const expected = {
    ...trustOf(world, viewer, world.now),
    eligibility_reasons,
    eligible: eligibility_reasons.length === 0,
  }
  assert.deepEqual(only(profile, expected), expected)
  const candidates = articlesIn(world).flatMap((item) => candidateOf(item) ?? [])
  const skipped = candidates.filter(() => random.chance(0.15)).slice(0, 20)
  const query = skipped.length > 0 ? `?exclude_revision_ids=${idsOf(skipped).join(',')}` : ''
  const offers = articlesIn(world)
    .filter((item) => item.author !== viewer && isFree(item))
    .flatMap((item) => candidateOf(item) ?? [])
    .filter((revision) => !world.itemVotes.some((vote) => vote.revision === revision && vote.voter === viewer))
    .filter((revision) => !skipped.includes(revision))
    .map((revision) => ({ revision, reviews: tallyOf(world, revision).up + tallyOf(world, revision).down }))
  const fewest = Math.min(...offers.map(({ reviews }) => reviews))
  const least = offers.filter(({ reviews }) => reviews === fewest)
  const oldest = Math.min(...least.map(({ revision }) => revision.since))
  const best = least.filter(({ revision }) => revision.since === oldest)
  const { candidate } = await history.get(viewer, `/v1/humanfeed/review-queue/next${query}`)
  const offered = best.find(({ revision }) => revision.id === candidate?.revision_id)
  assert.equal(offered !== undefined, best.length > 0, 'the candidate that is offered')
  if (offered)
    assert.deepEqual(
      [candidate.review_vote_count, candidate.qualifying_upvotes],
      [offered.reviews, qualifyingOf(world, offered.revision, world.now)],
    )
}
