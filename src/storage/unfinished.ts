/**
 * Work that is too long for one write. The first write makes the change for every reader; the rows follow in short
 * writes between which others get their turn: by the request that began it or, if its process ends, by the next
 * operation that writes, in whichever process.
 */
import { setTimeout as pause } from 'node:timers/promises'
import { Failure } from '../kernel/errors.ts'
import type { Unfinished } from '../kernel/unfinished.ts'
import { type Database, sql, type Tx } from './sql.ts'

export type LongWork = {
  kind: 'thread' | 'unsorted_thread' | 'search_block' | 'article_events'
  /** Does a part of at most `ROWS_PER_PART` rows and returns how many; 0 when nothing is left. */
  doPart(tx: Tx, number: number): Promise<number>
}

export const ROWS_PER_PART = 100
/** About as many as a publication of many words changes. */
export const ROWS_PER_WRITE = 200
/** Dozens of short writes in a row would keep everybody else waiting. */
const BETWEEN_WRITES_MS = 1

/** To be done after this write. */
export const leaveWork = (tx: Tx, { kind }: LongWork, number: number) =>
  tx.run(sql`INSERT INTO unfinished_work (kind, number) VALUES (${kind}, ${number}) ON CONFLICT DO NOTHING`)

/** What does not fit into this write is done after it. */
export async function beginWork(tx: Tx, work: LongWork, number: number): Promise<void> {
  await leaveWork(tx, work, number)
  await doSome(tx, work, number)
}

/** Returns how many rows it took, at least one; the work is over when they were fewer than a write may change. */
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

/** One short write; false when nothing is left. */
async function doNext(tx: Tx, works: readonly LongWork[]): Promise<boolean> {
  for (let rows = 0; rows < ROWS_PER_WRITE; ) {
    const first = await findFirst(tx)
    const work = works.find(({ kind }) => kind === first?.kind)
    if (!first || !work) return false
    rows += await doSome(tx, work, first.number)
  }
  return true
}

/** Nobody sees what these writes change, so that they neither wait for the disk nor make remembered answers outdated. */
export async function finishAll(db: Database, works: readonly LongWork[]): Promise<void> {
  while (await db.stage('unfinished work', (tx) => doNext(tx, works))) await pause(BETWEEN_WRITES_MS)
}

type Parts = { db: Database; works: readonly LongWork[]; report(error: unknown): void }

export function unfinishedWork({ db, works, report }: Parts): Unfinished {
  let isLeft = false
  let running: Promise<void> | undefined

  /** What cannot be done now is found again by the next write. */
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
