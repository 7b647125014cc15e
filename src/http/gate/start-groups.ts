/**
 * Requests that wait for their start. They are begun in groups, and sockets are read between two groups: however much
 * there is to do, what is too much is refused soon.
 */

/** About how long the work of a group may take. */
const GROUP_MS = 2
/**
 * The event loop may read sockets for seconds while all of them are busy; then a refusal begins the next group, when
 * refusing has taken this many times as long as the last group. Less would let the refusals come late at three times
 * the capacity, and more would leave too little for those that are served.
 */
const REFUSING_PER_GROUP = 4
/** How much the last group counts for the time that a request is expected to take. */
const NEWEST_SHARE = 0.2

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
  /** The group that was begun last. It has ended when the event loop comes to something else. */
  #group: { began: number; size: number } | undefined
  #ended = 0
  /** How long the last group took. */
  #tookMs = 0
  #msPerRequest = 0

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
      this.#noteEnd()
      this.#startGroup()
    })
    setImmediate(() => {
      this.#noteEnd()
      this.schedule()
    })
  }

  /** Called after a refusal. */
  startIfOverdue() {
    this.#noteEnd()
    const sinceMs = performance.now() - this.#ended
    if (sinceMs > REFUSING_PER_GROUP * Math.max(GROUP_MS, this.#tookMs)) this.#startGroup()
  }

  #startGroup() {
    const began = performance.now()
    let size = 0
    this.#parts.startTogether(() => {
      while (this.#hasNext() && (size === 0 || this.#expectedMs(began, size) < GROUP_MS)) {
        size++
        this.#queue.shift()?.()
      }
    })
    if (size > 0) this.#group = { began, size }
  }

  #noteEnd() {
    if (!this.#group) return
    const { began, size } = this.#group
    this.#group = undefined
    this.#ended = performance.now()
    this.#tookMs = this.#ended - began
    this.#msPerRequest += NEWEST_SHARE * (this.#tookMs / size - this.#msPerRequest)
  }

  /** Most of the work of a request is done after its start. */
  #expectedMs(began: number, size: number) {
    return Math.max(performance.now() - began, size * this.#msPerRequest)
  }

  #hasNext() {
    return this.#queue.length > 0 && this.#parts.hasPlace()
  }
}
