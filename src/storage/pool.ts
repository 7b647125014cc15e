/** How a unit of work waits for one of a few connections: its deadline, its place in the queue, and its retries. */
import { setTimeout as pause } from 'node:timers/promises'
import { Failure, fail } from '../kernel/errors.ts'

/** The deadline of a unit of work. It is counted from its arrival, not from each of its steps. */
export type Deadline = { remainingMs(): number }

export function deadlineIn(ms: number): Deadline {
  const end = performance.now() + ms
  return { remainingMs: () => Math.max(0, end - performance.now()) }
}

/** How long each step may take. */
export type Patience = {
  /** Until a unit of work has a connection and the writer's lock. */
  waitMs: number
  /** For a new connection to a server. */
  connectMs: number
  /** For a statement, after which the server itself ends it. */
  statementMs: number
  /** For the answer to a statement; a server that is silent for longer counts as lost. */
  silenceMs: number
}

export const defaultPatience: Patience = { waitMs: 5_000, connectMs: 3_000, statementMs: 6_000, silenceMs: 7_000 }

/** A longer queue would only make an overload last longer. */
const MAX_WAITING = 2_000

export type Waiter<Wanted, Given> = { wanted: Wanted; resolve(given: Given): void; reject(error: unknown): void }

/** A queue: entries are served in the order of their arrival, or refused at their deadline. */
export class Line<Wanted, Given> {
  readonly #waiting: (Waiter<Wanted, Given> & { timer: NodeJS.Timeout })[] = []

  wait(wanted: Wanted, deadline: Deadline): Promise<Given> {
    if (this.#waiting.length >= MAX_WAITING) fail('UNAVAILABLE')
    return new Promise((resolve, reject) => {
      const leave = () => {
        this.#waiting.splice(this.#waiting.indexOf(waiter), 1)
        reject(new Failure('UNAVAILABLE'))
      }
      const waiter = { wanted, resolve, reject, timer: setTimeout(leave, deadline.remainingMs()) }
      this.#waiting.push(waiter)
    })
  }

  get isEmpty(): boolean {
    return this.#waiting.length === 0
  }

  /** The first entry. */
  get first(): Wanted | undefined {
    return this.#waiting[0]?.wanted
  }

  /** Removes the first entry, which is served next. */
  shift(): Waiter<Wanted, Given> | undefined {
    const waiter = this.#waiting.shift()
    clearTimeout(waiter?.timer)
    return waiter
  }

  refuseAll() {
    for (let waiter = this.shift(); waiter; waiter = this.shift()) waiter.reject(new Failure('UNAVAILABLE'))
  }
}

export type PoolParts<T> = {
  max: number
  make(): T | Promise<T>
  /** A broken item is dropped instead of being lent again. */
  isBroken?(item: T): boolean
}

/** A pool of at most `max` items, each lent to one user at a time, first come first served. */
export class Pool<T> {
  readonly #parts: PoolParts<T>
  readonly #idle: T[] = []
  readonly #lent = new Set<T>()
  /** The waiting users, with the number of their arrival. */
  readonly #waiting = new Line<number, T>()
  #arrivals = 0
  #made = 0
  #isClosed = false
  #allReturned = () => {}

  constructor(parts: PoolParts<T>) {
    this.#parts = parts
  }

  async use<R>(deadline: Deadline, work: (item: T) => Promise<R>): Promise<R> {
    const item = await this.#take(deadline)
    this.#lent.add(item)
    try {
      if (this.#isClosed) fail('UNAVAILABLE') // it was being made when the pool was closed
      return await work(item)
    } finally {
      this.#lent.delete(item)
      this.#giveBack(item)
    }
  }

  /** Drops every idle item; those that are lent are dropped when they come back broken. */
  dropIdle(drop: (item: T) => void) {
    const dropped = this.#idle.splice(0)
    this.#made -= dropped.length
    for (const item of dropped) drop(item)
  }

  /**
   * Refuses all further use, waits until the items in use are back, and returns them all; those not back in time too.
   */
  async close(deadline: Deadline): Promise<T[]> {
    this.#isClosed = true
    this.#waiting.refuseAll()
    if (!this.#isAtRest)
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, deadline.remainingMs())
        this.#allReturned = () => {
          clearTimeout(timer)
          resolve()
        }
      })
    return [...this.#idle, ...this.#lent]
  }

