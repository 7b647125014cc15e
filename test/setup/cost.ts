/** The cost of an operation in its database, counted in statements, steps or pages: the same on every machine. */
import { DatabaseSync, type SQLInputValue, StatementSync } from 'node:sqlite'
import { makeServices } from '../../src/app.ts'
import type { CurrentCache } from '../../src/kernel/cache.ts'
import type { AnyOperation, Site } from '../../src/kernel/operation.ts'
import { perform } from '../../src/kernel/perform.ts'
import { systemRandom } from '../../src/kernel/random.ts'
import { readConfig } from '../../src/settings/config.ts'
import { defaultLimits } from '../../src/settings/limits.ts'
import { sqlitePath } from '../../src/storage/open.ts'
import { type Database, render, type Statement, sql, type Tx } from '../../src/storage/sql.ts'

/** For boards that long statements fill with rows: a busy machine is slow. */
export const patience = { statementMs: 300_000, silenceMs: 300_000 }

const site: Site = {
  baseUrl: 'http://board.test',
  limits: defaultLimits,
  graceStartsAt: 0,
  guestComments: true,
  identity: readConfig({}).identity,
}

/** A cache that never finds a value, as if a write came between any two reads. */
const forgetting: CurrentCache = { get: () => undefined, set: () => {} }

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
  const services = {
    ...makeServices(parts, () => Buffer.alloc(32)),
    currentCache: forgetting,
    confirm: async () => ({ restricted: false }),
  }
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

/** Every statement that the write transactions of `act` run. */
export async function writeStatementsOf(db: Database, act: () => Promise<unknown>): Promise<Statement[]> {
  const { write, writeGrouped } = db
  const seen: Statement[] = []
  const noted = (statement: Statement) => {
    seen.push(statement)
    return statement
  }
  const watched = (tx: Tx): Tx => ({
    ...tx,
    one: (statement) => tx.one(noted(statement)),
    all: (statement) => tx.all(noted(statement)),
    run: (statement) => tx.run(noted(statement)),
  })
  db.write = (name, work) => write(name, (tx) => work(watched(tx)))
  db.writeGrouped = (name, group, item) =>
    writeGrouped(name, { ...group, run: (tx, items) => group.run(watched(tx), items) }, item)
  try {
    await act()
    return seen
  } finally {
    Object.assign(db, { write, writeGrouped })
  }
}

/** All that `act` runs, writes included. SQLite: steps of its virtual machine. PostgreSQL: rows that were read. */
export const costWhile = (databaseUrl: string, db: Database, act: () => Promise<unknown>) =>
  databaseUrl.startsWith('file:') ? stepsWhile(act) : rowsWhile(db, act)

async function stepsWhile(act: () => Promise<unknown>): Promise<number> {
  const { prototype } = StatementSync
  const { all, get, run } = prototype
  let steps = 0
  const counted = (method: CallableFunction) =>
    function (this: StatementSync & Measured, ...parameters: SQLInputValue[]) {
      const before = this.stat('vmStep')
      try {
        return Reflect.apply(method, this, parameters)
      } finally {
        steps += this.stat('vmStep') - before
      }
    }
  Object.assign(prototype, { all: counted(all), get: counted(get), run: counted(run) })
  try {
    await act()
    return steps
  } finally {
    Object.assign(prototype, { all, get, run })
  }
}

/** How PostgreSQL reads a table of a few thousand rows as a whole although there is an index. */
const shortcuts = ['seqscan', 'hashjoin', 'mergejoin']

/** Counted in each transaction by the server. Where there is none, one is opened. */
async function rowsWhile(db: Database, act: () => Promise<unknown>): Promise<number> {
  const { read, write, writeGrouped, stage } = db
  let rows = 0
  const counted = async <T>(tx: Tx, work: (tx: Tx) => Promise<T>): Promise<T> => {
    for (const way of shortcuts) await tx.script(`SET LOCAL enable_${way} = off`)
    const before = await rowsReadIn(tx)
    const done = await work(tx)
    rows += (await rowsReadIn(tx)) - before
    return done
  }
  db.read = (name, work) => read(name, (tx) => counted(tx, work))
  db.write = (name, work, options) => write(name, (tx) => counted(tx, work), options)
  db.writeGrouped = (name, group, item) =>
    writeGrouped(name, { ...group, run: (tx, items) => counted(tx, () => group.run(tx, items)) }, item)
  db.stage = (name, work) => stage(name, (tx) => counted(tx, work))
  try {
    await act()
    return rows
  } finally {
    Object.assign(db, { read, write, writeGrouped, stage })
  }
}

async function rowsReadIn(tx: Tx): Promise<number> {
  const found = await tx.one<{ rows: number }>(sql`
    SELECT CAST(SUM(seq_tup_read + COALESCE(idx_tup_fetch, 0)) AS BIGINT) AS rows FROM pg_stat_xact_user_tables`)
  return Number(found?.rows ?? 0)
}

/** SQLite: steps of its virtual machine. PostgreSQL: pages that were looked at. */
export function costOf(databaseUrl: string, db: Database, statements: Statement[]): Promise<number> {
  return databaseUrl.startsWith('file:') ? sqliteSteps(databaseUrl, statements) : postgresPages(db, statements)
}

/** The installed types do not have it yet. */
type Measured = { stat(counter: 'vmStep'): number }

async function sqliteSteps(databaseUrl: string, statements: Statement[]): Promise<number> {
  using raw = new DatabaseSync(sqlitePath(databaseUrl), { readOnly: true })
  return countStepsIn(raw, statements)
}

function countStepsIn(database: DatabaseSync, statements: Statement[]): number {
  let steps = 0
  for (const statement of statements) {
    const { text, parameters } = render(statement, () => '?')
    const prepared = database.prepare(text)
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
