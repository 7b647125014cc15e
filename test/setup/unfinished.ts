/** Work that goes on after a write, ended in the middle as if the process had ended, and what it changes in each write. */
import { longWork } from '../../src/assembly/long-work.ts'
import { Failure } from '../../src/kernel/errors.ts'
import { type Database, sql, type Tx } from '../../src/storage/sql.ts'
import { finishAll } from '../../src/storage/unfinished.ts'

type HasDatabase = { db: Database }

/** After so many short writes every further one fails, until the returned function is called. */
export function endWorkAfter({ db }: HasDatabase, writes: number) {
  const { stage, write } = db
  let done = 0
  const isEnded = (name: string) => name === 'unfinished work' && done++ >= writes
  const ended = () => Promise.reject(new Failure('UNAVAILABLE'))
  db.stage = (name, work) => (isEnded(name) ? ended() : stage(name, work))
  db.write = (name, work, options) => (isEnded(name) ? ended() : write(name, work, options))
  return () => {
    Object.assign(db, { stage, write })
  }
}

/** Goes on with what was left, for so many short writes. */
export async function goOnFor({ db }: HasDatabase, writes: number): Promise<void> {
  const goOn = endWorkAfter({ db }, writes)
  await finishAll(db, longWork).catch((error) => {
    if (!(error instanceof Failure)) throw error
  })
  goOn()
}

export const listUnfinished = ({ db }: HasDatabase) =>
  db.read('unfinished', (tx) => tx.all<{ kind: string; number: number }>(sql`SELECT kind, number FROM unfinished_work`))

/** Nobody waits for work that another's write goes on with. */
export async function untilFinished(board: HasDatabase): Promise<void> {
  while ((await listUnfinished(board)).length > 0) await new Promise((resolve) => setTimeout(resolve, 5))
}

export type Transaction = { name: string; statements: number; rows: number }

/** What each write transaction of `act` did: how many statements, and how many rows they read or changed. */
export async function transactionsOf({ db }: HasDatabase, act: () => Promise<unknown>): Promise<Transaction[]> {
  const { write, stage } = db
  const seen: Transaction[] = []
  const watch = (name: string, tx: Tx): Tx => {
    const transaction = { name, statements: 0, rows: 0 }
    seen.push(transaction)
    const note = (rows: number) => {
      transaction.statements++
      transaction.rows += rows
    }
    return {
      ...tx,
      async one(statement) {
        const row = await tx.one(statement)
        note(row === undefined ? 0 : 1)
        return row as never
      },
      async all(statement) {
        const rows = await tx.all(statement)
        note(rows.length)
        return rows as never
      },
      async run(statement) {
        const changed = await tx.run(statement)
        note(changed)
        return changed
      },
    }
  }
  db.write = (name, work, options) => write(name, (tx) => work(watch(name, tx)), options)
  db.stage = (name, work) => stage(name, (tx) => work(watch(name, tx)))
  try {
    await act()
    return seen
  } finally {
    Object.assign(db, { write, stage })
  }
}
