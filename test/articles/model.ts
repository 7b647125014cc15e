/**
 * The article system as the rules describe it, on plain arrays: every answer is worked out from the start, and
 * every second at which something could change is looked at. It shares no code with the service.
 */
import { VotingModel } from '../setup/voting-model.ts'

const HOUR = 3_600
const DAY = 24 * HOUR
const GRACE = 7 * DAY

type Status = 'awaiting_votes' | 'rejected' | 'published' | 'superseded' | 'expired' | 'withdrawn' | 'restricted'
type Open = 'awaiting_votes' | 'published'

export type Revision = {
  id: string
  status: Status
  former: Open | null
  since: number
  wasOpen: boolean
  /** From before a withdrawal. */
  closed: boolean
}
export type Item = {
  id: string
  seq: number
  kind: 'post' | 'comment'
  author: string
  post: Item
  parent: Item | null
  depth: number
  withdrawn: boolean
  restricted: boolean
  revisions: Revision[]
  firstPublishedAt: number | null
  updatedAt: number | null
}
export type Event = { type: 'submitted' | 'published'; at: number; item: Item; revision: Revision }
/** An item of an inbox. */
export type Told = { to: string; at: number; item: Item; revision: Revision; reasons: string[]; decision?: string }
type Vote = { voter: string; item: Item; revision: Revision; value: 1 | -1; weight: number; at: number }
type Outcome = { refused: string } | { replayed: boolean; weight: number }

const isOpen = ({ status }: Revision) => status === 'awaiting_votes' || status === 'published'

export class ArticleModel {
  readonly voting: VotingModel
  readonly graceStart: number
  readonly items: Item[] = []
  readonly events: Event[] = []
  readonly told: Told[] = []
  readonly votes: Vote[] = []
  readonly restrictedAccounts = new Set<string>()
  /** How often each kind of thing has happened, so that a test knows what its history met. */
  readonly met = new Map<string, number>()
  #now: number

  constructor(graceStart: number, now: number, votesPerDay: number) {
    this.graceStart = graceStart
    this.#now = now
    this.voting = new VotingModel(votesPerDay)
  }

  // Who is who.

  isRevoked = (name: string) => this.voting.accounts.get(name)?.revoked ?? false
  isGrace = (at: number) => at >= this.graceStart && at < this.graceStart + GRACE
  threshold = (at: number) => (this.isGrace(at) ? 2 : 11)

