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

/** Begins the work of a request; true if it is all done. */
export type Start = () => boolean

export type GroupParts = {
  /** Whether there is a place for one more. */
  hasPlace(): boolean
  /** Runs a group of requests, all of which have arrived. */
  startTogether(start: () => void): void
  /** In milliseconds. */
  now?(): number
}

export class StartGroups {
  readonly #parts: GroupParts
  readonly #now: () => number
  readonly #queue: Start[] = []
  #isScheduled = false
  /**
   * The group that was begun last, and how many of it were not done at once. It has ended when the event loop comes to
   * something else.
   */
  #group: { began: number; begun: number } | undefined
  #ended = 0
  /** How long the last group took. */
  #tookMs = 0
  /** Of those that are not done at once. */
  #msPerRequest = 0

  constructor(parts: GroupParts) {
    this.#parts = parts
    this.#now = parts.now ?? (() => performance.now())
  }

  get length() {
    return this.#queue.length
  }

  add(start: Start) {
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
    const sinceMs = this.#now() - this.#ended
    if (sinceMs > REFUSING_PER_GROUP * Math.max(GROUP_MS, this.#tookMs)) this.#startGroup()
  }

  #startGroup() {
    const began = this.#now()
    let [size, begun] = [0, 0]
    this.#parts.startTogether(() => {
      while (this.#hasNext() && (size === 0 || this.#expectedMs(began, begun) < GROUP_MS)) {
        size++
        if (this.#queue.shift()?.() === false) begun++
      }
    })
    if (size > 0) this.#group = { began, begun }
  }

  #noteEnd() {
    if (!this.#group) return
    const { began, begun } = this.#group
    this.#group = undefined
    this.#ended = this.#now()
    this.#tookMs = this.#ended - began
    if (begun === 0) return
    // More would change nothing, a group has one request at least; and the thread may have waited for a processor.
    const msPerRequest = Math.min(GROUP_MS, this.#tookMs / begun)
    this.#msPerRequest += NEWEST_SHARE * (msPerRequest - this.#msPerRequest)
  }

  /** Most of the work of a request is done after its start, except where its answer was found. */
  #expectedMs(began: number, begun: number) {
    return Math.max(this.#now() - began, begun * this.#msPerRequest)
  }

  #hasNext() {
    return this.#queue.length > 0 && this.#parts.hasPlace()
  }
}
