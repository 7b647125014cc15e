/** What both engines promise, and the tag that writes a statement for either. */

/** SQL text with its values apart; made only by the tag, so a value can never become text. */
export class Statement {
  readonly strings: readonly string[]
  readonly values: readonly unknown[]
  constructor(strings: readonly string[], values: readonly unknown[]) {
    this.strings = strings
    this.values = values
  }
}

export type Value = string | number | null | undefined | Statement

/** A value that is itself a statement is written in place. */
export const sql = (strings: TemplateStringsArray, ...values: Value[]) => new Statement(strings, values)

/** A part that is left out. */
export const nothing = sql``

/** The text for one engine; `placeholder` prints the n-th parameter. */
export function render(statement: Statement, placeholder: (n: number) => string) {
  const parameters: (string | number | null)[] = []
  const write = ({ strings, values }: Statement): string =>
    strings.reduce((text, part, i) => {
      const value = values[i - 1]
      if (value instanceof Statement) return text + write(value) + part
      parameters.push((value ?? null) as string | number | null)
      return text + placeholder(parameters.length) + part
    })
  return { text: write(statement), parameters }
}

/** One open transaction. Using it after its end is an error. */
export type Tx = {
  readonly engine: 'sqlite' | 'postgres'
  one<T>(statement: Statement): Promise<T | undefined>
  all<T>(statement: Statement): Promise<T[]>
  /** How many rows the statement changed. */
  run(statement: Statement): Promise<number>
  /** A script of several statements without values: for migrations. */
  script(text: string): Promise<void>
}

export type Work<T> = (tx: Tx) => Promise<T>

/** The name of a unit of work appears in logs and metrics. Throwing inside undoes all of it. */
export type Database = {
  /** One snapshot; side by side with everything else. */
  read<T>(name: string, work: Work<T>): Promise<T>
  /** Alone: one writer at a time over all processes. Answers after the commit is on disk. */
  write<T>(name: string, work: Work<T>): Promise<T>
  close(): Promise<void>
}

/** Told of every transaction: its name, kind and seconds from asking for it to its end. */
export type Observer = (name: string, kind: 'read' | 'write', seconds: number, ok: boolean) => void

/** A list as rows with one JSON column, `value`, read by `value ->> n`: one statement for any number of rows. */
export const rowsOf = ({ engine }: Tx, rows: readonly (readonly (string | number | null)[])[]) =>
  engine === 'sqlite'
    ? sql`json_each(${JSON.stringify(rows)})`
    : sql`jsonb_array_elements(${JSON.stringify(rows)}::jsonb) AS list (value)`
