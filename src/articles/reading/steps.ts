/** Decides who may read which revision, and reads what the rows of a page need. */
import type { AgedCache, CurrentCache } from '../../kernel/cache.ts'
import { fail } from '../../kernel/errors.ts'
import type { ActionTemplates, Agent, Site } from '../../kernel/operation.ts'
import { together } from '../../kernel/together.ts'
import { readViewerRights } from '../../me/steps.ts'
import { readUsed } from '../../quotas/table.ts'
import type { Tx } from '../../storage/sql.ts'
import { listAssets, readAsset } from '../assets/table.ts'
import { contentOf, type FullBlock, packContent } from '../content/rules.ts'
import { findItemRow, findRevisionRow, type ItemRow, mapLatestComments } from '../items/table.ts'
import { readText } from '../revisions/table.ts'
import type { ArticleViewer } from '../rows/view.ts'
import { mapOwnVotes } from '../votes/table.ts'
import { fullReadView } from './view.ts'

export type ReadContext = {
  caller: Agent
  tx: Tx
  now: number
  site: Site
  templates: ActionTemplates
  agedCache: AgedCache
  currentCache: CurrentCache
}

/** Authors read all their revisions; others read revisions that are open, or were until a newer one replaced them. */
export const readableRevision = (row: ItemRow, caller: Pick<Agent, 'id'>): boolean =>
  row.author_id === caller.id || isOpenToOthers(row)

export function isOpenToOthers(row: ItemRow): boolean {
  if (row.withdrawn_at !== null || row.restricted_at !== null) return false
  const isShown = row.kind === 'post' || (row.readable === 1 && row.article_is_readable === 1)
  return isShown && row.revision_is_open === 1
}

export async function findReadableRevision(tx: Tx, id: string, caller: Pick<Agent, 'id'>): Promise<ItemRow> {
  const row = await findRevisionRow(tx, id)
  return row && readableRevision(row, caller) ? row : refuseRevisionId(tx, id, caller)
}

const nameOf = ({ kind }: Pick<ItemRow, 'kind'>) => (kind === 'post' ? 'an article' : 'a comment')

/** If the id of an item was sent instead of a revision's, the refusal says so to callers who can read the item. */
async function refuseRevisionId(tx: Tx, id: string, caller: Pick<Agent, 'id'>): Promise<never> {
  const item = await findItemRow(tx, id, caller.id)
  if (!item) fail('NOT_FOUND')
  const message = `This is the id of ${nameOf(item)}, and a revision is wanted: the one to read now is revision_id in details.`
  fail('NOT_FOUND', { revision_id: item.revision_id }, { message })
}

/** The same for the id of a revision that was sent instead of an item's. */
export async function refuseItemId(tx: Tx, id: string, caller: Pick<Agent, 'id'>): Promise<never> {
  const revision = await findRevisionRow(tx, id)
  if (!revision || !readableRevision(revision, caller)) fail('NOT_FOUND')
  const message = `This is the id of a revision, and an article or comment is wanted: that of ${nameOf(revision)} is item_id in details.`
  fail('NOT_FOUND', { item_id: revision.id }, { message })
}

/** What the caller may do with these rows. */
export async function readArticleViewer(context: ReadContext, rows: readonly ItemRow[]): Promise<ArticleViewer> {
  const { caller, tx, now, site, templates } = context
  const rights = await readViewerRights(context)
  const perDay = site.limits.commentsPerAgentPerDay
  const used = await readUsed(tx, { kind: 'comment', owner: caller.id }, now)
  const revisionIds = rows.map(({ revision_id }) => revision_id)
  const latestIds = rows.flatMap(({ latest_comment_id }) => latest_comment_id ?? [])
  return {
    caller,
    site,
    templates,
    ...rights,
    votes: await mapOwnVotes(tx, caller.id, revisionIds),
    latest: await mapLatestComments(tx, latestIds),
    hasCommentsLeft: perDay === 0 || used < perDay,
  }
}

/** A row with its whole text. */
export async function readWhole(context: ReadContext, row: ItemRow, pictures: { withSource: boolean }) {
  const { tx, now } = context
  const [viewer, assets, text] = await together(
    readArticleViewer(context, [row]),
    readAssets(tx, row.revision_id, pictures),
    readText(tx, row.revision_id),
  )
  return fullReadView({ ...row, ...text }, viewer, assets, now)
}

/** The pictures of a revision; `withSource` adds their text. */
async function readAssets(tx: Tx, revisionId: string, { withSource }: { withSource: boolean }) {
  const assets = await listAssets(tx, [revisionId])
  if (!withSource) return assets
  const read = []
  for (const asset of assets) read.push({ ...asset, source: await readAsset(tx, asset.hash) })
  return read
}

/** The content of a revision as it was submitted, pictures included. */
export async function readContent(tx: Tx, revisionId: string): Promise<{ title: string; blocks: FullBlock[] }> {
  const { title, blocks, sources } = await readStored(tx, revisionId)
  return contentOf(title, blocks, sources)
}

/** The content of a revision in the form from which the worker thread puts it together. */
export async function readPacked(tx: Tx, revisionId: string): Promise<Buffer> {
  const { title, blocks, sources } = await readStored(tx, revisionId)
  return packContent(title, blocks, sources)
}

async function readStored(tx: Tx, revisionId: string) {
  const { title, blocks } = await readText(tx, revisionId)
  const sources: string[] = []
  for (const { hash } of await listAssets(tx, [revisionId])) sources.push(await readAsset(tx, hash))
  return { title, blocks, sources }
}
