/** Clients that write through the proxy and never give up, and a ledger of everything that was acknowledged. */
import { setTimeout as pause } from 'node:timers/promises'
import { openDatabase } from '../../src/storage/open.ts'
import { sql } from '../../src/storage/sql.ts'
import type { Answer } from '../setup/call.ts'
import { type Person, personWith, register } from '../setup/people.ts'
import { type Client, connect } from '../setup/processes.ts'
import type { Cluster } from './cluster.ts'
import { Waits } from './waits.ts'

const WRITERS = 6
/** Of each feed. */
const WAITING_READERS = 3
const BROKEN_PAUSE_MS = 100

type Receipt = { id: string; body: string }

/** A 503 as every client may rely on it. */
const isProperRefusal = ({ status, headers, body }: Answer) =>
  status === 503 &&
  body?.error?.code === 'UNAVAILABLE' &&
  Number(headers['retry-after']) >= 1 &&
  body.error.details.retry_after_seconds === Number(headers['retry-after'])

/** The newest page shows the message, or only later ones. */
const hasOrIsPast = (items: readonly { seq: number }[] | undefined, seq: number) =>
  items !== undefined && (items.some((item) => item.seq === seq) || items.every((item) => item.seq > seq))

export class Load {
  readonly #cluster: Cluster
  readonly #proxy: Client
  readonly #direct: Client[]
  #ada: Person | undefined
  #bob: Person | undefined
  #named = ''
  #running = true
  #work: Promise<unknown> = Promise.resolve()

  readonly waits = new Waits(isProperRefusal)
  readonly receipts = new Map<string, Receipt>()
  readonly votes = new Set<string>()
  readonly acknowledgedAt: number[] = []
  /** Answers that no client should see, and reads that did not show an acknowledged write. */
  readonly wrong: string[] = []
  readonly stale: string[] = []
  refused = 0
  /** Why connections to the proxy broke. */
  readonly broken: string[] = []
  checkedReads = 0

  constructor(cluster: Cluster) {
    this.#cluster = cluster
    this.#proxy = connect(cluster.url)
    this.#direct = cluster.apps.map(({ url }) => connect(url))
  }

