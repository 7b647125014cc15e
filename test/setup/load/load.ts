/** The mixed load: writes without a pause, remembers what was acknowledged, and looks all of it up afterwards. */
import { checkBoard } from '../../../src/operator/check/check-board.ts'
import { type Database, Statement } from '../../../src/storage/sql.ts'
import type { Answer, Call } from '../call.ts'
import {
  type Act,
  type Again,
  articleStoriesOf,
  type Cast,
  type Kind,
  kinds,
  openCast,
  type Story,
  storiesOf,
} from './stories.ts'

const WRITERS = 16
const REPEATS_AT_ONCE = 16
const MAX_FAILED = 1_000
/** A pool of connections that all were ended costs a few requests their answer. */
const MAX_REPEATS = 100

/** One write that was begun; it has a receipt if it was acknowledged, or if repeating it has shown that it is there. */
type Entry = { kind: Kind; again: Again; receipt?: string }

export type Run = { count: number; reached(): void; isOver(): boolean; withArticles: boolean }

/** What the receipt of a write is recognized by; a deletion and a link have nothing of the kind. */
const receiptIn = ({ body }: Answer, known = 'done'): string => body.id ?? body.revision?.id ?? body.seq ?? known
const isAcknowledged = ({ status }: Answer) => status === 200 || status === 201 || status === 202

export class Load {
  readonly #stories: Story[]
  readonly #articleStories: Story[]
  readonly #entries: Entry[] = []
  /** Those whose acknowledgement was not looked up since. */
  readonly #unverified: Entry[] = []
  #told = 0
  readonly #acknowledged = new Map<Kind, number>()
  /** Acknowledged, and not there afterwards. */
  lost = 0
  /** Answers that are neither an acknowledgement nor a 503. */
  readonly faults: string[] = []

  private constructor(cast: Cast) {
    this.#stories = storiesOf(cast)
    this.#articleStories = articleStoriesOf(cast)
  }

  static async open(call: Call): Promise<Load> {
    return new Load(await openCast(call))
  }

  /** Writes until `isOver`. Calls `reached` when so many more writes are acknowledged, among them one of each kind. */
  async run({ count, reached, isOver, withArticles }: Run): Promise<void> {
    let [missing, isReached] = [count, false]
    const isMixed = () => !withArticles || kinds.every((kind) => this.#acknowledged.has(kind))
    const stories = withArticles ? [...this.#articleStories, ...this.#stories] : this.#stories
    const act: Act = async (kind, send, again = send) => {
      const entry: Entry = { kind, again }
      this.#entries.push(entry)
      this.#unverified.push(entry)
      const answer = await send()
      if (!isAcknowledged(answer)) {
        if (answer.status !== 503) this.faults.push(`${kind}: ${answer.status} ${JSON.stringify(answer.body)}`)
        throw new Error(`${kind} were answered ${answer.status}.`)
      }
      entry.receipt = receiptIn(answer)
      this.#acknowledged.set(kind, (this.#acknowledged.get(kind) ?? 0) + 1)
      missing--
      if (missing > 0 || isReached || !isMixed()) return answer.body
      isReached = true
      reached()
      return answer.body
    }
    let failed = 0
    const write = async () => {
      while (!isOver()) {
        const number = this.#told++
        const tell = stories[number % stories.length] as Story
        await tell(act, `story-${number}`).catch((error) => {
          // What is not acknowledged is looked up later. If nothing ever is, the service is gone.
          if (++failed > MAX_FAILED) throw error
        })
      }
    }
    await Promise.all(Array.from({ length: WRITERS }, write))
  }

  /** The writes since the last time. */
  takeUnverified(): Entry[] {
    return this.#unverified.splice(0)
  }

  /** Looks up each of these writes. What was acknowledged must be there; any other happens now or did before. */
  async verify(waiting = this.takeUnverified()): Promise<void> {
    const look = async () => {
      for (let entry = waiting.pop(); entry; entry = waiting.pop()) await this.#verify(entry)
    }
    await Promise.all(Array.from({ length: REPEATS_AT_ONCE }, look))
  }

  async #verify(entry: Entry) {
    let answer = await entry.again()
    for (let n = 0; answer?.status === 503 && n < MAX_REPEATS; n++) answer = await entry.again()
    if (!answer) return
    if (!isAcknowledged(answer)) return void this.faults.push(`repeated ${entry.kind}: ${answer.status}`)
    const receipt = receiptIn(answer, entry.receipt)
    const isThere = answer.body.replayed === true && receipt === entry.receipt
    if (entry.receipt !== undefined && !isThere) this.lost++
    entry.receipt = receipt
  }

  /** Compares the rows with what happened. Links whose answer was lost may be there or not. */
  async compare(db: Database) {
    const happened = (...of: Kind[]) => this.#entries.filter(({ kind, receipt }) => receipt && of.includes(kind)).length
    const expected = {
      posts: happened('messages', 'replies') - happened('deletions'),
      publications: happened('messages', 'replies'),
      votes: happened('votes'),
      unsorted_posts: happened('anonymous messages'),
      article_items: happened('articles', 'comments', 'guest comments') + 1, // the article of the cast
      article_votes: happened('recommendations') + 2,
    }
    let [lost, twice] = [this.lost, 0]
    for (const [table, count] of Object.entries(expected)) {
      const more = (await countRows(db, table)) - count
      if (more > 0) twice += more
      else lost -= more
    }
    const findings = await checkBoard(db, () => {})
    return { lost, twice, findings }
  }

  /** How many of each kind were acknowledged. */
  acknowledged(): Record<Kind, number> {
    return Object.fromEntries(kinds.map((kind) => [kind, this.#acknowledged.get(kind) ?? 0])) as Record<Kind, number>
  }

  /** How many were begun and not acknowledged at first. */
  unacknowledged(): number {
    return this.#entries.length - Object.values(this.acknowledged()).reduce((sum, count) => sum + count)
  }
}

/** `table` is written in this file, never by a caller. */
async function countRows(db: Database, table: string): Promise<number> {
  const statement = new Statement([`SELECT COUNT(*) AS n FROM ${table}`], [])
  return (await db.read('count', (tx) => tx.one<{ n: number }>(statement)))?.n ?? 0
}
