/** Every row of every table, in an order in which it can be inserted again on either engine. */
import { must } from '../kernel/must.ts'
import { listMigrations } from './migrate.ts'
import { rowsOf, Statement, sql, type Tx } from './sql.ts'

export type Column = { name: string; type: 'text' | 'integer' }
export type Table = { name: string; columns: Column[]; key: string[] }
export type Row = (string | number | null)[]

/** Tables that belong to the database itself and are made anew. */
const ownTables = new Set(['migrations', 'writer'])

/** Tables in the order in which the migrations make them: each refers only to earlier ones. */
function tableNames({ engine }: Tx): string[] {
  const texts = listMigrations(engine).flatMap((migration) => migration.texts)
  const names = texts.flatMap((text) => [...text.matchAll(/^CREATE TABLE (\w+)/gm)].map(([, name = '']) => name))
  const gone = new Set(texts.flatMap((text) => [...text.matchAll(/^DROP TABLE (\w+)/gm)].map(([, name]) => name)))
  return [...new Set(names)].filter((name) => !ownTables.has(name) && !gone.has(name))
}

/** Names come from our own migrations, never from a caller. */
const raw = (text: string) => new Statement([text], [])

export async function listTables(tx: Tx): Promise<Table[]> {
  const tables: Table[] = []
  for (const name of tableNames(tx)) {
    const columns = await describe(tx, name)
    if (columns.length === 0) continue // a later migration than this database has seen
    tables.push({
      name,
      columns: columns.map(({ column, type }) => ({
        name: column,
        type: /int|numeric/i.test(type) ? 'integer' : 'text',
      })),
      key: columns
        .filter(({ position }) => position > 0)
        .sort((a, b) => a.position - b.position)
        .map(({ column }) => column),
    })
  }
  return tables
}

type Described = { column: string; type: string; position: number }

const describe = (tx: Tx, table: string) =>
  tx.engine === 'sqlite'
    ? tx.all<Described>(sql`SELECT name AS column, type, pk AS position FROM pragma_table_info(${table})`)
    : tx.all<Described>(sql`
        SELECT c.column_name AS column, c.data_type AS type, COALESCE(k.ordinal_position, 0) AS position
        FROM information_schema.columns c
        LEFT JOIN (SELECT u.table_name, u.column_name, u.ordinal_position FROM information_schema.key_column_usage u
                   JOIN information_schema.table_constraints t
                     ON t.constraint_name = u.constraint_name AND t.constraint_type = 'PRIMARY KEY'
                        AND t.table_schema = u.table_schema
                   WHERE u.table_schema = current_schema()) k
          ON k.table_name = c.table_name AND k.column_name = c.column_name
        WHERE c.table_schema = current_schema() AND c.table_name = ${table} ORDER BY c.ordinal_position`)

export const hasRows = async (tx: Tx, { name }: Table) =>
  (await tx.one(sql`SELECT 1 AS found FROM ${raw(name)} LIMIT 1`)) !== undefined

export const countRows = async (tx: Tx, { name }: Table) =>
  must(await tx.one<{ count: number }>(sql`SELECT COUNT(*) AS count FROM ${raw(name)}`), 'a count').count

const FIRST_ROWS = 20
const MAX_ROWS = 500
/** A page is bounded by bytes, because it is held in memory and pictures are a thousand times as long as votes. */
const PAGE_CHARS = 500_000

const charsIn = (rows: readonly Row[]) =>
  rows.reduce(
    (all, row) => row.reduce<number>((sum, value) => sum + (typeof value === 'string' ? value.length : 8), all),
    0,
  )

const rowsAfter = (rows: readonly Row[]) =>
  Math.max(1, Math.min(MAX_ROWS, Math.floor((PAGE_CHARS * rows.length) / (charsIn(rows) + 1))))

/**
 * Reads page by page along the primary key, so that no statement takes long. The size of a page follows from the last
 * one.
 */
export async function* readRows(tx: Tx, { name, columns, key }: Table): AsyncGenerator<Row[]> {
  const list = columns.map((column) => column.name).join(', ')
  const order = key.join(', ')
  let [last, limit]: [Row | undefined, number] = [undefined, FIRST_ROWS]
  for (;;) {
    const after: Statement = last ? compare(key, last) : sql`1 = 1`
    const found = await tx.all<Record<string, string | number | null>>(
      sql`SELECT ${raw(list)} FROM ${raw(name)} WHERE ${after} ORDER BY ${raw(order)} LIMIT ${limit}`,
    )
    const end = found.at(-1)
    if (!end) return
    const rows = found.map((row) => columns.map((column) => row[column.name] ?? null))
    yield rows
    if (found.length < limit) return
    last = key.map((column) => end[column] ?? null)
    limit = rowsAfter(rows)
  }
}

/** `(a, b) > (x, y)`: both engines compare rows. */
function compare(key: readonly string[], last: Row): Statement {
  const values = last.map((value) => sql`${value}`)
  const list = values.reduce((all, value) => sql`${all}, ${value}`)
  return sql`(${raw(key.join(', '))}) > (${list})`
}

export const deleteAll = (tx: Tx, { name }: Table) => tx.run(sql`DELETE FROM ${raw(name)}`)

export async function insertRows(tx: Tx, { name, columns }: Table, rows: readonly Row[]): Promise<void> {
  const list = raw(columns.map((column) => column.name).join(', '))
  const read = raw(
    columns.map(({ type }, n) => (type === 'integer' ? `CAST(value ->> ${n} AS BIGINT)` : `value ->> ${n}`)).join(', '),
  )
  await tx.run(sql`INSERT INTO ${raw(name)} (${list}) SELECT ${read} FROM ${rowsOf(tx, rows)}`)
}

/**
 * PostgreSQL plans with statistics that it gathers in the background. After many inserts they would still describe an
 * empty table.
 */
export const gatherFigures = async (tx: Tx) => {
  if (tx.engine === 'postgres') await tx.script('ANALYZE')
}
