/** The rules of veterans and pins on plain arrays; every account is settled after every event. */

const DAY = 86_400
const SLOTS = 3

type State = 'newcomer' | 'veteran' | 'suspended'
type Account = { name: string; createdAt: number; state: State; lastPinOn: number }
type Post = { id: string; author: string; root: string }
type Vote = { voter: string; author: string; post: string; value: 1 | -1; weight: number }
type Pin = { by: string; thread: string; at: number; expires: number }

export class PinningModel {
  readonly accounts = new Map<string, Account>()
  posts: Post[] = []
  votes: Vote[] = []
  /** Newest first. */
  pins: Pin[] = []
  readonly met = new Map<string, number>()

  register(name: string, now: number) {
    this.accounts.set(name, { name, createdAt: now, state: 'newcomer', lastPinOn: -1 })
  }

  karma = (name: string) => this.#received(name).reduce((sum, { value, weight }) => sum + value * weight, 0)
  supporters = (name: string) =>
    new Set(this.#received(name).flatMap(({ value, voter }) => (value === 1 ? [voter] : []))).size

  status(name: string) {
    const { state, createdAt } = this.#account(name)
    return {
      eligible: state === 'veteran',
      veteran: state !== 'newcomer',
      suspended: state === 'suspended',
      eligible_at: createdAt + 7 * DAY,
      karma: this.karma(name),
      supporters: this.supporters(name),
    }
  }

  /** After every event, and whenever time has passed. */
  settle(now: number) {
    this.pins = this.pins.filter(({ expires }) => expires > now)
    for (const account of this.accounts.values()) {
      const next = this.#next(account, now)
      if (next === account.state) continue
      this.#meet(`${account.state} → ${next}`)
      account.state = next
      if (next === 'suspended') this.pins = this.pins.filter(({ by }) => by !== account.name)
    }
  }

  delete(id: string) {
    const gone = new Set(this.posts.filter((post) => post.id === id || post.root === id).map((post) => post.id))
    this.posts = this.posts.filter((post) => !gone.has(post.id))
    this.votes = this.votes.filter((vote) => !gone.has(vote.post))
    this.pins = this.pins.filter(({ thread }) => !gone.has(thread))
  }

  /** How many pins go with the account. */
  revoke(name: string): number {
    const before = this.pins.length
    this.pins = this.pins.filter(({ by }) => by !== name)
    return before - this.pins.length
  }

  /** What an attempt comes to: `pinned`, `replayed` or a code. */
  pin(name: string, thread: string, now: number): string {
    const outcome = this.#whyNoPin(name, thread, now) ?? 'pinned'
    this.#meet(outcome)
    if (outcome !== 'pinned') return outcome
    this.#account(name).lastPinOn = Math.floor(now / DAY)
    this.pins.unshift({ by: name, thread, at: now, expires: now + 7 * DAY })
    return outcome
  }

  unpin(name: string, thread: string): string {
    const [pin] = this.pins.filter((candidate) => candidate.thread === thread)
    this.pins = this.pins.filter((candidate) => candidate !== pin || pin.by !== name)
    return pin === undefined ? 'replayed' : pin.by === name ? 'unpinned' : 'NOT_OWNER'
  }

  #whyNoPin(name: string, thread: string, now: number): string | undefined {
    const post = this.posts.find(({ id }) => id === thread)
    if (!post) return 'NOT_FOUND'
    if (post.root !== post.id) return 'ROOT_THREAD_REQUIRED'
    if (this.pins.some((pin) => pin.thread === thread && pin.by === name)) return 'replayed'
    const { state, lastPinOn } = this.#account(name)
    if (state === 'newcomer') return 'PIN_NOT_ELIGIBLE'
    if (state === 'suspended') return 'PINNING_SUSPENDED'
    if (this.pins.some((pin) => pin.thread === thread)) return 'ALREADY_PINNED'
    if (this.pins.some((pin) => pin.by === name) || this.pins.length >= SLOTS) return 'PIN_CAPACITY'
    return lastPinOn === Math.floor(now / DAY) ? 'DAILY_LIMIT' : undefined
  }

  #next({ name, state, createdAt }: Account, now: number): State {
    const karma = this.karma(name)
    if (state === 'newcomer')
      return now - createdAt >= 7 * DAY && karma >= 5 && this.supporters(name) >= 3 ? 'veteran' : 'newcomer'
    if (state === 'veteran') return karma <= -5 ? 'suspended' : 'veteran'
    return karma >= 5 ? 'veteran' : 'suspended'
  }

  #meet = (what: string) => this.met.set(what, (this.met.get(what) ?? 0) + 1)
  #account = (name: string) => this.accounts.get(name) as Account

  #received(name: string) {
    return this.votes.filter(({ author }) => author === name)
  }
}
