/**
 * One thread for work that would stop the event loop. It does one job at a time and ends when it has been idle. A job is
 * answered by its id and by the thread that has it, so that nothing a thread says late can answer another job.
 */
import { Worker } from 'node:worker_threads'
import { HeldBytes } from './held-bytes.ts'
import { codeOf } from './thrown.ts'
import { bytesIn, ownBuffersIn } from './transfer.ts'
import { Turns } from './turns.ts'
import type { FromThread, ToThread } from './worker-jobs.ts'

const IDLE_MS = 30_000

/** How much longer than its time of the processor a job may take, and a thread to be ready for it. */
const WAITING_FACTOR = 30
const LEAST_PAUSE_MS = 50

/** The job used more of the processor than it may. */
export class JobTimeout extends Error {}
/** The machine is so busy that the job did not get the processor time that it may use, or the thread is silent. */
export class JobStarved extends Error {}
/** The thread ended before it answered, without an error. */
export class JobLost extends Error {}
/** The job needed more memory than it may. */
export class JobTooLarge extends Error {}
/** The job was not begun: too many bytes wait, or the thread was closed. */
export class JobRefused extends Error {}

type Job = {
  id: number
  owner: string
  payload: unknown
  bytes: number
  resolve(result: unknown): void
  reject(error: unknown): void
}

/** The job in hand. */
type Running = { job: Job; worker: Worker; isStarted: boolean; silence: NodeJS.Timeout; limit?: NodeJS.Timeout }

export type ThreadOptions = {
  /** Time of the processor for one job. */
  maxMs: number
  /** How many bytes may wait: of all owners, and of each. */
  maxWaitingBytes?: number
  maxWaitingBytesOfOne?: number
  /** A job that needs a larger heap fails. */
  maxHeapBytes?: number
  /** A thread whose heap is larger after a job is ended, because it would keep that memory for later jobs. */
  maxIdleHeapBytes?: number
}

export class WorkerThread {
  /** A module, or the text of a program. */
  readonly #entry: URL | string
  readonly #options: ThreadOptions
  readonly #waiting = new Turns<Job>()
  readonly #waitingBytes: HeldBytes
  #lastId = 0
  #worker: Worker | undefined
  /** Whether the worker has been given a job: one that has not, and dies, would die of the next one, too. */
  #isUsed = false
  #current: Running | undefined
  #idle: NodeJS.Timeout | undefined
  #isClosed = false
  /** Messages that answered nothing: from a thread that was ended, or about a job that was answered. */
  ignoredMessages = 0

  constructor(entry: URL | string, options: ThreadOptions) {
    this.#entry = entry
    this.#options = options
    const { maxWaitingBytes = Number.POSITIVE_INFINITY, maxWaitingBytesOfOne = Number.POSITIVE_INFINITY } = options
    this.#waitingBytes = new HeldBytes(maxWaitingBytes, maxWaitingBytesOfOne)
  }

  get waitingBytes(): number {
    return this.#waitingBytes.held
  }

