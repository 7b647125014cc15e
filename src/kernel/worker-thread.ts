/** One thread for work that would stop the event loop. It does one job at a time and ends when it has been idle. */
import { Worker } from 'node:worker_threads'
import { ownBuffersIn } from './transfer.ts'

const IDLE_MS = 30_000

type Job = { payload: unknown; resolve(result: unknown): void; reject(error: Error): void }

/** How much longer than its time of the processor a job may take. */
const WAITING_FACTOR = 30
const LEAST_PAUSE_MS = 50

/** A thread that has ended has used nothing more. */
async function usedMs(worker: Worker): Promise<number> {
  if (!('cpuUsage' in worker)) return performance.now() // Node 24 before 24.6
  const { user, system } = await worker.cpuUsage().catch(() => ({ user: 0, system: 0 }))
  return (user + system) / 1000
}

/** The job used more of the processor than it may. */
export class JobTimeout extends Error {}
/** The machine is so busy that the job did not get the processor time that it may use. */
export class JobStarved extends Error {}

export class WorkerThread {
  readonly #entry: URL
  readonly #maxMs: number
  readonly #waiting: Job[] = []
  #worker: Worker | undefined
  #current: Job | undefined
  #timer: NodeJS.Timeout | undefined

  constructor(entry: URL, maxMs: number) {
    this.#entry = entry
    this.#maxMs = maxMs
  }

  /** The bytes of the payload move to the thread: the caller has them no longer. */
  run<T>(payload: unknown): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      this.#waiting.push({ payload, resolve: resolve as Job['resolve'], reject })
      this.#next()
    })
  }

  async close(): Promise<void> {
    clearTimeout(this.#timer)
    const worker = this.#worker
    this.#worker = undefined
    await worker?.terminate()
  }

  #next() {
    if (this.#current) return
    clearTimeout(this.#timer)
    const job = this.#waiting.shift()
    if (!job) {
      this.#worker?.unref() // an idle thread keeps no process alive
      this.#timer = setTimeout(() => void this.close(), IDLE_MS).unref()
      return
    }
    this.#current = job
    this.#worker ??= this.#start()
    this.#worker.ref()
    // Counted from the thread's readiness: its start is not the job's fault.
    this.#worker.postMessage(job.payload, ownBuffersIn(job.payload))
  }

  #start(): Worker {
    const worker = new Worker(this.#entry)
    worker.on('message', (message: 'started' | object) => {
      if (message === 'started') void this.#limit(worker)
      else this.#finish((job) => job.resolve(message))
    })
    worker.on('error', (error) => this.#end(error as Error))
    return worker
  }

  /** Counted in time of the processor, so that a busy machine refuses nobody; a job that waits for ever ends all the same. */
  async #limit(worker: Worker) {
    const job = this.#current
    const before = await usedMs(worker)
    const deadline = performance.now() + this.#maxMs * WAITING_FACTOR
    const look = async () => {
      const left = this.#maxMs - ((await usedMs(worker)) - before)
      if (this.#current !== job || this.#worker !== worker) return
      if (left <= 0) this.#end(new JobTimeout())
      else if (performance.now() >= deadline) this.#end(new JobStarved())
      else this.#timer = setTimeout(look, Math.max(left, LEAST_PAUSE_MS))
    }
    if (this.#current === job) this.#timer = setTimeout(look, this.#maxMs)
  }

  #finish(settle: (job: Job) => void) {
    clearTimeout(this.#timer)
    const job = this.#current
    this.#current = undefined
    if (job) settle(job)
    this.#next()
  }

  /** A thread that failed or hangs is replaced; only its job is lost. */
  #end(error: Error) {
    void this.#worker?.terminate()
    this.#worker = undefined
    this.#finish((job) => job.reject(error))
  }
}
