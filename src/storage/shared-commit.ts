/**
 * Writes that wait at the same moment share one transaction and one commit, so that they wait for the disk once. They
 * run one after the other, and each sees what the earlier ones changed. One that fails is undone alone. No write
 * is answered before the commit is on disk, not even a refusal: it may be due to a write of the same transaction.
 */
import { Failure } from '../kernel/errors.ts'
import { must } from '../kernel/must.ts'
import { type Deadline, Line, type Waiter } from './pool.ts'
import type { Group, Work } from './sql.ts'

/** A staged write does not wait for the disk; one with its own maximum may also run longer than others. */
export type Mode = { isStaged?: boolean; maxMs?: number | undefined }

/** A write of a group can also be done together with others, by one call. */
export type Task<T> = {
  work: Work<T>
  grouped?: { group: Group<unknown, unknown>; item: unknown; rows: number }
}

export const taskOf = <Item, Answer>(group: Group<Item, Answer>, item: Item): Task<Answer> => ({
  async work(tx) {
    const [answer] = await group.run(tx, [item])
    if (answer instanceof Failure) throw answer
    return must(answer, 'the answer of a group')
  },
  grouped: { group: group as Group<unknown, unknown>, item, rows: group.rowsOf(item) },
})

export type Write<T = unknown> = Task<T> & { deadline: Deadline; mode: Mode }

/** An open transaction of either engine that holds the writer's lock. */
export type SharedTransaction = {
  run<T>(work: Work<T>): Promise<T>
  /** The point that `undo` goes back to. */
  mark(): Promise<void>
  /** Throws the error that ended the whole transaction, if there is one: every write that shares it gets this error. */
  undo(reason: unknown): Promise<void>
}

export type Bounds = {
  /** A longer transaction would delay other processes, and the answer to its first write. */
  maxMs: number
  maxWrites: number
  /** How many rows one call for a group may change. */
  maxGroupedRows: number
}

/**
 * Opens a transaction for the first write and commits it when `use` has ended; if that throws, nothing has happened.
 */
export type InTransaction = <T>(first: Write, use: (transaction: SharedTransaction) => Promise<T>) => Promise<T>

type WaitingWrite = Waiter<Write, unknown>
type Served = [WaitingWrite, ...WaitingWrite[]]
type Answer = { isRefusal: boolean; give(): void }

const granted = ({ resolve }: WaitingWrite, result: unknown): Answer => ({
  isRefusal: false,
  give: () => resolve(result),
})
const refused = ({ reject }: WaitingWrite, error: unknown): Answer => ({ isRefusal: true, give: () => reject(error) })

/**
 * Ends a transaction in which every write was refused: it is rolled back, without a wait for the disk or a new version.
 */
class NothingDone extends Error {
  readonly answers: readonly Answer[]
  constructor(answers: readonly Answer[]) {
    super('Every write of a transaction was refused.')
    this.answers = answers
  }
}

/** Staged writes do not share a transaction with others: they need not wait for the disk. */
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

  async write<T>(write: Write<T>): Promise<T> {
    const answered = this.#line.wait(write, write.deadline)
    if (!this.#isRunning) void this.#serveAll()
    return (await answered) as T
  }

  /** Refuses all waiting writes; those that have begun go on. */
  refuseAll() {
    this.#line.refuseAll()
  }

  async #serveAll() {
    this.#isRunning = true
    for (let first = this.#line.shift(); first; first = this.#line.shift()) await this.#share(first)
    this.#isRunning = false
  }

  async #share(first: WaitingWrite) {
    const served: Served = [first]
    try {
      const answers = await this.#inTransaction(first.wanted, (transaction) => this.#runAll(transaction, served))
      for (const { give } of answers) give()
    } catch (error) {
      const answers = error instanceof NothingDone ? error.answers : served.map((write) => refused(write, error))
      for (const { give } of answers) give()
    }
  }

  /** Runs the first write and those that wait behind it. */
  async #runAll(transaction: SharedTransaction, served: Served): Promise<Answer[]> {
    const { maxMs, maxWrites } = this.#bounds
    const end = performance.now() + maxMs
    const [first] = served
    const group = this.#takeGroup(first, served)
    // The first write needs no savepoint: if it fails, the transaction ends with it, and no other write has used it.
    const answers = group.length > 1 ? await runTogether(transaction, group) : [await run(transaction, first)]
    while (served.length < maxWrites && performance.now() < end) {
      const next = this.#line.first && mayShare(first.wanted.mode, this.#line.first.mode) && this.#line.shift()
      if (!next) break
      served.push(next)
      const group = this.#takeGroup(next, served)
      if (group.length > 1) answers.push(...(await runTogether(transaction, group)))
      else answers.push(await runBeside(transaction, next))
    }
    if (answers.every(({ isRefusal }) => isRefusal)) throw new NothingDone(answers)
    return answers
  }

  /** A write with those of its group that wait directly behind it. */
  #takeGroup(first: WaitingWrite, served: WaitingWrite[]): WaitingWrite[] {
    const { maxWrites, maxGroupedRows } = this.#bounds
    const { mode, grouped } = first.wanted
    const taken = [first]
    if (!grouped) return taken
    let { rows } = grouped
    while (served.length < maxWrites) {
      const next = this.#line.first
      if (next?.grouped?.group !== grouped.group || !mayShare(mode, next.mode)) break
      rows += next.grouped.rows
      if (rows > maxGroupedRows) break
      const write = must(this.#line.shift(), 'the first write of the line')
      taken.push(write)
      served.push(write)
    }
    return taken
  }
}

async function run(transaction: SharedTransaction, write: WaitingWrite): Promise<Answer> {
  return granted(write, await transaction.run(write.wanted.work))
}

async function runBeside(transaction: SharedTransaction, write: WaitingWrite): Promise<Answer> {
  await transaction.mark()
  try {
    return await run(transaction, write)
  } catch (error) {
    await transaction.undo(error)
    return refused(write, error)
  }
}

/** If the call fails, each write runs alone, so that only the faulty ones fail. */
async function runTogether(transaction: SharedTransaction, writes: readonly WaitingWrite[]): Promise<Answer[]> {
  const grouped = writes.map(({ wanted }) => must(wanted.grouped, 'the group of a write'))
  const { group } = must(grouped[0], 'the first write of a group')
  const items = grouped.map(({ item }) => item)
  await transaction.mark()
  try {
    const results = await transaction.run((tx) => group.run(tx, items))
    if (results.length !== writes.length) throw new Error('A group did not answer each of its writes.')
    return writes.map((write, n) => (results[n] instanceof Failure ? refused : granted)(write, results[n]))
  } catch (error) {
    await transaction.undo(error)
    const answers: Answer[] = []
    for (const write of writes) answers.push(await runBeside(transaction, write))
    return answers
  }
}
