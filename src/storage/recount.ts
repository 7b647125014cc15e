/** Statements that find stored figures which differ from the rows. The domains say which figures there are. */
import { type Statement, sql } from './sql.ts'

export type Difference = { id: string; stored: number | string | null; counted: number | string | null }
export type Recount = { name: string; question: Statement }

const differs = sql`stored <> counted OR (stored IS NULL) <> (counted IS NULL)`

/** A total among the counters; one that is missing differs from every count. */
export const recountTotal = (name: string, rows: Statement): Recount => ({
  name: `counter ${name}`,
  question: sql`
    SELECT id, stored, counted FROM (
      SELECT CAST(${name} AS TEXT) AS id, (SELECT value FROM counters WHERE name = ${name}) AS stored, (${rows}) AS counted
      ) AS both_counts
    WHERE ${differs}`,
})

/** A sequence may be ahead of its rows, because rows are deleted; it may never be behind. */
export const recountSequence = (name: string, highest: Statement): Recount => ({
  name: `sequence ${name}`,
  question: sql`
    SELECT id, stored, counted FROM (
      SELECT CAST(${name} AS TEXT) AS id, (SELECT value FROM counters WHERE name = ${name}) AS stored, (${highest}) AS counted
      ) AS both_values
    WHERE stored IS NULL OR counted > stored`,
})

type Column = {
  table: Statement
  stored: Statement
  /** An expression over other rows; the row itself is `t`. */
  counted: Statement
  which?: Statement
  id?: Statement
  /** Where rows are deleted and nothing is given back, the stored figure may be larger. */
  atLeast?: boolean
}

/** A stored column of a table. */
export const recountColumn = (
  name: string,
  { table, stored, counted, which = sql`1 = 1`, id = sql`t.id`, atLeast = false }: Column,
): Recount => ({
  name,
  question: sql`
    SELECT id, stored, counted FROM (
      SELECT ${id} AS id, ${stored} AS stored, ${counted} AS counted FROM ${table} t WHERE ${which}) AS both_columns
    WHERE ${atLeast ? sql`counted > stored` : differs}`,
})

/** Rows that must not be there at all. */
export const findStrays = (name: string, id: Statement, from: Statement): Recount => ({
  name,
  question: sql`SELECT ${id} AS id, 1 AS stored, 0 AS counted FROM ${from}`,
})

export const sumOf = (what: Statement, from: Statement) => sql`(SELECT COALESCE(SUM(${what}), 0) FROM ${from})`
