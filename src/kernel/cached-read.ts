/**
 * A read that needs hardly any statement, because the rest is cached, begins no transaction. It is performed in the state
 * of the database in which its caller was found, and may run two statements, if that state has not changed after each of
 * them. Otherwise it is performed anew, in a transaction.
 */
import type { Database, Statement, Tx } from '../storage/sql.ts'
import { together } from './together.ts'

/** The answer of a read that needs a transaction. */
export const notCached = new Error('More was asked for than is cached.')

/** A transaction around more than these costs less. */
const STATEMENTS_MAX = 2

function outsideOfTransactions(db: Database, name: string, version: string): Tx {
  let statements = 0
  const ask = async (statement: Statement) => {
    if (++statements > STATEMENTS_MAX) throw notCached
    const both = (tx: Tx) => together(tx.all(statement), Promise.resolve(tx.version()))
    const [rows, after] = await db.read(name, both, { isOneStatement: true })
    if (after !== version) throw notCached
    return rows
  }
  const refuse = () => Promise.reject(notCached)
  return {
    engine: db.engine,
    isAlone: true,
    version: () => version,
    versionText: undefined,
    one: async <T>(statement: Statement) => (await ask(statement))[0] as T | undefined,
    all: async <T>(statement: Statement) => (await ask(statement)) as T[],
    run: refuse,
    attempt: (work) => work(),
    script: refuse,
  }
}

/** `notCached` where the work needs a transaction. */
export async function readCached(
  db: Database,
  name: string,
  version: string,
  work: (tx: Tx) => Promise<unknown>,
): Promise<unknown> {
  try {
    return await work(outsideOfTransactions(db, name, version))
  } catch (error) {
    if (error === notCached) return notCached
    throw error
  }
}
