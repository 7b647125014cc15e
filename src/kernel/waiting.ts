/**
 * Calls that wait until their page has items. A waiting call is only an entry here: it holds no transaction, no
 * connection to the database and no place in work. The version of the database is read for all of them together, after
 * each write of this process and once a second while there are waiting calls.
 */
import { setImmediate as turn } from 'node:timers/promises'
import { fixed } from '../settings/limits.ts'
import { tuning } from '../settings/tuning.ts'
import type { Database, Tx } from '../storage/sql.ts'
import type { Clock } from './clock.ts'
import type { AnyOperation } from './operation.ts'
import type { WaitQuestion, Waits } from './waits.ts'

/**
 * `ready`: there are items. `over`: the time has passed. `ended`: the credential is no longer valid. `full`: too many
 * wait, so the answer comes at once. `gone`: the caller has disconnected.
 */
const outcomes = ['ready', 'over', 'ended', 'full', 'gone'] as const
export type WaitOutcome = (typeof outcomes)[number]
export type WaitCounts = Readonly<Record<WaitOutcome, number>>

export type WaitingOperation = Pick<AnyOperation, 'name'> & { waits: Waits }

export type WaitRequest = {
  /** The same object for all calls of one operation: they are asked for together. */
  op: WaitingOperation
  question: WaitQuestion
  after: number
  seconds: number
  /** Calls are counted by account, because a connection can have any number of access tokens. */
  account: string
  /** The hash of an API key or of an access token. */
  credential: string
  /** Registers the function that ends the call when its caller disconnects. */
  onGone(end: () => void): void
}

type Waiter = WaitRequest & {
  until: number
  /** The latest version of the database in which it found no items. */
  asked: string
  end(outcome: WaitOutcome): void
}

export type WaitingParts = {
  db: Database
  clock: Clock
  /** Which of these credentials are still valid. */
  findLive(tx: Tx, credentials: readonly string[], now: number): Promise<ReadonlySet<string>>
  report(error: unknown): void
}

const LOOK_EVERY_MS = 1_000
/** One look serves all writes within this time. */
const AFTER_WRITE_MS = 20

export class Waiting {
  readonly #parts: WaitingParts
  readonly #waiters = new Set<Waiter>()
  readonly #byAccount = new Map<string, number>()
  readonly #ended = Object.fromEntries(outcomes.map((outcome) => [outcome, 0])) as Record<WaitOutcome, number>
  #timer: NodeJS.Timeout | undefined
  #isLooking = false
  #isNoted = false
  #isStopped = false
  #lastNow = 0
  /** The second in which all credentials were valid. */
  #checkedAt = 0

  constructor(parts: WaitingParts) {
    this.#parts = parts
  }

  get size() {
    return this.#waiters.size
  }

  /** How calls that asked to wait have ended so far. */
  get ended(): WaitCounts {
    return this.#ended
  }

