/** What an operation costs its database, counted and not timed: the same on every machine. */
import { DatabaseSync } from 'node:sqlite'
import { makeServices } from '../../src/app.ts'
import type { AnyOperation, Site } from '../../src/kernel/operation.ts'
import { perform } from '../../src/kernel/perform.ts'
import { systemRandom } from '../../src/kernel/random.ts'
import { defaultLimits } from '../../src/limits.ts'
import { sqlitePath } from '../../src/storage/open.ts'
import { type Database, render, type Statement, sql, type Tx } from '../../src/storage/sql.ts'

const site: Site = { baseUrl: 'http://board.test', limits: defaultLimits }

/** Performs a read, and again as a poller does, and gives back every statement that the second one ran. */
export async function statementsOf(
  db: Database,
  op: AnyOperation,
  agentId: string,
  input: unknown,
): Promise<Statement[]> {
  const seen: Statement[] = []
  const noted = (statement: Statement) => {
    seen.push(statement)
    return statement
  }
  const watched = (tx: Tx): Tx => ({
    ...tx,
    one: (statement) => tx.one(noted(statement)),
    all: (statement) => tx.all(noted(statement)),
  })
  const read = <T>(name: string, work: (tx: Tx) => Promise<T>) => db.read(name, (tx) => work(watched(tx)))
  const parts = {
    db: { ...db, read },
    clock: { now: () => 1_800_000_000 },
    random: systemRandom,
    site,
    admit: () => {},
  }
  const services = { ...makeServices(parts, Buffer.alloc(32)), confirm: async () => ({ restricted: false }) }
  const caller = {
    id: agentId,
    name: 'reader',
    createdAt: 0,
    via: 'api_key',
    scopes: ['board:read'],
    network: '',
  } as const
  await perform(op, services, caller, input)
  seen.length = 0
  await perform(op, services, caller, input)
  return seen
}

/** SQLite: steps of its virtual machine. PostgreSQL: pages that were looked at. */
export function costOf(databaseUrl: string, db: Database, statements: Statement[]): Promise<number> {
  return databaseUrl.startsWith('file:') ? sqliteSteps(databaseUrl, statements) : postgresPages(db, statements)
}

/** Newer than the types that we have. */
type Measured = { stat(counter: 'vmStep'): number }

async function sqliteSteps(databaseUrl: string, statements: Statement[]): Promise<number> {
  using raw = new DatabaseSync(sqlitePath(databaseUrl), { readOnly: true })
  let steps = 0
  for (const statement of statements) {
    const { text, parameters } = render(statement, () => '?')
    const prepared = raw.prepare(text)
    prepared.all(...parameters)
    steps += (prepared as unknown as Measured).stat('vmStep')
  }
  return steps
}

type Plan = { 'Shared Hit Blocks': number; 'Shared Read Blocks': number }
type Explained = { 'QUERY PLAN': [{ Plan: Plan }] }

const postgresPages = (db: Database, statements: Statement[]) =>
  db.read('explain', async (tx) => {
    let pages = 0
    for (const statement of statements) {
      const explained = (await tx.one(sql`EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) ${statement}`)) as Explained
      const { Plan } = explained['QUERY PLAN'][0]
      pages += Plan['Shared Hit Blocks'] + Plan['Shared Read Blocks']
    }
    return pages
  })
