import { Failure, fail } from '../kernel/errors.ts'
import type { Deadline } from './deadline.ts'

/** A longer line would only make an overload last longer. */
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

  /** What the first one wants. */
  get first(): Wanted | undefined {
    return this.#waiting[0]?.wanted
  }

  /** The first one leaves the line to be served. */
  shift(): Waiter<Wanted, Given> | undefined {
    const waiter = this.#waiting.shift()
    clearTimeout(waiter?.timer)
    return waiter
  }

  refuseAll() {
    for (let waiter = this.shift(); waiter; waiter = this.shift()) waiter.reject(new Failure('UNAVAILABLE'))
  }
}
