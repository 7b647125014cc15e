/** Documents that arrive in parts. */
import { fixed } from '../../limits.ts'
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

/** A sixth session of an account ends its oldest; a few that have expired go as well, with their parts. */
export async function insertUpload(tx: Tx, upload: Omit<Upload, 'received_bytes'>): Promise<void> {
  await deleteUploads(
    tx,
    sql`
    SELECT id FROM article_uploads WHERE account_id = ${upload.account_id}
    ORDER BY created_at DESC, id LIMIT ${REMOVED_PER_WRITE} OFFSET ${fixed.uploadsOpenMax - 1}`,
  )
  await sweepUploads(tx, upload.created_at)
  await tx.run(sql`
    INSERT INTO article_uploads (id, account_id, kind, target_id, expected_hash, expected_bytes, created_at, expires_at)
    VALUES (${upload.id}, ${upload.account_id}, ${upload.kind}, ${upload.target_id}, ${upload.expected_hash},
            ${upload.expected_bytes}, ${upload.created_at}, ${upload.expires_at})`)
}

const REMOVED_PER_WRITE = 2

export const sweepUploads = (tx: Tx, now: number) =>
  deleteUploads(
    tx,
    sql`
    SELECT id FROM article_uploads WHERE expires_at <= ${now} ORDER BY expires_at LIMIT ${REMOVED_PER_WRITE}`,
  )

async function deleteUploads(tx: Tx, ids: ReturnType<typeof sql>) {
  await tx.run(sql`DELETE FROM article_upload_parts WHERE upload_id IN (${ids})`)
  await tx.run(sql`DELETE FROM article_uploads WHERE id IN (${ids})`)
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
