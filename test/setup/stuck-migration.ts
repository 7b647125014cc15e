/**
 * A program that brings a database up to date and stops in the middle: after the SQL of its last migration or, where
 * STATEMENTS is set, after so many statements of the steps in code. Nothing is committed.
 */
import { codeMigrations } from '../../src/assembly/code-migrations.ts'
import { type CodeSteps, listMigrations, migrate } from '../../src/storage/migrate.ts'
import { openDatabase } from '../../src/storage/open.ts'
import type { Tx } from '../../src/storage/sql.ts'

const neverEnd = () =>
  new Promise<never>(() => {
    setInterval(() => {}, 1_000)
    console.log('in the middle')
  })

/** Lets so many statements run. */
function stoppingAfter(statements: number): CodeSteps {
  let left = statements
  const counted = async <T>(run: () => Promise<T>) => (left-- > 0 ? run() : neverEnd())
  const stopping = (tx: Tx): Tx => ({
    ...tx,
    one: (statement) => counted(() => tx.one(statement)),
    all: (statement) => counted(() => tx.all(statement)),
    run: (statement) => counted(() => tx.run(statement)),
  })
  return Object.fromEntries(Object.entries(codeMigrations).map(([name, step]) => [name, (tx) => step(stopping(tx))]))
}

const db = await openDatabase(process.env.DATABASE_URL as string)
const newest = listMigrations('sqlite').at(-1)?.name as string
const { STATEMENTS } = process.env
await migrate(db, 0, STATEMENTS ? stoppingAfter(Number(STATEMENTS)) : { ...codeMigrations, [newest]: neverEnd })
