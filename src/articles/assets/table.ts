/** Pictures, stored once under the hash of their text. */
import { fail } from '../../kernel/errors.ts'
import { tuning } from '../../settings/tuning.ts'
import { takeFromTotal } from '../../storage/counters.ts'
import { idsOf, rowsOf, sql, type Tx, textOf } from '../../storage/sql.ts'

export type StoredAsset = { hash: string; bytes: number; parts: readonly Uint8Array[] }
type AssetToName = { hash: string; bytes: number; moves: boolean; stillOf: number | null }

export const insertPart = (tx: Tx, hash: string, n: number, part: Uint8Array) =>
  tx.run(sql`
    INSERT INTO article_asset_parts (hash, n, data) VALUES (${hash}, ${n}, ${textOf(tx, part)})
    ON CONFLICT (hash, n) DO NOTHING`)

/** False if the picture is stored already. It may then stay another hour without a revision, like a new one. */
export async function insertAsset(tx: Tx, { hash, bytes }: StoredAsset, now: number): Promise<boolean> {
  const inserted = await tx.run(sql`
    INSERT INTO article_assets (hash, bytes, unused_since) VALUES (${hash}, ${bytes}, ${now}) ON CONFLICT (hash) DO NOTHING`)
  if (inserted > 0) return true
  await tx.run(sql`UPDATE article_assets SET unused_since = ${now} WHERE hash = ${hash} AND unused_since IS NOT NULL`)
  return false
}

/** How many bytes of these pictures are not stored yet. */
export async function countUnstored(tx: Tx, assets: readonly Omit<StoredAsset, 'parts'>[]): Promise<number> {
  const sizes = new Map(assets.map(({ hash, bytes }) => [hash, bytes]))
  const hashes = rowsOf(
    tx,
    [...sizes.keys()].map((hash) => [hash]),
  )
  const stored = await tx.all<{ hash: string }>(sql`
    SELECT hash FROM article_assets WHERE hash IN (SELECT value ->> 0 FROM ${hashes})`)
  for (const { hash } of stored) sizes.delete(hash)
  return [...sizes.values()].reduce((sum, bytes) => sum + bytes, 0)
}

/** How many parts one write removes, so that it stays short. */
const PARTS_REMOVED_PER_WRITE = 4
const ASSETS_REMOVED_PER_WRITE = 2

/** Removes a few parts of pictures that no revision names, then the pictures without parts; returns how many parts. */
export async function sweepUnused(tx: Tx, now: number): Promise<number> {
  const since = now - tuning.unusedAssetMaxSeconds
  const parts = await tx.run(sql`
    DELETE FROM article_asset_parts WHERE (hash, n) IN (
      SELECT p.hash, p.n FROM article_assets a JOIN article_asset_parts p ON p.hash = a.hash
      WHERE a.unused_since <= ${since} ORDER BY a.unused_since, a.hash, p.n LIMIT ${PARTS_REMOVED_PER_WRITE})`)
  const removed = await tx.all<{ bytes: number }>(sql`
    DELETE FROM article_assets WHERE hash IN (
      SELECT a.hash FROM article_assets a
      WHERE a.unused_since <= ${since} AND NOT EXISTS (SELECT 1 FROM article_asset_parts p WHERE p.hash = a.hash)
      ORDER BY a.unused_since LIMIT ${ASSETS_REMOVED_PER_WRITE})
    RETURNING bytes`)
  for (const { bytes } of removed) await takeFromTotal(tx, 'article_bytes', bytes)
  return parts + removed.length
}

/** Assigns pictures to a revision, in the order of its blocks; from now on they stay. */
export async function nameAssets(tx: Tx, revisionId: string, assets: readonly AssetToName[], now: number) {
  if (assets.length === 0) return
  const rows = rowsOf(
    tx,
    assets.map(({ hash, bytes, moves, stillOf }, n) => [hash, n, bytes, moves ? 1 : 0, stillOf]),
  )
  const kept = await tx.run(sql`
    UPDATE article_assets SET unused_since = NULL WHERE hash IN (SELECT value ->> 0 FROM ${rows})
      AND (unused_since IS NULL OR unused_since > ${now - tuning.unusedAssetMaxSeconds})`)
  // An erasure removed the picture after it was staged here: the caller must send it again.
  if (kept < new Set(assets.map(({ hash }) => hash)).size) fail('UNAVAILABLE')
  await tx.run(sql`
    INSERT INTO article_revision_assets (revision_id, hash, n, bytes, moves, still_of)
    SELECT ${revisionId}, value ->> 0, CAST(value ->> 1 AS INTEGER), CAST(value ->> 2 AS INTEGER),
           CAST(value ->> 3 AS INTEGER), CAST(value ->> 4 AS INTEGER) FROM ${rows}`)
}

export type NamedAsset = { revision_id: string; n: number; hash: string; bytes: number }

/** Drawings; their still forms are found through them. */
export const listAssets = (tx: Tx, revisionIds: readonly string[]) =>
  tx.all<NamedAsset>(sql`
    SELECT revision_id, n, hash, bytes FROM article_revision_assets
    WHERE revision_id IN ${idsOf(tx, revisionIds)} AND still_of IS NULL ORDER BY revision_id, n`)

/** A drawing of a revision; `still_hash` is null if it does not move, or was stored before still forms existed. */
export type Picture = { hash: string; moves: number; still_hash: string | null }

export const findPicture = (tx: Tx, revisionId: string, n: number) =>
  tx.one<Picture>(sql`
    SELECT x.hash, x.moves, (SELECT s.hash FROM article_revision_assets s
                             WHERE s.revision_id = x.revision_id AND s.still_of = x.n) AS still_hash
    FROM article_revision_assets x WHERE x.revision_id = ${revisionId} AND x.n = ${n} AND x.still_of IS NULL`)

export async function readAsset(tx: Tx, hash: string): Promise<string> {
  const parts = await tx.all<{ data: string }>(sql`
    SELECT data FROM article_asset_parts WHERE hash = ${hash} ORDER BY n`)
  return parts.map(({ data }) => data).join('')
}

/**
 * Takes the pictures of a revision away. Pictures without another revision are removed later than `since`. Returns
 * their bytes.
 */
export async function unnameAssets(tx: Tx, revisionId: string, since: number): Promise<number> {
  const unused = await tx.all<{ bytes: number }>(sql`
    UPDATE article_assets SET unused_since = ${since} WHERE hash IN (
      SELECT hash FROM article_revision_assets WHERE revision_id = ${revisionId})
      AND NOT EXISTS (SELECT 1 FROM article_revision_assets other
                      WHERE other.hash = article_assets.hash AND other.revision_id <> ${revisionId})
    RETURNING bytes`)
  await tx.run(sql`DELETE FROM article_revision_assets WHERE revision_id = ${revisionId}`)
  return unused.reduce((sum, { bytes }) => sum + bytes, 0)
}
