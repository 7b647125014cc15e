import type { Site } from '../../kernel/operation.ts'
import { tuning } from '../../settings/tuning.ts'
import type { Tx } from '../../storage/sql.ts'
import type { PublicRow } from '../public/table.ts'
import { listFirstPictures } from './table.ts'
import { type ListedArticle, listedArticle } from './view.ts'

/** Articles as a list of the site shows them. */
export async function listedArticles(tx: Tx, rows: readonly PublicRow[], site: Site): Promise<ListedArticle[]> {
  const revisions = rows.map(({ revision_id }) => revision_id)
  const heads = await listFirstPictures(tx, revisions, tuning.listPictureMaxBytes)
  return rows.map((row) => listedArticle(row, heads, site))
}
