/** Documents that arrive in parts. */
import { fixed } from '../../settings/limits.ts'
import { sql, type Tx } from '../../storage/sql.ts'
import type { ItemKind } from '../rules.ts'

export type Upload = {
  id: string
  account_id: string
  kind: ItemKind
  target_id: string | null
  expected_hash: string
  expected_bytes: number
  received_bytes: number
  created_at: number
  expires_at: number
}

const columns = sql`id, account_id, kind, target_id, expected_hash, expected_bytes, received_bytes, created_at, expires_at`

export const findUpload = (tx: Tx, id: string, accountId: string, now: number) =>
  tx.one<Upload>(sql`
    SELECT ${columns} FROM article_uploads
    WHERE id = ${id} AND account_id = ${accountId} AND expires_at > ${now}`)

/** A sixth session of an account ends its oldest. */
export async function insertUpload(tx: Tx, upload: Omit<Upload, 'received_bytes'>): Promise<void> {
  const { account_id, created_at: now } = upload
  await tx.run(sql`
    UPDATE article_uploads SET expires_at = ${now} WHERE id IN (
      SELECT id FROM article_uploads WHERE account_id = ${account_id} AND expires_at > ${now}
      ORDER BY number DESC LIMIT ${fixed.uploadsOpenMax} OFFSET ${fixed.uploadsOpenMax - 1})`)
  await tx.run(sql`
    INSERT INTO article_uploads (id, account_id, kind, target_id, expected_hash, expected_bytes, created_at, expires_at,
                                 number)
    VALUES (${upload.id}, ${account_id}, ${upload.kind}, ${upload.target_id}, ${upload.expected_hash},
            ${upload.expected_bytes}, ${now}, ${upload.expires_at},
            (SELECT COALESCE(MAX(number), 0) + 1 FROM article_uploads WHERE account_id = ${account_id}))`)
}

export const findPart = (tx: Tx, uploadId: string, n: number) =>
  tx.one<{ data: string }>(sql`SELECT data FROM article_upload_parts WHERE upload_id = ${uploadId} AND n = ${n}`)

export async function insertPart(tx: Tx, uploadId: string, part: { n: number; bytes: number; data: string }) {
  await tx.run(sql`
    INSERT INTO article_upload_parts (upload_id, n, bytes, data)
    VALUES (${uploadId}, ${part.n}, ${part.bytes}, ${part.data})`)
  await tx.run(sql`UPDATE article_uploads SET received_bytes = received_bytes + ${part.bytes} WHERE id = ${uploadId}`)
}

export const listPartNumbers = async (tx: Tx, uploadId: string) =>
  (await tx.all<{ n: number }>(sql`SELECT n FROM article_upload_parts WHERE upload_id = ${uploadId} ORDER BY n`)).map(
    ({ n }) => n,
  )

export const listParts = (tx: Tx, uploadId: string) =>
  tx.all<{ n: number; data: string }>(sql`
    SELECT n, data FROM article_upload_parts WHERE upload_id = ${uploadId} ORDER BY n`)