  /** The bytes of the payload move to the thread: the caller has them no longer. Owners take turns. */
  run<T>(payload: unknown, owner = ''): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      const bytes = bytesIn(payload)
      if (this.#isClosed || !this.#waitingBytes.take(owner, bytes)) throw new JobRefused()
      const id = ++this.#lastId
      this.#waiting.push(owner, { id, owner, payload, bytes, resolve: resolve as Job['resolve'], reject })
      this.#next()
    })
  }

  /** Fails the job in hand and all that wait. */
  async close(): Promise<void> {
    this.#isClosed = true
    const worker = this.#worker
    if (worker) this.#end(worker, new JobRefused())
    for (let job = this.#take(); job; job = this.#take()) job.reject(new JobRefused())
    clearTimeout(this.#idle)
    await worker?.terminate()
  }

  #take(): Job | undefined {
    const job = this.#waiting.shift()
    if (job) this.#waitingBytes.free(job.owner, job.bytes)
    return job
  }

  #next(): void {
    if (this.#current || this.#isClosed) return
    clearTimeout(this.#idle)
    const job = this.#take()
    if (job) this.#offer(job)
    else if (this.#worker) this.#rest(this.#worker)
  }

  #rest(worker: Worker) {
    worker.unref() // an idle thread keeps no process alive
    this.#idle = setTimeout(() => this.#end(worker, new JobLost()), IDLE_MS).unref()
  }

  /** The payload is sent once the thread says that it is ready: one that is about to end takes no job with it. */
  #offer(job: Job): void {
    try {
      this.#worker ??= this.#start()
    } catch (error) {
      job.reject(error)
      this.#next()
      return
    }
    const worker = this.#worker
    const silence = setTimeout(() => this.#end(worker, new JobStarved()), this.#options.maxMs * WAITING_FACTOR)
    this.#current = { job, worker, isStarted: false, silence }
    worker.ref()
    worker.postMessage({ id: job.id } satisfies ToThread)
  }

  #start(): Worker {
    const { maxHeapBytes } = this.#options
    const resourceLimits = maxHeapBytes ? { maxOldGenerationSizeMb: maxHeapBytes / 2 ** 20 } : {}
    const worker = new Worker(this.#entry, { resourceLimits, eval: typeof this.#entry === 'string' })
    this.#isUsed = false
    worker.on('message', (message: FromThread) => this.#receive(worker, message))
    worker.on('messageerror', (error) => this.#end(worker, error))
    worker.on('error', (error) => this.#end(worker, isOutOfMemory(error) ? new JobTooLarge() : error))
    worker.on('exit', () => this.#end(worker, new JobLost()))
    return worker
  }

  #receive(worker: Worker, message: FromThread) {
    const { maxIdleHeapBytes = Number.POSITIVE_INFINITY } = this.#options
    const running = this.#current
    if (running?.worker !== worker || running.job.id !== message.id) this.ignoredMessages++
    else if ('result' in message)
      this.#settle(running, () => {
        running.job.resolve(message.result)
        if (message.heapBytes > maxIdleHeapBytes) this.#end(worker, new JobLost())
      })
    else if (!running.isStarted) this.#begin(running)
  }

  #begin(running: Running) {
    const { job, worker, silence } = running
    running.isStarted = true
    this.#isUsed = true
    silence.refresh() // counted from the thread's readiness: its start is not the job's fault
    try {
      const { id, payload } = job
      worker.postMessage({ id, payload } satisfies ToThread, ownBuffersIn(payload))
      void this.#limit(running)
    } catch (error) {
      this.#settle(running, () => job.reject(error))
    }
  }

  /** Counted in time of the processor, so that a busy machine refuses nobody. */
  async #limit(running: Running) {
    const { worker } = running
    const { maxMs } = this.#options
    const before = await usedMs(worker)
    const look = async () => {
      const left = maxMs - ((await usedMs(worker)) - before)
      if (this.#current !== running) return
      if (left <= 0) this.#end(worker, new JobTimeout())
      else running.limit = setTimeout(look, Math.max(left, LEAST_PAUSE_MS))
    }
    if (this.#current === running) running.limit = setTimeout(look, maxMs)
  }

  /** The only place where the job in hand is answered. */
  #settle(running: Running, answer: () => void) {
    this.#current = undefined
    clearTimeout(running.silence)
    clearTimeout(running.limit)
    answer()
    this.#next()
  }

  /** A thread that failed, hangs or is not needed is ended; only the job that it has is lost. */
  #end(worker: Worker, error: unknown) {
    void worker.terminate()
    const running = this.#current
    const mayRetry = this.#isUsed && !this.#isClosed
    if (this.#worker === worker) this.#worker = undefined
    if (running?.worker !== worker) return
    if (!running.isStarted && mayRetry) this.#offerAgain(running)
    else this.#settle(running, () => running.job.reject(error))
  }

  /** The thread ended after an earlier job, before this one reached it. */
  #offerAgain({ job, silence }: Running) {
    clearTimeout(silence)
    this.#current = undefined
    this.#offer(job)
  }
}

const isOutOfMemory = (error: unknown) => codeOf(error) === 'ERR_WORKER_OUT_OF_MEMORY'

/** A thread that has ended has used nothing more. */
async function usedMs(worker: Worker): Promise<number> {
  if (!('cpuUsage' in worker)) return performance.now() // Node 24 before 24.6
  const { user, system } = await worker.cpuUsage().catch(() => ({ user: 0, system: 0 }))
  return (user + system) / 1000
}
