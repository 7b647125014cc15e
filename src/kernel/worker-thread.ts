/** One thread for work that would stop the event loop. It does one job at a time and ends when it has been idle. */
import { Worker } from 'node:worker_threads'

const IDLE_MS = 30_000

type Job = { payload: unknown; resolve(result: unknown): void; reject(error: Error): void }

/** The job used more processor time than it may. */
export class JobTimeout extends Error {}
/** The machine is so busy that the job did not get the processor time it may use. */
export class JobStarved extends Error {}

/** On a busy machine a job may wait for the processor: so many times its processor time is the most that it may take. */
const MOST_WAITS = 4

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
    // Its time is counted from its start in the thread: the start of the thread is not the job's fault.
    this.#worker.postMessage(job.payload)
  }

  #start(): Worker {
    const worker = new Worker(this.#entry)
    worker.on('message', (message: 'started' | object) => {
      if (message === 'started') this.#limit(worker)
      else this.#finish((job) => job.resolve(message))
    })
    worker.on('error', (error) => this.#end(error as Error))
    return worker
  }

  /** Ends the current job when it has used its processor time. The time that others used is not its fault. */
  async #limit(worker: Worker) {
    const job = this.#current
    const before = await cpuOf(worker)
    const wait = (ms: number, waits: number) => {
      if (this.#current !== job) return
      this.#timer = setTimeout(async () => {
        const left = this.#maxMs - ((await cpuOf(worker)) - before)
        if (this.#current !== job) return
        if (left <= 0) this.#end(new JobTimeout())
        else if (waits === MOST_WAITS) this.#end(new JobStarved())
        else wait(Math.max(left, this.#maxMs / 10), waits + 1)
      }, ms)
    }
    wait(this.#maxMs, 1)
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

/** Processor time of the thread so far. Node 24 before 24.6 cannot tell: there every job has used all it may. */
async function cpuOf(worker: Worker): Promise<number> {
  if (!('cpuUsage' in worker)) return performance.now()
  // It rejects once the thread has ended, and then the job has ended, too.
  const { user, system } = await worker.cpuUsage().catch(() => ({ user: 0, system: 0 }))
  return (user + system) / 1000
}
