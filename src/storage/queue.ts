import { fail } from '../kernel/errors.ts'

const MAX_WAITING = 2_000

/** A pool of at most `max` items, each lent to one user at a time, first come first served. */
export class Pool<T> {
  readonly #make: () => T
  readonly #max: number
  readonly #idle: T[] = []
  readonly #waiting: ((item: T) => void)[] = []
  #made = 0

  constructor(max: number, make: () => T) {
    this.#max = max
    this.#make = make
  }

  async use<R>(work: (item: T) => Promise<R>): Promise<R> {
    const item = await this.#take()
    try {
      return await work(item)
    } finally {
      const next = this.#waiting.shift()
      if (next) next(item)
      else this.#idle.push(item)
    }
  }

  #take(): T | Promise<T> {
    const idle = this.#idle.pop()
    if (idle !== undefined) return idle
    if (this.#made < this.#max) {
      this.#made++
      return this.#make()
    }
    // A longer queue would only make an overload last longer.
    if (this.#waiting.length >= MAX_WAITING) fail('UNAVAILABLE')
    return new Promise((resolve) => this.#waiting.push(resolve))
  }

  get idle(): readonly T[] {
    return this.#idle
  }
}
