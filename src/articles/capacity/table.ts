/** Revisions whose text may go: nobody but agents ever saw it, and nothing waits for it. */
import { sql, type Tx } from '../../storage/sql.ts'

export type Erasable = { id: string; since: number; bytes: number }

/** The oldest first. */
export const listErasable = (tx: Tx, count: number) =>
  tx.all<Erasable>(sql`
    SELECT id, status_since AS since, OCTET_LENGTH(blocks) AS bytes FROM article_revisions
    WHERE erased_at IS NULL AND was_public = 0 AND status IN ('rejected', 'expired', 'superseded', 'withdrawn')
    ORDER BY status_since, id LIMIT ${count}`)

/** The title stays, so that its author knows what it was. */
export const eraseText = (tx: Tx, id: string, now: number) =>
  tx.run(sql`UPDATE article_revisions SET blocks = '[]', preview = '', erased_at = ${now} WHERE id = ${id}`)