  /** Karma, reputation and positive peers for the trust of a reviewer at a moment. */
  trust(name: string, at: number) {
    const byPeer = new Map<string, number>()
    const add = (peer: string, value: number) => byPeer.set(peer, (byPeer.get(peer) ?? 0) + value)
    const settled = (vote: { at: number }) => vote.at + 12 * HOUR <= at
    for (const vote of this.voting.votes.filter(({ author }) => author === name))
      if (settled(vote)) add(vote.voter, vote.value)
    const onArticles = this.votes.filter((vote) => vote.item.author === name && settled(vote))
    const counted = onArticles.filter(({ item }) => !item.withdrawn && !item.restricted)
    const latest = new Map(counted.map((vote) => [`${vote.voter} ${vote.item.id}`, vote]))
    for (const { voter, value } of latest.values()) add(voter, value)
    const balances = [...byPeer]
      .filter(([peer]) => !this.isRevoked(peer) && this.#ageOf(peer, at) >= DAY)
      .map(([, balance]) => Math.max(-5, Math.min(5, balance)))
    return {
      age: this.#ageOf(name, at),
      k: this.voting.karma(name),
      r: balances.reduce((sum, balance) => sum + balance, 0),
      p: balances.filter((balance) => balance > 0).length,
    }
  }

  #ageOf = (name: string, at: number) => at - (this.voting.accounts.get(name)?.createdAt ?? 0)

  reasonsAgainst(name: string, at: number): string[] {
    const { age, k, r, p } = this.trust(name, at)
    const trust = this.isGrace(at)
      ? []
      : [age < DAY && 'age', k < 5 && 'karma', r < 5 && 'reputation', p < 3 && 'positive_peers']
    const suspended = this.voting.accounts.get(name)?.suspended && 'suspended'
    const restricted = this.restrictedAccounts.has(name) && 'restricted'
    return [...trust, suspended, restricted, this.isRevoked(name) && 'revoked'].filter(
      (reason) => typeof reason === 'string',
    )
  }

  // What is what.

  candidate = ({ revisions }: Item) => revisions.find(({ status }) => status === 'awaiting_votes')
  published = ({ revisions }: Item) => revisions.find(({ status }) => status === 'published')
  newest = ({ revisions }: Item) => revisions.at(-1) as Revision

  /** Whether others than its author can read an item. */
  isReadable(item: Item): boolean {
    if (item.kind === 'post') return this.candidate(item) !== undefined || this.published(item) !== undefined
    return this.#isUnhidden(item) && this.isReadable(item.post)
  }

  /** A comment that is published, as all comments above it are. */
  #isUnhidden = (comment: Item): boolean =>
    this.published(comment) !== undefined && (comment.parent === null || this.#isUnhidden(comment.parent))

  isPublic = (item: Item): boolean =>
    item.kind === 'post'
      ? this.published(item) !== undefined
      : this.#isUnhidden(item) && this.published(item.post) !== undefined

  /** The revision of an item that somebody reads; undefined where it is not found. */
  reads(name: string, item: Item): Revision | undefined {
    if (item.author === name) return this.newest(item)
    return this.isReadable(item) ? (this.candidate(item) ?? this.published(item)) : undefined
  }

  readsRevision(name: string, item: Item, revision: Revision): boolean {
    if (item.author === name) return true
    if (item.withdrawn || item.restricted || revision.closed) return false
    if (item.kind === 'comment') return this.isReadable(item)
    return isOpen(revision) || (revision.status === 'superseded' && revision.wasOpen)
  }

  websiteStatus(item: Item) {
    if (item.restricted) return 'restricted'
    if (item.withdrawn) return 'withdrawn'
    if (!this.published(item)) return 'not_listed'
    return this.isPublic(item) ? 'listed' : 'hidden_by_ancestor'
  }

  /** The comments on an article that agents can read. */
  commentsOn = (post: Item) =>
    this.items.filter((item) => item.kind === 'comment' && item.post === post && this.isReadable(item))
  repliesTo = (comment: Item) => this.items.filter((item) => item.parent === comment && this.isReadable(item))

  tally(revision: Revision) {
    const on = this.votes.filter((vote) => vote.revision === revision)
    return {
      score: on.reduce((sum, { value, weight }) => sum + value * weight, 0),
      up: on.filter(({ value }) => value === 1).length,
      down: on.filter(({ value }) => value === -1).length,
    }
  }

  qualifying(revision: Revision, at: number): number {
    const recommendations = this.votes.filter((vote) => vote.revision === revision && vote.value === 1)
    return recommendations.filter(
      (vote) => (this.isGrace(at) || vote.at + 12 * HOUR <= at) && this.reasonsAgainst(vote.voter, at).length === 0,
    ).length
  }

  shownEvents = () =>
    this.events.filter(({ item, revision }) => isOpen(revision) && (item.kind === 'post' || this.isReadable(item)))

  /** What is for somebody: comments and answers while others can read them, and all that was decided. */
  inboxOf = (name: string) =>
    this.told.filter(({ to, item, decision }) => to === name && (decision !== undefined || this.isReadable(item)))

  #isFree = ({ author }: Item) => !this.restrictedAccounts.has(author) && !this.isRevoked(author)

  awaitingReview = () =>
    this.items.filter(
      (item) => item.kind === 'post' && this.candidate(item) && item.firstPublishedAt === null && this.#isFree(item),
    )

  /** What the review queue offers, best first. */
  queueFor(name: string) {
    return this.items
      .filter((item) => item.kind === 'post' && item.author !== name && this.#isFree(item))
      .flatMap((item) => this.candidate(item) ?? [])
      .filter((revision) => !this.votes.some((vote) => vote.revision === revision && vote.voter === name))
      .map((revision) => ({ revision, reviews: this.tally(revision).up + this.tally(revision).down }))
      .sort(
        (a, b) =>
          a.reviews - b.reviews || a.revision.since - b.revision.since || (a.revision.id < b.revision.id ? -1 : 1),
      )
  }

  // What time brings about.

  /** Moves the time on, and makes every change that falls due on the way, at its second. */
  advance(now: number) {
    const moments = new Set<number>()
    const note = (at: number) => at > this.#now && at <= now && moments.add(at)
    note(this.graceStart + GRACE)
    for (const vote of [...this.votes, ...this.voting.votes]) note(vote.at + 12 * HOUR)
    for (const { createdAt } of this.voting.accounts.values()) note(createdAt + DAY)
    for (const { revisions } of this.items)
      for (const { status, since } of revisions) if (status === 'awaiting_votes') note(since + 30 * DAY)
    for (const at of [...moments].sort((a, b) => a - b)) {
      this.#expire(at)
      this.#publish(at)
    }
    this.#now = now
  }

  #expire(at: number) {
    for (const item of this.items)
      for (const revision of item.revisions)
        if (revision.status === 'awaiting_votes' && revision.since + 30 * DAY <= at) {
          this.#count('expired')
          Object.assign(revision, { status: 'expired', since: revision.since + 30 * DAY })
          this.#decide(item, revision, 'expired')
        }
  }

  #publish(at: number) {
    for (const item of this.items) {
      const revision = item.kind === 'post' ? this.candidate(item) : undefined
      if (!revision || !this.#isFree(item) || this.tally(revision).up < this.threshold(at)) continue
      if (this.qualifying(revision, at) < this.threshold(at)) continue
      const old = this.published(item)
      if (old) Object.assign(old, { status: 'superseded', since: at })
      this.#count(`published, ${this.isGrace(at) ? 'grace' : 'standard'}${old ? ', replacing' : ''}`)
      Object.assign(revision, { status: 'published', since: at })
      item.firstPublishedAt ??= at
      item.updatedAt = at
      this.events.push({ type: 'published', at, item, revision })
      this.#decide(item, revision, 'published')
    }
  }

  #decide(item: Item, revision: Revision, decision: string) {
    this.told.push({ to: item.author, at: revision.since, item, revision, reasons: ['decision'], decision })
  }

  #count = (what: string) => this.met.set(what, (this.met.get(what) ?? 0) + 1)

  /** Everything that may have become publishable by what was just done. */
  changed() {
    this.#publish(this.#now)
  }

  // What people do.

  add(
    ids: { item: string; revision: string },
    author: string,
    place: { post?: Item; parent?: Item | null; passes: boolean },
  ): Item {
    const item = { ...ids, id: ids.item, seq: this.items.length + 1, author, revisions: [] as Revision[] }
    const depth = place.post ? (place.parent?.depth ?? 0) + 1 : 0
    const made: Item = {
      id: item.id,
      seq: item.seq,
      kind: place.post ? 'comment' : 'post',
      author,
      post: undefined as never,
      parent: place.parent ?? null,
      depth,
      withdrawn: false,
      restricted: false,
      revisions: [],
      firstPublishedAt: null,
      updatedAt: null,
    }
    made.post = place.post ?? made
    this.items.push(made)
    this.revise(made, ids.revision, place.passes)
    return made
  }

  /** A new revision: it supersedes the candidate, unless it is rejected; one that goes on ends a withdrawal. */
  revise(item: Item, id: string, passes: boolean) {
    const now = this.#now
    const status: Status = passes ? (item.kind === 'post' ? 'awaiting_votes' : 'published') : 'rejected'
    const revision: Revision = { id, status, former: null, since: now, wasOpen: passes, closed: false }
    if (passes) {
      const old = this.candidate(item)
      if (old) Object.assign(old, { status: 'superseded', since: now })
      item.withdrawn = false
    }
    item.revisions.push(revision)
    if (passes) this.#announce(item, revision)
    this.changed()
  }

  #announce(item: Item, revision: Revision) {
    const type = revision.status === 'published' && this.isPublic(item) ? 'published' : 'submitted'
    this.events.push({ type, at: this.#now, item, revision })
    if (item.kind === 'post') return
    const authors = { comment: item.post.author, answer: item.parent?.author }
    for (const to of new Set(Object.values(authors))) {
      if (to === undefined || to === item.author) continue
      const reasons = Object.entries(authors).flatMap(([reason, author]) => (author === to ? [reason] : []))
      this.told.push({ to, at: this.#now, item, revision, reasons })
    }
  }

  /** Null where the request is refused. */
  withdraw(item: Item): 'replayed' | 'withdrawn' | null {
    if (item.withdrawn) return 'replayed'
    const live = item.revisions.filter((revision) => isOpen(revision) || revision.status === 'restricted')
    if (live.length === 0) return null
    for (const revision of live) Object.assign(revision, { status: 'withdrawn', former: null, since: this.#now })
    for (const revision of item.revisions) revision.closed = true
    item.withdrawn = true
    this.changed()
    return 'withdrawn'
  }

  restrict(item: Item) {
    if (item.restricted) return
    for (const revision of item.revisions.filter(isOpen))
      Object.assign(revision, { former: revision.status, status: 'restricted' })
    item.restricted = true
    this.changed()
  }

  /** Restores the former states; a candidate whose time ran out meanwhile has expired. */
  lift(item: Item) {
    if (!item.restricted) return
    item.restricted = false
    const restored = item.revisions.filter(({ status }) => status === 'restricted')
    for (const revision of restored) Object.assign(revision, { status: revision.former, former: null })
    this.#expire(this.#now)
    for (const revision of restored.filter(isOpen)) this.#announce(item, revision)
    this.changed()
  }

  vote(voter: string, item: Item, revision: Revision, value: 1 | -1): Outcome {
    const now = this.#now
    if (!this.readsRevision(voter, item, revision)) return { refused: 'NOT_FOUND' }
    if (item.author === voter) return { refused: 'SELF_VOTE' }
    const earlier = this.votes.find((vote) => vote.voter === voter && vote.revision === revision)
    if (earlier)
      return earlier.value === value ? { replayed: true, weight: earlier.weight } : { refused: 'VOTE_IMMUTABLE' }
    if (item.kind === 'comment' || !isOpen(revision)) return { refused: 'NOT_VOTABLE' }
    if (this.restrictedAccounts.has(voter)) return { refused: 'ACCOUNT_RESTRICTED' }
    const account = this.voting.accounts.get(voter) as {
      suspended: boolean
      ledger: number
      usedOn: Map<number, number>
    }
    const { suspended, can_vote, weight } = this.voting.allowance(voter, now)
    if (suspended) {
      if (!account.suspended) Object.assign(account, { suspended: true, ledger: 0 })
      this.changed()
      return { refused: 'VOTING_SUSPENDED' }
    }
    if (!can_vote) return { refused: 'DAILY_LIMIT' }
    const day = Math.floor(now / DAY)
    account.usedOn.set(day, (account.usedOn.get(day) ?? 0) + 1)
    this.votes.push({ voter, item, revision, value, weight, at: now })
    this.changed()
    return { replayed: false, weight }
  }
}
