import { Failure, fail } from '../kernel/errors.ts'
import type { Deadline } from './deadline.ts'

const MAX_WAITING = 2_000

type Waiter<T> = { resolve(item: T): void; reject(error: unknown): void }

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
  readonly #waiting: Waiter<T>[] = []
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

  /** Refuses all further use, waits until the lent items are back, and returns them all; those not back in time too. */
  async close(deadline: Deadline): Promise<T[]> {
    this.#isClosed = true
    for (const { reject } of this.#waiting.splice(0)) reject(new Failure('UNAVAILABLE'))
    if (this.#lent.size > 0)
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
    const next = this.#waiting.shift()
    if (!this.#parts.isBroken?.(item)) {
      if (next) return next.resolve(item)
      this.#idle.push(item)
    } else {
      this.#made--
      if (next) this.#make().then(next.resolve, next.reject)
    }
    if (this.#isClosed && this.#lent.size === 0) this.#allReturned()
  }

  #take(deadline: Deadline): T | Promise<T> {
    if (this.#isClosed) fail('UNAVAILABLE')
    const idle = this.#idle.pop()
    if (idle !== undefined) return idle
    if (this.#made < this.#parts.max) return this.#make()
    // A longer queue would only make an overload last longer.
    if (this.#waiting.length >= MAX_WAITING) fail('UNAVAILABLE')
    return this.#wait(deadline)
  }

  async #make(): Promise<T> {
    this.#made++
    try {
      return await this.#parts.make()
    } catch (error) {
      this.#made--
      const next = this.#waiting.shift() // there is room again, and nobody else will tell it
      if (next) this.#make().then(next.resolve, next.reject)
      throw error
    }
  }

  #wait(deadline: Deadline): Promise<T> {
    return new Promise((resolve, reject) => {
      let isOver = false
      const end = () => {
        isOver = true
        clearTimeout(timer)
      }
      const waiter: Waiter<T> = {
        // An item may be made for somebody who has stopped waiting by then: it is for the next one.
        resolve: (item) => {
          if (isOver) return this.#giveBack(item)
          end()
          resolve(item)
        },
        reject(error) {
          end()
          reject(error)
        },
      }
      const timer = setTimeout(() => {
        const place = this.#waiting.indexOf(waiter)
        if (place >= 0) this.#waiting.splice(place, 1)
        waiter.reject(new Failure('UNAVAILABLE'))
      }, deadline.remainingMs())
      this.#waiting.push(waiter)
    })
  }
}
