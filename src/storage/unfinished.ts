/**
 * Work that is too long for one write. The first write makes the change visible to every reader. The rows follow in
 * short writes, between which other writes get their turn. The request that began the work does them; if its process
 * ends, the next operation that writes goes on, in any process.
 */
import { setTimeout as pause } from 'node:timers/promises'
import { Failure } from '../kernel/errors.ts'
import type { Unfinished } from '../kernel/unfinished.ts'
import { type Database, sql, type Tx, valuesOf } from './sql.ts'

export type LongWork = {
  kind: 'thread' | 'unsorted_thread' | 'search_block' | 'article_events' | 'comment'
  /** Whether readers see the change of the next short write; for most work they do not. */
  isSeen?(tx: Tx): Promise<boolean>
  /** Does a part of at most `ROWS_PER_PART` rows and returns how many; 0 when nothing is left. */
  doPart(tx: Tx, number: number): Promise<number>
}

export const ROWS_PER_PART = 100
/** About as many as a publication of many words changes. */
export const ROWS_PER_WRITE = 200
/** Dozens of short writes in a row would delay all other requests. */
const BETWEEN_WRITES_MS = 1

/** Work that is done after this write. */
export async function leaveWork(tx: Tx, { kind }: LongWork, ...numbers: readonly number[]): Promise<void> {
  if (numbers.length === 0) return
  const rows = valuesOf(numbers.map((number) => [kind, number]))
  await tx.run(sql`INSERT INTO unfinished_work (kind, number) ${rows} ON CONFLICT DO NOTHING`)
}

/** Work of about so many rows is done in this write if they fit into it, and else after it. */
export async function beginWork(tx: Tx, work: LongWork, number: number, rows: number): Promise<void> {
  await leaveWork(tx, work, number)
  if (rows <= ROWS_PER_WRITE) await doSome(tx, work, number)
}

/** Returns how many rows it changed, at least one. The work is done if they were fewer than a write may change. */
async function doSome(tx: Tx, { kind, doPart }: LongWork, number: number): Promise<number> {
  for (let rows = 0; rows < ROWS_PER_WRITE; ) {
    const done = await doPart(tx, number)
    rows += done
    if (done > 0) continue
    await tx.run(sql`DELETE FROM unfinished_work WHERE kind = ${kind} AND number = ${number}`)
    return rows + 1
  }
  return ROWS_PER_WRITE
}

const findFirst = (tx: Tx) =>
  tx.one<{ kind: LongWork['kind']; number: number }>(sql`
    SELECT kind, number FROM unfinished_work ORDER BY kind DESC, number LIMIT 1`)

type Left = 'nothing' | 'more' | 'what readers see'

/** Does one short write and returns the remaining work. */
async function doNext(tx: Tx, works: readonly LongWork[], isStaged: boolean): Promise<Left> {
  for (let rows = 0; rows < ROWS_PER_WRITE; ) {
    const first = await findFirst(tx)
    const work = works.find(({ kind }) => kind === first?.kind)
    if (!first || !work) return 'nothing'
    if (isStaged && (await work.isSeen?.(tx))) return 'what readers see'
    rows += await doSome(tx, work, first.number)
  }
  return 'more'
}

const NAME = 'unfinished work'

/** If readers do not see what these writes change, they neither wait for the disk nor outdate cached answers. */
export async function finishAll(db: Database, works: readonly LongWork[]): Promise<void> {
  const doSeen = () => db.write(NAME, (tx) => doNext(tx, works, false))
  const doUnseen = () => db.stage(NAME, (tx) => doNext(tx, works, true))
  for (let left = await doUnseen(); left !== 'nothing'; left = await (left === 'more' ? doUnseen : doSeen)())
    await pause(BETWEEN_WRITES_MS)
}

type Parts = { db: Database; works: readonly LongWork[]; report(error: unknown): void }

export function unfinishedWork({ db, works, report }: Parts): Unfinished {
  let isLeft = false
  let running: Promise<void> | undefined

  /** If it fails, the next write finds the work again. */
  async function run() {
    isLeft = false
    try {
      await finishAll(db, works)
    } catch (error) {
      if (!(error instanceof Failure && error.code === 'UNAVAILABLE')) report(error)
    } finally {
      running = undefined
    }
  }
  const start = () => {
    running ??= run()
    return running
  }
  return {
    async look(tx) {
      if ((await findFirst(tx)) !== undefined) isLeft = true
    },
    goOn() {
      if (isLeft) void start()
    },
    finish: start,
  }
}
