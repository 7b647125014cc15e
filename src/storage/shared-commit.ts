/**
 * Writes that wait at the same moment share one transaction and one commit, so that the disk is waited for once. They
 * run one after the other, and each sees what the earlier ones changed. One that fails is undone alone. Nobody is
 * answered before the commit is on disk, a refusal included: it may be due to a write of the same transaction.
 */
import type { Deadline } from './deadline.ts'
import { Line, type Waiter } from './line.ts'
import type { Work } from './sql.ts'

/** A staged write does not wait for the disk; one with its own maximum may also run longer than others. */
export type Mode = { isStaged?: boolean; maxMs?: number | undefined }

export type Write = { work: Work<unknown>; deadline: Deadline; mode: Mode }

/** An open transaction of either engine that holds the writer's lock. */
export type SharedTransaction = {
  run<T>(work: Work<T>): Promise<T>
  /** The point that `undo` goes back to. */
  mark(): Promise<void>
  /** Throws the reason again if the whole transaction has failed with it. */
  undo(reason: unknown): Promise<void>
}

export type Bounds = {
  /** A longer transaction would keep other processes waiting, and the first of its writes. */
  maxMs: number
  maxWrites: number
}

/** Opens a transaction for the first write and commits it when `use` has ended; if that throws, nothing has happened. */
export type InTransaction = <T>(first: Write, use: (transaction: SharedTransaction) => Promise<T>) => Promise<T>

type WaitingWrite = Waiter<Write, unknown>
type Answer = () => void

/** A staged write would make others wait for nothing, and theirs would make it wait for the disk. */
const mayShare = (a: Mode, b: Mode) => a.isStaged === b.isStaged && !a.maxMs && !b.maxMs

export class SharedCommits {
  readonly #line = new Line<Write, unknown>()
  readonly #inTransaction: InTransaction
  readonly #bounds: Bounds
  #isRunning = false

  constructor(inTransaction: InTransaction, bounds: Bounds) {
    this.#inTransaction = inTransaction
    this.#bounds = bounds
  }

  async write<T>(write: Write & { work: Work<T> }): Promise<T> {
    const answered = this.#line.wait(write, write.deadline)
    if (!this.#isRunning) void this.#serveAll()
    return (await answered) as T
  }

  /** Refuses whoever waits; what has begun goes on. */
  refuseAll() {
    this.#line.refuseAll()
  }

  async #serveAll() {
    this.#isRunning = true
    for (let first = this.#line.shift(); first; first = this.#line.shift()) await this.#share(first)
    this.#isRunning = false
  }

  async #share(first: WaitingWrite) {
    const served = [first]
    try {
      const answers = await this.#inTransaction(first.wanted, (transaction) => this.#runAll(transaction, served))
      for (const answer of answers) answer()
    } catch (error) {
      for (const { reject } of served) reject(error)
    }
  }

  /** Runs the first write and whoever waits behind it. */
  async #runAll(transaction: SharedTransaction, served: WaitingWrite[]): Promise<Answer[]> {
    const end = performance.now() + this.#bounds.maxMs
    const [first] = served as [WaitingWrite]
    // Needs no point to go back to: if it fails, the transaction ends with it, and nobody else has used it.
    const result = await transaction.run(first.wanted.work)
    const answers = [() => first.resolve(result)]
    while (answers.length < this.#bounds.maxWrites && performance.now() < end) {
      const next = this.#line.first && mayShare(first.wanted.mode, this.#line.first.mode) && this.#line.shift()
      if (!next) break
      served.push(next)
      answers.push(await runBeside(transaction, next))
    }
    return answers
  }
}

async function runBeside(transaction: SharedTransaction, { wanted, resolve, reject }: WaitingWrite): Promise<Answer> {
  await transaction.mark()
  try {
    const result = await transaction.run(wanted.work)
    return () => resolve(result)
  } catch (error) {
    await transaction.undo(error)
    return () => reject(error)
  }
}
