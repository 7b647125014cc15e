/** Readers who always have a waiting call open: for everything that is published, or for what names them. */
import { setTimeout as pause } from 'node:timers/promises'
import type { Answer } from '../setup/call.ts'
import type { Person } from '../setup/people.ts'

const WAIT_SECONDS = 20
/** Only ends a call that hangs: the service and the proxy have shorter deadlines. */
const HANG_MS = 120_000
/** Enough to be shown: whoever gets nothing else would ask for ever. */
const WRONG_MAX = 50

type Feed = { path(after: number): string; take(reader: Person, items: readonly Item[]): Promise<unknown> }
type Item = { id: string; seq: number; inbox_seq?: number }

const feeds: Record<'activity' | 'inbox', Feed> = {
  activity: { path: (after) => `/v1/activity?after=${after}`, take: async () => {} },
  inbox: {
    path: () => '/v1/inbox?limit=30',
    take: (reader, items) => reader.acknowledges(items.at(-1)?.inbox_seq),
  },
}

export class Waits {
  #running = true
  readonly #work: Promise<unknown>[] = []
  readonly #seen: Set<string>[] = []
  readonly #isProperRefusal: (answer: Answer) => boolean
  answered = 0
  empty = 0
  refused = 0
  /** What no waiting call should end with, or that one did not end. */
  readonly wrong: string[] = []

  constructor(isProperRefusal: (answer: Answer) => boolean) {
    this.#isProperRefusal = isProperRefusal
  }

  open(reader: Person, feed: keyof typeof feeds) {
    const seen = new Set<string>()
    this.#seen.push(seen)
    this.#work.push(this.#follow(reader, feeds[feed], seen))
  }

  /** Each reader asks once more after the last message was published, and then until nothing is new. */
  async stop() {
    this.#running = false
    await Promise.all(this.#work)
  }

  /** How many messages did not reach a reader, over all readers. */
  missed = (ids: readonly string[]) =>
    this.#seen.reduce((sum, seen) => sum + ids.filter((id) => !seen.has(id)).length, 0)

  /** How many messages were shown that are not there any more: a leader that ends shows what no standby has got. */
  shownAndLost = (kept: ReadonlySet<string>) =>
    new Set(this.#seen.flatMap((seen) => [...seen].filter((id) => !kept.has(id)))).size

  async #follow(reader: Person, { path, take }: Feed, seen: Set<string>) {
    let after = 1
    for (let isLast = false; !isLast && this.wrong.length < WRONG_MAX; ) {
      const isWaiting = this.#running
      const items = await this.#ask(reader, `${path(after)}${isWaiting ? `&wait=${WAIT_SECONDS}` : ''}`)
      if (!items) continue
      for (const { id } of items) seen.add(id)
      after = items.at(-1)?.seq ?? after
      // What is not acknowledged comes again.
      if (items.length > 0) await take(reader, items).catch(() => {})
      isLast = !isWaiting && items.length === 0
    }
  }

  /** The items, or nothing if the call has to be repeated. */
  async #ask(reader: Person, path: string): Promise<Item[] | undefined> {
    const hung = pause(HANG_MS, 'no answer', { ref: false })
    const answer = await Promise.race([reader.get(path).catch(String), hung])
    if (typeof answer === 'object' && answer.status === 200) {
      this.answered++
      if (answer.body.items.length === 0) this.empty++
      return answer.body.items
    }
    if (typeof answer === 'object' && this.#isProperRefusal(answer)) {
      this.refused++
      await pause(1_000 * Number(answer.headers['retry-after']))
    } else {
      this.wrong.push(
        `${path}: ${typeof answer === 'string' ? answer : `${answer.status} ${JSON.stringify(answer.body)}`}`,
      )
      await pause(1_000)
    }
    return undefined
  }
}