  #giveBack(item: T) {
    if (!this.#parts.isBroken?.(item)) {
      const next = this.#waiting.shift()
      if (next) return next.resolve(item)
      this.#idle.push(item)
    } else {
      this.#made--
      this.#makeForLine()
    }
    if (this.#isAtRest) this.#allReturned()
  }

  /** No item is lent, or being made. */
  get #isAtRest() {
    return this.#made === this.#idle.length
  }

  #take(deadline: Deadline): T | Promise<T> {
    if (this.#isClosed) fail('UNAVAILABLE')
    const idle = this.#idle.pop()
    if (idle !== undefined) return idle
    if (this.#made < this.#parts.max) return this.#make()
    return this.#waiting.wait(++this.#arrivals, deadline)
  }

  async #make(): Promise<T> {
    this.#made++
    try {
      return await this.#parts.make()
    } catch (error) {
      this.#made--
      this.#makeForLine() // there is room again, and nothing else would wake the waiting users
      if (this.#isAtRest) this.#allReturned()
      throw error
    }
  }

  /** The new item goes to the first waiter: the user that asked for it may have stopped waiting. */
  #makeForLine() {
    if (this.#waiting.isEmpty) return
    const arrivals = this.#arrivals
    this.#make().then(
      (item) => this.#giveBack(item),
      (error) => {
        // Users that came later get another attempt: this one may have begun before the server was back.
        if ((this.#waiting.first ?? Number.POSITIVE_INFINITY) <= arrivals) this.#waiting.shift()?.reject(error)
      },
    )
  }
}

/** What an engine's error means for the unit of work. */
export type Verdict = 'retry' | 'unavailable' | 'fault'

const FIRST_PAUSE_MS = 2
const LONGEST_PAUSE_MS = 100

/** Retries a whole unit of work while another writer holds the lock, until its deadline. */
export async function retrying<T>(
  judge: (error: unknown) => Verdict,
  deadline: Deadline,
  work: () => Promise<T>,
): Promise<T> {
  for (let wait = FIRST_PAUSE_MS; ; wait = Math.min(wait * 2, LONGEST_PAUSE_MS)) {
    try {
      return await work()
    } catch (error) {
      const verdict = judge(error)
      if (verdict === 'fault') throw error
      if (verdict === 'unavailable' || deadline.remainingMs() === 0) fail('UNAVAILABLE', undefined, { cause: error })
      await pause(Math.min(wait, deadline.remainingMs()))
    }
  }
}

/** Called after every transaction, with the seconds from its request to its end, and with the error that undid it. */
export type Observer = (name: string, kind: 'read' | 'write', seconds: number, ok: boolean, error?: unknown) => void

export type Unit<T> = {
  name: string
  kind: 'read' | 'write'
  maxWaitMs: number
  work(deadline: Deadline): Promise<T>
}

/** Runs named units of work for an engine, with retries, and reports duration and success to the observer. */
export const runner =
  (judge: (error: unknown) => Verdict, observe: Observer) =>
  async <T>({ name, kind, maxWaitMs, work }: Unit<T>): Promise<T> => {
    const start = performance.now()
    const deadline = deadlineIn(maxWaitMs)
    const seconds = () => (performance.now() - start) / 1000
    try {
      const result = await retrying(judge, deadline, () => work(deadline))
      observe(name, kind, seconds(), true)
      return result
    } catch (error) {
      observe(name, kind, seconds(), false, error)
      throw error
    }
  }

/**
 * For requests: a file that cannot be read at this moment is a problem of the operator's, not an error in the program.
 */
export function orUnavailable(read: () => string): string {
  try {
    return read()
  } catch (cause) {
    return fail('UNAVAILABLE', undefined, { cause })
  }
}
