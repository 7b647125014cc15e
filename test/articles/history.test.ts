/** A random life of a small board with articles, against a model of the rules. */
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { seededRandom } from '../../src/seed/rules.ts'
import { sql } from '../../src/storage/sql.ts'
import { type Answer, type Board, onEachEngine, openBoard, type Person } from '../board.ts'
import { article, comments, readsItem, readsRevision, recommends, submits, withdraws } from '../setup/articles.ts'
import { assertCountsRight } from '../setup/contents.ts'
import { isSoak } from '../setup/databases.ts'
import { liftsAgent, liftsItem, restrictsAgent, restrictsItem } from '../setup/moderation.ts'
import { ArticleModel, type Item, type Revision } from './model.ts'

const HOUR = 3_600
const DAY = 24 * HOUR
const AGENTS = 16
const CANDIDATES = 5
const VOTES_PER_DAY = 5
const STEPS = { sqlite: isSoak ? 8_500 : 600, postgres: isSoak ? 1_500 : 200 }
/** What the longer history must have met. */
const wanted = [
  'published, grace',
  'published, standard',
  'published, standard, replacing',
  'expired',
  'replayed',
  'VOTE_IMMUTABLE',
  'SELF_VOTE',
  'NOT_FOUND',
  'NOT_VOTABLE',
  'DAILY_LIMIT',
]

type Row = {
  id: string
  seq: number
  revision_id: string
  latest_comment: { id: string } | null
  latest_public_comment: { id: string } | null
} & Record<string, unknown>
type Shown = { seq: number; event_type: string; event_at: number; revision_id: string; visible_on_website: boolean }

type Told = { inbox_seq: number; event_at: number; revision_id: string; reasons: string[]; decision?: string }

/** A text with a key in it fails the check of its content. */
const refused = { blocks: [{ type: 'paragraph', text: `My key is brd_${'a'.repeat(43)}, please keep it.` }] }

class History {
  readonly model: ArticleModel
  readonly people = new Map<string, Person>()
  readonly board: Board
  readonly #chance: () => number
  readonly #seqs = new Map<string, number>()
  readonly #told = new Map<string, string>()
  readonly #readThrough = new Map<string, number>()
  #registered = 0

  constructor(board: Board, seed: number) {
    this.board = board
    this.model = new ArticleModel(board.now(), board.now(), VOTES_PER_DAY)
    this.#chance = seededRandom(seed)
  }

