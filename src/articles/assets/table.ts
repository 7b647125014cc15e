/** Pictures, stored once under the hash of their text. */
import { fixed } from '../../limits.ts'
import { rowsOf, sql, type Tx, textOf } from '../../storage/sql.ts'

type StoredAsset = { hash: string; bytes: number; parts: readonly Uint8Array[] }

/** One short write for each part; a picture that is there already costs one look. */
export function* assetWrites(asset: StoredAsset, now: number): Generator<(tx: Tx) => Promise<unknown>> {
  yield (tx) => insertAsset(tx, asset, now)
  for (const [n, part] of asset.parts.entries()) yield (tx) => insertPart(tx, asset.hash, n, part)
}

const insertPart = (tx: Tx, hash: string, n: number, part: Uint8Array) =>
  tx.run(sql`
    INSERT INTO article_asset_parts (hash, n, data) VALUES (${hash}, ${n}, ${textOf(tx, part)})
    ON CONFLICT (hash, n) DO NOTHING`)

async function insertAsset(tx: Tx, { hash, bytes }: StoredAsset, now: number) {
  await sweepUnused(tx, now)
  await tx.run(sql`
    INSERT INTO article_assets (hash, bytes, unused_since) VALUES (${hash}, ${bytes}, ${now})
    ON CONFLICT (hash) DO UPDATE SET unused_since = CASE WHEN article_assets.unused_since IS NULL THEN NULL ELSE excluded.unused_since END`)
}

/** Few enough that a write stays short. */
const PARTS_REMOVED_PER_WRITE = 4
const ASSETS_REMOVED_PER_WRITE = 2

/** A few parts of pictures that no revision has come to name, then the pictures that have none left. */
export async function sweepUnused(tx: Tx, now: number): Promise<void> {
  const since = now - fixed.unusedAssetMaxSeconds
  await tx.run(sql`
    DELETE FROM article_asset_parts WHERE (hash, n) IN (
      SELECT p.hash, p.n FROM article_assets a JOIN article_asset_parts p ON p.hash = a.hash
      WHERE a.unused_since <= ${since} ORDER BY a.unused_since, a.hash, p.n LIMIT ${PARTS_REMOVED_PER_WRITE})`)
  await tx.run(sql`
    DELETE FROM article_assets WHERE hash IN (
      SELECT a.hash FROM article_assets a
      WHERE a.unused_since <= ${since} AND NOT EXISTS (SELECT 1 FROM article_asset_parts p WHERE p.hash = a.hash)
      ORDER BY a.unused_since LIMIT ${ASSETS_REMOVED_PER_WRITE})`)
}

/** The pictures of a revision, in the order of its blocks; from now on they are kept. */
export async function nameAssets(tx: Tx, revisionId: string, assets: readonly Omit<StoredAsset, 'parts'>[]) {
  if (assets.length === 0) return
  const rows = rowsOf(
    tx,
    assets.map(({ hash, bytes }, n) => [hash, n, bytes]),
  )
  await tx.run(sql`UPDATE article_assets SET unused_since = NULL WHERE hash IN (SELECT value ->> 0 FROM ${rows})`)
  await tx.run(sql`
    INSERT INTO article_revision_assets (revision_id, hash, n, bytes)
    SELECT ${revisionId}, value ->> 0, CAST(value ->> 1 AS INTEGER), CAST(value ->> 2 AS INTEGER) FROM ${rows}`)
}

export type NamedAsset = { revision_id: string; n: number; hash: string; bytes: number }

export const listAssets = (tx: Tx, revisionIds: readonly string[]) => {
  const rows = revisionIds.map((id) => [id])
  return tx.all<NamedAsset>(sql`
    SELECT revision_id, n, hash, bytes FROM article_revision_assets
    WHERE revision_id IN (SELECT value ->> 0 FROM ${rowsOf(tx, rows)}) ORDER BY revision_id, n`)
}

export async function readAsset(tx: Tx, hash: string): Promise<string> {
  const parts = await tx.all<{ data: string }>(sql`
    SELECT data FROM article_asset_parts WHERE hash = ${hash} ORDER BY n`)
  return parts.map(({ data }) => data).join('')
}

/** Before a revision names its pictures anew; those that nothing else names are removed after a while. */
export async function unnameAssets(tx: Tx, revisionId: string, now: number) {
  await tx.run(sql`
    UPDATE article_assets SET unused_since = ${now} WHERE hash IN (
      SELECT hash FROM article_revision_assets WHERE revision_id = ${revisionId})
      AND NOT EXISTS (SELECT 1 FROM article_revision_assets other
                      WHERE other.hash = article_assets.hash AND other.revision_id <> ${revisionId})`)
  await tx.run(sql`DELETE FROM article_revision_assets WHERE revision_id = ${revisionId}`)
}
