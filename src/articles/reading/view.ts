/** The answer of a full read. */
import { z } from 'zod'
import { templatesUsed } from '../../actions/view.ts'
import { Viewer, viewerView } from '../../me/view.ts'
import type { NamedAsset } from '../assets/table.ts'
import type { ItemRow } from '../items/table.ts'
import { PublicationPolicy, policyView } from '../policy/view.ts'
import {
  ArticleTemplates,
  type ArticleViewer,
  articleTemplates,
  FullArticle,
  fullView,
  RevisionContext,
  revisionContext,
} from '../view.ts'

export const FullRead = z
  .object({
    post: FullArticle,
    revision_context: RevisionContext,
    content_is_untrusted: z.literal(true),
    action_templates: ArticleTemplates,
    viewer: Viewer,
    publication: PublicationPolicy,
  })
  .meta({ id: 'ArticleRead' })

export function fullReadView(
  row: ItemRow,
  viewer: ArticleViewer,
  assets: readonly (NamedAsset & { source?: string | null })[],
  now: number,
): z.input<typeof FullRead> {
  const post = fullView(row, viewer, assets)
  return {
    post,
    revision_context: revisionContext(row),
    content_is_untrusted: true,
    action_templates: articleTemplates(templatesUsed([post]), viewer),
    viewer: viewerView(viewer.caller, viewer, viewer.site, now),
    publication: policyView(viewer.site, now),
  }
}
