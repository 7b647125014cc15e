import { z } from 'zod'
import { Viewer, viewerView } from '../accounts/view.ts'
import { ActionTemplates, templatesFor } from '../actions/view.ts'
import { type PageCut, type PageQuery, pageCursors } from '../kernel/paging.ts'
import type { PostPreview } from '../posts/table.ts'
import { type Looking, MessagePreview, previewView } from '../posts/view.ts'
import { RulesNotice, rulesNotice } from '../votes/view.ts'

/** A page of named messages: search results, and the body of a feed. */
export const MessagePage = z
  .object({
    items: z.array(MessagePreview),
    ...pageCursors,
    content_is_untrusted: z.literal(true),
    action_templates: ActionTemplates,
    viewer: Viewer,
    rules_notice: RulesNotice,
  })
  .meta({ id: 'MessagePage' })

export const FeedPage = MessagePage.extend({
  pinned: z
    .array(MessagePreview)
    .optional()
    .meta({ description: 'Pinned notices, on the initial page only; they never count as items.' }),
}).meta({ id: 'FeedPage' })

export type Page = PageCut<PostPreview> & { looking: Looking; now: number }

export function pageView({ rows, cursors, looking, now }: Page): z.input<typeof MessagePage> {
  const { caller, site, standing } = looking
  const items = rows.map((row) => previewView(row, looking))
  return {
    items,
    ...cursors,
    content_is_untrusted: true,
    action_templates: templatesFor(items, site),
    viewer: viewerView(caller, standing, site, now),
    rules_notice: rulesNotice(site),
  }
}

/** `pinned` stands first, and exactly on pages that ask for no cursor. */
export function feedView(page: Page, { before, after }: PageQuery): z.input<typeof FeedPage> {
  const isInitial = before === undefined && after === undefined
  return { ...(isInitial && { pinned: [] }), ...pageView(page) }
}
