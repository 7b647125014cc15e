/** A backup is lines of JSON, compressed: a head, the tables with their rows, and an end with a checksum. */

export const FORMAT = 'posting-board backup 1'

export type Head = {
  format: typeof FORMAT
  /** The newest migration of the database. */
  version: number
  /** The fingerprint of the root secret, which is not in the file. */
  secret_fingerprint: string
  created_at: number
}
export type TableLine = { table: string; columns: { name: string; type: 'text' | 'integer' }[] }
export type RowsLine = { rows: (string | number | null)[][] }
export type End = { end: true; rows: number; sha256: string }

export type Line = Head | TableLine | RowsLine | End

/** Reports the progress: how many rows of all are done. */
export type Report = (done: number, of: number) => void