  /** Resolves when the page has items, when the time has passed, or when the call must end. */
  until(request: WaitRequest): Promise<WaitOutcome> {
    const { account, seconds } = request
    const own = this.#byAccount.get(account) ?? 0
    if (this.#isStopped) return Promise.resolve('over')
    if (own >= fixed.waitingPerAccountMax || this.#waiters.size >= tuning.waitingMax) {
      this.#ended.full++
      return Promise.resolve('full')
    }
    this.#followClock()
    return new Promise((resolve) => {
      const waiter: Waiter = {
        ...request,
        until: this.#lastNow + seconds,
        asked: '',
        end: (outcome) => {
          if (!this.#waiters.delete(waiter)) return
          this.#count(account, -1)
          this.#ended[outcome]++
          resolve(outcome)
        },
      }
      this.#waiters.add(waiter)
      this.#count(account, 1)
      request.onGone(() => waiter.end('gone'))
      this.#lookIn(0)
    })
  }

  /** After a write of this process. */
  noteWrite() {
    if (this.#waiters.size > 0) this.#lookIn(AFTER_WRITE_MS)
  }

  /** Answers all waiting calls at once; from now on no call waits. */
  stop() {
    this.#isStopped = true
    clearTimeout(this.#timer)
    for (const waiter of this.#waiters) waiter.end('over')
  }

  #count(account: string, sign: 1 | -1) {
    const count = (this.#byAccount.get(account) ?? 0) + sign
    if (count > 0) this.#byAccount.set(account, count)
    else this.#byAccount.delete(account)
  }

  /** A call that asks for a look during another look gets the next one. */
  #lookIn(ms: number) {
    if (this.#isStopped) return
    if (this.#isLooking) this.#isNoted = true
    else if (!this.#isNoted) {
      this.#isNoted = true
      clearTimeout(this.#timer)
      this.#timer = setTimeout(() => void this.#look(), ms)
    }
  }

  async #look() {
    this.#isNoted = false
    this.#isLooking = true
    this.#followClock()
    try {
      await this.#findReady()
      await this.#endThoseDue()
    } catch (error) {
      this.#parts.report(error) // the database may work again at the next look; each call still ends at its own time
      const now = this.#parts.clock.now()
      for (const waiter of this.#waiters) if (now >= waiter.until) waiter.end('over')
    }
    this.#isLooking = false
    if (this.#waiters.size === 0) this.#isNoted = false // the next waiting call asks for a look itself
    if (this.#isStopped || this.#waiters.size === 0) return
    this.#timer = setTimeout(() => void this.#look(), this.#isNoted ? AFTER_WRITE_MS : LOOK_EVERY_MS)
  }

  /** A clock that is set back lengthens no wait. */
  #followClock() {
    const now = this.#parts.clock.now()
    if (now < this.#lastNow) for (const waiter of this.#waiters) waiter.until -= this.#lastNow - now
    this.#lastNow = now
  }

  /** The version is read first, so a call without items had no items in that version. */
  async #findReady() {
    const { db } = this.#parts
    const version = await db.version()
    const asking = [...this.#waiters].filter(({ asked }) => asked !== version)
    for (const [op, waiters] of Map.groupBy(asking, ({ op }) => op)) {
      const byQuestion = Map.groupBy(waiters, ({ question }) => JSON.stringify(question))
      for (const part of partsOf([...byQuestion.values()])) {
        const questions = part.map(([first]) => (first as Waiter).question)
        const newest = await db.read(`${op.name}: wait`, (tx) => op.waits.findNewest(tx, questions))
        for (const [n, those] of part.entries())
          for (const waiter of those) {
            if ((newest[n] ?? 0) > waiter.after) waiter.asked = READY
            else waiter.asked = version
          }
        await turn()
      }
    }
    const ready = [...this.#waiters].filter(({ asked }) => asked === READY)
    await this.#endThose(ready, 'ready')
    await this.#endRevoked()
  }

  /** Once a second: credentials also expire where nothing is written. */
  async #endRevoked() {
    const now = this.#parts.clock.now()
    if (this.#checkedAt === now) return
    this.#checkedAt = now
    await this.#endThose([...this.#waiters], undefined)
  }

  async #endThoseDue() {
    const now = this.#parts.clock.now()
    await this.#endThose(
      [...this.#waiters].filter(({ until }) => now >= until),
      'over',
    )
  }

  /** Ends calls without a valid credential, and all others with this outcome if there is one; in short slices. */
  async #endThose(waiters: readonly Waiter[], outcome: WaitOutcome | undefined) {
    const { db, clock, findLive } = this.#parts
    for (const part of partsOf(waiters)) {
      const credentials = [...new Set(part.map(({ credential }) => credential))]
      const live = await db.read('wait: credentials', (tx) => findLive(tx, credentials, clock.now()))
      for (const waiter of part)
        if (!live.has(waiter.credential)) waiter.end('ended')
        else if (outcome) waiter.end(outcome)
      await turn()
    }
  }
}

/** A text that no database has as its version. */
const READY = 'ready'
const PER_SLICE = 250

function* partsOf<T>(list: readonly T[]): Generator<readonly T[]> {
  for (let n = 0; n < list.length; n += PER_SLICE) yield list.slice(n, n + PER_SLICE)
}
