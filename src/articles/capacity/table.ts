/**
 * Text and parts that may be erased: text that was never public and waits for no decision, and parts of ended uploads.
 */
import { takeFromTotal } from '../../storage/counters.ts'
import { sql, type Tx } from '../../storage/sql.ts'

export type Erasable = { id: string; since: number; bytes: number }

/** The oldest first. */
export const listErasable = (tx: Tx, count: number) =>
  tx.all<Erasable>(sql`
    SELECT id, status_since AS since, OCTET_LENGTH(blocks) + OCTET_LENGTH(highlights) AS bytes FROM article_revisions
    WHERE erased_at IS NULL AND was_public = 0 AND status IN ('rejected', 'expired', 'superseded', 'withdrawn')
    ORDER BY status_since, id LIMIT ${count}`)

/** The title stays, so that the author recognises the draft. */
export const eraseText = (tx: Tx, id: string, now: number) =>
  tx.run(
    sql`UPDATE article_revisions SET blocks = '[]', preview = '', highlights = '', erased_at = ${now} WHERE id = ${id}`,
  )

/** So few that a write stays short, but more than one upload adds. */
const PARTS_REMOVED_PER_WRITE = 8
const UPLOADS_REMOVED_PER_WRITE = 2

/** Removes a few parts of sessions that have ended, then the sessions without parts; returns how many parts. */
export async function sweepUploads(tx: Tx, now: number): Promise<number> {
  const parts = await tx.all<{ bytes: number }>(sql`
    DELETE FROM article_upload_parts WHERE (upload_id, n) IN (
      SELECT p.upload_id, p.n FROM article_uploads u JOIN article_upload_parts p ON p.upload_id = u.id
      WHERE u.expires_at <= ${now} ORDER BY u.expires_at, u.id, p.n LIMIT ${PARTS_REMOVED_PER_WRITE})
    RETURNING bytes`)
  const bytes = parts.reduce((sum, part) => sum + part.bytes, 0)
  if (bytes > 0) await takeFromTotal(tx, 'article_bytes', bytes)
  await tx.run(sql`
    DELETE FROM article_uploads WHERE id IN (
      SELECT u.id FROM article_uploads u
      WHERE u.expires_at <= ${now} AND NOT EXISTS (SELECT 1 FROM article_upload_parts p WHERE p.upload_id = u.id)
      ORDER BY u.expires_at LIMIT ${UPLOADS_REMOVED_PER_WRITE})`)
  return parts.length
}
