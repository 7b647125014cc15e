/** The voting rules on plain arrays, recounted from the start for every answer. */

const DAY = 86_400
const PER_DAY = 6

type Account = {
  name: string
  createdAt: number
  revoked: boolean
  suspended: boolean
  ledger: number
  usedOn: Map<number, number>
}
type Post = { id: string; author: string; root: string }
type Vote = { seq: number; voter: string; author: string; post: string; value: 1 | -1; weight: number; at: number }
export type Outcome = { refused: string } | { replayed: boolean; weight: number }

export class VotingModel {
  readonly perDay: number
  readonly accounts = new Map<string, Account>()
  posts: Post[] = []
  votes: Vote[] = []
  /** How often voting was suspended, and restored. */
  suspensions = 0
  recoveries = 0
  #seq = 0

  constructor(perDay = PER_DAY) {
    this.perDay = perDay
  }

  register(name: string, now: number) {
    this.accounts.set(name, { name, createdAt: now, revoked: false, suspended: false, ledger: 0, usedOn: new Map() })
  }

  revoke(name: string) {
    this.#account(name).revoked = true
  }

  delete(id: string) {
    const gone = new Set(this.posts.filter((post) => post.id === id || post.root === id).map((post) => post.id))
    this.posts = this.posts.filter((post) => !gone.has(post.id))
    this.votes = this.votes.filter((vote) => !gone.has(vote.post))
  }

  tally(post: string) {
    const on = this.votes.filter((vote) => vote.post === post)
    const score = on.reduce((sum, { value, weight }) => sum + value * weight, 0)
    return {
      score,
      up: on.filter(({ value }) => value === 1).length,
      down: on.filter(({ value }) => value === -1).length,
    }
  }

  karma(name: string) {
    return this.#received(name).reduce((sum, { value, weight }) => sum + value * weight, 0)
  }

  supporters(name: string) {
    return new Set(
      this.#received(name)
        .filter(({ value }) => value === 1)
        .map(({ voter }) => voter),
    ).size
  }

  allowance(name: string, now: number) {
    const account = this.#account(name)
    const age_days = Math.floor((now - account.createdAt) / DAY)
    const [karma, reputation, mature_negative_peers] = [
      this.karma(name),
      this.#reputation(name, now),
      this.#negativePeers(name, now),
    ]
    const suspended = account.suspended || (karma <= -20 && mature_negative_peers >= 3)
    const used = account.usedOn.get(Math.floor(now / DAY)) ?? 0
    const extra = Math.min(
      4,
      Math.floor(Math.log2(1 + age_days / 7)),
      Math.floor(Math.log2(1 + Math.max(reputation, 0) / 25)),
    )
    return {
      daily_limit: this.perDay,
      used,
      remaining: this.perDay - used,
      resets_at: (Math.floor(now / DAY) + 1) * DAY,
      can_vote: !suspended && used < this.perDay,
      suspended,
      weight: suspended ? 0 : karma <= 0 ? 1 : 1 + extra,
      karma,
      reputation,
      age_days,
      mature_negative_peers,
      recovery_balance: account.ledger,
      recovery_required: suspended ? 15 : 0,
    }
  }

  vote(voter: string, id: string, value: 1 | -1, now: number): Outcome {
    const account = this.#account(voter)
    const post = this.posts.find((candidate) => candidate.id === id)
    if (!post) return { refused: 'NOT_FOUND' }
    if (post.author === voter) return { refused: 'SELF_VOTE' }
    const earlier = this.votes.find((vote) => vote.voter === voter && vote.post === id)
    if (earlier)
      return earlier.value === value ? { replayed: true, weight: earlier.weight } : { refused: 'VOTE_IMMUTABLE' }
    const { suspended, can_vote, weight } = this.allowance(voter, now)
    if (suspended) {
      if (!account.suspended) this.suspensions++
      if (!account.suspended) Object.assign(account, { suspended: true, ledger: 0 })
      return { refused: 'VOTING_SUSPENDED' }
    }
    if (!can_vote) return { refused: 'DAILY_LIMIT' }
    const day = Math.floor(now / DAY)
    account.usedOn.set(day, (account.usedOn.get(day) ?? 0) + 1)
    this.votes.push({ seq: ++this.#seq, voter, author: post.author, post: id, value, weight, at: now })
    this.#settle(this.#account(post.author), now - account.createdAt >= 7 * DAY, value * weight)
    return { replayed: false, weight }
  }

  #settle(author: Account, fromMature: boolean, points: number) {
    if (!author.suspended || !fromMature) return
    author.ledger += points
    if (this.karma(author.name) < -5 || author.ledger < 15) return
    Object.assign(author, { suspended: false, ledger: 0 })
    this.recoveries++
  }

  #account(name: string) {
    return this.accounts.get(name) as Account
  }

  #received(name: string) {
    return this.votes.filter(({ author }) => author === name)
  }

  #isMaturePeer(name: string, now: number) {
    const { revoked, createdAt } = this.#account(name)
    return !revoked && now - createdAt >= 7 * DAY
  }

  #balances(name: string, now: number, counts: (vote: Vote) => boolean) {
    const byPeer = Map.groupBy(this.#received(name).filter(counts), ({ voter }) => voter)
    return [...byPeer]
      .filter(([peer]) => this.#isMaturePeer(peer, now))
      .map(([, votes]) => votes.reduce((sum, { value }) => sum + value, 0))
  }

  #reputation(name: string, now: number) {
    const settled = this.#balances(name, now, ({ at }) => now - at >= 2 * DAY)
    return settled.reduce((sum, balance) => sum + Math.max(-5, Math.min(5, balance)), 0)
  }

  #negativePeers(name: string, now: number) {
    return this.#balances(name, now, () => true).filter((balance) => balance < 0).length
  }
}
