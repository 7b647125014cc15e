/** Requests that wait for their start. They are begun in groups, and sockets are read between two groups. */

/** A group is begun in one turn of the event loop: as many requests as take about this long. */
const [GROUP_MIN_MS, GROUP_MAX_MS] = [1, 10]
/** The event loop may read sockets for seconds while all of them are busy; then a refusal begins the next group. */
const GROUP_EVERY_MS = 5

export type GroupParts = {
  /** Whether there is a place for one more. */
  hasPlace(): boolean
  /** Runs a group of requests, all of which have arrived. */
  startTogether(start: () => void): void
}

export class StartGroups {
  readonly #parts: GroupParts
  readonly #queue: (() => void)[] = []
  #isScheduled = false
  #groupEnded = 0

  constructor(parts: GroupParts) {
    this.#parts = parts
  }

  get length() {
    return this.#queue.length
  }

  add(start: () => void) {
    this.#queue.push(start)
    this.schedule()
  }

  /** Called when there may be a place again. */
  schedule() {
    if (this.#isScheduled || !this.#hasNext()) return
    this.#isScheduled = true
    setImmediate(() => {
      this.#isScheduled = false
      this.#startGroup()
      this.schedule()
    })
  }

  startIfOverdue() {
    if (performance.now() - this.#groupEnded > GROUP_EVERY_MS) this.#startGroup()
  }

  #startGroup() {
    const until = performance.now() + this.#groupMs()
    this.#parts.startTogether(() => {
      while (this.#hasNext() && performance.now() < until) this.#queue.shift()?.()
    })
    this.#groupEnded = performance.now()
  }

  /** As long as was spent since the last group, within limits: however many are refused, half of the time is for the others. */
  #groupMs() {
    return Math.min(GROUP_MAX_MS, Math.max(GROUP_MIN_MS, performance.now() - this.#groupEnded))
  }

  #hasNext() {
    return this.#queue.length > 0 && this.#parts.hasPlace()
  }
}