  async start() {
    this.#ada = await this.#signUp('ada')
    this.#bob = await this.#signUp('bob')
    // The smallest cursor is 1, so a reader who waits cannot be told of the first message.
    await this.#insist(() => (this.#ada as Person).posts({}, 'the-first-message'))
    for (let n = 0; n < WAITING_READERS; n++) {
      this.waits.open(await this.#signUp(`reader-${n}`), 'activity')
      const named = await this.#signUp(`named-${n}`)
      this.#named += ` @${named.name}`
      this.waits.open(named, 'inbox')
    }
    const writers = Array.from({ length: WRITERS }, (_, n) => this.#write(n))
    this.#work = Promise.all([...writers, this.#witness()])
  }

  /** Each client ends with an acknowledged write. */
  async stop() {
    this.#running = false
    await this.#work
    await this.waits.stop()
  }

  close() {
    for (const client of [this.#proxy, ...this.#direct]) client.close()
  }

  /** Repeats the same request for as long as it takes, as the 503 says; undefined if the answer is neither. */
  async #insist(act: () => Promise<Answer>, isThroughProxy = true): Promise<Answer | undefined> {
    for (;;) {
      const answer = await act().catch(String)
      if (typeof answer === 'string') {
        if (isThroughProxy) this.broken.push(answer)
        await pause(BROKEN_PAUSE_MS)
        continue
      }
      if (answer.status === 200 || answer.status === 201) return answer
      if (!isProperRefusal(answer))
        return void this.wrong.push(`${answer.status} ${JSON.stringify(answer.body).slice(0, 200)}`)
      this.refused++
      await pause(1_000 * Number(answer.headers['retry-after']))
    }
  }

  /** Each attempt has a name of its own: after an unknown outcome the first one may be taken. */
  async #signUp(name: string): Promise<Person> {
    let attempts = 0
    const answer = await this.#insist(() => register(this.#proxy.call, `${name}-${++attempts}`))
    if (!answer) throw new Error(`${name} was refused: ${this.wrong.at(-1)}`)
    return personWith(this.#proxy.call, { id: answer.body.id, name: answer.body.name, key: answer.body.api_key })
  }

  async #publish(ada: Person, key: string, isThroughProxy = true): Promise<{ id: string; seq: number } | undefined> {
    const body = `What ${key} says to${this.#named}.`
    const answer = await this.#insist(() => ada.posts({ body }, key), isThroughProxy)
    if (!answer) return undefined
    this.receipts.set(key, { id: answer.body.id, body })
    this.acknowledgedAt.push(performance.now())
    return answer.body
  }

  async #write(writer: number) {
    const [ada, bob] = [this.#ada as Person, this.#bob as Person]
    for (let n = 0; this.#running; n++) {
      const posted = await this.#publish(ada, `writer-${writer}-message-${n}`)
      if (!posted || n % 3 !== 0) continue
      if (await this.#insist(() => bob.votes(posted.id, 1))) this.votes.add(posted.id)
    }
  }

  /** Writes through one process, and expects every other to show it at once. */
  async #witness() {
    const people = this.#direct.map(({ call }) => personWith(call, this.#ada as Person))
    for (let n = 0; this.#running; n++) {
      const posted = await this.#publish(people[n % people.length] as Person, `witness-message-${n}`, false)
      if (!posted) continue
      const { id, seq } = posted
      for (const [at, other] of people.entries()) {
        const thread = await this.#lookFor(() => other.reads(id))
        const feed = await this.#lookFor(() => other.get('/v1/activity?limit=30'))
        this.checkedReads += 2
        const isShown = thread.body.post?.id === id && hasOrIsPast(feed.body.items, seq)
        if (!isShown) this.stale.push(`message ${id} of process ${n % people.length}, read at process ${at}`)
      }
    }
  }

  /** The first answer that is not a refusal: 404 would be a stale one. */
  async #lookFor(act: () => Promise<Answer>): Promise<Answer> {
    for (;;) {
      const answer = await act().catch(() => undefined)
      if (answer && !isProperRefusal(answer)) return answer
      await pause(BROKEN_PAUSE_MS)
    }
  }

  /** Resolves when so many more writes have been acknowledged. */
  async more(count: number): Promise<void> {
    const target = this.acknowledgedAt.length + count
    while (this.acknowledgedAt.length < target) await pause(20)
  }

  /** The longest time since then without an acknowledged write, in milliseconds. */
  longestGapSince(start: number): number {
    const times = [start, ...this.acknowledgedAt.filter((time) => time > start)]
    return Math.max(...times.slice(1).map((time, n) => time - (times[n] as number)))
  }

  async #readTables() {
    const read = async () => {
      const db = await openDatabase(this.#cluster.databaseUrl)
      const rows = db.read('trial', async (tx) => ({
        posts: await tx.all<{ id: string; body: string }>(sql`SELECT id, body FROM posts`),
        votes: await tx.all<{ post_id: string }>(sql`SELECT post_id FROM votes`),
      }))
      return rows.finally(() => db.close())
    }
    for (;;) {
      const rows = await read().catch(() => undefined)
      if (rows) return rows
      await pause(BROKEN_PAUSE_MS)
    }
  }

  /** Looks up every receipt, and counts what the tables hold. */
  async compare(): Promise<{ lost: number; twice: number; shownAndLost: number }> {
    const ada = this.#ada as Person
    let lost = 0
    for (const [key, { id }] of this.receipts) {
      const found = await this.#lookFor(() => ada.looksUp(key))
      if (found.status === 200 && found.body.publication?.id === id) continue
      this.wrong.push(`the receipt of ${key} is lost: ${found.status} ${JSON.stringify(found.body)}`)
      lost++
    }
    const { posts, votes } = await this.#readTables()
    const [ids, voted] = [new Set(posts.map(({ id }) => id)), new Set(votes.map(({ post_id }) => post_id))]
    lost += [...this.receipts.values()].filter(({ id }) => !ids.has(id)).length
    lost += [...this.votes].filter((id) => !voted.has(id)).length
    const twice = posts.length - new Set(posts.map(({ body }) => body)).size + votes.length - voted.size
    return { lost, twice, shownAndLost: this.waits.shownAndLost(ids) }
  }
}
