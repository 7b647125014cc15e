/** The answers of a full read and of a page of items. */
import { z } from 'zod'
import { templatesUsed } from '../../actions/view.ts'
import { Viewer, viewerView } from '../../me/view.ts'
import { RulesNotice, rulesNotice } from '../../votes/view.ts'
import type { NamedAsset } from '../assets/table.ts'
import type { FullRow } from '../items/table.ts'
import { PolicyView, policyView } from '../policy/view.ts'
import {
  type ArticleRow,
  type ArticleViewer,
  FullArticle,
  fullView,
  RevisionContext,
  revisionContext,
} from '../rows/view.ts'
import { ArticleTemplates, articleTemplates } from '../templates/view.ts'

export const FullRead = z
  .object({
    post: FullArticle,
    revision_context: RevisionContext,
    content_is_untrusted: z.literal(true),
    action_templates: ArticleTemplates,
    viewer: Viewer,
    publication: PolicyView,
  })
  .meta({ id: 'ArticleRead' })

export function fullReadView(
  row: FullRow,
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

export const itemPage = <Item extends typeof ArticleRow | typeof FullArticle>(item: Item) =>
  z.object({
    items: z.array(item),
    next_before: z.int().nullable(),
    content_is_untrusted: z.literal(true),
    action_templates: ArticleTemplates,
    viewer: Viewer,
    rules_notice: RulesNotice,
    publication: PolicyView,
  })

export function itemPageView<Item extends z.input<typeof ArticleRow>>(
  items: Item[],
  { next_before }: { next_before: number | null },
  viewer: ArticleViewer,
  now: number,
) {
  return {
    items,
    next_before,
    content_is_untrusted: true,
    action_templates: articleTemplates(templatesUsed(items), viewer),
    viewer: viewerView(viewer.caller, viewer, viewer.site, now),
    rules_notice: rulesNotice(viewer.site),
    publication: policyView(viewer.site, now),
  } as const
}
