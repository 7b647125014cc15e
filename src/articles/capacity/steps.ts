/** The storage that all articles share: every submission takes some, and erases a few old drafts. */
import { WriteFirst } from '../../kernel/settlement.ts'
import { fixed } from '../../settings/limits.ts'
import { addToTotal, readTotal, takeFromTotal } from '../../storage/counters.ts'
import type { Tx } from '../../storage/sql.ts'
import { insertAsset, insertPart, type StoredAsset, sweepUnused, unnameAssets } from '../assets/table.ts'
import { type BoundedSite, refuseFull, storageMaxBytes } from './rules.ts'
import { type Erasable, eraseText, listErasable, sweepUploads } from './table.ts'

export type RoomContext = { tx: Tx; now: number; site: BoundedSite }

/** So few that a write stays short, but more than one submission adds. */
const ERASED_PER_WRITE = 8

/** Takes room; false if drafts had to be erased first: then that is committed, and the write is done again. */
export async function takeRoom(context: RoomContext, bytes: number): Promise<boolean> {
  if (await addToTotal(context.tx, 'article_bytes', storageMaxBytes(context.site), bytes)) return true
  await makeRoom(context, bytes)
  return false
}

/**
 * Pictures are stored before the revision that names them, each part in a short write; a picture that is stored already
 * costs one lookup.
 */
export function* storePictures({ assets }: { assets: readonly StoredAsset[] }, now: number, site: BoundedSite) {
  for (const asset of assets) {
    yield (tx: Tx) => storePicture({ tx, now, site }, asset)
    for (const [n, part] of asset.parts.entries()) yield (tx: Tx) => insertPart(tx, asset.hash, n, part)
  }
}

async function storePicture({ tx, now, site }: RoomContext, asset: StoredAsset) {
  const max = storageMaxBytes(site)
  await sweepUnused(tx, now)
  if ((await insertAsset(tx, asset, now)) && !(await addToTotal(tx, 'article_bytes', max, asset.bytes))) refuseFull(max)
}

/**
 * Erases a few drafts older than a month, after the new revision has got its pictures, because drafts may share them.
 */
export async function eraseOld({ tx, now }: Pick<RoomContext, 'tx' | 'now'>): Promise<void> {
  const oldest = await listErasable(tx, ERASED_PER_WRITE)
  for (const revision of oldest)
    if (revision.since + fixed.unpublishedTextMaxSeconds <= now) await erase(tx, revision, now)
}

/** The same before anything is stored: undefined if there is room, else the write that erases a few drafts. */
export async function findRoom({ tx, now, site }: RoomContext, bytes: number): Promise<WriteFirst | undefined> {
  const max = storageMaxBytes(site)
  if (max === 0 || (await readTotal(tx, 'article_bytes')) + bytes <= max) return undefined
  return new WriteFirst((writing) => makeRoom({ tx: writing, now, site }, bytes))
}

/** Erases a few drafts, the oldest first; refuses if there is none. */
async function makeRoom({ tx, now, site }: RoomContext, bytes: number): Promise<void> {
  if ((await sweepUnused(tx, now)) + (await sweepUploads(tx, now)) > 0) return
  const max = storageMaxBytes(site)
  const oldest = await listErasable(tx, ERASED_PER_WRITE)
  if (oldest.length === 0) refuseFull(max)
  let lacking = (await readTotal(tx, 'article_bytes')) + bytes - max
  for (const revision of oldest) if (lacking > 0) lacking -= await erase(tx, revision, now)
}

/** Returns how many bytes become free: those of the text at once, those of the pictures when they are removed. */
async function erase(tx: Tx, { id, bytes }: Erasable, now: number): Promise<number> {
  await eraseText(tx, id, now)
  await takeFromTotal(tx, 'article_bytes', bytes)
  return bytes + (await unnameAssets(tx, id, ALREADY_UNUSED))
}

/** Their pictures are removed with the next unused ones, not an hour later. */
const ALREADY_UNUSED = 0