  async step() {
    const { board, model } = this
    const dice = this.#chance()
    model.advance(board.now())
    if (this.#active().length < AGENTS) await this.#register()
    if (dice < 0.26) await this.#voteOnMessage()
    else if (dice < 0.62) await this.#voteOnArticle()
    else if (dice < 0.7) await this.#comment()
    else if (dice < 0.735) await this.#submit()
    else if (dice < 0.755) await this.#revise()
    else if (dice < 0.77) await this.#withdraw()
    else if (dice < 0.795) await this.#moderate()
    else if (dice < 0.8) await this.#restrictAgent()
    else if (dice < 0.8015) await this.#revoke()
    else if (dice < 0.825) await this.#post()
    else if (dice < 0.83) await this.#delete()
    else if (dice < 0.9) board.passTime(Math.floor(this.#chance() * 4 * HOUR))
    else if (dice < 0.915) board.passTime(Math.floor(this.#chance() * DAY))
    else await this.compare()
  }

  #pick = <T>(list: readonly T[]) => list[Math.floor(this.#chance() * list.length)] as T
  #active = () => [...this.model.voting.accounts.values()].filter(({ revoked }) => !revoked).map(({ name }) => name)
  #writers = () => this.#active().filter((name) => !this.model.restrictedAccounts.has(name))
  #person = (name: string) => this.people.get(name) as Person
  #count = (what: string) => this.model.met.set(what, (this.model.met.get(what) ?? 0) + 1)

  async #register() {
    const name = `agent-${++this.#registered}`
    this.people.set(name, await this.board.account(name, { from: `198.51.100.${this.#registered % 250}` }))
    this.model.voting.register(name, this.board.now())
  }

  async #post() {
    const author = this.#pick(this.#writers())
    const { body } = await this.#person(author).posts()
    this.model.voting.posts.push({ id: body.id, author, root: body.id })
  }

  async #delete() {
    const post = this.#pick(this.model.voting.posts.filter(({ author }) => !this.model.isRevoked(author)))
    if (!post || this.model.voting.posts.length < 20) return
    assert.equal((await this.#person(post.author).deletes(post.id)).status, 200)
    this.model.voting.delete(post.id)
    this.model.changed()
  }

  async #voteOnMessage() {
    const { model, board } = this
    const post = this.#pick(model.voting.posts.slice(-40))
    if (!post) return this.#post()
    const [voter, value] = [this.#pick(this.#writers()), this.#chance() < 0.88 ? 1 : -1] as const
    const expected = model.voting.vote(voter, post.id, value, board.now())
    const { status, body } = await this.#person(voter).votes(post.id, value)
    if ('refused' in expected) assert.equal(body.error?.code, expected.refused)
    else assert.deepEqual([status, body.weight], [200, expected.weight])
    model.changed()
  }

  async #voteOnArticle() {
    const { model, board } = this
    const posts = model.items.filter(({ kind }) => kind === 'post')
    const open = posts.filter((item) => model.candidate(item))
    // Mostly a candidate, so that some reach the threshold; sometimes anything at all, comments too.
    const item = this.#chance() < 0.85 && open.length > 0 ? this.#pick(open) : this.#pick(model.items)
    if (!item) return
    const revision = this.#chance() < 0.9 ? (model.candidate(item) ?? model.newest(item)) : this.#pick(item.revisions)
    const [voter, value] = [this.#pick(this.#active()), this.#chance() < 0.88 ? 1 : -1] as const
    const expected = model.vote(voter, item, revision, value)

    const { status, body } = await recommends(this.#person(voter), revision.id, value)

    if ('refused' in expected) assert.equal(body.error?.code, expected.refused)
    else {
      assert.deepEqual([status, body.replayed, body.weight], [200, expected.replayed, expected.weight])
      assert.deepEqual({ score: body.score, up: body.up, down: body.down }, model.tally(revision))
      assert.deepEqual(
        [body.revision_status, body.qualifying_upvotes, body.publish_threshold],
        [revision.status, model.qualifying(revision, board.now()), model.threshold(board.now())],
      )
    }
    this.#count('refused' in expected ? expected.refused : expected.replayed ? 'replayed' : 'voted')
  }

  async #submit() {
    const { model } = this
    if (model.items.filter((item) => model.candidate(item)).length >= CANDIDATES) return
    const [author, passes] = [this.#pick(this.#writers()), this.#chance() < 0.9]
    const { body } = await submits(this.#person(author), passes ? {} : refused)
    const made = model.add({ item: body.item.id, revision: body.revision.id }, author, { passes })
    assert.equal(body.revision_status, model.newest(made).status)
  }

  async #revise() {
    const { model } = this
    const own = model.items.filter(({ kind, author }) => kind === 'post' && this.#writers().includes(author))
    const item = this.#pick(own.slice(-12))
    if (!item) return
    const passes = this.#chance() < 0.85
    const publication = { ...article(passes ? {} : refused), resume_publication: this.#chance() < 0.7 }
    const { body } = await this.#person(item.author).send(`/v1/humanfeed/posts/${item.id}/revisions`, publication)
    if (item.restricted || (item.withdrawn && !publication.resume_publication)) {
      assert.equal(body.error?.code, 'REVISION_STATE')
      return
    }
    model.revise(item, body.revision.id, passes)
    assert.equal(body.revision_status, model.newest(item).status)
  }

  async #comment() {
    const { model } = this
    const writer = this.#pick(this.#writers())
    const posts = model.items.filter((item) => item.kind === 'post' && model.isReadable(item))
    const post = this.#pick(posts.slice(-6))
    if (!post) return
    const above = this.#chance() < 0.7 ? this.#pick(model.commentsOn(post).slice(-5)) : undefined
    const revision = model.candidate(post) ?? (model.published(post) as Revision)
    const { status, body } = await comments(
      this.#person(writer),
      post.id,
      revision.id,
      above ? { parent_id: above.id } : {},
    )
    if (above && above.depth === 32) {
      assert.equal(body.error?.code, 'COMMENT_DEPTH')
      return this.#count('COMMENT_DEPTH')
    }
    assert.equal(status, 202, JSON.stringify(body))
    model.add({ item: body.item.id, revision: body.revision.id }, writer, { post, parent: above ?? null, passes: true })
  }

  async #withdraw() {
    const { model } = this
    const own = model.items.filter(({ author }) => !model.isRevoked(author))
    const item = this.#pick(own.slice(-30))
    if (!item) return
    const expected = model.withdraw(item)
    const { status, body } = await withdraws(this.#person(item.author), item.id)
    if (expected === null) assert.equal(body.error?.code, 'REVISION_STATE')
    else assert.deepEqual([status, body.replayed], [202, expected === 'replayed'])
  }

  async #moderate() {
    const { model, board } = this
    const restricted = model.items.filter((item) => item.restricted)
    if (restricted.length > 0 && this.#chance() < 0.6) {
      const item = this.#pick(restricted)
      await liftsItem(board, item.id)
      return model.lift(item)
    }
    const item = this.#pick(model.items.slice(-30))
    if (!item) return
    await restrictsItem(board, item.id)
    model.restrict(item)
  }

  async #restrictAgent() {
    const { model, board } = this
    const [name] = model.restrictedAccounts
    if (name) {
      await liftsAgent(board, this.#person(name).id)
      model.restrictedAccounts.delete(name)
    } else {
      const chosen = this.#pick(this.#active())
      await restrictsAgent(board, this.#person(chosen).id)
      model.restrictedAccounts.add(chosen)
    }
    model.changed()
  }

  async #revoke() {
    const name = this.#pick(this.#writers())
    assert.equal((await this.#person(name).revokes()).status, 200)
    this.model.voting.revoke(name)
    this.model.changed()
  }

  /** Everything that one agent and the public read is what the model says. */
  async compare() {
    const name = this.#pick(this.#active())
    await this.#compareArticles(name)
    await this.#compareActivity(name)
    await this.#compareInbox(name)
    await this.#comparePublic()
    await this.#compareOne(name)
    await this.#compareReviewer(name)
  }

  /** The part of a row that depends on votes, time and the discussion. */
  #row(name: string, item: Item, revision: Revision) {
    const { model } = this
    const [candidate, published] = [model.candidate(item), model.published(item)]
    const discussion =
      item.kind === 'post' ? (model.isReadable(item) ? model.commentsOn(item) : []) : model.repliesTo(item)
    const isPublic = model.published(item.post) !== undefined
    const latest = item.kind === 'post' ? (discussion.at(-1)?.id ?? null) : null
    return {
      id: item.id,
      seq: item.seq,
      author: item.author,
      revision_id: revision.id,
      revision_status: revision.status,
      website_status: model.websiteStatus(item),
      score: model.tally(revision).score,
      your_vote: model.votes.find((vote) => vote.voter === name && vote.revision === revision)?.value ?? null,
      comment_count: discussion.length,
      public_comment_count: isPublic ? discussion.length : 0,
      latest_comment: latest,
      latest_public_comment: isPublic ? latest : null,
      revision_context: {
        read_revision_id: revision.id,
        public_revision_id: published?.id ?? null,
        active_candidate_revision_id: candidate?.id ?? null,
        read_revision_is_public: revision === published,
        read_revision_is_current_candidate: revision === candidate,
      },
      visible_on_website: model.websiteStatus(item) === 'listed',
      reply_depth: item.depth,
    }
  }

  #assertRow(name: string, item: Item, revision: Revision, row: Row) {
    const expected = this.#row(name, item, revision)
    const shown = {
      ...Object.fromEntries(Object.keys(expected).map((field) => [field, row[field]])),
      latest_comment: row.latest_comment?.id ?? null,
      latest_public_comment: row.latest_public_comment?.id ?? null,
    }
    assert.deepEqual(shown, expected)
  }

  async #pages(
    path: (query: string) => Promise<{ body: { items: Row[]; next_before: number | null } }>,
    limit: number,
  ) {
    const items: Row[] = []
    for (let before: number | null = null, more = true; more; more = before !== null) {
      const { body } = await path(`?limit=${limit}${before === null ? '' : `&before=${before}`}`)
      items.push(...body.items)
      before = body.next_before
    }
    return items
  }

  async #compareArticles(name: string) {
    const { model } = this
    const person = this.#person(name)
    const visible = model.items.filter((item) => item.kind === 'post' && model.reads(name, item)).toReversed()
    const rows = await this.#pages((query) => person.get(`/v1/humanfeed/posts${query}`), 50)
    assert.deepEqual(
      rows.map(({ id }) => id),
      visible.map(({ id }) => id),
    )
    for (const [n, item] of visible.entries())
      this.#assertRow(name, item, model.reads(name, item) as Revision, rows[n] as Row)
  }

  async #compareActivity(name: string) {
    const { model } = this
    const key = ({ event_type, event_at, revision_id, visible_on_website }: Omit<Shown, 'seq'>) =>
      `${event_at} ${event_type} ${revision_id} ${visible_on_website}`
    const shown: Shown[] = []
    for (let before: number | null = null, more = true; more && shown.length < 90; more = before !== null) {
      const query: string = before === null ? '' : `&before=${before}`
      const { body } = await this.#person(name).get(`/v1/humanfeed/activity?limit=30${query}`)
      shown.push(...body.items)
      before = body.next_before
    }
    const expected = model.shownEvents().map(({ type, at, item, revision }) => ({
      event_type: type,
      event_at: at,
      revision_id: revision.id,
      visible_on_website: model.isPublic(item) && revision.status === 'published',
    }))
    // Events of one second have no order in the rules, so a cut page is compared without its oldest second.
    const cutAt = shown.length < expected.length ? (shown.at(-1)?.event_at ?? 0) : 0
    const comparable = (events: readonly Omit<Shown, 'seq'>[]) =>
      events
        .filter(({ event_at }) => event_at > cutAt)
        .map(key)
        .sort()
    assert.deepEqual(comparable(shown), comparable(expected))
    for (const [n, event] of shown.entries()) {
      assert.ok(n === 0 || event.seq < (shown[n - 1] as Shown).seq)
      const id = `${event.event_at} ${event.event_type} ${event.revision_id} ${event.seq}`
      assert.equal(this.#seqs.get(id) ?? event.seq, event.seq)
      this.#seqs.set(id, event.seq)
    }
  }

  /** Read from the oldest and from the newest, then acknowledged up to some item. */
  async #compareInbox(name: string) {
    const person = this.#person(name)
    const read = async (way: 'after' | 'before', from: number) => {
      const items: Told[] = []
      for (let cursor: number | null = from; cursor !== null; ) {
        const { status, body }: Answer = await person.get(`/v1/humanfeed/inbox?limit=30&${way}=${cursor}`)
        assert.equal(status, 200)
        items.push(...body.items)
        cursor = body[`next_${way}`]
      }
      return items
    }
    const items = await read('after', 0)
    assert.deepEqual((await read('before', Number.MAX_SAFE_INTEGER)).toReversed(), items)
    const keyOf = ({ event_at, revision_id, reasons, decision }: Told) =>
      [event_at, revision_id, ...reasons, decision ?? ''].join(' ')
    // What happened in one second has no order in the rules.
    assert.deepEqual(
      items.map(keyOf).toSorted(),
      this.model
        .inboxOf(name)
        .map(({ at, revision, reasons, decision }) => [at, revision.id, ...reasons, decision ?? ''].join(' '))
        .toSorted(),
    )
    for (const [n, item] of items.entries()) {
      assert.ok(n === 0 || item.inbox_seq > (items[n - 1] as Told).inbox_seq)
      const number = `${name} ${item.inbox_seq}`
      assert.equal(this.#told.get(number) ?? keyOf(item), keyOf(item), 'a number is given once')
      this.#told.set(number, keyOf(item))
    }
    const through = this.#pick([{ inbox_seq: 0 }, ...items]).inbox_seq
    const read_through = Math.max(through, this.#readThrough.get(name) ?? 0)
    this.#readThrough.set(name, read_through)
    const answer = await person.send('/v1/humanfeed/inbox/ack', { through })
    const unread = items.filter(({ inbox_seq }) => inbox_seq > read_through)
    assert.deepEqual([answer.status, answer.body], [200, { read_through, unread: unread.length }])
    const next = (await person.get('/v1/humanfeed/inbox?limit=30')).body.items
    assert.deepEqual(next, unread.slice(0, 30))
  }

  async #comparePublic() {
    const { model, board } = this
    const listed = model.items.filter((item) => item.kind === 'post' && model.isPublic(item))
    const items = await this.#pages((query) => board.call(`/api/humanfeed/feed${query}`), 50)
    assert.deepEqual(items.map(({ id }) => id).sort(), listed.map(({ id }) => id).sort())
    for (const { id, first_published_at, updated_at, score, public_comment_count } of items) {
      const item = listed.find((candidate) => candidate.id === id) as Item
      const revision = model.published(item) as Revision
      assert.deepEqual(
        { first_published_at, updated_at, score, public_comment_count },
        {
          first_published_at: item.firstPublishedAt,
          updated_at: item.updatedAt,
          score: model.tally(revision).score,
          public_comment_count: model.commentsOn(item).length,
        },
      )
    }
    const { summary } = (await board.call('/api/humanfeed/feed?limit=1')).body
    assert.deepEqual(summary, {
      message_count: model.voting.posts.length,
      published_posts: listed.length,
      awaiting_review_posts: model.awaitingReview().length,
    })
  }

  /** One item and one of its revisions, with the discussion under it, as an agent and as the public read them. */
  async #compareOne(name: string) {
    const { model, board } = this
    const item = this.#pick(this.#chance() < 0.6 ? model.items.slice(-40) : model.items)
    if (!item) return
    const person = this.#person(name)
    const current = model.reads(name, item)
    const read = await readsItem(person, item.id)
    assert.equal(read.status, current ? 200 : 404)
    if (current) this.#assertRow(name, item, current, read.body.post)
    const revision = this.#pick(item.revisions)
    const exact = await readsRevision(person, revision.id)
    assert.equal(exact.status, model.readsRevision(name, item, revision) ? 200 : 404)
    if (exact.status === 200) this.#assertRow(name, item, revision, exact.body.post)

    const { post } = item
    const own = model.items.filter(
      (comment) => comment.kind === 'comment' && comment.post === post && comment.author === name,
    )
    const visible = new Set([...(model.isReadable(post) ? model.commentsOn(post) : []), ...own])
    if (model.reads(name, post)) {
      const rows = await this.#pages((query) => person.get(`/v1/humanfeed/posts/${post.id}/comments${query}`), 50)
      const expected = model.items.filter((comment) => visible.has(comment)).toReversed()
      assert.deepEqual(
        rows.map(({ id }) => id),
        expected.map(({ id }) => id),
      )
    } else assert.equal((await person.get(`/v1/humanfeed/posts/${post.id}/comments`)).status, 404)
    const open = await board.call(`/api/humanfeed/posts/${post.id}/comments?limit=50`)
    assert.equal(open.status, model.isPublic(post) ? 200 : post.firstPublishedAt === null ? 404 : 410)
    if (open.status === 200) {
      const expected = model.commentsOn(post).toReversed().slice(0, 50)
      assert.deepEqual(
        open.body.items.map(({ id }: Row) => id),
        expected.map(({ id }) => id),
      )
    }
  }

  async #compareReviewer(name: string) {
    const { model, board } = this
    const person = this.#person(name)
    const now = board.now()
    const { body } = await person.get('/v1/humanfeed/profile/me')
    const { age, ...figures } = model.trust(name, now)
    const reasons = model.reasonsAgainst(name, now)
    assert.deepEqual(
      [body.age_seconds, { k: body.k, r: body.r, p: body.p }, body.eligibility_reasons],
      [age, figures, reasons],
    )
    const queue = model.queueFor(name)
    const skipped = queue.slice(0, Math.floor(this.#chance() * 3))
    const query = skipped.length > 0 ? `?exclude_revision_ids=${skipped.map(({ revision }) => revision.id)}` : ''
    const { candidate } = (await person.get(`/v1/humanfeed/review-queue/next${query}`)).body
    const next = queue[skipped.length]
    assert.deepEqual(
      candidate && [candidate.revision_id, candidate.review_vote_count, candidate.qualifying_upvotes],
      next ? [next.revision.id, next.reviews, model.qualifying(next.revision, now)] : null,
    )
  }

  /** Kept columns against a recount of the rows. */
  async recount() {
    const differences = await this.board.db.read('recount', (tx) =>
      tx.all(sql`
        SELECT 'tally' AS what, r.id FROM article_revisions r WHERE (r.score, r.up, r.down) <> (SELECT
          COALESCE(SUM(v.value * v.weight), 0), COALESCE(SUM(CASE WHEN v.value = 1 THEN 1 ELSE 0 END), 0),
          COALESCE(SUM(CASE WHEN v.value = -1 THEN 1 ELSE 0 END), 0) FROM article_votes v WHERE v.revision_id = r.id)
        UNION ALL
        SELECT 'comments', p.id FROM article_items p WHERE p.kind = 'post' AND p.comment_count <> (SELECT COUNT(*)
          FROM article_items c WHERE c.kind = 'comment' AND c.post_id = p.id AND c.readable = 1)
        UNION ALL
        SELECT 'two candidates', r.item_id FROM article_revisions r WHERE r.status = 'awaiting_votes'
          GROUP BY r.item_id HAVING COUNT(*) > 1
        UNION ALL
        SELECT 'two public', r.item_id FROM article_revisions r WHERE r.status = 'published'
          GROUP BY r.item_id HAVING COUNT(*) > 1`),
    )
    assert.deepEqual(differences, [])
  }
}

onEachEngine('a history of articles', (engine) => {
  it(`matches a model of the rules over ${STEPS[engine]} random steps`, async (t) => {
    await using board = await openBoard(engine, {
      limits: {
        LIMIT_VOTES_PER_AGENT_PER_DAY: VOTES_PER_DAY,
        LIMIT_POSTS_PER_AGENT_PER_DAY: 0,
        LIMIT_POSTS_PER_NETWORK_PER_DAY: 0,
        LIMIT_BOARD_PUBLICATION_BURST: 0,
        LIMIT_MESSAGES: 0,
        LIMIT_ARTICLE_REVISIONS_PER_AGENT_PER_DAY: 0,
        LIMIT_COMMENTS_PER_AGENT_PER_DAY: 0,
        LIMIT_PENDING_ARTICLES_PER_AGENT: 0,
      },
    })
    const history = new History(board, 20_261_116)
    for (let step = 1; step <= STEPS[engine]; step++) {
      try {
        await history.step()
        if (step % 500 === 0) await history.recount()
      } catch (error) {
        throw new Error(`at step ${step}`, { cause: error })
      }
    }
    await assertCountsRight(board)
    const met = Object.fromEntries(history.model.met)
    t.diagnostic(JSON.stringify(met))
    if (STEPS[engine] > 5_000)
      for (const outcome of wanted) assert.ok((met[outcome] ?? 0) > 0, `the history never met ${outcome}`)
  })
})
